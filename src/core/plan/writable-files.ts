/**
 * The file system port for changing things. Reading is as in the core's port (faults are answers); what changes
 * something throws instead, so that nothing goes on after a failure by oversight. Nothing here ever overwrites, but for
 * `rename` onto a file or an empty directory: its callers create the target themselves before.
 */
import * as fs from 'node:fs';
import { open } from 'node:fs/promises';
import { type FileKind, type FileSystem, type FileSystemFault, native, nodeFileSystem } from '../file-system';

/** More of a file's state than resolving needs. */
export interface FileDetails {
  readonly kind: FileKind;
  readonly size: number;
  /** Permission bits, such as 0o755. */
  readonly mode: number;
  /** In milliseconds since 1970, with fractions. */
  readonly modified: number;
  readonly accessed: number;
  /** Which file system it is on. */
  readonly device: number;
}

/** A file that is being written. */
export interface FileWriter {
  write(bytes: Uint8Array): void;
  /** Waits until what was written is on the disk. */
  sync(): void;
  close(): void;
}

/** A file of which the system says that it could not be brought to the disk. */
export interface SyncFault extends FileSystemFault {
  readonly path: string;
}

/** What planning asks beyond reading. */
export interface PlanningFiles extends FileSystem {
  /** Whether entries can be made and removed in a directory. */
  mayWrite(directory: string): boolean;
  /** Does not follow the last link. */
  details(path: string): FileDetails | FileSystemFault;
}

/** Everything that applying a plan does to a file system. Each function throws an error with a `code`. */
export interface WritableFiles extends PlanningFiles {
  /** Throws EEXIST where anything is. */
  makeDirectory(path: string): void;
  /** Throws ENOTEMPTY where anything is in it. */
  removeDirectory(path: string): void;
  /** Removes a file or a link, never what a link leads to. */
  removeFile(path: string): void;
  rename(from: string, to: string): void;
  /** A second name for a file. Throws EEXIST where anything is. */
  hardLink(from: string, to: string): void;
  /** Throws EEXIST where anything is. */
  makeLink(target: string, path: string, type: 'file' | 'directory' | 'junction'): void;
  /** Creates a file for writing. Throws EEXIST where anything is. */
  createFile(path: string, mode: number): FileWriter;
  /** Opens a file for adding to its end; creates it where there is none. */
  appendFile(path: string): FileWriter;
  setMode(path: string, mode: number): void;
  /** In milliseconds since 1970. Of a link, not of what it leads to. */
  setTimes(path: string, accessed: number, modified: number): void;
  /** Waits until the entries of a directory are on the disk. Does nothing where that cannot be done. */
  syncDirectory(path: string): void;
  /**
   * Waits until files are on the disk: several at a time, since a disk writes many in little more time than
   * one. Out: the first that could not be; null where all are.
   */
  syncFiles(paths: readonly string[]): Promise<SyncFault | null>;
  /** The same for the entries of directories; those that cannot be synced at all are passed over. */
  syncDirectories(paths: readonly string[]): Promise<SyncFault | null>;
}

class NodeFileWriter implements FileWriter {
  constructor(private readonly descriptor: number) {}

  write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      done += fs.writeSync(this.descriptor, bytes, done, bytes.length - done);
    }
  }

  sync(): void {
    fs.fsyncSync(this.descriptor);
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}

/** How many files wait for the disk at a time: as many as Node has threads for it. */
const SYNCED_AT_ONCE = 4;

/** Windows cannot open a directory, and some file systems cannot sync one. */
const CANNOT_SYNC = new Set(['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EACCES', 'EBADF']);

async function syncEach(
  paths: readonly string[],
  flags: string,
  passedOver: ReadonlySet<string>,
): Promise<SyncFault | null> {
  const waiting = [...paths].reverse();
  let first: SyncFault | null = null;
  const worker = async () => {
    for (let path = waiting.pop(); path !== undefined && first === null; path = waiting.pop()) {
      try {
        const file = await open(native(path), flags);
        await file.sync().finally(() => file.close());
      } catch (error) {
        const fault = codeOf(error);
        if (!passedOver.has(fault)) first ??= { fault, path };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(SYNCED_AT_ONCE, paths.length) }, worker));
  return first;
}

const KINDS: readonly (readonly [(stats: fs.Stats) => boolean, FileKind])[] = [
  [stats => stats.isFile(), 'file'],
  [stats => stats.isDirectory(), 'directory'],
  [stats => stats.isSymbolicLink(), 'link'],
  [stats => stats.isFIFO(), 'pipe'],
  [stats => stats.isSocket(), 'socket'],
];

/** The file system of this machine. */
export const nodeWritableFiles: WritableFiles = {
  ...nodeFileSystem,
  mayWrite(directory) {
    try {
      fs.accessSync(native(directory), fs.constants.W_OK | fs.constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
  details(path) {
    try {
      const stats = fs.lstatSync(native(path));
      const kind = KINDS.find(([is]) => is(stats))?.[1] ?? 'other';
      const { size, mtimeMs, atimeMs, dev } = stats;
      return { kind, size, mode: stats.mode & 0o7777, modified: mtimeMs, accessed: atimeMs, device: dev };
    } catch (error) {
      return { fault: codeOf(error) };
    }
  },
  makeDirectory: path => fs.mkdirSync(native(path)),
  removeDirectory: path => fs.rmdirSync(native(path)),
  removeFile: path => fs.unlinkSync(native(path)),
  rename: (from, to) => fs.renameSync(native(from), native(to)),
  hardLink: (from, to) => fs.linkSync(native(from), native(to)),
  makeLink: (target, path, type) =>
    fs.symlinkSync(native(target), native(path), type === 'directory' ? 'dir' : type),
  createFile: (path, mode) => new NodeFileWriter(fs.openSync(native(path), 'wx', mode)),
  appendFile: path => new NodeFileWriter(fs.openSync(native(path), 'a', 0o600)),
  setMode: (path, mode) => fs.chmodSync(native(path), mode),
  // Node cuts to microseconds: with half of one added it rounds, and a time that was one stays as it is.
  setTimes: (path, accessed, modified) =>
    fs.lutimesSync(native(path), accessed / 1000 + 5e-7, modified / 1000 + 5e-7),
  syncDirectory(path) {
    let descriptor: number | undefined;
    try {
      descriptor = fs.openSync(native(path), 'r');
      fs.fsyncSync(descriptor);
    } catch (error) {
      if (!CANNOT_SYNC.has(codeOf(error))) throw error;
    } finally {
      if (descriptor !== undefined) fs.closeSync(descriptor);
    }
  },
  // Windows flushes only what is open for writing.
  syncFiles: paths => syncEach(paths, process.platform === 'win32' ? 'r+' : 'r', new Set()),
  syncDirectories: paths => syncEach(paths, 'r', CANNOT_SYNC),
};

/** The code of a thrown error, such as `ENOSPC`. */
export function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return typeof code === 'string' ? code : 'EIO';
}
