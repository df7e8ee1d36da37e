/** Looking at the entries of a directory: in which order, what they are, and where their links lead. */
import * as path from 'node:path';
import { child } from '../child-path';
import { type DirectoryEntry, type FileKind, type FileSystemFault, isFault } from '../file-system';
import { listInSlices } from '../list-in-slices';
import { compareCodeUnits } from '../products';
import { compareCodePoints, isBelowSurrogates } from '../python-text';
import { sortInSlices } from '../sort-in-slices';
import type { ScanContext } from './scan-context';

/** A directory whose entries are looked at. */
export interface Level {
  readonly dir: string;
  /** Path below the root as it was come by; empty for the root itself. */
  readonly place: string;
  /** Levels below the root. */
  readonly depth: number;
  /** Name of the skill that holds this directory, where names are put together. */
  readonly parent: string | null;
  /** Real paths from the root down to this directory: a link to one of them would lead round in a circle. */
  readonly chain: readonly string[];
  /** Whether a link led on the way from the root down to it. */
  readonly isBehindLink: boolean;
}

/** An entry, its link followed. */
export interface Entry {
  readonly name: string;
  /** Path below the root. */
  readonly place: string;
  readonly location: string;
  readonly kind: FileKind | { readonly fault: string };
  readonly link: string | undefined;
}

/** The entries of one root, and of the levels below it. */
export class Entries {
  private readonly files: ScanContext['files'];
  private readonly rules: ScanContext['rules'];
  private readonly slices: ScanContext['slices'];

  constructor(
    private readonly root: string,
    { files, rules, slices }: ScanContext,
  ) {
    this.files = files;
    this.rules = rules;
    this.slices = slices;
  }

  /** The entries of a directory in the order in which they are taken. */
  async list(directory: string): Promise<readonly DirectoryEntry[] | FileSystemFault> {
    const entries = await listInSlices(this.files, directory, this.slices);
    if (isFault(entries)) return entries;
    const compare = quickestOf(this.rules.compareEntries, entries);
    return sortInSlices(entries, (a, b) => compare(a.name, b.name), this.slices);
  }

  /** Those of the named entries of the root that are there, in the order in which they are taken. */
  named(names: ReadonlySet<string>): readonly Entry[] {
    const looked = [...names].flatMap(name => {
      const kind = this.kindBehind(child(this.root, name), false);
      return typeof kind === 'object' ? [] : [this.look({ dir: this.root, place: '' }, { name, kind })];
    });
    return looked.sort((a, b) => this.rules.compareEntries(a.name, b.name));
  }

  /** Follows the link of a listed entry. */
  look(level: Pick<Level, 'dir' | 'place'>, { name, kind: listed, location: known }: DirectoryEntry): Entry {
    const location = known ?? child(level.dir, name);
    const own = listed === 'unknown' ? this.kindBehind(location, false) : listed;
    const link = own === 'link' ? this.linkTarget(location) : undefined;
    const kind = own === 'link' ? this.kindBehind(location, true) : own;
    const place = level.place === '' ? name : level.place + path.sep + name;
    const real = link !== undefined && this.rules.realFolders ? this.files.realPath(location) : location;
    return { name, place, location: isFault(real) ? location : real, kind, link };
  }

  /** Whether the product can find an entry of this name. */
  isNameKnown({ name }: Entry): boolean {
    return this.rules.anyBytesInNames || name.isWellFormed();
  }

  /** The text of a link; undefined where there is none. */
  linkTarget(location: string): string | undefined {
    const target = this.files.readLink(location);
    return isFault(target) ? undefined : target;
  }

  /** The level inside a folder; undefined where it is too deep, or where a link would lead round in a circle. */
  below({ location, link, place }: Entry, level: Level, parent: string | null): Level | undefined {
    const isBehindLink = level.isBehindLink || link !== undefined;
    // Without a link nothing leads back up.
    if (level.depth >= this.rules.levels || (isBehindLink && this.leadsBack(location, level)))
      return undefined;
    const above = level.chain.at(-1) ?? level.dir;
    const real =
      link === undefined ? path.join(above, path.basename(location)) : this.files.realPath(location);
    return {
      dir: location,
      place,
      depth: level.depth + 1,
      parent,
      chain: [...level.chain, isFault(real) ? location : real],
      isBehindLink,
    };
  }

  /**
   * Whether a link leads to a directory that it lies in. Where folders are gone through, one above the root is no such
   * directory: there may be more skills there.
   */
  leadsBack(location: string, level: Level): boolean {
    const real = this.rules.realFolders ? location : this.files.realPath(location);
    if (isFault(real)) return false;
    if (this.rules.levels > 0) return level.chain.includes(real);
    const root = this.files.realPath(this.root);
    return (
      !isFault(root) && (root === real || root.startsWith(real.endsWith(path.sep) ? real : real + path.sep))
    );
  }

  private kindBehind(location: string, followLinks: boolean): FileKind | { fault: string } {
    const state = followLinks ? this.files.state(location) : this.files.linkState(location);
    return isFault(state) ? state : state.kind;
  }
}

/** By code points and by code units is the same, but for characters above U+FFFF and those just below. */
function quickestOf(
  compare: ScanContext['rules']['compareEntries'],
  entries: readonly DirectoryEntry[],
): ScanContext['rules']['compareEntries'] {
  return compare === compareCodePoints && entries.every(({ name }) => isBelowSurrogates(name))
    ? compareCodeUnits
    : compare;
}
