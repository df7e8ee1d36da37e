/** What the preview says is what happens: the planned layout resolves to the same as the real one afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readJournals } from '../../../src/core/plan/journal';
import { resolveAfter } from '../../../src/core/plan/outcome';
import type { Plan } from '../../../src/core/plan/types';
import { planUndo } from '../../../src/core/plan/undo';
import { nodeWritableFiles } from '../../../src/core/plan/writable-files';
import { type Layout, skillText } from '../../layout';
import { inWorld, type World } from './harness';
import { folderTrash, SCENARIOS } from './scenarios';

/** Things around the skills that must not be disturbed by the layers: links through roots, near misses, other roots. */
const AROUND: Layout = {
  'R/.codex/skills/linked': { symlink: '../../.kimi/skills/rail' },
  'R/.kimi/skills/deep/er/SKILL.md': skillText('deeper'),
  'home/dotfiles/skills/rail/SKILL.md': skillText('rail', 'The user’s.'),
  'home/.claude/skills': { symlink: '../dotfiles/skills' },
  'home/.kimi/skills/through': { symlink: '$ROOT/R/.agents/skills/rail' },
};

async function applyAndCompare(world: World, plan: Plan): Promise<void> {
  const planned = await resolveAfter(await world.context(), plan.operations);
  const result = await world.apply(plan, { trash: folderTrash(world) });
  assert.equal(result.status, 'complete');
  const { resolution } = await world.context();
  assert.deepEqual(planned, resolution);
}

describe('the planned layout resolves to what the real one does afterwards', () => {
  for (const { name, layout, request, answers, trash } of SCENARIOS.filter(({ undo }) => !undo)) {
    it(
      name,
      inWorld({ ...AROUND, ...layout }, async world => {
        const { resolution: before } = await world.context();
        const plan = await world.plan(request(world), answers, { hasTrash: trash === true });
        await applyAndCompare(world, plan);
        if (name === 'delete for good') return;
        const context = await world.context();
        const undo = await planUndo(
          nodeWritableFiles,
          readJournals(nodeWritableFiles, world.storage)[0]!,
          context,
        );
        assert.ok(undo.ready);
        assert.ok(undo.outcome.length > 0);
        await applyAndCompare(world, undo);
        if (!trash) assert.deepEqual((await world.context()).resolution, before);
      }),
    );
  }
});
