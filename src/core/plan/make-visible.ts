/**
 * Planning that agents load the same file: the skill goes to the canonical directory of its scope, and where an agent does
 * not read that, a relative link to it goes into a directory that it does read. As few links as will do.
 */
import * as path from 'node:path';
import { type Comparison, compareSkills } from '../compare';
import { isDirectory, isFault } from '../file-system';
import { type Message, message } from '../message';
import { productOf } from '../products';
import { SKILL_FILE } from '../scan/skill-file-names';
import type { Candidate, ProfileId, Resolution, Root, Skill } from '../types';
import { realDirectory } from './canonical';
import type { PlanContext } from './context';
import { Destinations } from './destination';
import type { Draft } from './draft';
import { PlannedLayout } from './planned-layout';
import { type Item, select } from './selection';
import { planTransfers } from './transfer';
import type { Note, Operation, PlanRequest } from './types';

type VisibleRequest = Extract<PlanRequest, { kind: 'make-visible' }>;

/** Fills the draft. Out: the skills that more agents will see. */
export async function planVisible(draft: Draft, request: VisibleRequest): Promise<readonly Item[]> {
  const planned: Item[] = [];
  const destinations = new Destinations(draft, 'canonical');
  const views = viewsOf(draft.context);
  for (const item of select(draft, request.what)) {
    if (draft.slices.due) await draft.slices.pause();
    if (await planOne(draft, request, item, { destinations, views })) planned.push(item);
  }
  return planned;
}

interface Surroundings {
  readonly destinations: Destinations;
  readonly views: readonly Resolution[];
}

async function planOne(
  draft: Draft,
  request: VisibleRequest,
  item: Item,
  { destinations, views }: Surroundings,
): Promise<boolean> {
  const { candidate, from, link } = item;
  const wanted = views.filter(({ profile }) => request.agents.includes(profile));
  if (candidate.form === 'flat') {
    const text = message('{0} is a flat file, which most agents do not read: make it a folder first', {
      path: from,
    });
    draft.refuse('flat-file', text, from, candidate);
    draft.notes.push({
      severity: 'information',
      code: 'flat-file',
      text: message('{0} can become a folder', { path: from }),
      path: from,
      followUp: { kind: 'to-folder', what: { candidates: [candidate.id] }, to: 'canonical' },
    });
    return false;
  }
  if (link !== null) {
    const text = message('it is a link to {0}: make visible what it leads to', link);
    draft.skip('is-link', text, from, candidate);
    return false;
  }
  const loading = views.filter(view => takes(draft, view, candidate.file));
  if (wanted.every(view => loading.includes(view))) {
    draft.skip('visible-already', message('all of these agents load it already'), from, candidate);
    return false;
  }
  const home = destinations.for(item);
  if (home === null) return false;
  // Whoever loads it now is to go on loading it.
  const concerned = views.filter(view => wanted.includes(view) || loading.includes(view));
  const isHome = path.dirname(from) === home;
  const without = concerned.filter(view => !reads(draft, view, home));
  const links = fewestPlaces(draft, without, candidate, isHome ? null : path.dirname(from));
  if (!isHome) {
    const leaveLink = links.some(({ location }) => location === path.dirname(from));
    const moved = await planTransfers(draft, {
      kind: 'move',
      what: { candidates: [candidate.id] },
      to: 'canonical',
      leaveLink,
    });
    if (moved.length === 0) return false;
  } else draft.nextUnit();
  const to = draft.operations.findLast(({ kind, from: source }) => kind === 'move' && source === from)?.to;
  const place = to ?? from;
  const before = draft.operations.length;
  for (const { location } of links) {
    if (location !== path.dirname(from) || isHome) await planLink(draft, item, location, place);
  }
  if (isHome && draft.operations.length === before) {
    const text = message('no directory is left in which a link would help');
    draft.skip('no-help', text, from, candidate);
    return false;
  }
  return true;
}

/** The product of the plan and the others, each once. */
function viewsOf({ resolution, others = [] }: PlanContext): readonly Resolution[] {
  const beside = others
    .map(other => other.resolution)
    .filter(({ profile }) => profile !== resolution.profile);
  return [resolution, ...beside];
}

/** Whether an agent loads a file, on whatever way it comes to it. */
function takes(draft: Draft, { skills }: Resolution, file: string): boolean {
  const { files } = draft.context;
  const real = files.realPath(file);
  return skills.some(skill => {
    if (skill.enabled === false) return false;
    if (skill.file === file) return true;
    const other = files.realPath(skill.file);
    return !isFault(real) && !isFault(other) && real === other;
  });
}

/** Directories that an agent reads, or would read if they were there. */
function placesOf({ roots }: Resolution): readonly Root[] {
  return roots.filter(({ group, verdict, code }) => {
    if (group !== 'brand' && group !== 'generic') return false;
    return (
      verdict === 'active' || verdict === 'untrusted' || (verdict === 'missing' && code === 'no-directory')
    );
  });
}

function reads(draft: Draft, view: Resolution, directory: string): boolean {
  return placesOf(view).some(({ location }) => realDirectory(draft.context, location) === directory);
}

interface LinkPlace {
  readonly location: string;
}

/**
 * The fewest directories that reach all the agents, by taking again and again the one that reaches most of those left.
 * Of equals, the one that the skill is in now comes first, then those that are there.
 */
function fewestPlaces(
  draft: Draft,
  agents: readonly Resolution[],
  { scope }: Candidate,
  now: string | null,
): readonly LinkPlace[] {
  const { files, resolution } = draft.context;
  const wantedScope = scope === 'project' || scope === 'user' ? scope : 'user';
  const left = new Set(agents);
  const chosen: LinkPlace[] = [];
  while (left.size > 0) {
    const reached = new Map<string, Resolution[]>();
    for (const view of left) {
      for (const { location, scope: rootScope } of placesOf(view)) {
        if (rootScope !== wantedScope) continue;
        reached.set(location, [...(reached.get(location) ?? []), view]);
      }
    }
    const rank = (location: string) =>
      (location === now ? 4 : 0) +
      (isDirectory(files, location) ? 2 : 0) +
      // In a project, what the whole project sees is better than what one directory of it sees.
      (location.startsWith(resolution.projectRoot + path.sep) &&
      path.dirname(path.dirname(location)) === resolution.projectRoot
        ? 1
        : 0);
    const best = [...reached].sort(
      ([one, some], [other, others]) => others.length - some.length || rank(other) - rank(one),
    )[0];
    if (!best) break;
    const [location, views] = best;
    chosen.push({ location });
    for (const view of views) left.delete(view);
  }
  return chosen;
}

/** A relative link in a directory that an agent reads; on Windows a junction, which needs an absolute target. */
async function planLink(draft: Draft, item: Item, location: string, place: string): Promise<void> {
  const { files, options } = draft.context;
  const { candidate, from } = item;
  const directory = realDirectory(draft.context, location);
  const to = path.join(directory, path.basename(place));
  if (!draft.mayWrite(directory)) {
    const text = message('{0} is read-only: no link can be put there', { path: directory });
    draft.refuse('read-only', text, directory, candidate);
    return;
  }
  if (draft.isTaken(to)) {
    const real = files.realPath(to);
    const own = files.realPath(from);
    if (!isFault(real) && !isFault(own) && real === own && place === from) return;
    const comparison = await compareWith(draft, candidate, to);
    const identical = comparison.complete && comparison.differences.length === 0;
    const answer = draft.askConflict({
      id: `conflict:${candidate.id}@${location}`,
      kind: 'conflict',
      candidate: candidate.id,
      source: from,
      target: to,
      identical,
      differences: comparison.differences,
      text: identical
        ? message('a copy of it is at {0}', { path: to })
        : message('{0} is there already, and is not the same', { path: to }),
      why: identical
        ? message('a link in its place would follow every change; the copy does not')
        : message('nothing is overwritten unasked'),
      choices: [
        { value: 'skip', label: message('Leave it as it is') },
        {
          value: 'replace',
          label: message('Put a link in its place, and keep it as a backup'),
          why: message('undo brings it back'),
        },
      ],
      default: 'skip',
    });
    if (answer !== 'replace') {
      draft.skip('conflict', message('something else is at {0}', { path: to }), to, candidate);
      return;
    }
    const state = await draft.fingerprintOf(to, candidate);
    if (state === null) return;
    draft.setAside(to, state);
  } else draft.makeDirectory(directory);
  const isWindows = (options.platform ?? process.platform) === 'win32';
  draft.add({
    kind: 'make-link',
    from: null,
    to,
    target: isWindows ? place : path.relative(directory, place),
    leadsTo: 'directory',
    text: message('link {0} to {1}', { path: to }, { path: place }),
  });
  draft.take(to, candidate);
}

async function compareWith(draft: Draft, candidate: Candidate, there: string): Promise<Comparison> {
  if (!isDirectory(draft.context.files, there))
    return { differences: [{ path: '.', kind: 'kind' }], complete: true };
  const other = { form: 'directory', dir: there, file: path.join(there, SKILL_FILE) } as const;
  return compareSkills(draft.context.files, candidate, other, draft.slices);
}

/**
 * Which of the agents will not load one of the skills even so, and the rule that stands in the way.
 * @param after the planned layout as each agent sees it
 */
export function noteInvisible(
  { files }: PlanContext,
  { agents }: VisibleRequest,
  items: readonly Item[],
  operations: readonly Operation[],
  after: readonly Resolution[],
): readonly Note[] {
  const layout = new PlannedLayout(files, operations);
  const notes: Note[] = [];
  for (const { candidate, from } of items) {
    const moved = operations.find(({ kind, from: source }) => kind === 'move' && source === from);
    const file = path.join(moved?.to ?? from, SKILL_FILE);
    for (const view of after.filter(({ profile }) => agents.includes(profile))) {
      const note = noteFor(layout, view, candidate.name, file);
      if (note) notes.push(note);
    }
  }
  return notes;
}

function noteFor(layout: PlannedLayout, view: Resolution, name: string, file: string): Note | null {
  const real = layout.realPath(file);
  const isIt = (other: string) => {
    const found = layout.realPath(other);
    return other === file || (!isFault(real) && !isFault(found) && found === real);
  };
  const agent = productOf(view.profile).name;
  const taken: readonly Skill[] = view.skills.filter(skill => isIt(skill.file));
  if (taken.some(({ enabled, called }) => enabled !== false && called !== false)) {
    const [first] = taken;
    if (taken.length > 1)
      return warning('listed-twice', message('{0} lists {1} {2} times', agent, name, taken.length), file);
    return first && first.name !== name
      ? warning('other-name', message('{0} loads {1} as {2}', agent, name, first.name), file)
      : null;
  }
  const why = bestReason(view, isIt);
  return warning('not-visible', message('{0} does not load {1} even so: {2}', agent, name, why), file);
}

function warning(code: string, text: Message, place: string): Note {
  return { severity: 'warning', code, text, path: place };
}

/** Of the ways on which an agent comes to a file, the one that says most about why it does not load. */
function bestReason({ candidates, profile }: Resolution, isIt: (file: string) => boolean): Message {
  const own = candidates.filter(({ file }) => isIt(file));
  const order: readonly Candidate['verdict'][] = [
    'invalid',
    'unreadable',
    'disabled',
    'untrusted',
    'on-demand',
    'listed',
    'ambiguous',
    'shadowed',
  ];
  const rank = ({ verdict }: Candidate) => {
    const place = order.indexOf(verdict);
    return place < 0 ? order.length : place;
  };
  const best = [...own].sort((a, b) => rank(a) - rank(b))[0];
  return best?.reason ?? nothingThere(profile);
}

function nothingThere(profile: ProfileId): Message {
  return message('{0} reads no directory of this scope', productOf(profile).name);
}
