/** The questions of `FileSystem`, for a disk whose answers cannot be waited for. */
import * as fs from 'node:fs/promises';
import {
  type DirectoryEntry,
  decodeName,
  type FileState,
  type FileSystemFault,
  faultOf,
  kindOf,
  native,
  READ,
  stateOf,
} from '../file-system';

/** None of them rejects. */
export interface AsyncFiles {
  readDirectory(path: string): Promise<readonly DirectoryEntry[] | FileSystemFault>;
  state(path: string): Promise<FileState | FileSystemFault>;
  linkState(path: string): Promise<FileState | FileSystemFault>;
  readLink(path: string): Promise<string | FileSystemFault>;
  realPath(path: string): Promise<string | FileSystemFault>;
  /** The bytes of a regular file; `EFBIG` where there are very many. */
  content(path: string): Promise<Uint8Array | FileSystemFault>;
}

export type Question = keyof AsyncFiles;

/** Bytes. A larger file is not fetched over a network only to look for bytes that are not UTF-8. */
const LARGEST = 16 * 1024 * 1024;

const PIECE = 64 * 1024;

/** The file system of this machine. Each open question occupies one of the few threads that Node has for all of them. */
export const nodeAsyncFiles: AsyncFiles = {
  readDirectory: path =>
    answer(async () => {
      const entries = await fs.readdir(native(path), { withFileTypes: true, encoding: 'buffer' });
      return entries.map(entry => ({
        name: decodeName(entry.name as unknown as Buffer),
        kind: kindOf(entry as unknown as Parameters<typeof kindOf>[0]),
      }));
    }),
  state: path => answer(async () => stateOf(await fs.stat(native(path)))),
  linkState: path => answer(async () => stateOf(await fs.lstat(native(path)))),
  readLink: path => answer(async () => decodeName(await fs.readlink(native(path), { encoding: 'buffer' }))),
  realPath: path => answer(async () => decodeName(await fs.realpath(native(path), { encoding: 'buffer' }))),
  content: path => answer(() => content(path)),
};

async function answer<T>(ask: () => Promise<T>): Promise<T | FileSystemFault> {
  try {
    return await ask();
  } catch (error) {
    return faultOf(error);
  }
}

async function content(path: string): Promise<Uint8Array | FileSystemFault> {
  const file = await fs.open(native(path), READ);
  try {
    const pieces: Uint8Array[] = [];
    for (let length = 0; length <= LARGEST; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, null);
      if (bytesRead === 0) return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      // A small file does not keep all of the memory that it was read into.
      pieces.push(Buffer.from(buffer.subarray(0, bytesRead)));
      length += bytesRead;
    }
    return { fault: 'EFBIG' };
  } finally {
    await file.close().catch(() => {});
  }
}
