/** `which-skill matrix` and `make-visible`, as processes. */
import assert from 'node:assert/strict';
import { existsSync, readlinkSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PROFILE_IDS } from '../../src/core/products';
import { type Layout, skillText } from '../layout';
import { inLayout, whichSkill } from './command';

const LAYOUT: Layout = {
  'R/.git': null,
  'R/.claude/skills/deploy/SKILL.md': skillText('deploy', 'Deploys.'),
  'R/.agents/skills/lint/SKILL.md': skillText('lint', 'Checks.'),
  'home/.claude/projects': null,
  'home/.codex/sessions': null,
};

const alone = { profile: null } as const;

describe('which-skill matrix', () => {
  it(
    'shows the agents of this machine, the file that each takes, and why it takes none',
    inLayout(LAYOUT, async built => {
      const { status, output, errors } = await whichSkill(built, ['matrix'], alone);
      assert.deepEqual([status, errors], [0, '']);
      assert.equal(
        output,
        [
          'A Claude Code 2.1.197',
          'B Codex 0.171.0',
          '',
          '        A  B',
          'deploy  1  -',
          '        1 .claude/skills/deploy/SKILL.md',
          '        B another tool’s directory',
          'lint    -  1',
          '        1 .agents/skills/lint/SKILL.md',
          '        A the directory that tools share, which it does not read',
          '',
          'A number is a file; - not read there.',
          '',
        ].join('\n'),
      );
    }),
  );

  it(
    'as Markdown and as JSON, for the agents that are named, or all',
    inLayout(LAYOUT, async built => {
      const markdown = await whichSkill(built, ['matrix', '--markdown', '--agents', 'codex,cursor'], alone);
      assert.equal(
        markdown.output,
        [
          '| Skill | Codex 0.171.0 | Cursor (only its directories are known, from its documentation, 2026) |',
          '| --- | --- | --- |',
          '| `deploy` | – another tool’s directory | `.claude/skills/deploy/SKILL.md` |',
          '| `lint` | `.agents/skills/lint/SKILL.md` | `.agents/skills/lint/SKILL.md` |',
          '',
        ].join('\n'),
      );
      const { output } = await whichSkill(built, ['matrix', '--json', '--agents', 'all'], alone);
      const answer = JSON.parse(output);
      assert.deepEqual(
        answer.agents.map(({ profile }: { profile: string }) => profile),
        PROFILE_IDS,
      );
      const [deploy] = answer.skills;
      assert.deepEqual([deploy.name, deploy.differs], ['deploy', true]);
      assert.deepEqual(deploy.agents[2], {
        profile: 'claude-code',
        state: 'loads',
        file: built.at('R/.claude/skills/deploy/SKILL.md'),
        files: [built.at('R/.claude/skills/deploy/SKILL.md')],
        candidate: built.at('R/.claude/skills/deploy/SKILL.md'),
        code: 'wins',
        reason: null,
      });
    }),
  );

  it(
    'refuses what cannot be asked',
    inLayout(LAYOUT, async built => {
      for (const [args, words] of [
        [['list', '--agents', 'codex'], '--agents goes with matrix, make-visible and why'],
        [['matrix', '--agents', 'clippy'], `unknown profile clippy; known: auto, ${PROFILE_IDS.join(', ')}`],
        [['matrix', '--json', '--markdown'], 'matrix takes --markdown or --json, not both'],
        [['matrix', '--profile', 'codex'], 'matrix takes --agents, not --profile'],
      ] as const) {
        const { status, errors } = await whichSkill(built, args, alone);
        assert.deepEqual([status, errors], [2, `which-skill: ${words}\n`]);
      }
    }),
  );
});

describe('which-skill list --profile', () => {
  it(
    'holds exactly what the product lists, several of one name where it lists several',
    inLayout(
      { ...LAYOUT, 'home/.claude/skills/deploy/SKILL.md': skillText('deploy', 'One’s own.') },
      async built => {
        const { output } = await whichSkill(built, ['list', '--json'], { profile: 'claude-code' });
        const { skills, evidence } = JSON.parse(output);
        assert.deepEqual(evidence, { version: '2.1.197', how: 'recorded', since: '2026-11' });
        assert.deepEqual(
          skills.map(({ name, scope, called = true }: Record<string, unknown>) => [name, scope, called]),
          [
            ['deploy', 'user', true],
            ['deploy', 'project', false],
          ],
        );
      },
    ),
  );

  it(
    'takes words of the agent’s own command line',
    inLayout(
      { ...LAYOUT, 'lib/.claude/skills/shared/SKILL.md': skillText('shared', 'Of a library.') },
      async built => {
        const args = ['list', '--json', '--agent-arg=--add-dir', '--agent-arg=$ROOT/lib'];
        const { output } = await whichSkill(built, args, { profile: 'claude-code' });
        assert.deepEqual(
          JSON.parse(output).skills.map(({ name }: { name: string }) => name),
          ['deploy', 'shared'],
        );
      },
    ),
  );
});

describe('which-skill make-visible', () => {
  it(
    'shows the plan with the outcome under each agent, and does it with --apply',
    inLayout(LAYOUT, async built => {
      const args = ['make-visible', 'deploy', '--agents', 'claude-code,codex'];
      const shown = await whichSkill(built, args);
      assert.deepEqual([shown.status, shown.errors], [0, '']);
      assert.match(shown.output, /^Make deploy visible to Claude Code, Codex\n/);
      assert.match(shown.output, /In Codex 0\.171\.0\n {2}deploy {2}loads from \.agents\/skills\/deploy\n/);
      assert.ok(!existsSync(built.at('R/.agents/skills/deploy')));
      const done = await whichSkill(built, [...args, '--apply']);
      assert.equal(done.status, 0);
      assert.equal(readlinkSync(built.at('R/.claude/skills/deploy')), '../../.agents/skills/deploy');
      const { output } = await whichSkill(built, ['matrix'], alone);
      assert.match(output, /^deploy {2}1 {2}1$/m);
    }),
  );
});
