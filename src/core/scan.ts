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
import { type Message, message } from './message';
import { lookInside, lookInsideSkill, type NearMiss, SearchBudget } from './near-misses';
import type { ReadText } from './read-text';
import type { ScanRules } from './scan-rules';
import type { Slices } from './slices';
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
}

/**
 * Scans one root. Entries are taken in a fixed order, so that the answer is the same every time; where the product's own
 * answer depends on the order of the directory, that shows when names are compared.
 * @throws only the reason of a cancelled signal
 */
export async function scanRoot(root: Pick<Root, 'path' | 'group'>, context: ScanContext): Promise<RootScan> {
  const scan = new Scan(root.path, root.group === 'plugin', context);
  return scan.level({ dir: root.path, depth: 0, parent: null, chain: [root.path] });
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

class Scan {
  private readonly besideSkills = new SearchBudget();
  private readonly insideSkills = new SearchBudget();
  private readonly files: FileSystem;
  private readonly rules: ScanRules;
  private readonly slices: Slices;
  private readonly readText: ReadText;

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
  }

  /** Folders first, then files, then the levels below, each in the order of entries. */
  async level(level: Level): Promise<RootScan> {
    const listed = this.files.readDirectory(level.dir);
    if (isFault(listed)) return { found: [], fault: listed.fault };
    const entries = [...listed].sort((a, b) => this.rules.compareEntries(a.name, b.name));
    const found: Found[] = [];
    const files: Entry[] = [];
    const below: Level[] = [];
    const skillFolders = new Map<string, string>();
    for (const listedEntry of entries) {
      if (this.slices.due) await this.slices.pause();
      const entry = this.look(level.dir, listedEntry);
      if (!this.rules.anyBytesInNames && !entry.name.isWellFormed()) {
        found.push(...this.badName(entry));
      } else if (entry.kind !== 'directory') files.push(entry);
      else {
        const folder = await this.folder(entry, level);
        found.push(...folder.found);
        if (folder.below) below.push(folder.below);
        if (folder.isSkill) skillFolders.set(entry.name, entry.location);
      }
    }
    for (const entry of files) {
      if (this.slices.due) await this.slices.pause();
      found.push(...(await this.file(entry, level, skillFolders)));
    }
    for (const next of below) found.push(...(await this.level(next)).found);
    return { found, fault: null };
  }

  private look(dir: string, { name, kind: listed }: DirectoryEntry): Entry {
    const location = child(dir, name);
    const own = listed === 'unknown' ? this.kindBehind(location, false) : listed;
    const link = own === 'link' ? this.linkTarget(location) : undefined;
    const kind = own === 'link' ? this.kindBehind(location, true) : own;
    const place = dir === this.root ? name : path.relative(this.root, location);
    return { name, place, location, kind, link };
  }

  private async file(
    entry: Entry,
    level: Level,
    skillFolders: ReadonlyMap<string, string>,
  ): Promise<readonly Found[]> {
    const { name } = entry;
    if (level.depth > 0) return this.deepFile(entry, level);
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
    const folder = this.rules.flatGivesWay ? skillFolders.get(name.slice(0, -'.md'.length)) : undefined;
    if (folder === undefined || (flat.outcome.kind === 'lost' && flat.outcome.verdict !== 'invalid'))
      return [flat];
    const reason = message('passed over: {0} beside it is a skill', { path: folder });
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

  private async folder(entry: Entry, level: Level): Promise<FolderScan> {
    const { name, location: dir, link } = entry;
    const file = child(dir, SKILL_FILE);
    const own = this.files.linkState(file);
    const isLink = !isFault(own) && own.kind === 'link';
    const target = link ?? (isLink ? this.linkTarget(file) : undefined);
    const place = {
      entry: entry.place,
      form: 'directory',
      dir,
      file,
      ...(target !== undefined && { link: target }),
    } as const;
    const state = isLink ? this.files.state(file) : own;
    if (!isFault(state) && state.kind === 'file') {
      const found = await this.read(place, state.size, name, level.parent);
      if (this.rules.subSkills && found.outcome.kind === 'skill' && found.outcome.holdsSkills) {
        const below = this.below(entry, level, found.name);
        return { found: [found], isSkill: true, ...(below && { below }) };
      }
      const inside = await this.deeper(lookInsideSkill(this.files, dir, this.insideSkills), true);
      return { found: [found, ...inside], isSkill: true };
    }
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
    const code = this.rules.levels > 0 && name.startsWith('.') ? 'dot-folder' : undefined;
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
      const read = await this.read(place, state.size, path.basename(dir), null);
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
    if (!isFault(state)) return this.read(place, state.size, defaultName, parent);
    return lost(place, defaultName, 'unreadable', 'unreadable', faultMessage(state.fault));
  }

  private async read(place: Place, size: number, defaultName: string, parent: string | null): Promise<Found> {
    const read = await this.readText(place.file, size, this.slices);
    if (!read.ok) {
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
    const found = await this.parsed(place, read.text, defaultName, parent);
    return read.cut && found.outcome.kind === 'skill'
      ? { ...found, remarks: [...found.remarks, CUT] }
      : found;
  }

  /** What the product makes of a text that could be read. In a skill that holds others, names are put together. */
  private async parsed(
    place: Place,
    text: string,
    defaultName: string,
    parent: string | null,
  ): Promise<Found> {
    const parsed = await this.context.parse(text, defaultName, place.form);
    const name =
      parent === null || parsed.name.startsWith(`${parent}.`) ? parsed.name : `${parent}.${parsed.name}`;
    if (!parsed.ok) {
      const { code, reason, line, column } = parsed;
      return {
        ...place,
        name,
        outcome: {
          kind: 'lost',
          verdict: 'invalid',
          code,
          reason,
          ...(line !== undefined && { line }),
          ...(column !== undefined && { column }),
          stopsProduct: false,
        },
        remarks: [],
      };
    }
    const { description, descriptionFrom, type, whenToUse, holdsSkills, remarks } = parsed;
    const unlisted = parent === null ? parsed.unlisted : (parsed.unlisted ?? subSkill(parent));
    return {
      ...place,
      name,
      outcome: {
        kind: 'skill',
        description,
        descriptionFrom,
        type,
        ...(unlisted && { unlisted }),
        ...(whenToUse !== undefined && { whenToUse }),
        ...(holdsSkills && { holdsSkills }),
      },
      remarks,
    };
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

type Place = Pick<Found, 'entry' | 'form' | 'dir' | 'file' | 'link'>;

type NearMissCode = NearMiss['code'] | 'dot-folder';

function nearMissReason(code: NearMissCode, fileName: string, rules: ScanRules): Message {
  switch (code) {
    case 'too-deep':
      return rules.levels === 0
        ? message('too deep: only folders directly in a root are read')
        : message('too deep: folders are gone through for {0} levels only', rules.levels);
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
