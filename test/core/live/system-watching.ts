/** Watching as macOS and Windows have it, over a disk in memory: what they tell of, and what they do not. */
import path from 'node:path';
import type { StartWatch } from '../../../src/core/live/directory-watches';
import type { Happening, MemoryDisk } from '../memory-disk';

type Tell = Parameters<StartWatch>[2];

/** What a watcher of a directory is told of a place: its path below the directory; undefined where it is told nothing. */
function below(paths: path.PlatformPath, directory: string, place: string): string | undefined {
  const start = directory.endsWith(paths.sep) ? directory : directory + paths.sep;
  return place.startsWith(start) ? place.slice(start.length) : undefined;
}

/**
 * FSEvents as Node passes it on. Events come later, in one go, each place once; they name the real path, spelled as the
 * disk has it; of a watched directory itself nothing is said. Not even that they were too many.
 */
export class AppleWatching {
  /** Names nothing but the directory that something happened in. */
  isCoarse = false;
  private readonly open = new Set<{
    readonly real: string;
    readonly recursive: boolean;
    readonly tell: Tell;
  }>();
  private waiting = new Map<string, Happening['kind']>();

  constructor(private readonly disk: MemoryDisk) {
    disk.onHappening = ({ kind, place }) => {
      const named = this.isCoarse ? path.posix.dirname(place) : place;
      const known = this.waiting.get(named);
      this.waiting.set(named, this.isCoarse ? 'change' : known === 'rename' ? known : kind);
    };
  }

  get size(): number {
    return this.open.size;
  }

  readonly start: StartWatch = (directory, recursive, tell) => {
    const real = this.disk.realPath(directory);
    if (typeof real !== 'string') throw Object.assign(new Error(), { code: real.fault });
    const watch = { real, recursive, tell };
    this.open.add(watch);
    return { close: () => void this.open.delete(watch) };
  };

  /** Delivers what has happened. */
  deliver(): void {
    const events = [...this.waiting];
    this.waiting = new Map();
    for (const [place, kind] of events) {
      for (const { real, recursive, tell } of [...this.open]) {
        const name = below(path.posix, real, place);
        if (name !== undefined && (recursive || !name.includes('/'))) tell(kind, name);
      }
    }
  }
}

/**
 * ReadDirectoryChangesW as Node passes it on. A watch holds on to its directory, wherever that is moved; a rename is two
 * events; a change in a folder is one of the folder too; too many come down to one that names nothing.
 */
export class WindowsWatching {
  /** From now on there is too much to tell. */
  isFlooded = false;
  private readonly open = new Set<{
    readonly inode: number;
    readonly recursive: boolean;
    readonly tell: Tell;
  }>();

  constructor(private readonly disk: MemoryDisk) {
    disk.onHappening = happening => this.happened(happening);
  }

  get size(): number {
    return this.open.size;
  }

  readonly start: StartWatch = (directory, recursive, tell) => {
    const state = this.disk.state(directory);
    if ('fault' in state) throw Object.assign(new Error(), { code: state.fault });
    const watch = { inode: state.inode, recursive, tell };
    this.open.add(watch);
    return { close: () => void this.open.delete(watch) };
  };

  private happened({ kind, place }: Happening): void {
    const { sep, dirname } = path.win32;
    for (const [what, named] of [
      [kind, place],
      ['change', dirname(place)],
    ] as const) {
      for (const { inode, recursive, tell } of [...this.open]) {
        const directory = this.disk.whereIs(inode);
        const name = directory === undefined ? undefined : below(path.win32, directory, named);
        if (name === undefined || name === '' || !(recursive || !name.includes(sep))) continue;
        if (this.isFlooded) tell('change', null);
        else tell(what, name);
      }
    }
  }
}
