import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plansToWin } from '../../../src/core/plan/win';
import { skillText } from '../../layout';
import { inWorld } from './harness';

const skill = (text: string) => skillText('x', text);

describe('making one win', () => {
  for (const [name, layout, id, ways] of [
    [
      'shadowed by a brand directory',
      { 'R/.kimi/skills/x/SKILL.md': skill('A.'), 'R/.agents/skills/x/SKILL.md': skill('B.') },
      'R/.agents/skills//x/SKILL.md',
      [
        'delete: set-aside R/.kimi/skills/x',
        'move: set-aside R/.kimi/skills/x, move R/.agents/skills/x',
        'copy: set-aside R/.kimi/skills/x, copy R/.agents/skills/x',
      ],
    ],
    [
      'the user’s, shadowed by the project’s',
      { 'R/.agents/skills/x/SKILL.md': skill('A.'), 'home/.agents/skills/x/SKILL.md': skill('B.') },
      'home/.agents/skills//x/SKILL.md',
      [
        'delete: set-aside R/.agents/skills/x',
        'move: set-aside R/.agents/skills/x, move home/.agents/skills/x',
        'copy: set-aside R/.agents/skills/x, copy home/.agents/skills/x',
      ],
    ],
    [
      'hidden by an empty directory (case 7)',
      { 'home/.config/agents/skills': null, 'home/.agents/skills/x/SKILL.md': skill('A.') },
      'home/.agents/skills//x/SKILL.md',
      [
        'remove-empty-root: remove-directory home/.config/agents/skills',
        'copy: copy home/.agents/skills/x',
        'copy: copy home/.agents/skills/x',
      ],
    ],
    [
      'hidden by a filled one (case 8)',
      {
        'home/.config/agents/skills/owl/SKILL.md': skillText('owl'),
        'home/.agents/skills/x/SKILL.md': skill('A.'),
      },
      'home/.agents/skills//x/SKILL.md',
      ['copy: copy home/.agents/skills/x', 'copy: copy home/.agents/skills/x'],
    ],
    [
      'one of two in one directory (case 3)',
      { 'R/.agents/skills/x/SKILL.md': skill('A.'), 'R/.agents/skills/x-copy/SKILL.md': skill('B.') },
      'R/.agents/skills//x-copy/SKILL.md',
      ['delete: set-aside R/.agents/skills/x'],
    ],
    [
      'a flat file beside a folder (case 42)',
      { 'R/.agents/skills/x.md': skill('A.'), 'R/.agents/skills/x/SKILL.md': skill('B.') },
      'R/.agents/skills//x.md',
      ['delete: set-aside R/.agents/skills/x'],
    ],
    ['one that wins', { 'R/.agents/skills/x/SKILL.md': skill('A.') }, 'R/.agents/skills//x/SKILL.md', []],
    [
      'one that is invalid',
      { 'R/.agents/skills/x/SKILL.md': '---\nname: x\ndescription: a: b\n---\n' },
      'R/.agents/skills//x/SKILL.md',
      [],
    ],
  ] as const) {
    it(
      name,
      inWorld(layout, async world => {
        const plans = await plansToWin(await world.context(), `${world.built.root}/${id}`);
        const shown = plans.map(plan => {
          const steps = plan.operations.filter(({ kind }) => kind !== 'make-directory');
          return `${plan.request.kind}: ${steps.map(({ kind, from }) => `${kind} ${world.relative(from)}`).join(', ')}`;
        });
        assert.deepEqual(shown, ways);
        for (const plan of plans) {
          assert.ok(plan.ready);
          assert.ok(plan.outcome.some(row => row.name === 'x' && row.after && !row.after.ambiguous));
        }
      }),
    );
  }
});
