/** Entries that the product passes over, though a person may have meant them as a skill, and what is wrong with each. */
import * as path from 'node:path';
import { faultMessage } from '../fault-message';
import { type FileState, type FileSystem, type FileSystemFault, isFault } from '../file-system';
import { message } from '../message';
import { isDocumentStem } from '../profiles/names';
import type { Entries, Entry, Level } from './entries';
import { type Found, lost, type Place } from './found';
import { nearMissReason } from './near-miss-candidates';
import type { ScanContext } from './scan-context';
import type { ScanRules } from './scan-rules';
import { flatStem, isFoundAsSkillFile, isSkillFileInAnyCase, SKILL_FILE } from './skill-file-names';

/** Finds the odd entries of one root. */
export class OddEntries {
  private readonly files: FileSystem;
  private readonly rules: ScanRules;

  constructor(
    private readonly root: string,
    private readonly entries: Entries,
    { files, rules }: ScanContext,
  ) {
    this.files = files;
    this.rules = rules;
  }

  /** An entry that the product passes over without a word, but that a person may have meant as a skill. */
  entry({ name, location, kind, link }: Entry): readonly Found[] {
    const place = { entry: name, form: 'directory', dir: location, file: location } as const;
    if (typeof kind === 'object') {
      return [brokenLink({ ...place, link }, name, kind.fault)];
    }
    if (kind !== 'file') return [];
    if (isSkillFileInAnyCase(name)) {
      if (name === SKILL_FILE && link !== undefined && this.rules.inRoot !== 'passed-over')
        return [linkedSkillFile({ ...place, dir: this.root, link }, path.basename(this.root))];
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
      const flat = { ...place, form: 'flat', dir: this.root } as const;
      if (!this.rules.isFlatName('a.md')) {
        if (isDocumentStem(flatStem(name))) return [];
        const noFlat = message('a file directly in a root: only folders with a {0} are read', SKILL_FILE);
        return [lost(flat, flatStem(name), 'not-read', 'flat-file', noFlat)];
      }
      const reason = message('named {0}: only the exact ending {1} is read', name, '.md');
      return [lost(flat, flatStem(name), 'not-read', 'wrong-case', reason)];
    }
    const target = this.textOfLink(location);
    if (target === undefined) return [];
    const reason = message(
      'a text file that holds a path ({0}): it looks like a link that was not checked out',
      target,
    );
    return [lost(place, name, 'not-read', 'link-as-text', reason)];
  }

  /** Files below the top of a root are what skills bring along, but for a `skill.md` in place of `SKILL.md`. */
  deepFile({ name, place, location, kind }: Entry, level: Level): readonly Found[] {
    if (kind !== 'file' || name === SKILL_FILE || !isSkillFileInAnyCase(name)) return [];
    if (isFoundAsSkillFile(this.files, location)) return [];
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
  badName({ place, location, kind }: Entry): readonly Found[] {
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

  /** What is wrong with the `SKILL.md` of a folder; undefined where there is none. */
  skillFile(
    place: Place,
    state: FileState | FileSystemFault,
    isLink: boolean,
    name: string,
  ): Found | undefined {
    if (!isFault(state) && state.kind === 'file') return linkedSkillFile(place, name);
    if (!isFault(state)) {
      const reason = message('{0} is not a regular file', SKILL_FILE);
      return lost(place, name, 'not-read', 'not-a-file', reason);
    }
    if (isLink)
      return brokenLink({ ...place, link: this.entries.linkTarget(place.file) ?? '' }, name, state.fault);
    if (state.fault === 'ENOENT') return undefined;
    return lost(place, name, 'unreadable', 'unreadable', faultMessage(state.fault));
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

/** A `SKILL.md` that is a link, where only the file itself counts. */
function linkedSkillFile(place: Place, name: string): Found {
  const reason = message('its {0} is a link: only linked folders are followed', SKILL_FILE);
  return lost(place, name, 'not-read', 'linked-skill-file', reason);
}

/** A link whose target could not be looked at. */
export function brokenLink(place: Place, name: string, fault: string): Found {
  const target = place.link ?? '';
  if (fault === 'ELOOP') {
    return lost(place, name, 'unreadable', 'link-loop', message('the link {0} leads in a circle', target));
  }
  if (place.link === undefined || fault !== 'ENOENT') {
    return lost(place, name, 'unreadable', 'unreadable', faultMessage(fault));
  }
  return lost(place, name, 'unreadable', 'broken-link', message('link target missing: {0}', target));
}
