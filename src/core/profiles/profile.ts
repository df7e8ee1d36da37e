/** What a product's rules consist of. A product is one file beside this one; `resolve.ts` does what all have in common. */
import type { FileSystem } from '../file-system';
import type { Message } from '../message';
import type { ParseSkill } from '../scan/found';
import type { ScanRules } from '../scan/scan-rules';
import type { ConfigurationRead, Failure, Group, ProfileId, Root, RootVerdict, Scope, Skill } from '../types';

/** Everything outside the skill files that a resolution depends on. */
export interface ProfileContext {
  readonly files: FileSystem;
  readonly workDir: string;
  readonly projectRoot: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly overrides: Overrides;
}

/** Inputs that replace what the product would find out by itself. Absent: as the product does. */
export interface Overrides {
  /** The directories of a repeated `--skills-dir`; an empty list counts as absent. */
  readonly skillsDirs?: readonly string[];
  /** In place of the list in the configuration, with the same rules for its entries. */
  readonly extraSkillDirs?: readonly string[];
  /** In place of the configuration's `merge_all_available_skills`. */
  readonly mergeBrands?: boolean;
  /** Where the packaged skills lie. Null: leave them out. */
  readonly builtinDir?: string | null;
  /** The configuration file to read. Null: read none. */
  readonly configFile?: string | null;
  /** The product's data directory, in place of `KIMI_SHARE_DIR` and `~/.kimi`. */
  readonly shareDir?: string;
}

/** A root as a rule names it, before links are followed and equal directories are found. */
export interface RootPlan {
  readonly location: string;
  readonly label: string;
  readonly scope: Scope;
  readonly group: Group;
  /** `active`: the product registers it. */
  readonly verdict: Exclude<RootVerdict, 'alias'>;
  readonly code: string;
  readonly reason: Message;
  /** `location` of the root that decided against this one. */
  readonly decidedBy?: string;
  readonly note?: Message;
  readonly carries?: readonly string[];
}

export interface Preparation {
  readonly plans: readonly RootPlan[];
  readonly configuration: ConfigurationRead;
  readonly failure: Failure | null;
}

/** What is to be said about directories that the product does not read. */
export interface UnreadPlaces {
  /** Directories below a project that it does read, such as `.agents/skills`: looked for beside the project root too. */
  readonly readPlaces: readonly string[];
  /** Directories for which there is more to say than that they are another tool’s, below a project or home directory. */
  readonly known: ReadonlyMap<string, { readonly code: string; readonly reason: Message }>;
}

export interface Profile {
  readonly id: ProfileId;
  /** Name and version of the program that the rules were taken from. */
  readonly product: string;
  /** Reads the configuration and names the roots in rank order. Never throws for what is on disk. */
  prepare(context: ProfileContext): Promise<Preparation>;
  readonly parse: ParseSkill;
  /**
   * What a relative entry of `--skills-dir` is relative to: the directory that the product is started in, or, with `~` for
   * the home directory as well, the project root.
   */
  readonly skillsDirBase: 'start' | 'project';
  readonly scan: ScanRules;
  /**
   * Which of several skills of one name wins in one root. `directory-order`: of the directory form, which comes first,
   * the one that the file system happens to list first. `first-registered`: the first that the scan comes to.
   */
  readonly ties: 'directory-order' | 'first-registered';
  /** The order in which the skills of a resolution are given. */
  compareNames(a: string, b: string): number;
  readonly unread: UnreadPlaces;
  /** Two names are one where this gives the same text. */
  fold(name: string): string;
  /** Why the winner's root comes before the loser's, in a few words. */
  precedence(winner: Root, loser: Root): { readonly code: string; readonly reason: Message };
  /** The text about skills that the product gives its model. */
  listing(skills: readonly Skill[]): string;
}
