/** Rules of Codex that no recorded layout is about, from its specification. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Layout } from '../../layout';
import { type Asked, ok, repository } from '../resolved';
import { answerOf, listed, matter, verdicts } from './answers';

const A = 'R/.agents/skills';

const HOME_AND_MACHINE: Layout = repository({
  'etc/codex/skills/m/SKILL.md': ok('m'),
  'home/.agents/skills/u/SKILL.md': ok('u'),
  'home/.codex/skills/own/SKILL.md': ok('own'),
  'else/skills/e/SKILL.md': ok('e'),
  [`${A}/z/SKILL.md`]: ok('z'),
});

const CASES: readonly (readonly [
  about: string,
  layout: Layout,
  asked: Asked,
  expected: readonly string[],
])[] = [
  [
    'scopes in the order repo, user, admin, whatever the order of names',
    HOME_AND_MACHINE,
    {},
    [
      `z < ${A}/z/SKILL.md`,
      'own < home/.codex/skills/own/SKILL.md',
      'u < home/.agents/skills/u/SKILL.md',
      'm < etc/codex/skills/m/SKILL.md',
    ],
  ],
  [
    'CODEX_HOME moves its own directory, not the shared one',
    HOME_AND_MACHINE,
    { environment: { CODEX_HOME: '$ROOT/else' } },
    [
      `z < ${A}/z/SKILL.md`,
      'e < else/skills/e/SKILL.md',
      'u < home/.agents/skills/u/SKILL.md',
      'm < etc/codex/skills/m/SKILL.md',
    ],
  ],
  [
    'the work directory is resolved through links',
    { 'R/.git': null, [`${A}/a/SKILL.md`]: ok('a'), 'R/x': null, link: { symlink: 'R/x' } },
    { workDir: 'link' },
    [`a < ${A}/a/SKILL.md`],
  ],
  [
    'a directory that CODEX_HOME names is no project’s, even in a project',
    { 'R/.git/HEAD': 'x', 'R/.codex/skills/a/SKILL.md': ok('a'), [`${A}/b/SKILL.md`]: ok('b') },
    { environment: { CODEX_HOME: '$ROOT/R/.codex' } },
    [`b < ${A}/b/SKILL.md`, 'a < R/.codex/skills/a/SKILL.md'],
  ],
  [
    'a folder below six levels is passed over, behind a link the levels go on',
    repository({
      [`${A}/1/2/3/4/5/6/SKILL.md`]: ok('six'),
      [`${A}/1/2/3/4/5/6/7/SKILL.md`]: ok('seven'),
      [`${A}/short`]: { symlink: '1/2/3/4/5/6' },
    }),
    {},
    [`seven < ${A}/1/2/3/4/5/6/7/SKILL.md`, `six < ${A}/1/2/3/4/5/6/SKILL.md`],
  ],
  [
    'a folder called SKILL.md is gone through',
    repository({ [`${A}/a/SKILL.md/SKILL.md`]: matter('description: d') }),
    {},
    [`SKILL.md < ${A}/a/SKILL.md/SKILL.md`],
  ],
  [
    'folders that link to each other come to an end',
    repository({
      [`${A}/a/SKILL.md`]: ok('a'),
      [`${A}/b/SKILL.md`]: ok('b'),
      [`${A}/a/to-b`]: { symlink: '../b' },
      [`${A}/b/to-a`]: { symlink: '../a' },
    }),
    {},
    [`a < ${A}/a/SKILL.md`, `b < ${A}/b/SKILL.md`],
  ],
  [
    'a name with a plugin before it is switched off by the whole name only, and the later entry counts',
    repository({
      'R/.codex-plugin/plugin.json': '{"name":"p"}',
      [`${A}/a/SKILL.md`]: ok('a'),
      [`${A}/b/SKILL.md`]: ok('b'),
      'home/.codex/config.toml':
        '[[skills.config]]\nname = "a"\nenabled = false\n[[skills.config]]\nname = "p:b"\nenabled = false\n[[skills.config]]\npath = "$ROOT/R/.agents/skills/b/SKILL.md"\nenabled = true\n',
    }),
    {},
    [`p:a < ${A}/a/SKILL.md`, `p:b < ${A}/b/SKILL.md`],
  ],
  [
    'all copies of a name are switched off',
    repository({
      [`${A}/a/SKILL.md`]: ok('a'),
      'home/.agents/skills/a/SKILL.md': ok('a'),
      'home/.codex/config.toml': '[[skills.config]]\nname = "a"\nenabled = false\n',
    }),
    {},
    [`a < ${A}/a/SKILL.md (off)`, 'a < home/.agents/skills/a/SKILL.md (off)'],
  ],
  [
    'an entry with both path and name is ignored',
    repository({
      [`${A}/a/SKILL.md`]: ok('a'),
      'home/.codex/config.toml':
        '[[skills.config]]\nname = "a"\npath = "$ROOT/R/.agents/skills/a/SKILL.md"\nenabled = false\n',
    }),
    {},
    [`a < ${A}/a/SKILL.md`],
  ],
  [
    'an entry without enabled keeps the configuration from loading, and then there is no skill',
    repository({
      [`${A}/a/SKILL.md`]: ok('a'),
      'home/.codex/config.toml': '[[skills.config]]\nname = "a"\n',
    }),
    {},
    [],
  ],
  [
    'the command line comes after the file',
    repository({
      [`${A}/a/SKILL.md`]: ok('a'),
      'home/.codex/config.toml': '[[skills.config]]\nname = "a"\nenabled = false\n',
    }),
    { overrides: { arguments: ['--config=skills.config=[{name="a",enabled=true}]'] } },
    [`a < ${A}/a/SKILL.md`],
  ],
  [
    'markers of the project root can come from the command line',
    {
      'R/top': '',
      [`${A}/a/SKILL.md`]: ok('a'),
      'R/x/.git': null,
      'R/x/.agents/skills/b/SKILL.md': ok('b'),
    },
    { workDir: 'R/x', overrides: { arguments: ['-c', 'project_root_markers=["top"]'] } },
    [`a < ${A}/a/SKILL.md`, 'b < R/x/.agents/skills/b/SKILL.md'],
  ],
  [
    'no implicit invocation: listed for people, not for the model',
    repository({
      [`${A}/a/SKILL.md`]: ok('a'),
      [`${A}/a/agents/openai.yaml`]: 'policy:\n  allow_implicit_invocation: false\n',
      [`${A}/b/SKILL.md`]: ok('b'),
      [`${A}/b/agents/openai.yaml`]: 'policy:\n  allow_implicit_invocation: perhaps\n',
    }),
    {},
    [`a < ${A}/a/SKILL.md (not for the model)`, `b < ${A}/b/SKILL.md`],
  ],
  [
    'what Codex brings along is told from what is put beside it',
    repository({
      'home/.codex/skills/.system/imagegen/SKILL.md': ok('imagegen'),
      'home/.codex/skills/.system/mine/SKILL.md': ok('mine'),
    }),
    { overrides: { builtinDir: '$ROOT' } },
    ['imagegen < home/.codex/skills/.system/imagegen/SKILL.md'],
  ],
  [
    'without the bundled ones',
    repository({
      'home/.codex/skills/.system/imagegen/SKILL.md': ok('imagegen'),
      'home/.codex/config.toml': '[skills.bundled]\nenabled = false\n',
    }),
    { overrides: { builtinDir: '$ROOT' } },
    [],
  ],
];

for (const [about, layout, asked, expected] of CASES) {
  test(`Codex: ${about}`, async () => {
    assert.deepEqual(await listed('codex', layout, asked), expected);
  });
}

/** What a frontmatter comes to: name and description, or the code of what is wrong with it. */
const TEXTS: readonly (readonly [about: string, text: string | { base64: string }, expected: string])[] = [
  ['blanks before and behind the dashes', ' --- \nname: a\ndescription: d\n\t---\n', 'a: d'],
  ['a no-break space is a blank to Codex', '\u00a0---\ndescription: d\n---\n', 'folder: d'],
  ['text behind the dashes', '--- x\ndescription: d\n---\n', 'no-frontmatter at 1'],
  ['byte order mark', '\ufeff---\ndescription: d\n---\n', 'bom at 1'],
  ['blank line first', '\n---\ndescription: d\n---\n', 'frontmatter-not-first at 2'],
  ['never closed', '---\ndescription: d\n', 'frontmatter-unclosed at 1'],
  [
    'dates and versions are text as written',
    matter('name: 1.50', 'description: 2026-11-30'),
    '1.50: 2026-11-30',
  ],
  ['words that YAML 1.1 takes for a yes', matter('name: yes', 'description: off'), 'yes: off'],
  ['an alias is followed', matter('x: &t some text', 'description: *t'), 'folder: some text'],
  ['a merge key is not', matter('x: &t', '  description: d', '<<: *t'), 'no-description at 1'],
  ['description twice', matter('description: a', 'description: b'), 'duplicate-key at 3'],
  ['metadata as text', matter('description: d', 'metadata: text'), 'metadata-not-a-mapping at 3'],
  ['backtick', matter('description: `x` y'), 'folder: `x` y'],
  ['brackets that are no list', matter('description: [a] and [b]'), 'folder: [a] and [b]'],
  ['a whole list stays a list', matter('description: [a, b]'), 'description-not-text at 2'],
  ['an apostrophe in what is repaired', matter("description: it's: so"), "folder: it's: so"],
  ['repair in another key only', matter('description: d', 'x: [1', 'y: {z'), 'folder: d'],
  [
    'repair leaves blocks of text alone',
    matter('description: |', '  use: this: way', 'x: {a'),
    'folder: use: this: way',
  ],
  ['question mark', matter('description: ? x'), 'misplaced-question-mark at 2'],
  ['single quote that nothing closes', matter("description: 'x"), 'unclosed-quote at 2'],
  ['a second line makes it no repair', matter('description: a: b', '  more'), 'text-after-value at 3'],
  ['directive', matter('%YAML 1.2', 'description: d'), 'bad-directive at 2'],
  ['key that is a list', matter('? [a]', ': b', 'description: d'), 'not-a-mapping at 2'],
  ['tab behind a value', matter('name: a\t', 'description: d\te'), 'a: d e'],
  ['name over lines', matter('name: a', '  b', 'description: d'), 'a b: d'],
  [
    '65 characters that are two units each',
    matter(`name: ${'😀'.repeat(65)}`, 'description: d'),
    'name-too-long at 2',
  ],
  ['64 of them', matter(`name: ${'😀'.repeat(64)}`, 'description: d'), `${'😀'.repeat(64)}: d`],
];

for (const [about, text, expected] of TEXTS) {
  test(`Codex reads a file: ${about}`, async () => {
    const layout = repository({ [`${A}/folder/SKILL.md`]: text });
    const [said] = await answerOf('codex', layout, {}, ({ skills: [skill], candidates: [candidate] }) => [
      skill ? `${skill.name}: ${skill.description}` : `${candidate?.code} at ${candidate?.line}`,
    ]);
    assert.equal(said, expected);
  });
}

test('Codex: reasons', async () => {
  const layout = repository({
    [`${A}/linked/SKILL.md`]: { symlink: '../../../text.md' },
    'R/text.md': ok('linked'),
    [`${A}/one/SKILL.md`]: ok('one'),
    [`${A}/two`]: { symlink: 'one' },
    [`${A}/other/SKILL.md`]: ok('other'),
    [`${A}/other/agents/openai.yaml`]: 'policy:\n  products: [chatgpt]\n',
    [`${A}/odd/SKILL.md`]: matter('description: a: b', 'user-invocable: false'),
    [`${A}/odd/agents/openai.yaml`]: 'policy: [',
    [`${A}/.hidden/SKILL.md`]: ok('hidden'),
    [`${A}/case/skill.md`]: ok('case'),
    'R/x/.codex/skills/below/SKILL.md': ok('below'),
  });
  assert.deepEqual(await verdicts('codex', layout), [
    `${A}/.hidden/SKILL.md: not-read (dot-folder)`,
    `${A}/case/skill.md: not-read (wrong-case)`,
    `${A}/linked/SKILL.md: not-read (linked-skill-file)`,
    `${A}/odd/SKILL.md: active (wins) [repaired, key-ignored, openai-yaml-ignored]`,
    `${A}/one/SKILL.md: active (wins)`,
    `${A}/other/SKILL.md: not-read (other-product)`,
    `${A}/one/SKILL.md: alias (same-file)`,
    'R/x/.codex/skills/below/SKILL.md: not-read (other-level)',
  ]);
});

test('Codex: two links to one folder are two candidates, each with an id of its own', async () => {
  const layout = repository({
    'store/a/SKILL.md': ok('a'),
    'store/a/inner/SKILL.md': ok('inner'),
    [`${A}/l1`]: { symlink: '../../../store/a' },
    [`${A}/l2`]: { symlink: '../../../store/a' },
  });
  const ids = await answerOf('codex', layout, {}, ({ candidates }) => candidates.map(({ id }) => id));
  assert.deepEqual(ids, [
    `${A}//l1/SKILL.md`,
    `${A}//l1/inner/SKILL.md`,
    `${A}//l2/SKILL.md`,
    `${A}//l2/inner/SKILL.md`,
  ]);
});

test('Codex: what was read of its configuration is told', async () => {
  const layout = repository({
    'home/.codex/config.toml': 'project_root_markers = ["top"]\n[[skills.config]]\nenabled = false\n',
    'home/.codex/plugins': null,
  });
  const asked: Asked = {
    environment: { CODEX_HOME: '$ROOT/home/.codex' },
    overrides: { arguments: ['-c', 'skills.bundled.enabled=false', '-c', 'model="x"'] },
  };
  const told = await answerOf('codex', layout, asked, ({ configuration: { inputs = [], remarks } }) => [
    ...inputs.map(({ kind, name, value }) => `${kind} ${name} = ${value}`),
    ...remarks.map(({ code }) => code),
  ]);
  assert.deepEqual(told, [
    'variable CODEX_HOME = home/.codex',
    'setting project_root_markers = ["top"]',
    'setting skills.config = [{"enabled":false}]',
    'argument -c skills.bundled.enabled = false',
    'plugins-left-out',
    'config-ignored',
  ]);
});
