/** Folders: those that are a skill, those that are gone through, and what is said of the others. */
import * as path from 'node:path';
import { child } from '../child-path';
import {
  type FileState,
  type FileSystem,
  type FileSystemFault,
  isFault,
  LARGEST_SMALL,
} from '../file-system';
import { message } from '../message';
import type { PlainDisk } from '../plain-disk';
import type { Entries, Entry, Level } from './entries';
import { type Found, lost, type Place } from './found';
import { behindLink, type NearMissCandidates, whyNotGoneThrough } from './near-miss-candidates';
import type { OddEntries } from './odd-entries';
import type { ScanContext } from './scan-context';
import type { ScanRules } from './scan-rules';
import { isSkillFileInAnyCase, SKILL_FILE } from './skill-file-names';
import type { SkillReader } from './skill-reader';

/** What a folder comes to, and the level below it that is to be scanned afterwards. */
export interface FolderScan {
  readonly found: readonly Found[];
  readonly below?: Level;
  /** Whether the folder is a skill, even one that does not load. */
  readonly isSkill?: boolean;
}

/** Scans the folders of one root. */
export class Folders {
  private readonly files: FileSystem;
  private readonly rules: ScanRules;
  /**
   * How a skill file is read without a look at it first, which would be a good part of all the time: where nothing is
   * remembered by how it looks. It does not pay where there is none, so the last folder counts as a sign.
   */
  private readonly quick: ScanContext['quick'];
  private hadSkill = true;

  constructor(
    private readonly entries: Entries,
    private readonly reader: SkillReader,
    private readonly odd: OddEntries,
    private readonly nearMisses: NearMissCandidates,
    private readonly disk: PlainDisk | null,
    { files, rules, memory, quick }: ScanContext,
  ) {
    this.files = files;
    this.rules = rules;
    this.quick = memory === undefined && rules.largestFile > LARGEST_SMALL ? quick : null;
  }

  /** What a folder of a level comes to. */
  scan(entry: Entry, level: Level): FolderScan | Promise<FolderScan> {
    const { name, location: dir, link } = entry;
    if (this.rules.isFolderSkipped(name)) return this.skipped(entry);
    const file = this.rules.skillFile === 'exact' ? this.exactFileIn(dir) : child(dir, this.skillFileIn(dir));
    const quick = this.hadSkill && link === undefined ? this.quick : null;
    // A link may lead to another disk.
    const text = quick?.smallText(file, !level.isBehindLink && this.disk?.isPlain === true);
    if (text !== undefined) {
      const plain: Place = { entry: entry.place, form: 'directory', dir, file };
      const ownName = this.rules.realFolders ? path.basename(dir) : name;
      return this.skill(entry, level, this.reader.parsed(plain, text, ownName, level.parent));
    }
    const own = this.files.linkState(file);
    const isLink = !isFault(own) && own.kind === 'link';
    const target = link ?? (isLink ? this.entries.linkTarget(file) : undefined);
    const place: Place = { entry: entry.place, form: 'directory', dir, file, link: target };
    const state = isLink ? this.files.state(file) : own;
    this.hadSkill = !isLink && !isFault(state) && state.kind === 'file';
    if (isFault(state) || state.kind !== 'file' || (isLink && !this.rules.linkedSkillFiles))
      return this.noSkill(entry, level, place, state, isLink);
    const ownName = this.rules.realFolders ? path.basename(dir) : name;
    return this.skill(entry, level, this.reader.read(place, state, ownName, level.parent));
  }

  private skill(entry: Entry, level: Level, found: Found | Promise<Found>): FolderScan | Promise<FolderScan> {
    return found instanceof Promise
      ? found.then(read => this.withInside(entry, level, read))
      : this.withInside(entry, level, found);
  }

  /** A skill, and what its folder holds beside it. */
  private withInside(entry: Entry, level: Level, found: Found): FolderScan | Promise<FolderScan> {
    const { insideSkills } = this.rules;
    const holdsSkills = found.outcome.kind === 'skill' && found.outcome.holdsSkills;
    if (insideSkills === 'always' || (insideSkills === 'declared' && holdsSkills)) {
      const below = this.entries.below(entry, level, insideSkills === 'declared' ? found.name : null);
      return { found: [found], isSkill: true, ...(below && { below }) };
    }
    const isBelowRoot = !level.isBehindLink && entry.link === undefined;
    const inside = this.nearMisses.inSkill(entry.location, isBelowRoot);
    return inside
      ? inside.then(others => ({ found: [found, ...others], isSkill: true }))
      : { found: [found], isSkill: true };
  }

  private async noSkill(
    entry: Entry,
    level: Level,
    place: Place,
    state: FileState | FileSystemFault,
    isLink: boolean,
  ): Promise<FolderScan> {
    const { name, location: dir, link } = entry;
    const oddFile = this.odd.skillFile(place, state, isLink, name);
    const isGoneThrough = this.rules.isGoneThrough(name);
    if (this.rules.levels === 0 && oddFile) return { found: [oddFile] };
    const odd = oddFile ? [oddFile] : [];
    if (link !== undefined && this.entries.leadsBack(dir, level)) {
      const reason = message('links back to a directory that it lies in ({0})', link);
      return { found: [...odd, lost(place, name, 'not-read', 'link-loop', reason)] };
    }
    if (this.rules.levels > 0) {
      const below = isGoneThrough ? this.entries.below(entry, level, level.parent) : undefined;
      if (below) return { found: odd, below };
      if (name === 'node_modules') return { found: odd };
    }
    const code = this.rules.levels > 0 ? whyNotGoneThrough(name, this.rules) : behindLink(link);
    return { found: [...odd, ...(await this.nearMisses.inFolder(dir, code))] };
  }

  /** A folder that is not looked at for its name, and what a person may have meant as a skill in it. */
  private async skipped({ name, location }: Entry): Promise<FolderScan> {
    if (name === 'node_modules' || name === '.git') return { found: [] };
    const code = name.startsWith('.') ? 'dot-folder' : 'skipped-folder';
    return { found: await this.nearMisses.inFolder(location, code) };
  }

  private exactFileIn(dir: string): string {
    return this.quick ? this.quick.skillFileOf(dir) : child(dir, SKILL_FILE);
  }

  /** The first file of a folder, in its own order, that is called `SKILL.md` in any case of letters. */
  private skillFileIn(dir: string): string {
    const entries = this.files.readDirectory(dir);
    if (isFault(entries)) return SKILL_FILE;
    return entries.find(({ name }) => isSkillFileInAnyCase(name))?.name ?? SKILL_FILE;
  }
}
