import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, it } from 'node:test';
import type { Answers } from '../../../src/core/plan/types';
import { skillText } from '../../layout';
import { inWorld, type World } from './harness';

const RAIL = { 'R/.kimi/skills/rail/SKILL.md': skillText('rail') };

/** The id of a candidate is its root and the path below it. */
const idOf = (world: World, id: string) => ({ candidates: [`${world.built.root}/${id}`] });

describe('copy to canonical', () => {
  it(
    'writes only the new folder, with modes, times, links and empty folders (case 25)',
    inWorld(
      {
        ...RAIL,
        'R/.kimi/skills/rail/scripts/run.sh': { text: '#!/bin/sh\n', mode: 0o755 },
        'R/.kimi/skills/rail/empty': null,
        'R/.kimi/skills/rail/latest': { symlink: 'scripts/run.sh' },
        'R/.claude/skills/other/SKILL.md': skillText('other'),
      },
      async world => {
        const old = new Date('2020-05-06T07:08:09.123Z');
        fs.utimesSync(world.at('R/.kimi/skills/rail/scripts/run.sh'), old, old);
        fs.utimesSync(world.at('R/.kimi/skills/rail/empty'), old, old);
        fs.lutimesSync(world.at('R/.kimi/skills/rail/latest'), old, old);
        const before = world.tree({ times: true });
        const plan = await world.do({
          kind: 'copy',
          what: idOf(world, 'R/.kimi/skills//rail/SKILL.md'),
          to: 'canonical',
        });
        assert.deepEqual(world.lines(plan.operations), [
          'make-directory - R/.agents',
          'make-directory - R/.agents/skills',
          'copy R/.kimi/skills/rail R/.agents/skills/rail',
        ]);
        const added = world.tree({ times: true }).filter(line => !before.includes(line));
        const copied = before
          .filter(line => line.includes('R/.kimi/skills/rail'))
          .map(line => line.replace('.kimi', '.agents'));
        assert.deepEqual(added.sort(), ['dir R/.agents 755', 'dir R/.agents/skills 755', ...copied].sort());
        for (const name of ['empty', 'latest']) {
          const [source, copy] = ['.kimi', '.agents'].map(
            brand => fs.lstatSync(world.at(`R/${brand}/skills/rail/${name}`)).mtimeMs,
          );
          assert.equal(copy, source);
        }
        await world.undo();
        assert.deepEqual(world.tree({ times: true }), before);
      },
    ),
  );

  it(
    'says that the brand copy goes on winning, with the plan that changes it',
    inWorld(RAIL, async world => {
      const plan = await world.plan({
        kind: 'copy',
        what: idOf(world, 'R/.kimi/skills//rail/SKILL.md'),
        to: 'canonical',
      });
      assert.deepEqual(world.outcome(plan), ['rail: R/.kimi/skills/rail => R/.kimi/skills/rail']);
      const note = plan.notes.find(({ code }) => code === 'still-shadowed');
      assert.equal(
        note && world.text(note.text),
        'R/.kimi/skills/rail goes on winning over R/.agents/skills/rail: delete it, or move it instead of copying',
      );
      assert.deepEqual(note?.followUp, {
        kind: 'delete',
        what: idOf(world, 'R/.kimi/skills//rail/SKILL.md'),
      });
      assert.equal(fs.existsSync(world.at('R/.agents')), false, 'planning writes nothing');
    }),
  );

  it(
    'does nothing where the same is there, and says so (case 57)',
    inWorld({ ...RAIL, 'R/.agents/skills/rail/SKILL.md': skillText('rail') }, async world => {
      const plan = await world.plan({
        kind: 'copy',
        what: { root: world.at('R/.kimi/skills') },
        to: 'canonical',
      });
      assert.deepEqual(plan.operations, []);
      assert.equal(plan.ready, false);
      assert.deepEqual(
        plan.skipped.map(({ code, text }) => `${code}: ${world.text(text)}`),
        ['identical: the same is in R/.agents/skills already'],
      );
    }),
  );

  const DRIFT = {
    'R/.claude/skills/smew/SKILL.md': skillText('smew'),
    'R/.claude/skills/smew/scripts/a.sh': { text: 'one\n', mode: 0o755 },
    'R/.agents/skills/smew/SKILL.md': skillText('smew'),
    'R/.agents/skills/smew/scripts/a.sh': { text: 'one\n', mode: 0o644 },
  };

  it(
    'compares the whole folder, permissions too (case 56)',
    inWorld(DRIFT, async world => {
      const plan = await world.plan({
        kind: 'copy',
        what: { root: world.at('R/.claude/skills') },
        to: 'canonical',
      });
      assert.deepEqual(
        plan.conflicts.map(({ differences, identical, answer }) => ({ differences, identical, answer })),
        [{ differences: [{ path: 'scripts/a.sh', kind: 'mode' }], identical: false, answer: 'skip' }],
      );
      assert.deepEqual(plan.operations, []);
    }),
  );

  for (const [answer, hasTrash, operations] of [
    ['skip', true, []],
    [
      'replace',
      true,
      [
        'make-directory - R/.agents/.which-skill-backups',
        'make-directory - R/.agents/.which-skill-backups/20260102-030405',
        'set-aside R/.agents/skills/smew R/.agents/.which-skill-backups/20260102-030405/smew',
        'copy R/.claude/skills/smew R/.agents/skills/smew',
      ],
    ],
    ['keep-both', false, ['copy R/.claude/skills/smew R/.agents/skills/smew-2']],
    ['replace-trash', false, []],
  ] as const) {
    it(
      `asked about another one of that name (case 57): ${answer}${hasTrash ? '' : ', no trash'}`,
      inWorld(DRIFT, async world => {
        const answers: Answers = { 'conflict:*': answer };
        const before = world.tree();
        const plan = await world.plan(
          { kind: 'copy', what: { root: world.at('R/.claude/skills') }, to: 'canonical' },
          answers,
          { hasTrash },
        );
        assert.deepEqual(world.lines(plan.operations), operations);
        if (!plan.ready) return;
        assert.equal((await world.apply(plan)).status, 'complete');
        await world.undo();
        assert.deepEqual(world.tree(), before);
      }),
    );
  }

  it(
    'keeps two apart by folder and declared name',
    inWorld(DRIFT, async world => {
      const plan = await world.do(
        { kind: 'copy', what: { root: world.at('R/.claude/skills') }, to: 'canonical' },
        { 'conflict:*': 'keep-both', 'new-name:*': 'smew-old' },
      );
      assert.deepEqual(world.outcome(plan), [
        'smew: R/.claude/skills/smew => R/.claude/skills/smew',
        'smew-old: - => R/.agents/skills/smew-old',
      ]);
      assert.equal(
        fs.readFileSync(world.at('R/.agents/skills/smew-old/SKILL.md'), 'utf8'),
        skillText('smew').replace('name: smew', 'name: smew-old'),
      );
    }),
  );

  for (const bad of ['../up', 'a/b', '..', 'con', 'aux.md', 'dot.', 'blank ', 'a:b', 'smew', '']) {
    it(
      `does not take ${JSON.stringify(bad)} for a new name`,
      inWorld(DRIFT, async world => {
        const plan = await world.plan(
          { kind: 'copy', what: { root: world.at('R/.claude/skills') }, to: 'canonical' },
          { 'conflict:*': 'keep-both', 'new-name:*': bad },
        );
        const question = plan.questions.find(({ kind }) => kind === 'new-name');
        assert.ok(question?.fault);
        assert.equal(question.answer, 'smew-2');
        assert.deepEqual(world.lines(plan.operations), [
          'copy R/.claude/skills/smew R/.agents/skills/smew-2',
        ]);
      }),
    );
  }
});

describe('move to canonical', () => {
  it(
    'moves a whole root, and undo brings it back to the letter',
    inWorld(
      {
        ...RAIL,
        'R/.kimi/skills/sora/SKILL.md': skillText('sora'),
        'R/.kimi/skills/sora/bin/x': { text: 'x', mode: 0o555 },
        'R/.kimi/skills/note.md': skillText('note'),
        'R/.kimi/skills/README.md': 'About these skills.\n',
      },
      async world => {
        const before = world.tree({ times: true });
        const plan = await world.do({
          kind: 'move',
          what: { root: world.at('R/.kimi/skills') },
          to: 'canonical',
        });
        assert.deepEqual(world.lines(plan.operations).slice(2), [
          'move R/.kimi/skills/note.md R/.agents/skills/note.md',
          'move R/.kimi/skills/rail R/.agents/skills/rail',
          'move R/.kimi/skills/sora R/.agents/skills/sora',
        ]);
        assert.deepEqual(
          plan.skipped.map(({ code, path }) => `${code} ${world.relative(path)}`),
          ['document R/.kimi/skills/README.md'],
        );
        assert.deepEqual(world.outcome(plan), [
          'note: R/.kimi/skills/note.md => R/.agents/skills/note.md',
          'rail: R/.kimi/skills/rail => R/.agents/skills/rail',
          'sora: R/.kimi/skills/sora => R/.agents/skills/sora',
        ]);
        assert.deepEqual(
          world.tree({ times: true }).filter(line => line.includes('.kimi')),
          before.filter(line => /\.kimi(?:\/skills)? |README/.test(line)),
        );
        await world.undo();
        assert.deepEqual(world.tree({ times: true }), before);
      },
    ),
  );

  it(
    'leaves a relative link on wish, so that a tool that reads only there still finds it',
    inWorld({ 'R/.claude/skills/smew/SKILL.md': skillText('smew') }, async world => {
      const before = world.tree();
      const request = {
        kind: 'move',
        what: { root: world.at('R/.claude/skills') },
        to: 'canonical',
      } as const;
      const without = await world.plan(request);
      assert.deepEqual(
        without.tools.filter(({ change }) => change === 'loses').map(({ text }) => world.text(text)),
        ['Claude Code no longer finds smew'],
      );
      const plan = await world.do({ ...request, leaveLink: true });
      assert.deepEqual(
        plan.tools.filter(({ change }) => change === 'loses'),
        [],
      );
      assert.equal(fs.readlinkSync(world.at('R/.claude/skills/smew')), '../../.agents/skills/smew');
      assert.equal(fs.lstatSync(world.at('R/.agents/skills/smew')).isDirectory(), true);
      await world.undo();
      assert.deepEqual(world.tree(), before);
    }),
  );

  it(
    'moves everything of a scope; of two of a name the second is asked about',
    inWorld(
      {
        'home/.kimi/skills/a/SKILL.md': skillText('a', 'First.'),
        'home/.claude/skills/a/SKILL.md': skillText('a', 'Second.'),
        'home/.codex/skills/b/SKILL.md': skillText('b'),
        'home/.agents/skills/c/SKILL.md': skillText('c'),
        ...RAIL,
      },
      async world => {
        const plan = await world.do({ kind: 'move', what: { scope: 'user' }, to: 'canonical' });
        assert.deepEqual(world.lines(plan.operations), ['move home/.codex/skills/b home/.agents/skills/b']);
        assert.deepEqual(
          plan.conflicts.map(({ source, choices }) => [
            world.relative(source),
            ...choices.map(({ value }) => value),
          ]),
          [['home/.claude/skills/a', 'skip', 'keep-both']],
        );
        // What stays in .claude would come first: so neither moves until that is answered.
        assert.deepEqual(world.outcome(plan), ['b: home/.codex/skills/b => home/.agents/skills/b']);
      },
    ),
  );

  it(
    'moves between scopes',
    inWorld(RAIL, async world => {
      const plan = await world.do({
        kind: 'move',
        what: idOf(world, 'R/.kimi/skills//rail/SKILL.md'),
        to: { scope: 'user' },
      });
      assert.deepEqual(world.outcome(plan), ['rail: R/.kimi/skills/rail => home/.agents/skills/rail']);
    }),
  );

  it(
    'offers to remove a copy of what is there, and can undo it',
    inWorld({ ...RAIL, 'R/.agents/skills/rail/SKILL.md': skillText('rail') }, async world => {
      const before = world.tree();
      const request = { kind: 'move', what: { root: world.at('R/.kimi/skills') }, to: 'canonical' } as const;
      assert.deepEqual((await world.plan(request)).operations, []);
      const plan = await world.do(request, { 'conflict:*': 'remove-source' });
      assert.deepEqual(world.outcome(plan), ['rail: R/.kimi/skills/rail => R/.agents/skills/rail']);
      await world.undo();
      assert.deepEqual(world.tree(), before);
    }),
  );

  it(
    'does not offer that where the other copy leans on this one',
    inWorld(
      { ...RAIL, 'R/.agents/skills/rail/SKILL.md': { symlink: '../../../.kimi/skills/rail/SKILL.md' } },
      async world => {
        const plan = await world.plan({
          kind: 'move',
          what: { root: world.at('R/.kimi/skills') },
          to: 'canonical',
        });
        for (const { choices } of plan.conflicts)
          assert.ok(!choices.some(({ value }) => value === 'remove-source'));
        assert.deepEqual(plan.operations, []);
      },
    ),
  );

  it(
    'copies into a root that it is dragged onto, and refuses the product’s own',
    inWorld({ ...RAIL, 'home/.kimi/plugins/lark/SKILL.md': skillText('lark') }, async world => {
      const what = idOf(world, 'R/.kimi/skills//rail/SKILL.md');
      const plan = await world.plan({ kind: 'copy', what, to: { root: world.at('home/.claude/skills') } });
      assert.deepEqual(
        world.lines(plan.operations).at(-1),
        'copy R/.kimi/skills/rail home/.claude/skills/rail',
      );
      const refused = await world.plan({ kind: 'copy', what, to: { root: world.at('home/.kimi/plugins') } });
      assert.deepEqual(
        refused.refusals.map(({ code }) => code),
        ['products-own'],
      );
      const plugin = idOf(world, 'home/.kimi/plugins//lark/SKILL.md');
      const other = await world.plan({ kind: 'move', what: plugin, to: { scope: 'user' } });
      assert.deepEqual(
        other.refusals.map(({ code }) => code),
        ['plugin'],
      );
    }),
  );

  it(
    'refuses everything in Restricted Mode, and a read-only target before anything starts',
    inWorld(RAIL, async world => {
      const request = {
        kind: 'copy',
        what: idOf(world, 'R/.kimi/skills//rail/SKILL.md'),
        to: 'canonical',
      } as const;
      const restricted = await world.plan(request, {}, { restricted: true });
      assert.deepEqual([restricted.ready, restricted.refusals[0]?.code], [false, 'restricted']);
      const { files } = await world.context();
      const readOnly = await world.plan(request, {}, { files: { ...files, mayWrite: () => false } });
      assert.deepEqual(
        readOnly.refusals.map(({ text }) => world.text(text)),
        ['R/.agents/skills is read-only: nothing can be put there'],
      );
      assert.equal(readOnly.ready, false);
    }),
  );

  for (const file of ['R/.agents', 'R/.agents/skills']) {
    it(
      `names the file where a directory would have to be: ${file}`,
      inWorld({ ...RAIL, [file]: 'not a directory\n' }, async world => {
        const plan = await world.plan({
          kind: 'copy',
          what: idOf(world, 'R/.kimi/skills//rail/SKILL.md'),
          to: 'canonical',
        });
        assert.deepEqual(
          plan.refusals.map(({ text }) => world.text(text)),
          [`${file} is a file: no directory can be made there`],
        );
        assert.equal(plan.ready, false);
      }),
    );
  }
});

describe('the user’s canonical directory', () => {
  const SKILL = { 'home/.kimi/skills/owl/SKILL.md': skillText('owl') };
  const request = (world: World) =>
    ({ kind: 'copy', what: { root: world.at('home/.kimi/skills') }, to: 'canonical' }) as const;

  for (const [there, answers, to, asked] of [
    [{}, {}, 'home/.agents/skills/owl', true],
    [{}, { 'user-directory': '~/.config/agents/skills' }, 'home/.config/agents/skills/owl', true],
    [{ 'home/.agents/skills': null }, {}, 'home/.agents/skills/owl', false],
    [
      { 'home/.config/agents/skills': null, 'home/.agents/skills': null },
      {},
      'home/.config/agents/skills/owl',
      false,
    ],
  ] as const) {
    it(
      `with ${Object.keys(there).join(' and ') || 'neither'}${'user-directory' in answers ? ', the other chosen' : ''}`,
      inWorld({ ...SKILL, ...there }, async world => {
        const plan = await world.plan(request(world), answers);
        assert.equal(world.relative(plan.operations.at(-1)!.to), to);
        assert.equal(
          plan.questions.some(({ kind }) => kind === 'user-directory'),
          asked,
        );
      }),
    );
  }

  it(
    'is never made beside a filled one by accident, since that hides it (cases 7 and 8)',
    inWorld({ ...SKILL, 'home/.agents/skills/teal/SKILL.md': skillText('teal') }, async world => {
      const asked = { 'user-directory': '~/.config/agents/skills' };
      const plan = await world.plan(request(world), asked);
      assert.deepEqual(plan.operations, []);
      assert.equal(plan.questions.find(({ kind }) => kind === 'hide-generic')?.answer, 'no');
      const sure = await world.plan(request(world), { ...asked, 'hide-generic': 'yes' });
      assert.ok(world.outcome(sure).includes('teal: home/.agents/skills/teal => -'));
    }),
  );

  it(
    'the empty directory that hides another one can be removed (case 7)',
    inWorld(
      { 'home/.config/agents/skills': null, 'home/.agents/skills/teal/SKILL.md': skillText('teal') },
      async world => {
        const before = world.tree();
        const plan = await world.do({
          kind: 'remove-empty-root',
          root: world.at('home/.config/agents/skills'),
        });
        assert.deepEqual(world.outcome(plan), ['teal: - => home/.agents/skills/teal']);
        await world.undo();
        assert.deepEqual(world.tree(), before);
      },
    ),
  );
});

describe('skills in the wrong place', () => {
  for (const [name, layout, id, expected] of [
    [
      'below the project root, where nobody reads, are copied to it (case 27)',
      { 'R/packages/web/.agents/skills/tern/SKILL.md': skillText('tern') },
      'R/packages/web/.agents/skills//tern/SKILL.md',
      'tern: - => R/.agents/skills/tern',
    ],
    [
      'too deep, are lifted (case 46)',
      { 'R/.agents/skills/birds/waders/avocet/SKILL.md': skillText('avocet') },
      'R/.agents/skills//birds/waders/avocet/SKILL.md',
      'avocet: - => R/.agents/skills/avocet',
    ],
    [
      'of another tool, are copied to where all read (case 63)',
      { 'R/.cursor/skills/dunlin/SKILL.md': skillText('dunlin') },
      'R/.cursor/skills//dunlin/SKILL.md',
      'dunlin: - => R/.agents/skills/dunlin',
    ],
  ] as const) {
    it(
      name,
      inWorld(layout, async world => {
        const isBelow = id.startsWith('R/packages');
        const plan = await world.plan(
          { kind: 'copy', what: idOf(world, id), to: 'canonical' },
          {},
          isBelow ? await world.contextFrom(world.at('R/packages/web')) : {},
        );
        assert.deepEqual(world.outcome(plan), [expected]);
        assert.equal((await world.apply(plan)).status, 'complete');
      }),
    );
  }

  it(
    'that only look like skills are left where they are, with the reason (cases 20 and 23)',
    inWorld(
      {
        'R/.claude/skills/stork': '../../.agents/skills/stork',
        'R/.claude/skills/dodo': { symlink: './gone' },
        'R/.claude/skills/loop': { symlink: '.' },
        'R/.claude/skills/ok/SKILL.md': skillText('ok'),
      },
      async world => {
        const plan = await world.do({
          kind: 'move',
          what: { root: world.at('R/.claude/skills') },
          to: 'canonical',
        });
        assert.deepEqual(world.lines(plan.operations).slice(2), [
          'move R/.claude/skills/ok R/.agents/skills/ok',
        ]);
        assert.deepEqual(plan.skipped.map(({ code }) => code).sort(), [
          'broken-link',
          'link-as-text',
          'link-loop',
        ]);
      },
    ),
  );
});
