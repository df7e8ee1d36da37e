/**
 * A disk in memory that goes by the rules of another system: names that are one whatever their case or the way their
 * accents are written, drive letters and shares, junctions, files that another program holds.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { DirectoryEntry, FileState, FileSystemFault } from '../../src/core/file-system';
import type { FileDetails, FileWriter, WritableFiles } from '../../src/core/plan/writable-files';

/** The rules of a system. */
export interface DiskRules {
  readonly path: path.PlatformPath;
  /** Names that come to the same here are one to the disk. */
  fold(name: string): string;
  /** A directory may take the place of an empty one. */
  readonly replacesDirectories: boolean;
  /** Permissions are no more than an attribute that says read-only, and that deleting one name takes away from the others. */
  readonly onlyReadOnly: boolean;
}

/** APFS as macOS sets it up: keeps names as they are written, and finds them in any case, composed or not. */
export const apple: DiskRules = {
  path: path.posix,
  fold: name => name.normalize('NFD').toLowerCase(),
  replacesDirectories: true,
  onlyReadOnly: false,
};

/** NTFS: finds names in any case; composed and decomposed letters are two. A dot or blank at the end does not count. */
export const windows: DiskRules = {
  path: path.win32,
  fold: name => name.toUpperCase().replace(/[. ]+$/, ''),
  replacesDirectories: false,
  onlyReadOnly: true,
};

/** What a layout says of a place: a text, a directory, or what a link or junction leads to. */
export type Planted =
  | string
  | null
  | { readonly link: string }
  | { readonly text: string; readonly mode: number };

interface Node {
  readonly inode: number;
  readonly kind: 'file' | 'directory' | 'link';
  bytes: Buffer;
  target: string;
  mode: number;
  modified: number;
  accessed: number;
  /** Entries of a directory, by folded name. */
  readonly entries: Map<string, { readonly name: string; readonly node: Node }>;
  readonly device: number;
}

/** A place that is there, spelled as the disk has it. */
interface Seen {
  readonly node: Node;
  readonly spelled: string;
}

/** What happened to a place, spelled as the disk has it. */
export interface Happening {
  readonly kind: 'rename' | 'change';
  readonly place: string;
}

export class MemoryDisk implements WritableFiles {
  /** Called for all that happens. */
  onHappening: (happening: Happening) => void = () => {};
  private readonly volumes = new Map<string, Seen>();
  private readonly held = new Set<Node>();
  private inodes = 1;
  private clock = 1_750_000_000_000;

  constructor(
    private readonly rules: DiskRules,
    layout: Readonly<Record<string, Planted>>,
  ) {
    for (const [place, what] of Object.entries(layout)) this.plant(place, what);
  }

  /** Puts something at a place, and makes the directories above it. */
  plant(place: string, what: Planted): void {
    const { dirname } = this.rules.path;
    const parent = dirname(place);
    if (parent !== place && isFault(this.find(parent, true))) this.plant(parent, null);
    if (what === null) {
      if (isFault(this.find(place, true))) this.makeDirectory(place);
      return;
    }
    const known = this.find(place, true);
    if (typeof what === 'string' && !isFault(known)) {
      Object.assign(known.node, { bytes: Buffer.from(what), modified: this.tick() });
      this.tell('change', known.spelled);
      return;
    }
    if (typeof what === 'object' && 'link' in what) {
      this.makeLink(what.link, place, 'directory');
      return;
    }
    const writer = this.createFile(place, 0o644);
    writer.write(Buffer.from(typeof what === 'string' ? what : what.text));
    if (typeof what === 'object') this.setMode(place, what.mode);
  }

  /** Another program has it open, and lets nobody rename or delete it. */
  hold(place: string): void {
    this.held.add(this.must(place, true).node);
  }

  release(): void {
    this.held.clear();
  }

  /** Everything that is there, each in a line: kind, mode, content. */
  tree(top: string): readonly string[] {
    const { node, spelled } = this.must(top, true);
    const lines: string[] = [];
    const add = (one: Node, place: string) => {
      const what = one.kind === 'file' ? JSON.stringify(one.bytes.toString()) : one.target;
      lines.push(`${place || '.'} ${one.kind} ${one.mode.toString(8)} ${what}`);
      const children = [...one.entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      for (const { name, node: child } of children) add(child, place === '' ? name : `${place}/${name}`);
    };
    assert.ok(spelled);
    add(node, '');
    return lines;
  }

  /** Where a directory is now, by its number; undefined where it is gone. */
  whereIs(inode: number): string | undefined {
    const search = ({ node, spelled }: Seen): string | undefined => {
      if (node.inode === inode) return spelled;
      for (const { name, node: child } of node.entries.values()) {
        const found = search({ node: child, spelled: this.rules.path.join(spelled, name) });
        if (found !== undefined) return found;
      }
      return undefined;
    };
    for (const volume of this.volumes.values()) {
      const found = search(volume);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  readDirectory(place: string): readonly DirectoryEntry[] | FileSystemFault {
    const seen = this.find(place, true);
    if (isFault(seen)) return seen;
    if (seen.node.kind !== 'directory') return { fault: 'ENOTDIR' };
    return [...seen.node.entries.values()].map(({ name, node }) => ({ name, kind: node.kind }));
  }

  state(place: string): FileState | FileSystemFault {
    return this.stateOf(this.find(place, true));
  }

  linkState(place: string): FileState | FileSystemFault {
    return this.stateOf(this.find(place, false));
  }

  readLink(place: string): string | FileSystemFault {
    const seen = this.find(place, false);
    if (isFault(seen)) return seen;
    return seen.node.kind === 'link' ? seen.node.target : { fault: 'EINVAL' };
  }

  realPath(place: string): string | FileSystemFault {
    const seen = this.find(place, true);
    return isFault(seen) ? seen : seen.spelled;
  }

  open(place: string): ReturnType<WritableFiles['open']> {
    const seen = this.find(place, true);
    if (isFault(seen)) return seen;
    if (seen.node.kind !== 'file') return { fault: 'EISDIR' };
    let rest = seen.node.bytes;
    return {
      read(length) {
        const piece = rest.subarray(0, length);
        rest = rest.subarray(piece.length);
        return piece;
      },
      close() {},
    };
  }

  mayWrite(directory: string): boolean {
    const seen = this.find(directory, true);
    return !isFault(seen) && (this.rules.onlyReadOnly || (seen.node.mode & 0o200) !== 0);
  }

  details(place: string): FileDetails | FileSystemFault {
    const seen = this.find(place, false);
    if (isFault(seen)) return seen;
    const { kind, mode, modified, accessed, device, bytes } = seen.node;
    return { kind, size: bytes.length, mode, modified, accessed, device };
  }

  makeDirectory(place: string): void {
    this.add(place, { kind: 'directory', mode: this.rules.onlyReadOnly ? 0o666 : 0o755 });
  }

  removeDirectory(place: string): void {
    const { node } = this.must(place, false);
    if (node.kind !== 'directory') throw failure('ENOTDIR');
    if (node.entries.size > 0) throw failure('ENOTEMPTY');
    this.remove(place);
  }

  removeFile(place: string): void {
    const { node } = this.must(place, false);
    if (node.kind === 'directory') throw failure('EPERM');
    if (this.held.has(node)) throw failure('EBUSY');
    this.remove(place);
    // As older versions of Node do it: the attribute belongs to the file, not to the name.
    if (this.rules.onlyReadOnly) node.mode |= 0o222;
  }

  rename(from: string, to: string): void {
    const { node } = this.must(from, false);
    if (this.isHeld(node)) throw failure(node.kind === 'directory' ? 'EPERM' : 'EBUSY');
    const parent = this.parentOf(to);
    if (parent.node.device !== node.device) throw failure('EXDEV');
    const there = this.find(to, false);
    const isSame = !isFault(there) && there.node === node && this.isOneName(from, to);
    if (!isFault(there) && !isSame) {
      // Two names of one file: the system does nothing at all.
      if (there.node === node) return;
      if (there.node.kind === 'directory') {
        if (!this.rules.replacesDirectories) throw failure('EPERM');
        if (node.kind !== 'directory') throw failure('EISDIR');
        if (there.node.entries.size > 0) throw failure('ENOTEMPTY');
      } else if (node.kind === 'directory') throw failure('ENOTDIR');
      if (this.isHeld(there.node)) throw failure('EPERM');
      this.remove(to);
    }
    this.remove(from);
    this.insert(to, node);
  }

  hardLink(from: string, to: string): void {
    const { node } = this.must(from, false);
    if (node.kind === 'directory') throw failure('EPERM');
    if (this.parentOf(to).node.device !== node.device) throw failure('EXDEV');
    this.insert(to, node);
  }

  makeLink(target: string, place: string, _type: 'file' | 'directory' | 'junction'): void {
    this.add(place, { kind: 'link', target, mode: this.rules.onlyReadOnly ? 0o666 : 0o755 });
  }

  createFile(place: string, mode: number): FileWriter {
    this.add(place, { kind: 'file', mode: this.rules.onlyReadOnly ? 0o666 : mode });
    return this.writerFor(place);
  }

  appendFile(place: string): FileWriter {
    if (isFault(this.find(place, true))) this.createFile(place, 0o600);
    if ((this.must(place, true).node.mode & 0o200) === 0) throw failure('EPERM');
    return this.writerFor(place);
  }

  setMode(place: string, mode: number): void {
    const { node, spelled } = this.must(place, true);
    node.mode = !this.rules.onlyReadOnly ? mode : (mode & 0o200) === 0 ? 0o444 : 0o666;
    this.tell('change', spelled);
  }

  setTimes(place: string, accessed: number, modified: number): void {
    Object.assign(this.must(place, false).node, { accessed, modified });
  }

  syncDirectory(): void {}

  async syncFiles(): Promise<null> {
    return null;
  }

  async syncDirectories(): Promise<null> {
    return null;
  }

  private writerFor(place: string): FileWriter {
    const { node, spelled } = this.must(place, true);
    return {
      write: bytes => {
        node.bytes = Buffer.concat([node.bytes, bytes]);
        node.modified = this.tick();
        this.tell('change', spelled);
      },
      sync: () => {},
      close: () => {},
    };
  }

  private add(place: string, what: Partial<Node> & Pick<Node, 'kind' | 'mode'>): void {
    const { path: paths } = this.rules;
    const now = this.tick();
    const isVolume = paths.dirname(place) === place;
    const device = isVolume ? this.volumes.size + 1 : this.parentOf(place).node.device;
    const node: Node = {
      inode: this.inodes++,
      bytes: Buffer.alloc(0),
      target: '',
      modified: now,
      accessed: now,
      entries: new Map(),
      device,
      ...what,
    };
    if (isVolume) this.volumes.set(this.rules.fold(place), { node, spelled: place });
    else this.insert(place, node);
  }

  private insert(place: string, node: Node): void {
    const parent = this.parentOf(place);
    const name = this.rules.path.basename(place);
    const key = this.rules.fold(name);
    if (parent.node.entries.has(key)) throw failure('EEXIST');
    parent.node.entries.set(key, { name, node });
    parent.node.modified = this.tick();
    this.tell('rename', this.rules.path.join(parent.spelled, name));
  }

  private remove(place: string): void {
    const parent = this.parentOf(place);
    const key = this.rules.fold(this.rules.path.basename(place));
    const { name } = parent.node.entries.get(key)!;
    parent.node.entries.delete(key);
    parent.node.modified = this.tick();
    this.tell('rename', this.rules.path.join(parent.spelled, name));
  }

  private isOneName(one: string, other: string): boolean {
    const { path: paths, fold } = this.rules;
    const isAlike = fold(paths.basename(one)) === fold(paths.basename(other));
    return isAlike && this.parentOf(one).node === this.parentOf(other).node;
  }

  private isHeld(node: Node): boolean {
    return this.held.has(node) || [...node.entries.values()].some(child => this.isHeld(child.node));
  }

  private parentOf(place: string): Seen {
    return this.must(this.rules.path.dirname(place), true);
  }

  private must(place: string, followLast: boolean): Seen {
    const seen = this.find(place, followLast);
    if (isFault(seen)) throw failure(seen.fault);
    return seen;
  }

  private find(asked: string, followLast: boolean, links = 0): Seen | FileSystemFault {
    const { path: paths, fold } = this.rules;
    const place = withoutPrefix(asked);
    assert.ok(paths.isAbsolute(place), place);
    if (links > 40) return { fault: 'ELOOP' };
    const { root } = paths.parse(place);
    const parts = place.slice(root.length).split(paths.sep).filter(Boolean);
    const volume = this.volumes.get(fold(root));
    if (!volume) return { fault: 'ENOENT' };
    let at = volume;
    for (const [index, part] of parts.entries()) {
      if (at.node.kind !== 'directory') return { fault: 'ENOTDIR' };
      const entry = at.node.entries.get(fold(part));
      if (!entry) return { fault: 'ENOENT' };
      const isLast = index === parts.length - 1;
      if (entry.node.kind === 'link' && (!isLast || followLast)) {
        const target = paths.resolve(at.spelled, entry.node.target, ...parts.slice(index + 1));
        return this.find(target, followLast, links + 1);
      }
      at = { node: entry.node, spelled: paths.join(at.spelled, entry.name) };
    }
    return at;
  }

  private stateOf(seen: Seen | FileSystemFault): FileState | FileSystemFault {
    if (isFault(seen)) return seen;
    const { kind, bytes, modified, inode, mode } = seen.node;
    return { kind, size: bytes.length, modified, inode, mode };
  }

  private tick(): number {
    return this.clock++;
  }

  private tell(kind: Happening['kind'], place: string): void {
    this.onHappening({ kind, place });
  }
}

/** Windows takes `\\?\C:\` for `C:\`, and `\\?\UNC\machine\share` for `\\machine\share`. */
function withoutPrefix(place: string): string {
  if (!place.startsWith('\\\\?\\')) return place;
  return place.replace(/^\\\\\?\\UNC\\/i, '\\\\').replace(/^\\\\\?\\/, '');
}

function isFault(answer: unknown): answer is FileSystemFault {
  return typeof answer === 'object' && answer !== null && 'fault' in answer;
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
