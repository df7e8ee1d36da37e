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

  /** All that a level holds, and those below it. */
  async scan(level: Level): Promise<readonly Found[]> {
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
    for (const next of below) found.push(...(await this.scan(next)));
    return found;
  }
}
