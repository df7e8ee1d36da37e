/** Rules of Gemini CLI that no recorded layout is about, from its specification. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage } from '../../../src/core/message';
import { geminiCli } from '../../../src/core/profiles/gemini-cli';
import type { Layout } from '../../layout';
import { type Asked, ok, repository } from '../resolved';
import { answerOf, listed, matter, verdicts } from './answers';

const settings = (value: unknown) => JSON.stringify(value);
const TRUSTING = settings({ security: { folderTrust: { enabled: false } } });

/** A trusted repository. */
const trusted = (layout: Layout): Layout => repository({ 'home/.gemini/settings.json': TRUSTING, ...layout });

const EVERYWHERE: Layout = {
  'R/.agents/skills/a/SKILL.md': ok('a'),
  'R/.gemini/skills/b/SKILL.md': ok('b'),
  'home/.agents/skills/c/SKILL.md': ok('c'),
  'home/.gemini/skills/d/SKILL.md': ok('d'),
};
const ALL = [
  'a < R/.agents/skills/a/SKILL.md',
  'b < R/.gemini/skills/b/SKILL.md',
  'c < home/.agents/skills/c/SKILL.md',
  'd < home/.gemini/skills/d/SKILL.md',
];
const USERS = ALL.slice(2);

const EXTENSION = 'home/.gemini/extensions/e';
const MANIFEST = settings({ name: 'ext', version: '1' });
const WITH_EXTENSION = trusted({
  [`${EXTENSION}/gemini-extension.json`]: MANIFEST,
  [`${EXTENSION}/skills/x/SKILL.md`]: ok('x'),
});
const X = `x < ${EXTENSION}/skills/x/SKILL.md`;
const ENABLEMENT = 'home/.gemini/extensions/extension-enablement.json';

const LISTED: readonly (readonly [string, Layout, Asked, readonly string[]])[] = [
  [
    'a work directory behind a link is known by its real path',
    trusted({ 'R/.gemini/skills/a/SKILL.md': ok('a'), link: { symlink: 'R' } }),
    { workDir: 'link' },
    ['a < R/.gemini/skills/a/SKILL.md'],
  ],
  ['a folder that no rule speaks of is not trusted', repository(EVERYWHERE), {}, USERS],
  [
    'GEMINI_CLI_TRUST_WORKSPACE trusts, whatever the file says',
    repository({ ...EVERYWHERE, 'home/.gemini/trustedFolders.json': settings({ $ROOT: 'DO_NOT_TRUST' }) }),
    { environment: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } },
    ALL,
  ],
  [
    'GEMINI_CLI_TRUST_WORKSPACE=false distrusts, though trust is switched off',
    trusted(EVERYWHERE),
    { environment: { GEMINI_CLI_TRUST_WORKSPACE: 'false' } },
    USERS,
  ],
  [
    'GEMINI_RESTRICTED_MODE comes before everything else',
    trusted(EVERYWHERE),
    { environment: { GEMINI_RESTRICTED_MODE: 'true', GEMINI_CLI_TRUST_WORKSPACE: 'true' } },
    USERS,
  ],
  [
    'GEMINI_CLI_TRUSTED_FOLDERS_PATH names the file of trusted folders',
    repository({ ...EVERYWHERE, 'other.json': settings({ '$ROOT/R': 'TRUST_FOLDER' }) }),
    { environment: { GEMINI_CLI_TRUSTED_FOLDERS_PATH: '$ROOT/other.json' } },
    ALL,
  ],
  [
    'the longest rule decides, by its own length',
    repository({
      ...EVERYWHERE,
      'home/.gemini/trustedFolders.json': settings({
        '$ROOT/R': 'DO_NOT_TRUST',
        '$ROOT/R/long': 'TRUST_PARENT',
      }),
    }),
    {},
    ALL,
  ],
  [
    'a rule of a folder with a like name is none',
    repository({
      ...EVERYWHERE,
      'home/.gemini/trustedFolders.json': settings({ '$ROOT/R-old': 'TRUST_FOLDER' }),
    }),
    {},
    USERS,
  ],
  [
    'settings of the workspace cannot switch off trust for itself',
    repository({ ...EVERYWHERE, 'R/.gemini/settings.json': TRUSTING }),
    {},
    USERS,
  ],
  [
    'settings of the machine come last',
    trusted({
      ...EVERYWHERE,
      'etc/gemini-cli/settings.json': settings({ security: { folderTrust: { enabled: true } } }),
    }),
    {},
    USERS,
  ],
  [
    'defaults of the machine come first',
    repository({ ...EVERYWHERE, 'etc/gemini-cli/system-defaults.json': TRUSTING }),
    {},
    ALL,
  ],
  [
    'GEMINI_CLI_HOME replaces the home directory for both directories',
    repository({
      ...EVERYWHERE,
      'else/.gemini/settings.json': TRUSTING,
      'else/.agents/skills/e/SKILL.md': ok('e'),
      'else/.gemini/skills/f/SKILL.md': ok('f'),
    }),
    { environment: { GEMINI_CLI_HOME: '$ROOT/else' } },
    [...ALL.slice(0, 2), 'e < else/.agents/skills/e/SKILL.md', 'f < else/.gemini/skills/f/SKILL.md'],
  ],
  [
    'names are switched off in any case of letters, by the name that is left after replacing characters',
    repository({
      'home/.gemini/settings.json': settings({
        security: { folderTrust: { enabled: false } },
        skills: { disabled: ['NS-X'] },
      }),
      'R/.gemini/skills/x/SKILL.md': matter('name: ns:x', 'description: d'),
    }),
    {},
    ['ns-x < R/.gemini/skills/x/SKILL.md (off)'],
  ],
  [
    'a skill that is switched off lets no other of its name through',
    repository({
      'home/.gemini/settings.json': settings({
        security: { folderTrust: { enabled: false } },
        skills: { disabled: ['a'] },
      }),
      'R/.agents/skills/a/SKILL.md': ok('a'),
      'home/.gemini/skills/a/SKILL.md': ok('a'),
    }),
    {},
    ['a < R/.agents/skills/a/SKILL.md (off)'],
  ],
  [
    'what an untrusted workspace switches off stays on',
    repository({
      ...EVERYWHERE,
      'R/.gemini/settings.json': settings({ skills: { disabled: ['c'] } }),
    }),
    {},
    USERS,
  ],
  [
    'an extension is switched off by path, and on again by a later rule',
    {
      ...WITH_EXTENSION,
      [ENABLEMENT]: settings({ ext: { overrides: ['!$ROOT/*', '$ROOT/R/'] } }),
    },
    {},
    [X],
  ],
  [
    'a rule with a star takes in what lies below',
    { ...WITH_EXTENSION, [ENABLEMENT]: settings({ ext: { overrides: ['!$ROOT/*'] } }) },
    {},
    [],
  ],
  [
    'a rule without one does not',
    { ...WITH_EXTENSION, [ENABLEMENT]: settings({ ext: { overrides: ['!$ROOT/'] } }) },
    {},
    [X],
  ],
  [
    'an extension without a version is none',
    { ...WITH_EXTENSION, [`${EXTENSION}/gemini-extension.json`]: settings({ name: 'ext' }) },
    {},
    [],
  ],
  [
    'a linked extension is read where it is',
    trusted({
      [`${EXTENSION}/.gemini-extension-install.json`]: settings({ type: 'link', source: '$ROOT/mine' }),
      'mine/gemini-extension.json': MANIFEST,
      'mine/skills/x/SKILL.md': ok('x'),
    }),
    {},
    ['x < mine/skills/x/SKILL.md'],
  ],
  [
    'placeholders are filled in in extensions only, after characters of names are replaced',
    trusted({
      [`${EXTENSION}/gemini-extension.json`]: settings({
        name: 'ext',
        version: '1',
        settings: [{ name: 'Team', envVar: 'TEAM' }],
      }),
      [`${EXTENSION}/.env`]: 'TEAM="blue"\nOTHER=red\n',
      [`${EXTENSION}/skills/x/SKILL.md`]: matter(
        `name: '\${TEAM}-\${OTHER}-\${pathSeparator}'`,
        'description: d',
      ),
      'R/.gemini/skills/y/SKILL.md': matter(`name: '\${TEAM}'`, 'description: d'),
    }),
    {},
    [`\${TEAM} < R/.gemini/skills/y/SKILL.md`, `blue-\${OTHER}-/ < ${EXTENSION}/skills/x/SKILL.md`],
  ],
  [
    'the user’s skills come before those of extensions',
    { ...WITH_EXTENSION, 'home/.gemini/skills/mine/SKILL.md': ok('x') },
    {},
    ['x < home/.gemini/skills/mine/SKILL.md'],
  ],
];

for (const [about, layout, asked, expected] of LISTED) {
  test(`Gemini CLI: ${about}`, async () => {
    assert.deepEqual(await listed('gemini-cli', layout, asked), expected);
  });
}

const G = 'R/.gemini/skills';
const VERDICTS: readonly (readonly [string, Layout, readonly string[], Asked?])[] = [
  [
    'in the home directory the directories of the user are read without trust',
    {
      ...repository({}),
      'home/.gemini/skills/a/SKILL.md': ok('a'),
      'home/.agents/skills/b/SKILL.md': ok('b'),
    },
    ['home/.agents/skills/b/SKILL.md: active (wins)', 'home/.gemini/skills/a/SKILL.md: active (wins)'],
    { workDir: 'home' },
  ],
  [
    'what takes the place of a built-in one',
    trusted({ [`${G}/skill-creator/SKILL.md`]: ok('skill-creator') }),
    [`${G}/skill-creator/SKILL.md: active (wins) [replaces-builtin]`],
  ],
  [
    'what waits for trust says so',
    repository({ [`${G}/a/SKILL.md`]: ok('a') }),
    [`${G}/a/SKILL.md: untrusted (untrusted)`],
  ],
  [
    'of two of one name in one directory the order of the directory decides',
    trusted({ [`${G}/a/SKILL.md`]: ok('x'), [`${G}/b/SKILL.md`]: ok('x') }),
    [
      `${G}/a/SKILL.md: ambiguous (directory-order) [name-not-folder]`,
      `${G}/b/SKILL.md: ambiguous (directory-order) [name-not-folder]`,
    ],
  ],
  [
    'the shared directory comes before its own',
    trusted({ [`${G}/x/SKILL.md`]: ok('x'), 'R/.agents/skills/x/SKILL.md': ok('x') }),
    ['R/.agents/skills/x/SKILL.md: active (wins)', `${G}/x/SKILL.md: shadowed (generic-before-brand)`],
  ],
  [
    'folders that are passed over for their names',
    trusted({ [`${G}/.x/SKILL.md`]: ok('x'), [`${G}/node_modules/SKILL.md`]: ok('n') }),
    [`${G}/.x/SKILL.md: not-read (dot-folder)`],
  ],
  [
    'directories above and below the work directory',
    trusted({ 'R/sub/.gemini/skills/s/SKILL.md': ok('s') }),
    ['R/sub/.gemini/skills/s/SKILL.md: not-read (only-work-dir)'],
  ],
  [
    'why a file is dropped, and what is odd about one that is not',
    trusted({
      [`${G}/a/SKILL.md`]: `\ufeff${ok('a')}`,
      [`${G}/b/SKILL.md`]: '---yaml\nname: b\ndescription: d\n---\n',
      [`${G}/c/SKILL.md`]: '---\nname: c\ndescription: d\n',
      [`${G}/d/SKILL.md`]: matter('name: d'),
      [`${G}/e/SKILL.md`]: matter('x: 1', 'name: e', 'description: Use when: x'),
      [`${G}/f/SKILL.md`]: matter('description: d'),
      [`${G}/g/SKILL.md`]: matter('name: g/h', 'description: ""'),
      [`${G}/h/SKILL.md`]: `\n${ok('h')}`,
      [`${G}/i/SKILL.md`]: 'Text.\n',
    }),
    [
      `${G}/a/SKILL.md: invalid (bom) at 1`,
      `${G}/b/SKILL.md: invalid (bad-fence) at 1`,
      `${G}/c/SKILL.md: invalid (frontmatter-unclosed) at 1`,
      `${G}/d/SKILL.md: invalid (no-description) at 2`,
      `${G}/e/SKILL.md: active (wins) [unquoted-colon]`,
      `${G}/f/SKILL.md: invalid (no-name) at 2`,
      `${G}/g/SKILL.md: active (wins) [name-changed, empty-description, name-not-folder]`,
      `${G}/h/SKILL.md: invalid (frontmatter-not-first) at 2`,
      `${G}/i/SKILL.md: invalid (no-frontmatter) at 1`,
    ],
  ],
];

for (const [about, layout, expected, asked] of VERDICTS) {
  test(`Gemini CLI: ${about}`, async () => {
    assert.deepEqual(await verdicts('gemini-cli', layout, asked), expected);
  });
}

test('Gemini CLI: does not start with settings that are no JSON, nor with a level of trust that is none', async () => {
  const failure = (layout: Layout) =>
    answerOf('gemini-cli', repository(layout), {}, ({ failure: found }) =>
      found ? [`${found.file}: ${found.code}: ${renderMessage(found.reason)}`] : [],
    );
  assert.deepEqual(await failure({ 'home/.gemini/settings.json': '{' }), [
    'home/.gemini/settings.json: config-json-syntax: it is no JSON object',
  ]);
  assert.deepEqual(await failure({ 'home/.gemini/trustedFolders.json': settings({ '/x': 'SURE' }) }), [
    'home/.gemini/trustedFolders.json: config-trust: what it says of /x is no level of trust',
  ]);
  assert.deepEqual(await failure({ 'home/.gemini/settings.json': '{ // why\n}' }), []);
});

test('Gemini CLI: tells what was read of settings, variables and trust', async () => {
  const layout = repository({
    'home/.gemini/settings.json': settings({ skills: { disabled: ['a'] } }),
    'home/.gemini/trustedFolders.json': settings({ '$ROOT/R': 'TRUST_FOLDER' }),
  });
  const asked = { environment: { GEMINI_CLI_HOME: '$ROOT/home' } };
  const inputs = await answerOf('gemini-cli', layout, asked, ({ configuration }) =>
    (configuration.inputs ?? []).map(
      ({ kind, name, value, file }) => `${kind} ${name} = ${value} (${file ?? ''})`,
    ),
  );
  assert.deepEqual(inputs, [
    'trust R = TRUST_FOLDER (home/.gemini/trustedFolders.json)',
    'variable GEMINI_CLI_HOME = home ()',
    'setting skills.disabled = ["a"] (home/.gemini/settings.json)',
  ]);
});

test('Gemini CLI: the model is told of what is on, from extensions to the workspace, as it is written', async () => {
  const layout = {
    ...WITH_EXTENSION,
    ...trusted({ [`${G}/a/SKILL.md`]: matter('name: a', 'description: <b>') }),
  };
  const lines = await answerOf('gemini-cli', { ...layout, ...WITH_EXTENSION }, {}, ({ skills }) =>
    geminiCli.listing(skills).split('\n'),
  );
  assert.deepEqual(lines.slice(0, 5), [
    '<available_skills>',
    '  <skill>',
    '    <name>x</name>',
    '    <description>About x.</description>',
    `    <location>${EXTENSION}/skills/x/SKILL.md</location>`,
  ]);
  assert.ok(lines.includes('    <description><b></description>'));
});
