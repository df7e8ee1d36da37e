/** Each check on where a skill lies, and on what surrounds it: a layout in which it finds something, and one in which not. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { checkResolution } from '../../../src/core/checks/check-resolution';
import { PLACEMENT_CHECKS } from '../../../src/core/checks/placement-checks';
import type { Problem } from '../../../src/core/checks/problem';
import { SURROUNDING_CHECKS } from '../../../src/core/checks/root-checks';
import { ruleFor } from '../../../src/core/explain/explanations';
import { nodeFileSystem } from '../../../src/core/file-system';
import { fixAllInRoot, fixesFor } from '../../../src/core/fixes/fixes-for';
import { renderMessage } from '../../../src/core/message';
import { type BuiltLayout, type Layout, skillText } from '../../layout';
import { type Asked, relative, resolveIn, within } from '../resolved';

interface Row extends Asked {
  readonly failing: Layout;
  /** Severity, and the file with line and column from 1. */
  readonly at: string;
  readonly passing: Layout;
  /** Made after the layout: what it cannot describe. False where this system cannot make it. */
  readonly make?: (built: BuiltLayout) => boolean;
}

const git = { 'R/.git': null } as const;
const S = 'R/.agents/skills';
const good: Layout = { ...git, [`${S}/x/SKILL.md`]: skillText('x') };
const config = (text: string): Layout => ({ ...good, 'home/.kimi/config.toml': text });

const ROWS: Readonly<Record<string, Row>> = {
  shadowed: {
    failing: { ...good, 'home/.agents/skills/x/SKILL.md': skillText('x', 'Another.') },
    at: 'warning home/.agents/skills/x/SKILL.md:2:7',
    passing: { ...good, 'home/.agents/skills/y/SKILL.md': skillText('y') },
  },
  ambiguous: {
    failing: { ...good, [`${S}/x2/SKILL.md`]: skillText('x', 'Another.') },
    at: `warning ${S}/x/SKILL.md:2:7`,
    passing: { ...good, [`${S}/x2/SKILL.md`]: skillText('x2') },
  },
  'better-generic': {
    failing: {
      ...good,
      'home/.config/agents/skills/a/SKILL.md': skillText('a'),
      'home/.agents/skills/b/SKILL.md': skillText('b'),
    },
    at: 'warning home/.agents/skills/b/SKILL.md:2:7',
    passing: { ...good, 'home/.agents/skills/b/SKILL.md': skillText('b') },
  },
  'first-brand-only': {
    failing: {
      ...config('merge_all_available_skills = false\n'),
      'home/.kimi/skills/a/SKILL.md': skillText('a'),
      'home/.claude/skills/b/SKILL.md': skillText('b'),
    },
    at: 'information home/.claude/skills/b/SKILL.md:2:7',
    passing: {
      ...good,
      'home/.kimi/skills/a/SKILL.md': skillText('a'),
      'home/.claude/skills/b/SKILL.md': skillText('b'),
    },
  },
  'empty-directory-hides': {
    failing: {
      ...good,
      'home/.config/agents/skills': null,
      'home/.agents/skills/b/SKILL.md': skillText('b'),
    },
    at: 'warning home/.agents/skills/b/SKILL.md:2:7',
    passing: { ...good, 'home/.agents/skills/b/SKILL.md': skillText('b') },
  },
  'wrong-case': {
    failing: { ...git, [`${S}/y/Skill.md`]: skillText('y') },
    at: `warning ${S}/y/Skill.md:2:7`,
    passing: good,
    // Where case does not count, the product finds the file.
    make: built => !existsSync(built.at(`${S}/y/SKILL.md`)),
  },
  'inside-skill': {
    failing: { ...good, [`${S}/x/inner/SKILL.md`]: skillText('inner') },
    at: `information ${S}/x/inner/SKILL.md:2:7`,
    passing: { ...good, [`${S}/x/inner/notes.md`]: 'x' },
  },
  'too-deep': {
    failing: { ...git, [`${S}/group/y/SKILL.md`]: skillText('y') },
    at: `warning ${S}/group/y/SKILL.md:2:7`,
    passing: { ...good, [`${S}/group/notes.md`]: 'x' },
  },
  'dot-folder': {
    profile: 'kimi-code',
    failing: { ...git, [`${S}/.box/y/SKILL.md`]: skillText('y') },
    at: `information ${S}/.box/y/SKILL.md:2:7`,
    passing: { ...git, [`${S}/.box/SKILL.md`]: skillText('y') },
  },
  'name-not-utf8': {
    profile: 'kimi-code',
    failing: good,
    at: `warning ${S}/caf\udce9.md:1:1`,
    passing: good,
    make: built => {
      if (process.platform !== 'linux') return false;
      writeFileSync(Buffer.from(`${built.at(S)}/caf\xe9.md`, 'latin1'), 'Text.');
      return true;
    },
  },
  'link-to-folder-of-skills': {
    failing: { ...git, [`${S}/team`]: { symlink: '../../team' }, 'R/team/y/SKILL.md': skillText('y') },
    at: `warning ${S}/team/y/SKILL.md:2:7`,
    passing: { ...git, [`${S}/y`]: { symlink: '../../team/y' }, 'R/team/y/SKILL.md': skillText('y') },
  },
  'skill-file-in-root': {
    failing: { ...git, [`${S}/SKILL.md`]: skillText('y') },
    at: `warning ${S}/SKILL.md:1:1`,
    passing: good,
  },
  'linked-skill-file': {
    profile: 'codex',
    failing: {
      ...git,
      'R/real/SKILL.md': skillText('y'),
      [`${S}/y/SKILL.md`]: { symlink: '../../../real/SKILL.md' },
    },
    at: `warning ${S}/y/SKILL.md:1:1`,
    passing: { ...git, 'R/real/SKILL.md': skillText('y'), [`${S}/y`]: { symlink: '../../real' } },
  },
  'link-as-text': {
    failing: { ...git, [`${S}/y`]: '../../shared/y' },
    at: `warning ${S}/y:1:1`,
    passing: { ...git, [`${S}/y`]: 'some text' },
  },
  'not-a-file': {
    failing: { ...git, [`${S}/y/SKILL.md`]: null },
    at: `warning ${S}/y/SKILL.md:1:1`,
    passing: good,
  },
  'broken-link': {
    failing: { ...git, [`${S}/y`]: { symlink: 'gone' } },
    at: `warning ${S}/y:1:1`,
    passing: { ...good, [`${S}/y`]: { symlink: 'x' } },
  },
  'link-loop': {
    failing: { ...git, [`${S}/y`]: { symlink: 'y' } },
    at: `warning ${S}/y:1:1`,
    passing: good,
  },
  unreadable: {
    failing: { ...good, [`${S}/long`]: { symlink: `${'n'.repeat(300)}` } },
    at: `error ${S}/long:1:1`,
    passing: good,
    make: () => process.platform === 'linux',
  },
  pipe: {
    failing: good,
    at: `error ${S}/p.md:1:1`,
    passing: good,
    make: built => {
      if (process.platform === 'win32') return false;
      execFileSync('mkfifo', [built.at(`${S}/p.md`)]);
      return true;
    },
  },
  'extra-dir-missing': {
    failing: config('merge_all_available_skills = true\nextra_skill_dirs = ["$HOME/gone"]\n'),
    at: 'warning home/.kimi/config.toml:2:1',
    passing: { ...config('extra_skill_dirs = ["~/there"]\n'), 'home/there': null },
  },
  'root-not-a-directory': {
    failing: { ...good, 'R/.claude/skills': '../.agents/skills' },
    at: 'warning R/.claude/skills:1:1',
    passing: { ...good, 'R/.claude/skills': { symlink: '../.agents/skills' } },
  },
  'root-broken-link': {
    failing: { ...good, 'R/.claude/skills': { symlink: 'gone' } },
    at: 'warning R/.claude/skills:1:1',
    passing: good,
  },
  'root-link-loop': {
    failing: { ...good, 'R/.claude/skills': { symlink: 'skills' } },
    at: 'warning R/.claude/skills:1:1',
    passing: good,
  },
  'root-unreadable': {
    failing: { ...good, 'R/.claude/skills': { symlink: 'n'.repeat(300) } },
    at: 'warning R/.claude/skills:1:1',
    passing: good,
    make: () => process.platform === 'linux',
  },
  'inside-table': {
    failing: config('[mcp.client]\nextra_skill_dirs = ["~/x"]\n'),
    at: 'warning home/.kimi/config.toml:2:1',
    passing: { ...config('extra_skill_dirs = []\n[mcp.client]\n') },
  },
  'wrong-spelling': {
    failing: config('extraSkillDirs = ["~/x"]\n'),
    at: 'warning home/.kimi/config.toml:1:1',
    passing: config('extra_skill_dirs = []\n'),
  },
  'config-ignored': {
    profile: 'kimi-code',
    failing: { ...good, 'home/.kimi-code/config.toml': 'x = 1\nextra_skill_dirs = "~/x"\n' },
    at: 'warning home/.kimi-code/config.toml:2:1',
    passing: { ...good, 'home/.kimi-code/config.toml': 'extra_skill_dirs = []\n' },
  },
  'configuration-failure': {
    failing: config('extra_skill_dirs = []\nextra_skill_dirs = []\n'),
    at: 'error home/.kimi/config.toml:2:1',
    passing: config('extra_skill_dirs = []\n'),
  },
};

async function problemsOf(
  layout: Layout,
  code: string,
  { make, ...asked }: Partial<Row> = {},
): Promise<string[] | null> {
  return within(layout, async built => {
    if (make && !make(built)) return null;
    const problems = await checkResolution(nodeFileSystem, await resolveIn(built, asked));
    for (const problem of problems) checkWords(problem);
    return problems
      .filter(problem => problem.code === code)
      .map(({ severity, file, range: { start } }) =>
        relative(`${severity} ${file}:${start.line + 1}:${start.character + 1}`, built),
      );
  });
}

function checkWords({ message, related }: Problem): void {
  for (const text of [message, ...related.map(other => other.message)])
    assert.doesNotMatch(renderMessage(text), /\{\d\}|undefined|\[object/);
}

for (const { code } of [...PLACEMENT_CHECKS, ...SURROUNDING_CHECKS]) {
  test(`${code} is found, at its place, and only where it is`, async () => {
    const row = ROWS[code];
    assert.ok(row, 'the table has a row for the code');
    assert.ok(ruleFor(row.profile ?? 'kimi-cli', code), 'the code is explained');
    const found = await problemsOf(row.failing, code, row);
    if (found) assert.equal(found[0], row.at);
    assert.deepEqual(await problemsOf(row.passing, code), []);
  });
}

test('identical and aliased copies are an information at most', async () => {
  const layout = {
    ...good,
    'home/.agents/skills/x/SKILL.md': skillText('x'),
    'R/.claude/skills/x': { symlink: '../../.agents/skills/x' },
  };
  await within(layout, async built => {
    const problems = await checkResolution(nodeFileSystem, await resolveIn(built));
    assert.deepEqual(
      problems.map(({ severity, code, related }) => [severity, code, related.length]),
      [['information', 'shadowed', 1]],
    );
  });
});

test('an unsaved text is judged in place of what is on disk', async () => {
  await within(good, async built => {
    const file = built.at(`${S}/x/SKILL.md`);
    const unsaved = new Map([[file, '---\nname: x\ndescription: Use when: editing\n---\n']]);
    const problems = await checkResolution(nodeFileSystem, await resolveIn(built), { unsaved });
    assert.deepEqual(
      problems.map(({ code, candidate }) => [code, candidate?.endsWith('SKILL.md')]),
      [['unquoted-colon', true]],
    );
  });
});

test('what VS Code says of a SKILL.md is marked, and not where it does not look', async () => {
  const text = '---\nname: My_Skill\n---\n\nBody.\n';
  await within({ ...git, [`${S}/y/SKILL.md`]: text, [`${S}/z.md`]: text }, async built => {
    const problems = await checkResolution(nodeFileSystem, await resolveIn(built));
    const known = problems.map(
      ({ file, code, knownToEditor }) => `${relative(file, built)} ${code} ${knownToEditor}`,
    );
    assert.ok(known.includes(`${S}/y/SKILL.md no-description true`));
    assert.ok(known.includes(`${S}/y/SKILL.md name-not-portable true`));
    assert.ok(known.includes(`${S}/y/SKILL.md name-not-folder true`));
    assert.ok(known.includes(`${S}/z.md no-description false`));
    assert.ok(known.includes(`${S}/z.md name-not-portable false`));
  });
});

test('a skill file that is not UTF-8, as a folder and flat', async () => {
  const bytes = {
    base64: Buffer.from('---\nname: x\ndescription: f\xfcr\n---\n', 'latin1').toString('base64'),
  };
  await within({ ...git, [`${S}/y/SKILL.md`]: bytes, [`${S}/z.md`]: bytes }, async built => {
    const problems = await checkResolution(nodeFileSystem, await resolveIn(built));
    assert.deepEqual(
      problems.map(({ file, code, severity, range, message }) => [
        relative(file, built),
        code,
        severity,
        range.start.line,
        range.start.character,
        /from starting/.test(renderMessage(message)),
      ]),
      [
        [`${S}/y/SKILL.md`, 'not-utf8', 'error', 2, 14, true],
        [`${S}/z.md`, 'not-utf8', 'error', 2, 14, false],
      ],
    );
  });
});

test('where bytes that are not UTF-8 are replaced, that is a warning beside the others, and no fix of the text is offered', async () => {
  const bytes = {
    base64: Buffer.from('---\nname: y\ndescription: f\xfcr issue #1\n---\n', 'latin1').toString('base64'),
  };
  await within({ ...git, [`${S}/y/SKILL.md`]: bytes }, async built => {
    const resolution = await resolveIn(built, { profile: 'kimi-code' });
    const problems = await checkResolution(nodeFileSystem, resolution);
    assert.deepEqual(
      problems.map(({ code, severity, message }) => `${severity} ${code}: ${renderMessage(message)}`),
      [
        'warning not-utf8: byte 0xfc is not UTF-8: kimi-code reads a replacement character in its place',
        'warning comment-in-value: a # behind a blank starts a comment: description ends before it',
      ],
    );
    const fixes = await Promise.all(problems.map(problem => fixesFor(nodeFileSystem, resolution, problem)));
    assert.deepEqual(
      fixes.map(all => all.map(({ id }) => id)),
      [['convert-to-utf8'], []],
    );
    const [root] = resolution.roots.filter(({ verdict }) => verdict === 'active');
    assert.deepEqual(await fixAllInRoot(nodeFileSystem, resolution, root?.id ?? ''), []);
  });
});
