/** A disk that is mounted read-only: everything is seen there, nothing is changed, and that is said beforehand. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { checkCandidate } from '../../../src/core/checks/check-resolution';
import { explain } from '../../../src/core/explain/explain';
import { fixesFor } from '../../../src/core/fixes/fixes-for';
import { applyPlan } from '../../../src/core/plan/apply';
import type { PlanContext } from '../../../src/core/plan/context';
import { planFix } from '../../../src/core/plan/fix-plan';
import { makePlan } from '../../../src/core/plan/make-plan';
import type { Answers, Plan, PlanRequest } from '../../../src/core/plan/types';
import { plansToWin } from '../../../src/core/plan/win';
import { nodeWritableFiles } from '../../../src/core/plan/writable-files';
import { resolve } from '../../../src/core/resolve';
import { type Layout, skillText } from '../../layout';
import { mountReadOnly } from '../../mounts';
import { treeOf, World } from './harness';

const layout: Layout = {
  'R/.agents/skills/rail/SKILL.md': skillText('rail'),
  'R/.claude/skills/heron/SKILL.md': skillText('heron'),
  'R/.claude/skills/rail/SKILL.md': skillText('rail', 'Another one.'),
  'R/.agents/skills/owl.md': skillText('owl'),
  'R/.agents/skills/crane/SKILL.md': '---\nname: crane\ndescription: "open\n---\n',
  'R/.agents/skills/stork/SKILL.md': '---\nname: stork\ndescription: On storks: tall birds\n---\n',
  'R/.codex/skills': null,
  'home/.agents/skills/gull/SKILL.md': skillText('gull'),
};

/** A test in which a part of the layout lies on a disk that is read-only. */
function onReadOnly(
  parts: readonly string[],
  body: (world: World, context: PlanContext) => Promise<void>,
): (context: TestContext) => Promise<void> {
  return async test => {
    const world = new World(layout);
    const mounted: (() => void)[] = [];
    try {
      const before = treeOf(world.built.root);
      const writable = await resolve((await world.context()).options);
      for (const part of parts) {
        const unmount = mountReadOnly(world.at(part));
        if (typeof unmount === 'string') {
          test.skip(unmount);
          return;
        }
        mounted.push(unmount);
      }
      const context = await world.context();
      assert.deepEqual(context.resolution, writable, 'all is seen');
      await body(world, context);
      assert.deepEqual(treeOf(world.built.root), before, 'nothing is changed');
    } finally {
      for (const unmount of mounted) unmount();
      world.remove();
    }
  };
}

function idOf({ resolution }: PlanContext, world: World, file: string): string {
  const found = resolution.candidates.find(candidate => candidate.file === world.at(file));
  assert.ok(found, `there is a candidate ${file}`);
  return found.id;
}

/** The refusals of a plan that can do nothing. */
function refused(world: World, plan: Plan): readonly string[] {
  assert.equal(plan.ready, false);
  assert.deepEqual(plan.operations, []);
  return plan.refusals.map(({ code, text }) => `${code}: ${world.text(text)}`);
}

/** What somebody may want, with what the preview says against it. */
const wishes: readonly {
  readonly what: string;
  readonly request: (context: PlanContext, world: World) => PlanRequest;
  readonly said: readonly string[];
  readonly answers?: Answers;
}[] = [
  {
    what: 'a new skill',
    request: (context, world) => {
      const root = context.resolution.roots.find(({ path }) => path === world.at('R/.agents/skills'))!.id;
      return { kind: 'create', root, name: 'new', description: 'New' };
    },
    said: ['read-only: R/.agents/skills is read-only: nothing can be put there'],
  },
  {
    what: 'a copy to it',
    request: (context, world) => {
      const what = { candidates: [idOf(context, world, 'home/.agents/skills/gull/SKILL.md')] };
      return { kind: 'copy', what, to: { scope: 'project' } };
    },
    said: ['read-only: R/.agents/skills is read-only: nothing can be put there'],
  },
  {
    what: 'a move out of it',
    request: (context, world) => {
      const what = { candidates: [idOf(context, world, 'R/.claude/skills/heron/SKILL.md')] };
      return { kind: 'move', what, to: { scope: 'user' } };
    },
    said: ['read-only: R/.claude/skills is read-only: it can be copied, not moved'],
  },
  {
    what: 'a migration in it',
    request: (context, world) => {
      const root = context.resolution.roots.find(({ path }) => path === world.at('R/.claude/skills'))!.id;
      return { kind: 'move', what: { root }, to: 'canonical', leaveLink: true };
    },
    said: ['read-only: R/.agents/skills is read-only: nothing can be put there'],
  },
  {
    what: 'a flat file to a folder',
    request: (context, world) => {
      return {
        kind: 'to-folder',
        what: { candidates: [idOf(context, world, 'R/.agents/skills/owl.md')] },
        to: 'same',
      };
    },
    said: ['read-only: R/.agents/skills is read-only'],
  },
  {
    what: 'another name',
    request: (context, world) => {
      const what = { candidates: [idOf(context, world, 'R/.agents/skills/rail/SKILL.md')] };
      return { kind: 'rename', what, name: 'rails' };
    },
    said: ['read-only: R/.agents/skills is read-only: nothing in it can be renamed'],
  },
  {
    what: 'a deletion',
    request: (context, world) => {
      return {
        kind: 'delete',
        what: { candidates: [idOf(context, world, 'R/.agents/skills/rail/SKILL.md')] },
      };
    },
    said: ['read-only: R/.agents/skills is read-only: nothing in it can be deleted'],
    answers: { removal: 'permanently' },
  },
  {
    what: 'the removal of an empty directory',
    request: (context, world) => {
      const root = context.resolution.roots.find(({ path }) => path === world.at('R/.codex/skills'))!.id;
      return { kind: 'remove-empty-root', root };
    },
    said: ['read-only: R/.codex is read-only: nothing in it can be deleted'],
  },
];

describe('a disk that is mounted read-only', () => {
  it(
    'is explained as any other',
    onReadOnly(['R'], async (_, { resolution }) => {
      for (const name of ['rail', 'heron', 'owl', 'crane', 'gull']) {
        const explanation = await explain(nodeWritableFiles, resolution, { name });
        assert.ok(explanation.candidates.length > 0, name);
        assert.equal(explanation.loads, name !== 'crane', name);
      }
    }),
  );

  for (const { what, request, said } of wishes)
    it(
      `refuses ${what} beforehand`,
      onReadOnly(['R'], async (world, context) => {
        assert.deepEqual(refused(world, await makePlan(context, request(context, world))), said);
      }),
    );

  it(
    'refuses fixes beforehand, with the directory',
    onReadOnly(['R'], async (world, context) => {
      let count = 0;
      for (const candidate of context.resolution.candidates) {
        for (const problem of await checkCandidate(nodeWritableFiles, context.resolution, candidate)) {
          for (const fix of await fixesFor(nodeWritableFiles, context.resolution, problem)) {
            if (fix.paste) continue;
            count++;
            const said = refused(world, await planFix(context, fix));
            assert.match(said.join(), /^read-only: R\/\S+ is read-only/, fix.id);
          }
        }
      }
      assert.ok(count > 1, `${count} fixes`);
    }),
  );

  it(
    'refuses the rescue beforehand',
    onReadOnly(['R'], async (world, before) => {
      const options = { ...before.options, profile: 'kimi-code' as const, overrides: {} };
      const after = { ...before, options, resolution: await resolve(options) };
      const plan = await makePlan({ ...after, others: [before] }, { kind: 'rescue', from: 'kimi-cli' });
      const said = refused(world, plan);
      assert.ok(said.length > 0);
      for (const text of said) assert.match(text, /^read-only: R\/\S+ is read-only/);
    }),
  );

  it(
    'lets no copy win that would have to be moved or deleted there',
    onReadOnly(['R'], async (world, context) => {
      const loser = context.resolution.candidates.find(
        ({ name, verdict }) => name === 'rail' && verdict === 'shadowed',
      );
      assert.ok(loser);
      for (const plan of await plansToWin(context, loser.id)) refused(world, plan);
    }),
  );

  it('can be copied from, and the copy taken back', async test => {
    const world = new World(layout);
    const unmount = mountReadOnly(world.at('R'));
    try {
      if (typeof unmount === 'string') return test.skip(unmount);
      const context = await world.context();
      const before = world.tree();
      const what = { candidates: [idOf(context, world, 'R/.claude/skills/heron/SKILL.md')] };
      await world.do({ kind: 'copy', what, to: { scope: 'user' } });
      assert.notDeepEqual(world.tree(), before);
      await world.undo();
      assert.deepEqual(world.tree(), before);
    } finally {
      if (typeof unmount !== 'string') unmount();
      world.remove();
    }
  });

  for (const { what, request, answers } of wishes)
    it(`that became so since the preview stops ${what}, and nothing is half done`, async test => {
      const world = new World(layout);
      const plan = await (async () => {
        const context = await world.context();
        return makePlan(context, request(context, world), answers);
      })();
      assert.equal(plan.ready, true, JSON.stringify(plan.refusals));
      const before = world.tree({ times: true });
      const unmount = mountReadOnly(world.at('R'));
      try {
        if (typeof unmount === 'string') return test.skip(unmount);
        const result = await applyPlan(plan, world.environment());
        assert.equal(result.status, 'failed');
        assert.equal(result.failure?.code, 'EROFS');
        assert.match(world.text(result.failure.text), /^R\/\S+ is on a read-only file system$/);
        assert.deepEqual(result.leftovers, []);
        assert.deepEqual(world.tree({ times: true }), before);
      } finally {
        if (typeof unmount !== 'string') unmount();
        world.remove();
      }
    });

  it('has no place for the journal, which is said, and nothing is changed', async test => {
    const world = new World({ ...layout, storage: null });
    const unmount = mountReadOnly(world.at('storage'));
    try {
      if (typeof unmount === 'string') return test.skip(unmount);
      const context = await world.context();
      const what = { candidates: [idOf(context, world, 'R/.claude/skills/heron/SKILL.md')] };
      const plan = await world.plan({ kind: 'move', what, to: { scope: 'user' } });
      const before = world.tree({ times: true });
      const result = await world.apply(plan);
      assert.equal(result.status, 'failed');
      assert.match(
        world.text(result.failure!.text),
        /^storage\S* is on a read-only file system; the journal for undo goes to storage$/,
      );
      assert.deepEqual(world.tree({ times: true }), before);
    } finally {
      if (typeof unmount !== 'string') unmount();
      world.remove();
    }
  });
});
