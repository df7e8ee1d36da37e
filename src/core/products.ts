/** The products whose rules are modelled: what is known of each without loading its rules. */
import { casefold, compareCodePoints } from './python-text';
import type { ProfileId } from './types';

/**
 * How the rules of a product are known.
 * - `recorded`: from outcomes of the real program, which a test of this project repeats
 * - `read`: from the text of the program; it was not run
 * - `documented`: from its documentation only
 */
export type Evidence = 'recorded' | 'read' | 'documented';

export interface Product {
  readonly id: ProfileId;
  /** As people call it. */
  readonly name: string;
  /** The version whose rules are modelled; empty where the documentation names none. */
  readonly version: string;
  readonly evidence: Evidence;
  /** The month from which the evidence is, such as `2026-11`. */
  readonly since: string;
  /** Whether people can tell it `--skills-dir` and the like of the two Kimis. */
  readonly isKimi: boolean;
  /** Two names are one where this gives the same text. */
  fold(name: string): string;
  /** The order of names. */
  compareNames(a: string, b: string): number;
  /**
   * What a relative entry of `--skills-dir` is relative to: the directory that the product is started in, or, with `~` for
   * the home directory as well, the project root.
   */
  readonly skillsDirBase: 'start' | 'project';
  /** Directories below a project that it reads, such as `.agents/skills`. */
  readonly readPlaces: readonly string[];
}

/** The order of JavaScript's own comparison of texts. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of English. Quicker than a collator, whose making alone takes some milliseconds, and the same. */
export function compareInEnglish(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}

const AGENT = {
  since: '2026-11',
  evidence: 'recorded',
  isKimi: false,
  fold: (name: string) => name,
  compareNames: compareCodeUnits,
  skillsDirBase: 'project',
} as const;

export const PRODUCTS: Readonly<Record<ProfileId, Product>> = {
  'kimi-cli': {
    ...AGENT,
    id: 'kimi-cli',
    name: 'kimi-cli',
    version: '1.49',
    isKimi: true,
    fold: casefold,
    compareNames: compareCodePoints,
    skillsDirBase: 'start',
    readPlaces: ['.kimi/skills', '.claude/skills', '.codex/skills', '.agents/skills'],
  },
  'kimi-code': {
    ...AGENT,
    id: 'kimi-code',
    name: 'kimi-code',
    version: '0.38',
    since: '2026-08',
    isKimi: true,
    fold: name => name.toLowerCase(),
    readPlaces: ['.kimi-code/skills', '.agents/skills'],
  },
  'claude-code': {
    ...AGENT,
    id: 'claude-code',
    name: 'Claude Code',
    version: '2.1.197',
    readPlaces: ['.claude/skills'],
  },
  codex: {
    ...AGENT,
    id: 'codex',
    name: 'Codex',
    version: '0.171.0',
    compareNames: compareCodePoints,
    readPlaces: ['.codex/skills', '.agents/skills'],
  },
  'copilot-cli': {
    ...AGENT,
    id: 'copilot-cli',
    name: 'Copilot CLI',
    version: '1.0.102',
    readPlaces: ['.github/skills', '.agents/skills', '.claude/skills'],
  },
  vscode: {
    ...AGENT,
    id: 'vscode',
    name: 'VS Code',
    version: '1.139.1',
    readPlaces: ['.agents/skills', '.github/skills', '.claude/skills'],
  },
  'gemini-cli': {
    ...AGENT,
    id: 'gemini-cli',
    name: 'Gemini CLI',
    version: '0.61.0',
    readPlaces: ['.agents/skills', '.gemini/skills'],
  },
  'qwen-code': {
    ...AGENT,
    id: 'qwen-code',
    name: 'Qwen Code',
    version: '0.24.4',
    readPlaces: ['.qwen/skills', '.agents/skills'],
  },
  opencode: {
    ...AGENT,
    id: 'opencode',
    name: 'OpenCode',
    version: '1.18.33',
    readPlaces: ['.opencode/skills', '.opencode/skill', '.agents/skills', '.claude/skills'],
  },
  amp: {
    ...AGENT,
    id: 'amp',
    name: 'Amp',
    version: '0.0.1790142911',
    evidence: 'read',
    since: '2026-09',
    readPlaces: ['.agents/skills', '.claude/skills'],
  },
  goose: {
    ...AGENT,
    id: 'goose',
    name: 'Goose',
    version: '',
    evidence: 'read',
    since: '2026',
    readPlaces: ['.agents/skills', '.goose/skills', '.claude/skills'],
  },
  cursor: {
    ...AGENT,
    id: 'cursor',
    name: 'Cursor',
    version: '',
    evidence: 'documented',
    since: '2026',
    readPlaces: ['.agents/skills', '.cursor/skills', '.claude/skills', '.codex/skills'],
  },
};

/** The products whose rules are modelled, in the order in which they are shown. */
export const PROFILE_IDS = Object.keys(PRODUCTS) as readonly ProfileId[];

/** The two whose names and programs are alike, between which `auto` decides. */
export const KIMIS = PROFILE_IDS.filter(id => PRODUCTS[id].isKimi);

/** What is known of a product without loading its rules. */
export function productOf(id: ProfileId): Product {
  return PRODUCTS[id];
}

/** Name and version, such as `kimi-cli 1.49`. */
export function productTitle({ name, version }: Product): string {
  return version === '' ? name : `${name} ${version}`;
}
