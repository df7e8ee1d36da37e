/**
 * The file system as it will be once a plan is applied: the real one, with the plan's operations laid over it. The
 * resolver runs over it, so that a preview can say who wins before a byte moves.
 */
import * as path from 'node:path';
import {
  type DirectoryEntry,
  type FileReader,
  type FileState,
  type FileSystem,
  type FileSystemFault,
  isFault,
} from '../file-system';
import { foldName } from '../fold-name';
import { SKILL_FILE } from '../scan/skill-file-names';
import { ignoresCase } from './case-folding';
import type { Change, Operation, Transfer } from './types';

/** What is planned for one path. */
type Planned =
  | { readonly kind: 'gone' }
  | { readonly kind: 'directory' }
  | { readonly kind: 'link'; readonly target: string }
  /** Shows what is really at another path. */
  | { readonly kind: 'mount'; readonly source: string }
  | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly source: string };

/** A place with all links in front of it followed. */
interface Place {
  /** As the planned layout calls it. */
  readonly path: string;
  readonly planned: Planned | null;
  /** Where it really is; null where it is nowhere yet. */
  readonly real: string | null;
}

const MOST_LINKS = 40;

const NOWHERE: FileSystemFault = { fault: 'ENOENT' };

export class PlannedLayout implements FileSystem {
  private readonly planned = new Map<string, Planned>();
  /** Names of planned entries by their directory, as they are planned. */
  private readonly children = new Map<string, Map<string, string>>();
  /** What a path or name is known by: one for all its spellings, where the disk does not tell them apart. */
  private readonly key: (text: string) => string;
  private readonly directories = new Map<string, Place | FileSystemFault>();

  constructor(
    private readonly base: FileSystem,
    operations: readonly Operation[],
  ) {
    const places = new Set(operations.flatMap(({ from, to }) => [from, to].filter(place => place !== null)));
    const directories = new Set([...places].map(place => path.dirname(place)));
    const caseless = [...directories].some(directory => ignoresCase(base, directory));
    this.key = caseless ? foldName : text => text;
    for (const operation of operations) this.add(operation);
  }

  private add(operation: Operation): void {
    switch (operation.kind) {
      case 'make-directory': {
        const isThere = !isFault(this.base.state(operation.to));
        if (isThere && this.planned.get(this.key(operation.to))?.kind !== 'gone') return;
        this.plan(operation.to, { kind: 'directory' });
        return;
      }
      case 'make-link':
        this.plan(operation.to, { kind: 'link', target: operation.target });
        return;
      case 'create-file':
        this.plan(operation.to, {
          kind: 'text',
          bytes: Buffer.from(operation.content),
          source: operation.to,
        });
        return;
      case 'copy':
      case 'move':
        this.addTransfer(operation);
        return;
      case 'set-aside':
        this.plan(operation.from, { kind: 'gone' });
        this.plan(operation.to, { kind: 'mount', source: operation.from });
        return;
      case 'trash':
      case 'delete':
        this.plan(operation.from, { kind: 'gone' });
        return;
      case 'remove-directory':
        if (this.isEmpty(operation.from)) this.plan(operation.from, { kind: 'gone' });
    }
  }

  /** Asked while the layout is still being made: what was looked up for that does not hold afterwards. */
  private isEmpty(directory: string): boolean {
    const listed = this.readDirectory(directory);
    this.directories.clear();
    return !isFault(listed) && listed.length === 0;
  }

  private addTransfer(operation: Transfer): void {
    const { kind, from, to, shape, changes } = operation;
    if (shape === 'file-to-folder') {
      this.plan(to, { kind: 'directory' });
      this.plan(path.join(to, SKILL_FILE), { kind: 'mount', source: from });
    } else {
      this.plan(to, {
        kind: 'mount',
        source: shape === 'folder-to-file' ? path.join(from, SKILL_FILE) : from,
      });
    }
    for (const change of changes) {
      // The file is the whole of the one form, and the only entry of the other.
      const place =
        shape === 'file-to-folder'
          ? path.join(to, SKILL_FILE)
          : shape === 'folder-to-file'
            ? to
            : path.join(to, change.path);
      this.addChange(change, path.join(from, change.path), place);
    }
    if (kind === 'move') this.plan(from, { kind: 'gone' });
  }

  private addChange(change: Change, source: string, place: string): void {
    if (change.kind === 'text') this.plan(place, { kind: 'text', bytes: Buffer.from(change.after), source });
    else if (change.kind !== 'dereference') this.plan(place, { kind: 'link', target: change.after });
    else {
      const real = this.base.realPath(source);
      this.plan(place, isFault(real) ? { kind: 'gone' } : { kind: 'mount', source: real });
    }
  }

  private plan(place: string, planned: Planned): void {
    this.planned.set(this.key(place), planned);
    const directory = this.key(path.dirname(place));
    const names = this.children.get(directory) ?? new Map();
    const name = path.basename(place);
    this.children.set(directory, names.set(this.key(name), name));
  }

  readDirectory(location: string): readonly DirectoryEntry[] | FileSystemFault {
    const place = this.locate(location, true);
    if (isFault(place)) return place;
    const state = this.stateAt(place);
    if (isFault(state)) return state;
    const real = place.real === null ? [] : this.base.readDirectory(place.real);
    if (isFault(real)) return real;
    const names = this.children.get(this.key(place.path));
    if (!names) return real;
    const entries = real.filter(({ name }) => !names.has(this.key(name)));
    for (const name of names.values()) {
      const state = this.linkState(path.join(place.path, name));
      if (!isFault(state)) entries.push({ name, kind: state.kind });
    }
    return entries;
  }

  state(location: string): FileState | FileSystemFault {
    return this.stateAt(this.locate(location, true));
  }

  linkState(location: string): FileState | FileSystemFault {
    return this.stateAt(this.locate(location, false));
  }

  readLink(location: string): string | FileSystemFault {
    const place = this.locate(location, false);
    if (isFault(place)) return place;
    return this.linkAt(place) ?? { fault: 'EINVAL' };
  }

  realPath(location: string): string | FileSystemFault {
    const place = this.locate(location, true);
    if (isFault(place)) return place;
    const state = this.stateAt(place);
    if (isFault(state)) return state;
    // What stays in its place is spelled as the disk has it.
    return place.real === place.path ? this.base.realPath(place.path) : place.path;
  }

  open(location: string): FileReader | FileSystemFault {
    const place = this.locate(location, true);
    if (isFault(place)) return place;
    if (place.planned?.kind === 'text') return new BytesReader(place.planned.bytes);
    return place.real === null ? { fault: 'EISDIR' } : this.base.open(place.real);
  }

  /** Follows the links in front of a path, and the last one too where asked. */
  private locate(location: string, followLast: boolean, links = 0): Place | FileSystemFault {
    if (links > MOST_LINKS) return { fault: 'ELOOP' };
    const parent = path.dirname(location);
    if (parent === location) return { path: location, planned: null, real: location };
    const directory = this.locateDirectory(parent, links);
    if (isFault(directory)) return directory;
    const place = this.step(directory, path.basename(location));
    if (!followLast) return place;
    const target = this.linkAt(place);
    if (target === null) return place;
    return this.locate(path.resolve(path.dirname(place.path), target), true, links + 1);
  }

  private locateDirectory(directory: string, links: number): Place | FileSystemFault {
    const known = this.directories.get(directory);
    if (known) return known;
    const found = this.locate(directory, true, links);
    this.directories.set(directory, found);
    return found;
  }

  private step(directory: Place, name: string): Place {
    const location = path.join(directory.path, name);
    const planned = this.planned.get(this.key(location)) ?? null;
    if (planned === null) {
      return {
        path: location,
        planned,
        real: directory.real === null ? null : path.join(directory.real, name),
      };
    }
    return { path: location, planned, real: planned.kind === 'mount' ? planned.source : null };
  }

  private linkAt({ planned, real }: Place): string | null {
    if (planned?.kind === 'link') return planned.target;
    if (real === null) return null;
    const state = this.base.linkState(real);
    if (isFault(state) || state.kind !== 'link') return null;
    const target = this.base.readLink(real);
    return isFault(target) ? null : target;
  }

  private stateAt(place: Place | FileSystemFault): FileState | FileSystemFault {
    if (isFault(place)) return place;
    const { planned, real } = place;
    if (real !== null) return this.base.linkState(real);
    const made = { size: 0, modified: 0, inode: 0, mode: 0o755 };
    switch (planned?.kind) {
      case 'directory':
        return { ...made, kind: 'directory' };
      case 'link':
        return { ...made, kind: 'link', mode: 0o777 };
      case 'text': {
        const state = this.base.state(planned.source);
        const { mode, modified } = isFault(state) ? { mode: 0o644, modified: 0 } : state;
        return { ...made, kind: 'file', size: planned.bytes.length, mode, modified };
      }
      default:
        return NOWHERE;
    }
  }
}

class BytesReader implements FileReader {
  private offset = 0;

  constructor(private readonly bytes: Uint8Array) {}

  read(length: number): Uint8Array {
    const start = this.offset;
    this.offset = Math.min(start + length, this.bytes.length);
    return this.bytes.subarray(start, this.offset);
  }

  close(): void {
    // Nothing is open.
  }
}
