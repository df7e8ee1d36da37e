/** Reading a whole file that ought to be small, such as a configuration. */
import { type FileSystem, type FileSystemFault, isFault } from './file-system';

/** Bytes. A configuration is a few kilobytes; this only keeps a wrong path from filling the memory. */
const LARGEST = 4 * 1024 * 1024;

/** The bytes of a regular file, or why they cannot be had: `EFBIG` where there are more than 4 MB. */
export function readSmallFile(files: FileSystem, file: string): Uint8Array | FileSystemFault {
  const state = files.state(file);
  if (isFault(state)) return state;
  if (state.kind === 'directory') return { fault: 'EISDIR' };
  if (state.kind !== 'file') return { fault: 'ENXIO' };
  if (state.size > LARGEST) return { fault: 'EFBIG' };
  const reader = files.open(file);
  if (isFault(reader)) return reader;
  const bytes = reader.read(Math.max(state.size, 64 * 1024));
  reader.close();
  return bytes;
}
