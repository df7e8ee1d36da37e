/** Rescuing what kimi-cli loads and kimi-code does not: one plan, applied on real directories, and taken back. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { PlanContext } from '../../../src/core/plan/context';
import type { PlanRequest } from '../../../src/core/plan/types';
import { nodeWritableFiles } from '../../../src/core/plan/writable-files';
import { findLost } from '../../../src/core/rescue';
import { resolve } from '../../../src/core/resolve';
import type { ProfileId } from '../../../src/core/types';
import { type Layout, skillText } from '../../layout';
import { inWorld, type World } from './harness';

const REQUEST: PlanRequest = { kind: 'rescue', from: 'kimi-cli' };

async function resolved(world: World, profile: ProfileId) {
  const options = {
    profile,
    workDir: world.repo,
    home: world.home,
    environment: {},
    overrides: { builtinDir: null },
  };
  return { options, resolution: await resolve(options) };
}

async function both(world: World): Promise<Partial<PlanContext>> {
  return { ...(await resolved(world, 'kimi-code')), others: [await resolved(world, 'kimi-cli')] };
}

async function lostNames(world: World): Promise<string[]> {
  const [before, after] = [await resolved(world, 'kimi-cli'), await resolved(world, 'kimi-code')];
  const lost = await findLost(nodeWritableFiles, before.resolution, after.resolution);
  return lost.filter(({ loss }) => loss === 'gone').map(({ skill }) => skill.name);
}

const LAYOUT: Layout = {
  // Directories that only kimi-cli reads; one with files of its own, one flat, one without what kimi-code wants.
  'home/.claude/skills/ousel/SKILL.md': skillText('ousel'),
  'home/.claude/skills/ousel/scripts/sing.sh': { text: '#!/bin/sh\n', mode: 0o755 },
  'home/.kimi/skills/nightjar/SKILL.md': 'Churrs at dusk.\n',
  'R/.codex/skills/dunlin.md': 'Runs along the tide line.\n',
  'R/.claude/skills/README.md': '# The skills of this project\n',
  // Where both look, but dropped by kimi-code for what is in it.
  'R/.agents/skills/smew/SKILL.md': '---\nname: smew\n---\n\nDives for fish.\n',
  'R/.agents/skills/knot/SKILL.md': '---\nname: knot\ndescription: Flocks.\ntype: standard\n---\n',
  // The same broken file in a directory of each: the one that both read is put right.
  'R/.kimi/skills/auk/SKILL.md': 'Flies under water.\n',
  'R/.agents/skills/auk/SKILL.md': 'Flies under water.\n',
  // Loads in both.
  'R/.agents/skills/teal/SKILL.md': skillText('teal'),
};

test(
  'one plan mends all that can be mended, says who wins in both products, and undo brings everything back',
  inWorld(LAYOUT, async world => {
    assert.deepEqual(await lostNames(world), [
      'README',
      'auk',
      'dunlin',
      'knot',
      'nightjar',
      'ousel',
      'smew',
    ]);
    const before = world.tree();
    const plan = await world.do(REQUEST, {}, await both(world));
    assert.equal(world.text(plan.title), 'Rescue 6 skills for kimi-code');
    assert.deepEqual(world.lines(plan.operations), [
      'make-directory - R/.agents/.which-skill-backups',
      'make-directory - R/.agents/.which-skill-backups/20260102-030405',
      'set-aside R/.agents/skills/auk/SKILL.md R/.agents/.which-skill-backups/20260102-030405/auk-SKILL.md',
      'copy R/.agents/.which-skill-backups/20260102-030405/auk-SKILL.md R/.agents/skills/auk/SKILL.md',
      'set-aside R/.agents/skills/knot/SKILL.md R/.agents/.which-skill-backups/20260102-030405/knot-SKILL.md',
      'copy R/.agents/.which-skill-backups/20260102-030405/knot-SKILL.md R/.agents/skills/knot/SKILL.md',
      'set-aside R/.agents/skills/smew/SKILL.md R/.agents/.which-skill-backups/20260102-030405/smew-SKILL.md',
      'copy R/.agents/.which-skill-backups/20260102-030405/smew-SKILL.md R/.agents/skills/smew/SKILL.md',
      'copy R/.codex/skills/dunlin.md R/.agents/skills/dunlin.md',
      'make-directory - home/.agents',
      'make-directory - home/.agents/skills',
      'copy home/.kimi/skills/nightjar home/.agents/skills/nightjar',
      'copy home/.claude/skills/ousel home/.agents/skills/ousel',
    ]);
    assert.deepEqual(world.outcome(plan), [
      'auk: - => R/.agents/skills/auk',
      'dunlin: - => R/.agents/skills/dunlin.md',
      'knot: - => R/.agents/skills/knot',
      'nightjar: - => home/.agents/skills/nightjar',
      'ousel: - => home/.agents/skills/ousel',
      'smew: - => R/.agents/skills/smew',
    ]);
    assert.deepEqual(
      plan.others?.map(({ product, outcome }) => [
        product,
        outcome.map(({ name, change }) => `${name} ${change}`),
      ]),
      [
        [
          'kimi-cli 1.49',
          ['auk same', 'dunlin same', 'knot same', 'nightjar same', 'ousel same', 'smew same'],
        ],
      ],
    );
    assert.deepEqual(await lostNames(world), ['README']);
    assert.equal(
      readFileSync(world.at('home/.agents/skills/nightjar/SKILL.md'), 'utf8'),
      '---\nname: nightjar\ndescription: Churrs at dusk.\n---\n\nChurrs at dusk.\n',
    );
    // Nothing is there twice, and nothing was taken away.
    for (const line of before.filter(
      line => !/ R\/\.agents\/skills\/(?:auk|knot|smew)\/SKILL\.md/.test(line),
    ))
      assert.ok(world.tree().includes(line), line);
    const again = await world.plan(REQUEST, {}, await both(world));
    assert.equal(again.ready, false);
    assert.deepEqual(again.operations, []);
    await world.undo();
    assert.deepEqual(world.tree(), before);
  }),
);

test(
  'a document about the folder goes along only where it is asked for',
  inWorld({ 'R/.claude/skills/README.md': '# Skills\n' }, async world => {
    const plan = await world.plan(REQUEST, {}, await both(world));
    assert.deepEqual(plan.operations, []);
    const [document] = plan.skipped;
    assert.equal(document?.code, 'document');
    const with_ = await world.plan(
      { ...REQUEST, documents: [document?.candidate ?? ''] },
      {},
      await both(world),
    );
    assert.deepEqual(world.lines(with_.operations), [
      'make-directory - R/.agents',
      'make-directory - R/.agents/skills',
      'copy R/.claude/skills/README.md R/.agents/skills/README.md',
    ]);
  }),
);

test(
  'what is at the target already is never replaced unasked',
  inWorld(
    {
      'R/.claude/skills/rail/SKILL.md': skillText('rail'),
      'R/.agents/skills/rail/SKILL.md': 'Something else, which kimi-code drops.\n',
    },
    async world => {
      const plan = await world.plan(REQUEST, {}, await both(world));
      assert.deepEqual(
        plan.conflicts.map(({ target, answer }) => [world.relative(target), answer]),
        [['R/.agents/skills/rail', 'skip']],
      );
      assert.deepEqual(plan.operations, []);
      const kept = await world.plan(REQUEST, { 'conflict:*': 'keep-both' }, await both(world));
      assert.deepEqual(world.outcome(kept), ['rail: - => -', 'rail-2: - => R/.agents/skills/rail-2']);
    },
  ),
);

test(
  'what no file operation can mend is said, and an untrusted folder is left alone',
  inWorld(
    {
      'home/.kimi/config.toml': 'extra_skill_dirs = ["~/work/team"]\n',
      'home/work/team/lark/SKILL.md': skillText('lark'),
      'R/.agents/skills/ibis/SKILL.md': '---\nname: [ibis\n---\n',
      'R/.agents/skills/smew/SKILL.md': 'Dives for fish.\n',
    },
    async world => {
      const plan = await world.plan(REQUEST, {}, { ...(await both(world)), restricted: true });
      assert.deepEqual(
        plan.notes.map(({ text }) => world.text(text)),
        ['lark: name ~/work/team in extra_skill_dirs of home/.kimi-code/config.toml'],
      );
      assert.deepEqual(
        plan.refusals.map(({ code, path }) => [code, world.relative(path)]),
        [['restricted', 'R/.agents/skills/smew/SKILL.md']],
      );
      assert.deepEqual(plan.operations, []);
    },
  ),
);

test(
  'under kimi-code the canonical directory of a user is the one that it reads, whatever else is there',
  inWorld(
    { 'home/.config/agents/skills': null, 'home/.kimi-code/skills/wren/SKILL.md': skillText('wren') },
    async world => {
      const context = await resolved(world, 'kimi-code');
      const [wren] = context.resolution.candidates;
      const request: PlanRequest = { kind: 'copy', what: { candidates: [wren!.id] }, to: 'canonical' };
      const plan = await world.plan(request, {}, context);
      assert.equal(
        world.lines(plan.operations).at(-1),
        'copy home/.kimi-code/skills/wren home/.agents/skills/wren',
      );
      assert.deepEqual(plan.questions, []);
    },
  ),
);
