/** Near misses as candidates: where they are looked for in a root, and why each is not read. */
import * as path from 'node:path';
import { isFault } from '../file-system';
import { type Message, message } from '../message';
import type { PlainDisk } from '../plain-disk';
import { type Found, lost } from './found';
import {
  lookInside,
  lookInsideSkill,
  MOST_DIRECTORIES,
  type NearMiss,
  NOTHING_SPENT,
  SearchBudget,
  type Spent,
} from './near-misses';
import type { ScanContext } from './scan-context';
import type { ScanRules } from './scan-rules';
import { SKILL_FILE } from './skill-file-names';
import type { SkillReader } from './skill-reader';

/** Why a skill that lies a little beside the rule is not read. */
export type NearMissCode =
  | NearMiss['code']
  | 'dot-folder'
  | 'skipped-folder'
  | 'root-is-skill'
  | 'link-to-folder-of-skills';

/** Where folders are gone through, one is passed over for its name only, or for lack of levels. */
export function whyNotGoneThrough(name: string, rules: ScanRules): NearMissCode | undefined {
  if (rules.isGoneThrough(name)) return undefined;
  return name.startsWith('.') ? 'dot-folder' : 'skipped-folder';
}

/** A link that was meant to bring in many skills at once. */
export function behindLink(link: string | undefined): NearMissCode | undefined {
  return link === undefined ? undefined : 'link-to-folder-of-skills';
}

/** Such a reason as a sentence. */
export function nearMissReason(code: NearMissCode, fileName: string, rules: ScanRules): Message {
  switch (code) {
    case 'too-deep':
      return rules.levels === 0
        ? message('too deep: only folders directly in a root are read')
        : message('too deep: folders are gone through for {0} levels only', rules.levels);
    case 'link-to-folder-of-skills':
      return message('behind a link to a folder of skills: only links to single skills are read');
    case 'inside-skill':
      if (rules.insideSkills === 'declared')
        return message('inside another skill, which does not say has-sub-skill: true');
      return rules.levels === 0
        ? message('inside another skill: only folders directly in a root are read')
        : message('inside another skill: where there is one, no more are looked for below it');
    case 'dot-folder':
      return message('in a folder whose name starts with a dot, which is not gone through');
    case 'skipped-folder':
      return message('in a folder that is passed over for its name');
    case 'root-is-skill':
      return message('the root itself holds a {0}, so nothing below it is looked at', SKILL_FILE);
    case 'wrong-case':
      return message('named {0}: only the exact name {1} is read', fileName, SKILL_FILE);
  }
}

/** The search for near misses in one root, with a budget beside skills and one inside them. */
export class NearMissCandidates {
  private readonly besideSkills = new SearchBudget();
  private readonly insideSkills = new SearchBudget();
  private lastLeft: Spent = { beside: MOST_DIRECTORIES, inside: MOST_DIRECTORIES };
  private readonly files: ScanContext['files'];
  private readonly rules: ScanContext['rules'];
  private readonly slices: ScanContext['slices'];

  constructor(
    private readonly root: string,
    private readonly reader: SkillReader,
    private readonly disk: PlainDisk | null,
    { files, rules, slices }: ScanContext,
  ) {
    this.files = files;
    this.rules = rules;
    this.slices = slices;
  }

  get left(): Spent {
    const beside = this.besideSkills.left;
    const inside = this.insideSkills.left;
    // Once nothing is left, which comes soon where there are many, it stays the same for all the others.
    if (beside !== this.lastLeft.beside || inside !== this.lastLeft.inside)
      this.lastLeft = { beside, inside };
    return this.lastLeft;
  }

  /** Sets what is left to what it is once that much has been spent. */
  startAfter({ beside, inside }: Spent): void {
    this.besideSkills.left = MOST_DIRECTORIES - beside;
    this.insideSkills.left = MOST_DIRECTORIES - inside;
  }

  /** @param before what was left then */
  spentSince(before: Spent): Spent {
    const now = this.left;
    if (now === before) return NOTHING_SPENT;
    return { beside: before.beside - now.beside, inside: before.inside - now.inside };
  }

  /** Those in a folder that is no skill. `because` is said in place of “too deep”. */
  inFolder(dir: string, because: NearMissCode | undefined): Promise<readonly Found[]> {
    return this.candidates(lookInside(this.files, dir, this.besideSkills), false, because);
  }

  /**
   * Those in the folder of a skill that load once they are moved; null where there are none, or where nothing may be spent
   * on them any more.
   * @param isBelowRoot whether the folder lies in the root without a link on the way
   */
  inSkill(dir: string, isBelowRoot: boolean): Promise<readonly Found[]> | null {
    if (!this.insideSkills.take()) return null;
    if (isBelowRoot && this.disk?.holdsNoDirectory(dir)) return null;
    return this.candidates(lookInsideSkill(this.files, dir), true);
  }

  /** What was found below an entry, as candidates: read, so that their declared names are known, but not loaded. */
  private async candidates(
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
      const read = await this.reader.read(place, state, path.basename(dir), null);
      if (quietly && read.outcome.kind === 'lost') continue;
      found.push(
        lost(place, read.name, 'not-read', code, nearMissReason(code, path.basename(file), this.rules)),
      );
    }
    return found;
  }
}
