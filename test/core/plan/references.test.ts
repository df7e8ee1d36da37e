import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skillText } from '../../layout';
import { inWorld } from './harness';

const USER = { kind: 'move', what: { scope: 'user' }, to: 'canonical' } as const;

describe('references of a text that moves', () => {
  it(
    'are not lost where what they lead to moves along, before or after',
    inWorld(
      {
        'home/.kimi/skills/guide.md': `${skillText('guide')}\n[run](release/run.sh) [a](a/x.sh)\n`,
        'home/.kimi/skills/a/SKILL.md': skillText('a'),
        'home/.kimi/skills/a/x.sh': 'x',
        'home/.kimi/skills/release/SKILL.md': `${skillText('release')}\n[a](../a/x.sh)\n`,
        'home/.kimi/skills/release/run.sh': 'run',
      },
      async world => {
        const plan = await world.plan(USER);
        assert.equal(plan.operations.filter(({ kind }) => kind === 'move').length, 3);
        assert.deepEqual(
          plan.notes.map(({ code }) => code),
          [],
        );
      },
    ),
  );

  it(
    'name the file that loses them',
    inWorld(
      {
        'home/.kimi/skills/guide.md': `${skillText('guide')}\n[run](tools/run.sh)\n`,
        'home/.kimi/skills/tools/run.sh': 'run',
      },
      async world => {
        const plan = await world.plan(USER);
        assert.deepEqual(
          plan.notes.map(({ text }) => world.text(text)),
          ['home/.kimi/skills/guide.md refers to tools/run.sh, which the new place does not have'],
        );
      },
    ),
  );
});
