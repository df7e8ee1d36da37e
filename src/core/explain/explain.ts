/** Explaining: a resolution and a question in, the whole chain that leads to the answer out. */
import { candidatesOf, carriedUnder, goesBy } from '../candidates';
import { checkCandidate } from '../checks/check-resolution';
import { problemCodeOfYaml } from '../checks/yaml-errors';
import { type Comparison, compareSkills } from '../compare';
import { evidenceWithName } from '../evidence';
import type { FileSystem } from '../file-system';
import { type Message, message } from '../message';
import { loadProfile } from '../profiles/load-profile';
import { Slices } from '../slices';
import type { Candidate, Resolution, Root } from '../types';
import { changesForPlace, changesForProblems, changesForSwitch, changesForUnread } from './changes';
import type {
  CarriedSkill,
  Change,
  ExplainedCandidate,
  ExplainedDirectory,
  ExplainedPlace,
  Explanation,
  Subject,
  Told,
} from './explanation';
import { ruleFor, ruleForVerdict } from './explanations';
import { notesOn } from './notes';
import { candidateAround, candidateAt, type Place, placeOf } from './places';
import { COMMANDS, whyNoCommand } from './product-facts';
import { similarNames } from './similar-names';

/** What a question comes to. */
interface Found {
  readonly name: string | null;
  /** The candidate that was asked about; null for a name, and for a path that is none. */
  readonly asked: Candidate | null;
  readonly candidates: readonly Candidate[];
  readonly place: (Place & { readonly path: string }) | null;
  /** A name that only a folder or file has: the skill in it is called otherwise. */
  readonly isByEntry?: boolean;
}

/**
 * Explains a candidate, a name or a path. Reads only the files of the candidates in question. Never rejects for what is
 * on disk.
 * @throws only the reason of the signal, when it is aborted
 */
export async function explain(
  files: FileSystem,
  resolution: Resolution,
  subject: Subject,
  signal?: AbortSignal,
): Promise<Explanation> {
  const found = find(files, resolution, subject);
  const slices = new Slices(signal);
  const winner = found.candidates.find(isWinner);
  const comparisons = await compareAll(files, found.candidates, winner, slices);
  const place = found.place && explainPlace(resolution, found.place);
  const carried = carriedSkill(resolution, found, winner);
  const isInUse = winner !== undefined && winner.verdict !== 'disabled';
  const isLoading = found.asked
    ? found.asked.verdict !== 'disabled' && (isWinner(found.asked) || found.asked.verdict === 'alias')
    : carried?.loads || (isInUse && !found.isByEntry && (place === null || place.code === 'part-of-skill'));
  return {
    profile: resolution.profile,
    product: resolution.product,
    subject,
    name: found.name,
    loads: isLoading,
    headline: carried?.loads ? headlineOfCarried(resolution, carried) : headline(found, winner),
    winner: winner?.file ?? null,
    directories: directories(resolution, found),
    candidates: found.candidates.map(candidate =>
      explainCandidate(resolution, candidate, comparisons.get(candidate.id) ?? null, found.asked),
    ),
    carried,
    place,
    told:
      carried?.loads && !found.asked
        ? toldOfCarried(carried)
        : await told(resolution, found.asked ?? winner, winner),
    changes: carried?.loads ? [] : await changes(files, resolution, found, comparisons),
    notes: notesOn(resolution, found.candidates),
    inputs: resolution.configuration.inputs ?? [],
    evidence: evidenceWithName(resolution.profile),
    agents: [],
    similar:
      found.candidates.length > 0 || carried
        ? []
        : similarNames(found.name ?? '', [
            ...resolution.candidates.map(({ name }) => name),
            ...resolution.roots.flatMap(root => root.carries ?? []),
          ]),
  };
}

/** What the product itself brings along under the name that was asked for. */
function carriedSkill(
  resolution: Resolution,
  { name, asked, isByEntry }: Found,
  winner: Candidate | undefined,
): CarriedSkill | null {
  const carried = name === null ? undefined : carriedUnder(resolution, name);
  if (!carried) return null;
  const { root } = carried;
  const rule = ruleForVerdict(resolution.profile, root);
  const isReplaced = winner !== undefined && !isByEntry;
  return {
    name: carried.name,
    from: root.label,
    reason: isReplaced
      ? message('compiled into {0}; the one that loads takes its place', root.label)
      : message('compiled into {0}, without a file', root.label),
    rule: rule?.what ?? null,
    anchor: rule?.anchor ?? null,
    loads: !isReplaced && asked === null,
  };
}

function headlineOfCarried({ product }: Resolution, { name }: CarriedSkill): Message {
  return message('“{0}” loads from {1} itself: it is compiled in, without a file', name, product);
}

/** What the product says about a skill of its own is not known here. */
function toldOfCarried({ from }: CarriedSkill): Told {
  const reason = message(
    'What {0} tells its model about the skills that it has compiled in is not known.',
    from,
  );
  return { listing: null, reason, command: null, hasCommands: false };
}

function isWinner({ id, winnerId }: Candidate): boolean {
  return id === winnerId;
}

function find(files: FileSystem, resolution: Resolution, subject: Subject): Found {
  if ('name' in subject) {
    const candidates = candidatesOf(resolution, subject.name);
    const isByEntry = !candidates.some(goesBy(resolution, subject.name));
    return { name: subject.name, asked: null, candidates, place: null, isByEntry };
  }
  if ('candidate' in subject) {
    const asked = resolution.candidates.find(({ id }) => id === subject.candidate);
    if (asked) return about(resolution, asked);
    return { name: subject.candidate, asked: null, candidates: [], place: null };
  }
  const asked = candidateAt(files, resolution, subject.path);
  if (asked) return about(resolution, asked);
  const around = candidateAround(resolution, subject.path);
  if (around) {
    const reason = message('it is a file of the skill “{0}”', around.name);
    const place = { path: subject.path, code: 'part-of-skill', reason, root: null, readable: null };
    return { ...about(resolution, around), asked: null, place };
  }
  const place = { path: subject.path, ...placeOf(files, resolution, subject.path) };
  return { name: null, asked: null, candidates: [], place };
}

/** All candidates of the name of one, that one among them. */
function about(resolution: Resolution, asked: Candidate): Found {
  const named = candidatesOf(resolution, asked.name);
  const candidates = named.includes(asked) ? named : [...named, asked];
  return { name: asked.name, asked, candidates, place: null };
}

async function compareAll(
  files: FileSystem,
  candidates: readonly Candidate[],
  winner: Candidate | undefined,
  slices: Slices,
): Promise<ReadonlyMap<string, Comparison>> {
  const comparisons = new Map<string, Comparison>();
  if (!winner) return comparisons;
  for (const candidate of candidates) {
    if (candidate === winner || ['alias', 'unreadable', 'invalid'].includes(candidate.verdict)) continue;
    comparisons.set(candidate.id, await compareSkills(files, candidate, winner, slices));
  }
  return comparisons;
}

function headline(
  { name, asked, candidates, place, isByEntry }: Found,
  winner: Candidate | undefined,
): Message {
  if (place?.code === 'part-of-skill') {
    return winner
      ? message(
          '{0} is a file of a skill, and “{1}” loads from {2}',
          { path: place.path },
          winner.name,
          path(winner),
        )
      : message('{0} is a file of the skill “{1}”, which does not load', { path: place.path }, name ?? '');
  }
  if (place) return message('{0} is not loaded as a skill: {1}', { path: place.path }, place.reason);
  if (candidates.length === 0) return message('Nothing is called “{0}” here', name ?? '');
  if (isByEntry && winner) {
    const called = message('the skill in the folder or file of that name is called “{0}”', winner.name);
    return message('Nothing loads under “{0}”: {1}', name ?? '', called);
  }
  if (asked?.verdict === 'listed' && winner)
    return message(
      '{0} is listed as “{1}” too, but calling that gives {2}',
      path(asked),
      asked.name,
      path(winner),
    );
  const subject = asked ?? winner;
  if (subject?.verdict === 'disabled')
    return message('“{0}” in {1} is not in use: {2}', subject.name, path(subject), subject.reason);
  if (asked?.verdict === 'alias' && winner) {
    return message(
      '{0} is the same file as {1}, which loads as “{2}”',
      path(asked),
      path(winner),
      winner.name,
    );
  }
  if (asked && !isWinner(asked)) {
    return winner
      ? message('{0} does not load: “{1}” loads from {2}', path(asked), winner.name, path(winner))
      : message('{0} does not load: {1}', path(asked), asked.reason);
  }
  if (!winner) return message('Nothing loads under “{0}”', name ?? '');
  const others = candidates.filter(one => one !== winner && one.code === 'all-listed').length;
  if (winner.code === 'all-listed' && others > 0)
    return others === 1
      ? message(
          '“{0}” loads from {1}, and one other of that name is listed beside it',
          winner.name,
          path(winner),
        )
      : message(
          '“{0}” loads from {1}, and {2} others of that name are listed beside it',
          winner.name,
          path(winner),
          others,
        );
  return winner.verdict === 'ambiguous'
    ? message('“{0}” loads from {1}, or from another place: {2}', winner.name, path(winner), winner.reason)
    : message('“{0}” loads from {1}', winner.name, path(winner));
}

function path({ file }: Candidate): { path: string } {
  return { path: file };
}

/** All that the product looks at, then the others as far as they are about this. */
function directories(resolution: Resolution, { candidates, place }: Found): readonly ExplainedDirectory[] {
  const holds = (root: Root) => candidates.filter(candidate => candidate.root === root.id).length;
  const looked = resolution.roots.filter(({ verdict }) => verdict !== 'not-read');
  const others = resolution.roots.filter(
    root => root.verdict === 'not-read' && (holds(root) > 0 || place?.root?.id === root.id),
  );
  return [...looked, ...others].map(root => {
    const rule = root.verdict === 'active' ? undefined : ruleForVerdict(resolution.profile, root);
    return {
      id: root.id,
      label: root.label,
      location: root.location,
      path: root.path,
      scope: root.scope,
      group: root.group,
      verdict: root.verdict,
      rank: root.rank,
      exists: root.verdict !== 'missing',
      reason: root.reason,
      rule: root.verdict === 'missing' ? null : (rule?.why ?? null),
      anchor: rule?.anchor ?? null,
      holds: holds(root),
    };
  });
}

function explainCandidate(
  resolution: Resolution,
  candidate: Candidate,
  comparison: Comparison | null,
  asked: Candidate | null,
): ExplainedCandidate {
  const root = resolution.roots.find(({ id }) => id === candidate.root);
  const code = candidate.verdict === 'invalid' ? problemCodeOfYaml(candidate.code) : candidate.code;
  const rule = ruleForVerdict(resolution.profile, { code, verdict: candidate.verdict });
  return {
    id: candidate.id,
    file: candidate.file,
    name: candidate.name,
    entry: candidate.entry,
    form: candidate.form,
    scope: candidate.scope,
    group: root?.group ?? 'unread',
    directory: root?.label ?? '',
    rank: root?.rank ?? null,
    verdict: candidate.verdict,
    code,
    anchor: rule?.anchor ?? null,
    reason: candidate.reason,
    rule: rule?.why ?? null,
    ...(candidate.line !== undefined && { line: candidate.line }),
    ...(candidate.column !== undefined && { column: candidate.column }),
    ...(candidate.link !== undefined && { link: candidate.link }),
    loads: isWinner(candidate),
    isSubject: candidate === asked,
    comparison,
    remarks: candidate.remarks,
  };
}

function explainPlace(
  { profile }: Resolution,
  { path: file, code, reason }: Place & { path: string },
): ExplainedPlace {
  const rule = ruleFor(profile, code);
  return { path: file, code, anchor: rule?.anchor ?? null, reason, rule: rule?.why ?? null };
}

async function told(
  resolution: Resolution,
  asked: Candidate | undefined,
  winner: Candidate | undefined,
): Promise<Told> {
  const skill = winner && resolution.skills.find(({ candidate }) => candidate === winner.id);
  if (!skill) {
    const reason = asked ? message('The model is told nothing about it, and no command runs it.') : null;
    return { listing: null, reason, command: null, hasCommands: false };
  }
  const reason =
    asked && asked !== winner ? message('This is said about the one that loads, not about this copy.') : null;
  const unlisted = skill.enabled === false ? winner.reason : (winner.unlisted?.reason ?? null);
  const commandOf = skill.enabled === false ? undefined : COMMANDS[resolution.profile];
  const noCommand = whyNoCommand(winner);
  const { listing } = await loadProfile(resolution.profile);
  return {
    listing: skill.listed && listing ? listing([skill]) : null,
    reason: skill.listed ? reason : unlisted,
    command: noCommand ? null : (commandOf?.(skill.name) ?? null),
    hasCommands: commandOf !== undefined,
  };
}

/** Asked about one candidate, what would change that one; asked about a name, what would change any that loses. */
async function changes(
  files: FileSystem,
  resolution: Resolution,
  { asked, candidates, place, isByEntry = false }: Found,
  comparisons: ReadonlyMap<string, Comparison>,
): Promise<readonly Change[]> {
  if (place && place.code !== 'part-of-skill') return changesForPlace(resolution, place);
  const concerned = asked ? [asked] : candidates;
  const isSettled = asked === null && candidates.some(isWinner);
  const found: Change[] = [];
  for (const candidate of concerned) {
    const root = resolution.roots.find(({ id }) => id === candidate.root);
    if (!root) continue;
    const problems = await checkCandidate(files, resolution, candidate, comparisons);
    found.push(...changesForProblems(resolution, candidate, problems, isByEntry));
    found.push(...changesForSwitch(resolution, candidate, root));
    if (!isSettled) found.push(...changesForUnread(resolution, candidate, root));
  }
  return withoutRepeats(found);
}

/** What several candidates have in common is said once, unless there is something to click for each. */
function withoutRepeats(changes: readonly Change[]): readonly Change[] {
  const said = new Set<string>();
  return changes.filter(({ text, fixes, plan, paste }) => {
    const isPlain = fixes.length === 0 && plan === null && paste === null;
    if (isPlain && said.has(text.template)) return false;
    said.add(text.template);
    return true;
  });
}
