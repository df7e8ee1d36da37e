/** The plain data that a resolution consists of. Everything here is readonly and can be written as JSON. */
import type { Message } from './message';

/** A product whose rules are modelled. */
export type ProfileId =
  | 'kimi-cli'
  | 'kimi-code'
  | 'claude-code'
  | 'codex'
  | 'copilot-cli'
  | 'vscode'
  | 'gemini-cli'
  | 'qwen-code'
  | 'opencode'
  | 'amp'
  | 'goose'
  | 'cursor';

/** Where a skill comes from. `managed`: laid down for the whole machine by whoever administers it. */
export type Scope = 'managed' | 'project' | 'user' | 'extra' | 'builtin';

/** The scopes in the order in which they are shown: that of priority in the Kimis. Others rank them differently. */
export const SCOPES: readonly Scope[] = ['managed', 'project', 'user', 'extra', 'builtin'];

/**
 * What kind of root it is: one tool's own (`brand`), the one that tools share (`generic`), given by `--skills-dir`
 * (`override`), named in the configuration (`configured`), where plugins are installed (`plugins`), packaged with
 * the product (`builtin`), or a place that this product does not look at (`unread`). `plugin`: brought along by one plugin.
 * `commands`: a directory of command files, each of which counts as a skill.
 */
export type Group =
  | 'brand'
  | 'generic'
  | 'override'
  | 'configured'
  | 'plugins'
  | 'plugin'
  | 'commands'
  | 'builtin'
  | 'unread';

/**
 * What became of a directory that is, or could be, a root. Only an `active` one is scanned by the product.
 * - `untrusted`: it is read once the folder is trusted
 * - `on-demand`: it is read once the product works on a file beside it
 * - `switched-off`: a setting or variable keeps the product from reading it
 */
export type RootVerdict =
  | 'active'
  | 'alias'
  | 'hidden'
  | 'overridden'
  | 'missing'
  | 'untrusted'
  | 'on-demand'
  | 'switched-off'
  | 'not-read';

/** A directory that the product looks at for skills, or that one could think it looks at. */
export interface Root {
  /** Unique in a resolution: `location`, with a suffix where two rules point to the same place. */
  readonly id: string;
  /** Absolute path, as the rule gives it, links not followed. */
  readonly location: string;
  /** The path under which the product keeps it: links followed where the product follows them. */
  readonly path: string;
  /** Short name for people: `.kimi/skills`, `~/.agents/skills`, `/opt/team/skills`. */
  readonly label: string;
  readonly scope: Scope;
  readonly group: Group;
  /** Position among the active roots, counted from 1. Null where the root is not active. */
  readonly rank: number | null;
  readonly verdict: RootVerdict;
  /** Stable short word for the reason: `found`, `no-directory`, `better-generic`, `first-brand-only`, `same-directory`, … */
  readonly code: string;
  readonly reason: Message;
  /** The root that decided against this one: the one it is hidden by or an alias of. */
  readonly decidedBy?: string;
  /** How the product names it where that differs from the path: where built-ins were found, or the version. */
  readonly note?: Message;
  /** Names of skills that the product brings along without a file on disk. They are no candidates. */
  readonly carries?: readonly string[];
  /** The product's own word for where this is, where it differs from the scope: `repo`, `personal-agents`, … */
  readonly source?: string;
}

/** Directory form is `name/SKILL.md`, flat form is `name.md`. */
export type Form = 'directory' | 'flat';

/** The product's own word for the kind of a skill: `standard` or `flow` in kimi-cli. Null where nothing is declared. */
export type SkillType = string | null;

/** Why a skill that loads is not in the listing for the model, or not in use at all. */
export interface Unlisted {
  /** Stable short word: `type`, `sub-skill`, `disabled`, … */
  readonly code: string;
  readonly reason: Message;
}

/**
 * What became of a candidate.
 * - `active`: the product loads it: it is the winner of its name, or the product keeps all of that name
 * - `listed`: the product lists it as well, but calling the name gives another of that name
 * - `disabled`: it has its name to itself, but a setting switches it off
 * - `shadowed`: another candidate of that name wins
 * - `alias`: another path to the very file that wins
 * - `ambiguous`: something decides that can differ from run to run, such as the order in which the file system lists
 *   the directory; one is picked, the same every time
 * - `invalid`: the product drops it because of what is in it
 * - `unreadable`: the product drops it because it cannot be read
 * - `hidden`: it lies in a root that loses against a better one, as a whole
 * - `untrusted`, `on-demand`: it waits in a root of that verdict
 * - `not-read`: the product does not look there, or not in this form (too deep, wrong case, …: see `code`)
 */
export type CandidateVerdict =
  | 'active'
  | 'listed'
  | 'disabled'
  | 'shadowed'
  | 'alias'
  | 'ambiguous'
  | 'invalid'
  | 'unreadable'
  | 'hidden'
  | 'untrusted'
  | 'on-demand'
  | 'not-read';

/** A file or folder that is a skill, or could be one. */
export interface Candidate {
  /** Unique in a resolution. */
  readonly id: string;
  /** `id` of the root. */
  readonly root: string;
  readonly scope: Scope;
  /** Name of the entry in the root: a folder or a file name, or a path where it lies deeper. */
  readonly entry: string;
  readonly form: Form;
  /** The skill's own directory; for the flat form, the root. */
  readonly dir: string;
  readonly file: string;
  /** The name it would load under: the declared one where it could be read, else the default. */
  readonly name: string;
  readonly description: string | null;
  /** Where the description comes from. */
  readonly descriptionFrom: 'frontmatter' | 'body' | 'none' | null;
  readonly type: SkillType;
  /** Set where it would load, but not be listed for the model. */
  readonly unlisted?: Unlisted;
  readonly verdict: CandidateVerdict;
  /** Stable short word for the reason: `wins`, `other-root`, `brand-order`, `unquoted-colon`, `not-utf8`, `too-deep`, … */
  readonly code: string;
  readonly reason: Message;
  /** `file` of the candidate that loads under this name in the end, or null where none does. */
  readonly winner: string | null;
  /** `id` of that candidate. */
  readonly winnerId: string | null;
  /** Where in the file the reason lies: line and column counted from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The link's target as written, where the entry (or its SKILL.md) is a symbolic link. */
  readonly link?: string;
  /** Remarks that change no verdict: `README.md` counted as a skill, a flow that does not hold, … */
  readonly remarks: readonly Remark[];
}

/** Something worth knowing about a candidate that does not decide its verdict. */
export interface Remark {
  readonly code: string;
  /** `warning`: something is not as it looks. `information`: only advice of the open format is not kept. */
  readonly severity: 'warning' | 'information';
  readonly text: Message;
  readonly line?: number;
}

/** A skill that loads. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly type: SkillType;
  /** Whether the listing for the model has it. */
  readonly listed: boolean;
  /** False where a setting switches it off: then neither people nor the model get at it. */
  readonly enabled?: false;
  /** False where calling the name gives another skill of that name. */
  readonly called?: false;
  /** When the model should use it, where the product knows such a field and it is set. */
  readonly whenToUse?: string;
  /** Another name by which it can be called. */
  readonly alias?: string;
  /** True where the model is given its name without its description. */
  readonly nameOnly?: true;
  readonly scope: Scope;
  readonly form: Form;
  readonly dir: string;
  readonly file: string;
  /** Path of the root. */
  readonly root: string;
  /** `id` of the candidate. */
  readonly candidate: string;
  /** The product's own word for where it is from, where that is not the scope. */
  readonly source?: string;
}

/** Why the product itself would not start here. */
export interface Failure {
  readonly file: string;
  readonly code: string;
  readonly reason: Message;
  readonly line?: number;
}

/** Something outside the skill files that the product's rules depend on, and that was set. */
export interface ConfigurationInput {
  readonly kind: 'setting' | 'variable' | 'trust' | 'argument';
  /** Name of the setting or variable. */
  readonly name: string;
  readonly value: string;
  /** The file that it was read from. */
  readonly file?: string;
}

/** What was read of the product's configuration, and what it came to. */
export interface ConfigurationRead {
  /** The file that was read; null where there is none, or where the settings replace it. */
  readonly file: string | null;
  readonly shareDir: string;
  readonly mergeBrands: boolean;
  readonly extraSkillDirs: readonly string[];
  /** Whether the skills that the product brings along are switched on, where it has a setting for that. */
  readonly builtinSkills?: boolean;
  /** Line of that key in the file, counted from 1, where the entries come from there. */
  readonly extraSkillDirsLine?: number;
  /** What else was read that the rules depend on. */
  readonly inputs?: readonly ConfigurationInput[];
  readonly remarks: readonly Remark[];
}

/** The whole answer for one work directory and one profile. */
export interface Resolution {
  readonly profile: ProfileId;
  /** Name and version of the product that the profile models. */
  readonly product: string;
  readonly workDir: string;
  readonly projectRoot: string;
  /** Whether the project root was found by its `.git`, or is the work directory for want of one. */
  readonly projectRootFrom: 'git' | 'work-dir';
  readonly home: string;
  /** In rank order; those that are not active stand where they would have counted. */
  readonly roots: readonly Root[];
  /** What the product lists, in its order: one of each name, or several where it keeps several. */
  readonly skills: readonly Skill[];
  /** Every candidate, by root in the order of `roots`, then by entry in code point order. */
  readonly candidates: readonly Candidate[];
  readonly failure: Failure | null;
  readonly configuration: ConfigurationRead;
}
