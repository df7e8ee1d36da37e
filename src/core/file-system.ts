/**
 * The few questions that the core asks a file system, all synchronous (see `slices.ts`) and none of them throwing:
 * what goes wrong comes back as a code such as `ENOENT`. A name that is not UTF-8 keeps its bytes as lone
 * surrogates U+DC80 to U+DCFF, as Python has it, so that it can be shown and opened all the same.
 */
import * as fs from 'node:fs';

export type FileKind = 'file' | 'directory' | 'link' | 'pipe' | 'socket' | 'other';

export interface DirectoryEntry {
  readonly name: string;
  /** What the entry itself is: a link is not followed. `unknown` where the file system does not say. */
  readonly kind: FileKind | 'unknown';
  /** The path of the directory with the name, where somebody has put it together already. */
  readonly location?: string;
}

export interface FileState {
  readonly kind: FileKind;
  /** In bytes. */
  readonly size: number;
  /** Time of the last change of content, in milliseconds since 1970. */
  readonly modified: number;
  readonly inode: number;
  /** Permission bits, such as 0o755. */
  readonly mode: number;
  /** Time of the last change of content or of anything else about the file, where the file system keeps it. */
  readonly changed?: number;
}

/** The code of the error in place of an answer, such as `ENOENT`, `EACCES`, `ELOOP`. */
export interface FileSystemFault {
  readonly fault: string;
}

/** An open file, read from start to end. */
export interface FileReader {
  /**
   * The next bytes, at most `length`; empty at the end of the file.
   * @param into where they may be put, instead of into memory of their own: then they last until the next read into it
   * @param expected how many bytes a file of the size that is known would give: after just as many no more are asked for
   */
  read(length: number, into?: Uint8Array, expected?: number): Uint8Array | FileSystemFault;
  close(): void;
}

/** An open directory, listed from start to end. */
export interface DirectoryReader {
  /** The next entry; null after the last one. */
  next(): DirectoryEntry | null | FileSystemFault;
  close(): void;
}

export interface FileSystem {
  readDirectory(path: string): readonly DirectoryEntry[] | FileSystemFault;
  /** Lists a directory piece by piece, for the sake of huge ones. Where it is missing, `readDirectory` does. */
  openDirectory?(path: string): DirectoryReader | FileSystemFault;
  /** Follows links. */
  state(path: string): FileState | FileSystemFault;
  /** Does not follow the last link. */
  linkState(path: string): FileState | FileSystemFault;
  readLink(path: string): string | FileSystemFault;
  /** The path with every link followed. */
  realPath(path: string): string | FileSystemFault;
  /** Opens a regular file. Never call it for anything else: opening a pipe would wait for its other end. */
  open(path: string): FileReader | FileSystemFault;
}

/** Whether an answer is a fault. */
export function isFault(answer: unknown): answer is FileSystemFault {
  return typeof answer === 'object' && answer !== null && 'fault' in answer;
}

/** Whether a directory is at the path, links followed; any error counts as no (rule 14). */
export function isDirectory(files: FileSystem, path: string): boolean {
  const state = files.state(path);
  return !isFault(state) && state.kind === 'directory';
}

/** Whether anything is at the path, links followed; any error counts as no (rule 8). */
export function exists(files: FileSystem, path: string): boolean {
  return !isFault(files.state(path));
}

/** The fault that an error of Node's stands for. */
export function faultOf(error: unknown): FileSystemFault {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return { fault: typeof code === 'string' ? code : 'EIO' };
}

/** The text of a name or path: bytes that are not UTF-8 become lone surrogates; the way back is `native`. */
export function decodeName(bytes: Buffer): string {
  let text = '';
  let rest = bytes;
  while (rest.length > 0) {
    let good = rest.length;
    while (good > 0 && !isValid(rest.subarray(0, good))) good = Math.min(good - 1, firstInvalid(rest));
    text += rest.subarray(0, good).toString('utf8');
    if (good < rest.length) text += String.fromCharCode(0xdc00 + rest[good]!);
    rest = rest.subarray(good + 1);
  }
  return text;
}

function isValid(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}

function firstInvalid(bytes: Buffer): number {
  let start = 0;
  while (start < bytes.length) {
    const lead = bytes[start]!;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (!isValid(bytes.subarray(start, start + length)) || start + length > bytes.length) return start;
    start += length;
  }
  return start;
}

/** The path as Node needs it: as bytes where a name in it is not UTF-8. */
export function native(path: string): string | Buffer {
  if (path.isWellFormed()) return path;
  const parts: Buffer[] = [];
  for (const part of path.split(/((?<![\ud800-\udbff])[\udc80-\udcff])/)) {
    const unit = part.length === 1 ? part.charCodeAt(0) : 0;
    parts.push(unit >= 0xdc80 && unit <= 0xdcff ? Buffer.of(unit - 0xdc00) : Buffer.from(part, 'utf8'));
  }
  return Buffer.concat(parts);
}

/** What an entry of a directory, or a file, is. */
export function kindOf(entry: fs.Dirent | fs.Stats): FileKind | 'unknown' {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isFIFO()) return 'pipe';
  if (entry.isSocket()) return 'socket';
  if (entry.isBlockDevice() || entry.isCharacterDevice()) return 'other';
  return 'unknown';
}

/** What the core knows of a file, of all that Node tells. */
export function stateOf(stats: fs.Stats): FileState {
  const kind = kindOf(stats);
  return {
    kind: kind === 'unknown' ? 'other' : kind,
    size: stats.size,
    modified: stats.mtimeMs,
    inode: stats.ino,
    mode: stats.mode & 0o7777,
    changed: stats.ctimeMs,
  };
}

/** A regular file may have become a pipe since it was looked at: O_NONBLOCK keeps that from waiting for ever. */
export const READ = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);

function closeQuietly(descriptor: number): void {
  try {
    fs.closeSync(descriptor);
  } catch {
    // Nothing was written, so there is nothing that closing could lose.
  }
}

class NodeFileReader implements FileReader {
  constructor(private readonly descriptor: number) {}

  read(length: number, into?: Uint8Array, expected = length): Uint8Array | FileSystemFault {
    try {
      const buffer = into && into.length >= length ? into : Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const count = fs.readSync(this.descriptor, buffer, filled, length - filled, null);
        filled += count;
        if (count === 0 || filled === expected) break;
      }
      return buffer.subarray(0, filled);
    } catch (error) {
      return faultOf(error);
    }
  }

  close(): void {
    closeQuietly(this.descriptor);
  }
}

/** Entries of a directory that are fetched at once. */
const ENTRIES_AT_ONCE = 256;

class NodeDirectoryReader implements DirectoryReader {
  /** Entries whose names may not be UTF-8 come last, when their bytes have been asked for. */
  private odd: DirectoryEntry[] | undefined;
  private anyOdd = false;

  constructor(
    private readonly path: string,
    private readonly directory: fs.Dir,
  ) {}

  next(): DirectoryEntry | null | FileSystemFault {
    try {
      for (;;) {
        const entry = this.directory.readSync();
        if (!entry) break;
        if (!entry.name.includes('\ufffd')) return { name: entry.name, kind: kindOf(entry) };
        this.anyOdd = true;
      }
      if (!this.anyOdd) return null;
      this.odd ??= oddEntries(this.path);
      return this.odd.pop() ?? null;
    } catch (error) {
      return faultOf(error);
    }
  }

  close(): void {
    try {
      this.directory.closeSync();
    } catch {
      // As with files.
    }
  }
}

/** The entries whose names are not UTF-8, or hold U+FFFD itself. */
function oddEntries(path: string): DirectoryEntry[] {
  return fs.readdirSync(native(path), { withFileTypes: true, encoding: 'buffer' }).flatMap(entry => {
    const bytes = entry.name as unknown as Buffer;
    if (!bytes.toString('utf8').includes('\ufffd')) return [];
    return [{ name: decodeName(bytes), kind: kindOf(entry as unknown as fs.Dirent) }];
  });
}

function openDirectory(path: string): DirectoryReader | FileSystemFault {
  try {
    return new NodeDirectoryReader(path, fs.opendirSync(native(path), { bufferSize: ENTRIES_AT_ONCE }));
  } catch (error) {
    return faultOf(error);
  }
}

function readDirectory(path: string): readonly DirectoryEntry[] | FileSystemFault {
  try {
    const entries = fs.readdirSync(native(path), { withFileTypes: true });
    const usual: DirectoryEntry[] = [];
    for (const entry of entries) {
      if (!entry.name.includes('\ufffd')) usual.push({ name: entry.name, kind: kindOf(entry) });
    }
    return usual.length === entries.length ? usual : [...usual, ...oddEntries(path)];
  } catch (error) {
    return faultOf(error);
  }
}

/**
 * Reads a small regular file of this machine in one go: opens it, reads once, and closes it. How many bytes came is no
 * more than a sign of how many there are. Like `open`, never to be called for anything else.
 */
export function readAtOnce(path: string, into: Buffer): number | FileSystemFault {
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(native(path), READ);
    return fs.readSync(descriptor, into, 0, into.length, null);
  } catch (error) {
    return faultOf(error);
  } finally {
    if (descriptor !== undefined) closeQuietly(descriptor);
  }
}

const small = Buffer.allocUnsafeSlow(64 * 1024);

/** Bytes above which no file is read by `readSmallText`. */
export const LARGEST_SMALL = small.length - 1;

/**
 * The text of a small regular file of this machine, in fewer steps than looking at it first. Undefined where there is
 * anything else: a link, a larger or empty file, bytes that are not UTF-8, U+FFFD, a fault, or a system that cannot open a
 * file only if it is no link. Then the other questions tell. A pipe is not waited for, and since reading at a position
 * fails for one, nothing is taken out of it.
 * @param isPlain whether the disk is known to give all that there is at once
 */
export function readSmallText(path: string, isPlain: boolean): string | undefined {
  // Windows.
  if (fs.constants.O_NOFOLLOW === undefined) return undefined;
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(native(path), READ | fs.constants.O_NOFOLLOW);
    const length = fs.readSync(descriptor, small, 0, small.length, 0);
    if (length === 0 || length === small.length) return undefined;
    // Some file systems give less than there is: only nothing more is the end.
    if (!isPlain && fs.readSync(descriptor, small, length, 1, length) !== 0) return undefined;
    const text = small.toString('utf8', 0, length);
    return text.includes('\ufffd') ? undefined : text;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeQuietly(descriptor);
  }
}

/** The file system of this machine. */
export const nodeFileSystem: FileSystem = {
  readDirectory,
  openDirectory,
  state(path) {
    try {
      const stats = fs.statSync(native(path), { throwIfNoEntry: false });
      return stats ? stateOf(stats) : { fault: 'ENOENT' };
    } catch (error) {
      return faultOf(error);
    }
  },
  linkState(path) {
    try {
      const stats = fs.lstatSync(native(path), { throwIfNoEntry: false });
      return stats ? stateOf(stats) : { fault: 'ENOENT' };
    } catch (error) {
      return faultOf(error);
    }
  },
  readLink(path) {
    try {
      return decodeName(fs.readlinkSync(native(path), { encoding: 'buffer' }));
    } catch (error) {
      return faultOf(error);
    }
  },
  realPath(path) {
    try {
      return decodeName(fs.realpathSync.native(native(path), { encoding: 'buffer' }));
    } catch (error) {
      return faultOf(error);
    }
  },
  open(path) {
    try {
      return new NodeFileReader(fs.openSync(native(path), READ));
    } catch (error) {
      return faultOf(error);
    }
  },
};
