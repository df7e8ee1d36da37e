/**
 * A file system for work that cannot be half done, or go back to the event loop: far disks are waited for, but not for
 * ever. One that does not answer in time is silent from then on: nothing there is waited for, and nothing is done there.
 */
import {
  type DirectoryEntry,
  type DirectoryReader,
  type FileReader,
  type FileSystem,
  type FileSystemFault,
  isFault,
} from '../file-system';
import type { FileWriter } from '../plan/writable-files';
import type { DiskAskers, DiskCall, OpenedThere } from './disk-calls';
import type { Places } from './places';

/** How long a far disk is waited for, in milliseconds: a question, and something that is to be done there. */
export interface Limits {
  readonly limit: number;
  readonly writeLimit: number;
}

/** The far disks, how long they are waited for, and what stands in place of an answer. */
export interface PatientDisks extends Limits {
  /** Tell which far disk a path leads to. */
  readonly places: Pick<Places, 'diskBehind'>;
  readonly askers: Pick<DiskAskers, 'ask' | 'askNow'>;
  /** Whether a disk is known not to answer. */
  isSilent(disk: string, place: string): boolean;
  /** A disk has not answered in time. */
  silence(disk: string): void;
  /** The code of the fault in place of an answer that did not come. */
  readonly fault: string;
}

/** Questions, and whether each follows the last link. What fails comes back as an answer. */
const QUESTIONS: Readonly<Record<string, boolean>> = {
  readDirectory: true,
  openDirectory: true,
  state: true,
  linkState: false,
  readLink: false,
  realPath: true,
  open: true,
  details: false,
};

/** Of functions that change something, which arguments are places: the first, where nothing is said. */
const PLACES: Readonly<Record<string, readonly number[]>> = {
  rename: [0, 1],
  hardLink: [0, 1],
  makeLink: [1],
};

/** Those that take many places, and answer once all have been seen to. */
const OF_MANY = new Set(['syncFiles', 'syncDirectories']);

type Call = (...all: unknown[]) => unknown;

/**
 * What is asked of a silent disk is a fault; what is to be done there throws an error with the same code.
 * @param files reading, or reading and writing: how disks of this machine are asked
 */
export function patientFiles<T extends FileSystem>(files: T, disks: PatientDisks): T {
  const patient: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(files) as [string, Call][])
    patient[name] = OF_MANY.has(name) ? ofMany(files, name, call, disks) : ofOne(files, name, call, disks);
  return patient as unknown as T;
}

function ofOne(files: FileSystem, name: string, call: Call, disks: PatientDisks): Call {
  const isQuestion = name in QUESTIONS;
  const follows = QUESTIONS[name] ?? name === 'mayWrite';
  const there = new There(disks, isQuestion || name === 'mayWrite' ? disks.limit : disks.writeLimit);
  return (...all) => {
    for (const index of PLACES[name] ?? [0]) {
      const place = all[index] as string;
      const disk = disks.places.diskBehind(place, follows);
      if (disk === null) continue;
      try {
        return there.call(disk, place, name, all);
      } catch (error) {
        const code = (error as { code?: string }).code;
        if (isQuestion && code !== undefined) return { fault: code };
        // Whether it may: what keeps it from being done is something else.
        if (name === 'mayWrite' && code === disks.fault) return true;
        throw error;
      }
    }
    return call.apply(files, all);
  };
}

function ofMany(files: FileSystem, name: string, call: Call, disks: PatientDisks): Call {
  return async all => {
    const byDisk = new Map<string | null, string[]>();
    for (const place of all as readonly string[]) {
      const disk = disks.places.diskBehind(place, false);
      byDisk.set(disk, [...(byDisk.get(disk) ?? []), place]);
    }
    for (const [disk, [first = '']] of byDisk)
      if (disk !== null && disks.isSilent(disk, first)) return { fault: disks.fault, path: first };
    for (const [disk, places] of byDisk) {
      const found =
        disk === null
          ? await call.apply(files, [places])
          : await inTime(disks, disk, { name, args: [places] }, places[0]!);
      if (isFault(found)) return found;
    }
    return null;
  };
}

async function inTime(disks: PatientDisks, disk: string, call: DiskCall, path: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise(resolve => {
    timer = setTimeout(() => {
      disks.silence(disk);
      resolve({ fault: disks.fault, path });
    }, disks.writeLimit);
  });
  try {
    return await Promise.race([disks.askers.ask(disk, call), late]);
  } catch (error) {
    return { fault: (error as { code: string }).code, path };
  } finally {
    clearTimeout(timer);
  }
}

/** Calls to far disks of which each has its time. */
class There {
  constructor(
    private readonly disks: PatientDisks,
    private readonly limit: number,
  ) {}

  /** @throws what the disk says, or that it says nothing */
  call(disk: string, place: string, name: string, args: readonly unknown[]): unknown {
    if (this.disks.isSilent(disk, place)) throw this.silent(place);
    const ask = (more: string, ...rest: readonly unknown[]) =>
      this.ask(disk, place, { name: more, args: rest });
    switch (name) {
      case 'open': {
        const opened = ask(name, place) as OpenedThere | FileSystemFault;
        return isFault(opened) ? opened : this.reader(opened, ask);
      }
      case 'openDirectory': {
        const listed = ask('readDirectory', place) as readonly DirectoryEntry[] | FileSystemFault;
        return isFault(listed) ? listed : readerOf(listed);
      }
      case 'createFile':
      case 'appendFile':
        return this.writer(ask(name, ...args) as number, ask);
      default:
        return ask(name, ...args);
    }
  }

  private ask(disk: string, place: string, call: DiskCall): unknown {
    // What goes on after one call was not answered would not know what that one did.
    if (this.disks.isSilent(disk, place)) throw this.silent(place);
    const reply = this.disks.askers.askNow(disk, call, this.limit);
    if (reply) return reply.answer;
    this.disks.silence(disk);
    throw this.silent(place);
  }

  private silent(place: string): Error {
    return Object.assign(new Error(`${place}: its disk does not answer`), { code: this.disks.fault });
  }

  private reader(
    { bytes, handle }: OpenedThere,
    ask: (name: string, ...args: readonly unknown[]) => unknown,
  ): FileReader {
    let first = bytes;
    return {
      read(length) {
        if (first.length > 0 || handle === null) {
          const piece = first.subarray(0, length);
          first = first.subarray(piece.length);
          // A short piece is the end, for whoever asks.
          if (handle === null || piece.length === length) return piece;
          const rest = readThere(ask, handle, length - piece.length);
          return isFault(rest) ? rest : Buffer.concat([piece, rest]);
        }
        return readThere(ask, handle, length);
      },
      close() {
        if (handle !== null) quietly(() => ask('close', handle));
      },
    };
  }

  private writer(handle: number, ask: (name: string, ...args: readonly unknown[]) => unknown): FileWriter {
    return {
      write: bytes => void ask('write', handle, bytes),
      sync: () => void ask('sync', handle),
      close: () => void ask('closeWriter', handle),
    };
  }
}

function readThere(
  ask: (name: string, ...args: readonly unknown[]) => unknown,
  handle: number,
  length: number,
): Uint8Array | FileSystemFault {
  try {
    return ask('read', handle, length) as Uint8Array | FileSystemFault;
  } catch (error) {
    return { fault: (error as { code: string }).code };
  }
}

function readerOf(listed: readonly DirectoryEntry[]): DirectoryReader {
  const rest = listed[Symbol.iterator]();
  return { next: () => rest.next().value ?? null, close: () => {} };
}

function quietly(doing: () => void): void {
  try {
    doing();
  } catch {
    // Nothing was written, so there is nothing that closing could lose.
  }
}
