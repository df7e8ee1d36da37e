/** What was made of skill files before, so that a file that has not changed since is looked at but not read again. */
import type { FileState } from '../file-system';
import type { Found, Place } from './found';

/**
 * Milliseconds that a file must have been left alone before it was read. File systems give the time of a change in steps,
 * of up to two seconds: what changes within one step of a reading would look like no change.
 */
const SETTLED = 2_500;

interface Remembered {
  readonly found: Found;
  readonly parent: string | null;
  readonly size: number;
  readonly modified: number;
  readonly changed: number | undefined;
  readonly inode: number;
}

/** Remembers by path what was found in the files of one root. */
export class ParseMemory {
  private readonly files = new Map<string, Remembered>();

  /** What was found in the file, where it is still the same to all appearances. */
  recall(place: Place, state: FileState, parent: string | null): Found | undefined {
    const known = this.files.get(place.file);
    if (known === undefined) return undefined;
    const isSame =
      known.size === state.size &&
      known.modified === state.modified &&
      known.changed === state.changed &&
      known.inode === state.inode &&
      known.parent === parent &&
      known.found.entry === place.entry &&
      known.found.form === place.form &&
      known.found.link === place.link;
    return isSame ? known.found : undefined;
  }

  /** @param time when reading it began */
  keep(found: Found, state: FileState, parent: string | null, time: number): void {
    const { size, modified, changed, inode } = state;
    const latest = Math.max(modified, changed ?? 0);
    const isCertain = time - latest > SETTLED && found.outcome.kind === 'skill';
    if (isCertain) this.files.set(found.file, { found, parent, size, modified, changed, inode });
    else this.files.delete(found.file);
  }

  /** Forgets files that are no longer among those found. */
  prune(found: readonly Found[]): void {
    if (this.files.size <= found.length) return;
    const present = new Set(found.map(({ file }) => file));
    for (const file of this.files.keys()) if (!present.has(file)) this.files.delete(file);
  }
}
