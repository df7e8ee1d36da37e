/** Planning copies and moves of skills as they are. */
import * as path from 'node:path';
import { isFault } from '../file-system';
import { fewNames, type Message, message, namesInRow } from '../message';
import { readText } from '../read-text';
import { SKILL_FILE } from '../scan/skill-file-names';
import type { Candidate } from '../types';
import { settleTarget, type Target } from './conflict';
import { Destinations } from './destination';
import type { Draft } from './draft';
import { rename } from './frontmatter-edit';
import { contentOf, type InnerLink, isDoubtful, rebased } from './inner-links';
import { kindTerm } from './kind-term';
import { isWithin } from './manifest';
import { pathOfTarget, relativeLinks } from './markdown-links';
import { stemOf } from './names';
import { PlannedLayout } from './planned-layout';
import { planRemoval } from './removal';
import { type Item, select } from './selection';
import type { Change, PlanRequest, Shape, Transfer } from './types';

type TransferRequest = Extract<PlanRequest, { kind: 'copy' | 'move' }>;

/** Fills the draft. Out: the skills that are copied or moved. */
export async function planTransfers(draft: Draft, request: TransferRequest): Promise<readonly Item[]> {
  const destinations = new Destinations(draft, request.to);
  const planned: Item[] = [];
  for (const item of select(draft, request.what)) {
    if (draft.slices.due) await draft.slices.pause();
    const directory = destinations.for(item);
    if (directory === null) continue;
    if (await planOne(draft, request, item, directory)) planned.push(item);
  }
  await noteBrokenReferences(draft, planned);
  return planned;
}

async function planOne(
  draft: Draft,
  request: TransferRequest,
  item: Item,
  directory: string,
): Promise<boolean> {
  const { candidate, from } = item;
  if (isThereAlready(draft, item, directory)) return false;
  if (isWithin(from, directory)) {
    draft.refuse('into-itself', message('{0} cannot go into itself', { path: from }), from, candidate);
    return false;
  }
  if (request.kind === 'move' && !draft.context.files.mayWrite(path.dirname(from))) {
    const text = message('{0} is read-only: it can be copied, not moved', { path: path.dirname(from) });
    draft.refuse('read-only', text, from, candidate);
    return false;
  }
  const name = (request.kind === 'copy' && request.names?.[candidate.id]) || path.basename(from);
  const target = await settleTarget(draft, item, path.join(directory, name), request.kind);
  if (!target) return false;
  if (target.removeSource) {
    await planRemoval(draft, item, draft.context.hasTrash ? 'trash' : 'backup');
    return true;
  }
  const content = await contentFor(draft, request, item, target);
  const fingerprint = content && (await draft.fingerprintOf(from, candidate));
  const old = target.replace && (await draft.fingerprintOf(target.to, candidate));
  if (!content || fingerprint === null || (target.replace && old === null)) return false;
  draft.nextUnit();
  draft.makeDirectory(directory);
  const backup = old === null ? null : draft.setAside(target.to, old);
  draft.add({
    kind: request.kind,
    from,
    to: target.to,
    ...content,
    fingerprint,
    text:
      request.kind === 'copy'
        ? message('copy {0} to {1}', { path: from }, { path: target.to })
        : message('move {0} to {1}', { path: from }, { path: target.to }),
  });
  if (request.kind === 'move' && request.leaveLink) planLink(draft, item, target.to);
  if (old !== null && backup !== null && target.replace === 'trash') draft.trashBackup(backup, old);
  draft.take(target.to, candidate);
  return true;
}

/**
 * It lies in the directory, or is a link to something that does. Of a whole root or scope, these are only counted: nobody
 * asked about them one by one.
 */
function isThereAlready(draft: Draft, { candidate, from, link, named }: Item, directory: string): boolean {
  const real = draft.context.files.realPath(from);
  const lies = path.dirname(from) === directory;
  if (!lies && (link === null || isFault(real) || !isWithin(directory, real))) return false;
  if (!named) {
    draft.countAlreadyThere(directory);
    return true;
  }
  const text =
    lies || isFault(real)
      ? message('it is there already')
      : message('it is a link to {0}, which is there', { path: real });
  draft.skip('already-there', text, from, candidate);
  return true;
}

interface Content {
  readonly shape: Shape;
  readonly changes: readonly Change[];
}

/** What is copied, and what is changed in it. Null: refused. */
async function contentFor(
  draft: Draft,
  request: TransferRequest,
  item: Item,
  target: Target,
): Promise<Content | null> {
  const { candidate, from, link } = item;
  const isFlat = candidate.form === 'flat';
  if (link !== null && asLink(draft, item)) {
    const change = rebased(ownLink(item), path.join(from, '\0'), target.to);
    return { shape: 'link', changes: change ? [{ ...change, path: '' }] : [] };
  }
  const shape = isFlat ? 'file' : 'tree';
  if (link !== null) {
    const real = draft.context.files.realPath(from);
    const leadsTo = isFault(real) ? link : real;
    return { shape, changes: [{ path: '', kind: 'dereference', before: link, leadsTo }] };
  }
  const changes: Change[] = [];
  if (!isFlat) {
    const inner = await innerLinks(draft, item, target.to);
    if (!inner) return null;
    changes.push(...inner);
  }
  const text = await textChange(draft, request, item, target);
  if (text && !changes.some(change => change.path === text.path)) changes.push(text);
  return { shape, changes };
}

/** The link that the skill itself is, in the shape of one inside it. */
function ownLink({ from, link }: Item): InnerLink {
  const target = link ?? '';
  return {
    path: '',
    target,
    leadsTo: path.resolve(path.dirname(from), target),
    broken: false,
    circle: false,
  };
}

function asLink(draft: Draft, { candidate, from, link }: Item): boolean {
  const answer = draft.ask({
    id: `link:${candidate.id}`,
    kind: 'link',
    text: message('{0} is a link to {1}. What shall be in the new place?', { path: from }, link ?? ''),
    why: message('what it leads to stays where it is in either case'),
    choices: [
      { value: 'link', label: message('A link to the same place') },
      { value: 'dereference', label: message('A copy of what it leads to') },
    ],
    default: 'link',
  });
  return answer !== 'dereference';
}

/** Changes for the links inside a skill. Null: refused. */
async function innerLinks(draft: Draft, item: Item, to: string): Promise<readonly Change[] | null> {
  const { candidate, from } = item;
  const { links, special } = await contentOf(draft.context.files, from, draft.slices);
  if (special) {
    const text = message(
      '{0} in it is neither a file nor a folder but a {1}',
      { path: special.path },
      kindTerm(special.kind),
    );
    draft.refuse('special-file', text, from, candidate);
    return null;
  }
  const doubtful = links.filter(link => isDoubtful(link, from));
  const broken = links.filter(link => link.broken);
  if (broken.length > 0) {
    const text = message('links in it lead nowhere, and stay so: {0}', namesOf(broken));
    draft.notes.push({ severity: 'information', code: 'broken-inner-link', text, path: from });
  }
  if (doubtful.length === 0) return [];
  const circles = doubtful.some(({ circle }) => circle);
  const answer = draft.ask({
    id: `inner-links:${candidate.id}`,
    kind: 'inner-links',
    text: message(
      'Links in {0} lead out of it: {1}. What shall become of them?',
      { path: from },
      namesOf(doubtful),
    ),
    why: message('a relative link leads elsewhere once its folder has moved'),
    choices: [
      { value: 'rebase', label: message('Let them lead to the same places as before') },
      { value: 'keep', label: message('Leave them as they are written') },
      ...(circles ? [] : [{ value: 'dereference', label: message('Copy what they lead to') }]),
    ],
    default: 'rebase',
  });
  if (answer === 'keep') return [];
  return doubtful.flatMap((link): Change[] => {
    if (answer === 'dereference') {
      return [{ path: link.path, kind: 'dereference', before: link.target, leadsTo: link.leadsTo }];
    }
    const change = rebased(link, from, to);
    return change ? [change] : [];
  });
}

function namesOf(links: readonly InnerLink[]): Message {
  return fewNames(
    links.map(({ path: inside, target }) => `${inside} -> ${target}`),
    4,
  );
}

/** Another text for the skill file: one that was asked for, or one with the new name declared. */
async function textChange(
  draft: Draft,
  request: TransferRequest,
  item: Item,
  target: Target,
): Promise<Change | null> {
  const { candidate } = item;
  const wanted = request.kind === 'copy' ? request.texts?.[candidate.id] : undefined;
  if (wanted === undefined && target.newName === null) return null;
  const inside = candidate.form === 'flat' ? '' : SKILL_FILE;
  const before = await regularText(draft, candidate);
  const newName = target.newName === null ? null : stemOf(target.newName);
  const changed = before === null ? null : (wanted ?? before);
  const after = changed !== null && newName !== null ? rename(changed, newName) : changed;
  if (before === null || after === null) {
    const text = message('{0} goes on declaring the same name as the other one', { path: target.to });
    draft.notes.push({ severity: 'warning', code: 'same-name', text, path: target.to });
    return null;
  }
  if (before === after) return null;
  if (newName !== null) draft.noteNewName(newName, path.join(target.to, inside));
  return { path: inside, kind: 'text', before, after };
}

/** The text of a skill file; null where it is a link, not UTF-8, or very long. */
export async function regularText(draft: Draft, candidate: Pick<Candidate, 'file'>): Promise<string | null> {
  const { files } = draft.context;
  const state = files.linkState(candidate.file);
  if (isFault(state) || state.kind !== 'file') return null;
  const read = await readText(files, candidate.file, state.size, draft.slices);
  return read.ok && !read.cut ? read.text : null;
}

/**
 * Relative links in the texts that lead out of the skill and will find nothing in the new place. Looked for when all is
 * planned, since what they lead to may move along.
 */
async function noteBrokenReferences(draft: Draft, items: readonly Item[]): Promise<void> {
  const layout = new PlannedLayout(draft.context.files, draft.operations);
  const transfers = new Map(
    draft.operations.flatMap(operation =>
      operation.kind === 'copy' || operation.kind === 'move' ? [[operation.from, operation] as const] : [],
    ),
  );
  for (const { candidate, from } of items) {
    if (draft.slices.due) await draft.slices.pause();
    const transfer = transfers.get(from);
    const isFlat = candidate.form === 'flat';
    if (!transfer || !['file', 'tree'].includes(transfer.shape) || (transfer.kind === 'copy' && !isFlat)) {
      continue;
    }
    if (transfer.changes.some(({ path: inside, kind }) => inside === '' && kind === 'dereference')) continue;
    const broken = await brokenReferences(draft, candidate, transfer, layout);
    if (broken.length === 0) continue;
    const text = message(
      '{0} refers to {1}, which the new place does not have',
      { path: candidate.file },
      namesInRow([...new Set(broken)].slice(0, 4)),
    );
    draft.notes.push({ severity: 'warning', code: 'broken-reference', text, path: from });
  }
}

async function brokenReferences(
  draft: Draft,
  candidate: Candidate,
  { from, to }: Transfer,
  layout: PlannedLayout,
): Promise<readonly string[]> {
  const text = await regularText(draft, candidate);
  if (text === null || (!text.includes('../') && candidate.form === 'directory')) return [];
  const { files } = draft.context;
  const [oldBase, newBase] = candidate.form === 'flat' ? [path.dirname(from), path.dirname(to)] : [from, to];
  return relativeLinks(text)
    .map(({ target }) => pathOfTarget(target))
    .filter(target => {
      const [was, is] = [path.resolve(oldBase, target), path.resolve(newBase, target)];
      if (candidate.form === 'directory' && isWithin(from, was)) return false;
      return !isFault(files.state(was)) && isFault(layout.state(is));
    });
}

/** A link in the old place, relative; on Windows a junction, which needs no rights but an absolute target. */
function planLink(draft: Draft, { from, candidate, link }: Item, to: string): void {
  const windows = (draft.context.options.platform ?? process.platform) === 'win32';
  if (windows && candidate.form === 'flat') {
    const text = message('no link is left for a single file: Windows allows that only to administrators');
    draft.notes.push({ severity: 'information', code: 'no-file-link', text, path: from });
    return;
  }
  if (link !== null) return;
  draft.add({
    kind: 'make-link',
    from: null,
    to: from,
    target: windows ? to : path.relative(path.dirname(from), to),
    leadsTo: candidate.form === 'flat' ? 'file' : 'directory',
    text: message('leave a link at {0}', { path: from }),
  });
}
