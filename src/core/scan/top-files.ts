/** Files directly in a root: flat skills, and what stands in the way of those that could be one (rule 39). */
import * as path from 'node:path';
import { child } from '../child-path';
import type { FileSystem } from '../file-system';
import { message } from '../message';
import type { Entry } from './entries';
import { type Found, lost } from './found';
import { brokenLink, type OddEntries } from './odd-entries';
import type { ScanContext } from './scan-context';
import type { ScanRules } from './scan-rules';
import { flatStem, isSkillFileInAnyCase, SKILL_FILE } from './skill-file-names';
import type { SkillReader } from './skill-reader';

/** A link to it is how files are masked. It is no regular file, yet reading it gives an empty text. */
const NULL_DEVICE = '/dev/null';

/** Scans the files of one root. */
export class TopFiles {
  private readonly files: FileSystem;
  private readonly rules: ScanRules;

  constructor(
    private readonly root: string,
    /** Whether a `SKILL.md` directly in the root counts. */
    private readonly rootIsSkill: boolean,
    private readonly reader: SkillReader,
    private readonly odd: OddEntries,
    { files, rules }: ScanContext,
  ) {
    this.files = files;
    this.rules = rules;
  }

  /**
   * What a file comes to.
   * @param skills names of the folders beside it that are skills, where a flat file gives way to those
   */
  async scan(entry: Entry, skills: ReadonlySet<string>): Promise<readonly Found[]> {
    const { name } = entry;
    if (this.rootIsSkill && this.isSkillFile(name) && entry.kind === 'file') {
      const { location: file, link } = entry;
      if (link !== undefined && !this.rules.linkedSkillFiles) return this.odd.entry(entry);
      const place = {
        entry: name,
        form: 'directory',
        dir: this.root,
        file,
        link,
      } as const;
      return [await this.reader.readFile(place, path.basename(this.root), null)];
    }
    if (!this.rules.isFlatName(name)) return this.odd.entry(entry);
    const flat = await this.flatFile(entry);
    const stem = flatStem(name);
    if (!skills.has(stem) || (flat.outcome.kind === 'lost' && flat.outcome.verdict !== 'invalid'))
      return [flat];
    const reason = message('passed over: {0} beside it is a skill', { path: child(this.root, stem) });
    return [lost(flat, flat.name, 'shadowed', 'flat-after-directory', reason)];
  }

  /** Whether a file of this name makes its folder a skill. */
  isSkillFile(name: string): boolean {
    return this.rules.skillFile === 'exact' ? name === SKILL_FILE : isSkillFileInAnyCase(name);
  }

  /** What a flat file comes to, on whatever level it lies. */
  async flatFile({ place: entry, location: file, kind, link }: Entry): Promise<Found> {
    const place = { entry, form: 'flat', dir: path.dirname(file), file, link } as const;
    const stem = this.rules.flatName(entry);
    if (kind === 'file') return this.reader.readFile(place, stem, null);
    if (typeof kind === 'object') return brokenLink(place, stem, kind.fault);
    if (this.rules.regularFilesOnly) {
      return lost(place, stem, 'not-read', 'not-a-file', message('not a regular file'));
    }
    if (kind === 'pipe') {
      const reason = message('a pipe: kimi-cli opens it and waits for ever');
      return lost(place, stem, 'unreadable', 'pipe', reason, true);
    }
    // There is no test for a regular file in the product (rule 39), so an empty text is a flat skill with no description.
    if (kind === 'other' && this.files.realPath(file) === NULL_DEVICE)
      return this.reader.parsed(place, '', stem, null);
    return lost(place, stem, 'unreadable', 'not-a-file', message('not a regular file'));
  }
}
