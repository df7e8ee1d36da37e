/** Rules of Amp, one by one, as its specification states them: they were read in the program, which was not run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candidate, Resolution } from '../../../src/core/types';
import type { Layout } from '../../layout';
import { ok, resolveLayout } from '../resolved';

const ask = (layout: Layout, workDir = 'R') => resolveLayout(layout, { profile: 'amp', workDir });
const from = (description: string) => `---\nname: x\ndescription: ${description}\n---\nbody\n`;
const names = ({ skills }: Resolution) => skills.map(({ name }) => name);

function candidateOf({ candidates }: Resolution, end: string): Candidate {
  const found = candidates.find(({ file }) => file.endsWith(end));
  assert.ok(found, `no candidate ${end}`);
  return found;
}

test('people’s own skills come before those of the project, .agents before .claude, the nearer before the farther', async () => {
  const order: readonly (readonly [directory: string, source: string])[] = [
    ['home/.config/agents/skills', 'user-agents'],
    ['home/.agents/skills', 'user-agents'],
    ['home/.config/amp/skills', 'user-amp'],
    ['R/a/.agents/skills', 'workspace-agents'],
    ['R/.agents/skills', 'workspace-agents'],
    ['R/a/.claude/skills', 'workspace-claude'],
    ['R/.claude/skills', 'workspace-claude'],
    ['home/.claude/skills', 'user-claude'],
    ['home/.claude/plugins/cache/market/plugin/1/skills', 'plugin'],
    ['more', 'custom-path'],
  ];
  for (const [index, [directory, source]] of order.entries()) {
    const layout = Object.fromEntries(order.slice(index).map(([dir]) => [`${dir}/x/SKILL.md`, from(dir)]));
    const settings = { 'home/.config/amp/settings.json': '{ // c\n"amp.skills.path": "none:$ROOT/more",}' };
    const answer = await ask({ 'R/a': null, 'R/.git': null, ...layout, ...settings }, 'R/a');
    assert.deepEqual(
      answer.skills.map(skill => [skill.description, skill.source]),
      [[directory, source]],
    );
    assert.equal(answer.candidates.length, order.length - index);
  }
});

test('a repository ends nothing: what lies above it is read up to the top', async () => {
  const answer = await ask({ 'R/.git': null, '.agents/skills/up/SKILL.md': ok('up'), 'R/b': null }, 'R/b');
  assert.deepEqual(names(answer), ['up']);
});

test('below the work directory nothing is read', async () => {
  const answer = await ask({ 'R/.git': null, 'R/pkg/.agents/skills/n/SKILL.md': ok('n') });
  assert.deepEqual(names(answer), []);
  assert.equal(candidateOf(answer, 'n/SKILL.md').code, 'below-work-dir');
});

test('settings drop the shared directories of the home, and all that is Claude Code’s', async () => {
  const layout: Layout = {
    'home/.config/agents/skills/a/SKILL.md': ok('a'),
    'home/.agents/skills/b/SKILL.md': ok('b'),
    'home/.config/amp/skills/c/SKILL.md': ok('c'),
    'R/.agents/skills/d/SKILL.md': ok('d'),
    'R/.claude/skills/e/SKILL.md': ok('e'),
    'home/.claude/skills/f/SKILL.md': ok('f'),
    'home/.claude/plugins/cache/m/p/1/skills/g/SKILL.md': ok('g'),
  };
  const set = (name: string) => ({ 'home/.config/amp/settings.json': `{"amp.skills.${name}": true}` });
  assert.deepEqual(names(await ask(layout)), ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  const noAgents = await ask({ ...layout, ...set('disableGlobalAgentsSkills') });
  assert.deepEqual(names(noAgents), ['c', 'd', 'e', 'f', 'g']);
  assert.equal(candidateOf(noAgents, 'a/SKILL.md').code, 'disabled-by-setting');
  assert.deepEqual(
    noAgents.configuration.inputs?.map(({ name }) => name),
    ['amp.skills.disableGlobalAgentsSkills'],
  );
  const noClaude = await ask({ ...layout, ...set('disableClaudeCodeSkills') });
  // The setting names rows five to seven of the order: the project's own `.claude` among them.
  assert.deepEqual(names(noClaude), ['a', 'b', 'c', 'd']);
});

test('custom directories: ~ is the home directory, others are relative to the work directory', async () => {
  const answer = await ask({
    'home/t/a/SKILL.md': ok('a'),
    'R/rel/b/SKILL.md': ok('b'),
    'home/.config/amp/settings.json': '{"amp.skills.path": "~/t:rel:gone"}',
  });
  assert.deepEqual(names(answer), ['a', 'b']);
  assert.deepEqual(
    answer.roots.filter(({ group }) => group === 'configured').map(({ label, verdict }) => [label, verdict]),
    [
      ['~/t', 'active'],
      ['rel', 'active'],
      ['gone', 'missing'],
    ],
  );
});

test('five folders below a root are looked at, dot folders and skills among them', async () => {
  const answer = await ask({
    'R/.agents/skills/SKILL.md': ok('top'),
    'R/.agents/skills/1/2/3/4/five/SKILL.md': ok('five'),
    'R/.agents/skills/1/2/3/4/5/six/SKILL.md': ok('six'),
    'R/.agents/skills/.dot/SKILL.md': ok('dot'),
    'R/.agents/skills/.dot/inner/SKILL.md': ok('inner'),
    'R/.agents/skills/node_modules/m/SKILL.md': ok('m'),
    'R/.agents/skills/case/skill.MD': ok('case'),
    'ext/linked/SKILL.md': ok('linked'),
    'R/.agents/skills/link': { symlink: '$ROOT/ext' },
    'R/.agents/skills/loop': { symlink: '.' },
  });
  assert.deepEqual(names(answer), ['case', 'dot', 'five', 'inner', 'linked', 'top']);
  assert.equal(candidateOf(answer, 'five/SKILL.md').verdict, 'active');
});

test('two of one name in one root: the order of the directory decides', async () => {
  const answer = await ask({
    'R/.agents/skills/a/SKILL.md': ok('x'),
    'R/.agents/skills/b/SKILL.md': ok('x'),
  });
  assert.deepEqual(
    answer.candidates.map(({ verdict, code }) => [verdict, code]),
    Array(2).fill(['ambiguous', 'directory-order']),
  );
});

const TEXTS: Readonly<Record<string, readonly [text: string, code: string]>> = {
  'no frontmatter': ['body\n', 'no-frontmatter'],
  'an empty header': ['---\n---\n', 'no-name'],
  'no closing line': ['---\nname: x\ndescription: d\n', 'frontmatter-unclosed'],
  'an empty line first': ['\n---\nname: x\ndescription: d\n---\n', 'frontmatter-not-first'],
  'lone carriage returns': ['---\rname: x\rdescription: d\r---\r', 'no-frontmatter'],
  'no name': ['---\ndescription: d\n---\n', 'no-name'],
  'no description': ['---\nname: x\n---\n', 'no-description'],
  'a colon in a value': ['---\nname: x\ndescription: a: b\n---\n', 'unquoted-colon'],
  'a key that comes twice': ['---\nname: x\nname: x\ndescription: d\n---\n', 'duplicate-key'],
  'an open quote': ['---\nname: x\ndescription: "a\n---\n', 'unclosed-quote'],
  'capitals in its name': ['---\nname: Xx\ndescription: d\n---\n', 'bad-name'],
  'two hyphens in its name': ['---\nname: x--x\ndescription: d\n---\n', 'bad-name'],
  'a name of 65 characters': [`---\nname: ${'x'.repeat(65)}\ndescription: d\n---\n`, 'too-long-name'],
  'a context of its own': ['---\nname: x\ndescription: d\nisolatedContext: true\n---\n', 'isolated-context'],
};
for (const [what, [text, code]] of Object.entries(TEXTS)) {
  test(`a skill with ${what} is dropped`, async () => {
    const answer = await ask({ 'R/.agents/skills/x/SKILL.md': text });
    const x = candidateOf(answer, 'x/SKILL.md');
    assert.deepEqual([x.verdict, x.code, answer.skills.length], ['invalid', code, 0]);
    assert.ok(x.line !== undefined && x.line > 0);
  });
}

const LOADED: Readonly<Record<string, readonly [text: string, remarks: readonly string[]]>> = {
  'a byte order mark': ['\uFEFF---\nname: x\ndescription: d\n---\n', []],
  'CRLF and blanks': ['---  \r\nname: x\r\ndescription: d\r\n---\r\nbody', []],
  'a name other than its folder': ['---\nname: y\ndescription: d\n---', ['name-not-folder']],
  'a number for its name': ['---\nname: 12\ndescription: d\n---\n', ['name-not-folder']],
  'a long description': [from('d'.repeat(1025)), ['long-description']],
  'a long compatibility': [
    from('d').replace('\n---\nbody', `\ncompatibility: ${'c'.repeat(501)}\n---\nbody`),
    ['long-compatibility'],
  ],
};
for (const [what, [text, remarks]] of Object.entries(LOADED)) {
  test(`a skill with ${what} loads`, async () => {
    const x = candidateOf(await ask({ 'R/.agents/skills/x/SKILL.md': text }), 'x/SKILL.md');
    assert.deepEqual([x.verdict, x.remarks.map(({ code }) => code)], ['active', remarks]);
  });
}

test('plugins of Claude Code outside the cache are not read, and are said so', async () => {
  const answer = await ask({
    'home/.claude/plugins/marketplaces/m/skills/a/SKILL.md': ok('a'),
    'home/.claude/plugins/cache/m/p/1/skills/b/SKILL.md': ok('b'),
  });
  assert.deepEqual(names(answer), ['b']);
  assert.deepEqual(
    answer.candidates.map(({ name, code }) => `${name} ${code}`),
    ['b wins', 'a other-plugin-place'],
  );
});
