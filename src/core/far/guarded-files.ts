/** A file system that never waits for a far disk: what is not known of it yet is a fault, {@link LOADING}. */

import { child } from '../child-path';
import { LOADING } from '../fault-message';
import type {
  DirectoryEntry,
  DirectoryReader,
  FileReader,
  FileState,
  FileSystem,
  FileSystemFault,
} from '../file-system';
import { isFault } from '../file-system';
import type { Asking } from './asking';
import type { AsyncFiles, Question } from './async-files';
import type { Places } from './places';

export class GuardedFiles implements FileSystem {
  /** How many answers were missing. */
  unanswered = 0;

  constructor(
    private readonly near: FileSystem,
    private readonly places: Places,
    private readonly asking: Asking,
  ) {}

  /** Whether a path leads to a far disk. */
  isFar(place: string): boolean {
    return this.places.diskBehind(place, true) !== null;
  }

  readDirectory(place: string): readonly DirectoryEntry[] | FileSystemFault {
    const disk = this.places.diskBehind(place, true);
    if (disk !== null) return this.answer(disk, 'readDirectory', place);
    const entries = this.near.readDirectory(place);
    if (!isFault(entries)) for (const { name, kind } of entries) this.noteEntry(place, name, kind);
    return entries;
  }

  openDirectory(place: string): DirectoryReader | FileSystemFault {
    const reader = this.isFar(place) ? undefined : this.near.openDirectory?.(place);
    if (isFault(reader)) return reader;
    if (reader) {
      const next = () => {
        const entry = reader.next();
        if (entry !== null && !isFault(entry)) this.noteEntry(place, entry.name, entry.kind);
        return entry;
      };
      return { next, close: () => reader.close() };
    }
    const entries = this.readDirectory(place);
    if (isFault(entries)) return entries;
    const rest = entries[Symbol.iterator]();
    return { next: () => rest.next().value ?? null, close: () => {} };
  }

  state(place: string): FileState | FileSystemFault {
    const disk = this.places.diskBehind(place, true);
    return disk === null ? this.near.state(place) : this.answer(disk, 'state', place);
  }

  linkState(place: string): FileState | FileSystemFault {
    const disk = this.places.diskBehind(place, false);
    if (disk !== null) return this.answer(disk, 'linkState', place);
    const state = this.near.linkState(place);
    if (!isFault(state)) this.places.note(place, state.kind);
    return state;
  }

  readLink(place: string): string | FileSystemFault {
    const disk = this.places.diskBehind(place, false);
    return disk === null ? this.near.readLink(place) : this.answer(disk, 'readLink', place);
  }

  realPath(place: string): string | FileSystemFault {
    const disk = this.places.diskBehind(place, true);
    return disk === null ? this.near.realPath(place) : this.answer(disk, 'realPath', place);
  }

  open(place: string): FileReader | FileSystemFault {
    const disk = this.places.diskBehind(place, true);
    if (disk === null) return this.near.open(place);
    const content = this.answer(disk, 'content', place);
    return isFault(content) ? content : readerOf(content);
  }

  private answer<Q extends Question>(
    disk: string,
    question: Q,
    place: string,
  ): Awaited<ReturnType<AsyncFiles[Q]>> {
    const answer = this.asking.answer(disk, question, place);
    if (answer !== undefined) return answer;
    this.unanswered++;
    return { fault: LOADING } as Awaited<ReturnType<AsyncFiles[Q]>>;
  }

  private noteEntry(directory: string, name: string, kind: DirectoryEntry['kind']): void {
    this.places.note(child(directory, name), kind);
  }
}

function readerOf(content: Uint8Array): FileReader {
  let position = 0;
  return {
    read(length) {
      const piece = content.subarray(position, position + length);
      position += piece.length;
      return piece;
    },
    close() {},
  };
}
