/** The temporary folders of a plan: which are still there, and removing them where they are empty. */
import * as path from 'node:path';
import { isFault } from '../file-system';
import type { Operation } from './types';
import { leaveWorkplaces, workplaceCandidates } from './workplace';
import type { WritableFiles } from './writable-files';

/** Everything in the temporary folders of a plan, and those folders that are empty. */
export function leftoversOf(
  files: WritableFiles,
  id: string,
  operations: readonly Operation[],
): readonly string[] {
  const found = new Set<string>();
  for (const entry of placesOf(operations)) {
    for (const candidate of workplaceCandidates(entry, id)) {
      const listed = files.readDirectory(candidate);
      if (isFault(listed)) continue;
      for (const { name } of listed) found.add(path.join(candidate, name));
      if (listed.length === 0) found.add(candidate);
    }
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
