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
          → put its frontmatter right: add-frontmatter

      which-skill rescue --apply does what can be done; which-skill undo takes it back.
    `)}\n`,
    errors: '',
  });
  const nothing = await whichSkillIn({ 'R/.git': null }, ['rescue'], { profile: null });
  assert.deepEqual(nothing, {
    status: 0,
    output: 'Nothing that kimi-cli 1.49 loads here is lost in kimi-code 0.38.\n',
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
