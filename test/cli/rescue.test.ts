/** `which-skill rescue --apply` and `undo` on real directories: nothing lost, nothing done twice, everything taken back. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { treeOf } from '../core/plan/harness';
import { within } from '../core/resolved';
import { type BuiltLayout, type Layout, skillText } from '../layout';
import { whichSkill } from './command';

const LAYOUT: Layout = {
  'R/.git': null,
  'home/.claude/skills/ousel/SKILL.md': skillText('ousel'),
  'home/.claude/skills/ousel/scripts/sing.sh': { text: '#!/bin/sh\n', mode: 0o755 },
  'home/.kimi/skills/nightjar/SKILL.md': 'Churrs at dusk.\n',
  'R/.codex/skills/dunlin.md': 'Runs along the tide line.\n',
  'R/.claude/skills/README.md': '# The skills of this project\n',
  'R/.agents/skills/smew/SKILL.md': '---\nname: smew\n---\n\nDives for fish.\n',
};

/** Everything but the journal. */
const files = (built: BuiltLayout) => treeOf(built.root).filter(line => !/ home\/\.local/.test(line));

const call = (built: BuiltLayout, ...args: string[]) => whichSkill(built, args, { profile: null });

test('rescue --apply: what was lost loads again, in both products, and what was there stays', () =>
  within(LAYOUT, async built => {
    const before = files(built);
    const done = await call(built, 'rescue', '--apply');
    assert.equal(done.status, 0, done.errors);
    const hide = done.output.replace(/\d{8}-\d{6}/g, 'TIME');
    assert.equal(
      hide,
      `  make the directory .agents/.which-skill-backups
  make the directory .agents/.which-skill-backups/TIME
  keep the old .agents/skills/smew/SKILL.md as .agents/.which-skill-backups/TIME/smew-SKILL.md
  put the frontmatter of .agents/skills/smew/SKILL.md right
  copy .codex/skills/dunlin.md to .agents/skills/dunlin.md
  make the directory ~/.agents
  make the directory ~/.agents/skills
  copy ~/.kimi/skills/nightjar to ~/.agents/skills/nightjar
  copy ~/.claude/skills/ousel to ~/.agents/skills/ousel
· backups are kept in folders .which-skill-backups: name them in .gitignore
· left out: .claude/skills/README.md: it looks like a document about the folder: name it to take it along
Done: Rescue 4 skills for kimi-code.
which-skill undo --apply takes it back.
`,
    );
    const names = async (profile: string) => {
      const { output } = await whichSkill(built, ['list', '--json'], { profile });
      return (JSON.parse(output).skills as { name: string; scope: string }[])
        .filter(({ scope }) => scope !== 'builtin')
        .map(({ name }) => name);
    };
    assert.deepEqual(await names('kimi-code'), ['dunlin', 'nightjar', 'ousel', 'smew']);
    assert.deepEqual(await names('kimi-cli'), ['README', 'dunlin', 'nightjar', 'ousel', 'smew']);
    const after = files(built);
    for (const line of before.filter(line => !line.includes('.agents/skills/smew/SKILL.md')))
      assert.ok(after.includes(line), `${line} is still there`);
    assert.ok(after.some(line => /file home\/\.agents\/skills\/ousel\/scripts\/sing\.sh 755/.test(line)));
  }));

test('rescue --apply a second time does nothing', () =>
  within(LAYOUT, async built => {
    await call(built, 'rescue', '--apply');
    const once = files(built);
    const again = await call(built, 'rescue', '--apply');
    assert.equal(again.status, 1);
    assert.match(again.output, /^· left out: \.claude\/skills\/README\.md: .*\nNothing was done\.\n$/);
    assert.deepEqual(files(built), once);
  }));

test('undo shows what it would take back, does it with --apply, and then has nothing more', () =>
  within(LAYOUT, async built => {
    const before = files(built);
    await call(built, 'rescue', '--apply');
    const applied = files(built);
    const shown = await call(built, 'undo');
    assert.equal(shown.status, 0);
    assert.match(shown.output, /Undo: Rescue 4 skills for kimi-code: nothing was done yet/);
    assert.deepEqual(files(built), applied);
    const undone = await call(built, 'undo', '--apply');
    assert.equal(undone.status, 0, undone.output);
    assert.deepEqual(files(built), before);
    const nothing = await call(built, 'undo', '--apply');
    assert.deepEqual(
      [nothing.status, nothing.errors],
      [1, 'which-skill: there is nothing that could be undone\n'],
    );
  }));

test('undo is refused as a whole where a file has changed since', () =>
  within(LAYOUT, async built => {
    await call(built, 'rescue', '--apply');
    const file = built.at('R/.agents/skills/smew/SKILL.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}More.\n`);
    const applied = files(built);
    const refused = await call(built, 'undo', '--apply');
    assert.equal(refused.status, 1);
    assert.match(refused.output, /has changed since/);
    assert.deepEqual(files(built), applied);
  }));

test('what is at the target already is left alone, and told with status 1', () =>
  within(
    {
      'R/.git': null,
      'R/.claude/skills/rail/SKILL.md': skillText('rail'),
      'R/.agents/skills/rail/SKILL.md': 'Something else.\n',
    },
    async built => {
      const before = files(built);
      const done = await call(built, 'rescue', '--apply');
      assert.equal(done.status, 1);
      assert.equal(
        done.output,
        '⚠ skipped: .agents/skills/rail is there already, and is not the same\nNothing was done.\n',
      );
      assert.deepEqual(files(built), before);
    },
  ));

test('rescue --apply --json tells each step, and how it ended', () =>
  within(LAYOUT, async built => {
    const { output } = await call(built, 'rescue', '--apply', '--json');
    const told = JSON.parse(output);
    assert.equal(told.applied.status, 'complete');
    assert.deepEqual([told.applied.done, told.applied.total], [4, 4]);
    assert.deepEqual(told.operations.at(-1), {
      kind: 'copy',
      from: built.at('home/.claude/skills/ousel'),
      to: built.at('home/.agents/skills/ousel'),
    });
  }));

test('nothing to rescue, and --apply where it means nothing', () =>
  within({ 'R/.git': null }, async built => {
    const nothing = await call(built, 'rescue', '--apply');
    assert.equal(nothing.status, 1);
    assert.equal(nothing.output, 'Nothing to do: kimi-code 0.38 loads all that kimi-cli 1.49 loads here.\n');
    const wrong = await call(built, 'list', '--apply');
    assert.deepEqual(
      [wrong.status, wrong.errors],
      [2, 'which-skill: --apply goes with a command that changes files\n'],
    );
    const back = await call(built, 'rescue', '--apply', '--profiles', 'kimi-code,kimi-cli');
    assert.deepEqual([back.status, back.errors], [2, 'which-skill: --apply rescues for kimi-code only\n']);
  }));
