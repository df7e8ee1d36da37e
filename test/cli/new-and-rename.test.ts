/** `which-skill new` and `rename`, as processes: the plan without --apply, the change with it, and back. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, it } from 'node:test';
import { type BuiltLayout, type Layout, skillText } from '../layout';
import { treeOf } from '../tree-of';
import { inLayout, whichSkill } from './command';

const LAYOUT: Layout = {
  'R/.git': null,
  'R/.agents/skills/rail/SKILL.md': skillText('rail'),
  'R/.kimi/skills/smew/SKILL.md': skillText('smew'),
};

const tree = (built: BuiltLayout) => treeOf(built.root).filter(line => !line.includes('home/.local'));
const read = (built: BuiltLayout, file: string) => fs.readFileSync(built.at(file), 'utf8');

describe('which-skill new', () => {
  it(
    'shows what it would make, makes it with --apply, and undo takes it away',
    inLayout(LAYOUT, async built => {
      const before = tree(built);
      const planned = await whichSkill(built, ['new', 'sora']);
      assert.deepEqual([planned.status, planned.errors], [0, '']);
      assert.match(
        planned.output,
        /^New skill sora\n\nWhat is done\n {2}make {2}\.agents\/skills\/sora\n {2}make {2}\.agents\/skills\/sora\/SKILL\.md\n\nWho wins\n {2}sora {2}loads from \.agents\/skills\/sora\n/,
      );
      assert.match(planned.output, /\nNothing was changed\. Add --apply to do this\.\n$/);
      assert.deepEqual(tree(built), before);
      const made = await whichSkill(built, ['new', 'sora', '--description', 'A small bird.', '--apply']);
      assert.equal(made.status, 0, made.output);
      assert.match(
        read(built, 'R/.agents/skills/sora/SKILL.md'),
        /^---\nname: sora\ndescription: A small bird\.\n---\n/,
      );
      const which = await whichSkill(built, ['sora']);
      assert.equal(which.output.trim(), built.at('R/.agents/skills/sora/SKILL.md'));
      assert.equal((await whichSkill(built, ['undo', '--apply'])).status, 0);
      assert.deepEqual(tree(built), before);
    }),
  );

  it(
    'goes where --scope or --root says, and makes what is missing there',
    inLayout(LAYOUT, async built => {
      assert.equal((await whichSkill(built, ['new', 'sora', '--scope', 'user', '--apply'])).status, 0);
      // Of the two that a user can have, the one that most tools read, where nobody says otherwise.
      assert.equal(fs.existsSync(built.at('home/.agents/skills/sora/SKILL.md')), true);
      assert.equal((await whichSkill(built, ['new', 'teal', '--root', '.kimi/skills', '--apply'])).status, 0);
      assert.equal(fs.existsSync(built.at('R/.kimi/skills/teal/SKILL.md')), true);
    }),
  );

  it(
    'says by what it would be shadowed, and overwrites nothing',
    inLayout(LAYOUT, async built => {
      const shadowed = await whichSkill(built, ['new', 'smew']);
      assert.match(
        shadowed.output,
        /⚠ {2}\.kimi\/skills\/smew\/SKILL\.md goes on winning: the new one would be shadowed/,
      );
      const taken = await whichSkill(built, ['new', 'rail', '--apply']);
      assert.equal(taken.status, 1);
      assert.match(taken.output, /\.agents\/skills\/rail is there already, and nothing is overwritten/);
      assert.equal(read(built, 'R/.agents/skills/rail/SKILL.md'), skillText('rail'));
    }),
  );

  it(
    'refuses what is no name',
    inLayout(LAYOUT, async built => {
      const before = tree(built);
      for (const name of ['a/b', '..', 'con']) {
        const ran = await whichSkill(built, ['new', name, '--apply']);
        assert.deepEqual([ran.status, /\nRefused\n/.test(ran.output)], [1, true], ran.output);
      }
      assert.deepEqual(tree(built), before);
    }),
  );
});

describe('which-skill rename', () => {
  it(
    'renames folder and name, and undo takes it back',
    inLayout(LAYOUT, async built => {
      const before = tree(built);
      const planned = await whichSkill(built, ['rename', 'rail', 'sora']);
      assert.equal(planned.status, 0);
      assert.match(
        planned.output,
        /^Rename rail to sora\n\nWhat is done\n {2}move {2}\.agents\/skills\/rail {2}-> \.agents\/skills\/sora\n/,
      );
      assert.deepEqual(tree(built), before);
      const done = await whichSkill(built, ['rename', './.agents/skills/rail', 'sora', '--apply']);
      assert.equal(done.status, 0, done.output);
      assert.equal(read(built, 'R/.agents/skills/sora/SKILL.md'), skillText('sora', 'About rail.'));
      assert.equal((await whichSkill(built, ['undo', '--apply'])).status, 0);
      assert.deepEqual(tree(built), before);
    }),
  );

  it(
    'gives the plan as JSON',
    inLayout(LAYOUT, async built => {
      const { output } = await whichSkill(built, ['rename', 'rail', 'sora', '--json']);
      const { title, ready, operations } = JSON.parse(output);
      assert.deepEqual(
        { title, ready, operations },
        {
          title: 'Rename rail to sora',
          ready: true,
          operations: [
            { kind: 'move', from: built.at('R/.agents/skills/rail'), to: built.at('R/.agents/skills/sora') },
          ],
        },
      );
    }),
  );
});

describe('what cannot be asked', () => {
  const REFUSED: readonly [args: string[], errors: string][] = [
    [['new'], 'new takes one name, and --root DIR or --scope project|user'],
    [['new', 'a', 'b'], 'new takes one name, and --root DIR or --scope project|user'],
    [['new', 'a', '--scope', 'extra'], '--scope takes project or user'],
    [
      ['new', 'a', '--scope', 'user', '--root', 'x'],
      'new takes one name, and --root DIR or --scope project|user',
    ],
    [['new', 'a', '--to', 'x'], '--to does not go with new'],
    [['rename', 'rail'], 'rename takes the name or path of a skill, and its new name'],
    [['rename', 'rail', 'x', '--description', 'd'], '--description does not go with rename'],
    [['rename', 'none', 'x'], 'there is no skill none; for a path, write ./none'],
  ];
  for (const [args, errors] of REFUSED) {
    it(
      args.join(' '),
      inLayout(LAYOUT, async built => {
        const ran = await whichSkill(built, args);
        assert.deepEqual([ran.status, ran.output, ran.errors], [2, '', `which-skill: ${errors}\n`]);
      }),
    );
  }
});
