import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, it } from 'node:test';
import { adjustLinks, relativeLinks } from '../../../src/core/plan/markdown-links';
import { portableName, whyBadName } from '../../../src/core/plan/names';
import type { PlanRequest } from '../../../src/core/plan/types';
import { skillText } from '../../layout';
import { inWorld, type World } from './harness';

const all = (world: World, to: 'same' | 'canonical' = 'same'): PlanRequest => ({
  kind: 'to-folder',
  what: { root: world.at('R/.kimi/skills') },
  to,
});

describe('flat files become folders', () => {
  it(
    'keeps bytes, line ends, BOM, mode and time (cases 39 and 41), and undo gives them back',
    inWorld(
      {
        'R/.kimi/skills/review.md': {
          text: '---\r\nname: review\r\ndescription: d\r\n---\r\n\r\nBody.\r\n',
          mode: 0o600,
        },
        'R/.kimi/skills/plain.md': 'No frontmatter, mixed\r\nline ends\n',
        'R/.kimi/skills/bom.md': '\ufeff---\nname: x\n---\n',
      },
      async world => {
        const old = new Date('2021-02-03T04:05:06Z');
        for (const name of ['review', 'plain', 'bom']) {
          fs.utimesSync(world.at(`R/.kimi/skills/${name}.md`), old, old);
        }
        const before = world.tree({ times: true });
        const plan = await world.do(all(world));
        assert.deepEqual(world.lines(plan.operations), [
          'move R/.kimi/skills/bom.md R/.kimi/skills/bom',
          'move R/.kimi/skills/plain.md R/.kimi/skills/plain',
          'move R/.kimi/skills/review.md R/.kimi/skills/review',
        ]);
        const files = (tree: readonly string[]) => tree.filter(line => line.startsWith('file'));
        assert.deepEqual(
          files(world.tree({ times: true })),
          files(before).map(line => line.replace(/(bom|plain|review)\.md/, '$1/SKILL.md')),
        );
        assert.equal(fs.statSync(world.at('R/.kimi/skills/review')).mode & 0o777, 0o700);
        assert.equal(fs.statSync(world.at('R/.kimi/skills/plain')).mode & 0o777, 0o755);
        await world.undo();
        assert.deepEqual(world.tree({ times: true }), before);
      },
    ),
  );

  it(
    'adjusts the links that would break, and no others',
    inWorld(
      {
        'R/.kimi/skills/review.md':
          '[a](docs/a.md#part "title") ![p](<docs/my pic.png>) [gone](docs/none.md) [web](https://x.y/docs/a.md)\n' +
          '`[code](docs/a.md)`\n\n```\n[fenced](docs/a.md)\n```\n\n[ref]: docs/a.md\n<img src="docs/my%20pic.png">\n',
        'R/.kimi/skills/docs/a.md': 'a',
        'R/.kimi/skills/docs/my pic.png': 'p',
      },
      async world => {
        const before = world.tree();
        await world.do(all(world));
        assert.equal(
          fs.readFileSync(world.at('R/.kimi/skills/review/SKILL.md'), 'utf8'),
          '[a](../docs/a.md#part "title") ![p](<../docs/my pic.png>) [gone](docs/none.md) [web](https://x.y/docs/a.md)\n' +
            '`[code](docs/a.md)`\n\n```\n[fenced](docs/a.md)\n```\n\n[ref]: ../docs/a.md\n<img src="../docs/my%20pic.png">\n',
        );
        await world.undo();
        assert.deepEqual(world.tree(), before);
      },
    ),
  );

  it(
    'adjusts them for the canonical directory too',
    inWorld(
      { 'R/.kimi/skills/review.md': '[a](docs/a.md)\n', 'R/.kimi/skills/docs/a.md': 'a' },
      async world => {
        await world.do(all(world, 'canonical'));
        assert.equal(
          fs.readFileSync(world.at('R/.agents/skills/review/SKILL.md'), 'utf8'),
          '[a](../../../.kimi/skills/docs/a.md)\n',
        );
      },
    ),
  );

  it(
    'asks for the folder’s name where file and frontmatter differ',
    inWorld({ 'R/.kimi/skills/notes.md': skillText('"My Rôle: v2"', 'd') }, async world => {
      const plan = await world.plan(all(world));
      assert.deepEqual(
        plan.questions.map(({ kind, choices, answer }) => [
          kind,
          answer,
          ...choices.map(({ value }) => value),
        ]),
        [['folder-name', 'my-role-v2', 'my-role-v2', 'notes']],
      );
      const other = await world.plan(all(world), { 'folder-name:*': 'notes' });
      assert.deepEqual(world.lines(other.operations), ['move R/.kimi/skills/notes.md R/.kimi/skills/notes']);
      const evil = await world.plan(all(world), { [plan.questions[0]!.id]: '../../evil' });
      assert.ok(evil.questions[0]!.fault);
      assert.deepEqual(world.lines(evil.operations), [
        'move R/.kimi/skills/notes.md R/.kimi/skills/my-role-v2',
      ]);
    }),
  );

  it(
    'offers to fill in what is resolved, so that stricter products load it (cases 48 and 49)',
    inWorld({ 'R/.kimi/skills/nene.md': 'Draws: "maps" #1.\r\n\r\nMore.\r\n' }, async world => {
      const before = world.tree();
      const plan = await world.plan(all(world));
      assert.deepEqual(
        plan.questions.map(({ kind, answer }) => [kind, answer]),
        [['fill-in', 'leave']],
      );
      const filled = await world.do(all(world), { 'fill-in:*': 'fill' });
      assert.equal(
        fs.readFileSync(world.at('R/.kimi/skills/nene/SKILL.md'), 'utf8'),
        '---\r\nname: nene\r\ndescription: "Draws: \\"maps\\" #1."\r\n---\r\n\r\nDraws: "maps" #1.\r\n\r\nMore.\r\n',
      );
      assert.deepEqual(world.outcome(filled), ['nene: R/.kimi/skills/nene.md => R/.kimi/skills/nene']);
      await world.undo();
      assert.deepEqual(world.tree(), before);
    }),
  );

  it(
    'stops at a folder that is there (case 42), unless told what to do',
    inWorld(
      {
        'R/.kimi/skills/newt.md': skillText('newt'),
        'R/.kimi/skills/newt/SKILL.md': skillText('newt', 'Other.'),
      },
      async world => {
        const plan = await world.plan(all(world));
        assert.equal(plan.ready, false);
        assert.deepEqual(
          plan.skipped.map(({ text }) => world.text(text)),
          ['something else is at R/.kimi/skills/newt'],
        );
        const both = await world.do(all(world), { 'conflict:*': 'keep-both' });
        assert.deepEqual(world.outcome(both), [
          'newt: R/.kimi/skills/newt => R/.kimi/skills/newt',
          'newt-2: - => R/.kimi/skills/newt-2',
        ]);
      },
    ),
  );

  it(
    'leaves documents out of a bulk migration unless they are named (case 44)',
    inWorld(
      {
        'R/.kimi/skills/README.md': 'Read me.\n',
        'R/.kimi/skills/CHANGELOG.md': '# Changes\n',
        'R/.kimi/skills/LICENSE.md': 'MIT\n',
        'R/.kimi/skills/ok.md': skillText('ok'),
      },
      async world => {
        const plan = await world.plan(all(world));
        assert.deepEqual(world.lines(plan.operations), ['move R/.kimi/skills/ok.md R/.kimi/skills/ok']);
        assert.deepEqual(
          plan.skipped.map(({ path }) => world.relative(path)),
          ['CHANGELOG.md', 'LICENSE.md', 'README.md'].map(name => `R/.kimi/skills/${name}`),
        );
        const what = { candidates: [`${world.built.root}/R/.kimi/skills//README.md`] };
        const named = await world.plan({ kind: 'to-folder', what, to: 'same' });
        assert.deepEqual(world.lines(named.operations), [
          'move R/.kimi/skills/README.md R/.kimi/skills/README',
        ]);
      },
    ),
  );

  it(
    'refuses a file that as SKILL.md would keep kimi-cli from starting',
    inWorld(
      { 'R/.kimi/skills/gbk.md': { base64: Buffer.from([0xc4, 0xe3, 0x0a]).toString('base64') } },
      async world => {
        const what = { candidates: [`${world.built.root}/R/.kimi/skills//gbk.md`] };
        const plan = await world.plan({ kind: 'to-folder', what, to: 'same' });
        assert.deepEqual(
          plan.refusals.map(({ code }) => code),
          ['not-utf8'],
        );
      },
    ),
  );

  it(
    'says which other tools find it from then on',
    inWorld({ 'R/.claude/skills/review.md': skillText('review') }, async world => {
      const plan = await world.plan({
        kind: 'to-folder',
        what: { root: world.at('R/.claude/skills') },
        to: 'same',
      });
      assert.ok(plan.tools.some(({ tool, change }) => tool === 'Claude Code' && change === 'gains'));
    }),
  );
});

describe('names', () => {
  for (const [name, valid] of [
    ['My Skill!', 'my-skill'],
    ['a--b', 'a-b'],
    ['-x-', 'x'],
    ['Straße_Über', 'stra-e-uber'],
    ['審査', ''],
    ['x'.repeat(70), 'x'.repeat(64)],
    [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
    ['../evil', 'evil'],
  ] as const) {
    it(`${JSON.stringify(name)} made valid`, () => assert.equal(portableName(name), valid));
  }

  it('none that a system keeps for itself', () => {
    for (const bad of [
      'CON',
      'nul.md',
      'Com1',
      'LPT9.txt',
      'a\\b',
      'tab\t',
      'x.',
      'x ',
      '.',
      '..',
      ' ',
      'a?',
    ]) {
      assert.ok(whyBadName(bad), bad);
    }
    for (const good of ['console', '.hidden', 'a.b', 'ü', 'x y']) assert.equal(whyBadName(good), null, good);
  });
});

describe('relative links of a text', () => {
  it('are found in every form, and not in code', () => {
    const text =
      '[a](a.md) [b](./b.md "t") ![c](<c d.png>) [d](d(1).md) [e](#x) [f](/abs) [g](mailto:x@y) [h](../h.md?q#f)\n' +
      '[r]: r.md\n<a href="i.md">\n``[no](no.md)``\n~~~\n[no](no.md)\n~~~\n<!-- [no](no.md) -->\n';
    assert.deepEqual(
      relativeLinks(text).map(({ target }) => target),
      ['a.md', './b.md', 'c d.png', 'd(1).md', '../h.md?q#f', 'r.md', 'i.md'],
    );
  });

  it('are replaced in place', () => {
    const up = (text: string) => adjustLinks(text, target => `../${target}`);
    assert.equal(up('[a](a%20b.md#x) [b](b.md)'), '[a](../a%20b.md#x) [b](../b.md)');
    assert.equal(up('[a](<a b.md>)'), '[a](<../a b.md>)');
    assert.equal(
      adjustLinks('[a](a.md)', () => 'new dir/a.md'),
      '[a](new%20dir/a.md)',
    );
  });
});
