/** Running the command: arguments and surroundings in, an answer out. */
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';
import { version } from '../../package.json';
import { compareWithWinners } from '../core/compare';
import { nodeFileSystem } from '../core/file-system';
import type { Overrides } from '../core/profiles/profile';
import { profileOf, resolve } from '../core/resolve';
import type { Resolution } from '../core/types';
import type { Answer } from './answer';
import { type Arguments, readArguments, UsageError } from './arguments';
import { HELP } from './help';
import { list } from './list';
import { Shower } from './text';
import { which } from './which';

/** What the command sees of the process it runs in. */
export interface Surroundings {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Characters a line may have; Infinity where the output is no terminal. */
  readonly width: number;
}

/** Never throws for what a person did: that is an answer with status 2. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<Answer> {
  try {
    const asked = readArguments(argv);
    if (asked === 'help') return { output: HELP, errors: '', status: 0 };
    if (asked === 'version') return { output: `${version}\n`, errors: '', status: 0 };
    return await answer(asked, surroundings);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { output: '', errors: `which-skill: ${error.message}\n`, status: 2 };
  }
}

async function answer(asked: Arguments, { cwd, environment, width }: Surroundings): Promise<Answer> {
  const workDir = directory('--cwd', path.resolve(cwd, asked.cwd ?? '.'));
  const skillsDirs = asked.skillsDirs.map(entry => readable('--skills-dir', path.resolve(cwd, entry)));
  const overrides: Overrides = {
    ...(skillsDirs.length > 0 && { skillsDirs }),
    ...(asked.extraSkillDirs && { extraSkillDirs: asked.extraSkillDirs }),
    ...(asked.mergeBrands !== null && { mergeBrands: asked.mergeBrands }),
    ...(asked.builtinDir !== null && { builtinDir: path.resolve(cwd, asked.builtinDir) }),
  };
  const resolution = await resolve({
    profile: asked.profile,
    workDir,
    home: homedir(),
    environment,
    overrides,
  });
  const reply = await replyTo(asked, resolution, width);
  return { ...reply, errors: warning(resolution) + reply.errors };
}

async function replyTo(asked: Arguments, resolution: Resolution, width: number): Promise<Answer> {
  if (asked.command === 'prompt') return prompt(resolution, asked.json);
  const comparisons = await compareWithWinners(nodeFileSystem, resolution);
  if (asked.command === 'list') return list(resolution, comparisons, asked.json, width);
  return which(resolution, comparisons, asked);
}

function prompt(resolution: Resolution, json: boolean): Answer {
  const listing = profileOf(resolution.profile).listing(resolution.skills);
  const output = json ? JSON.stringify({ profile: resolution.profile, prompt: listing }, null, 2) : listing;
  return { output: `${output}\n`, errors: '', status: 0 };
}

/** The product would not start: everything printed is what it would load if it did. */
function warning(resolution: Resolution): string {
  const { failure, product } = resolution;
  if (!failure) return '';
  const shower = new Shower(resolution);
  const line = failure.line === undefined ? '' : `:${failure.line}`;
  return `which-skill: ${product} does not start here: ${shower.path(failure.file)}${line}: ${shower.message(failure.reason)}\n`;
}

/**
 * A directory to start from, with its links followed as a terminal's current directory has them (rules 5 and 11).
 * @throws UsageError where it is none
 */
function directory(option: string, location: string): string {
  try {
    const real = realpathSync.native(location);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw new UsageError(`${option}: cannot read ${location}: ${wordsFor(error)}`);
  }
  throw new UsageError(`${option}: ${location} is not a directory`);
}

/**
 * A `--skills-dir` that does not exist stays as it is: the product keeps it as a root with nothing in it (rule 18).
 * @throws UsageError where something else than a directory is there
 */
function readable(option: string, location: string): string {
  let state: ReturnType<typeof statSync>;
  try {
    state = statSync(location, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageError(`${option}: cannot read ${location}: ${wordsFor(error)}`);
  }
  if (state && !state.isDirectory()) throw new UsageError(`${option}: ${location} is not a directory`);
  return location;
}

function wordsFor(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'no such directory',
    EACCES: 'permission denied',
    ELOOP: 'its links lead in a circle',
    ENOTDIR: 'a part of the path is not a directory',
  };
  return words[code] ?? code;
}
