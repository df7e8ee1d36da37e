/** Which tools read which skill directories, so that a plan can say who loses sight of a skill. */

import type { ProfileId } from '../types';

/** A tool and the directories that it reads, below a project and below the home directory. */
export interface ToolDirectories {
  readonly tool: ProfileId;
  readonly project: readonly string[];
  readonly user: readonly string[];
  /** Whether it takes `name.md` for a skill. */
  readonly readsFlat: boolean;
}

/**
 * The places that each tool looks at of its own accord, from the descriptions that the project is built on. Settings
 * that add others are not looked into.
 */
export const TOOL_DIRECTORIES: readonly ToolDirectories[] = [
  {
    tool: 'kimi-cli',
    project: ['.kimi/skills', '.claude/skills', '.codex/skills', '.agents/skills'],
    user: ['.kimi/skills', '.claude/skills', '.codex/skills', '.config/agents/skills', '.agents/skills'],
    readsFlat: true,
  },
  {
    tool: 'kimi-code',
    project: ['.kimi-code/skills', '.agents/skills'],
    user: ['.kimi-code/skills', '.agents/skills'],
    readsFlat: true,
  },
  { tool: 'claude-code', project: ['.claude/skills'], user: ['.claude/skills'], readsFlat: false },
  {
    tool: 'codex',
    project: ['.codex/skills', '.agents/skills'],
    user: ['.codex/skills', '.agents/skills'],
    readsFlat: false,
  },
  {
    tool: 'copilot-cli',
    project: ['.github/skills', '.agents/skills', '.claude/skills'],
    user: ['.copilot/skills', '.agents/skills'],
    readsFlat: false,
  },
  {
    tool: 'gemini-cli',
    project: ['.gemini/skills', '.agents/skills'],
    user: ['.gemini/skills', '.agents/skills'],
    readsFlat: false,
  },
  {
    tool: 'qwen-code',
    project: ['.qwen/skills', '.agents/skills'],
    user: ['.qwen/skills', '.agents/skills'],
    readsFlat: false,
  },
  {
    tool: 'opencode',
    project: ['.opencode/skills', '.opencode/skill', '.claude/skills', '.agents/skills'],
    user: ['.config/opencode/skills', '.config/opencode/skill', '.claude/skills', '.agents/skills'],
    readsFlat: false,
  },
  {
    tool: 'vscode',
    project: ['.agents/skills', '.github/skills', '.claude/skills'],
    user: ['.agents/skills', '.copilot/skills', '.claude/skills'],
    readsFlat: false,
  },
  {
    tool: 'amp',
    project: ['.agents/skills', '.claude/skills'],
    user: ['.config/agents/skills', '.agents/skills', '.config/amp/skills', '.claude/skills'],
    readsFlat: false,
  },
  {
    tool: 'goose',
    project: ['.agents/skills', '.goose/skills', '.claude/skills'],
    user: ['.agents/skills', '.config/goose/skills', '.claude/skills', '.config/agents/skills'],
    readsFlat: false,
  },
  {
    tool: 'cursor',
    project: ['.agents/skills', '.cursor/skills', '.claude/skills', '.codex/skills'],
    user: ['.agents/skills', '.cursor/skills', '.claude/skills', '.codex/skills'],
    readsFlat: false,
  },
];
