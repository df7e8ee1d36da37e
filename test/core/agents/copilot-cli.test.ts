/** Rules of Copilot CLI that no recorded outcome covers, or only together with others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Layout } from '../../layout';
import { type Asked, ok, resolveIn, within } from '../resolved';
import { listed, matter, verdicts } from './answers';

const COPILOT = 'copilot-cli';
const of = (description: string) => matter('name: x', `description: ${description}`);

test('the order: kinds of directories, then plugins, people’s own, then what people name', async () => {
  const order = [
    'R/a/.github/skills/x/SKILL.md',
    'R/.github/skills/x/SKILL.md',
    'R/a/.agents/skills/x/SKILL.md',
    'R/.agents/skills/x/SKILL.md',
    'R/a/.claude/skills/x/SKILL.md',
    'R/.claude/skills/x/SKILL.md',
    'R/a/.claude/commands/x.md',
    'R/.claude/commands/x.md',
    'plug/skills/x/SKILL.md',
    'home/.copilot/skills/x/SKILL.md',
    'home/.agents/skills/x/SKILL.md',
    'by-variable/x/SKILL.md',
    'by-setting/x/SKILL.md',
  ];
  const asked: Asked = {
    workDir: 'R/a',
    environment: { COPILOT_SKILLS_DIRS: '$ROOT/by-variable' },
    overrides: { arguments: ['--plugin-dir', '$ROOT/plug'] },
  };
  for (const [index, first] of order.entries()) {
    const layout: Layout = {
      'R/.git': null,
      'R/a': null,
      'home/.copilot/settings.json': '{"skillDirectories":["$ROOT/by-setting"]}',
      ...Object.fromEntries(order.slice(index).map(file => [file, of(file)])),
    };
    assert.deepEqual(await listed(COPILOT, layout, asked), [`x < ${first}`]);
  }
});

test('in one root the skill comes first whose path comes first, and the list is in that order', async () => {
  const layout: Layout = {
    'R/.github/skills/b/SKILL.md': of('second'),
    'R/.github/skills/a/deep/er/SKILL.md': of('first'),
    'R/.github/skills/c/SKILL.md': ok('c'),
    'R/.github/skills/a/z/SKILL.md': ok('z'),
  };
  assert.deepEqual(await listed(COPILOT, layout), [
    'x < R/.github/skills/a/deep/er/SKILL.md',
    'z < R/.github/skills/a/z/SKILL.md',
    'c < R/.github/skills/c/SKILL.md',
  ]);
});

test('a file that links lead to twice is one skill', async () => {
  const layout: Layout = {
    'ext/SKILL.md': matter('description: d'),
    'R/.github/skills/one': { symlink: '$ROOT/ext' },
    'R/.github/skills/two': { symlink: '$ROOT/ext' },
  };
  assert.deepEqual(await verdicts(COPILOT, layout), [
    'R/.github/skills/one/SKILL.md: active (wins)',
    'R/.github/skills/two/SKILL.md: alias (same-file)',
  ]);
});

test('-C moves the work directory, and what is relative to it', async () => {
  const layout: Layout = {
    'R/.git': null,
    'R/.github/skills/r/SKILL.md': ok('r'),
    'R/sub/.github/skills/s/SKILL.md': ok('s'),
    'R/sub/more/m/SKILL.md': ok('m'),
    'home/.copilot/settings.json': '{"skillDirectories":["more"]}',
  };
  assert.deepEqual(await listed(COPILOT, layout, { overrides: { arguments: ['-C', 'sub'] } }), [
    's < R/sub/.github/skills/s/SKILL.md',
    'r < R/.github/skills/r/SKILL.md',
    'm < R/sub/more/m/SKILL.md',
  ]);
});

test('a custom entry may be a skill itself', async () => {
  const layout: Layout = {
    'solo/SKILL.md': matter('description: d'),
    'solo/inner/SKILL.md': ok('inner'),
    'home/.copilot/settings.json': '{"skillDirectories":["$ROOT/solo"]}',
  };
  assert.deepEqual(await listed(COPILOT, { R: null, ...layout }), ['solo < solo/SKILL.md']);
});

test('what is read in projects only, what a variable keeps away, and what waits for a session', async () => {
  const layout: Layout = {
    'R/.git': null,
    'home/.claude/skills/a/SKILL.md': ok('a'),
    'home/.agents/skills/b/SKILL.md': ok('b'),
    'home/.copilot/skills/c/SKILL.md': ok('c'),
    'other/.github/skills/d/SKILL.md': ok('d'),
    'R/pkg/.github/skills/e/SKILL.md': ok('e'),
    'R/.github/skills/.dot/SKILL.md': ok('f'),
    'R/.github/skills/flat.md': ok('g'),
    'R/.claude/commands/folder/SKILL.md': ok('h'),
  };
  const asked: Asked = {
    environment: { COPILOT_HOME: '$ROOT/alt' },
    overrides: { arguments: ['--add-dir', '$ROOT/other'] },
  };
  const answer = await verdicts(COPILOT, layout, asked);
  assert.deepEqual([...answer].sort(), [
    'R/.claude/commands/folder/SKILL.md: not-read (skipped-folder)',
    'R/.github/skills/.dot/SKILL.md: not-read (dot-folder)',
    'R/.github/skills/flat.md: not-read (flat-file)',
    'R/pkg/.github/skills/e/SKILL.md: not-read (outside-the-walk)',
    'home/.agents/skills/b/SKILL.md: not-read (copilot-home)',
    'home/.claude/skills/a/SKILL.md: not-read (only-in-projects)',
    'home/.copilot/skills/c/SKILL.md: not-read (data-elsewhere)',
    'other/.github/skills/d/SKILL.md: not-read (sessions-only)',
  ]);
});

test('names that are switched off are listed as such, in either spelling of the setting', async () => {
  for (const name of ['disabledSkills', 'disabled_skills']) {
    const layout: Layout = {
      'R/.github/skills/a/SKILL.md': ok('a'),
      'R/.github/skills/b/SKILL.md': ok('b'),
      'home/.copilot/settings.json': `{"${name}":["a", 1],}`,
    };
    assert.deepEqual(await listed(COPILOT, layout), [
      'a < R/.github/skills/a/SKILL.md (off)',
      'b < R/.github/skills/b/SKILL.md',
    ]);
    assert.deepEqual(
      (await verdicts(COPILOT, layout))[0],
      'R/.github/skills/a/SKILL.md: disabled (disabled-skill)',
    );
  }
});

test('trust is told: sessions load a project’s skills in trusted folders only', async () => {
  const remarks = (layout: Layout, asked: Asked) =>
    within({ 'R/.git': null, 'R/.github/skills/a/SKILL.md': ok('a'), ...layout }, async built => {
      const { configuration, skills } = await resolveIn(built, { profile: COPILOT, ...asked });
      assert.equal(skills.length, 1);
      const trust = configuration.inputs?.filter(({ kind }) => kind === 'trust').map(({ value }) => value);
      return [configuration.remarks.map(({ code }) => code), trust];
    });
  assert.deepEqual(await remarks({}, {}), [['untrusted'], []]);
  const trusted = { 'home/.copilot/config.json': '{"trusted_folders":["$ROOT"]}' };
  assert.deepEqual(await remarks(trusted, {}), [[], ['trusted']]);
  assert.deepEqual(await remarks({}, { overrides: { arguments: ['--trust-folder'] } }), [[], []]);
  assert.deepEqual(await remarks({}, { environment: { COPILOT_ALLOW_ALL: 'true' } }), [[], []]);
  assert.deepEqual(await remarks({}, { environment: { COPILOT_ALLOW_ALL: '1' } }), [['untrusted'], []]);
});

const TEXTS: Readonly<Record<string, readonly [text: string, verdict: string]>> = {
  'no header': ['text\n', 'invalid (no-frontmatter) at 1'],
  'a blank before its header': [` ${of('d')}`, 'invalid (frontmatter-not-first) at 1'],
  'an empty line before its header': [`\n${of('d')}`, 'invalid (frontmatter-not-first) at 2'],
  'an indented end': ['---\nname: x\n  ---\nb\n', 'invalid (frontmatter-unclosed) at 1'],
  'an end without a line end': ['---\nname: x\ndescription: d\n---', 'active (wins)'],
  'dashes in a block of text': ['---\ndescription: |\n  a\n  ---\n  b\nname: x\n---\n', 'active (wins)'],
  'a name in brackets': [matter('name: [x]', 'description: d'), 'invalid (name-not-text) at 2'],
  'a blank name': [matter('name: " "', 'description: d'), 'invalid (no-name) at 2'],
  'a name of 65': [matter(`name: ${'n'.repeat(65)}`), 'invalid (too-long-name) at 2'],
  'a slash in its name': [matter('description: d', 'name: a/b'), 'invalid (bad-name) at 3'],
  'a description of 1,025': [of('d'.repeat(1025)), 'invalid (too-long-description) at 3'],
  'a number for a description': [of('12'), 'invalid (description-not-text) at 3'],
  'no value for a description': [of(''), 'invalid (description-not-text) at 3'],
  'a colon in a value': [of('a: b'), 'invalid (unquoted-colon) at 3'],
  'an alias to nothing': [of('*a'), 'invalid (alias)'],
  'a key that comes twice': [matter('name: x', 'name: x'), 'invalid (duplicate-key) at 3'],
  'a key that comes twice inside another': [
    matter('metadata:', '  a: 1', '  a: 2'),
    'invalid (duplicate-key) at 4',
  ],
  'a second document': [matter('name: x', '...', 'name: y'), 'invalid (second-document)'],
  'a flag in quotes': [matter('name: x', 'user-invocable: "true"'), 'invalid (flag-not-boolean) at 3'],
  'a number for a hint': [matter('name: x', 'argument-hint: 1'), 'invalid (argument-hint-not-text) at 3'],
  'a list of tools': [matter('name: x', 'allowed-tools: [a, b]'), 'active (wins)'],
  'a list of numbers for tools': [
    matter('name: x', 'allowed-tools: [1]'),
    'invalid (bad-allowed-tools) at 3',
  ],
  'a license of any kind': [matter('name: x', 'license: [1]', 'compatibility: 2'), 'active (wins)'],
  'a flag that hides it': [matter('name: x', 'disable-model-invocation: true'), 'active (wins) [disabled]'],
  'a flag that keeps people out': [
    matter('name: x', 'user-invocable: false'),
    'active (wins) [not-user-invocable]',
  ],
  'blanks in its name': [matter('name: my  x', 'description: d'), 'active (wins) [name-changed]'],
};
for (const [what, [text, verdict]] of Object.entries(TEXTS)) {
  test(`a skill with ${what}: ${verdict}`, async () => {
    const file = 'R/.github/skills/x/SKILL.md';
    assert.deepEqual(await verdicts(COPILOT, { [file]: text }), [`${file}: ${verdict}`]);
  });
}

test('a description in a block of lines has no line end of its own at the end of the header', async () => {
  const description = (...lines: readonly string[]) =>
    within({ 'R/.github/skills/x/SKILL.md': matter(...lines) }, async built => {
      const { skills } = await resolveIn(built, { profile: COPILOT });
      return skills[0]?.description;
    });
  assert.equal(await description('name: x', 'description: |', '  one', '  two'), 'one\ntwo');
  assert.equal(await description('description: |', '  one', '  two', 'name: x'), 'one\ntwo\n');
  assert.equal(await description('name: x', 'description: >', '  one', '  two'), 'one two');
});
