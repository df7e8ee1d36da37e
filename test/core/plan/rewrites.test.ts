import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Plan } from '../../../src/core/plan/types';
import { skillText } from '../../layout';
import { inWorld, type World } from './harness';

const said = (world: World, { notes }: Plan) =>
  notes.map(({ severity, text }) => `${severity}: ${world.text(text)}`);

describe('what a plan rewrites in a text', () => {
  it(
    'names the other name that a copy declares',
    inWorld(
      {
        'R/.kimi/skills/r/SKILL.md': skillText('r', 'One.'),
        'R/.agents/skills/r/SKILL.md': skillText('r', 'Other.'),
      },
      async world => {
        const what = { candidates: [`${world.built.root}/R/.kimi/skills//r/SKILL.md`] };
        const plan = await world.plan({ kind: 'copy', what, to: 'canonical' }, { 'conflict:*': 'keep-both' });
        assert.ok(
          said(world, plan).includes('information: changes name: to r-2 in R/.agents/skills/r-2/SKILL.md'),
        );
      },
    ),
  );

  it(
    'counts the links that are adjusted, and names the file that is made',
    inWorld(
      {
        'R/.kimi/skills/flat.md': `${skillText('flat')}\n[a](a.txt) [b](b.txt) [no](none.txt)\n`,
        'R/.kimi/skills/one.md': `${skillText('one')}\n[a](a.txt)\n`,
        'R/.kimi/skills/plain.md': skillText('plain'),
        'R/.kimi/skills/a.txt': 'a',
        'R/.kimi/skills/b.txt': 'b',
      },
      async world => {
        const plan = await world.plan({ kind: 'to-folder', what: { scope: 'project' }, to: 'same' });
        assert.deepEqual(said(world, plan), [
          'information: adjusts 2 links in R/.kimi/skills/flat/SKILL.md',
          'information: adjusts 1 link in R/.kimi/skills/one/SKILL.md',
        ]);
        assert.equal(
          world.text(plan.operations[0]!.text),
          'R/.kimi/skills/flat.md becomes R/.kimi/skills/flat/SKILL.md',
        );
      },
    ),
  );

  it(
    'names the other name of a flat file that becomes a folder',
    inWorld(
      {
        'R/.kimi/skills/newt.md': skillText('newt'),
        'R/.kimi/skills/newt/SKILL.md': skillText('newt', 'Other.'),
      },
      async world => {
        const plan = await world.plan(
          { kind: 'to-folder', what: { scope: 'project' }, to: 'same' },
          { 'conflict:*': 'keep-both' },
        );
        assert.deepEqual(said(world, plan), [
          'information: changes name: to newt-2 in R/.kimi/skills/newt-2/SKILL.md',
        ]);
      },
    ),
  );
});
