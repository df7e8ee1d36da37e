/** Rules of OpenCode that no recorded layout is about, from its specification. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { opencode } from '../../../src/core/profiles/opencode';
import type { Layout } from '../../layout';
import { type Asked, ok, within } from '../resolved';
import { answerOf, listed, matter, verdicts } from './answers';

/** A repository that is one to Git. */
const git = (dir: string): Layout => ({
  [`${dir}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${dir}/.git/objects`]: null,
  [`${dir}/.git/refs`]: null,
});
const repository = (layout: Layout): Layout => ({ ...git('R'), ...layout });
const config = (value: unknown) => JSON.stringify(value);

const EVERYWHERE = repository({
  'R/.claude/skills/a/SKILL.md': ok('a'),
  'R/.agents/skills/b/SKILL.md': ok('b'),
  'R/.opencode/skills/c/SKILL.md': ok('c'),
  'home/.claude/skills/d/SKILL.md': ok('d'),
  'home/.agents/skills/e/SKILL.md': ok('e'),
  'home/.opencode/skill/f/SKILL.md': ok('f'),
  'home/.config/opencode/skills/g/SKILL.md': ok('g'),
});
const A = 'a < R/.claude/skills/a/SKILL.md';
const B = 'b < R/.agents/skills/b/SKILL.md';
const C = 'c < R/.opencode/skills/c/SKILL.md';
const D = 'd < home/.claude/skills/d/SKILL.md';
const E = 'e < home/.agents/skills/e/SKILL.md';
const F = 'f < home/.opencode/skill/f/SKILL.md';
const G = 'g < home/.config/opencode/skills/g/SKILL.md';

const PATHS = repository({ 'x/w/SKILL.md': ok('w'), 'y/v/SKILL.md': ok('v') });
const W = 'w < x/w/SKILL.md';
const V = 'v < y/v/SKILL.md';
const paths = (...of: readonly string[]) => config({ skills: { paths: of } });

const LISTED: readonly (readonly [string, Layout, Asked, readonly string[]])[] = [
  ['everything, by name', EVERYWHERE, {}, [A, B, C, D, E, F, G]],
  [
    'without what is of others',
    EVERYWHERE,
    { environment: { OPENCODE_DISABLE_EXTERNAL_SKILLS: '1' } },
    [C, F, G],
  ],
  [
    'without what is Claude Code’s',
    EVERYWHERE,
    { environment: { OPENCODE_DISABLE_CLAUDE_CODE_SKILLS: 'TRUE' } },
    [B, C, E, F, G],
  ],
  [
    'the same by the wider switch',
    EVERYWHERE,
    { environment: { OPENCODE_DISABLE_CLAUDE_CODE: '1' } },
    [B, C, E, F, G],
  ],
  [
    'a switch that says no',
    EVERYWHERE,
    { environment: { OPENCODE_DISABLE_CLAUDE_CODE: '0' } },
    [A, B, C, D, E, F, G],
  ],
  [
    'without the configuration of the project its .claude and .agents stay',
    { ...EVERYWHERE, ...PATHS, 'R/opencode.json': paths('$ROOT/x') },
    { environment: { OPENCODE_DISABLE_PROJECT_CONFIG: '1' } },
    [A, B, D, E, F, G],
  ],
  [
    'in the home directory, its .opencode is read whatever becomes of the project’s',
    EVERYWHERE,
    { workDir: 'home', environment: { OPENCODE_DISABLE_PROJECT_CONFIG: '1' } },
    [D, E, F, G],
  ],
  [
    'OPENCODE_CONFIG_DIR adds a directory',
    {
      ...EVERYWHERE,
      'more/skill/h/SKILL.md': ok('h'),
      'more/opencode.json': paths('$ROOT/x'),
      'x/w/SKILL.md': ok('w'),
    },
    { environment: { OPENCODE_CONFIG_DIR: '$ROOT/more' } },
    [A, B, C, D, E, F, G, 'h < more/skill/h/SKILL.md', W],
  ],
  [
    'XDG_CONFIG_HOME moves the directory for all projects',
    { ...EVERYWHERE, 'xdg/opencode/skills/h/SKILL.md': ok('h') },
    { environment: { XDG_CONFIG_HOME: '$ROOT/xdg' } },
    [A, B, C, D, E, F, 'h < xdg/opencode/skills/h/SKILL.md'],
  ],
  [
    'OPENCODE_TEST_HOME moves the home directory, but not ~/.config',
    { ...EVERYWHERE, 'else/.agents/skills/h/SKILL.md': ok('h') },
    { environment: { OPENCODE_TEST_HOME: '$ROOT/else' } },
    [A, B, C, G, 'h < else/.agents/skills/h/SKILL.md'],
  ],
  [
    'skills.paths of the project take the place of those for all projects',
    {
      ...PATHS,
      'home/.config/opencode/opencode.json': paths('$ROOT/x'),
      'R/opencode.json': paths('$ROOT/y'),
    },
    {},
    [V],
  ],
  [
    'OPENCODE_CONFIG comes before the project, OPENCODE_CONFIG_CONTENT after it',
    { ...PATHS, 'other.json': paths('$ROOT/x'), 'R/opencode.json': config({}) },
    { environment: { OPENCODE_CONFIG: '$ROOT/other.json' } },
    [W],
  ],
  [
    'and over it',
    { ...PATHS, 'R/opencode.json': paths('$ROOT/x') },
    { environment: { OPENCODE_CONFIG_CONTENT: paths('$ROOT/y') } },
    [V],
  ],
  [
    'what the machine says counts last',
    { ...PATHS, 'R/opencode.json': paths('$ROOT/x'), 'etc/opencode/opencode.json': paths('$ROOT/y') },
    {},
    [V],
  ],
  [
    '~ in skills.paths, and a variable',
    repository({
      'home/mine/w/SKILL.md': ok('w'),
      'y/v/SKILL.md': ok('v'),
      'R/opencode.json': paths('~/mine', '{env:TEAM}/y'),
    }),
    { environment: { TEAM: '$ROOT' } },
    ['v < y/v/SKILL.md', 'w < home/mine/w/SKILL.md'],
  ],
  [
    'dot folders count below .agents, and nowhere else',
    repository({
      'R/.agents/skills/.x/a/SKILL.md': ok('a'),
      'R/.opencode/skills/.x/b/SKILL.md': ok('b'),
      'R/.opencode/skills/y/.z/c/SKILL.md': ok('c'),
    }),
    {},
    ['a < R/.agents/skills/.x/a/SKILL.md'],
  ],
  [
    'a repository in a repository ends the way up',
    { ...EVERYWHERE, ...git('R/inner'), 'R/inner/.agents/skills/i/SKILL.md': ok('i') },
    { workDir: 'R/inner' },
    [D, E, F, G, 'i < R/inner/.agents/skills/i/SKILL.md'],
  ],
  [
    'a .git that is a file is the top of a work tree',
    {
      'R/.git': 'gitdir: /elsewhere\n',
      '.agents/skills/up/SKILL.md': ok('up'),
      'R/sub/.agents/skills/s/SKILL.md': ok('s'),
    },
    { workDir: 'R/sub' },
    ['s < R/sub/.agents/skills/s/SKILL.md'],
  ],
  [
    'what is denied is kept from the model, the last rule that matches deciding',
    {
      ...EVERYWHERE,
      'R/opencode.json': config({
        permission: { skill: { '*': 'deny', a: 'allow', '?': 'allow', c: 'deny' } },
      }),
    },
    { environment: { OPENCODE_PERMISSION: config({ skill: { g: 'deny' } }) } },
    [A, B, `${C} (not for the model)`, D, E, F, `${G} (not for the model)`],
  ],
  [
    'all are denied at once by one word',
    {
      ...repository({ 'R/.agents/skills/b/SKILL.md': ok('b') }),
      'R/opencode.json': config({ permission: 'deny' }),
    },
    {},
    [`${B} (not for the model)`],
  ],
];

for (const [about, layout, asked, expected] of LISTED) {
  test(`OpenCode: ${about}`, async () => {
    assert.deepEqual(await listed('opencode', layout, asked), expected);
  });
}

const S = 'R/.agents/skills';
const COLON = matter('name: x', 'description: Use when: y');

const VERDICTS: readonly (readonly [string, Layout, Asked, readonly string[]])[] = [
  [
    'of two of one name either can win; likelier the one in its own directory, and the higher one',
    repository({
      'R/.claude/skills/x/SKILL.md': ok('x', 'one'),
      'R/.agents/skills/x/SKILL.md': ok('x', 'two'),
      'R/.opencode/skill/x/SKILL.md': ok('x', 'three'),
      'R/.opencode/skills/x/SKILL.md': ok('x', 'four'),
      'R/sub/.opencode/skills/x/SKILL.md': ok('x', 'five'),
    }),
    { workDir: 'R/sub' },
    [
      'R/.opencode/skills/x/SKILL.md: ambiguous (read-order)',
      'R/.opencode/skill/x/SKILL.md: ambiguous (read-order)',
      'R/sub/.opencode/skills/x/SKILL.md: ambiguous (read-order)',
      'R/.agents/skills/x/SKILL.md: ambiguous (read-order)',
      'R/.claude/skills/x/SKILL.md: ambiguous (read-order)',
    ],
  ],
  [
    'of copies that have to be mended only the first that is read loads',
    repository({
      'R/.claude/skills/x/SKILL.md': COLON,
      'R/.agents/skills/x/SKILL.md': COLON,
      'R/.opencode/skills/x/SKILL.md': `${COLON}More.\n`,
    }),
    {},
    [
      'R/.opencode/skills/x/SKILL.md: ambiguous (read-order) [unquoted-colon]',
      'R/.agents/skills/x/SKILL.md: invalid (mended-before)',
      'R/.claude/skills/x/SKILL.md: ambiguous (read-order) [unquoted-colon]',
    ],
  ],
  [
    'a directory that skills.paths names once more',
    repository({ [`${S}/x/SKILL.md`]: ok('x'), 'R/opencode.json': paths('.agents/skills') }),
    {},
    [`${S}/x/SKILL.md: active (wins)`],
  ],
  [
    'directories that lie elsewhere',
    repository({ 'R/sub/.agents/skills/s/SKILL.md': ok('s') }),
    {},
    ['R/sub/.agents/skills/s/SKILL.md: not-read (not-on-the-way-up)'],
  ],
  [
    'a switch that keeps it from a directory',
    repository({ 'R/.claude/skills/x/SKILL.md': ok('x') }),
    { environment: { OPENCODE_DISABLE_CLAUDE_CODE: '1' } },
    ['R/.claude/skills/x/SKILL.md: not-read (variable)'],
  ],
  [
    'why a file is dropped',
    repository({
      [`${S}/a/SKILL.md`]: matter('name: 1:30', 'description: d'),
      [`${S}/b/SKILL.md`]: matter('name: b', 'description:'),
      [`${S}/c/SKILL.md`]: matter('description: d'),
      [`${S}/d/SKILL.md`]: '---toml\nname = "d"\n---\n',
      [`${S}/e/SKILL.md`]: '---JSON\n{"name":"e"}\n---\n',
      [`${S}/f/SKILL.md`]: '---json\n{"name":}\n---\n',
      [`${S}/g/SKILL.md`]: matter('name: g', 'description: [WIP] x'),
      [`${S}/h/SKILL.md`]: matter('name: h', 'allowed-tools: a: b'),
      [`${S}/i/SKILL.md`]: `\ufeff${matter('name: i', 'description: a: b')}`,
      [`${S}/j/SKILL.md`]: '----\nname: j\n----\n',
      [`${S}/k/SKILL.md`]: '---js\nthrow 1\n---\n',
    }),
    {},
    [
      `${S}/a/SKILL.md: invalid (name-not-text) at 2`,
      `${S}/b/SKILL.md: invalid (description-not-text) at 3`,
      `${S}/c/SKILL.md: invalid (no-name) at 2`,
      `${S}/d/SKILL.md: invalid (unknown-language) at 1`,
      `${S}/e/SKILL.md: invalid (unknown-language) at 1`,
      `${S}/f/SKILL.md: invalid (json-syntax) at 2`,
      `${S}/g/SKILL.md: invalid (indentation) at 3`,
      `${S}/h/SKILL.md: invalid (unquoted-colon) at 3`,
      `${S}/i/SKILL.md: invalid (unquoted-colon) at 3`,
      `${S}/j/SKILL.md: invalid (bad-fence) at 1`,
      `${S}/k/SKILL.md: invalid (evaluates-javascript) at 1`,
    ],
  ],
  [
    'what loads, and what is odd about it',
    repository({
      [`${S}/a/SKILL.md`]: matter('name: 0o17', 'description: 08'),
      [`${S}/b/SKILL.md`]: matter('name: b'),
      [`${S}/c/SKILL.md`]: `\ufeff---yml  \r\nname: c\r\ndescription: d\r\n--- end\r\n`,
      [`${S}/d/SKILL.md`]: '---\nname: d\ndescription: d\n',
      [`${S}/e/SKILL.md`]: matter('name: ""', 'description: ""'),
      [`${S}/f/SKILL.md`]: matter('name: f', 'x:', '\ty: z'),
      [`${S}/g/inner/SKILL.md`]: matter('name: inner', 'description: a', '# b: c: d'),
    }),
    {},
    [
      `${S}/a/SKILL.md: active (wins) [name-not-folder]`,
      `${S}/b/SKILL.md: active (wins) [no-description]`,
      `${S}/c/SKILL.md: active (wins)`,
      `${S}/d/SKILL.md: active (wins) [frontmatter-unclosed]`,
      `${S}/e/SKILL.md: active (wins) [empty-name, name-not-folder, name-not-portable]`,
      `${S}/f/SKILL.md: active (wins) [no-description]`,
      `${S}/g/inner/SKILL.md: active (wins)`,
    ],
  ],
];

for (const [about, layout, asked, expected] of VERDICTS) {
  test(`OpenCode: ${about}`, async () => {
    assert.deepEqual(await verdicts('opencode', layout, asked), expected);
  });
}

test('OpenCode: a program in place of frontmatter is never run', () =>
  within({}, async built => {
    const trace = built.at('trace');
    const program = `require('node:fs').writeFileSync(${JSON.stringify(trace)}, 'x')`;
    for (const opening of ['---js', '---javascript', '---JS']) {
      const outcome = await opencode.parse(`${opening}\n${program}\n---\n`, 'x', 'directory');
      assert.equal(outcome.ok, false);
      assert.equal(outcome.ok === false && outcome.code, 'evaluates-javascript');
    }
    assert.equal(existsSync(trace), false);
  }));

test('OpenCode: the model is told of what has a description and is not denied, places as addresses', async () => {
  const layout = repository({
    [`${S}/b/SKILL.md`]: matter('name: b', 'description: <b> & c'),
    [`${S}/a/SKILL.md`]: matter('name: a'),
  });
  const lines = await answerOf('opencode', layout, {}, ({ skills }) => opencode.listing(skills).split('\n'));
  assert.deepEqual(
    lines.slice(2, -1).map(line => line.replace(/file:.*\/R\//, 'R/')),
    [
      '<available_skills>',
      '  <skill>',
      '    <name>b</name>',
      '    <description><b> & c</description>',
      `    <location>${S}/b/SKILL.md</location>`,
      '  </skill>',
    ],
  );
});

test('OpenCode: hostile texts and patterns come to an end', async () => {
  const many = 20_000;
  const texts = [
    `---\n${'\n'.repeat(many)}---\n`,
    `---\nname: a\nx:\n${'\ty: z\n'.repeat(many)}---\n`,
    `---\nname: a\n${'b: c: d\n'.repeat(many)}---\n`,
    `---\n${'- '.repeat(200)}\n---\n`,
    `---\nname: ${'a '.repeat(many)}\n${' '.repeat(many)}x\n---\n`,
  ];
  for (const text of texts) assert.equal(typeof (await opencode.parse(text, 'x', 'directory')).ok, 'boolean');
  const name = 'a'.repeat(5000);
  const layout = repository({
    [`${S}/x/SKILL.md`]: matter(`name: ${name}`, 'description: d'),
    'R/opencode.json': config({ permission: { skill: { [`${'*a'.repeat(60)}*b`]: 'deny' } } }),
  });
  assert.deepEqual(await listed('opencode', layout), [`${name} < ${S}/x/SKILL.md`]);
});

test('OpenCode: tells what was read', async () => {
  const layout = repository({
    'home/.config/opencode/opencode.jsonc':
      '{ // mine\n "skills": { "paths": ["x"], "urls": ["https://s.example"] }, }',
    'R/opencode.json': '{',
  });
  const asked = { environment: { OPENCODE_DISABLE_CLAUDE_CODE: '1' } };
  const told = await answerOf('opencode', layout, asked, ({ configuration: { inputs = [], remarks } }) => [
    ...inputs.map(({ kind, name, value, file }) => `${kind} ${name} = ${value} (${file ?? ''})`),
    ...remarks.map(({ code }) => code),
  ]);
  const file = 'home/.config/opencode/opencode.jsonc';
  assert.deepEqual(told, [
    'variable OPENCODE_DISABLE_CLAUDE_CODE = 1 ()',
    `setting skills.paths = ["x"] (${file})`,
    `setting skills.urls = ["https://s.example"] (${file})`,
    'config-json-syntax',
    'urls-not-read',
  ]);
});
