/** Rules of Claude Code that no recorded outcome covers, one by one, as its specification states them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candidate, Resolution } from '../../../src/core/types';
import type { BuiltLayout, Layout } from '../../layout';
import { type Asked, ok, relative, resolveIn, within } from '../resolved';

const NAMED = (description: string) => `---\ndescription: ${description}\n---\nbody\n`;
const ask = (layout: Layout, asked: Asked, use: (answer: Resolution, built: BuiltLayout) => void) =>
  within(layout, async built => {
    const { arguments: args, ...overrides } = asked.overrides ?? {};
    const placed = args?.map(value => value.replace('$ROOT', built.root));
    use(
      await resolveIn(built, {
        profile: 'claude-code',
        ...asked,
        overrides: { systemDir: built.at('etc'), ...overrides, ...(placed && { arguments: placed }) },
      }),
      built,
    );
  });

/** What is listed, each with what is special about it. */
function listed({ skills }: Resolution): readonly string[] {
  return skills.map(({ name, listed: isListed, enabled, called, nameOnly }) => {
    const marks = [
      isListed || enabled === false ? '' : 'not for the model',
      enabled === false ? 'off' : '',
      called === false ? 'not called' : '',
      nameOnly ? 'name only' : '',
    ];
    return [name, ...marks.filter(mark => mark !== '')].join(', ');
  });
}

function candidateOf({ candidates }: Resolution, name: string): Candidate {
  const found = candidates.find(candidate => candidate.name === name);
  assert.ok(found, `no candidate ${name}`);
  return found;
}

const rootOf = ({ roots }: Resolution, label: string) => roots.find(root => root.label === label);

test('the walk upwards ends before the home directory, whose skills are people’s own', async () => {
  const layout: Layout = {
    'home/.claude/skills/u/SKILL.md': ok('u'),
    'home/work/.claude/skills/w/SKILL.md': ok('w'),
    '.claude/skills/above/SKILL.md': ok('above'),
    'home/work/a': null,
  };
  await ask(layout, { workDir: 'home/work/a' }, answer => {
    assert.deepEqual(listed(answer), ['u', 'w']);
    assert.equal(rootOf(answer, '~/.claude/skills')?.source, 'user');
  });
  await ask(layout, { workDir: 'home' }, answer => assert.deepEqual(listed(answer), ['u']));
});

test('an inner directory comes before an outer one, a directory that is added after both', async () => {
  const layout: Layout = {
    'R/.git': null,
    'R/.claude/skills/x/SKILL.md': NAMED('root'),
    'R/a/.claude/skills/x/SKILL.md': NAMED('inner'),
    'other/.claude/skills/x/SKILL.md': NAMED('added'),
  };
  await ask(layout, { workDir: 'R/a', overrides: { arguments: ['--add-dir', '$ROOT/other'] } }, answer => {
    assert.deepEqual(
      answer.skills.map(({ description, called }) => [description, called]),
      [
        ['inner', undefined],
        ['root', false],
        ['added', false],
      ],
    );
    assert.deepEqual(
      answer.candidates.map(({ verdict, code }) => [verdict, code]),
      [
        ['active', 'wins'],
        ['listed', 'nearer'],
        ['listed', 'add-dir-last'],
      ],
    );
  });
});

test('CLAUDE_CONFIG_DIR takes the place of ~/.claude, for commands and settings too', async () => {
  const layout: Layout = {
    'R/.git': null,
    'home/.claude/skills/h/SKILL.md': ok('h'),
    'alt/skills/c/SKILL.md': ok('c'),
    'alt/commands/cmd.md': 'A command\n',
    'alt/settings.json': '{"skillOverrides":{"c":"name-only"}}',
  };
  await within(layout, async built => {
    const environment = { CLAUDE_CONFIG_DIR: built.at('alt') };
    const answer = await resolveIn(built, { profile: 'claude-code', environment });
    assert.deepEqual(listed(answer), ['c, name only', 'cmd']);
    assert.equal(candidateOf(answer, 'h').code, 'data-elsewhere');
    assert.deepEqual(
      answer.configuration.inputs?.map(({ name, value, file }) => [
        name,
        relative(`${value} ${file}`, built),
      ]),
      [
        ['CLAUDE_CONFIG_DIR', 'alt undefined'.replace('alt', built.at('alt')).replace(`${built.root}/`, '')],
        ['skillOverrides', '{"c":"name-only"} alt/settings.json'],
      ],
    );
  });
});

test('a file that is reached on two ways is loaded once, on the first', async () => {
  const layout: Layout = {
    'R/.git': null,
    'home/.claude/skills/x/SKILL.md': ok('x'),
    'R/.claude/skills': { symlink: '$ROOT/home/.claude/skills' },
  };
  await ask(layout, {}, answer => {
    assert.deepEqual(listed(answer), ['x']);
    assert.deepEqual(
      answer.candidates.map(({ verdict, code }) => [verdict, code]),
      [
        ['active', 'wins'],
        ['alias', 'same-file'],
      ],
    );
  });
});

test('a declared name answers before the folder of that name, where it comes first', async () => {
  const layout: Layout = { 'R/.claude/skills/a/SKILL.md': ok('b'), 'R/.claude/skills/b/SKILL.md': ok('b') };
  await ask(layout, {}, (answer, built) => {
    assert.deepEqual(listed(answer), ['a', 'b, not called']);
    const b = candidateOf(answer, 'b');
    assert.deepEqual([b.verdict, b.code], ['listed', 'declared-name']);
    assert.equal(b.winner, built.at('R/.claude/skills/a/SKILL.md'));
  });
  await ask({ 'R/.claude/skills/a/SKILL.md': ok('a'), 'R/.claude/skills/b/SKILL.md': ok('a') }, {}, answer =>
    assert.deepEqual(listed(answer), ['a', 'b']),
  );
});

const FRONTMATTER: Readonly<Record<string, readonly [text: string, description: string, remark?: string]>> = {
  'a byte order mark': ['\uFEFF---\ndescription: d\n---\nb\n', '---', 'bom'],
  'an empty line first': ['\n---\ndescription: d\n---\nb\n', '---', 'frontmatter-not-first'],
  'lone carriage returns': ['---\rdescription: d\r---\rb\r', '---'],
  'nothing that closes it': ['---\ndescription: d\n', '---', 'frontmatter-unclosed'],
  'carriage returns and line feeds': ['---\r\ndescription: d\r\n---\r\nb\r\n', 'd'],
  'blanks after the dashes': ['---  \ndescription: d\n--- \nb\n', 'd'],
  'an end within a line': ['---\ndescription: one---two\n---\nb\n', 'one', 'frontmatter-cut'],
  'a list': ['---\n- a\n---\nBody line\n', 'Body line'],
  'no text at all': ['', 'Skill'],
  'a header only': ['---\nname: x\n---\n', 'Skill'],
  'a long first line': [`${'w'.repeat(120)}\n`, `${'w'.repeat(97)}...`],
  'a colon in a value': ['---\ndescription: Use: it\n---\nb\n', 'Use: it', 'unquoted-colon'],
  'a block that cannot be mended': ['---\ndescription: "x\n---\nBody\n', 'Body', 'frontmatter-ignored'],
  'text by number': ['---\ndescription: 1.5\n---\nb\n', '1.5'],
  'the last of two': ['---\ndescription: a\ndescription: b\n---\nb\n', 'b'],
  'when to use it': ['---\ndescription: d\nwhen_to_use: often\n---\nb\n', 'd - often'],
};
for (const [what, [text, description, remark]] of Object.entries(FRONTMATTER)) {
  test(`a skill file with ${what} loads`, async () => {
    await ask({ 'R/.claude/skills/x/SKILL.md': text }, {}, answer => {
      const x = candidateOf(answer, 'x');
      assert.deepEqual([x.verdict, x.description], ['active', description]);
      const codes = x.remarks.map(({ code }) => code).filter(code => code !== 'declared-name-is-alias');
      assert.deepEqual(codes, remark === undefined ? [] : [remark]);
    });
  });
}

test('a fault in the frontmatter is told with its line', async () => {
  await ask({ 'R/.claude/skills/x/SKILL.md': '---\nname: x\ndescription: a: b\n---\n' }, {}, answer =>
    assert.equal(candidateOf(answer, 'x').remarks[0]?.line, 3),
  );
});

test('flags count when they are true, by themselves or in quotes', async () => {
  const flag = (lines: string) => `---\ndescription: d\n${lines}\n---\nb\n`;
  const layout: Layout = {
    'R/.claude/skills/a/SKILL.md': flag('disable-model-invocation: true'),
    'R/.claude/skills/b/SKILL.md': flag('disable-model-invocation: "true"'),
    'R/.claude/skills/c/SKILL.md': flag('disable-model-invocation: yes'),
    'R/.claude/skills/d/SKILL.md': flag('user-invocable: yes'),
    'R/.claude/skills/e/SKILL.md': flag('paths: ["src/**", "**"]'),
    'R/.claude/skills/f/SKILL.md': flag('paths: "**"'),
    'R/.claude/skills/g/SKILL.md': flag('user-invocable: true'),
  };
  await ask(layout, {}, answer => {
    assert.deepEqual(listed(answer), [
      'a, not for the model',
      'b, not for the model',
      'c',
      'd',
      'e, not for the model',
      'f',
      'g',
    ]);
    const codes = 'cdefg'.split('').map(name => candidateOf(answer, name).remarks.map(({ code }) => code));
    assert.deepEqual(codes, [[], ['not-user-invocable'], [], [], []]);
  });
});

test('a skill file of more than 1,000,000 bytes is not read; a plugin’s may be larger', async () => {
  const text = `${NAMED('d')}${'x'.repeat(1_000_000)}`;
  const layout: Layout = {
    'R/.claude/skills/big/SKILL.md': text,
    'pl/skills/big/SKILL.md': text,
    'pl/.claude-plugin/plugin.json': '{"name":"p"}',
  };
  await ask(layout, { overrides: { arguments: ['--plugin-dir=$ROOT/pl'] } }, answer => {
    assert.deepEqual(listed(answer), ['p:big']);
    assert.equal(candidateOf(answer, 'big').code, 'too-large');
  });
});

test('skillOverrides: the managed settings come last, plugins are not concerned', async () => {
  const layout: Layout = {
    'R/.claude/skills/a/SKILL.md': ok('a'),
    'R/.claude/skills/b/SKILL.md': ok('b'),
    'R/.claude/skills/c/SKILL.md': ok('c'),
    'pl/skills/a/SKILL.md': ok('a'),
    'R/.claude/settings.local.json': '{"skillOverrides":{"a":"on","b":"off","c":"sometimes","p:a":"off"}}',
    'etc/claude-code/managed-settings.json': '{"skillOverrides":{"a":"user-invocable-only"}}',
  };
  await ask(layout, { overrides: { arguments: ['--plugin-dir', '$ROOT/pl'] } }, answer => {
    assert.deepEqual(listed(answer), ['a, not for the model', 'b, off', 'c', 'pl:a']);
    assert.deepEqual(
      [candidateOf(answer, 'b').verdict, candidateOf(answer, 'a').unlisted?.code],
      ['disabled', 'skill-override'],
    );
  });
  const flags = ['--settings', '{"skillOverrides":{"c":"off"}}'];
  await ask(layout, { overrides: { arguments: flags } }, answer =>
    assert.deepEqual(listed(answer), ['a, not for the model', 'b, off', 'c, off']),
  );
});

test('settings that are no JSON are told, and count for nothing', async () => {
  await ask({ 'R/.claude/skills/a/SKILL.md': ok('a'), 'R/.claude/settings.json': '{' }, {}, answer => {
    assert.deepEqual(listed(answer), ['a']);
    assert.deepEqual(
      answer.configuration.remarks.map(({ code }) => code),
      ['malformed-settings'],
    );
  });
});

const EVERYWHERE: Layout = {
  'R/.git': null,
  'R/.claude/skills/p/SKILL.md': ok('p'),
  'R/.claude/commands/c.md': 'c\n',
  'home/.claude/skills/u/SKILL.md': ok('u'),
  'etc/claude-code/.claude/skills/m/SKILL.md': ok('m'),
  'other/.claude/skills/o/SKILL.md': ok('o'),
  'pl/skills/s/SKILL.md': ok('s'),
  'pl/.claude-plugin/plugin.json': '{"name":"pl"}',
};
const DIRS = ['--add-dir', '$ROOT/other', '--plugin-dir', '$ROOT/pl'];
const SWITCHES: Readonly<Record<string, readonly [Layout, Asked, readonly string[]]>> = {
  nothing: [{}, {}, ['m', 'u', 'p', 'o', 'c', 'pl:s']],
  '--bare': [{}, { overrides: { arguments: ['--bare'] } }, ['o']],
  '--safe-mode': [{}, { overrides: { arguments: ['--safe-mode'] } }, []],
  CLAUDE_CODE_SAFE_MODE: [{}, { environment: { CLAUDE_CODE_SAFE_MODE: '1' } }, []],
  '--disable-slash-commands': [{}, { overrides: { arguments: ['--disable-slash-commands'] } }, []],
  'no policy': [
    {},
    { environment: { CLAUDE_CODE_DISABLE_POLICY_SKILLS: 'true' } },
    ['u', 'p', 'o', 'c', 'pl:s'],
  ],
  '--setting-sources user': [
    {},
    { overrides: { arguments: ['--setting-sources', 'user'] } },
    ['m', 'u', 'o', 'pl:s'],
  ],
  'plugins only': [
    { 'etc/claude-code/managed-settings.json': '{"strictPluginOnlyCustomization":["skills"]}' },
    {},
    ['m', 'pl:s'],
  ],
  'plugins only, but for something else': [
    { 'etc/claude-code/managed-settings.json': '{"strictPluginOnlyCustomization":["hooks"]}' },
    {},
    ['m', 'u', 'p', 'o', 'c', 'pl:s'],
  ],
  'plugins only, said by a project': [
    { 'R/.claude/settings.json': '{"strictPluginOnlyCustomization":true}' },
    {},
    ['m', 'u', 'p', 'o', 'c', 'pl:s'],
  ],
};
for (const [what, [more, asked, names]] of Object.entries(SWITCHES)) {
  test(`switches: ${what}`, async () => {
    const overrides = { arguments: [...DIRS, ...(asked.overrides?.arguments ?? [])] };
    await ask({ ...EVERYWHERE, ...more }, { ...asked, overrides }, answer => {
      assert.deepEqual(listed(answer), names);
      for (const { verdict, file } of answer.candidates)
        assert.ok(verdict === 'active' || verdict === 'not-read', file);
    });
  });
}

test('bundled skills are mentioned unless a setting switches them off', async () => {
  const carried = (layout: Layout, environment: Record<string, string>) =>
    within({ 'R/.git': null, ...layout }, async built => {
      const asked: Asked = { profile: 'claude-code', environment, overrides: { systemDir: built.at('etc') } };
      const answer = await resolveIn(built, { ...asked, overrides: { builtinDir: '' } });
      return answer.roots.find(({ group }) => group === 'builtin')?.carries?.includes('simplify') ?? false;
    });
  assert.equal(await carried({}, {}), true);
  assert.equal(await carried({}, { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '1' }), false);
  assert.equal(await carried({ 'home/.claude/settings.json': '{"disableBundledSkills":true}' }, {}), false);
});

test('a plugin in a directory of skills: a project’s waits for trust, and one can be switched off', async () => {
  const plugin = (dir: string, name: string): Layout => ({
    [`${dir}/.claude-plugin/plugin.json`]: `{"name":"${name}"}`,
    [`${dir}/SKILL.md`]: ok('root'),
    [`${dir}/skills/in ner/SKILL.md`]: ok('in'),
  });
  const layout = { 'R/.git': null, ...plugin('R/.claude/skills/pp', 'ppn') };
  await ask(layout, {}, answer => {
    assert.deepEqual(listed(answer), ['pp']);
    const waiting = candidateOf(answer, 'ppn:in-ner');
    assert.deepEqual([waiting.verdict, waiting.code], ['untrusted', 'untrusted']);
  });
  const trusted = '{"projects":{"$ROOT/R":{"hasTrustDialogAccepted":true}}}';
  await ask({ ...layout, 'home/.claude.json': trusted }, {}, (answer, built) => {
    assert.deepEqual(listed(answer), ['pp', 'ppn:in-ner']);
    assert.deepEqual(answer.configuration.inputs, [
      { kind: 'trust', name: built.at('R'), value: 'trusted', file: built.at('home/.claude.json') },
    ]);
  });
  const off = { 'home/.claude/settings.json': '{"enabledPlugins":{"spn@skills-dir":false}}' };
  await ask({ 'R/.git': null, ...plugin('home/.claude/skills/sp', 'spn'), ...off }, {}, answer => {
    assert.deepEqual(listed(answer), ['sp, off']);
    assert.equal(candidateOf(answer, 'spn:in-ner').code, 'plugin-off');
  });
});

test('directories below the work directory wait, but those that Git ignores are not read', async () => {
  const layout: Layout = {
    'R/.git/HEAD': 'ref: refs/heads/main\n',
    'R/.git/objects': null,
    'R/.git/refs': null,
    'R/.git/info/exclude': 'hidden\n',
    'R/.gitignore': '# a comment\n/out*/\n!outer/\ndeep/**/gen\n',
    'R/pkg/.claude/skills/n/SKILL.md': NAMED('nested'),
    'R/outer/.claude/skills/o/SKILL.md': NAMED('not ignored after all'),
    'R/out1/.claude/skills/i/SKILL.md': NAMED('ignored'),
    'R/hidden/.claude/skills/e/SKILL.md': NAMED('excluded'),
    'R/deep/gen/.claude/skills/g/SKILL.md': NAMED('generated'),
  };
  await ask(layout, {}, answer => {
    assert.deepEqual(listed(answer), []);
    const verdicts = answer.candidates.map(({ name, verdict, code }) => `${name} ${verdict} ${code}`);
    assert.deepEqual([...verdicts].sort(), [
      'e not-read git-ignored',
      'g not-read git-ignored',
      'i not-read git-ignored',
      'n on-demand nested',
      'o on-demand nested',
    ]);
    assert.equal(
      candidateOf(answer, 'n').description,
      'nested (from pkg/.claude/skills — applies when working on files under pkg/)',
    );
  });
  await ask(layout, { overrides: { arguments: ['--setting-sources', 'user'] } }, answer =>
    assert.deepEqual(
      answer.candidates.map(({ verdict }) => verdict),
      Array(5).fill('not-read'),
    ),
  );
});

test('a nested skill has the name of its directory before its own where that is taken; settings go by its folder', async () => {
  const layout: Layout = {
    'R/.claude/skills/n/SKILL.md': NAMED('top'),
    'R/pkg/.claude/skills/n/SKILL.md': NAMED('nested'),
    'R/a/b/.claude/skills/m/SKILL.md': NAMED('one'),
    'R/c/.claude/skills/m/SKILL.md': NAMED('two'),
    'home/.claude/settings.json': '{"skillOverrides":{"n":"name-only","m":"user-invocable-only"}}',
  };
  await ask(layout, {}, answer => {
    assert.deepEqual(listed(answer), ['n, name only']);
    assert.deepEqual(
      answer.candidates.map(({ name, verdict, unlisted }) => [name, verdict, unlisted?.code]),
      [
        ['n', 'active', undefined],
        ['c:m', 'on-demand', 'skill-override'],
        ['pkg:n', 'on-demand', undefined],
        ['a/b:m', 'on-demand', 'skill-override'],
      ],
    );
  });
});

test('in the home directory its settings count once', async () => {
  const layout: Layout = {
    'home/.claude/skills/a/SKILL.md': ok('a'),
    'home/.claude/settings.json': '{"skillOverrides":{"a":"off"}}',
  };
  await ask(layout, { workDir: 'home' }, answer => {
    assert.deepEqual(listed(answer), ['a, off']);
    assert.equal(answer.configuration.inputs?.length, 1);
  });
});

test('a description of more than 1,536 characters is cut, by the setting of another length', async () => {
  const layout: Layout = { 'R/.claude/skills/x/SKILL.md': NAMED('y'.repeat(1_600)) };
  await ask(layout, {}, answer => {
    const [skill] = answer.skills;
    assert.equal(skill?.description, `${'y'.repeat(1_535)}…`);
    assert.equal(candidateOf(answer, 'x').remarks[0]?.code, 'description-cut');
  });
  await ask({ ...layout, 'home/.claude/settings.json': '{"skillListingMaxDescChars":10}' }, {}, answer =>
    assert.equal(answer.skills[0]?.description, `${'y'.repeat(9)}…`),
  );
});

test('hostile texts and patterns cost no more than their length', async () => {
  const many = 200_000;
  const layout: Layout = {
    'R/.git/HEAD': 'ref: refs/heads/main\n',
    'R/.git/objects': null,
    'R/.git/refs': null,
    'R/.gitignore': `${'*a'.repeat(100)}b\n${'**/'.repeat(50)}c\nx${' '.repeat(many)}y\n[z-\n`,
    [`R/${'a'.repeat(250)}/.claude/skills/n/SKILL.md`]: NAMED('nested'),
    'R/.claude/skills/a/SKILL.md': `---${'\n'.repeat(many)}`,
    'R/.claude/skills/b/SKILL.md': `---\ndescription: x: ${' '.repeat(many)}y\rz\n---\nb\n`,
    'R/.claude/skills/c/SKILL.md': `#${' '.repeat(many)}x\u2028y\n`,
    'R/.claude/skills/d/SKILL.md': `---\na: b: c\n${'-'.repeat(many)}x\n---\nb\n`,
    'R/.claude/skills/e/SKILL.md': `---\n${Array.from({ length: 30_000 }, (_, key) => `? k${key}\n`).join('')}---\nb\n`,
  };
  await ask(layout, {}, answer => {
    assert.deepEqual(listed(answer), ['a', 'b', 'c', 'd', 'e']);
    assert.equal(candidateOf(answer, 'n').verdict, 'on-demand');
  });
  const keys = Array.from({ length: 30_000 }, (_, key) => `? k${key}\n`).join('');
  for (const profile of ['copilot-cli', 'amp'] as const) {
    const text = `---\n${keys}description: d\nname: x\n? k7\n---\nb\n`;
    await ask({ 'R/.agents/skills/x/SKILL.md': text }, { profile }, answer => {
      const x = candidateOf(answer, 'x');
      assert.deepEqual([x.code, x.line], ['duplicate-key', 30_004]);
    });
  }
});

test('what other tools read is not read, and is said so', async () => {
  const layout: Layout = {
    'R/.git': null,
    'R/.agents/skills/a/SKILL.md': ok('a'),
    'R/.github/skills/g/SKILL.md': ok('g'),
    'home/.agents/skills/h/SKILL.md': ok('h'),
    'R/.claude/skills/flat.md': NAMED('flat'),
    'R/.claude/skills/group/deep/SKILL.md': ok('deep'),
  };
  await ask(layout, {}, answer => {
    assert.deepEqual(listed(answer), []);
    const codes = answer.candidates.map(({ name, code }) => `${name} ${code}`);
    assert.deepEqual([...codes].sort(), [
      'a shared-not-read',
      'deep too-deep',
      'flat flat-file',
      'g other-tool',
      'h shared-not-read',
    ]);
  });
});
