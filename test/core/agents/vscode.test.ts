/** Rules of VS Code that no recorded layout is about, from its specification. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderVsCodeListing } from '../../../src/core/profiles/vscode-listing';
import type { Layout } from '../../layout';
import { type Asked, ok, repository } from '../resolved';
import { answerOf, listed, matter, verdicts } from './answers';

const G = 'R/.github/skills';
const USER = 'home/.config/Code/User/settings.json';
const WORKSPACE = 'R/.vscode/settings.json';

const PARENTS = '{"chat.useCustomizationsInParentRepositories": true}';

const UP: Layout = {
  'R/.git/HEAD': 'x',
  'R/.claude/skills/top/SKILL.md': ok('top'),
  'R/x/.claude/skills/middle/SKILL.md': ok('middle'),
  'R/x/y/.claude/skills/own/SKILL.md': ok('own'),
  'R/x/y/.github/skills/own/SKILL.md': ok('own'),
  'R/x/y/.github/skills/top/SKILL.md': ok('top'),
};

const CASES: readonly (readonly [
  about: string,
  layout: Layout,
  asked: Asked,
  expected: readonly string[],
])[] = [
  [
    'only the open folder, without the repository above',
    UP,
    { workDir: 'R/x/y' },
    ['own < R/x/y/.github/skills/own/SKILL.md', 'top < R/x/y/.github/skills/top/SKILL.md'],
  ],
  [
    'with the repositories above: folder first, then upwards, kind by kind',
    { ...UP, [USER]: PARENTS },
    { workDir: 'R/x/y' },
    [
      'own < R/x/y/.github/skills/own/SKILL.md',
      'top < R/x/y/.github/skills/top/SKILL.md',
      'middle < R/x/.claude/skills/middle/SKILL.md',
    ],
  ],
  [
    'the home directory is no repository to go up to',
    {
      'home/.git/HEAD': 'x',
      'home/.github/skills/h/SKILL.md': ok('h'),
      'home/p/.github/skills/p/SKILL.md': ok('p'),
      [USER]: PARENTS,
    },
    { workDir: 'home/p' },
    ['p < home/p/.github/skills/p/SKILL.md'],
  ],
  [
    'the settings of user and workspace come together, key by key',
    repository({
      [USER]: '{ // a comment\n "chat.agentSkillsLocations": {"one": true, ".claude/skills": false,}, }',
      [WORKSPACE]: '{"chat.agentSkillsLocations": {"two": true, ".claude/skills": true}}',
      'R/one/a/SKILL.md': ok('a'),
      'R/two/a/SKILL.md': ok('a'),
      'R/two/b/SKILL.md': ok('b'),
      'R/.claude/skills/c/SKILL.md': ok('c'),
    }),
    {},
    ['c < R/.claude/skills/c/SKILL.md', 'a < R/one/a/SKILL.md', 'b < R/two/b/SKILL.md'],
  ],
  [
    'locations that are no object leave none',
    repository({ [WORKSPACE]: '{"chat.agentSkillsLocations": ["a"]}', [`${G}/a/SKILL.md`]: ok('a') }),
    {},
    [],
  ],
  [
    'the workspace has the last word on whether skills are used',
    repository({
      [USER]: '{"chat.useAgentSkills": false}',
      [WORKSPACE]: '{"chat.useAgentSkills": true}',
      [`${G}/a/SKILL.md`]: ok('a'),
    }),
    {},
    [`a < ${G}/a/SKILL.md`],
  ],
  [
    'settings that are handed over take the place of the files',
    repository({ [WORKSPACE]: '{"chat.useAgentSkills": false}', [`${G}/a/SKILL.md`]: ok('a') }),
    { overrides: { settings: {} } },
    [`a < ${G}/a/SKILL.md`],
  ],
  [
    'where the user’s data are is said on the command line',
    repository({ 'data/User/settings.json': '{"chat.useAgentSkills": false}', [`${G}/a/SKILL.md`]: ok('a') }),
    { overrides: { arguments: ['--user-data-dir', '$ROOT/data'] } },
    [],
  ],
  [
    'several folders on the command line',
    {
      'R/.github/skills/a/SKILL.md': ok('a'),
      'S/.agents/skills/a/SKILL.md': ok('a'),
      'S/.github/skills/s/SKILL.md': ok('s'),
    },
    { overrides: { arguments: ['$ROOT/S'] } },
    ['a < S/.agents/skills/a/SKILL.md', 's < S/.github/skills/s/SKILL.md'],
  ],
  [
    'of a workspace of several folders its own file has the settings',
    {
      'w.code-workspace':
        '{"folders": [{"path": "R"}, {"uri": "file://$ROOT/S"}], "settings": {"chat.agentSkillsLocations": {"my": true}}}',
      'R/my/a/SKILL.md': ok('a'),
      'S/my/b/SKILL.md': ok('b'),
      'S/.vscode/settings.json': '{"chat.useAgentSkills": false}',
    },
    { workDir: 'w.code-workspace' },
    ['a < R/my/a/SKILL.md', 'b < S/my/b/SKILL.md'],
  ],
  [
    'plugins come last, in the order of their names; the workspace names none',
    repository({
      [`${G}/alpha/SKILL.md`]: ok('alpha'),
      'home/.copilot/installed-plugins/m/one/.plugin/plugin.json': '{"name":"zz"}',
      'home/.copilot/installed-plugins/m/one/skills/alpha/SKILL.md': ok('alpha'),
      'home/.copilot/installed-plugins/m/one/skills/only/SKILL.md': ok('only'),
      'home/.copilot/installed-plugins/m/one/skills/SKILL.md': ok('skills'),
      'home/.copilot/installed-plugins/m/two/SKILL.md': ok('two'),
      'home/.copilot/installed-plugins/m/two/inner/SKILL.md': ok('inner'),
      'plug/.claude-plugin/plugin.json': '{"name":"aa"}',
      'plug/skills/p/SKILL.md': ok('p'),
      'other/skills/o/SKILL.md': ok('o'),
      [USER]: '{"chat.pluginLocations": {"$ROOT/plug": true, "$ROOT/off": false}}',
      [WORKSPACE]: '{"chat.pluginLocations": {"$ROOT/other": true}}',
    }),
    {},
    [
      `alpha < ${G}/alpha/SKILL.md`,
      'p < plug/skills/p/SKILL.md',
      'two < home/.copilot/installed-plugins/m/two/SKILL.md',
      'only < home/.copilot/installed-plugins/m/one/skills/only/SKILL.md',
    ],
  ],
];

for (const [about, layout, asked, expected] of CASES) {
  test(`VS Code: ${about}`, async () => {
    assert.deepEqual(await listed('vscode', layout, asked), expected);
  });
}

/** What a file comes to: its description, or null where there is none, and the codes of what is said about it. */
const TEXTS: readonly (readonly [
  about: string,
  text: string | { base64: string },
  description: string | null,
  codes: readonly string[],
])[] = [
  ['lone CR as line end', '---\rdescription: d\r---\rbody', 'd', []],
  ['CRLF', '---\r\ndescription: d\r\n---\r\n', 'd', []],
  ['a comment behind the value', matter('description: d # no part of it'), 'd', []],
  ['a hash in a word', matter('description: C# and d#'), 'C# and d#', []],
  ['colons in the value', matter('description: a: b: c'), 'a: b: c', []],
  ['of a key that comes twice the first', matter('description: a', 'description: b'), 'a', []],
  ['keys in another case are other keys', matter('Description: d'), null, []],
  ['a key in quotes', matter('"description": d'), 'd', []],
  ['quotes with escapes', matter('description: "a\\tb \\"c\\" \\u00e9"'), 'a\tb "c" é', []],
  ['single quotes', matter("description: 'it''s'"), "it's", []],
  ['a quote that nothing closes goes on to the end', matter('description: "a', 'name: x'), 'a name: x ', []],
  ['text behind a quote ends the reading', matter('x: "a" b', 'description: d'), null, ['header-cut']],
  ['text behind a bracket ends the reading', matter('x: [a] b', 'description: d'), null, ['header-cut']],
  ['a list is passed', matter('x: [a, "]", b]', 'description: d'), 'd', []],
  ['a list over lines is passed', matter('x: [a,', '  b]', 'y:', '- c', '- d: e', 'description: d'), 'd', []],
  ['a map over lines is passed', matter('x:', '  y: 1', '  z:', '    - a', 'description: d'), 'd', []],
  [
    'a stray line in a map ends the reading',
    matter('x:', '  y: 1', '  stray', 'description: d'),
    null,
    ['header-cut'],
  ],
  ['a bracket that nothing closes swallows the rest', matter('x: [a', 'description: d'), null, []],
  ['a list for a description', matter('description:', '  - a'), null, ['description-not-text']],
  ['a dash behind the colon', matter('description: - a'), null, ['description-not-text']],
  ['a value on the next line', matter('description:', '  text', 'x: y'), 'text', []],
  ['an empty line in a text is a line end', matter('description: a', '', '  b'), 'a\nb', []],
  ['a line that is a key is none of the text', matter('description: a', '  b: c'), 'a', []],
  ['a block keeps its last line end', matter('description: |', '  a', '  b', 'x: y'), 'a\nb\n', []],
  ['a block without it', matter('description: |-', '  a', '', 'x: y'), 'a', []],
  ['a block with all of them', matter('description: |+', '  a', '', 'x: y'), 'a\n\n', []],
  [
    'a folded block',
    matter('description: >-', '  a', '  b', '', '  c', '    d', '  e'),
    'a b\nc\n  d\ne',
    [],
  ],
  ['a bar with text behind it', matter('description: | x'), '| x', []],
  ['an empty description', matter('description:', 'x: y'), '', []],
  ['directives are passed', matter('%YAML 1.2', 'description: d'), 'd', []],
  ['indented throughout', matter('  name: folder', '  description: d'), 'd', []],
  ['a map in braces', matter('{"name": "folder", "description": "d, e", x: [1]}'), 'd, e', []],
  ['no header', 'text', null, ['no-frontmatter']],
  ['four dashes', '----\ndescription: d\n----\n', null, ['no-frontmatter']],
  ['tags', matter('description: Use <b>x</b>'), 'Use x', ['tags-removed']],
  ['flags that are none', matter('description: d', 'user-invocable: no'), 'd', ['value-ignored']],
  ['not for people', matter('description: d', 'user-invocable: "false"'), 'd', ['not-invocable']],
  ['another name', matter('name: other', 'description: d'), 'd', ['name-ignored']],
];

for (const [about, text, description, codes] of TEXTS) {
  test(`VS Code reads a file: ${about}`, async () => {
    const layout = repository({ [`${G}/folder/SKILL.md`]: text });
    const said = await answerOf('vscode', layout, {}, ({ candidates: [candidate] }) => [
      JSON.stringify(candidate?.descriptionFrom === 'none' ? null : candidate?.description),
      ...(candidate?.remarks.map(({ code }) => code) ?? []),
    ]);
    assert.deepEqual(said, [JSON.stringify(description), ...codes]);
  });
}

test('VS Code: reasons', async () => {
  const layout = repository({
    [WORKSPACE]: '{"chat.agentSkillsLocations": {".claude/skills": false}}',
    [`${G}/with space/SKILL.md`]: ok('with space'),
    [`${G}/quiet/SKILL.md`]: matter('description: d', 'disable-model-invocation: true'),
    [`${G}/none/SKILL.md`]: matter('name: none'),
    [`${G}/deep/er/SKILL.md`]: ok('er'),
    'R/.claude/skills/c/SKILL.md': ok('c'),
    'R/.vscode/skills/v/SKILL.md': ok('v'),
    'R/below/.github/skills/b/SKILL.md': ok('b'),
    'home/.copilot/skills/quiet/SKILL.md': ok('quiet'),
  });
  assert.deepEqual(await verdicts('vscode', layout), [
    `${G}/deep/er/SKILL.md: not-read (too-deep)`,
    `${G}/none/SKILL.md: active (wins) [no-description]`,
    `${G}/quiet/SKILL.md: active (wins) [disabled]`,
    `${G}/with space/SKILL.md: active (wins) [slash-name, name-not-portable]`,
    'R/.claude/skills/c/SKILL.md: not-read (setting)',
    'home/.copilot/skills/quiet/SKILL.md: shadowed (root-order)',
    'R/below/.github/skills/b/SKILL.md: not-read (other-level)',
    'R/.vscode/skills/v/SKILL.md: not-read (not-a-place)',
  ]);
});

test('VS Code: what was read of its settings is told, and what no file tells', async () => {
  const layout = repository({
    'home/.vscode/extensions': null,
    [USER]: '{"chat.pluginLocations": {"a": true}}',
    [WORKSPACE]: '{"chat.agentSkillsLocations": {"/abs": true, "g*": true, "a\\\\b": true, "~x": true}}',
  });
  const told = await answerOf('vscode', layout, {}, ({ configuration: { inputs = [], remarks } }) => [
    ...inputs.map(({ name, file }) => `${name} in ${file}`),
    ...remarks.map(({ code, text }) => `${code} ${text.args[0] ?? ''}`.trim()),
  ]);
  assert.deepEqual(told, [
    `chat.pluginLocations in ${USER}`,
    `chat.agentSkillsLocations in ${WORKSPACE}`,
    'extensions-left-out',
    'trust-unknown',
    'config-ignored /abs',
    'config-ignored g*',
    'config-ignored a\\b',
    'config-ignored ~x',
  ]);
});

test('VS Code: the listing has what the model is given, in the order in which it was found', async () => {
  const layout = repository({
    [`${G}/b/SKILL.md`]: matter('description: 1 < 2 & so on'),
    [`${G}/none/SKILL.md`]: matter('name: none'),
    'home/.agents/skills/a/SKILL.md': ok('a'),
  });
  const [text] = await answerOf('vscode', layout, {}, ({ skills }) => [renderVsCodeListing(skills)]);
  assert.equal(
    text,
    [
      '<skills>',
      '<skill>',
      '<name>b</name>',
      '<description>1 &lt; 2 &amp; so on</description>',
      `<file>${G}/b/SKILL.md</file>`,
      '</skill>',
      '<skill>',
      '<name>a</name>',
      '<description>About a.</description>',
      '<file>home/.agents/skills/a/SKILL.md</file>',
      '</skill>',
      '</skills>',
    ].join('\n'),
  );
});
