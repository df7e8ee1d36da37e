/** Listing a directory that may be huge. */
import { type DirectoryEntry, type FileSystem, type FileSystemFault, isFault } from './file-system';
import type { Slices } from './slices';

/** How many entries are taken between two looks at the clock. */
const BATCH = 64;

/** The entries of a directory, listed in slices of time. */
export async function listInSlices(
  files: FileSystem,
  directory: string,
  slices: Slices,
): Promise<readonly DirectoryEntry[] | FileSystemFault> {
  if (!files.openDirectory || slices.isOne) return files.readDirectory(directory);
  const reader = files.openDirectory(directory);
  if (isFault(reader)) return reader;
  const entries: DirectoryEntry[] = [];
  try {
    for (;;) {
      const entry = reader.next();
      if (entry === null) return entries;
      if (isFault(entry)) return entry;
      entries.push(entry);
      if (entries.length % BATCH === 0 && slices.due) await slices.pause();
    }
  } finally {
    reader.close();
  }
}
