import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, it } from 'node:test';
import { ignoresCase } from '../../../src/core/plan/case-folding';
import type { Answers } from '../../../src/core/plan/types';
import { nodeWritableFiles } from '../../../src/core/plan/writable-files';
import { skillText } from '../../layout';
import { inWorld, type World } from './harness';

const move = (world: World, root: string) =>
  ({ kind: 'move', what: { root: world.at(root) }, to: 'canonical' }) as const;

describe('a skill that is a link', () => {
  const LINKED = {
    'R/dotfiles/heron/SKILL.md': skillText('heron'),
    'R/.claude/skills/heron': { symlink: '../../dotfiles/heron' },
  };

  it(
    'moves as a link to the same place',
    inWorld(LINKED, async world => {
      const before = world.tree();
      await world.do({ ...move(world, 'R/.claude/skills'), to: { scope: 'user' } });
      assert.equal(fs.readlinkSync(world.at('home/.agents/skills/heron')), '../../../R/dotfiles/heron');
      assert.equal(fs.existsSync(world.at('R/.claude/skills/heron')), false);
      await world.undo();
      assert.deepEqual(world.tree(), before);
    }),
  );

  it(
    'or as a copy of what it leads to, which stays',
    inWorld(LINKED, async world => {
      const before = world.tree();
      const plan = await world.do(move(world, 'R/.claude/skills'), { 'link:*': 'dereference' });
      assert.deepEqual(world.outcome(plan), ['heron: R/.claude/skills/heron => R/.agents/skills/heron']);
      assert.equal(fs.lstatSync(world.at('R/.agents/skills/heron')).isDirectory(), true);
      assert.equal(fs.existsSync(world.at('R/dotfiles/heron/SKILL.md')), true);
      await world.undo();
      assert.deepEqual(world.tree(), before);
    }),
  );

  it(
    'into the canonical directory is never followed into its own target (case 16)',
    inWorld(
      {
        'R/.agents/skills/finch/SKILL.md': skillText('finch'),
        'R/.claude/skills/finch': { symlink: '../../.agents/skills/finch' },
      },
      async world => {
        const everything: readonly Answers[] = [{}, { 'link:*': 'dereference', 'conflict:*': 'replace' }];
        for (const answers of everything) {
          const plan = await world.plan(move(world, 'R/.claude/skills'), answers);
          assert.deepEqual(plan.operations, []);
          assert.deepEqual(
            plan.skipped.map(({ code }) => code),
            ['already-there'],
          );
        }
      },
    ),
  );

  it(
    'in the canonical directory gives way to the skill that it leads to',
    inWorld(
      {
        'R/.claude/skills/finch/SKILL.md': skillText('finch'),
        'R/.agents/skills/finch': { symlink: '../../.claude/skills/finch' },
      },
      async world => {
        const before = world.tree();
        assert.deepEqual((await world.plan(move(world, 'R/.claude/skills'))).operations, []);
        const plan = await world.do(move(world, 'R/.claude/skills'), { 'conflict:*': 'replace' });
        assert.equal(fs.lstatSync(world.at('R/.agents/skills/finch')).isDirectory(), true);
        assert.deepEqual(world.outcome(plan), ['finch: R/.claude/skills/finch => R/.agents/skills/finch']);
        await world.undo();
        assert.deepEqual(world.tree(), before);
      },
    ),
  );

  it(
    'elsewhere is named where it would lead nowhere',
    inWorld(
      {
        'R/.kimi/skills/finch/SKILL.md': skillText('finch'),
        'home/.claude/skills/finch': { symlink: '$ROOT/R/.kimi/skills/finch' },
      },
      async world => {
        const codes = async (leaveLink: boolean) =>
          (await world.plan({ ...move(world, 'R/.kimi/skills'), leaveLink })).notes.map(({ code }) => code);
        assert.deepEqual(await codes(false), ['dangling-link']);
        assert.deepEqual(await codes(true), []);
      },
    ),
  );

  it(
    'as a whole directory is read through, and what is in it moves really (case 17)',
    inWorld(
      {
        'R/dotfiles/skills/teal/SKILL.md': skillText('teal'),
        'home/.claude/skills': { symlink: '../../R/dotfiles/skills' },
      },
      async world => {
        const request = { ...move(world, 'home/.claude/skills'), leaveLink: true };
        await world.do(request);
        assert.equal(
          fs.readlinkSync(world.at('R/dotfiles/skills/teal')),
          '../../../home/.agents/skills/teal',
        );
        assert.equal(fs.existsSync(world.at('home/.claude/skills/teal/SKILL.md')), true);
      },
    ),
  );

  it(
    'where both directories are one, nothing moves',
    inWorld(
      { 'R/.claude/skills/teal/SKILL.md': skillText('teal'), 'R/.agents': { symlink: '.claude' } },
      async world => {
        const plan = await world.plan(move(world, 'R/.claude/skills'));
        assert.deepEqual(plan.operations, []);
        assert.deepEqual(
          plan.skipped.map(({ code }) => code),
          ['already-there'],
        );
      },
    ),
  );
});

describe('links inside a skill', () => {
  const INSIDE = {
    'R/docs/gull.md': skillText('gull'),
    'R/docs/more/x': 'x',
    'R/.claude/skills/gull/SKILL.md': { symlink: '../../../docs/gull.md' },
    'R/.claude/skills/gull/more': { symlink: '../../../docs/more' },
    'R/.claude/skills/gull/own': { symlink: 'files/a' },
    'R/.claude/skills/gull/files/a': 'a',
    'R/.claude/skills/gull/absolute': { symlink: '$ROOT/R/.claude/skills/gull/files' },
    'R/.claude/skills/gull/broken': { symlink: 'nowhere' },
  };
  const links = (world: World) =>
    ['SKILL.md', 'more', 'own', 'absolute', 'broken'].map(name => {
      const file = world.at(`home/.agents/skills/gull/${name}`);
      const stats = fs.lstatSync(file);
      return stats.isSymbolicLink() ? fs.readlinkSync(file) : stats.isDirectory() ? 'directory' : 'file';
    });

  for (const [answer, expected] of [
    ['rebase', ['../../../../R/docs/gull.md', '../../../../R/docs/more', 'files/a', 'files', 'nowhere']],
    ['dereference', ['file', 'directory', 'files/a', 'directory', 'nowhere']],
    [
      'keep',
      ['../../../docs/gull.md', '../../../docs/more', 'files/a', '$/R/.claude/skills/gull/files', 'nowhere'],
    ],
  ] as const) {
    it(
      `that lead out of it are asked about (case 18): ${answer}`,
      inWorld(INSIDE, async world => {
        const before = world.tree();
        const request = { ...move(world, 'R/.claude/skills'), to: { scope: 'user' } } as const;
        const plan = await world.plan(request, { 'inner-links:*': answer });
        assert.deepEqual(plan.questions.map(({ kind, default: first }) => [kind, first]).slice(1), [
          ['inner-links', 'rebase'],
        ]);
        await world.do(request, { 'inner-links:*': answer });
        assert.deepEqual(
          links(world).map(target => target.replace(world.built.root, '$')),
          expected,
        );
        await world.undo();
        assert.deepEqual(world.tree(), before);
      }),
    );
  }

  it(
    'a skill with a socket or pipe in it is refused',
    inWorld({ 'R/.claude/skills/gull/SKILL.md': skillText('gull') }, async world => {
      const { execFileSync } = await import('node:child_process');
      execFileSync('mkfifo', [world.at('R/.claude/skills/gull/pipe')]);
      const plan = await world.plan(move(world, 'R/.claude/skills'));
      assert.deepEqual(
        plan.refusals.map(({ code }) => code),
        ['special-file'],
      );
      assert.equal(plan.ready, false);
    }),
  );
});

describe('upper and lower case', () => {
  it(
    'are told apart where the disk does, and not where it does not',
    inWorld(
      {
        'R/.kimi/skills/Plover/SKILL.md': skillText('one'),
        'R/.claude/skills/plover/SKILL.md': skillText('two'),
        'R/.agents/skills': null,
      },
      async world => {
        const request = { kind: 'move', what: { scope: 'project' }, to: 'canonical' } as const;
        const { files } = await world.context();
        if (!ignoresCase(files, world.at('R/.agents/skills'))) {
          assert.equal((await world.plan(request)).operations.length, 2);
        }
        // A disk that takes both for one, as on macOS and Windows.
        const caseless = {
          ...files,
          state: (file: string) => {
            const state = nodeWritableFiles.state(file);
            if (!('fault' in state) || !/SKILLS$/.test(file)) return state;
            return nodeWritableFiles.state(file.replace('SKILLS', 'skills'));
          },
        };
        assert.equal(ignoresCase(caseless, world.at('R/.agents/skills')), true);
        const plan = await world.plan(request, {}, { files: caseless });
        assert.deepEqual(world.lines(plan.operations), [
          'move R/.kimi/skills/Plover R/.agents/skills/Plover',
        ]);
        assert.deepEqual(
          plan.conflicts.map(({ target }) => world.relative(target)),
          ['R/.agents/skills/plover'],
        );
      },
    ),
  );
});
