import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skillText } from '../../layout';
import { inWorld, type World } from './harness';

const TRI = skillText('tri');
const idOf = (world: World, id: string) => ({ candidates: [`${world.built.root}/${id}`] });

async function toolsOf(world: World, id: string): Promise<string[]> {
  const plan = await world.plan(
    { kind: 'move', what: idOf(world, id), to: 'canonical' },
    { 'conflict:*': 'replace' },
  );
  return plan.tools.map(({ tool, change, skills }) => `${tool} ${change} ${skills.join(', ')}`);
}

describe('other tools', () => {
  it(
    'do not lose a skill that they still find in another directory, nor gain one that they found before',
    inWorld(
      {
        'R/.claude/skills/tri/SKILL.md': TRI,
        'R/.github/skills/tri/SKILL.md': TRI,
        'R/.gemini/skills/tri/SKILL.md': TRI,
        'R/.cursor/skills/other/SKILL.md': TRI,
      },
      async world => {
        const tools = await toolsOf(world, 'R/.claude/skills//tri/SKILL.md');
        assert.deepEqual(tools, [
          'kimi-code gains tri',
          'Claude Code loses tri',
          'Codex gains tri',
          'Qwen Code gains tri',
        ]);
      },
    ),
  );

  it(
    'lose nothing where a copy of the name stays',
    inWorld(
      {
        'R/.claude/skills/tri/SKILL.md': TRI,
        'home/.claude/skills/tri/SKILL.md': TRI,
        'R/.codex/skills/tri/SKILL.md': TRI,
      },
      async world => {
        const tools = await toolsOf(world, 'R/.claude/skills//tri/SKILL.md');
        assert.equal(
          tools.some(line => line.includes('loses')),
          false,
        );
        assert.equal(
          tools.some(line => /Codex|Cursor/.test(line)),
          false,
        );
        assert.ok(tools.includes('Gemini CLI gains tri'));
      },
    ),
  );
});
