/** Scanning one root: which entries are skills, and what becomes of those that only look like one (rules 35 to 46). */
import * as path from 'node:path';
import { faultMessage } from './fault-message';
import { type DirectoryEntry, type FileKind, type FileSystem, isFault } from './file-system';
import { type Message, message } from './message';
import { lookInside, lookInsideSkill, type NearMiss, SearchBudget } from './near-misses';
import { compareCodePoints } from './python-text';
import { readText } from './read-text';
import type { Slices } from './slices';
import type { Form, Remark, SkillType } from './types';

/** What a product makes of the text of a skill file. */
export type ParseOutcome =
  | {
      readonly ok: true;
      readonly name: string;
      readonly description: string;
      readonly descriptionFrom: 'frontmatter' | 'body' | 'none';
      readonly type: SkillType;
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
      }
    | {
        readonly kind: 'lost';
        readonly verdict: 'invalid' | 'unreadable' | 'not-read';
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
  /** By entry in code point order. */
  readonly found: readonly Found[];
  /** Code of the error where the directory could not be listed. */
  readonly fault: string | null;
}

/** A link to it is how files are masked. It is no regular file, yet reading it gives an empty text. */
const NULL_DEVICE = '/dev/null';

/** The file that makes a folder a skill. */
export const SKILL_FILE = 'SKILL.md';

/**
 * Scans one root, one level deep. Entries are taken in code point order, so that the answer is the same every time;
 * where the product's own answer depends on the order of the directory, that shows when names are compared.
 * @throws only the reason of a cancelled signal
 */
export async function scanRoot(
  files: FileSystem,
  root: string,
  parse: ParseSkill,
  slices: Slices,
): Promise<RootScan> {
  const entries = files.readDirectory(root);
  if (isFault(entries)) return { found: [], fault: entries.fault };
  const scan = new Scan(files, root, parse, slices);
  const found: Found[] = [];
  for (const entry of [...entries].sort((a, b) => compareCodePoints(a.name, b.name))) {
    if (slices.due) await slices.pause();
    found.push(...(await scan.entry(entry)));
  }
  return { found, fault: null };
}

class Scan {
  private readonly besideSkills = new SearchBudget();
  private readonly insideSkills = new SearchBudget();

  constructor(
    private readonly files: FileSystem,
    private readonly root: string,
    private readonly parse: ParseSkill,
    private readonly slices: Slices,
  ) {}

  async entry(entry: DirectoryEntry): Promise<readonly Found[]> {
    const location = path.join(this.root, entry.name);
    const own = entry.kind === 'unknown' ? this.kindBehind(location, false) : entry.kind;
    const link = own === 'link' ? this.linkTarget(location) : undefined;
    const kind = own === 'link' ? this.kindBehind(location, true) : own;
    if (kind === 'directory') return this.folder(entry.name, location, link);
    if (isFlatName(entry.name)) return [await this.flatFile(entry.name, location, kind, link)];
    return this.oddEntry(entry.name, location, kind, link);
  }

  private async folder(name: string, dir: string, link: string | undefined): Promise<readonly Found[]> {
    const file = path.join(dir, SKILL_FILE);
    const own = this.files.linkState(file);
    const isLink = !isFault(own) && own.kind === 'link';
    const target = link ?? (isLink ? this.linkTarget(file) : undefined);
    const place = {
      entry: name,
      form: 'directory',
      dir,
      file,
      ...(target !== undefined && { link: target }),
    } as const;
    const state = isLink ? this.files.state(file) : own;
    if (!isFault(state) && state.kind === 'file') {
      const found = await this.read(place, state.size, name);
      return [found, ...(await this.deeper(lookInsideSkill(this.files, dir, this.insideSkills), true))];
    }
    if (!isFault(state)) {
      const reason = message('{0} is not a regular file', SKILL_FILE);
      return [lost(place, name, 'not-read', 'not-a-file', reason)];
    }
    if (isLink) return [this.brokenLink({ ...place, link: this.linkTarget(file) ?? '' }, name, state.fault)];
    if (state.fault !== 'ENOENT') {
      return [lost(place, name, 'unreadable', 'unreadable', faultMessage(state.fault))];
    }
    if (link !== undefined && this.leadsBack(dir)) {
      return [
        lost(
          place,
          name,
          'not-read',
          'link-loop',
          message('links back to a directory that it lies in ({0})', link),
        ),
      ];
    }
    return this.deeper(lookInside(this.files, dir, this.besideSkills), false);
  }

  /** What was found below an entry, as candidates: read, so that their declared names are known, but not loaded. */
  private async deeper(misses: Iterable<NearMiss | null>, quietly: boolean): Promise<readonly Found[]> {
    const found: Found[] = [];
    for (const miss of misses) {
      if (this.slices.due) await this.slices.pause();
      if (miss === null) continue;
      const { file, code } = miss;
      const dir = path.dirname(file);
      const place = { entry: path.relative(this.root, dir), form: 'directory', dir, file } as const;
      const state = this.files.state(file);
      if (isFault(state) || state.kind !== 'file') continue;
      const read = await this.read(place, state.size, path.basename(dir));
      if (quietly && read.outcome.kind === 'lost') continue;
      found.push(lost(place, read.name, 'not-read', code, nearMissReason(code, path.basename(file))));
    }
    return found;
  }

  private async flatFile(
    name: string,
    file: string,
    kind: FileKind | { fault: string },
    link: string | undefined,
  ): Promise<Found> {
    const place = {
      entry: name,
      form: 'flat',
      dir: this.root,
      file,
      ...(link !== undefined && { link }),
    } as const;
    const stem = name.slice(0, -'.md'.length);
    if (kind === 'file') {
      const state = this.files.state(file);
      if (!isFault(state)) return this.read(place, state.size, stem);
      return lost(place, stem, 'unreadable', 'unreadable', faultMessage(state.fault));
    }
    if (typeof kind === 'object') return this.brokenLink(place, stem, kind.fault);
    if (kind === 'pipe') {
      const reason = message('a pipe: kimi-cli opens it and waits for ever');
      return lost(place, stem, 'unreadable', 'pipe', reason, true);
    }
    // There is no test for a regular file in the product (rule 39), so an empty text is a flat skill with no description.
    if (kind === 'other' && this.files.realPath(file) === NULL_DEVICE) return this.parsed(place, '', stem);
    return lost(place, stem, 'unreadable', 'not-a-file', message('not a regular file'));
  }

  /** An entry that the product passes over without a word, but that a person may have meant as a skill. */
  private oddEntry(
    name: string,
    location: string,
    kind: FileKind | { fault: string },
    link: string | undefined,
  ): readonly Found[] {
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
    const target = this.textOfLink(location);
    if (target === undefined) return [];
    const reason = message(
      'a text file that holds a path ({0}): it looks like a link that was not checked out',
      target,
    );
    return [lost(place, name, 'not-read', 'link-as-text', reason)];
  }

  private async read(
    place: Pick<Found, 'entry' | 'form' | 'dir' | 'file' | 'link'>,
    size: number,
    defaultName: string,
  ): Promise<Found> {
    const read = await readText(this.files, place.file, size, this.slices);
    if (!read.ok) {
      if (!('byte' in read)) {
        return lost(place, defaultName, 'unreadable', 'unreadable', faultMessage(read.fault));
      }
      const byte = `0x${read.byte.toString(16).padStart(2, '0')}`;
      const reason = message('not UTF-8: byte {0} at offset {1}', byte, read.position);
      // Only the directory form takes the whole program down (rule 45).
      return lost(place, defaultName, 'invalid', 'not-utf8', reason, place.form === 'directory');
    }
    const found = await this.parsed(place, read.text, defaultName);
    return read.cut && found.outcome.kind === 'skill'
      ? { ...found, remarks: [...found.remarks, CUT] }
      : found;
  }

  /** What the product makes of a text that could be read. */
  private async parsed(
    place: Pick<Found, 'entry' | 'form' | 'dir' | 'file' | 'link'>,
    text: string,
    defaultName: string,
  ): Promise<Found> {
    const parsed = await this.parse(text, defaultName, place.form);
    if (!parsed.ok) {
      const { name, code, reason, line, column } = parsed;
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
    const { name, description, descriptionFrom, type, remarks } = parsed;
    return { ...place, name, outcome: { kind: 'skill', description, descriptionFrom, type }, remarks };
  }

  private brokenLink(place: Omit<Found, 'name' | 'outcome' | 'remarks'>, name: string, fault: string): Found {
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

  /** Whether a link leads to the root or to a directory above it. */
  private leadsBack(location: string): boolean {
    const real = this.files.realPath(location);
    if (isFault(real)) return false;
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
function isFlatName(name: string): boolean {
  return name.toLowerCase().endsWith('.md') && name.toUpperCase() !== SKILL_FILE.toUpperCase();
}

function nearMissReason(code: NearMiss['code'], fileName: string): Message {
  switch (code) {
    case 'too-deep':
      return message('too deep: only folders directly in a root are read');
    case 'inside-skill':
      return message('inside another skill: only folders directly in a root are read');
    case 'wrong-case':
      return message('named {0}: only the exact name {1} is read', fileName, SKILL_FILE);
  }
}

function lost(
  place: Pick<Found, 'entry' | 'form' | 'dir' | 'file' | 'link'>,
  name: string,
  verdict: 'invalid' | 'unreadable' | 'not-read',
  code: string,
  reason: Message,
  stopsProduct = false,
): Found {
  return { ...place, name, outcome: { kind: 'lost', verdict, code, reason, stopsProduct }, remarks: [] };
}
