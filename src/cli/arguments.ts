/** What the command line asks for. */
import { parseArgs } from 'node:util';
import { type Message, message, namesInRow, renderMessage } from '../core/message';
import { PROFILE_IDS } from '../core/products';
import { CHECK_RULES, type CheckRule } from '../core/project-check';
import type { ProfileId } from '../core/types';
import { LANGUAGES } from './language';
import {
  commandsWith,
  readTidy,
  TIDY_COMMANDS,
  TIDY_OPTIONS,
  type TidyArguments,
  type TidyCommand,
} from './tidy-arguments';

export type Command =
  | 'which'
  | 'list'
  | 'prompt'
  | 'compare'
  | 'matrix'
  | 'rescue'
  | 'why'
  | 'check'
  | 'export'
  | 'undo'
  | TidyCommand;

export interface Arguments {
  readonly command: Command;
  /** For `which`, and for `why`, which takes paths too: at least one. For `undo`: an id, or none. */
  readonly names: readonly string[];
  readonly all: boolean;
  readonly json: boolean;
  /** For what changes files: whether to do it, rather than to say what would be done. */
  readonly apply: boolean;
  /** For `undo`: take back the one before the last, where the last cannot be undone. */
  readonly before: boolean;
  /** For `undo`: print what can be undone. */
  readonly list: boolean;
  /** For `undo`: take back the skills that can be, where not all can. */
  readonly partly: boolean;
  /** `auto`: the product that this machine uses. */
  readonly profile: ProfileId | 'auto';
  /** For `compare`: at least two. For `rescue`: what is left and what is taken up. For `check`: empty for `profile`. */
  readonly profiles: readonly ProfileId[];
  /** For `matrix` and `make-visible`: the agents that are named; null for those that this machine has. */
  readonly agents: readonly ProfileId[] | null;
  /** What else the product is started with. */
  readonly agentArguments: readonly string[];
  /** For `export` and `matrix`: Markdown. */
  readonly markdown: boolean;
  /** For `check`: the rules that count. */
  readonly rules: ReadonlySet<CheckRule>;
  /** For `check`: whether to print annotations; null where that depends on who runs it. */
  readonly github: boolean | null;
  readonly cwd: string | null;
  readonly skillsDirs: readonly string[];
  readonly extraSkillDirs: readonly string[] | null;
  readonly mergeBrands: boolean | null;
  readonly builtinDir: string | null;
  /** Null for the commands that only look. */
  readonly tidy: TidyArguments | null;
}

/** A command line that cannot be carried out. Its message is one line, fit for a person. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(readonly text: Message) {
    super(renderMessage(text));
  }
}

/** Whether it is such an error: a part that loads on first use has a class of its own for them. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}

const OPTIONS = {
  all: { type: 'boolean', short: 'a' },
  json: { type: 'boolean' },
  apply: { type: 'boolean' },
  before: { type: 'boolean' },
  list: { type: 'boolean' },
  partly: { type: 'boolean' },
  profile: { type: 'string' },
  profiles: { type: 'string' },
  agents: { type: 'string' },
  'agent-arg': { type: 'string', multiple: true },
  cwd: { type: 'string' },
  'skills-dir': { type: 'string', multiple: true },
  'extra-skill-dir': { type: 'string', multiple: true },
  'no-merge-brands': { type: 'boolean' },
  'builtin-dir': { type: 'string' },
  markdown: { type: 'boolean' },
  github: { type: 'boolean' },
  'no-github': { type: 'boolean' },
  'no-dropped': { type: 'boolean' },
  'no-shadowed': { type: 'boolean' },
  'no-ambiguous': { type: 'boolean' },
  'no-brand': { type: 'boolean' },
  ...TIDY_OPTIONS,
  lang: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
} as const;

const COMMANDS: ReadonlySet<string> = new Set([
  'list',
  'prompt',
  'compare',
  'matrix',
  'rescue',
  'why',
  'check',
  'export',
  'undo',
  ...TIDY_COMMANDS,
]);

/** Beside those that change skills. */
const TAKING_NAMES: ReadonlySet<Command> = new Set(['which', 'why', 'undo']);

/** What `--lang` says, whatever else is wrong with the command line; null where it is not there. */
export function langOf(argv: readonly string[]): string | null {
  const options = { lang: { type: 'string' } } as const;
  return text(parseArgs({ args: [...argv], options, strict: false }).values.lang);
}

/**
 * Reads the arguments of the command line, program name left out.
 * Out: `help` and `version` where one of them is asked for, whatever else is said.
 * @throws UsageError
 */
export function readArguments(argv: readonly string[]): Arguments | 'help' | 'version' {
  const { values, tokens } = parseArgs({
    args: [...argv],
    options: OPTIONS,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const lang = text(values.lang);
  if (lang !== null && !LANGUAGES.some(language => language === lang))
    throw new UsageError(message('--lang takes {0}', namesInRow(LANGUAGES)));
  if (values.help) return 'help';
  if (values.version) return 'version';
  const positionals: string[] = [];
  let afterTerminator = false;
  let command: Command = 'which';
  for (const token of tokens) {
    if (token.kind === 'option-terminator') afterTerminator = true;
    else if (token.kind === 'option') checkOption(token);
    else if (
      command === 'which' &&
      positionals.length === 0 &&
      !afterTerminator &&
      COMMANDS.has(token.value)
    ) {
      command = token.value as Command;
    } else positionals.push(token.value);
  }
  const tidying = TIDY_COMMANDS.find(other => other === command) ?? null;
  if (command === 'undo' && positionals.length > 1) throw new UsageError(message('undo takes one id'));
  if (!TAKING_NAMES.has(command) && !tidying && positionals.length > 0) {
    throw new UsageError(message('{0} takes no name; for a skill of that name: which-skill -- {0}', command));
  }
  if (command !== 'which' && !tidying && values.all) throw new UsageError(message('-a goes with a name'));
  if (command === 'which' && positionals.length === 0)
    throw new UsageError(message('name a skill, or say {0}; --help tells more', namesInRow([...COMMANDS])));
  if (command === 'why' && (positionals.length === 0 || positionals.includes('')))
    throw new UsageError(message('why takes a name or a path'));
  const isOfSeveral = command === 'compare' || command === 'rescue';
  if (values.profiles !== undefined && !isOfSeveral && command !== 'check')
    throw new UsageError(message('--profiles goes with compare, rescue and check'));
  if (values.profiles !== undefined && values.profile !== undefined && command === 'check')
    throw new UsageError(message('check takes --profile or --profiles, not both'));
  checkOptionsOfCheck(command, values);
  const isMarkdown = command === 'export' || command === 'matrix';
  if (values.markdown && !isMarkdown) throw new UsageError(message('--markdown goes with export and matrix'));
  if (values.markdown && values.json)
    throw new UsageError(message('{0} takes --markdown or --json, not both', command));
  if (values.agents !== undefined && !['matrix', 'make-visible', 'why'].includes(command))
    throw new UsageError(message('--agents goes with matrix, make-visible and why'));
  if (values.profile !== undefined && command === 'matrix')
    throw new UsageError(message('matrix takes --agents, not --profile'));
  if (values.apply && command === 'rescue' && readProfiles(text(values.profiles), command)[1] !== 'kimi-code')
    throw new UsageError(message('--apply rescues for kimi-code only'));
  if (values.profile !== undefined && isOfSeveral)
    throw new UsageError(message('{0} takes --profiles, not --profile', command));
  if (values.apply && command !== 'rescue' && command !== 'undo' && !tidying)
    throw new UsageError(message('--apply goes with a command that changes files'));
  for (const option of ['before', 'list', 'partly'] as const) {
    if (values[option] && command !== 'undo') throw new UsageError(message('--{0} goes with undo', option));
  }
  if (values.list && (values.apply || positionals.length > 0))
    throw new UsageError(message('--list only lists: leave out the id and --apply'));
  const stray = Object.keys(TIDY_OPTIONS).find(option => Object.hasOwn(values, option));
  if (!tidying && stray !== undefined)
    throw new UsageError(message('--{0} goes with {1}', stray, namesInRow(commandsWith(stray))));
  return {
    command,
    tidy: tidying && readTidy(tidying, positionals, values, text => new UsageError(text)),
    names: positionals,
    all: values.all === true,
    json: values.json === true,
    apply: values.apply === true,
    before: values.before === true,
    list: values.list === true,
    partly: values.partly === true,
    profile: readProfile(text(values.profile)),
    profiles: readProfiles(text(values.profiles), command),
    agents: readAgents(text(values.agents)),
    agentArguments: list(values['agent-arg']) ?? [],
    markdown: values.markdown === true,
    rules: new Set(CHECK_RULES.filter(rule => values[`no-${rule}`] !== true)),
    github: values.github ? true : values['no-github'] ? false : null,
    cwd: text(values.cwd),
    skillsDirs: list(values['skills-dir']) ?? [],
    extraSkillDirs: list(values['extra-skill-dir']),
    mergeBrands: values['no-merge-brands'] ? false : null,
    builtinDir: text(values['builtin-dir']),
  };
}

function checkOption(option: { name: string; rawName: string; value?: string | undefined }): void {
  if (!Object.hasOwn(OPTIONS, option.name))
    throw new UsageError(message('unknown option {0}', option.rawName));
  const { type } = OPTIONS[option.name as keyof typeof OPTIONS];
  if (type === 'string' && !option.value) throw new UsageError(message('{0} needs a value', option.rawName));
  if (type === 'boolean' && option.value !== undefined)
    throw new UsageError(message('{0} takes no value', option.rawName));
}

function checkOptionsOfCheck(command: Command, values: Readonly<Record<string, unknown>>): void {
  const own = ['github', 'no-github', ...CHECK_RULES.map(rule => `no-${rule}`)];
  const stray = own.find(option => values[option] !== undefined);
  if (stray !== undefined && command !== 'check')
    throw new UsageError(message('--{0} goes with check', stray));
  if (values.github && values['no-github'])
    throw new UsageError(message('check takes --github or --no-github, not both'));
  if (values.github && values.json) throw new UsageError(message('check takes --github or --json, not both'));
  if (CHECK_RULES.every(rule => values[`no-${rule}`] === true))
    throw new UsageError(message('check has no rule left to check'));
}

function readProfile(profile: string | null): ProfileId | 'auto' {
  return profile === null || profile === 'auto' ? 'auto' : knownProfile(profile);
}

function readProfiles(profiles: string | null, command: Command): readonly ProfileId[] {
  if (profiles === null) return command === 'check' ? [] : ['kimi-cli', 'kimi-code'];
  const named = [...new Set(profiles.split(',').map(profile => knownProfile(profile.trim())))];
  if (command === 'check') return named;
  if (named.length < 2)
    throw new UsageError(message('--profiles takes two or more, with commas between them'));
  if (command === 'rescue' && named.length > 2)
    throw new UsageError(
      message('rescue takes two profiles: the one that is left and the one that is taken up'),
    );
  return named;
}

function readAgents(agents: string | null): readonly ProfileId[] | null {
  if (agents === null) return null;
  if (agents === 'all') return PROFILE_IDS;
  return [...new Set(agents.split(',').map(agent => knownProfile(agent.trim())))];
}

function knownProfile(profile: string): ProfileId {
  const found = PROFILE_IDS.find(id => id === profile);
  if (!found)
    throw new UsageError(message('unknown profile {0}; known: auto, {1}', profile, namesInRow(PROFILE_IDS)));
  return found;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function list(values: unknown): string[] | null {
  return Array.isArray(values) ? values.filter(value => typeof value === 'string') : null;
}
