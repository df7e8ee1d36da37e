/** Rules of Qwen Code that no recorded layout is about, from its specification. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { qwenCode } from '../../../src/core/profiles/qwen-code';
import type { Layout } from '../../layout';
import { type Asked, ok, repository } from '../resolved';
import { answerOf, listed, matter, verdicts } from './answers';

const settings = (skills: unknown, more: object = {}) => JSON.stringify({ skills, ...more });
const USER = 'home/.qwen/settings.json';
const Q = 'R/.qwen/skills';

const EVERYWHERE = repository({
  [`${Q}/a/SKILL.md`]: ok('a'),
  'R/.agents/skills/b/SKILL.md': ok('b'),
  'home/.qwen/skills/c/SKILL.md': ok('c'),
  'home/.agents/skills/d/SKILL.md': ok('d'),
  'home/.qwen/extensions/e/qwen-extension.json': JSON.stringify({ name: 'ext', version: '1' }),
  'home/.qwen/extensions/e/skills/e/SKILL.md': ok('e'),
});
const A = `a < ${Q}/a/SKILL.md`;
const B = 'b < R/.agents/skills/b/SKILL.md';
const C = 'c < home/.qwen/skills/c/SKILL.md';
const D = 'd < home/.agents/skills/d/SKILL.md';
const E = 'ext:e < home/.qwen/extensions/e/skills/e/SKILL.md';

const TRUST_ON = { security: { folderTrust: { enabled: true } } };

const LISTED: readonly (readonly [string, Layout, Asked, readonly string[]])[] = [
  ['everything, by name', EVERYWHERE, {}, [A, B, C, D, E]],
  ['--bare leaves nothing', EVERYWHERE, { overrides: { arguments: ['--bare'] } }, []],
  ['--safe-mode leaves what is bundled', EVERYWHERE, { overrides: { arguments: ['--safe-mode'] } }, []],
  ['so does its variable', EVERYWHERE, { environment: { QWEN_CODE_SAFE_MODE: 'true' } }, []],
  ['a variable that says no', EVERYWHERE, { environment: { QWEN_CODE_SAFE_MODE: '0' } }, [A, B, C, D, E]],
  [
    'QWEN_HOME moves its own directory and its extensions, not the shared one',
    {
      ...EVERYWHERE,
      'else/skills/f/SKILL.md': ok('f'),
      'else/settings.json': settings({ disabled: ['a'] }),
    },
    { environment: { QWEN_HOME: '$ROOT/else' } },
    [`${A} (off)`, B, D, 'f < else/skills/f/SKILL.md'],
  ],
  [
    'QWEN_HOME with a ~',
    { ...EVERYWHERE, 'home/q/skills/f/SKILL.md': ok('f') },
    { environment: { QWEN_HOME: '~/q' } },
    [A, B, D, 'f < home/q/skills/f/SKILL.md'],
  ],
  ['the home directory is no project', EVERYWHERE, { workDir: 'home' }, [C, D, E]],
  [
    'levels of all settings files together',
    {
      ...EVERYWHERE,
      [USER]: settings({ disabledLevels: ['user'] }),
      'etc/qwen-code/settings.json': settings({ disabledLevels: ['extension', 'nobody'] }),
    },
    {},
    [A, B],
  ],
  [
    'the directories of skills.directories belong to the user, and come last there',
    repository({
      'x/c/SKILL.md': ok('c'),
      'x/y/SKILL.md': ok('y'),
      'home/.qwen/skills/c/SKILL.md': ok('c'),
      [USER]: settings({ directories: ['$ROOT/x'] }),
    }),
    {},
    [C, 'y < x/y/SKILL.md'],
  ],
  [
    'where the folder is not trusted, its settings do not count, and its skills do',
    {
      ...EVERYWHERE,
      [USER]: settings({}, TRUST_ON),
      'R/.qwen/settings.json': settings({ disabled: ['a', 'b', 'c'] }),
    },
    {},
    [A, B, C, D, E],
  ],
  [
    'where it is trusted, they do',
    {
      ...EVERYWHERE,
      [USER]: settings({}, TRUST_ON),
      'home/.qwen/trustedFolders.json': JSON.stringify({ $ROOT: 'TRUST_FOLDER' }),
      'R/.qwen/settings.json': settings({ disabled: [' A ', 'b'] }),
    },
    {},
    [`${A} (off)`, `${B} (off)`, C, D, E],
  ],
  [
    'the bare name of an extension’s skill does not switch it on again',
    { ...EVERYWHERE, [USER]: settings({ defaultDisabled: ['e', 'a'], enabled: ['e', 'A'] }) },
    {},
    [A, B, C, D, `${E} (off)`],
  ],
  [
    'its whole name does',
    { ...EVERYWHERE, [USER]: settings({ defaultDisabled: ['e'], enabled: ['EXT:E'] }) },
    {},
    [A, B, C, D, E],
  ],
  [
    'disabled comes before enabled',
    { ...EVERYWHERE, [USER]: settings({ disabled: ['a'], enabled: ['a'] }) },
    {},
    [`${A} (off)`, B, C, D, E],
  ],
  [
    'a skill that is switched off lets no other of its name through',
    repository({
      [`${Q}/a/SKILL.md`]: ok('a'),
      'home/.qwen/skills/a/SKILL.md': ok('a'),
      [USER]: settings({ disabled: ['a'] }),
    }),
    {},
    [`${A} (off)`],
  ],
  [
    'an extension that is switched off for this folder',
    {
      ...EVERYWHERE,
      'home/.qwen/extensions/extension-enablement.json': JSON.stringify({
        ext: { overrides: ['!$ROOT/R/*'] },
      }),
    },
    {},
    [A, B, C, D],
  ],
  [
    'a SKILL.md directly in the directory of an extension is none',
    repository({
      'home/.qwen/extensions/e/qwen-extension.json': JSON.stringify({ name: 'ext', version: '1' }),
      'home/.qwen/extensions/e/skills/SKILL.md': ok('e'),
    }),
    {},
    [],
  ],
];

for (const [about, layout, asked, expected] of LISTED) {
  test(`Qwen Code: ${about}`, async () => {
    assert.deepEqual(await listed('qwen-code', layout, asked), expected);
  });
}

const VERDICTS: readonly (readonly [string, Layout, readonly string[]])[] = [
  [
    'its own directory comes before the shared one',
    repository({ [`${Q}/x/SKILL.md`]: ok('x'), 'R/.agents/skills/x/SKILL.md': ok('x') }),
    [`${Q}/x/SKILL.md: active (wins)`, 'R/.agents/skills/x/SKILL.md: shadowed (brand-before-generic)'],
  ],
  [
    'of two of one name in one directory the order of the directory decides',
    repository({ [`${Q}/a/SKILL.md`]: ok('x'), [`${Q}/b/SKILL.md`]: ok('x') }),
    [
      `${Q}/a/SKILL.md: ambiguous (directory-order) [name-not-folder]`,
      `${Q}/b/SKILL.md: ambiguous (directory-order) [name-not-folder]`,
    ],
  ],
  [
    'a level that is switched off says so',
    repository({ [`${Q}/a/SKILL.md`]: ok('a'), [USER]: settings({ disabledLevels: ['project'] }) }),
    [`${Q}/a/SKILL.md: not-read (level-disabled)`],
  ],
  [
    'what an installation left behind',
    repository({ [`${Q}/a.backup-1-2/SKILL.md`]: ok('a'), [`${Q}/b.backup-2024/SKILL.md`]: ok('b') }),
    [
      `${Q}/a.backup-1-2/SKILL.md: not-read (skipped-folder)`,
      `${Q}/b.backup-2024/SKILL.md: active (wins) [name-not-folder]`,
    ],
  ],
  [
    'why a file is dropped',
    repository({
      [`${Q}/a/SKILL.md`]: matter('name: my skill', 'description: d'),
      [`${Q}/b/SKILL.md`]: matter('name: b', 'description: ""'),
      [`${Q}/c/SKILL.md`]: matter('name: c', 'description: "  "'),
      [`${Q}/d/SKILL.md`]: matter('name: d', 'x: y', 'description: d', 'allowedTools: Read'),
      [`${Q}/e/SKILL.md`]: matter('name: e', 'description: d', 'model: 3'),
      [`${Q}/f/SKILL.md`]: matter('name: f', 'description: d', 'paths: src'),
      [`${Q}/g/SKILL.md`]: matter('name: g', 'description: d', 'paths: [a/../b]'),
      [`${Q}/h/SKILL.md`]: '---\nname: h\ndescription: d\n---x\n',
      [`${Q}/i/SKILL.md`]: matter('description: Use when: x'),
      [`${Q}/j/SKILL.md`]: '--- \nname: j\ndescription: d\n---\n',
    }),
    [
      `${Q}/a/SKILL.md: invalid (bad-name) at 2`,
      `${Q}/b/SKILL.md: invalid (no-description) at 3`,
      `${Q}/c/SKILL.md: invalid (no-description) at 3`,
      `${Q}/d/SKILL.md: invalid (allowed-tools-not-list) at 5`,
      `${Q}/e/SKILL.md: invalid (model-not-text) at 4`,
      `${Q}/f/SKILL.md: invalid (bad-paths) at 4`,
      `${Q}/g/SKILL.md: invalid (bad-paths) at 4`,
      `${Q}/h/SKILL.md: invalid (frontmatter-unclosed) at 1`,
      `${Q}/i/SKILL.md: invalid (unquoted-colon) at 2`,
      `${Q}/j/SKILL.md: invalid (bad-fence) at 1`,
    ],
  ],
  [
    'what loads, and what is odd about it',
    repository({
      [`${Q}/a/SKILL.md`]: `\ufeff${ok('a')}`,
      [`${Q}/b/SKILL.md`]: matter('name: b', 'description: Use when: x'),
      [`${Q}/c/SKILL.md`]: matter('name: c', 'description: d', 'paths: [" ", src/**]'),
      [`${Q}/d/SKILL.md`]: matter('name: d', 'description: d', 'disable-model-invocation: true'),
      [`${Q}/e/SKILL.md`]: matter('name: e', 'description: d', 'user-invocable: false'),
      [`${Q}/f/SKILL.md`]: matter('name: f', 'description: d', 'allowed-tools: Read', 'priority: high'),
      [`${Q}/review/SKILL.md`]: ok('review'),
      [`${Q}/g/SKILL.md`]: matter('name: g', 'description: d', 'name: h'),
    }),
    [
      `${Q}/a/SKILL.md: active (wins)`,
      `${Q}/b/SKILL.md: active (wins) [unquoted-colon]`,
      `${Q}/c/SKILL.md: active (wins) [paths]`,
      `${Q}/d/SKILL.md: active (wins) [disabled]`,
      `${Q}/e/SKILL.md: active (wins) [no-command]`,
      `${Q}/f/SKILL.md: active (wins)`,
      `${Q}/g/SKILL.md: active (wins) [duplicate-key, name-not-folder]`,
      `${Q}/review/SKILL.md: active (wins) [replaces-builtin]`,
    ],
  ],
];

for (const [about, layout, expected] of VERDICTS) {
  test(`Qwen Code: ${about}`, async () => {
    assert.deepEqual(await verdicts('qwen-code', layout), expected);
  });
}

/** Name and description as they come out of the parser of its own, which takes over from a fault of YAML on. */
const BY_LINES: readonly (readonly [about: string, lines: readonly string[], expected: string])[] = [
  ['quotes are taken off', ['name: "a"', 'description: "say \\"hi\\"": x"'], 'a: say "hi"": x'],
  ['single quotes stay', ["description: 'd': x", 'name: a'], "a: 'd': x"],
  ['lists of two blanks', ['name: a', 'description:', '  - x: y', '  - 2', 'z: [', 'y: *'], 'a: x: y,2'],
  ['a number is written plainly', ['name: a', 'description: 007', 'z: ['], 'a: 7'],
  ['an indented line is a key of its own, where none is open', ['  name: a', 'description: x: y'], 'a: x: y'],
  ['but not below a key without a value', ['m:', '  name: b', 'name: a', 'description: x: y'], 'a: x: y'],
  ['the last of two counts', ['name: b', 'name: a', 'description: d'], 'a: d'],
  ['comments are passed over', ['# name: b', 'name: a', 'description: x: y # z'], 'a: x: y # z'],
];

for (const [about, lines, expected] of BY_LINES) {
  test(`Qwen Code, by lines: ${about}`, async () => {
    const found = await answerOf(
      'qwen-code',
      repository({ [`${Q}/a/SKILL.md`]: matter(...lines) }),
      {},
      answer => answer.skills.map(({ name, description }) => `${name}: ${description}`),
    );
    assert.deepEqual(found, [expected]);
  });
}

test('Qwen Code: the model is told of each skill with its level; long lists lose all but first lines', async () => {
  const layout = repository({
    [`${Q}/b/SKILL.md`]: matter('name: b', 'description: "x & y"', 'when_to_use: <now>'),
    [`${Q}/a/SKILL.md`]: matter('name: a', 'description: d', 'disable-model-invocation: true'),
  });
  const entry = (name: string, text: string, level: string) =>
    `<skill>\n<name>\n${name}\n</name>\n<description>\n${text} (${level})\n</description>\n<location>\n${level}\n</location>\n</skill>`;
  const told = (of: Layout) => answerOf('qwen-code', of, {}, ({ skills }) => [qwenCode.listing(skills)]);
  assert.deepEqual(await told(layout), [entry('b', 'x &amp; y — &lt;now&gt;', 'project')]);
  const long = matter('name: long', `description: "first\\n${'x'.repeat(8000)}"`);
  assert.deepEqual(await told(repository({ 'home/.qwen/skills/long/SKILL.md': long })), [
    entry('long', 'first', 'user'),
  ]);
});

test('Qwen Code: tells what was read', async () => {
  const layout = repository({
    [USER]: settings({ disabled: ['a'] }, TRUST_ON),
    'R/.qwen/settings.json': '{',
    'home/.qwen/trustedFolders.json': JSON.stringify({ '$ROOT/R': 'TRUST_FOLDER' }),
  });
  const told = await answerOf(
    'qwen-code',
    layout,
    { overrides: { arguments: ['--safe-mode'] } },
    ({ configuration: { inputs = [], remarks } }) => [
      ...inputs.map(({ kind, name, value }) => `${kind} ${name} = ${value}`),
      ...remarks.map(({ code }) => code),
    ],
  );
  assert.deepEqual(told, [
    'argument --safe-mode = ',
    'setting skills.disabled = ["a"]',
    'setting security.folderTrust.enabled = true',
    'trust R = TRUST_FOLDER',
    'config-json-syntax',
  ]);
});
