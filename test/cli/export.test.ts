/** `which-skill export`: text for an issue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Layout, skillText } from '../layout';
import { whichSkillIn } from './command';

const LAYOUT: Layout = {
  'R/.git': null,
  'R/.agents/skills/rail/SKILL.md': skillText('rail'),
  'home/.kimi/skills/smew/SKILL.md': skillText('smew'),
};

test('Markdown, with the home directory shortened', async () => {
  const { status, output, errors } = await whichSkillIn(LAYOUT, ['export']);
  assert.deepEqual([status, errors], [0, '']);
  assert.match(output, /^### Skills as kimi-cli 1\.49 loads them\n/);
  assert.match(output, /^- `\.agents\/skills` \(`generic`\)\n {2}- ✔ `rail`$/m);
  assert.match(output, /^- `~\/\.kimi\/skills` \(`brand`\)\n {2}- ✔ `smew`$/m);
  assert.equal(output.includes('$ROOT/home'), false);
  assert.equal((await whichSkillIn(LAYOUT, ['export', '--markdown'])).output, output);
});

test('JSON, in the shape of list --json', async () => {
  const { output } = await whichSkillIn(LAYOUT, ['export', '--json']);
  const listed = JSON.parse((await whichSkillIn(LAYOUT, ['list', '--json'])).output);
  const short = JSON.stringify(listed).replaceAll('$ROOT/home', '~');
  assert.deepEqual(JSON.parse(output), JSON.parse(short));
});

test('no name can steer a terminal', async () => {
  const layout: Layout = {
    'R/.git': null,
    'R/.agents/skills/rail/SKILL.md': '---\nname: "a\\e[2Jb\\u202Ec"\ndescription: x\n---\n',
  };
  const { output } = await whichSkillIn(layout, ['export']);
  assert.match(output, /`a\\u001b\[2Jb\\u202ec`/);
});

test('refuses both formats at once, and --markdown elsewhere', async () => {
  for (const [args, errors] of [
    [['export', '--markdown', '--json'], 'export takes --markdown or --json, not both'],
    [['list', '--markdown'], '--markdown goes with export and matrix'],
  ] as const) {
    assert.deepEqual(await whichSkillIn(LAYOUT, args), {
      status: 2,
      output: '',
      errors: `which-skill: ${errors}\n`,
    });
  }
});
