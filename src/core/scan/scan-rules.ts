/** What products do differently when they scan a root. Everything here is data of a profile. */

import * as path from 'node:path';
import { flatStem } from './skill-file-names';

export interface ScanRules {
  /** The order in which the entries of a directory are taken. */
  compareEntries(a: string, b: string): number;
  /** The file that makes a folder a skill: `SKILL.md` just so, or in any case of letters. */
  readonly skillFile: 'exact' | 'any-case';
  /** Whether that file may be a link. */
  readonly linkedSkillFiles: boolean;
  /**
   * What a `SKILL.md` directly in a root is. `passed-over`: nothing. `skill`: a skill beside the others. `only-skill`:
   * one that makes the root its folder, so that nothing else in it is looked at.
   */
  readonly inRoot: 'passed-over' | 'skill' | 'only-skill';
  /** Whether a folder of this name is not looked at at all. */
  isFolderSkipped(name: string): boolean;
  /** Whether a file of this name, directly in a root, is a flat skill. */
  isFlatName(name: string): boolean;
  /** Whether flat files count on the levels below as well, named by `flatName`. */
  readonly deepFlat: boolean;
  /** The name that a flat file has by its path below the root, where it declares none. */
  flatName(entry: string): string;
  /** Whether a flat file is passed over where a folder beside it is a skill and has the file's stem for its name. */
  readonly flatGivesWay: boolean;
  /** How many levels of folders that are no skills are gone through, below the root. */
  readonly levels: number;
  /** Whether a folder of this name, that is no skill, is gone through. */
  isGoneThrough(name: string): boolean;
  /**
   * Whether the folder of a skill is gone through for more. `declared`: where the skill says that it holds others, which
   * are then named after it.
   */
  readonly insideSkills: 'never' | 'declared' | 'always';
  /** Whether what lies behind a linked folder is kept under its real path, and named after that. */
  readonly realFolders: boolean;
  /** The largest skill file that is read, in bytes. */
  readonly largestFile: number;
  /**
   * What bytes that are not UTF-8 lead to. `fatal`: the skill does not load, and in the directory form the product does
   * not start. `lost`: only the skill does not load. `replaced`: they are read as U+FFFD.
   */
  readonly badBytes: 'fatal' | 'lost' | 'replaced';
  /** Whether the product looks first if a flat file is a regular one. Else it opens pipes, and waits for ever. */
  readonly regularFilesOnly: boolean;
  /** Whether an entry counts whose name is not UTF-8. */
  readonly anyBytesInNames: boolean;
}

/** What most products do: a folder with a `SKILL.md` directly in a root is a skill, and nothing else is. */
export const FOLDERS_IN_ROOT: ScanRules = {
  compareEntries: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  skillFile: 'exact',
  linkedSkillFiles: true,
  inRoot: 'passed-over',
  isFolderSkipped: () => false,
  isFlatName: () => false,
  deepFlat: false,
  flatName: entry => flatStem(path.basename(entry)),
  flatGivesWay: false,
  levels: 0,
  isGoneThrough: () => true,
  insideSkills: 'never',
  realFolders: false,
  largestFile: Number.POSITIVE_INFINITY,
  badBytes: 'replaced',
  regularFilesOnly: true,
  anyBytesInNames: true,
};
