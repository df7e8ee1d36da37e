/** Answers on the command line that fit no question: nothing may be done by them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildLayout, type Layout, skillText } from '../layout';
import { treeOf } from '../tree-of';
import { whichSkill } from './command';

const LAYOUT: Layout = {
  'R/.git': null,
  'R/.kimi/skills/rail/SKILL.md': skillText('rail'),
  'R/.claude/skills/smew/SKILL.md': skillText('smew'),
  'R/.agents/skills/smew/SKILL.md': skillText('smew', 'Another.'),
  'R/.agents/skills/rail/SKILL.md': skillText('rail'),
  'R/.kimi/skills/two.md': skillText('Three Words'),
};

const SMEW = './.claude/skills/smew';

describe('--answer', () => {
  for (const [args, error] of [
    [
      ['to-folder', './.kimi/skills/two.md', '--answer', 'folder-name:*=a/b'],
      /^--answer: a\/b is no answer to folder-name:.*; it takes three-words, two$/,
    ],
    [
      ['to-folder', './.kimi/skills/two.md', '--answer', 'colour=red'],
      /^--answer: there is no question colour; there is: folder-name:/,
    ],
    [
      ['copy', SMEW, '--answer', 'conflict:*=maybe'],
      /^--answer: maybe is no answer to conflict:.*; it takes skip, keep-both, replace$/,
    ],
    [
      ['copy', SMEW, '--on-conflict', 'keep-both', '--answer', 'new-name:*=a/b'],
      /^--answer: a\/b is no answer to new-name:.*: /,
    ],
    [
      ['migrate', './.kimi/skills/rail', '--answer', 'nothing:*=a'],
      /^--answer: there is no question nothing:\*; there is: conflict:/,
    ],
  ] as const) {
    it(`does nothing where it does not fit: ${args.join(' ')}`, async () => {
      const built = buildLayout(LAYOUT);
      try {
        const before = treeOf(built.root);
        const { status, output, errors } = await whichSkill(built, [...args, '--apply']);
        assert.deepEqual([status, output], [2, '']);
        assert.match(errors.replace(/^which-skill: /, '').trimEnd(), error);
        assert.deepEqual(treeOf(built.root), before);
      } finally {
        built.remove();
      }
    });
  }

  it('does what it says where it fits', async () => {
    const built = buildLayout(LAYOUT);
    try {
      const args = ['copy', SMEW, '--on-conflict=keep-both', '--answer', 'new-name:*=merganser', '--apply'];
      const { status, output } = await whichSkill(built, args);
      assert.equal(status, 0, output);
      assert.match(treeOf(built.root).join('\n'), /\.agents\/skills\/merganser/);
    } finally {
      built.remove();
    }
  });
});

describe('--on-conflict', () => {
  it('is told where it is not among the choices', async () => {
    const built = buildLayout(LAYOUT);
    try {
      const { output } = await whichSkill(built, [
        'migrate',
        './.kimi/skills/rail',
        '--on-conflict',
        'replace',
      ]);
      assert.match(output, /⚠ replace is not possible here: skip counts\n {4}● skip/);
    } finally {
      built.remove();
    }
  });
});
