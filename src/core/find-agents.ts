/** Which agents a machine has, by their programs and by what they keep in the home directory. Only looks, runs nothing. */
import * as path from 'node:path';
import { detectProduct } from './detect-product';
import { type FileSystem, isFault, nodeFileSystem } from './file-system';
import { findProgram, type ProgramSearch } from './find-program';
import { type Message, message } from './message';
import { KIMIS, PROFILE_IDS } from './products';
import type { ProfileId } from './types';

export interface FindAgentsOptions {
  /** Absolute path of the home directory. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly files?: FileSystem;
}

/** An agent that there are signs of. */
export interface FoundAgent {
  readonly profile: ProfileId;
  /** What was found of it. */
  readonly signs: readonly Message[];
}

/** How an agent is told. */
interface Traces {
  /** Names of its programs. */
  readonly programs: readonly string[];
  /** Directories that it makes for itself, below the home directory. */
  readonly directories: readonly string[];
  /** A variable that names such a directory. */
  readonly variable?: string;
}

const TRACES: Readonly<Record<Exclude<ProfileId, 'kimi-cli' | 'kimi-code'>, Traces>> = {
  'claude-code': { programs: ['claude'], directories: ['.claude'], variable: 'CLAUDE_CONFIG_DIR' },
  codex: { programs: ['codex'], directories: ['.codex'], variable: 'CODEX_HOME' },
  'copilot-cli': { programs: ['copilot'], directories: ['.copilot'], variable: 'COPILOT_HOME' },
  vscode: {
    programs: ['code', 'code-insiders'],
    directories: [
      '.vscode',
      '.vscode-server',
      '.config/Code',
      'Library/Application Support/Code',
      'AppData/Roaming/Code',
    ],
  },
  'gemini-cli': { programs: ['gemini'], directories: ['.gemini'] },
  'qwen-code': { programs: ['qwen'], directories: ['.qwen'], variable: 'QWEN_HOME' },
  opencode: {
    programs: ['opencode'],
    directories: ['.config/opencode', '.local/share/opencode', '.opencode'],
  },
  amp: { programs: ['amp'], directories: ['.config/amp', '.local/share/amp'] },
  goose: { programs: ['goose'], directories: ['.config/goose', '.local/share/goose'] },
  cursor: { programs: ['cursor-agent', 'cursor'], directories: ['.cursor'] },
};

/** What people put into such a directory themselves, so that it says nothing about the agent. */
const OF_PEOPLE = new Set(['skills', 'skill', 'commands', '.DS_Store']);

/** The agents of a machine, in the order in which products are shown. Never throws. */
export function findAgents(options: FindAgentsOptions): readonly FoundAgent[] {
  const { home, environment, platform = process.platform, files = nodeFileSystem } = options;
  const search: ProgramSearch = { files, environment, platform };
  const kimi = detectProduct({ home, environment, platform, files });
  return PROFILE_IDS.flatMap(profile => {
    const signs = KIMIS.includes(profile)
      ? kimi.signs.filter(({ of }) => of === profile).map(({ text }) => text)
      : signsOf(TRACES[profile as keyof typeof TRACES], search, home);
    return signs.length > 0 ? [{ profile, signs }] : [];
  });
}

function signsOf(
  { programs, directories, variable }: Traces,
  search: ProgramSearch,
  home: string,
): Message[] {
  const signs: Message[] = [];
  const program = programs.map(name => findProgram(search, name)).find(file => file !== null);
  if (program) signs.push(message('its program is {0}', { path: program }));
  const named = variable === undefined ? undefined : search.environment[variable];
  if (named) signs.push(message('{0} is set', variable ?? ''));
  const own = directories
    .map(place => path.join(home, place))
    .find(directory => isItsOwn(search.files, directory));
  if (own !== undefined) signs.push(message('{0} is there', { path: own }));
  return signs;
}

/** Whether a directory holds more than what people put there for several agents at once. */
function isItsOwn(files: FileSystem, directory: string): boolean {
  const entries = files.readDirectory(directory);
  return !isFault(entries) && entries.some(({ name }) => !OF_PEOPLE.has(name));
}
