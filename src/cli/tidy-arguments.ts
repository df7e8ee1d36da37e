/** The part of the command line that is about changing files. */
import { type Message, message, namesInRow } from '../core/message';
import type { Answers } from '../core/plan/types';

/** Commands that plan changes and, with `--apply`, carry them out. */
export const TIDY_COMMANDS = [
  'new',
  'rename',
  'copy',
  'migrate',
  'make-visible',
  'move',
  'to-folder',
  'prefer',
  'delete',
  'fix',
  'backups',
  'restore',
  'recover',
] as const;

export type TidyCommand = (typeof TIDY_COMMANDS)[number];

export const TIDY_OPTIONS = {
  root: { type: 'string' },
  scope: { type: 'string' },
  to: { type: 'string' },
  'leave-link': { type: 'boolean' },
  'on-conflict': { type: 'string' },
  'inner-links': { type: 'string' },
  dereference: { type: 'boolean' },
  'fill-in': { type: 'boolean' },
  'user-dir': { type: 'string' },
  permanently: { type: 'boolean' },
  answer: { type: 'string', multiple: true },
  way: { type: 'string' },
  description: { type: 'string' },
  fix: { type: 'string' },
  clean: { type: 'boolean' },
} as const;

type TidyOption = keyof typeof TIDY_OPTIONS;

/** What is asked of one of these commands. */
export interface TidyArguments {
  readonly command: TidyCommand;
  /**
   * Names of skills, or paths of their folders or files. For `recover`: an id. For `new`: the name. For `rename`: the skill
   * and its new name.
   */
  readonly names: readonly string[];
  /** Every candidate of a name, not only the winner. */
  readonly all: boolean;
  readonly root: string | null;
  readonly scope: 'project' | 'user' | null;
  readonly to: string | null;
  /** For `new`. */
  readonly description: string;
  readonly leaveLink: boolean;
  readonly answers: Answers;
  /** Those of them that `--answer` gives: each must be one to a question of the plan. */
  readonly given: Answers;
  readonly userDirectory: string | null;
  /** For `prefer`: which of the plans, counted from 1. */
  readonly way: number | null;
  /** For `fix`: which of the fixes, counted from 1. */
  readonly fix: number | null;
  readonly clean: boolean;
  readonly apply: boolean;
  readonly json: boolean;
}

/** Which options go with which command, beside `--apply` and `--json`. */
const USES: Readonly<Record<TidyCommand, readonly TidyOption[]>> = {
  new: ['root', 'scope', 'description'],
  rename: ['on-conflict', 'answer'],
  copy: ['root', 'scope', 'to', 'on-conflict', 'inner-links', 'dereference', 'user-dir', 'answer'],
  migrate: ['root', 'scope', 'leave-link', 'on-conflict', 'inner-links', 'dereference', 'user-dir', 'answer'],
  'make-visible': ['root', 'scope', 'on-conflict', 'inner-links', 'user-dir', 'answer'],
  move: [
    'root',
    'scope',
    'to',
    'leave-link',
    'on-conflict',
    'inner-links',
    'dereference',
    'user-dir',
    'answer',
  ],
  'to-folder': ['root', 'scope', 'to', 'on-conflict', 'fill-in', 'user-dir', 'answer'],
  prefer: ['way'],
  delete: ['root', 'scope', 'permanently'],
  fix: ['fix'],
  backups: [],
  restore: ['to'],
  recover: ['clean'],
};

/** The commands that an option goes with. */
export function commandsWith(option: string): readonly string[] {
  return TIDY_COMMANDS.filter(command => (USES[command] as readonly string[]).includes(option));
}

/** What they are about is not looked up among the skills. */
const WITHOUT_SKILLS: ReadonlySet<TidyCommand> = new Set(['new', 'rename', 'backups', 'restore', 'recover']);

type Fail = (text: Message) => Error;

/**
 * Reads what belongs to these commands.
 * @param values as `parseArgs` gives them, already known to be of the right type
 * @param fail makes the error to throw, from a message for a person
 */
export function readTidy(
  command: TidyCommand,
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
  fail: Fail,
): TidyArguments {
  for (const option of Object.keys(TIDY_OPTIONS) as TidyOption[]) {
    if (values[option] !== undefined && !USES[command].includes(option)) {
      throw fail(message('--{0} does not go with {1}', option, command));
    }
  }
  const one = (option: TidyOption) => (typeof values[option] === 'string' ? values[option] : null);
  const [root, scope] = [one('root'), one('scope')];
  if (command === 'backups' && (names.length > 0 || values.apply))
    throw fail(message('backups only lists them'));
  if (command === 'restore' && names.length !== 1)
    throw fail(message('restore takes the path of a backup: see which-skill backups'));
  if (command === 'fix' && names.length !== 1) throw fail(message('fix takes the name or path of one skill'));
  if (
    !WITHOUT_SKILLS.has(command) &&
    [names.length > 0, root !== null, scope !== null].filter(Boolean).length !== 1
  ) {
    throw fail(
      command === 'prefer'
        ? message('prefer takes the path of a skill')
        : message('{0} takes names or paths of skills, or --root DIR, or --scope project|user', command),
    );
  }
  if (command === 'new' && (names.length !== 1 || (root !== null && scope !== null)))
    throw fail(message('new takes one name, and --root DIR or --scope project|user'));
  if (command === 'rename' && names.length !== 2)
    throw fail(message('rename takes the name or path of a skill, and its new name'));
  if (command === 'prefer' && names.length !== 1) throw fail(message('prefer takes one path'));
  if (command === 'move' && one('to') === null)
    throw fail(message('move needs --to project, --to user or --to DIR'));
  if (scope !== null && scope !== 'project' && scope !== 'user')
    throw fail(message('--scope takes project or user'));
  const way = one('way');
  const fix = one('fix');
  if (fix !== null && !/^[1-9]\d*$/.test(fix)) throw fail(message('--fix takes a number'));
  const given = readAnswers(values, fail);
  if (way !== null && !/^[1-9]\d*$/.test(way)) throw fail(message('--way takes a number'));
  return {
    command,
    names,
    all: values.all === true,
    root,
    scope,
    to: one('to'),
    description: one('description') ?? '',
    leaveLink: values['leave-link'] === true,
    answers: { ...readOptions(values, one, fail), ...given },
    given,
    userDirectory: oneOf('user-dir', one('user-dir'), ['~/.agents/skills', '~/.config/agents/skills'], fail),
    way: way === null ? null : Number(way),
    fix: fix === null ? null : Number(fix),
    clean: values.clean === true,
    apply: values.apply === true,
    json: values.json === true,
  };
}

/** `--answer ID=VALUE`, each. */
function readAnswers(values: Readonly<Record<string, unknown>>, fail: Fail): Answers {
  const given = Array.isArray(values.answer) ? values.answer.map(String) : [];
  const answers = given.map(text => {
    const split = /^([a-z-]+(?::.*?)?)=(.*)$/s.exec(text);
    if (!split) throw fail(message('--answer takes ID=VALUE, with the id of a question'));
    return [split[1]!, split[2]!] as const;
  });
  return Object.fromEntries(answers);
}

/** The options that answer all questions of a kind. */
function readOptions(
  values: Readonly<Record<string, unknown>>,
  one: (option: TidyOption) => string | null,
  fail: Fail,
): Answers {
  const conflict = oneOf(
    'on-conflict',
    one('on-conflict'),
    ['skip', 'keep-both', 'replace', 'remove-source'],
    fail,
  );
  const links = oneOf('inner-links', one('inner-links'), ['rebase', 'keep', 'dereference'], fail);
  return {
    ...(conflict !== null && { 'conflict:*': conflict }),
    ...(links !== null && { 'inner-links:*': links }),
    ...(values.dereference === true && { 'link:*': 'dereference' }),
    ...(values['fill-in'] === true && { 'fill-in:*': 'fill' }),
    removal: values.permanently === true ? 'permanently' : 'backup',
  };
}

function oneOf(
  option: TidyOption,
  value: string | null,
  known: readonly string[],
  fail: Fail,
): string | null {
  if (value !== null && !known.includes(value))
    throw fail(message('--{0} takes {1}', option, namesInRow(known)));
  return value;
}
