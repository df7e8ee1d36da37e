/** Cases of `shared/cases.md` that are about plans and have no place elsewhere. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadProfile } from '../../../src/core/profiles/load-profile';
import { resolve } from '../../../src/core/resolve';
import { type Layout, skillText } from '../../layout';
import { inWorld } from './harness';

const MANY = 150;

const BRAND: Layout = Object.fromEntries(
  Array.from({ length: MANY }, (_, number) => {
    const name = `skill-${String(number).padStart(3, '0')}`;
    return [`R/.kimi/skills/${name}/SKILL.md`, skillText(name, `${number} `.padEnd(400, 'x'))];
  }),
);

describe('150 skills with long descriptions (case 60)', () => {
  it(
    'are one plan, in which the same skills load and the model is told the same, and one undo',
    inWorld(BRAND, async world => {
      const before = world.tree();
      const { options, resolution } = await world.context();
      const plan = await world.plan({ kind: 'move', what: { scope: 'project' }, to: 'canonical' });
      assert.equal(plan.operations.filter(({ kind }) => kind === 'move').length, MANY);
      assert.deepEqual([plan.skipped, plan.refusals, plan.conflicts, plan.notes], [[], [], [], []]);
      assert.deepEqual(
        plan.outcome.map(({ change }) => change),
        Array(MANY).fill('moved'),
      );
      const result = await world.apply(plan);
      assert.deepEqual([result.status, result.done], ['complete', MANY]);
      const after = await resolve(options);
      const { listing } = await loadProfile('kimi-cli');
      const told = (skills: typeof after.skills) => listing!(skills).replaceAll('.kimi', '.agents');
      assert.equal(told(after.skills), told(resolution.skills));
      assert.ok(told(after.skills).length > MANY * 400);
      await world.undo();
      assert.deepEqual(world.tree(), before);
    }),
  );
});
