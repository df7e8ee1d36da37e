/** Plans that have agents load the same file. */
import assert from 'node:assert/strict';
import { readlinkSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Answers, Plan } from '../../../src/core/plan/types';
import { PROFILE_IDS } from '../../../src/core/products';
import { resolve } from '../../../src/core/resolve';
import type { ProfileId } from '../../../src/core/types';
import { type Layout, skillText } from '../../layout';
import { inWorld, type World } from './harness';

async function optionsFor(world: World, profile: ProfileId) {
  const { options } = await world.context();
  return { ...options, profile };
}

/** Plans for the skill of that name, or all of the project. */
async function plan(
  world: World,
  agents: readonly ProfileId[],
  name: string | null = null,
  answers: Answers = {},
): Promise<Plan> {
  const { resolution } = await world.context();
  const others = [];
  for (const profile of agents.filter(id => id !== 'kimi-cli')) {
    const options = await optionsFor(world, profile);
    others.push({ options, resolution: await resolve(options) });
  }
  const candidates = resolution.candidates.filter(one => one.name === name).map(({ id }) => id);
  const what = name === null ? ({ scope: 'project' } as const) : { candidates: candidates.slice(0, 1) };
  return world.plan({ kind: 'make-visible', what, agents }, answers, { others });
}

/** The file that each agent takes under a name, by agent. */
async function taken(world: World, agents: readonly ProfileId[], name: string) {
  const files: Record<string, string> = {};
  for (const profile of agents) {
    const { skills } = await resolve(await optionsFor(world, profile));
    const found = skills.filter(skill => skill.name === name);
    assert.ok(found.length <= 1, `${profile} lists ${name} once`);
    files[profile] = world.relative(found[0]?.file ?? null);
  }
  return files;
}

const brand: Layout = { 'R/.claude/skills/deploy/SKILL.md': skillText('deploy', 'Deploys') };

describe('make visible', () => {
  it(
    'moves to the canonical directory, and leaves a link where one agent reads only there',
    inWorld(brand, async world => {
      const agents = ['claude-code', 'codex', 'vscode', 'kimi-code'] as const;
      const before = world.tree();
      const made = await plan(world, agents, 'deploy');
      assert.deepEqual(world.lines(made.operations), [
        'make-directory - R/.agents',
        'make-directory - R/.agents/skills',
        'move R/.claude/skills/deploy R/.agents/skills/deploy',
        'make-link - R/.claude/skills/deploy',
      ]);
      assert.deepEqual(made.notes, []);
      assert.equal((await world.apply(made)).status, 'complete');
      assert.equal(readlinkSync(world.at('R/.claude/skills/deploy')), '../../.agents/skills/deploy');
      assert.deepEqual(await taken(world, agents, 'deploy'), {
        'claude-code': 'R/.claude/skills/deploy/SKILL.md',
        codex: 'R/.agents/skills/deploy/SKILL.md',
        vscode: 'R/.agents/skills/deploy/SKILL.md',
        'kimi-code': 'R/.agents/skills/deploy/SKILL.md',
      });
      await world.undo();
      assert.deepEqual(world.tree(), before);
    }),
  );

  it(
    'leaves no link where nobody needs one',
    inWorld(brand, async world => {
      const made = await plan(world, ['codex', 'qwen-code'], 'deploy');
      // kimi-cli loads it now, and reads the new place as well.
      assert.deepEqual(world.lines(made.operations).slice(-1), [
        'move R/.claude/skills/deploy R/.agents/skills/deploy',
      ]);
    }),
  );

  it(
    'needs nothing but links for what is in its place',
    inWorld({ 'R/.agents/skills/lint/SKILL.md': skillText('lint', 'Checks') }, async world => {
      const made = await plan(world, ['codex', 'claude-code'], 'lint');
      assert.deepEqual(world.lines(made.operations), [
        'make-directory - R/.claude',
        'make-directory - R/.claude/skills',
        'make-link - R/.claude/skills/lint',
      ]);
      // The one that kimi-cli takes now is the same file.
      assert.deepEqual(
        made.outcome.map(({ name, change }) => [name, change]),
        [['lint', 'same']],
      );
      // Each of the agents is told of, also the one that reads it where it is.
      assert.deepEqual(
        made.others?.map(({ profile, outcome }) => [profile, outcome.map(({ change }) => change)]),
        [
          ['codex', ['same']],
          ['claude-code', ['gained']],
        ],
      );
      assert.deepEqual(made.notes, []);
      assert.equal((await world.apply(made)).status, 'complete');
      const again = await plan(world, ['codex', 'claude-code'], 'lint');
      assert.deepEqual(again.operations, []);
    }),
  );

  it(
    'takes one directory for several agents, and all of a scope at once',
    inWorld(
      {
        'R/.github/skills/review/SKILL.md': skillText('review', 'Reviews'),
        'R/.kimi/skills/notes/SKILL.md': skillText('notes', 'Notes'),
      },
      async world => {
        const made = await plan(world, PROFILE_IDS);
        const links = world.lines(made.operations).filter(line => line.startsWith('make-link'));
        assert.deepEqual(links, ['make-link - R/.claude/skills/notes']);
        await world.apply(made);
        const files = await taken(world, PROFILE_IDS, 'notes');
        const without = Object.keys(files).filter(agent => files[agent] === '-');
        assert.deepEqual(without, ['gemini-cli']);
        assert.deepEqual(
          made.notes.map(({ code, text }) => [code, world.text(text)]),
          [
            [
              'not-visible',
              'Gemini CLI does not load notes even so: read once the folder is trusted: Gemini CLI asks when it starts',
            ],
          ],
        );
      },
    ),
  );

  it(
    'says which rule stands in the way',
    inWorld(
      {
        'R/.agents/skills/long/SKILL.md': skillText('long', 'x'.repeat(1_100)),
        'R/.claude/skills/deploy/SKILL.md': skillText('deploy', 'Of the project'),
        'home/.claude/skills/deploy/SKILL.md': skillText('deploy', 'Of the user'),
      },
      async world => {
        const long = await plan(world, ['copilot-cli', 'claude-code'], 'long');
        assert.match(
          long.notes.map(({ text }) => world.text(text)).join('\n'),
          /^Copilot CLI does not load long even so: .*1,?024/,
        );
        const deploy = await plan(world, ['codex', 'claude-code'], 'deploy');
        assert.match(
          deploy.notes.map(({ text }) => world.text(text)).join('\n'),
          /Claude Code does not load deploy even so: listed too, but calling the name gives home\/\.claude\/skills\/deploy/,
        );
      },
    ),
  );

  it(
    'overwrites nothing unasked: another skill of that name stays, and can be kept as a backup',
    inWorld(
      {
        'R/.agents/skills/deploy/SKILL.md': skillText('deploy', 'For all'),
        'R/.qwen/skills/deploy/SKILL.md': skillText('deploy', 'Another one'),
        'R/.claude/skills/deploy/SKILL.md': skillText('deploy', 'For all'),
      },
      async world => {
        const { resolution } = await world.context();
        const canonical = resolution.candidates.find(
          ({ dir }) => dir === world.at('R/.agents/skills/deploy'),
        );
        const agents = ['claude-code', 'codex'] as const;
        const others = await Promise.all(
          agents.map(async profile => {
            const options = await optionsFor(world, profile);
            return { options, resolution: await resolve(options) };
          }),
        );
        const request = { kind: 'make-visible', what: { candidates: [canonical!.id] }, agents } as const;
        const first = await world.plan(request, {}, { others });
        assert.deepEqual(first.operations, []);
        assert.deepEqual(
          first.conflicts.map(({ target, identical }) => [world.relative(target), identical]),
          [['R/.claude/skills/deploy', true]],
        );
        const before = world.tree();
        const second = await world.plan(request, { 'conflict:*': 'replace' }, { others });
        assert.deepEqual(
          second.operations.map(({ kind }) => kind),
          ['make-directory', 'make-directory', 'set-aside', 'make-link'],
        );
        assert.equal((await world.apply(second)).status, 'complete');
        assert.equal(readlinkSync(world.at('R/.claude/skills/deploy')), '../../.agents/skills/deploy');
        await world.undo();
        assert.deepEqual(world.tree(), before);
      },
    ),
  );

  it(
    'refuses a flat file and offers to make it a folder; leaves a link to what it leads to',
    inWorld(
      {
        'R/.kimi/skills/flat.md': skillText('flat', 'A flat file'),
        'R/shared/real/SKILL.md': skillText('real', 'Elsewhere'),
        'R/.claude/skills/real': { symlink: '../../shared/real' },
      },
      async world => {
        const flat = await plan(world, ['codex'], 'flat');
        assert.deepEqual([flat.operations, flat.refusals.map(({ code }) => code)], [[], ['flat-file']]);
        assert.deepEqual(
          flat.notes.map(({ followUp }) => followUp?.kind),
          ['to-folder'],
        );
        const link = await plan(world, ['codex'], 'real');
        assert.deepEqual([link.operations, link.skipped.map(({ code }) => code)], [[], ['is-link']]);
      },
    ),
  );
});
