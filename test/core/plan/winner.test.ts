import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skillText } from '../../layout';
import { inWorld, type World } from './harness';

const COPIES = {
  'R/.kimi/skills/release/SKILL.md': skillText('release', 'from kimi'),
  'R/.claude/skills/release/SKILL.md': skillText('release', 'from claude'),
  'R/.codex/skills/release/SKILL.md': skillText('release', 'from codex'),
};
const MERGED = {
  ...COPIES,
  'home/.kimi/config.toml': 'merge_all_available_skills = true\n',
};
const ALL = { kind: 'move', what: { scope: 'project' }, to: 'canonical' } as const;
const idOf = (world: World, id: string) => ({ candidates: [`${world.built.root}/${id}`] });

describe('a plan after which another copy wins', () => {
  it(
    'moves none of the copies that differ, and says so',
    inWorld({ ...MERGED, 'R/.kimi/skills/lint/SKILL.md': skillText('lint') }, async world => {
      const plan = await world.plan(ALL);
      assert.deepEqual(world.lines(plan.operations), [
        'make-directory - R/.agents',
        'make-directory - R/.agents/skills',
        'move R/.kimi/skills/lint R/.agents/skills/lint',
      ]);
      assert.deepEqual(
        plan.skipped.map(({ code, path, text }) => `${code} ${world.relative(path)} ${world.text(text)}`),
        ['.kimi', '.claude', '.codex'].map(
          brand =>
            `copies-differ R/${brand}/skills/release release stays where it is: its copies differ; choose which is to win`,
        ),
      );
      assert.equal(plan.conflicts.length, 2, 'they can still be answered');
      assert.deepEqual(plan.notes, []);
    }),
  );

  it(
    'moves all of them where the others get other names',
    inWorld(MERGED, async world => {
      const plan = await world.plan(ALL, { 'conflict:*': 'keep-both' });
      assert.equal(plan.operations.filter(({ kind }) => kind === 'move').length, 3);
      assert.equal(
        plan.notes.some(({ code }) => code === 'winner-changes' || code === 'still-shadowed'),
        false,
      );
    }),
  );

  it(
    'warns where the winner is moved by name, and where it is deleted',
    inWorld(MERGED, async world => {
      const what = idOf(world, 'R/.kimi/skills//release/SKILL.md');
      for (const request of [
        { kind: 'move', what, to: 'canonical' },
        { kind: 'delete', what },
      ] as const) {
        const plan = await world.plan(request, { removal: 'backup' });
        const note = plan.notes.find(({ code }) => code === 'winner-changes');
        assert.equal(note?.severity, 'warning');
        assert.equal(
          note && world.text(note.text),
          'the winner changes: release loads from R/.claude/skills/release in place of R/.kimi/skills/release, and they differ',
        );
        assert.equal(
          plan.notes.some(({ text }) => /goes on winning|instead of copying/.test(text.template)),
          false,
        );
      }
    }),
  );

  it(
    'warns where the winner is replaced in its place',
    inWorld(
      {
        'R/.kimi/skills/lint/SKILL.md': skillText('lint', 'New.'),
        'R/.agents/skills/lint/SKILL.md': skillText('lint', 'Old.'),
        'home/.agents/skills/lint/SKILL.md': skillText('lint', 'Users.'),
      },
      async world => {
        const what = idOf(world, 'R/.kimi/skills//lint/SKILL.md');
        const plan = await world.plan(
          { kind: 'copy', what, to: { scope: 'user' } },
          { 'conflict:*': 'replace' },
        );
        assert.equal(
          plan.notes.some(({ code }) => code === 'winner-changes'),
          false,
          'the project’s wins',
        );
      },
    ),
  );

  it(
    'says what replaces it',
    inWorld(
      {
        'home/.kimi/skills/lint/SKILL.md': skillText('lint', 'Users.'),
        'R/.agents/skills/lint/SKILL.md': skillText('lint', 'Old.'),
      },
      async world => {
        const what = idOf(world, 'home/.kimi/skills//lint/SKILL.md');
        const plan = await world.plan(
          { kind: 'copy', what, to: { scope: 'project' } },
          { 'conflict:*': 'replace' },
        );
        const note = plan.notes.find(({ code }) => code === 'winner-changes');
        assert.equal(
          note && world.text(note.text),
          'the winner changes: lint is replaced at R/.agents/skills/lint by home/.kimi/skills/lint, and they differ',
        );
      },
    ),
  );
});
