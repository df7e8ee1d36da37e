/**
 * Scanning one root: which entries are skills, and what becomes of those that only look like one. Rule numbers are those
 * of kimi-cli's specification (35 to 46); where products differ, their `ScanRules` decide.
 */
import * as path from 'node:path';
import { faultMessage } from './fault-message';
import {
  type DirectoryEntry,
  type FileKind,
  type FileState,
  type FileSystem,
  type FileSystemFault,
  isFault,
} from './file-system';
import { listInSlices } from './list-in-slices';
import { type Message, message } from './message';
import { lookInside, lookInsideSkill, MOST_DIRECTORIES, type NearMiss, SearchBudget } from './near-misses';
import type { ParseMemory } from './parse-memory';
import type { ReadText, TextRead } from './read-text';
import type { ScanRules } from './scan-rules';
import type { Slices } from './slices';
import { sortInSlices } from './sort-in-slices';
import type { Form, Remark, Root, SkillType, Unlisted } from './types';

/** What a product makes of the text of a skill file. */
export type ParseOutcome =
  | {
      readonly ok: true;
      readonly name: string;
      readonly description: string;
      readonly descriptionFrom: 'frontmatter' | 'body' | 'none';
      readonly type: SkillType;
      readonly unlisted?: Unlisted;
      readonly whenToUse?: string;
      /** Whether the skill says that its folder holds others. */
      readonly holdsSkills?: boolean;
      readonly remarks: readonly Remark[];
    }
  | {
      readonly ok: false;
      /** The declared name where it could still be read, else the default. */
      readonly name: string;
      readonly code: string;
      readonly reason: Message;
      /** Counted from 1. */
      readonly line?: number;
      readonly column?: number;
    };

/** Turns the text of a skill file into what the product makes of it. Never throws. */
export type ParseSkill = (
  text: string,
  defaultName: string,
  form: Form,
) => ParseOutcome | Promise<ParseOutcome>;

/** A file or folder in a root that is a skill or could be one, before names are compared. */
export interface Found {
  readonly entry: string;
  readonly form: Form;
  readonly dir: string;
  readonly file: string;
  readonly link?: string;
  readonly name: string;
  readonly outcome:
    | {
        readonly kind: 'skill';
        readonly description: string;
        readonly descriptionFrom: 'frontmatter' | 'body' | 'none';
        readonly type: SkillType;
        readonly unlisted?: Unlisted;
        readonly whenToUse?: string;
        readonly holdsSkills?: boolean;
      }
    | {
        readonly kind: 'lost';
        readonly verdict: 'invalid' | 'unreadable' | 'not-read' | 'shadowed';
        readonly code: string;
        readonly reason: Message;
        readonly line?: number;
        readonly column?: number;
        /** Whether this file keeps the product from starting at all. */
        readonly stopsProduct: boolean;
      };
  readonly remarks: readonly Remark[];
}

const CUT: Remark = {
  code: 'cut',
  severity: 'warning',
  text: message('only its first megabyte was looked at'),
};

export interface RootScan {
  /** In the order in which the product registers them: folders, then flat files, then what lies deeper. */
  readonly found: readonly Found[];
  /** Code of the error where the directory could not be listed. */
  readonly fault: string | null;
  /** The same by entry of the root, so that one of them can be looked at anew: see `rescanEntries`. */
  readonly entries: readonly EntryScan[];
}

/** What one entry of a root comes to. */
export interface EntryScan {
  readonly name: string;
  readonly isFolder: boolean;
  /** Whether it is a folder that is a skill, even one that does not load. */
  readonly isSkill: boolean;
  readonly own: readonly Found[];
  /** What levels below it hold, which the product registers after everything else. */
  readonly deeper: readonly Found[];
  /** How many directories were listed for it in search of near misses. */
  readonly spent: Spent;
}

/** What was taken from the two budgets of a root: beside skills, and inside them. */
export interface Spent {
  readonly beside: number;
  readonly inside: number;
}

/** A link to it is how files are masked. It is no regular file, yet reading it gives an empty text. */
const NULL_DEVICE = '/dev/null';

/** The file that makes a folder a skill. */
export const SKILL_FILE = 'SKILL.md';

/** What a scan needs beside the root. */
export interface ScanContext {
  readonly files: FileSystem;
  readonly rules: ScanRules;
  readonly parse: ParseSkill;
  readonly slices: Slices;
  readonly readText: ReadText;
  /** What was made of the same files before. */
  readonly memory?: ParseMemory;
}

/**
 * Scans one root. Entries are taken in a fixed order, so that the answer is the same every time; where the product's own
 * answer depends on the order of the directory, that shows when names are compared.
 * @throws only the reason of a cancelled signal
 */
export async function scanRoot(root: Pick<Root, 'path' | 'group'>, context: ScanContext): Promise<RootScan> {
  return new Scan(root.path, root.group === 'plugin', context).all();
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
  return before.fault === null
    ? new Scan(root.path, root.group === 'plugin', context).again(before.entries, names)
    : null;
}

/** A directory whose entries are looked at. */
interface Level {
  readonly dir: string;
  /** Levels below the root. */
  readonly depth: number;
  /** Name of the skill that holds this directory, where names are put together. */
  readonly parent: string | null;
  /** Real paths from the root down to this directory: a link to one of them would lead round in a circle. */
  readonly chain: readonly string[];
}

/** An entry, its link followed. */
interface Entry {
  readonly name: string;
  /** Path below the root. */
  readonly place: string;
  readonly location: string;
  readonly kind: FileKind | { readonly fault: string };
  readonly link: string | undefined;
}

/** What a folder comes to, and the level below it that is to be scanned afterwards. */
interface FolderScan {
  readonly found: readonly Found[];
  readonly below?: Level;
  /** Whether the folder is a skill, even one that does not load. */
  readonly isSkill?: boolean;
}

const NOTHING: readonly Found[] = [];
const NO_FOLDERS: ReadonlySet<string> = new Set();
const NOTHING_SPENT: Spent = { beside: 0, inside: 0 };

function skillFolders(entries: readonly Pick<EntryScan, 'name' | 'isSkill'>[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ name, isSkill }) => (isSkill ? [name] : [])));
}

function noFolder(name: string, own: readonly Found[]): EntryScan {
  return { name, isFolder: false, isSkill: false, own, deeper: NOTHING, spent: NOTHING_SPENT };
}

function sumOf(entries: readonly EntryScan[]): Spent {
  let [beside, inside] = [0, 0];
  for (const { spent } of entries) {
    beside += spent.beside;
    inside += spent.inside;
  }
  return { beside, inside };
}

/** Whether the search for near misses did not come to its end: what one entry took of it was missed by none after it. */
function hasLeft({ beside, inside }: Spent): boolean {
  return beside < MOST_DIRECTORIES && inside < MOST_DIRECTORIES;
}

/** Whether the named entries take as much from the search for near misses as before, so that nothing changes for those after them. */
function isSpentAlike(
  before: readonly EntryScan[],
  now: readonly EntryScan[],
  names: ReadonlySet<string>,
): boolean {
  const spentBy = (entries: readonly EntryScan[]) =>
    new Map(entries.filter(({ name }) => names.has(name)).map(({ name, spent }) => [name, spent]));
  const [old, anew] = [spentBy(before), spentBy(now)];
  return [...names].every(name => {
    const [one, other] = [old.get(name) ?? NOTHING_SPENT, anew.get(name) ?? NOTHING_SPENT];
    return one.beside === other.beside && one.inside === other.inside;
  });
}

/** Folders first, then files, then what lies deeper. */
function joined(entries: readonly EntryScan[]): RootScan {
  const found: Found[] = [];
  for (const { own } of entries) for (const one of own) found.push(one);
  for (const { deeper } of entries) for (const one of deeper) found.push(one);
  return { found, fault: null, entries };
}

/** Folders first, then files, each in the order in which they are taken. */
function inOrder(entries: readonly EntryScan[], rules: ScanRules): readonly EntryScan[] {
  return [...entries].sort(
    (a, b) => Number(b.isFolder) - Number(a.isFolder) || rules.compareEntries(a.name, b.name),
  );
}

class Scan {
  private readonly besideSkills = new SearchBudget();
  private readonly insideSkills = new SearchBudget();
  private readonly files: FileSystem;
  private readonly rules: ScanRules;
  private readonly slices: Slices;
  private readonly readText: ReadText;
  private readonly top: Level;
  /** The levels below entries of the root that are still to be scanned. */
  private readonly levels = new Map<EntryScan, Level>();

  constructor(
    private readonly root: string,
    /** Whether a `SKILL.md` directly in the root counts. */
    private readonly rootIsSkill: boolean,
    private readonly context: ScanContext,
  ) {
    this.files = context.files;
    this.rules = context.rules;
    this.slices = context.slices;
    this.readText = context.readText;
    this.top = { dir: root, depth: 0, parent: null, chain: [root] };
  }

  /** Folders first, then files, then the levels below, each in the order of entries. */
  async all(): Promise<RootScan> {
    const listed = await this.list(this.root);
    if (isFault(listed)) return { found: [], fault: listed.fault, entries: [] };
    const open: EntryScan[] = [];
    const files: Entry[] = [];
    for (const listedEntry of listed) {
      if (this.slices.due) await this.slices.pause();
      const entry = this.look(this.root, listedEntry);
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

  /** See `rescanEntries`. */
  async again(before: readonly EntryScan[], names: ReadonlySet<string>): Promise<RootScan | null> {
    const wanted = new Set(names);
    if (this.rules.flatGivesWay) for (const name of names) wanted.add(`${name}.md`);
    const kept = before.filter(({ name }) => !wanted.has(name));
    const total = sumOf(before);
    const looked = this.lookAt(wanted);
    const anew: EntryScan[] = [];
    const opened: EntryScan[] = [];
    for (const entry of looked) {
      if (entry.kind !== 'directory') continue;
      const above = before.filter(({ name }) => this.rules.compareEntries(name, entry.name) < 0);
      const spent = sumOf(above);
      this.besideSkills.left = MOST_DIRECTORIES - spent.beside;
      this.insideSkills.left = MOST_DIRECTORIES - spent.inside;
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

  /** Those of the named entries that are there, in the order in which they are taken. */
  private lookAt(names: ReadonlySet<string>): readonly Entry[] {
    const looked = [...names].flatMap(name => {
      const kind = this.kindBehind(child(this.root, name), false);
      return typeof kind === 'object' ? [] : [this.look(this.root, { name, kind })];
    });
    return looked.sort((a, b) => this.rules.compareEntries(a.name, b.name));
  }

  /** Scans the levels below. */
  private async close(open: readonly EntryScan[]): Promise<readonly EntryScan[]> {
    if (this.levels.size === 0) return open;
    const entries: EntryScan[] = [];
    for (const entry of open) {
      const below = this.levels.get(entry);
      const left = this.left;
      const deeper = below ? await this.level(below) : NOTHING;
      const more = this.spentSince(left);
      const { beside, inside } = entry.spent;
      const spent = { beside: beside + more.beside, inside: inside + more.inside };
      entries.push(below ? { ...entry, deeper, spent } : entry);
    }
    return entries;
  }

  private get left(): Spent {
    return { beside: this.besideSkills.left, inside: this.insideSkills.left };
  }

  private spentSince(before: Spent): Spent {
    const [beside, inside] = [before.beside - this.besideSkills.left, before.inside - this.insideSkills.left];
    return beside === 0 && inside === 0 ? NOTHING_SPENT : { beside, inside };
  }

  private topFolder(entry: Entry): EntryScan | Promise<EntryScan> {
    if (!this.isNameKnown(entry)) {
      return { ...noFolder(entry.name, this.badName(entry)), isFolder: true };
    }
    const left = this.left;
    const scan = this.folder(entry, this.top);
    return scan instanceof Promise
      ? scan.then(folder => this.toEntry(entry.name, folder, left))
      : this.toEntry(entry.name, scan, left);
  }

  private toEntry(name: string, { found: own, below, isSkill = false }: FolderScan, left: Spent): EntryScan {
    const spent = this.spentSince(left);
    const entry: EntryScan = { name, isFolder: true, isSkill, own, deeper: NOTHING, spent };
    if (below) this.levels.set(entry, below);
    return entry;
  }

  private async topFile(entry: Entry, skills: ReadonlySet<string>): Promise<EntryScan> {
    return noFolder(
      entry.name,
      this.isNameKnown(entry) ? await this.file(entry, skills) : this.badName(entry),
    );
  }

  private async level(level: Level): Promise<readonly Found[]> {
    const listed = await this.list(level.dir);
    if (isFault(listed)) return [];
    const found: Found[] = [];
    const files: Entry[] = [];
    const below: Level[] = [];
    for (const listedEntry of listed) {
      if (this.slices.due) await this.slices.pause();
      const entry = this.look(level.dir, listedEntry);
      if (!this.isNameKnown(entry)) found.push(...this.badName(entry));
      else if (entry.kind !== 'directory') files.push(entry);
      else {
        const folder = await this.folder(entry, level);
        found.push(...folder.found);
        if (folder.below) below.push(folder.below);
      }
    }
    for (const entry of files) found.push(...this.deepFile(entry, level));
    for (const next of below) found.push(...(await this.level(next)));
    return found;
  }

  /** The entries of a directory in the order in which they are taken. */
  private async list(directory: string): Promise<readonly DirectoryEntry[] | FileSystemFault> {
    const entries = await listInSlices(this.files, directory, this.slices);
    if (isFault(entries)) return entries;
    return sortInSlices(entries, (a, b) => this.rules.compareEntries(a.name, b.name), this.slices);
  }

  private isNameKnown({ name }: Entry): boolean {
    return this.rules.anyBytesInNames || name.isWellFormed();
  }

  private look(dir: string, { name, kind: listed }: DirectoryEntry): Entry {
    const location = child(dir, name);
    const own = listed === 'unknown' ? this.kindBehind(location, false) : listed;
    const link = own === 'link' ? this.linkTarget(location) : undefined;
    const kind = own === 'link' ? this.kindBehind(location, true) : own;
    const place = dir === this.root ? name : path.relative(this.root, location);
    return { name, place, location, kind, link };
  }

  private async file(entry: Entry, skills: ReadonlySet<string>): Promise<readonly Found[]> {
    const { name } = entry;
    if (this.rootIsSkill && name === SKILL_FILE && entry.kind === 'file') {
      const { location: file, link } = entry;
      const place = {
        entry: name,
        form: 'directory',
        dir: this.root,
        file,
        ...(link !== undefined && { link }),
      } as const;
      return [await this.readState(place, path.basename(this.root), null)];
    }
    if (!this.rules.isFlatName(name)) return this.oddEntry(entry);
    const flat = await this.flatFile(entry);
    const stem = name.slice(0, -'.md'.length);
    if (!skills.has(stem) || (flat.outcome.kind === 'lost' && flat.outcome.verdict !== 'invalid'))
      return [flat];
    const reason = message('passed over: {0} beside it is a skill', { path: child(this.root, stem) });
    return [lost(flat, flat.name, 'shadowed', 'flat-after-directory', reason)];
  }

  /** Files below the top of a root are what skills bring along, but for a `skill.md` in place of `SKILL.md`. */
  private deepFile({ name, place, location, kind }: Entry, level: Level): readonly Found[] {
    if (kind !== 'file' || name === SKILL_FILE || name.toUpperCase() !== SKILL_FILE.toUpperCase()) return [];
    const of = {
      entry: path.dirname(place),
      form: 'directory',
      dir: level.dir,
      file: location,
    } as const;
    const reason = nearMissReason('wrong-case', name, this.rules);
    return [lost(of, path.basename(level.dir), 'not-read', 'wrong-case', reason)];
  }

  /** The product reads such a name with replacement characters, and so looks for a file that is not there. */
  private badName({ place, location, kind }: Entry): readonly Found[] {
    if (kind !== 'directory' && !this.rules.isFlatName(location)) return [];
    const file = kind === 'directory' ? path.join(location, SKILL_FILE) : location;
    const of = {
      entry: place,
      form: kind === 'directory' ? 'directory' : 'flat',
      dir: kind === 'directory' ? location : path.dirname(location),
      file,
    } as const;
    const reason = message('its name is not UTF-8, so it is not found');
    return isFault(this.files.state(file)) ? [] : [lost(of, place, 'not-read', 'name-not-utf8', reason)];
  }

  private folder(entry: Entry, level: Level): FolderScan | Promise<FolderScan> {
    const { name, location: dir, link } = entry;
    const file = child(dir, SKILL_FILE);
    const own = this.files.linkState(file);
    const isLink = !isFault(own) && own.kind === 'link';
    const target = link ?? (isLink ? this.linkTarget(file) : undefined);
    const place: Place = { entry: entry.place, form: 'directory', dir, file, link: target };
    const state = isLink ? this.files.state(file) : own;
    if (isFault(state) || state.kind !== 'file') return this.noSkill(entry, level, place, state, isLink);
    const found = this.read(place, state, name, level.parent);
    return found instanceof Promise
      ? found.then(read => this.withInside(entry, level, read))
      : this.withInside(entry, level, found);
  }

  /** A skill, and what its folder holds beside it. */
  private withInside(entry: Entry, level: Level, found: Found): FolderScan | Promise<FolderScan> {
    if (this.rules.subSkills && found.outcome.kind === 'skill' && found.outcome.holdsSkills) {
      const below = this.below(entry, level, found.name);
      return { found: [found], isSkill: true, ...(below && { below }) };
    }
    if (this.insideSkills.left <= 0) return { found: [found], isSkill: true };
    return this.insideSkill(entry.location, found);
  }

  private async insideSkill(dir: string, found: Found): Promise<FolderScan> {
    const inside = await this.deeper(lookInsideSkill(this.files, dir, this.insideSkills), true);
    return { found: [found, ...inside], isSkill: true };
  }

  private async noSkill(
    entry: Entry,
    level: Level,
    place: Place,
    state: FileState | FileSystemFault,
    isLink: boolean,
  ): Promise<FolderScan> {
    const { name, location: dir, link } = entry;
    const oddFile = this.oddSkillFile(place, state, isLink, name);
    if (this.rules.levels === 0 && oddFile) return { found: [oddFile] };
    const odd = oddFile ? [oddFile] : [];
    if (link !== undefined && this.leadsBack(dir, level)) {
      const reason = message('links back to a directory that it lies in ({0})', link);
      return { found: [...odd, lost(place, name, 'not-read', 'link-loop', reason)] };
    }
    if (this.rules.levels > 0) {
      if (name === 'node_modules') return { found: odd };
      const below = name.startsWith('.') ? undefined : this.below(entry, level, level.parent);
      if (below) return { found: odd, below };
    }
    const code = this.rules.levels > 0 ? whyNotGoneThrough(name) : behindLink(link);
    return {
      found: [...odd, ...(await this.deeper(lookInside(this.files, dir, this.besideSkills), false, code))],
    };
  }

  /** What is wrong with the `SKILL.md` of a folder; undefined where there is none. */
  private oddSkillFile(
    place: Place,
    state: FileState | FileSystemFault,
    isLink: boolean,
    name: string,
  ): Found | undefined {
    if (!isFault(state)) {
      const reason = message('{0} is not a regular file', SKILL_FILE);
      return lost(place, name, 'not-read', 'not-a-file', reason);
    }
    if (isLink)
      return this.brokenLink({ ...place, link: this.linkTarget(place.file) ?? '' }, name, state.fault);
    if (state.fault === 'ENOENT') return undefined;
    return lost(place, name, 'unreadable', 'unreadable', faultMessage(state.fault));
  }

  /** The level inside a folder; undefined where it is too deep, or where a link would lead round in a circle. */
  private below({ location, link }: Entry, level: Level, parent: string | null): Level | undefined {
    if (level.depth >= this.rules.levels || this.leadsBack(location, level)) return undefined;
    const above = level.chain.at(-1) ?? level.dir;
    const real =
      link === undefined ? path.join(above, path.basename(location)) : this.files.realPath(location);
    return {
      dir: location,
      depth: level.depth + 1,
      parent,
      chain: [...level.chain, isFault(real) ? location : real],
    };
  }

  /** What was found below an entry, as candidates: read, so that their declared names are known, but not loaded. */
  private async deeper(
    misses: Iterable<NearMiss | null>,
    quietly: boolean,
    because?: NearMissCode,
  ): Promise<readonly Found[]> {
    const found: Found[] = [];
    for (const miss of misses) {
      if (this.slices.due) await this.slices.pause();
      if (miss === null) continue;
      const { file } = miss;
      const code = because !== undefined && miss.code === 'too-deep' ? because : miss.code;
      const dir = path.dirname(file);
      const place = { entry: path.relative(this.root, dir), form: 'directory', dir, file } as const;
      const state = this.files.state(file);
      if (isFault(state) || state.kind !== 'file') continue;
      const read = await this.read(place, state, path.basename(dir), null);
      if (quietly && read.outcome.kind === 'lost') continue;
      found.push(
        lost(place, read.name, 'not-read', code, nearMissReason(code, path.basename(file), this.rules)),
      );
    }
    return found;
  }

  private async flatFile({ name, location: file, kind, link }: Entry): Promise<Found> {
    const place = {
      entry: name,
      form: 'flat',
      dir: this.root,
      file,
      ...(link !== undefined && { link }),
    } as const;
    const stem = name.slice(0, -'.md'.length);
    if (kind === 'file') return this.readState(place, stem, null);
    if (typeof kind === 'object') return this.brokenLink(place, stem, kind.fault);
    if (this.rules.regularFilesOnly) {
      return lost(place, stem, 'not-read', 'not-a-file', message('not a regular file'));
    }
    if (kind === 'pipe') {
      const reason = message('a pipe: kimi-cli opens it and waits for ever');
      return lost(place, stem, 'unreadable', 'pipe', reason, true);
    }
    // There is no test for a regular file in the product (rule 39), so an empty text is a flat skill with no description.
    if (kind === 'other' && this.files.realPath(file) === NULL_DEVICE)
      return this.parsed(place, '', stem, null);
    return lost(place, stem, 'unreadable', 'not-a-file', message('not a regular file'));
  }

  /** An entry that the product passes over without a word, but that a person may have meant as a skill. */
  private oddEntry({ name, location, kind, link }: Entry): readonly Found[] {
    const place = { entry: name, form: 'directory', dir: location, file: location } as const;
    if (typeof kind === 'object') {
      return [this.brokenLink({ ...place, ...(link !== undefined && { link }) }, name, kind.fault)];
    }
    if (kind !== 'file') return [];
    if (name.toUpperCase() === SKILL_FILE.toUpperCase()) {
      const reason = message('a {0} directly in a root is not read: it belongs in a folder of its own', name);
      return [
        lost(
          { ...place, dir: this.root },
          path.basename(this.root),
          'not-read',
          'skill-file-in-root',
          reason,
        ),
      ];
    }
    if (name.toLowerCase().endsWith('.md')) {
      const reason = message('named {0}: only the exact ending {1} is read', name, '.md');
      const flat = { ...place, form: 'flat', dir: this.root } as const;
      return [lost(flat, name.slice(0, -'.md'.length), 'not-read', 'wrong-case', reason)];
    }
    const target = this.textOfLink(location);
    if (target === undefined) return [];
    const reason = message(
      'a text file that holds a path ({0}): it looks like a link that was not checked out',
      target,
    );
    return [lost(place, name, 'not-read', 'link-as-text', reason)];
  }

  private async readState(place: Place, defaultName: string, parent: string | null): Promise<Found> {
    const state = this.files.state(place.file);
    if (!isFault(state)) return this.read(place, state, defaultName, parent);
    return lost(place, defaultName, 'unreadable', 'unreadable', faultMessage(state.fault));
  }

  /** The skill in a regular file. */
  private read(
    place: Place,
    state: FileState,
    defaultName: string,
    parent: string | null,
  ): Found | Promise<Found> {
    const { memory } = this.context;
    const known = memory?.recall(place, state, parent);
    if (known) return known;
    const started = memory ? Date.now() : 0;
    const remember = (found: Found) => {
      memory?.keep(found, state, parent, started);
      return found;
    };
    const read = this.readText(place.file, state.size, this.slices);
    const found =
      read instanceof Promise
        ? read.then(text => this.interpret(place, text, defaultName, parent))
        : this.interpret(place, read, defaultName, parent);
    return found instanceof Promise ? found.then(remember) : remember(found);
  }

  private interpret(
    place: Place,
    read: TextRead,
    defaultName: string,
    parent: string | null,
  ): Found | Promise<Found> {
    if (!read.ok) return this.unreadable(place, read, defaultName, parent);
    const found = this.parsed(place, read.text, defaultName, parent);
    if (!read.cut) return found;
    const withRemark = (one: Found) =>
      one.outcome.kind === 'skill' ? { ...one, remarks: [...one.remarks, CUT] } : one;
    return found instanceof Promise ? found.then(withRemark) : withRemark(found);
  }

  private async unreadable(
    place: Place,
    read: Extract<TextRead, { ok: false }>,
    defaultName: string,
    parent: string | null,
  ): Promise<Found> {
    if (!('byte' in read)) {
      return lost(place, defaultName, 'unreadable', 'unreadable', faultMessage(read.fault));
    }
    const byte = `0x${read.byte.toString(16).padStart(2, '0')}`;
    if (this.rules.badBytes === 'replaced') {
      const found = await this.parsed(place, read.replaced, defaultName, parent);
      const text = message(
        'not UTF-8: byte {0} at offset {1} is read as a replacement character',
        byte,
        read.position,
      );
      const remark: Remark = { code: 'not-utf8', severity: 'warning', text };
      return found.outcome.kind === 'skill' ? { ...found, remarks: [...found.remarks, remark] } : found;
    }
    const reason = message('not UTF-8: byte {0} at offset {1}', byte, read.position);
    // Only the directory form takes the whole program down (rule 45).
    return lost(place, defaultName, 'invalid', 'not-utf8', reason, place.form === 'directory');
  }

  /** What the product makes of a text that could be read. In a skill that holds others, names are put together. */
  private parsed(
    place: Place,
    text: string,
    defaultName: string,
    parent: string | null,
  ): Found | Promise<Found> {
    const parsed = this.context.parse(text, defaultName, place.form);
    return parsed instanceof Promise
      ? parsed.then(outcome => toFound(place, outcome, parent))
      : toFound(place, parsed, parent);
  }

  private brokenLink(place: Place, name: string, fault: string): Found {
    const target = place.link ?? '';
    if (fault === 'ELOOP') {
      return lost(place, name, 'unreadable', 'link-loop', message('the link {0} leads in a circle', target));
    }
    if (place.link === undefined || fault !== 'ENOENT') {
      return lost(place, name, 'unreadable', 'unreadable', faultMessage(fault));
    }
    return lost(place, name, 'unreadable', 'broken-link', message('link target missing: {0}', target));
  }

  private kindBehind(location: string, followLinks: boolean): FileKind | { fault: string } {
    const state = followLinks ? this.files.state(location) : this.files.linkState(location);
    return isFault(state) ? state : state.kind;
  }

  private linkTarget(location: string): string | undefined {
    const target = this.files.readLink(location);
    return isFault(target) ? undefined : target;
  }

  /**
   * Whether a link leads to a directory that it lies in. Where folders are gone through, one above the root is no such
   * directory: there may be more skills there.
   */
  private leadsBack(location: string, level: Level): boolean {
    const real = this.files.realPath(location);
    if (isFault(real)) return false;
    if (this.rules.levels > 0) return level.chain.includes(real);
    const root = this.files.realPath(this.root);
    return (
      !isFault(root) && (root === real || root.startsWith(real.endsWith(path.sep) ? real : real + path.sep))
    );
  }

  /** Git without support for links writes the link's target into a small text file. */
  private textOfLink(location: string): string | undefined {
    const state = this.files.state(location);
    if (isFault(state) || state.size === 0 || state.size > 512) return undefined;
    const reader = this.files.open(location);
    if (isFault(reader)) return undefined;
    const bytes = reader.read(state.size);
    reader.close();
    if (isFault(bytes)) return undefined;
    const text = Buffer.from(bytes).toString('utf8').trim();
    return /^\.{1,2}\/[^\n\0]*$/.test(text) ? text : undefined;
  }
}

/** Any file whose name ends in `.md` in any case, but for `SKILL.md` in any case (rule 39). */
export function isFlatNameInAnyCase(name: string): boolean {
  return name.toLowerCase().endsWith('.md') && name.toUpperCase() !== SKILL_FILE.toUpperCase();
}

/** A path in a directory whose own path is in its plainest form: quicker than `path.join`, which looks for `..`. */
function child(dir: string, name: string): string {
  return dir.endsWith(path.sep) ? dir + name : dir + path.sep + name;
}

/** Where a skill is; `link` undefined where no link leads to it. */
export interface Place extends Pick<Found, 'entry' | 'form' | 'dir' | 'file'> {
  readonly link?: string | undefined;
}

/** A text of its own: a part of a longer one would keep the whole of that in memory. */
function detached(text: string): string {
  return `${text} `.slice(0, -1);
}

/** One object with its fields given at once: most of them are, and there can be very many. */
function toFound(place: Place, parsed: ParseOutcome, parent: string | null): Found {
  const { entry, form, dir, file, link } = place;
  const name =
    parent === null || parsed.name.startsWith(`${parent}.`)
      ? detached(parsed.name)
      : `${parent}.${parsed.name}`;
  const linked = link === undefined ? undefined : { link };
  if (!parsed.ok) {
    const { code, reason, line, column } = parsed;
    const outcome: Found['outcome'] = {
      kind: 'lost',
      verdict: 'invalid',
      code,
      reason,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      stopsProduct: false,
    };
    return { entry, form, dir, file, ...linked, name, outcome, remarks: [] };
  }
  const { descriptionFrom, type, whenToUse, holdsSkills, remarks } = parsed;
  const description = detached(parsed.description);
  const unlisted = parent === null ? parsed.unlisted : (parsed.unlisted ?? subSkill(parent));
  const outcome: Found['outcome'] =
    unlisted || whenToUse !== undefined || holdsSkills
      ? {
          kind: 'skill',
          description,
          descriptionFrom,
          type,
          ...(unlisted && { unlisted }),
          ...(whenToUse !== undefined && { whenToUse }),
          ...(holdsSkills && { holdsSkills }),
        }
      : { kind: 'skill', description, descriptionFrom, type };
  return linked
    ? { entry, form, dir, file, ...linked, name, outcome, remarks }
    : { entry, form, dir, file, name, outcome, remarks };
}

type NearMissCode = NearMiss['code'] | 'dot-folder' | 'link-to-folder-of-skills';

/** Where folders are gone through, one is passed over for its name only, or for lack of levels. */
function whyNotGoneThrough(name: string): NearMissCode | undefined {
  return name.startsWith('.') ? 'dot-folder' : undefined;
}

/** A link that was meant to bring in many skills at once. */
function behindLink(link: string | undefined): NearMissCode | undefined {
  return link === undefined ? undefined : 'link-to-folder-of-skills';
}

function nearMissReason(code: NearMissCode, fileName: string, rules: ScanRules): Message {
  switch (code) {
    case 'too-deep':
      return rules.levels === 0
        ? message('too deep: only folders directly in a root are read')
        : message('too deep: folders are gone through for {0} levels only', rules.levels);
    case 'link-to-folder-of-skills':
      return message('behind a link to a folder of skills: only links to single skills are read');
    case 'inside-skill':
      return rules.subSkills
        ? message('inside another skill, which does not say has-sub-skill: true')
        : message('inside another skill: only folders directly in a root are read');
    case 'dot-folder':
      return message('in a folder whose name starts with a dot, which is not gone through');
    case 'wrong-case':
      return message('named {0}: only the exact name {1} is read', fileName, SKILL_FILE);
  }
}

function subSkill(parent: string): Unlisted {
  return { code: 'sub-skill', reason: message('not listed for the model: {0} holds it', parent) };
}

function lost(
  place: Place,
  name: string,
  verdict: 'invalid' | 'unreadable' | 'not-read' | 'shadowed',
  code: string,
  reason: Message,
  stopsProduct = false,
): Found {
  const { entry, form, dir, file, link } = place;
  return {
    entry,
    form,
    dir,
    file,
    ...(link !== undefined && { link }),
    name,
    outcome: { kind: 'lost', verdict, code, reason, stopsProduct },
    remarks: [],
  };
}
