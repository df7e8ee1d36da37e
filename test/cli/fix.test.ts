/** `which-skill fix`, `backups` and `restore`, as processes. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, it } from 'node:test';
import { type BuiltLayout, type Layout, skillText } from '../layout';
import { treeOf } from '../tree-of';
import { inLayout, whichSkill } from './command';

const MOA = '---\r\nname: moa\r\ndescription: Use when: editing\r\n---\r\nBody\r\n';
const LAYOUT: Layout = {
  'R/.git': null,
  'R/.gitignore': '.which-skill-backups\n',
  'R/.kimi/skills/moa/SKILL.md': { text: MOA, mode: 0o640 },
  'R/.kimi/skills/rhea/skill.md': skillText('rhea'),
  'R/.kimi/skills/dodo': { symlink: 'gone' },
  'R/.kimi/skills/kea.md': `\ufeff${skillText('kea')}`,
};

const tree = (built: BuiltLayout) => treeOf(built.root).filter(line => !line.includes('home/.local'));

describe('fix', () => {
  it(
    'shows the lines that change, and changes nothing without --apply',
    inLayout(LAYOUT, async built => {
      const before = tree(built);
      const { status, output } = await whichSkill(built, ['fix', 'moa']);
      assert.equal(status, 0);
      assert.ok(
        output.startsWith(
          [
            '--fix 1: Quote the value',
            '  .kimi/skills/moa/SKILL.md:3: unquoted ": " in a value: kimi-cli drops this skill',
            '  @@ line 3 @@',
            '  -description: Use when: editing',
            '  +description: "Use when: editing"',
            '',
          ].join('\n'),
        ),
        output,
      );
      assert.match(output, /\nWho wins\n {2}moa {2}loads from \.kimi\/skills\/moa\n/);
      assert.match(output, /\nNothing was changed\. Add --apply to do this\.\n$/);
      assert.deepEqual(tree(built), before);
    }),
  );

  for (const [name, check] of [
    [
      'moa',
      (built: BuiltLayout) => {
        const file = built.at('R/.kimi/skills/moa/SKILL.md');
        const text = MOA.replace('Use when: editing', '"Use when: editing"');
        assert.equal(fs.readFileSync(file, 'utf8'), text, 'line ends and all else stay');
        assert.equal(fs.statSync(file).mode & 0o777, 0o640);
      },
    ],
    [
      '.kimi/skills/rhea/skill.md',
      (built: BuiltLayout) => assert.deepEqual(fs.readdirSync(built.at('R/.kimi/skills/rhea')), ['SKILL.md']),
    ],
    [
      'dodo',
      (built: BuiltLayout) =>
        assert.equal(fs.lstatSync(built.at('R/.kimi/skills/dodo'), { throwIfNoEntry: false }), undefined),
    ],
    [
      '.kimi/skills/kea.md',
      (built: BuiltLayout) =>
        assert.equal(fs.readFileSync(built.at('R/.kimi/skills/kea.md'), 'utf8'), skillText('kea')),
    ],
  ] as const) {
    it(
      `does it, and undo takes it back: ${name}`,
      inLayout(LAYOUT, async built => {
        const before = tree(built);
        const planned = await whichSkill(built, ['fix', name]);
        assert.doesNotMatch(planned.output, /the winner changes/);
        const numbers = [...planned.output.matchAll(/^--fix (\d+):/gm)].map(([, number]) => number!);
        const chosen = numbers.length > 1 ? ['--fix', '1'] : [];
        const done = await whichSkill(built, ['fix', name, ...chosen, '--apply']);
        assert.equal(done.status, 0, done.output + done.errors);
        check(built);
        const undone = await whichSkill(built, ['undo', '--apply']);
        assert.equal(undone.status, 0, undone.output);
        assert.deepEqual(tree(built), before);
      }),
    );
  }

  it(
    'takes no guess: several fixes want a number, and nothing to fix is status 1',
    inLayout(
      {
        'R/.git': null,
        'R/.kimi/skills/tool-kit/SKILL.md': skillText('toolkit'),
        'R/.kimi/skills/fine/SKILL.md': skillText('fine'),
      },
      async built => {
        const listed = await whichSkill(built, ['fix', 'toolkit']);
        assert.match(listed.output, /^--fix 1: .*\n--fix 2: .*Nothing was changed\. Add --fix N --apply/s);
        const refused = await whichSkill(built, ['fix', 'toolkit', '--apply']);
        assert.deepEqual(
          [refused.status, refused.errors],
          [2, 'which-skill: there are several fixes: say which with --fix\n'],
        );
        const none = await whichSkill(built, ['fix', 'toolkit', '--fix', '9']);
        assert.equal(none.status, 2);
        const fine = await whichSkill(built, ['fix', 'fine']);
        assert.equal(fine.status, 1);
        assert.equal(fine.output, 'There is nothing to fix, or nothing that a fix is known for.\n');
      },
    ),
  );

  it(
    'is named by why',
    inLayout(LAYOUT, async built => {
      const { output } = await whichSkill(built, ['why', 'moa']);
      assert.match(output, /\nTo see and apply its fixes: which-skill fix \.kimi\/skills\/moa\/SKILL\.md\n$/);
    }),
  );
});

describe('backups', () => {
  it(
    'are listed with where they were, and put back',
    inLayout({ 'R/.git': null, 'R/.kimi/skills/rail/SKILL.md': skillText('rail') }, async built => {
      const before = tree(built);
      const none = await whichSkill(built, ['backups']);
      assert.deepEqual([none.status, none.output], [1, 'There are no backups.\n']);
      const deleted = await whichSkill(built, ['delete', 'rail', '--apply']);
      assert.match(
        deleted.output,
        /· {2}backups are kept in folders \.which-skill-backups: name them in \.gitignore\n/,
      );
      const listed = await whichSkill(built, ['backups']);
      const [, place = ''] = /^(\S+\/rail) {2}from \.kimi\/skills\/rail\n/.exec(listed.output) ?? [];
      assert.match(place, /^\.kimi\/\.which-skill-backups\/\d{8}-\d{6}\/rail$/);
      const planned = await whichSkill(built, ['restore', place]);
      assert.match(planned.output, /\nWho wins\n {2}rail {2}loads from \.kimi\/skills\/rail\n/);
      const done = await whichSkill(built, ['restore', place, '--apply']);
      assert.equal(done.status, 0, done.output + done.errors);
      assert.deepEqual(tree(built), before);
    }),
  );

  it(
    'never go over what is there, and go elsewhere where it is said',
    inLayout({ 'R/.git': null, 'R/.kimi/skills/rail/SKILL.md': skillText('rail') }, async built => {
      await whichSkill(built, ['delete', 'rail', '--apply']);
      // Without the journal, the place beside the one root says where it was.
      fs.rmSync(built.at('home/.local'), { recursive: true });
      const json = JSON.parse((await whichSkill(built, ['backups', '--json'])).output);
      assert.equal(json[0].from, built.at('R/.kimi/skills/rail'));
      fs.mkdirSync(built.at('R/.kimi/skills/rail'));
      fs.writeFileSync(built.at('R/.kimi/skills/rail/SKILL.md'), 'A new one.\n');
      const refused = await whichSkill(built, ['restore', json[0].path, '--apply']);
      assert.equal(refused.status, 1);
      assert.match(refused.output, /something else is at \.kimi\/skills\/rail now\n/);
      assert.equal(fs.readFileSync(built.at('R/.kimi/skills/rail/SKILL.md'), 'utf8'), 'A new one.\n');
      const elsewhere = await whichSkill(built, [
        'restore',
        json[0].path,
        '--to',
        '.agents/skills',
        '--apply',
      ]);
      assert.equal(elsewhere.status, 0, elsewhere.output + elsewhere.errors);
      assert.equal(fs.readFileSync(built.at('R/.agents/skills/rail/SKILL.md'), 'utf8'), skillText('rail'));
    }),
  );
});
