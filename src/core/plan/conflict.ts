/** What to do where a target is there already. */

import * as path from 'node:path';
import { type Comparison, compareSkills } from '../compare';
import { type FileSystem, isDirectory, isFault } from '../file-system';
import { foldName } from '../fold-name';
import { message } from '../message';
import { SKILL_FILE } from '../scan/skill-file-names';
import { skillPath } from '../skill-path';
import type { Draft } from './draft';
import { contentOf } from './inner-links';
import { isWithin } from './manifest';
import { freeName, whyBadName } from './names';
import type { Item } from './selection';
import type { Choice, Conflict } from './types';

/** Where a skill goes after all. Null: nowhere. */
export interface Target {
  readonly to: string;
  /** What becomes of the one that is there. */
  readonly replace: 'backup' | 'trash' | null;
  /** The other name that it gets so that both can be kept. */
  readonly newName: string | null;
  /** The same is there: the source is one too many, and is to go. */
  readonly removeSource: boolean;
}

const SKIP: Choice = { value: 'skip', label: message('Skip it') };

/** Looks whether the target is free, and asks what to do where it is not. */
export async function settleTarget(
  draft: Draft,
  item: Item,
  to: string,
  kind: 'copy' | 'move',
): Promise<Target | null> {
  const free = { to, replace: null, newName: null, removeSource: false };
  if (!draft.isTaken(to)) return free;
  if (isOneEntry(draft.context.files, item.from, to)) {
    draft.skip('already-there', message('it is there already'), item.from, item.candidate);
    return null;
  }
  const planned = draft.plannedAt(to);
  const existing = planned ? skillPath(planned) : to;
  const comparison = await compare(draft, item, existing);
  const isLinkToIt = !planned && leadsTo(draft, to, item.from);
  const identical = !isLinkToIt && comparison.complete && comparison.differences.length === 0;
  if (identical && kind === 'copy') {
    const text = message('the same is in {0} already', { path: path.dirname(to) });
    draft.skip('identical', text, item.from, item.candidate);
    return null;
  }
  const common = { candidate: item.candidate.id, source: item.from, target: to, kind: 'conflict' } as const;
  const answer = draft.askConflict({
    ...common,
    id: `conflict:${item.candidate.id}`,
    ...(identical
      ? await sameThere(draft, item, existing, to)
      : isLinkToIt
        ? linkThere(item, to)
        : anotherThere(draft, to, planned !== undefined)),
    identical,
    differences: comparison.differences,
  });
  switch (answer) {
    case 'replace':
      return { ...free, replace: 'backup' };
    case 'replace-trash':
      return { ...free, replace: 'trash' };
    case 'keep-both':
      return underNewName(draft, item, to);
    case 'remove-source':
      return { ...free, removeSource: true };
    default: {
      const text = identical
        ? message('the same is in {0} already', { path: path.dirname(to) })
        : message('something else is at {0}', { path: to });
      draft.skip(identical ? 'identical' : 'conflict', text, item.from, item.candidate);
      return null;
    }
  }
}

type Said = Pick<Conflict, 'text' | 'why' | 'choices' | 'default'>;

function anotherThere(draft: Draft, to: string, isPlanned: boolean): Said {
  const keep: Choice = { value: 'keep-both', label: message('Keep both, this one under another name') };
  const replace: Choice[] = [
    {
      value: 'replace',
      label: message('Replace it, and keep the old one as a backup'),
      why: message('undo brings it back'),
    },
    {
      value: 'replace-trash',
      label: message('Replace it, and put the old one into the trash'),
    },
  ];
  return {
    text: message('{0} is there already, and is not the same', { path: to }),
    why: isPlanned
      ? message('another skill goes there by this very plan')
      : message('nothing is overwritten unasked'),
    choices: isPlanned ? [SKIP, keep] : [SKIP, keep, ...replace.slice(0, draft.context.hasTrash ? 2 : 1)],
    default: 'skip',
  };
}

function linkThere(item: Item, to: string): Said {
  return {
    text: message('{0} is a link to {1}', { path: to }, { path: item.from }),
    why: message('the skill can take the place of the link'),
    choices: [SKIP, { value: 'replace', label: message('Put the skill in the place of the link') }],
    default: 'skip',
  };
}

/** The source may only go where the other one can do without it. */
async function sameThere(draft: Draft, item: Item, existing: string, to: string): Promise<Said> {
  const { files } = draft.context;
  const { links } = await contentOf(files, existing, draft.slices);
  const leans = links.some(({ leadsTo, path: inside }) => {
    const real = files.realPath(path.join(existing, inside));
    return isWithin(item.from, leadsTo) || (!isFault(real) && isWithin(item.from, real));
  });
  const leave: Choice = { value: 'skip', label: message('Leave both as they are') };
  const remove: Choice = {
    value: 'remove-source',
    label: message('Remove this copy, since the same is there'),
    why: draft.context.hasTrash
      ? message('it goes into the trash')
      : message('it is kept as a backup, and undo brings it back'),
  };
  return {
    text: message('the same is at {0} already', { path: to }),
    why: message('all files, links and permissions are equal: there is nothing to move'),
    choices: leans ? [leave] : [leave, remove],
    default: 'skip',
  };
}

function underNewName(draft: Draft, item: Item, to: string): Target | null {
  const directory = path.dirname(to);
  const isTaken = (name: string) => draft.isTaken(path.join(directory, name));
  const isFlat = item.candidate.form === 'flat' && /\.md$/i.test(to);
  const name = draft.ask({
    id: `new-name:${item.candidate.id}`,
    kind: 'new-name',
    text: message('Under which name shall {0} be kept?', { path: item.from }),
    why: message('{0} is there already', { path: to }),
    choices: [],
    default: freeName(path.basename(to), isTaken),
    check: answer => {
      if (isFlat && !/\.md$/i.test(answer)) return message('a flat file ends in .md');
      return whyBadName(answer) ?? (isTaken(answer) ? message('{0} is there already', answer) : null);
    },
  });
  if (name === null) return null;
  return { to: path.join(directory, name), replace: null, newName: name, removeSource: false };
}

async function compare(draft: Draft, item: Item, existing: string): Promise<Comparison> {
  const { files } = draft.context;
  const form = isDirectory(files, existing) ? 'directory' : 'flat';
  const file = form === 'directory' ? path.join(existing, SKILL_FILE) : existing;
  if (form !== item.candidate.form) {
    return { differences: [{ path: '.', kind: 'kind' }], complete: true };
  }
  return compareSkills(files, item.candidate, { form, dir: existing, file }, draft.slices);
}

/**
 * Whether two paths are one entry of one directory, since the disk does not tell their spellings apart. What a copy would
 * be compared with, and a removal would take, is the thing itself then.
 */
export function isOneEntry(files: FileSystem, one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [files.linkState(one), files.linkState(other)];
  if (isFault(first) || isFault(second) || first.kind !== second.kind || first.inode !== second.inode)
    return false;
  const [above, otherAbove] = [files.realPath(path.dirname(one)), files.realPath(path.dirname(other))];
  if (isFault(above) || above !== otherAbove) return false;
  if (foldName(path.basename(one)) === foldName(path.basename(other))) return true;
  // Disks differ in which letters are alike: what they call the place tells, but where a link leads elsewhere.
  const [real, otherReal] = [files.realPath(one), files.realPath(other)];
  return first.kind !== 'link' && !isFault(real) && real === otherReal;
}

/** Whether a place is a link, directly or over others, to something. */
function leadsTo(draft: Draft, place: string, something: string): boolean {
  const { files } = draft.context;
  const state = files.linkState(place);
  if (isFault(state) || state.kind !== 'link') return false;
  const [real, other] = [files.realPath(place), files.realPath(something)];
  return !isFault(real) && !isFault(other) && real === other;
}
