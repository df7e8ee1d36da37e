/** The temporary folders of a plan: which are still there, and removing them where they are empty. */
import * as path from 'node:path';
import { isFault } from '../file-system';
import type { Journal } from './journal';
import type { Operation } from './types';
import { leaveWorkplaces, workplaceCandidates } from './workplace';
import type { WritableFiles } from './writable-files';

/**
 * Everything that an interrupted plan leaves about: what is in its temporary folders, these folders where they are empty,
 * and the directories and backups that it made for skills that it did not get to.
 */
export function leftoversOf(
  files: WritableFiles,
  { id, records }: Pick<Journal, 'id' | 'records'>,
): readonly string[] {
  const found = new Set<string>();
  for (const entry of placesOf(records.map(({ operation }) => operation))) {
    for (const candidate of workplaceCandidates(entry, id)) {
      const listed = files.readDirectory(candidate);
      if (isFault(listed)) continue;
      for (const { name } of listed) found.add(path.join(candidate, name));
      if (listed.length === 0) found.add(candidate);
    }
  }
  const unfinished = new Set(
    records.filter(({ done, reverts }) => !done && reverts === null).map(({ operation }) => operation.unit),
  );
  for (const { operation, started, nothing } of records) {
    if (!started || nothing || !unfinished.has(operation.unit)) continue;
    if (operation.kind !== 'make-directory' && operation.kind !== 'set-aside') continue;
    if (!isFault(files.linkState(operation.to))) found.add(operation.to);
  }
  return [...found].sort();
}

/** Removes the temporary folders that are empty. Out: those that are not. */
export function leaveAll(
  files: WritableFiles,
  id: string,
  operations: readonly Operation[],
): readonly string[] {
  return placesOf(operations).flatMap(entry => leaveWorkplaces(files, entry, id));
}

/** One entry of each root that is touched: the temporary folder goes by the root. */
function placesOf(operations: readonly Operation[]): readonly string[] {
  const byRoot = new Map<string, string>();
  for (const { from, to } of operations) {
    for (const entry of [from, to]) if (entry !== null) byRoot.set(path.dirname(entry), entry);
  }
  return [...byRoot.values()];
}
