/** What products do differently when they scan a root. Everything here is data of a profile. */

export interface ScanRules {
  /** The order in which the entries of a directory are taken. */
  compareEntries(a: string, b: string): number;
  /** Whether a file of this name, directly in a root, is a flat skill. */
  isFlatName(name: string): boolean;
  /** Whether a flat file is passed over where a folder beside it is a skill and has the file's stem for its name. */
  readonly flatGivesWay: boolean;
  /** How many levels of folders that are no skills are gone through, below the root. */
  readonly levels: number;
  /** Whether a skill that says so can hold others, which are named after it. */
  readonly subSkills: boolean;
  /**
   * What bytes that are not UTF-8 lead to. `lost`: the skill does not load, and in the directory form the product does
   * not start. `replaced`: they are read as U+FFFD.
   */
  readonly badBytes: 'lost' | 'replaced';
  /** Whether the product looks first if a flat file is a regular one. Else it opens pipes, and waits for ever. */
  readonly regularFilesOnly: boolean;
  /** Whether an entry counts whose name is not UTF-8. */
  readonly anyBytesInNames: boolean;
}
