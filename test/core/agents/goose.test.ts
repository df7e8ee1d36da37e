/** The rules of Goose, one after the other, from its specification: it was not run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Layout } from '../../layout';
import { type Asked, ok, repository } from '../resolved';
import { answerOf, listed, matter, verdicts } from './answers';

const A = 'R/.agents/skills';

/** One name in all its directories. */
const ALL = [
  `${A}/a/SKILL.md`,
  'R/.goose/skills/a/SKILL.md',
  'R/.claude/skills/a/SKILL.md',
  'home/.agents/skills/a/SKILL.md',
  'home/.config/goose/skills/a/SKILL.md',
  'home/.claude/skills/a/SKILL.md',
  'home/.config/agents/skills/a/SKILL.md',
  'home/.agents/plugins/p/skills/a/SKILL.md',
];

for (const [index, file] of ALL.entries()) {
  test(`Goose: of the rest, ${file} wins`, async () => {
    const layout = Object.fromEntries(ALL.slice(index).map(one => [one, ok('a')]));
    assert.deepEqual(await listed('goose', repository(layout)), [`a < ${file}`]);
  });
}

const CASES: readonly (readonly [
  about: string,
  layout: Layout,
  asked: Asked,
  expected: readonly string[],
])[] = [
  [
    'the work directory only, whatever the repository',
    repository({ [`${A}/a/SKILL.md`]: ok('a'), 'R/x/.agents/skills/b/SKILL.md': ok('b') }),
    { workDir: 'R/x' },
    ['b < R/x/.agents/skills/b/SKILL.md'],
  ],
  [
    'GOOSE_PATH_ROOT moves its configuration and the plugins',
    repository({
      'p/config/skills/a/SKILL.md': ok('a'),
      'p/.agents/plugins/q/skills/b/SKILL.md': ok('b'),
      'home/.config/goose/skills/c/SKILL.md': ok('c'),
    }),
    { environment: { GOOSE_PATH_ROOT: '$ROOT/p' } },
    ['a < p/config/skills/a/SKILL.md', 'b < p/.agents/plugins/q/skills/b/SKILL.md'],
  ],
  [
    'at any depth, in skills too, but not in directories of version control',
    repository({
      [`${A}/SKILL.md`]: ok('root'),
      [`${A}/1/2/3/4/5/6/7/8/9/SKILL.md`]: ok('deep'),
      [`${A}/a/SKILL.md`]: ok('a'),
      [`${A}/a/.inner/SKILL.md`]: ok('inner'),
      [`${A}/.git/g/SKILL.md`]: ok('g'),
      [`${A}/case/skill.md`]: ok('case'),
    }),
    {},
    [
      `a < ${A}/a/SKILL.md`,
      `root < ${A}/SKILL.md`,
      `deep < ${A}/1/2/3/4/5/6/7/8/9/SKILL.md`,
      `inner < ${A}/a/.inner/SKILL.md`,
    ],
  ],
  [
    'links are followed, of folders and of files, to the real folder',
    repository({
      'store/a/SKILL.md': ok('a'),
      'store/text.md': ok('b'),
      [`${A}/l`]: { symlink: '../../../store/a' },
      [`${A}/m`]: { symlink: '../../../store/a' },
      [`${A}/b/SKILL.md`]: { symlink: '../../../../store/text.md' },
    }),
    {},
    [`b < ${A}/b/SKILL.md`, 'a < store/a/SKILL.md'],
  ],
];

for (const [about, layout, asked, expected] of CASES) {
  test(`Goose: ${about}`, async () => {
    assert.deepEqual((await listed('goose', layout, asked)).toSorted(), expected.toSorted());
  });
}

test('Goose: equal names in one root depend on the order of the directory', async () => {
  const layout = repository({ [`${A}/x/SKILL.md`]: ok('a'), [`${A}/y/SKILL.md`]: ok('a') });
  const said = await verdicts('goose', layout);
  assert.equal(said.filter(line => line.includes('ambiguous (directory-order)')).length, 2);
});

/** What a file comes to: name and description, or the code of what is wrong with it. */
const TEXTS: readonly (readonly [about: string, text: string | { base64: string }, expected: string])[] = [
  ['the folder has no say', matter('name: other', 'description: d'), 'other: d'],
  ['without a description', matter('name: a'), 'a: '],
  ['numbers are text as written', matter('name: 1.50', 'description: true'), '1.50: true'],
  ['without a name', matter('description: d'), 'no-name at 2'],
  ['a name that is null', matter('name: ~', 'description: d'), 'no-name at 2'],
  ['a slash in the name', matter('name: a/b'), 'bad-name at 2'],
  ['any other name', matter('name: "A b: ü"'), 'A b: ü: '],
  ['a list for a name', matter('description: d', 'name: [a]'), 'name-not-text at 3'],
  ['a map for a description', matter('name: a', 'description: {b: c}'), 'description-not-text at 3'],
  ['metadata that is no map', matter('name: a', 'metadata: text'), 'metadata-not-a-mapping at 3'],
  ['a colon in a text without quotes', matter('name: a', 'description: b: c'), 'unquoted-colon at 3'],
  ['not YAML in another key', matter('name: a', 'x: [1'), 'unclosed-bracket at 3'],
  ['a list', matter('- a'), 'not-a-mapping at 2'],
  ['no frontmatter', 'text', 'no-frontmatter at 1'],
  ['never closed', '\n---\nname: a\n', 'frontmatter-unclosed at 2'],
  ['what stands before the dashes does not matter', '\ufeffHello.\n---\nname: a\n---\n', 'a: '],
  ['dashes in a value close it', matter('name: a', 'description: b --- c'), 'a: b'],
  [
    'not UTF-8',
    { base64: Buffer.from('---\nname: a\n---\n\xff', 'latin1').toString('base64') },
    'not-utf8 at undefined',
  ],
];

for (const [about, text, expected] of TEXTS) {
  test(`Goose reads a file: ${about}`, async () => {
    const layout = repository({ [`${A}/folder/SKILL.md`]: text });
    const [said] = await answerOf('goose', layout, {}, ({ skills: [skill], candidates: [candidate] }) => [
      skill ? `${skill.name}: ${skill.description}` : `${candidate?.code} at ${candidate?.line}`,
    ]);
    assert.equal(said, expected);
  });
}

test('Goose: that the rule depends on the version is told', async () => {
  const codes = await answerOf('goose', repository({}), {}, ({ configuration }) =>
    configuration.remarks.map(({ code }) => code),
  );
  assert.deepEqual(codes, ['rule-by-version']);
});
