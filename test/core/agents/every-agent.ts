/** A repository and a home directory that every agent reads in its own way. */
import type { Layout } from '../../layout';

const skill = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nText.\n`;

/** `P` is the project, `home` the home directory. */
export const EVERY_AGENT: Layout = {
  'P/.git/HEAD': 'ref: refs/heads/main\n',
  'P/.git/objects': null,
  'P/.git/refs': null,
  // One name in three places: who comes first differs, and some list them all.
  'P/.agents/skills/deploy/SKILL.md': skill('deploy', 'For all tools'),
  'P/.claude/skills/deploy/SKILL.md': skill('deploy', 'Of one brand'),
  'home/.claude/skills/deploy/SKILL.md': skill('deploy', 'One’s own'),
  // Named by its folder, or by what it declares.
  'P/.agents/skills/linting/SKILL.md': skill('lint', 'Checks style'),
  // What is in it loses it here and there.
  'P/.agents/skills/verbose/SKILL.md': skill('verbose', 'x'.repeat(1_100)),
  'P/.agents/skills/spaced/SKILL.md': skill('two words', 'A name with a blank'),
  'P/.agents/skills/colon/SKILL.md': skill('colon', 'Use when: asked'),
  'P/.agents/skills/marked/SKILL.md': `\ufeff${skill('marked', 'With a byte order mark')}`,
  // Directories of single agents, and a form of single ones.
  'P/.github/skills/review/SKILL.md': skill('review', 'Reviews'),
  'P/.qwen/skills/translate/SKILL.md': skill('translate', 'Translates'),
  'P/.opencode/skill/plan/SKILL.md': skill('plan', 'Plans'),
  'P/.goose/skills/forage/SKILL.md': skill('forage', 'Forages'),
  'P/.cursor/skills/point/SKILL.md': skill('point', 'Points'),
  'P/.kimi/skills/notes.md': skill('notes', 'A flat file'),
  // Deeper than most look.
  'P/.agents/skills/group/inner/SKILL.md': skill('inner', 'In a folder of skills'),
  'home/.gemini/skills/stars/SKILL.md': skill('stars', 'Of the user'),
  'home/.config/agents/skills/tides/SKILL.md': skill('tides', 'Of the user, for all tools'),
};
