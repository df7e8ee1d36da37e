/**
 * What an answer depends on: every place that was looked at, so that a change there, and no other, is a reason to look
 * again. This way no rule has to say twice where it looks.
 */
import * as path from 'node:path';
import type {
  DirectoryEntry,
  DirectoryReader,
  FileReader,
  FileState,
  FileSystem,
  FileSystemFault,
} from '../file-system';

/** The places that were looked at. */
export interface Looks {
  /** Paths of which something was asked: whether they are there, what they are, what is in them. */
  readonly asked: Set<string>;
  /** Directories that were listed. */
  readonly listed: Set<string>;
  /** Directories in which a file was looked at. */
  readonly holding: Set<string>;
  /** Links that were followed. */
  readonly links: Set<string>;
}

export function noLooks(): Looks {
  return { asked: new Set(), listed: new Set(), holding: new Set(), links: new Set() };
}

/** Whether the same places were looked at. */
export function areSameLooks(one: Looks | undefined, other: Looks): boolean {
  if (!one) return other.asked.size === 0;
  return (['asked', 'listed', 'holding', 'links'] as const).every(kind => {
    const [places, others] = [one[kind], other[kind]];
    return places.size === others.size && [...places].every(place => others.has(place));
  });
}

/**
 * A file system that writes down what it is asked.
 * - `paths`: every single path, for the few places that decide where the roots are
 * - `directories`: no more than their directories, for a root with thousands of skills
 */
export class WatchedFiles implements FileSystem {
  looks = noLooks();

  constructor(
    private readonly files: FileSystem,
    private readonly detail: 'paths' | 'directories',
  ) {
    // What the file system itself cannot do quicker is done in the usual way.
    if (!files.openDirectory) Object.assign(this, { openDirectory: undefined });
  }

  /** How many answers were missing, since a far disk has not given them yet. */
  get unanswered(): number {
    return 'unanswered' in this.files ? Number(this.files.unanswered) : 0;
  }

  readDirectory(directory: string): readonly DirectoryEntry[] | FileSystemFault {
    this.list(directory);
    return this.files.readDirectory(directory);
  }

  openDirectory?(directory: string): DirectoryReader | FileSystemFault {
    this.list(directory);
    return this.files.openDirectory!(directory);
  }

  state(file: string): FileState | FileSystemFault {
    this.ask(file);
    return this.files.state(file);
  }

  linkState(file: string): FileState | FileSystemFault {
    this.ask(file);
    return this.files.linkState(file);
  }

  readLink(file: string): string | FileSystemFault {
    this.looks.links.add(file);
    return this.files.readLink(file);
  }

  realPath(file: string): string | FileSystemFault {
    if (this.detail === 'paths') this.ask(file);
    return this.files.realPath(file);
  }

  open(file: string): FileReader | FileSystemFault {
    if (this.detail === 'paths') this.ask(file);
    return this.files.open(file);
  }

  private list(directory: string): void {
    this.looks.listed.add(directory);
    if (this.detail === 'paths') this.looks.asked.add(directory);
  }

  private ask(file: string): void {
    if (this.detail === 'paths') this.looks.asked.add(file);
    else this.looks.holding.add(path.dirname(file));
  }
}
