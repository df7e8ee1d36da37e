/** The rules of the agents beside the two Kimis. A part of its own: whoever looks at one product pays for one. */
import { amp } from '../profiles/amp';
import { claudeCode } from '../profiles/claude-code';
import { codex } from '../profiles/codex';
import { copilotCli } from '../profiles/copilot-cli';
import { cursor } from '../profiles/cursor';
import { geminiCli } from '../profiles/gemini-cli';
import { goose } from '../profiles/goose';
import { opencode } from '../profiles/opencode';
import type { Profile } from '../profiles/profile';
import { qwenCode } from '../profiles/qwen-code';
import { vscode } from '../profiles/vscode';
import type { ProfileId } from '../types';

const AGENTS: Readonly<Partial<Record<ProfileId, Profile>>> = {
  'claude-code': claudeCode,
  codex,
  'copilot-cli': copilotCli,
  'gemini-cli': geminiCli,
  'qwen-code': qwenCode,
  vscode,
  opencode: opencode,
  amp,
  goose,
  cursor,
};

/**
 * The rules of one of them.
 * @throws where there are none of that name, which is a mistake in this program
 */
export function agentProfile(id: ProfileId): Profile {
  const profile = AGENTS[id];
  if (!profile) throw new Error(`no rules for ${id}`);
  return profile;
}
