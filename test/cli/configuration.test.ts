/** What the command takes from kimi-cli's configuration, and that nothing else of it ever comes out. */
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { run } from '../../src/cli/run';
import { asOrdinaryUser, within } from '../core/resolved';
import { type Layout, skillText } from '../layout';
import { type Surroundings, whichSkill, whichSkillIn } from './command';

const skills: Layout = {
  'R/.git': null,
  'R/.kimi/skills': null,
  'R/.claude/skills/brand/SKILL.md': skillText('brand'),
  'R/team/team/SKILL.md': skillText('team'),
  'share/plugins/plugged/SKILL.md': skillText('plugged'),
};

const off = 'merge_all_available_skills = false\n';

/** Layouts, and the names that load. */
const read: readonly [title: string, files: Layout, names: readonly string[], surroundings?: Surroundings][] =
  [
    ['none', {}, ['brand']],
    ['config.toml', { 'home/.kimi/config.toml': `${off}extra_skill_dirs = ["team"]\n` }, ['team']],
    [
      'config.json where there is no TOML',
      {
        'home/.kimi/config.json':
          '{"merge_all_available_skills": false, "extra_skill_dirs": ["$ROOT/R/team"]}',
      },
      ['team'],
    ],
    [
      'config.json beside a TOML counts for nothing',
      {
        'home/.kimi/config.json': '{"merge_all_available_skills": false}',
        'home/.kimi/config.toml': 'extra_skill_dirs = ["./team"]\n',
      },
      ['brand', 'team'],
    ],
    [
      'a broken link for a TOML is none',
      {
        'home/.kimi/config.toml': { symlink: 'gone.toml' },
        'home/.kimi/config.json': '{"merge_all_available_skills": false}',
      },
      [],
    ],
    [
      'KIMI_SHARE_DIR',
      { 'home/.kimi/config.toml': off, 'share/config.toml': 'extra_skill_dirs = ["team"]\n' },
      ['brand', 'plugged', 'team'],
      { env: { KIMI_SHARE_DIR: '$ROOT/share' } },
    ],
    [
      'KIMI_SHARE_DIR relative to the work directory',
      { 'share/config.toml': off },
      ['plugged'],
      { env: { KIMI_SHARE_DIR: '../share' } },
    ],
    ['KIMI_SHARE_DIR empty', { 'home/.kimi/config.toml': off }, [], { env: { KIMI_SHARE_DIR: '' } }],
    [
      'KIMI_SHARE_DIR with a tilde: expanded for the file, not for the plugins',
      { 'home/share/config.toml': off, 'R/~/share/plugins/odd/SKILL.md': skillText('odd') },
      ['odd'],
      { env: { KIMI_SHARE_DIR: '~/share' } },
    ],
    [
      'XDG_CONFIG_HOME and the like move nothing',
      { 'home/.config/agents/skills/generic/SKILL.md': skillText('generic') },
      ['brand', 'generic'],
      {
        env: { XDG_CONFIG_HOME: '$ROOT/share', CLAUDE_CONFIG_DIR: '$ROOT/share', CODEX_HOME: '$ROOT/share' },
      },
    ],
  ];

for (const [title, files, names, surroundings] of read) {
  test(`read: ${title}`, async () => {
    const { output, errors, status } = await whichSkillIn(
      { ...skills, ...files },
      ['list', '--json'],
      surroundings,
    );
    assert.deepEqual({ status, errors }, { status: 0, errors: '' });
    assert.deepEqual(
      JSON.parse(output).skills.map(({ name }: { name: string }) => name),
      names,
    );
  });
}

test('options go before the configuration', () =>
  within({ ...skills, 'home/.kimi/config.toml': 'extra_skill_dirs = ["team"]\n' }, async built => {
    const names = async (...args: string[]) =>
      JSON.parse((await whichSkill(built, ['list', '--json', ...args])).output).skills.map(
        ({ name }: { name: string }) => name,
      );
    assert.deepEqual(await names(), ['brand', 'team']);
    assert.deepEqual(await names('--no-merge-brands'), ['team']);
    assert.deepEqual(await names('--extra-skill-dir', '../share/plugins'), ['brand', 'plugged']);
  }));

const SECRET = 'sk-6f1d0c7e5b';

/** A configuration as kimi-cli has it, with a key in it. */
const working = `
default_model = "${SECRET}-model"

[models.${SECRET}-model]
provider = "${SECRET}-provider"
model = "m"

[providers.${SECRET}-provider]
type = "kimi"
base_url = "https://${SECRET}.invalid"
api_key = "${SECRET}"
`;

/** Texts of a config.toml that keep kimi-cli from starting, and what is said of them. */
const broken: readonly [title: string, text: Layout[string], said: RegExp][] = [
  ['a key twice', `api_key = "${SECRET}"\napi_key = "${SECRET}"\n`, /config\.toml: line 2 sets a key/],
  [
    'a skill key twice',
    `extra_skill_dirs = []\n${working}`.replace('[]', `[]\nextra_skill_dirs = ["${SECRET}"]`),
    /set on line 1 and again on line 2/,
  ],
  ['no value', `${working}token = ${SECRET}\n`, /is not valid TOML/],
  ['an open string', `${working}token = "${SECRET}\n`, /is not valid TOML/],
  ['a bad escape', `token = "C:\\${SECRET}"\n`, /backslash/],
  ['JSON', `{"api_key": "${SECRET}"}`, /holds JSON/],
  ['a byte order mark', `\ufeff${working}`, /byte order mark/],
  [
    'not UTF-8',
    { base64: Buffer.from(`token = "${SECRET}\u00e9"\n`, 'latin1').toString('base64') },
    /not UTF-8/,
  ],
  ['a model that is not there', `default_model = "${SECRET}"\n`, /names a model that is not in models/],
  ['a provider that is not there', `[models.${SECRET}]\nprovider = "${SECRET}"\n`, /names a provider/],
  ['merge is no truth value', `merge_all_available_skills = "${SECRET}"\n`, /must be true or false/],
  ['extra is no list', `extra_skill_dirs = "${SECRET}"\n`, /must be a list of strings/],
  ['extra holds a number', `extra_skill_dirs = ["/", 1]\napi_key = "${SECRET}"\n`, /its entry 2 is none/],
  ['extra holds a NUL', `extra_skill_dirs = ["\\u0000${SECRET}"]\n`, /NUL/],
];

for (const [title, text, said] of broken) {
  test(`secret: ${title}`, () =>
    within({ ...skills, 'home/.kimi/config.toml': text }, async built => {
      const runs = [['list'], ['list', '--json'], ['brand'], ['-a', 'brand'], ['prompt'], ['nothing']];
      for (const { output, errors } of await Promise.all(runs.map(args => whichSkill(built, args)))) {
        assert.match(errors, /^which-skill: kimi-cli 1\.49 does not start here: ~\/\.kimi\/config\.toml/);
        assert.match(errors.split('\n')[0] ?? '', said);
        assert.ok(!(output + errors).includes(SECRET), output + errors);
      }
    }));
}

test('secret: a configuration in order, one with misplaced keys, and one in JSON', async () => {
  const misplaced = `${working}\nextra_skill_dirs = ["${SECRET}-dir"]\nmergeAllAvailableSkills = "${SECRET}"\n`;
  const configurations: Layout[] = [
    { 'home/.kimi/config.toml': working },
    { 'home/.kimi/config.toml': misplaced },
    { 'home/.kimi/config.json': `{"api_key": "${SECRET}", "default_model": ""}` },
    { 'home/.kimi/config.json': `{"api_key": "${SECRET}",}` },
    { 'home/.kimi/config.json': `{"providers": {"${SECRET}": "${SECRET}"}}` },
    { 'home/.kimi/config.json': `api_key = "${SECRET}"` },
  ];
  for (const files of configurations) {
    await within({ ...skills, ...files }, async built => {
      const runs = [['list'], ['list', '--json'], ['brand']];
      for (const { output, errors } of await Promise.all(runs.map(args => whichSkill(built, args))))
        assert.ok(!(output + errors).includes(SECRET), output + errors);
    });
  }
});

test('keys that do nothing are pointed out', async () => {
  const { output } = await whichSkillIn(
    {
      ...skills,
      'home/.kimi/config.toml': 'extraSkillDirs = ["team"]\n[mcp.client]\nextra_skill_dirs = []\n',
    },
    ['list'],
  );
  assert.match(output, /⚠ extraSkillDirs on line 1 is not a key of kimi-cli/);
  assert.match(output, /⚠ extra_skill_dirs on line 3 belongs to the table \[mcp\.client\]/);
});

test('entries of extra_skill_dirs that lead nowhere are listed with the reason', async () => {
  const entries = ['', 'gone', '$HOME/x', '~nobody-of-that-name/x', 'file', ' ', 'loop', 'link'];
  const { output } = await whichSkillIn(
    {
      ...skills,
      'R/file': 'Text.\n',
      'R/loop': { symlink: 'loop' },
      'R/link': { symlink: 'not/there' },
      'home/.kimi/config.toml': `extra_skill_dirs = ${JSON.stringify(entries)}\n`,
    },
    ['list', '--json'],
  );
  assert.deepEqual(
    JSON.parse(output)
      .roots.filter(({ group }: { group: string }) => group === 'configured')
      .map(({ verdict, code, reason }: Record<string, string>) => [verdict, code, reason]),
    [
      ['missing', 'no-place', 'an empty entry'],
      ['missing', 'no-directory', 'no such directory'],
      ['missing', 'no-directory', 'no such directory'],
      ['missing', 'no-place', 'no such user'],
      ['missing', 'not-a-directory', 'a file stands where the directory should be'],
      ['missing', 'no-directory', 'no such directory'],
      ['missing', 'link-loop', 'its link leads in a circle'],
      ['missing', 'broken-link', 'link target missing: not/there'],
    ],
  );
});

test('a configuration that may not be read keeps kimi-cli from starting', () =>
  within({ ...skills, 'home/.kimi/config.toml': { text: working, mode: 0o000 } }, async built => {
    chmodSync(built.root, 0o755);
    const { HOME } = process.env;
    process.env.HOME = built.at('home');
    try {
      const { status, errors } = await asOrdinaryUser(() =>
        run(['--profile=kimi-cli', 'brand'], {
          currentDirectory: () => built.at('R'),
          environment: {},
          terminal: null,
        }),
      );
      const line =
        'which-skill: kimi-cli 1.49 does not start here: ~/.kimi/config.toml: no permission to read it\n';
      assert.deepEqual({ status, errors }, { status: 0, errors: line });
    } finally {
      process.env.HOME = HOME;
    }
  }));

test('a directory in place of the configuration keeps kimi-cli from starting', async () => {
  const { errors } = await whichSkillIn({ ...skills, 'home/.kimi/config.toml': null }, ['brand']);
  assert.equal(
    errors,
    'which-skill: kimi-cli 1.49 does not start here: ~/.kimi/config.toml: it is a directory\n',
  );
});

test('all that keeps kimi-cli from starting is said, each with its file', async () => {
  const latin = { base64: Buffer.from([0xe9]).toString('base64') };
  const { errors } = await whichSkillIn(
    {
      ...skills,
      'R/.agents/skills/one/SKILL.md': latin,
      'R/.agents/skills/two/SKILL.md': latin,
      'R/.agents/skills/flat.md': latin,
      'home/.kimi/config.toml': 'a = 1\nb =\n',
    },
    ['brand'],
  );
  assert.deepEqual(errors.split('\n'), [
    'which-skill: kimi-cli 1.49 does not start here: ~/.kimi/config.toml: line 2 is not valid TOML',
    'which-skill: kimi-cli 1.49 does not start here: .agents/skills/one/SKILL.md: not UTF-8: byte 0xe9 at offset 0',
    'which-skill: kimi-cli 1.49 does not start here: .agents/skills/two/SKILL.md: not UTF-8: byte 0xe9 at offset 0',
    '',
  ]);
});
