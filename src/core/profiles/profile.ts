/** What a product's rules consist of. A product is one file beside this one; `resolve.ts` does what all have in common. */
import type { FileSystem } from '../file-system';
import type { ScannedRoot } from '../merge';
import type { Message } from '../message';
import type { Product } from '../products';
import type { Found, ParseSkill } from '../scan/found';
import type { ScanRules } from '../scan/scan-rules';
import type { ConfigurationRead, Failure, Group, Root, RootVerdict, Scope, Skill } from '../types';

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
  /** What else the product is started with: its own command line arguments, as they would be given. */
  readonly arguments?: readonly string[];
  /** In place of what the settings files of the product say: what they come to, by whole names. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** In place of `/etc` or what stands for it: where whoever administers the machine lays things down. */
  readonly systemDir?: string;
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
  readonly source?: string;
}

export interface Preparation {
  readonly plans: readonly RootPlan[];
  readonly configuration: ConfigurationRead;
  readonly failure: Failure | null;
  /**
   * What the configuration, or a file beside it, makes of a skill: another name, not listed, switched off, dropped.
   * Called for all that a root holds, in rank order.
   */
  readonly adjust?: (found: Found, root: Root) => Found;
  /** What the files make of each other, beside their names: called once, with all roots that were scanned, in rank order. */
  readonly adjustAll?: (scanned: readonly ScannedRoot[]) => readonly ScannedRoot[];
}

/** What is to be said about directories that the product does not read. */
export interface UnreadPlaces {
  /** Directories for which there is more to say than that they are another tool’s, below a project or home directory. */
  readonly known: ReadonlyMap<string, { readonly code: string; readonly reason: Message }>;
  /**
   * Why those of the product's own `readPlaces` are not read that lie elsewhere than the product looks, above or below; absent: only those
   * of the project root count.
   */
  readonly elsewhere?: { readonly code: string; readonly reason: Message };
  /**
   * Why the skills of a plugin of Claude Code are not read, which lie in this directory; absent: only Claude Code reads
   * them. Null: nothing is to be said of it, since it lies in a root.
   */
  readonly plugins?: (location: string) => { readonly code: string; readonly reason: Message } | null;
}

/** How entries become skills, in roots of one kind. */
export interface RootRules {
  readonly scan: ScanRules;
  readonly parse: ParseSkill;
}

/**
 * What becomes of several skills of one name.
 * - `first`: the first in rank order wins, the others are dropped. A product that lets the last one win has its roots
 *   in that order.
 * - `all`: all are listed
 * - `all-first-called`: all are listed, and calling the name gives the first
 * - `uncertain`: one wins, but which one can differ from run to run; the first in rank order is the likeliest
 */
export type Clash = 'first' | 'all' | 'all-first-called' | 'uncertain';

export interface Profile extends RootRules {
  readonly product: Product;
  /** Reads the configuration and names the roots in rank order. Never throws for what is on disk. */
  prepare(context: ProfileContext): Promise<Preparation>;
  /** The rules for a root where they are not those of the product's other roots. */
  rulesFor?(root: Pick<Root, 'group' | 'location'>): RootRules | undefined;
  readonly clash: Clash;
  /** Why it cannot be told which one wins, where the clash is `uncertain`. */
  readonly uncertainty?: { readonly code: string; readonly reason: Message };
  /**
   * Which of several skills of one name wins in one root. `directory-order`: of the directory form, which comes first,
   * the one that the file system happens to list first. `first-registered`: the first that the scan comes to.
   * `path-order`: the first by its path in the root.
   */
  readonly ties: 'directory-order' | 'first-registered' | 'path-order';
  /**
   * Whether files reached on several ways are one. `name`: two of one name are. `always`: a file that was already loaded
   * is no further skill, whatever its name there. `never`: each way is a skill of its own.
   */
  readonly sameFile: 'name' | 'always' | 'never';
  /**
   * Whether paths are kept with their links followed. Then two roots that lead to one directory are one root; with
   * `as-python` not where macOS only takes their two spellings for one.
   */
  readonly realPaths: boolean | 'as-python';
  /** Whether it knows its work directory by its real path only, whatever links lead there: it asks the system for it. */
  readonly realWorkDir?: boolean;
  /**
   * The order in which the skills of a resolution are given, root by root: as they were found there, or by their path
   * in it. Absent: by name, as the product compares names.
   */
  readonly order?: 'as-found' | 'by-path' | ((a: Skill, b: Skill) => number);
  readonly unread: UnreadPlaces;
  /** Why the winner's root comes before the loser's, in a few words. */
  precedence(winner: Root, loser: Root): { readonly code: string; readonly reason: Message };
  /** The text about skills that the product gives its model; null where that is not known. */
  readonly listing: ((skills: readonly Skill[]) => string) | null;
}
