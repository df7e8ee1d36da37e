/** One short text for the state of a file, link or whole folder: it tells whether anything changed in between. */
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { type FileState, type FileSystem, type FileSystemFault, isFault } from '../file-system';
import { compareCodePoints } from '../python-text';
import type { Slices } from '../slices';

/** Files up to this size, in bytes, count by their content; larger ones by size and time of change. */
const LARGEST_HASHED = 4 * 1024 * 1024;

const CHUNK = 256 * 1024;

/**
 * Takes in every name, kind, permission, link target and content below a path. Links are not followed. Two trees with
 * the same content in different places have the same fingerprint.
 * Out: the fault of the first thing that cannot be read, with its path.
 * @throws only the reason of a cancelled signal
 */
export async function fingerprint(
  files: FileSystem,
  location: string,
  slices: Slices,
): Promise<string | (FileSystemFault & { readonly path: string })> {
  const hash = createHash('sha256');
  const fault = await addEntry(location, '');
  return fault ?? hash.digest('base64url');

  async function addEntry(file: string, below: string): Promise<(FileSystemFault & { path: string }) | null> {
    if (slices.due) await slices.pause();
    const state = files.linkState(file);
    if (isFault(state)) return { ...state, path: file };
    // A link's own permissions mean nothing, and differ between systems.
    hash.update(`${state.kind}\0${below}\0${state.kind === 'link' ? 0 : state.mode}\0`);
    if (state.kind === 'directory') return addFolder(file, below);
    if (state.kind === 'file') return addFile(file, state);
    if (state.kind !== 'link') return null;
    const target = files.readLink(file);
    if (isFault(target)) return { ...target, path: file };
    hash.update(`${target}\0`);
    return null;
  }

  async function addFolder(folder: string, below: string) {
    const entries = files.readDirectory(folder);
    if (isFault(entries)) return { ...entries, path: folder };
    for (const name of entries.map(entry => entry.name).sort(compareCodePoints)) {
      const fault = await addEntry(path.join(folder, name), `${below}/${name}`);
      if (fault) return fault;
    }
    return null;
  }

  async function addFile(file: string, state: FileState) {
    hash.update(`${state.size}\0`);
    if (state.size > LARGEST_HASHED) {
      hash.update(`${state.modified}\0`);
      return null;
    }
    const reader = files.open(file);
    if (isFault(reader)) return { ...reader, path: file };
    try {
      // One byte more than there should be, so that a file that grew meanwhile is another one.
      for (let left = state.size + 1; left > 0; ) {
        const bytes = reader.read(Math.min(CHUNK, left));
        if (isFault(bytes)) return { ...bytes, path: file };
        hash.update(bytes);
        left -= bytes.length;
        if (bytes.length === 0) break;
      }
      return null;
    } finally {
      reader.close();
    }
  }
}
