/** Planning to take skills away: into the trash, into a backup, or for good where somebody says so. */
import * as path from 'node:path';
import { isFault } from '../file-system';
import { type Message, message } from '../message';
import type { Draft } from './draft';
import { type Item, select } from './selection';
import type { PlanRequest } from './types';

type Fate = 'trash' | 'backup' | 'permanently';

/** Fills the draft. Out: the skills that go. */
export async function planDeletion(
  draft: Draft,
  request: Extract<PlanRequest, { kind: 'delete' }>,
): Promise<readonly Item[]> {
  const items = select(draft, request.what).filter(item => mayRemove(draft, item));
  if (items.length === 0) return [];
  const fate = askForFate(draft);
  const planned: Item[] = [];
  for (const item of items) {
    if (draft.slices.due) await draft.slices.pause();
    if (await planRemoval(draft, item, fate)) planned.push(item);
  }
  return planned;
}

/** Without a trash there is no default: what cannot be brought back needs a word. */
function askForFate(draft: Draft): Fate {
  const { hasTrash } = draft.context;
  const answer = draft.ask({
    id: 'removal',
    kind: 'removal',
    text: message('Where shall it go?'),
    why: hasTrash
      ? message('the trash can give it back')
      : message('there is no trash here: what is deleted is gone'),
    choices: [
      ...(hasTrash ? [{ value: 'trash', label: message('Into the trash') }] : []),
      {
        value: 'backup',
        label: message('Into a backup folder beside its root'),
        why: message('no product reads it there, and undo brings it back'),
      },
      { value: 'permanently', label: message('Delete it for good'), why: message('nothing brings it back') },
    ],
    default: hasTrash ? 'trash' : null,
  });
  return (answer ?? 'backup') as Fate;
}

function mayRemove(draft: Draft, { from, candidate }: Item): boolean {
  if (draft.context.files.mayWrite(path.dirname(from))) return true;
  const text = message('{0} is read-only: nothing in it can be deleted', { path: path.dirname(from) });
  draft.refuse('read-only', text, from, candidate);
  return false;
}

/** Plans one removal, of a link only the link. Out: false where it is refused. */
export async function planRemoval(draft: Draft, item: Item, fate: Fate): Promise<boolean> {
  const { from, candidate } = item;
  const fingerprint = await draft.fingerprintOf(from, candidate);
  if (fingerprint === null) return false;
  draft.nextUnit();
  const place = { path: from };
  if (fate === 'trash') {
    const text = message('put {0} into the trash', place);
    draft.add({ kind: 'trash', from, to: null, fingerprint, text });
  } else if (fate === 'permanently') {
    draft.add({ kind: 'delete', from, to: null, fingerprint, text: message('delete {0} for good', place) });
  } else {
    const to = draft.backupPlace(from);
    const text = message('put {0} away as {1}', place, { path: to });
    draft.add({ kind: 'set-aside', from, to, fingerprint, text });
  }
  return true;
}

/** Plans to remove a root that has nothing in it, and so only hides another one. */
export function planEmptyRoot(draft: Draft, id: string): void {
  const root = draft.context.resolution.roots.find(other => other.id === id);
  const location = root?.location ?? id;
  const refusal = root ? whyNotRemovable(draft, location) : (['unknown', notThere(location)] as const);
  if (refusal) {
    draft.refuse(refusal[0], refusal[1], location);
    return;
  }
  draft.nextUnit();
  const text = message('remove the empty directory {0}', { path: location });
  draft.add({ kind: 'remove-directory', from: location, to: null, optional: false, text });
}

function whyNotRemovable(draft: Draft, location: string): readonly [code: string, text: Message] | null {
  const { files, restricted } = draft.context;
  if (restricted) return ['restricted', message('this folder is not trusted: nothing in it is changed')];
  const state = files.linkState(location);
  if (isFault(state)) return ['unknown', notThere(location)];
  if (state.kind !== 'directory')
    return ['link', message('{0} is a link, not a directory', { path: location })];
  const listed = files.readDirectory(location);
  if (isFault(listed) || listed.length > 0) {
    return ['not-empty', message('{0} is not empty', { path: location })];
  }
  const above = path.dirname(location);
  if (!files.mayWrite(above))
    return ['read-only', message('{0} is read-only: nothing in it can be deleted', { path: above })];
  return null;
}

function notThere(location: string): Message {
  return message('{0} is not there any more', { path: location });
}
