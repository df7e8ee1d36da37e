/** From scanned roots to verdicts: which candidate of a name wins, and what becomes of the others (rules 38 to 42, 49 to 52). */
import * as path from 'node:path';
import type { FileSystem } from './file-system';
import { type Message, message } from './message';
import type { Profile } from './profiles/profile';
import { codePointRank, compareCodePoints } from './python-text';
import { realSkillFiles } from './real-files';
import { rememberedRealPaths } from './real-path';
import type { Found } from './scan/found';
import type { RootScan } from './scan/root-scan';
import type { Slices } from './slices';
import { sortInSlices } from './sort-in-slices';
import type { Candidate, CandidateVerdict, Failure, Remark, Root, Skill } from './types';

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
  decision: Decision | null;
  /** What it is called as a candidate, once that has been asked for. */
  id: string | null;
}

type RealFile = ReturnType<typeof realSkillFiles>;

interface Decision {
  readonly verdict: CandidateVerdict;
  readonly code: string;
  readonly reason: Message;
  readonly winner: Contender | null;
  /** Whether the product lists the skill. */
  readonly isListed?: boolean;
  /** What is said in place of the remarks on the file. */
  readonly remarks?: readonly Remark[];
}

/** Compares the names of all that was found. Roots come in rank order; those that are not active win nothing. */
export async function merge(
  files: FileSystem,
  profile: Profile,
  scanned: readonly ScannedRoot[],
  slices: Slices,
): Promise<Merged> {
  const { fold, compareNames } = profile.product;
  const names = new Map<string, Contender | Contender[]>();
  const lost: Contender[] = [];
  const byRoot: { readonly root: Root; readonly contenders: Contender[] }[] = [];
  const realFile = realSkillFiles(rememberedRealPaths(files));
  /** Those that were loaded, by their real path, so that one that is reached on two ways is told. */
  const loaded = profile.sameFile === 'always' ? new Map<string, Contender>() : null;
  const twice: { readonly contender: Contender; readonly first: Contender }[] = [];
  const answers = profile.clash === 'all-first-called' ? new Map<string, Contender>() : null;
  let count = 0;
  for (const { root, scan } of scanned) {
    const contenders: Contender[] = [];
    byRoot.push({ root, contenders });
    for (let index = 0; index < scan.found.length; index++) {
      if (++count % BATCH === 0 && slices.due) await slices.pause();
      const found = scan.found[index]!;
      const contender: Contender = { root, found, decision: null, id: null };
      contenders.push(contender);
      if (found.outcome.kind === 'lost') {
        lost.push(contender);
        continue;
      }
      if (loaded && root.verdict === 'active') {
        const real = realFile(found);
        const first = loaded.get(real);
        if (first) {
          twice.push({ contender, first });
          continue;
        }
        loaded.set(real, contender);
      }
      const key = fold(found.name);
      if (answers && root.verdict === 'active') {
        const { alias } = found.outcome;
        for (const name of alias === undefined ? [key] : [key, fold(alias)])
          if (!answers.has(name)) answers.set(name, contender);
      }
      const others = names.get(key);
      if (others === undefined) names.set(key, contender);
      else if (Array.isArray(others)) others.push(contender);
      else names.set(key, [others, contender]);
    }
  }

  const winners = new Map<string, Contender>();
  for (const contenders of names.values()) {
    if (++count % BATCH === 0 && slices.due) await slices.pause();
    const winner = Array.isArray(contenders)
      ? decide(realFile, profile, contenders)
      : decideAlone(realFile, profile, contenders);
    if (!winner || (!answers && lost.length === 0)) continue;
    const key = fold(winner.found.name);
    const answering = answers?.get(key);
    if (answering && answering !== winner)
      decideAgainstAlias(answering, Array.isArray(contenders) ? contenders : [contenders]);
    if (lost.length > 0) winners.set(key, winner);
  }
  for (const { contender, first } of twice) {
    const winner = first.decision?.winner ?? first;
    const reason = message('the same file as {0}', shown(first));
    contender.decision = { verdict: 'alias', code: 'same-file', reason, winner };
  }
  const tried = lost.some(({ found }) => isPassedOver(found)) ? filesTried(scanned) : NO_FILES;
  for (const contender of lost) {
    if (++count % BATCH === 0 && slices.due) await slices.pause();
    const { found } = contender;
    // A file that one root passes over may be read in a root that lies in it (rule 32).
    if (isPassedOver(found) && tried.has(found.file)) continue;
    contender.decision = decideLost(contender, winners.get(fold(found.name)) ?? null);
  }
  const skills: Skill[] = [];
  const candidates: Candidate[] = [];
  for (const { contenders } of byRoot) {
    const sorted = await sortInSlices(contenders, byEntry, slices);
    const taken = profile.order === 'by-path' ? sorted : contenders;
    for (let index = 0; index < taken.length; index++) {
      if (++count % BATCH === 0 && slices.due) await slices.pause();
      if (taken[index]!.decision?.isListed) skills.push(toSkill(taken[index]!));
    }
    for (let index = 0; index < sorted.length; index++) {
      const contender = sorted[index]!;
      if (++count % BATCH === 0 && slices.due) await slices.pause();
      if (contender.decision) candidates.push(toCandidate(contender, contender.decision));
    }
  }
  return {
    candidates,
    skills: await inOrder(skills),
    failure: firstFailure(scanned),
  };

  function inOrder(listed: Skill[]): Promise<readonly Skill[]> | readonly Skill[] {
    const { order } = profile;
    if (order === 'as-found' || order === 'by-path') return listed;
    return sortInSlices(listed, order ?? ((a, b) => compareNames(a.name, b.name)), slices);
  }
}

/** How many are gone through between two looks at the clock. */
const BATCH = 64;

const NO_FILES: ReadonlySet<string> = new Set();

const SEPARATOR = path.sep.charCodeAt(0);

/** By entry, folder by folder, in code point order. */
function byEntry({ found: a }: Contender, { found: b }: Contender): number {
  return compareCodePoints(a.entry, b.entry, rankInEntry);
}

/** A folder whose name ends here comes before those whose names go on. */
function rankInEntry(unit: number): number {
  return unit === SEPARATOR ? -1 : codePointRank(unit);
}

/** The files that the product tries to read as skills. */
function filesTried(scanned: readonly ScannedRoot[]): ReadonlySet<string> {
  const files = new Set<string>();
  for (const { root, scan } of scanned) {
    if (root.verdict !== 'active') continue;
    for (const found of scan.found) if (!isPassedOver(found)) files.add(found.file);
  }
  return files;
}

/** Whether a root's scan says of the entry that the product does not even try to read it. */
function isPassedOver({ outcome }: Found): boolean {
  return outcome.kind === 'lost' && outcome.verdict === 'not-read';
}

/** A file that holds no skill. In a root that is not read, that is the reason, and what is wrong with the file a remark. */
function decideLost({ root, found }: Contender, winner: Contender | null): Decision {
  if (found.outcome.kind !== 'lost') throw new Error('only what is no skill is lost');
  const { verdict, code, reason, line } = found.outcome;
  if (root.verdict === 'active') return { verdict, code, reason, winner };
  const remark: Remark = { code, severity: 'warning', text: reason, ...(line !== undefined && { line }) };
  return { ...passedOver(root), winner, remarks: [remark] };
}

/** The verdict on everything in a root that the product does not read. */
function passedOver({ verdict, code, reason }: Root): Pick<Decision, 'verdict' | 'code' | 'reason'> {
  if (verdict === 'untrusted' || verdict === 'on-demand') return { verdict, code, reason };
  const isOut = verdict === 'not-read' || verdict === 'switched-off';
  return { verdict: isOut ? 'not-read' : 'hidden', code, reason };
}

const ALONE = message('the only one of this name');

/** Decides a name that only one has: most names are like that. */
function decideAlone(realFile: RealFile, profile: Profile, contender: Contender): Contender | null {
  if (contender.root.verdict !== 'active') return decide(realFile, profile, [contender]);
  contender.decision = disabledOr(contender, {
    verdict: 'active',
    code: 'wins',
    reason: ALONE,
    winner: contender,
    isListed: true,
  });
  return contender;
}

/** A skill that a setting switches off has its name to itself all the same. */
function disabledOr({ found }: Contender, decision: Decision): Decision {
  const disabled = found.outcome.kind === 'skill' ? found.outcome.disabled : undefined;
  return disabled && decision.verdict === 'active'
    ? { ...decision, verdict: 'disabled', ...disabled }
    : decision;
}

/** Where another skill declares the name and comes first, calling it gives that one. */
function decideAgainstAlias(answering: Contender, contenders: readonly Contender[]): void {
  const reason = message(
    'listed, but calling the name gives {0}, which declares it and comes first',
    shown(answering),
  );
  for (const contender of contenders) {
    const { decision } = contender;
    if (decision?.verdict !== 'active' && decision?.verdict !== 'listed') continue;
    contender.decision = { ...decision, verdict: 'listed', code: 'declared-name', reason, winner: answering };
  }
}

/** Decides one name. Returns the winner; null where none of the contenders lies in an active root. */
function decide(realFile: RealFile, profile: Profile, contenders: readonly Contender[]): Contender | null {
  const live = contenders.filter(({ root }) => root.verdict === 'active');
  const topRoot = live[0]?.root;
  const inTopRoot = live.filter(({ root }) => root === topRoot);
  const { clash, ties, uncertainty } = profile;
  const tied = ties === 'directory-order' ? tiedByOrder(inTopRoot) : firstOf(inTopRoot, ties);
  const winner = tied.find(({ found }) => found.link === undefined) ?? tied[0] ?? null;
  const winnerFile = winner && contenders.length > 1 ? realFile(winner.found) : '';
  const isAlias = (contender: Contender) =>
    profile.sameFile !== 'never' && realFile(contender.found) === winnerFile;
  const contesting = clash === 'uncertain' ? live : tied;
  const rivals = winner ? contesting.filter(other => other !== winner && !isAlias(other)) : [];

  for (const contender of contenders) {
    contender.decision = decideOne(contender);
  }
  return winner;

  function decideOne(contender: Contender): Decision {
    if (contender.root.verdict !== 'active') return { ...passedOver(contender.root), winner };
    if (!winner) throw new Error('a contender in an active root has a winner');
    if (clash === 'all') return disabledOr(contender, beside(contender, 'active'));
    if (contender === winner) {
      if (rivals.length > 0) return ambiguous(contender, rivals[0]!);
      return disabledOr(contender, {
        verdict: 'active',
        code: 'wins',
        reason: whyItWins(),
        winner,
        isListed: true,
      });
    }
    if (clash === 'all-first-called') return beside(contender, 'listed');
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

  /** One of several of a name that are all listed. */
  function beside(contender: Contender, verdict: 'active' | 'listed'): Decision {
    if (verdict === 'listed' && winner) {
      const { code, reason: why } = whyBehind(contender, winner);
      const reason = message('listed too, but calling the name gives {0}: {1}', shown(winner), why);
      return { verdict, code, reason, winner, isListed: true };
    }
    const others = live.length - 1;
    if (others === 0)
      return { verdict, code: 'wins', reason: whyItWins(), winner: contender, isListed: true };
    const reason =
      others === 1
        ? message('listed beside one other of this name')
        : message('listed beside {0} others of this name', others);
    return { verdict, code: 'all-listed', reason, winner: contender, isListed: true };
  }

  function whyItWins(): Message {
    const beaten = live.filter(other => other !== winner && !isAlias(other)).length;
    if (beaten > 1) return message('wins over {0} others of this name', beaten);
    if (beaten === 1) return message('wins over one other of this name');
    return contenders.length === live.length
      ? message('the only one of this name')
      : message('the only one of this name that is read');
  }

  function ambiguous(contender: Contender, other: Contender): Decision {
    const isListed = contender === winner;
    if (clash === 'uncertain' && uncertainty) {
      const reason = message('ambiguous with {0}: {1}', shown(other), uncertainty.reason);
      return { verdict: 'ambiguous', code: uncertainty.code, reason, winner, isListed };
    }
    const reason = message(
      'ambiguous with {0}: the order in which the file system lists {1} decides',
      other.found.entry,
      { path: contender.root.path },
    );
    return { verdict: 'ambiguous', code: 'directory-order', reason, winner, isListed };
  }

  function whyBehind(loser: Contender, by: Contender): { code: string; reason: Message } {
    if (loser.root !== by.root) return profile.precedence(by.root, loser.root);
    if (loser.found.form === 'flat' && by.found.form === 'directory') {
      return {
        code: 'flat-after-directory',
        reason: message('in one root the directory form comes before the flat file'),
      };
    }
    if (isDeeper(loser, by)) {
      return { code: 'deeper', reason: message('in one root what lies deeper comes last') };
    }
    return {
      code: 'entry-order',
      reason: message('in one root {0} comes before {1}', by.found.entry, loser.found.entry),
    };
  }
}

/** Of the skills of one name in one root, those between which only the order of the directory decides (rule 40). */
function tiedByOrder(inRoot: readonly Contender[]): readonly Contender[] {
  const directories = inRoot.filter(({ found }) => found.form === 'directory');
  return directories.length > 0 ? directories : inRoot;
}

/** Of the skills of one name in one root, the first one by the product's own order. */
function firstOf(
  inRoot: readonly Contender[],
  ties: 'first-registered' | 'path-order',
): readonly Contender[] {
  if (ties === 'first-registered') return inRoot.slice(0, 1);
  return [...inRoot].sort((a, b) => compareCodePoints(a.found.file, b.found.file)).slice(0, 1);
}

function isDeeper(one: Contender, other: Contender): boolean {
  const depth = ({ found }: Contender) => found.entry.split(path.sep).length;
  return depth(one) > depth(other);
}

function shown({ found }: Contender): { path: string } {
  return { path: found.form === 'directory' ? found.dir : found.file };
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

function toSkill(contender: Contender): Skill {
  const { root, found, decision } = contender;
  if (found.outcome.kind !== 'skill') throw new Error('only a skill can win');
  const { description, type, unlisted, whenToUse, disabled, alias, nameOnly } = found.outcome;
  const { name, form, dir, file } = found;
  const candidate = candidateId(contender);
  const { scope } = root;
  const listed = unlisted === undefined && disabled === undefined;
  const skill = { name, description, type, listed, scope, form, dir, file, root: root.path, candidate };
  const isCalled = decision?.verdict !== 'listed';
  const isPlain = whenToUse === undefined && alias === undefined && !disabled && !nameOnly && isCalled;
  if (isPlain && root.source === undefined) return skill;
  return {
    ...skill,
    ...(whenToUse !== undefined && { whenToUse }),
    ...(alias !== undefined && { alias }),
    ...(nameOnly && { nameOnly }),
    ...(disabled && { enabled: false }),
    ...(!isCalled && { called: false }),
    ...(root.source !== undefined && { source: root.source }),
  };
}

/**
 * Two roots can be one directory or lie in each other, so the file alone would not do; nor would it where files are kept
 * under their real paths, since two links may lead to one. No path holds `//`.
 */
function candidateId(contender: Contender): string {
  contender.id ??= newId(contender);
  return contender.id;
}

function newId({ root, found: { file, entry } }: Contender): string {
  const { length } = root.path;
  const isBelow = file.startsWith(root.path) && file.charAt(length) === path.sep;
  const place = isBelow ? file.slice(length + 1) : path.relative(root.path, file);
  return `${root.id}//${place.startsWith(entry) ? place : path.join(entry, path.basename(file))}`;
}

/** Written so that the many that have nothing special about them are made in one go. */
function toCandidate(contender: Contender, decision: Decision): Candidate {
  const { root, found } = contender;
  const { outcome } = found;
  const isSkill = outcome.kind === 'skill';
  const { winner } = decision;
  const candidate: Candidate = {
    id: candidateId(contender),
    root: root.id,
    scope: root.scope,
    entry: found.entry,
    form: found.form,
    dir: found.dir,
    file: found.file,
    name: found.name,
    description: isSkill ? outcome.description : null,
    descriptionFrom: isSkill ? outcome.descriptionFrom : null,
    type: isSkill ? outcome.type : null,
    verdict: decision.verdict,
    code: decision.code,
    reason: decision.reason,
    winner: winner?.found.file ?? null,
    winnerId: winner ? candidateId(winner) : null,
    remarks: decision.remarks ?? found.remarks,
  };
  const isAboutFile = !isSkill && root.verdict === 'active';
  const unlisted = isSkill ? outcome.unlisted : undefined;
  if (!isAboutFile && unlisted === undefined && found.link === undefined) return candidate;
  return {
    ...candidate,
    ...(unlisted && { unlisted }),
    ...(isAboutFile && outcome.line !== undefined && { line: outcome.line }),
    ...(isAboutFile && outcome.column !== undefined && { column: outcome.column }),
    ...(found.link !== undefined && { link: found.link }),
  };
}
