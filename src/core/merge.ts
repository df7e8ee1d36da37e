/** From scanned roots to verdicts: which candidate of a name wins, and what becomes of the others (rules 38 to 42, 49 to 52). */
import * as path from 'node:path';
import { type FileSystem, isFault } from './file-system';
import { type Message, message } from './message';
import type { Profile } from './profiles/profile';
import { compareCodePoints } from './python-text';
import type { Found, RootScan } from './scan';
import type { Candidate, CandidateVerdict, Failure, Root, Skill } from './types';

/** A root with what was found in it. */
export interface ScannedRoot {
  readonly root: Root;
  readonly scan: RootScan;
}

export interface Merged {
  readonly candidates: readonly Candidate[];
  readonly skills: readonly Skill[];
  readonly failure: Failure | null;
}

/** One found skill on its way to a verdict. */
interface Contender {
  readonly root: Root;
  readonly found: Found;
}

interface Decision {
  readonly verdict: CandidateVerdict;
  readonly code: string;
  readonly reason: Message;
  readonly winner: Contender | null;
}

/** Compares the names of all that was found. Roots come in rank order; those that are not active win nothing. */
export function merge(files: FileSystem, profile: Profile, scanned: readonly ScannedRoot[]): Merged {
  const names = new Map<string, Contender[]>();
  const lost: Contender[] = [];
  for (const { root, scan } of scanned) {
    for (const found of scan.found) {
      const contender = { root, found };
      if (found.outcome.kind === 'lost') {
        lost.push(contender);
        continue;
      }
      const key = profile.fold(found.name);
      const others = names.get(key);
      if (others) others.push(contender);
      else names.set(key, [contender]);
    }
  }

  const decisions = new Map<Found, Decision>();
  const skills: Skill[] = [];
  const winners = new Map<string, Contender>();
  for (const [key, contenders] of names) {
    const winner = decide(files, profile, contenders, decisions);
    if (!winner) continue;
    winners.set(key, winner);
    skills.push(toSkill(winner));
  }
  for (const { found } of lost) {
    if (found.outcome.kind !== 'lost') continue;
    const { verdict, code, reason } = found.outcome;
    decisions.set(found, { verdict, code, reason, winner: winners.get(profile.fold(found.name)) ?? null });
  }
  return {
    candidates: scanned.flatMap(({ root, scan }) =>
      scan.found.map(found => toCandidate({ root, found }, decisions.get(found)!)),
    ),
    skills: skills.sort((a, b) => compareCodePoints(a.name, b.name)),
    failure: firstFailure(scanned),
  };
}

/** Decides one name. Returns the winner; null where none of the contenders lies in an active root. */
function decide(
  files: FileSystem,
  profile: Profile,
  contenders: readonly Contender[],
  decisions: Map<Found, Decision>,
): Contender | null {
  const live = contenders.filter(({ root }) => root.verdict === 'active');
  const topRoot = live[0]?.root;
  const inTopRoot = live.filter(({ root }) => root === topRoot);
  // In one root the directory form comes before the flat one (rule 40).
  const directories = inTopRoot.filter(({ found }) => found.form === 'directory');
  const tied = directories.length > 0 ? directories : inTopRoot;
  const winner = tied.find(({ found }) => found.link === undefined) ?? tied[0] ?? null;
  const winnerFile = winner && contenders.length > 1 ? realFile(files, winner) : '';
  const isAlias = (contender: Contender) => realFile(files, contender) === winnerFile;
  const rivals = winner ? tied.filter(other => other !== winner && !isAlias(other)) : [];

  for (const contender of contenders) {
    decisions.set(contender.found, decideOne(contender));
  }
  return winner;

  function decideOne(contender: Contender): Decision {
    if (contender.root.verdict !== 'active') {
      const { verdict, code, reason } = contender.root;
      return { verdict: verdict === 'not-read' ? 'not-read' : 'hidden', code, reason, winner };
    }
    if (!winner) throw new Error('a contender in an active root has a winner');
    if (contender === winner) {
      if (rivals.length > 0) return ambiguous(contender, rivals[0]!);
      const reason =
        contenders.length > 1
          ? message('wins over {0} more of this name', contenders.length - 1)
          : message('the only one of this name');
      return { verdict: 'active', code: 'wins', reason, winner };
    }
    if (isAlias(contender)) {
      return {
        verdict: 'alias',
        code: 'same-file',
        reason: message('the same file as {0}', shown(winner)),
        winner,
      };
    }
    if (rivals.includes(contender)) return ambiguous(contender, winner);
    const { code, reason } = whyBehind(contender, winner);
    return {
      verdict: 'shadowed',
      code,
      reason: message('shadowed by {0}: {1}', shown(winner), reason),
      winner,
    };
  }

  function ambiguous(contender: Contender, other: Contender): Decision {
    const reason = message(
      'ambiguous with {0}: the order in which the file system lists {1} decides',
      other.found.entry,
      { path: contender.root.path },
    );
    return { verdict: 'ambiguous', code: 'directory-order', reason, winner };
  }

  function whyBehind(loser: Contender, by: Contender): { code: string; reason: Message } {
    if (loser.root !== by.root) return profile.precedence(by.root, loser.root);
    return {
      code: 'flat-after-directory',
      reason: message('in one root the directory form comes before the flat file'),
    };
  }
}

function shown({ found }: Contender): { path: string } {
  return { path: found.form === 'directory' ? found.dir : found.file };
}

function realFile(files: FileSystem, { found }: Contender): string {
  const real = files.realPath(found.file);
  return isFault(real) ? found.file : real;
}

/** The first file, in rank order, that keeps the product from starting. */
function firstFailure(scanned: readonly ScannedRoot[]): Failure | null {
  for (const { root, scan } of scanned) {
    if (root.verdict !== 'active') continue;
    for (const { file, outcome } of scan.found) {
      if (outcome.kind === 'lost' && outcome.stopsProduct) {
        return { file, code: outcome.code, reason: outcome.reason };
      }
    }
  }
  return null;
}

function toSkill({ root, found }: Contender): Skill {
  if (found.outcome.kind !== 'skill') throw new Error('only a skill can win');
  const { description, type } = found.outcome;
  const { name, form, dir, file } = found;
  const candidate = candidateId({ root, found });
  return { name, description, type, scope: root.scope, form, dir, file, root: root.path, candidate };
}

function candidateId({ root, found }: Contender): string {
  return root.path === root.location && found.file.startsWith(root.path)
    ? found.file
    : `${root.id}#${path.relative(root.path, found.file)}`;
}

function toCandidate(contender: Contender, decision: Decision): Candidate {
  const { root, found } = contender;
  const { outcome } = found;
  return {
    id: candidateId(contender),
    root: root.id,
    scope: root.scope,
    entry: found.entry,
    form: found.form,
    dir: found.dir,
    file: found.file,
    name: found.name,
    description: outcome.kind === 'skill' ? outcome.description : null,
    descriptionFrom: outcome.kind === 'skill' ? outcome.descriptionFrom : null,
    type: outcome.kind === 'skill' ? outcome.type : null,
    verdict: decision.verdict,
    code: decision.code,
    reason: decision.reason,
    winner: decision.winner?.found.file ?? null,
    winnerId: decision.winner ? candidateId(decision.winner) : null,
    ...(outcome.kind === 'lost' && outcome.line !== undefined && { line: outcome.line }),
    ...(outcome.kind === 'lost' && outcome.column !== undefined && { column: outcome.column }),
    ...(found.link !== undefined && { link: found.link }),
    remarks: found.remarks,
  };
}
