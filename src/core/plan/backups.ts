/** What was replaced or deleted but kept: finding it again, and putting it back. */
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';
import { message } from '../message';
import { compareCodePoints } from '../python-text';
import type { Resolution } from '../types';
import type { PlanContext } from './context';
import { BACKUPS, type Draft } from './draft';
import { readJournals } from './journal';
import { planDirectly } from './make-plan';
import { isWithin } from './manifest';
import type { Plan } from './types';

/** One thing that is kept. */
export interface Backup {
  readonly path: string;
  /** The name of its folder: the time in UTC, such as `20260102-030405`. */
  readonly stamp: string;
  /** Where it was before; null where nothing says so. */
  readonly from: string | null;
}

/**
 * All backups that the journals tell of, and those beside the directories of a resolution; the newest first.
 * @param storage directory with the journals
 * @throws PlanFailure where the journals are there but cannot be listed
 */
export function findBackups(files: FileSystem, { roots }: Resolution, storage: string): readonly Backup[] {
  const found = new Map<string, Backup>();
  const add = (place: string, from: string | null) => {
    if (isFault(files.linkState(place))) return;
    found.set(place, { path: place, stamp: path.basename(path.dirname(place)), from });
  };
  const places = roots.flatMap(({ location, path: real }) => [location, real]);
  for (const root of new Set(places)) {
    for (const base of [path.dirname(root), root]) {
      const siblings = places.filter(other => path.dirname(other) === base || other === base);
      for (const place of entriesOf(files, base)) {
        const isSure = new Set(siblings).size === 1 && !/-SKILL\.md$/.test(place);
        add(place, isSure ? path.join(root, path.basename(place)) : null);
      }
    }
  }
  for (const { records } of [...readJournals(files, storage)].reverse()) {
    for (const { operation, done } of records) {
      if (done && operation.kind === 'set-aside' && isBackup(operation.to)) add(operation.to, operation.from);
    }
  }
  return [...found.values()].sort(
    (a, b) => compareCodePoints(b.stamp, a.stamp) || compareCodePoints(a.path, b.path),
  );
}

function entriesOf(files: FileSystem, base: string): readonly string[] {
  const list = (folder: string) => {
    const listed = files.readDirectory(folder);
    return isFault(listed) ? [] : listed.map(({ name }) => path.join(folder, name));
  };
  return list(path.join(base, BACKUPS)).flatMap(list);
}

function isBackup(place: string): boolean {
  return path.basename(path.dirname(path.dirname(place))) === BACKUPS;
}

/**
 * Plans to put a backup back.
 * @param to where it goes
 * @throws only the reason of the context's signal
 */
export async function planRestore(context: PlanContext, backup: Backup, to: string): Promise<Plan> {
  const title = message('Put back {0}', path.basename(to));
  return planDirectly(context, { kind: 'restore', backup: backup.path }, title, async draft => {
    const from = backup.path;
    const { files } = context;
    if (draft.isTaken(to)) {
      draft.refuse('in-the-way', message('something else is at {0} now', { path: to }), from);
      return;
    }
    const folder = path.dirname(to);
    if (!draft.mayWrite(folder) || !files.mayWrite(path.dirname(from))) {
      draft.refuse('read-only', message('{0} is read-only', { path: folder }), from);
      return;
    }
    const fingerprint = await draft.fingerprintOf(from);
    const state = files.linkState(from);
    if (fingerprint === null || isFault(state)) return;
    const shape = state.kind === 'link' ? 'link' : state.kind === 'directory' ? 'tree' : 'file';
    draft.nextUnit();
    draft.makeDirectory(folder);
    const text = message('put {0} back to {1}', { path: from }, { path: to });
    draft.add({ kind: 'move', from, to, shape, changes: [], fingerprint, text });
  });
}

/** Advice where backups would get into a repository. */
export function noteBackups({ operations, notes, context }: Draft): void {
  const { projectRoot } = context.resolution;
  const kept = operations.find(({ kind, to }) => kind === 'set-aside' && isWithin(projectRoot, to ?? ''));
  if (!kept?.to || isFault(context.files.state(path.join(projectRoot, '.git')))) return;
  const goesOn = operations.some(({ kind, from }) => kind === 'trash' && from === kept.to);
  if (goesOn || isIgnored(context.files, projectRoot)) return;
  notes.push({
    severity: 'information',
    code: 'backups-in-repository',
    text: message('backups are kept in folders {0}: name them in .gitignore', BACKUPS),
    path: path.dirname(path.dirname(kept.to)),
  });
}

/** Whether the repository's own list of what git leaves alone names the folder. */
function isIgnored(files: FileSystem, projectRoot: string): boolean {
  const file = path.join(projectRoot, '.gitignore');
  const state = files.state(file);
  const reader = isFault(state) || state.kind !== 'file' ? state : files.open(file);
  if (isFault(reader) || !('read' in reader) || isFault(state)) return false;
  const bytes = reader.read(state.size);
  reader.close();
  return !isFault(bytes) && Buffer.from(bytes).toString('latin1').includes(BACKUPS);
}
