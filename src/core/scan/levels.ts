/** Levels below a root, for products that go through folders: folders first, then files, then the levels below them. */
import { isFault } from '../file-system';
import type { Slices } from '../slices';
import type { Entries, Entry, Level } from './entries';
import type { Folders } from './folders';
import type { Found } from './found';
import type { OddEntries } from './odd-entries';
import type { ScanRules } from './scan-rules';
import type { TopFiles } from './top-files';

/** Scans the levels below one root. */
export class Levels {
  constructor(
    private readonly entries: Entries,
    private readonly folders: Folders,
    private readonly odd: OddEntries,
    private readonly topFiles: TopFiles,
    private readonly rules: ScanRules,
    private readonly slices: Slices,
  ) {}

  /**
   * All that a level holds, and those below it. Where folders are kept under their real paths, each is gone through once:
   * links between folders could lead to each other over and over.
   */
  async scan(level: Level): Promise<readonly Found[]> {
    if (!this.rules.realFolders) return this.one(level, next => this.scan(next));
    const found: Found[] = [];
    const open = [level];
    const seen = new Set([level.dir]);
    // Level by level: the shortest way to a folder is the one that leaves the most levels below it.
    for (const next of open) {
      const inside = await this.one(next, async below => {
        if (!seen.has(below.dir)) open.push(below);
        seen.add(below.dir);
        return [];
      });
      found.push(...inside);
    }
    return found;
  }

  /** What one level holds, and then what `deeper` makes of those below. */
  private async one(
    level: Level,
    deeper: (below: Level) => Promise<readonly Found[]>,
  ): Promise<readonly Found[]> {
    const listed = await this.entries.list(level.dir);
    if (isFault(listed)) return [];
    const found: Found[] = [];
    const files: Entry[] = [];
    const below: Level[] = [];
    for (const listedEntry of listed) {
      if (this.slices.due) await this.slices.pause();
      const entry = this.entries.look(level, listedEntry);
      if (!this.entries.isNameKnown(entry)) found.push(...this.odd.badName(entry));
      else if (entry.kind !== 'directory') files.push(entry);
      else {
        const folder = await this.folders.scan(entry, level);
        found.push(...folder.found);
        if (folder.below) below.push(folder.below);
      }
    }
    for (const entry of files) {
      const isFlat = this.rules.deepFlat && this.rules.isFlatName(entry.name);
      if (isFlat) found.push(await this.topFiles.flatFile(entry));
      else found.push(...this.odd.deepFile(entry, level));
    }
    for (const next of below) found.push(...(await deeper(next)));
    return found;
  }
}
