/** The command with several products: which one counts, what each loads, and what an upgrade loses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROFILE_IDS } from '../../src/core/products';
import { block } from '../core/resolved';
import { type Layout, skillText } from '../layout';
import { whichSkillIn } from './command';

const layout: Layout = {
  'R/.git': null,
  'R/.kimi/skills/deploy/SKILL.md': skillText('deploy', 'Old.'),
  'R/.agents/skills/deploy/SKILL.md': skillText('deploy', 'New.'),
  'R/.agents/skills/plain/SKILL.md': 'No frontmatter.\n',
  'R/.agents/skills/shared/SKILL.md': skillText('shared'),
  'home/.claude/skills/ousel/SKILL.md': skillText('ousel'),
};

/** The standard output of one run without `--profile`. */
async function says(args: readonly string[], added: Layout = {}): Promise<string> {
  const { output, errors } = await whichSkillIn({ ...layout, ...added }, args, { profile: null });
  assert.equal(errors, '');
  return output;
}

test('without --profile: kimi-cli where nothing speaks for another product', async () => {
  assert.equal(await says(['deploy']), '$ROOT/R/.kimi/skills/deploy/SKILL.md\n');
  assert.equal(await says(['--profile', 'auto', 'deploy']), '$ROOT/R/.kimi/skills/deploy/SKILL.md\n');
});

test('without --profile: kimi-code where it is installed, and --profile all the same', async () => {
  const installed: Layout = { 'home/.kimi-code/config.toml': '' };
  assert.equal(await says(['deploy'], installed), '$ROOT/R/.agents/skills/deploy/SKILL.md\n');
  assert.equal(
    await says(['--profile=kimi-cli', 'deploy'], installed),
    '$ROOT/R/.kimi/skills/deploy/SKILL.md\n',
  );
});

test('without --profile: what kimi on the PATH is decides against all else', async () => {
  const program = (text: string) => ({ text, mode: 0o755 });
  // On Windows the name of a program ends in .cmd or the like.
  const name = process.platform === 'win32' ? 'kimi.cmd' : 'kimi';
  const code: Layout = {
    'home/.kimi/config.toml': '',
    'tools/kimi': program('#!/usr/bin/env node\n'),
    [`bin/${name}`]: { symlink: '../tools/kimi' },
  };
  assert.equal(await says(['deploy'], code), '$ROOT/R/.agents/skills/deploy/SKILL.md\n');
  const [, chosen] = (await says(['list'], code)).split('\n');
  assert.equal(chosen, 'chosen for you: kimi-code: it is what kimi starts in a terminal');
  const cli: Layout = {
    'home/.kimi-code/config.toml': '',
    [`bin/${name}`]: program('#!/opt/venv/bin/python3\nimport kimi_cli\n'),
  };
  assert.equal(await says(['deploy'], cli), '$ROOT/R/.kimi/skills/deploy/SKILL.md\n');
});

test('list says what was decided and why', async () => {
  const [, reason] = (await says(['list'], { 'home/.kimi-code': null })).split('\n');
  assert.equal(reason, 'chosen for you: kimi-code: all that was found on this machine points to it');
  const json = JSON.parse(await says(['list', '--json'], { 'home/.kimi-code': null }));
  assert.deepEqual([json.profile, json.detected.certain], ['kimi-code', true]);
  const given = JSON.parse(await says(['list', '--json', '--profile', 'kimi-code']));
  assert.deepEqual([given.profile, given.detected], ['kimi-code', undefined]);
});

test('--skills-dir of kimi-code: the user’s, relative to the project root, dropped where it is not there', async () => {
  const added: Layout = { 'R/own/mine/SKILL.md': skillText('mine'), 'R/sub': null };
  const args = ['list', '--json', '--skills-dir', 'own', '--skills-dir=gone'];
  const { output } = await whichSkillIn({ ...layout, ...added }, args, {
    profile: 'kimi-code',
    cwd: 'R/sub',
  });
  const { skills } = JSON.parse(output);
  assert.deepEqual(
    skills.map(({ name, scope, listed }: Record<string, unknown>) => [name, scope, listed]),
    [['mine', 'user', true]],
  );
});

test('compare', async () => {
  assert.equal(
    await says(['compare']),
    `${block(`
      kimi-cli 1.49 and kimi-code 0.38 · 4 names: 1 the same file, 1 another file, 2 not in all

      ≠ deploy  (they differ in 1 file)
          kimi-cli   .kimi/skills/deploy/SKILL.md
          kimi-code  .agents/skills/deploy/SKILL.md
      − ousel
          kimi-cli   ~/.claude/skills/ousel/SKILL.md
          kimi-code  not loaded: kimi-cli reads it, kimi-code does not
      − plain
          kimi-cli   .agents/skills/plain/SKILL.md
          kimi-code  not loaded: it has no frontmatter, and kimi-code wants name and description there
      = shared
          .agents/skills/shared/SKILL.md
    `)}\n`,
  );
});

test('compare --json', async () => {
  const { profiles, names } = JSON.parse(
    await says(['compare', '--profiles', 'kimi-code,kimi-cli', '--json']),
  );
  assert.deepEqual(
    profiles.map(({ profile }: { profile: string }) => profile),
    ['kimi-code', 'kimi-cli'],
  );
  const ousel = names.find(({ name }: { name: string }) => name === 'ousel');
  assert.deepEqual(ousel, {
    name: 'ousel',
    difference: 'only-some',
    products: [
      {
        profile: 'kimi-code',
        file: null,
        scope: null,
        listed: false,
        candidate: '$ROOT/home/.claude/skills/ousel/SKILL.md',
        code: 'only-kimi-cli',
        reason: 'kimi-cli reads it, kimi-code does not',
      },
      {
        profile: 'kimi-cli',
        file: '$ROOT/home/.claude/skills/ousel/SKILL.md',
        scope: 'user',
        listed: true,
        candidate: '$ROOT/home/.claude/skills/ousel/SKILL.md',
        code: null,
        reason: null,
      },
    ],
  });
});

test('what is compiled into kimi-code has no file, and still has an answer', async () => {
  const asked = (...args: string[]) => whichSkillIn(layout, args, { profile: 'kimi-code' });
  const why = await asked('why', 'Write-Goal');
  assert.equal(why.status, 0);
  assert.match(
    why.output,
    /^“write-goal” loads from kimi-code 0\.38 itself: it is compiled in, without a file\n/,
  );
  assert.match(why.output, /\n {2}1 loads: kimi-code\n {6}compiled into kimi-code, without a file\n/);
  assert.deepEqual(await asked('write-goal'), {
    status: 1,
    output: '',
    errors: 'which-skill: "write-goal" is compiled into kimi-code: it has no file\n',
  });
  assert.match((await asked('why', 'write-gaol')).output, /Ask for “write-goal”, if that was meant/);
  const { carried, loads } = JSON.parse((await asked('why', '--json', 'write-goal')).output);
  assert.deepEqual(
    [carried.name, carried.from, carried.loads, loads],
    ['write-goal', 'kimi-code', true, true],
  );
  assert.equal((await asked('why', 'sub-skills')).status, 1);
  assert.match((await asked('list')).output, /^Built-in {2}7 compiled in$/m);
});

test('a file in place of what is compiled in', async () => {
  const added: Layout = { ...layout, 'R/.agents/skills/write-goal.md': 'My goals.\n' };
  const { status, output } = await whichSkillIn(added, ['why', 'write-goal'], { profile: 'kimi-code' });
  assert.equal(status, 0);
  assert.match(output, /^“write-goal” loads from \.agents\/skills\/write-goal\.md\n/);
  assert.match(
    output,
    /\n {2}2 shadowed: kimi-code\n {6}compiled into kimi-code; the one that loads takes its place\n/,
  );
  // A copy that is not read takes no place.
  const unread: Layout = { ...layout, 'home/.claude/skills/write-goal/SKILL.md': skillText('write-goal') };
  const beside = await whichSkillIn(unread, ['why', 'write-goal'], { profile: 'kimi-code' });
  assert.match(beside.output, /^“write-goal” loads from kimi-code 0\.38 itself/);
  assert.match(beside.output, /\n {2}1 not read: ~\/\.claude\/skills\/write-goal\/SKILL\.md /);
});

test('why under kimi-code: folders that are gone through, and those that are not', async () => {
  const added: Layout = {
    ...layout,
    'R/.agents/skills/birds/waders/avocet/SKILL.md': skillText('avocet'),
    'R/.agents/skills/node_modules/m/SKILL.md': skillText('m'),
  };
  const why = async (place: string) =>
    (await whichSkillIn(added, ['why', `./.agents/skills/${place}`], { profile: 'kimi-code' })).output;
  assert.match(await why('birds/waders/avocet'), /^“avocet” loads from /);
  const group = await why('birds');
  assert.match(group, /is not loaded as a skill: the folder holds no SKILL\.md\n/);
  assert.match(group, /Others are gone through for skills\./);
  assert.match(await why('node_modules/m'), /: it lies in a folder that is not looked into for skills\n/);
});

test('no word of kimi-cli where kimi-code is explained', async () => {
  const broken: Layout = {
    'R/.git': null,
    'R/.agents/skills/colon/SKILL.md': skillText('colon', 'Use when: editing'),
    'R/.agents/skills/bare/SKILL.md': 'Body.\n',
    'R/.agents/skills/late/SKILL.md': `\n${skillText('late')}`,
    'R/.agents/skills/open/SKILL.md': '---\nname: open\n',
    'R/.agents/skills/README.md': '# Skills\n',
    'R/.agents/skills/lower/skill.md': skillText('lower'),
    'R/.agents/skills/gone': { symlink: 'nowhere' },
    'home/.agents/skill/spelt/SKILL.md': skillText('spelt'),
    'home/.gemini/skills/other/SKILL.md': skillText('other'),
  };
  for (const name of ['colon', 'bare', 'late', 'open', 'README', 'lower', 'gone', 'spelt', 'other', '/']) {
    const { output } = await whichSkillIn(broken, ['why', name], { profile: 'kimi-code' });
    assert.match(output, /kimi-code/);
    assert.doesNotMatch(output.replaceAll('kimi-cli reads it', ''), /kimi-cli/, name);
  }
});

test('compare says which product does not tell its model of what both load', async () => {
  const added: Layout = {
    'R/.git': null,
    'R/.agents/skills/way/SKILL.md': '---\nname: way\ndescription: d\ntype: flow\n---\n',
  };
  const { output } = await whichSkillIn(added, ['compare'], { profile: null });
  assert.match(
    output,
    /\n= way\n {4}\.agents\/skills\/way\/SKILL\.md\n {4}kimi-code does not list it for the model\n/,
  );
});

test('rescue: status 1 where something is lost, 0 where nothing is', async () => {
  const lost = await whichSkillIn(layout, ['rescue'], { profile: null });
  assert.deepEqual(lost, {
    status: 1,
    output: `${block(`
      2 of 4 that kimi-cli 1.49 loads here do not load in kimi-code 0.38.

      ⚠ deploy  .kimi/skills/deploy/SKILL.md
          .agents/skills/deploy/SKILL.md loads in its place: kimi-cli reads it, kimi-code does not
      ✗ ousel  ~/.claude/skills/ousel/SKILL.md
          kimi-cli reads it, kimi-code does not
          → copy to ~/.agents/skills/ousel
      ✗ plain  .agents/skills/plain/SKILL.md
          it has no frontmatter, and kimi-code wants name and description there
          → put its frontmatter right: declare name and description

      which-skill rescue --apply does what can be done; which-skill undo takes it back.

      This is about what loads in $ROOT/R, your own skills included; ask in each of your projects.
    `)}\n`,
    errors: '',
  });
  const nothing = await whichSkillIn({ 'R/.git': null }, ['rescue'], { profile: null });
  assert.deepEqual(nothing, {
    status: 0,
    output: `${block(`
      Nothing that kimi-cli 1.49 loads here is lost in kimi-code 0.38.

      This is about what loads in $ROOT/R, your own skills included; ask in each of your projects.
    `)}\n`,
    errors: '',
  });
});

test('what cannot be asked', async () => {
  for (const [args, words] of [
    [['--profiles', 'kimi-cli,kimi-code', 'deploy'], '--profiles goes with compare, rescue and check'],
    [['compare', '--profiles', 'kimi-cli'], '--profiles takes two or more, with commas between them'],
    [['compare', '--profiles', 'kimi-cli,x'], `unknown profile x; known: auto, ${PROFILE_IDS.join(', ')}`],
    [['compare', '--profile', 'kimi-cli'], 'compare takes --profiles, not --profile'],
    [['rescue', 'deploy'], 'rescue takes no name; for a skill of that name: which-skill -- rescue'],
  ] as const) {
    const { status, errors } = await whichSkillIn(layout, args, { profile: null });
    assert.deepEqual([status, errors], [2, `which-skill: ${words}\n`]);
  }
});

test('frontmatter that OpenCode would run is told of by list, why and matrix, whoever is asked', async () => {
  const program: Layout = {
    'R/.git': null,
    'R/.agents/skills/program/SKILL.md': '---js\n{ name: "x" }\n---\n',
    'R/.opencode/skills/other/SKILL.md': '---javascript\n{ name: "x" }\n---\n',
  };
  const warning = /OpenCode runs (?:this|its) frontmatter as JavaScript/g;
  for (const profile of ['kimi-cli', 'kimi-code', 'codex', 'opencode']) {
    const { output } = await whichSkillIn(program, ['list'], { profile });
    assert.equal(output.match(warning)?.length, 2, `${profile}: ${output}`);
    const why = await whichSkillIn(program, ['why', '.agents/skills/program'], { profile });
    assert.match(why.output, warning, profile);
  }
  const matrix = await whichSkillIn(program, ['matrix', '--agents', 'kimi-cli,codex'], { profile: null });
  const told = matrix.output.split('\n').filter(line => line.startsWith('⚠'));
  assert.deepEqual(
    told.map(line => line.replace(/: .*/, '')),
    ['⚠ .agents/skills/program/SKILL.md', '⚠ .opencode/skills/other/SKILL.md'],
  );
});
