/**
 * Scanning one root: which entries are skills, and what becomes of those that only look like one. Rule numbers are those
 * of kimi-cli's specification (35 to 46); where products differ, their `ScanRules` decide. The rules themselves are in
 * `scan/`; here is the order in which a root is gone through, as a whole or by some of its entries.
 */
import { type DirectoryEntry, isFault } from './file-system';
import { Entries, type Entry, type Level } from './scan/entries';
import { type FolderScan, Folders } from './scan/folders';
import { Levels } from './scan/levels';
import { NearMissCandidates } from './scan/near-miss-candidates';
import type { Spent } from './scan/near-misses';
import { OddEntries } from './scan/odd-entries';
import {
  type EntryScan,
  hasLeft,
  hasSpellings,
  inOrder,
  isSpentAlike,
  joined,
  NOTHING_DEEPER,
  noFolder,
  type RootScan,
  skillFolders,
  sumOf,
} from './scan/root-scan';
import type { ScanContext } from './scan/scan-context';
import { SkillReader } from './scan/skill-reader';
import { TopFiles } from './scan/top-files';
import type { Root } from './types';

// Plans take the name from here.

/**
 * Scans one root. Entries are taken in a fixed order, so that the answer is the same every time; where the product's own
 * answer depends on the order of the directory, that shows when names are compared.
 * @throws only the reason of a cancelled signal
 */
export async function scanRoot(root: Pick<Root, 'path' | 'group'>, context: ScanContext): Promise<RootScan> {
  return new Scan(root.path, context).all();
}

/**
 * Looks at some entries of a root anew, whatever has become of them, and takes the others from an earlier scan. Null
 * where that would not give what a whole scan gives: then one is needed.
 * @throws only the reason of a cancelled signal
 */
export async function rescanEntries(
  root: Pick<Root, 'path' | 'group'>,
  before: RootScan,
  names: ReadonlySet<string>,
  context: ScanContext,
): Promise<RootScan | null> {
  return before.fault === null ? new Scan(root.path, context).again(before.entries, names) : null;
}

const NO_FOLDERS: ReadonlySet<string> = new Set();

class Scan {
  private readonly rules: ScanContext['rules'];
  private readonly slices: ScanContext['slices'];
  private readonly entries: Entries;
  private readonly odd: OddEntries;
  private readonly nearMisses: NearMissCandidates;
  private readonly folders: Folders;
  private readonly topFiles: TopFiles;
  private readonly below: Levels;
  private readonly top: Level;
  /** The levels below entries of the root that are still to be scanned. */
  private readonly levels = new Map<EntryScan, Level>();

  constructor(
    private readonly root: string,
    context: ScanContext,
  ) {
    this.rules = context.rules;
    this.slices = context.slices;
    const reader = new SkillReader(context);
    this.entries = new Entries(root, context);
    this.odd = new OddEntries(root, this.entries, context);
    const disk = context.quick?.diskBelow(root) ?? null;
    this.nearMisses = new NearMissCandidates(root, reader, disk, context);
    this.folders = new Folders(this.entries, reader, this.odd, this.nearMisses, disk, context);
    const rootIsSkill = context.rules.inRoot !== 'passed-over';
    this.topFiles = new TopFiles(root, rootIsSkill, reader, this.odd, context);
    this.below = new Levels(this.entries, this.folders, this.odd, this.topFiles, this.rules, context.slices);
    this.top = { dir: root, place: '', depth: 0, parent: null, chain: [root], isBehindLink: false };
  }

  /** Folders first, then files, then the levels below, each in the order of entries. */
  async all(): Promise<RootScan> {
    const listed = await this.entries.list(this.root);
    if (isFault(listed)) return { found: [], fault: listed.fault, entries: [] };
    if (this.endsInRoot(listed)) return joined(await this.rootOnly(listed));
    const open: EntryScan[] = [];
    const files: Entry[] = [];
    for (let index = 0; index < listed.length; index++) {
      if (this.slices.due) await this.slices.pause();
      const entry = this.entries.look(this.top, listed[index]!);
      if (entry.kind !== 'directory') files.push(entry);
      const scan = entry.kind === 'directory' ? this.topFolder(entry) : undefined;
      if (scan) open.push(scan instanceof Promise ? await scan : scan);
    }
    const skills = this.rules.flatGivesWay ? skillFolders(open) : NO_FOLDERS;
    for (const entry of files) {
      if (this.slices.due) await this.slices.pause();
      open.push(await this.topFile(entry, skills));
    }
    return joined(await this.close(open));
  }

  /** Whether the root itself is the one skill in it. */
  private endsInRoot(listed: readonly DirectoryEntry[]): boolean {
    if (this.rules.inRoot !== 'only-skill') return false;
    return listed.some(
      entry => this.topFiles.isSkillFile(entry.name) && this.entries.look(this.top, entry).kind === 'file',
    );
  }

  /** The root as a skill, and beside it what would be skills if it were none. */
  private async rootOnly(listed: readonly DirectoryEntry[]): Promise<readonly EntryScan[]> {
    const entries: EntryScan[] = [];
    for (const listedEntry of listed) {
      if (this.slices.due) await this.slices.pause();
      const entry = this.entries.look(this.top, listedEntry);
      const { name, location, kind } = entry;
      if (kind === 'directory' && !this.rules.isFolderSkipped(name))
        entries.push(noFolder(name, await this.nearMisses.inFolder(location, 'root-is-skill')));
      else if (kind === 'file' && this.topFiles.isSkillFile(name))
        entries.push(noFolder(name, await this.topFiles.scan(entry, NO_FOLDERS)));
    }
    return entries;
  }

  /** See `rescanEntries`. */
  async again(before: readonly EntryScan[], names: ReadonlySet<string>): Promise<RootScan | null> {
    // Whether the root is a skill decides about everything in it.
    if (this.rules.inRoot === 'only-skill') return null;
    // A disk may take two names for one: which of them an entry has only the listing tells.
    if (hasSpellings(before, names)) return null;
    const wanted = new Set(names);
    if (this.rules.flatGivesWay) for (const name of names) wanted.add(`${name}.md`);
    const kept = before.filter(({ name }) => !wanted.has(name));
    const total = sumOf(before);
    const looked = this.entries.named(wanted);
    const anew: EntryScan[] = [];
    const opened: EntryScan[] = [];
    for (const entry of looked) {
      if (entry.kind !== 'directory') continue;
      const above = before.filter(({ name }) => this.rules.compareEntries(name, entry.name) < 0);
      this.nearMisses.startAfter(sumOf(above));
      opened.push(await this.topFolder(entry));
    }
    const skills = this.rules.flatGivesWay ? skillFolders([...kept, ...opened]) : NO_FOLDERS;
    for (const entry of looked) {
      if (entry.kind !== 'directory') opened.push(await this.topFile(entry, skills));
    }
    anew.push(...(await this.close(opened)));
    const entries = inOrder([...kept, ...anew], this.rules);
    return isSpentAlike(before, anew, wanted) || (hasLeft(total) && hasLeft(sumOf(entries)))
      ? joined(entries)
      : null;
  }

  /** Scans the levels below. */
  private async close(open: readonly EntryScan[]): Promise<readonly EntryScan[]> {
    if (this.levels.size === 0) return open;
    const entries: EntryScan[] = [];
    for (const entry of open) {
      const below = this.levels.get(entry);
      const left = this.nearMisses.left;
      const deeper = below ? await this.below.scan(below) : NOTHING_DEEPER;
      const more = this.nearMisses.spentSince(left);
      const { beside, inside } = entry.spent;
      const spent = { beside: beside + more.beside, inside: inside + more.inside };
      entries.push(below ? { ...entry, deeper, spent } : entry);
    }
    return entries;
  }

  private topFolder(entry: Entry): EntryScan | Promise<EntryScan> {
    if (!this.entries.isNameKnown(entry)) {
      return { ...noFolder(entry.name, this.odd.badName(entry)), isFolder: true };
    }
    const left = this.nearMisses.left;
    const scan = this.folders.scan(entry, this.top);
    return scan instanceof Promise
      ? scan.then(folder => this.toEntry(entry.name, folder, left))
      : this.toEntry(entry.name, scan, left);
  }

  private toEntry(name: string, { found: own, below, isSkill = false }: FolderScan, left: Spent): EntryScan {
    const spent = this.nearMisses.spentSince(left);
    const entry: EntryScan = { name, isFolder: true, isSkill, own, deeper: NOTHING_DEEPER, spent };
    if (below) this.levels.set(entry, below);
    return entry;
  }

  private async topFile(entry: Entry, skills: ReadonlySet<string>): Promise<EntryScan> {
    return noFolder(
      entry.name,
      this.entries.isNameKnown(entry) ? await this.topFiles.scan(entry, skills) : this.odd.badName(entry),
    );
  }
}
