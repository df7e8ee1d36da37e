/**
 * What explanations and checks have to know of a product so that what they say is true of it. It is at hand without loading the
 * product's rules; a test compares it with them.
 */
import { type Message, message, namesInRow } from '../message';
import { productOf } from '../products';
import type { Clash } from '../profiles/profile';
import { slashCommandFor } from '../slash-command';
import type { Candidate, ProfileId } from '../types';

/** What differs between products: see `ScanRules` and `Profile` for what each of these means there. */
interface Differences {
  /** How many levels of folders that are no skills it goes through. */
  readonly levels: number;
  /** Whether folders of a skill are gone through for further ones. */
  readonly insideSkills: 'never' | 'declared' | 'always';
  /** Whether a `SKILL.md` directly in a skills directory counts. */
  readonly takesRootFile: boolean;
  /** Whether a `.md` file directly in a directory is a skill. */
  readonly takesFiles: boolean;
  /** What bytes that are not UTF-8 lead to. */
  readonly badBytes: 'fatal' | 'lost' | 'replaced';
  /** Whether the order in which the file system lists a directory can decide. */
  readonly isAmbiguous: boolean;
  /** What becomes of several skills of one name. */
  readonly clash: Clash;
}

export interface ProductFacts extends Differences {
  readonly id: ProfileId;
  /** As people call it, without a version. */
  readonly name: string;
  /** The directories below a project that it reads, in words. */
  readonly places: Message;
}

/** What most products do. */
const USUAL: Differences = {
  levels: 0,
  insideSkills: 'never',
  takesRootFile: false,
  takesFiles: false,
  badBytes: 'replaced',
  isAmbiguous: false,
  clash: 'first',
};

const DIFFERENCES: Partial<Record<ProfileId, Partial<Differences>>> = {
  'kimi-cli': { takesFiles: true, badBytes: 'fatal', isAmbiguous: true },
  'kimi-code': { levels: 8, insideSkills: 'declared', takesFiles: true },
  'claude-code': { clash: 'all-first-called' },
  codex: { levels: 5, insideSkills: 'always', takesRootFile: true, badBytes: 'lost', clash: 'all' },
  'copilot-cli': { levels: Number.POSITIVE_INFINITY, takesRootFile: true },
  'gemini-cli': { takesRootFile: true, isAmbiguous: true },
  'qwen-code': { isAmbiguous: true },
  opencode: {
    levels: Number.POSITIVE_INFINITY,
    insideSkills: 'always',
    takesRootFile: true,
    clash: 'uncertain',
  },
  amp: { levels: 4, insideSkills: 'always', takesRootFile: true, isAmbiguous: true },
  goose: {
    levels: Number.POSITIVE_INFINITY,
    insideSkills: 'always',
    takesRootFile: true,
    badBytes: 'lost',
    isAmbiguous: true,
  },
  cursor: { clash: 'uncertain' },
};

/** What is known of a product. */
export function factsOf(id: ProfileId): ProductFacts {
  const { name, readPlaces } = productOf(id);
  return { ...USUAL, ...DIFFERENCES[id], id, name, places: namesInRow(readPlaces) };
}

/** A command is one word. */
const slashName = (name: string) => (/^[^\s/]+$/.test(name) ? `/${name}` : null);

/** The command that runs a skill of a name, in products of which that is known; null for a name that none can be made of. */
export const COMMANDS: Partial<Record<ProfileId, (name: string) => string | null>> = {
  'kimi-cli': slashCommandFor,
  'claude-code': slashName,
  'copilot-cli': slashName,
  cursor: slashName,
};

/** Remarks on a file that says that people cannot call its skill, each product in its own words. */
const NOT_CALLED_BY_PEOPLE: ReadonlySet<string> = new Set([
  'not-user-invocable',
  'not-invocable',
  'no-command',
]);

/** Why no command calls a skill, whatever its name: by what its file or a setting says. Undefined where nothing does. */
export function whyNoCommand({
  verdict,
  reason,
  remarks,
}: Pick<Candidate, 'verdict' | 'reason' | 'remarks'>): Message | undefined {
  if (verdict === 'disabled') return reason;
  return remarks.find(({ code }) => NOT_CALLED_BY_PEOPLE.has(code))?.text;
}

/** What is good to know about a product whatever was asked. */
export const PRODUCT_NOTES: Partial<Record<ProfileId, readonly Message[]>> = {
  'kimi-cli': [
    message(
      'kimi-cli looks for skills when it starts. A resumed session shows the model the list that it began with.',
    ),
  ],
};
