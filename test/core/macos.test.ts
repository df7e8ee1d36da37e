/**
 * The core on macOS, run anywhere: over a disk in memory that keeps names as they are written and finds them in any case,
 * with accents composed or not, and with the links at its top that macOS has.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { renderMessage } from '../../src/core/message';
import { applyPlan } from '../../src/core/plan/apply';
import { readJournals } from '../../src/core/plan/journal';
import { makePlan } from '../../src/core/plan/make-plan';
import type { Answers, Plan, PlanRequest } from '../../src/core/plan/types';
import { planUndo } from '../../src/core/plan/undo';
import { type ResolveOptions, resolve } from '../../src/core/resolve';
import type { ProfileId, Resolution } from '../../src/core/types';
import { skillText } from '../layout';
import { apple, MemoryDisk, type Planted } from './memory-disk';
import { block } from './resolved';

const HOME = '/Users/kim';
const WORK = '/Users/kim/orchard';

/** What every Mac has. */
const MAC: Readonly<Record<string, Planted>> = {
  '/private/tmp': null,
  '/private/var/folders': null,
  '/tmp': { link: 'private/tmp' },
  '/var': { link: 'private/var' },
  [`${HOME}/.DS_Store`]: 'Bud1',
};

class Mac {
  readonly files: MemoryDisk;

  constructor(
    layout: Readonly<Record<string, Planted>>,
    private readonly more: Partial<ResolveOptions> = {},
  ) {
    this.files = new MemoryDisk(apple, { ...MAC, [`${WORK}/.git`]: null, ...layout });
  }

  private get options(): ResolveOptions {
    return {
      profile: 'kimi-cli',
      workDir: WORK,
      home: HOME,
      environment: {},
      platform: 'darwin',
      files: this.files,
      ...this.more,
      overrides: { builtinDir: null, ...this.more.overrides },
    };
  }

  resolve(profile: ProfileId = 'kimi-cli'): Promise<Resolution> {
    return resolve({ ...this.options, profile });
  }

  /** Roots that are there, what they hold, and what becomes of it. */
  async show(profile: ProfileId = 'kimi-cli'): Promise<string> {
    const { roots, candidates } = await this.resolve(profile);
    return roots
      .filter(({ code, group }) => code !== 'no-directory' && group !== 'builtin' && group !== 'unread')
      .flatMap(root => [
        `${root.location}${root.path === root.location ? '' : ` -> ${root.path}`}: ${root.verdict}`,
        ...candidates
          .filter(candidate => candidate.root === root.id)
          .map(({ file, verdict, code }) => `  ${path.relative(root.path, file)}: ${verdict} (${code})`),
      ])
      .join('\n');
  }

  async plan(request: PlanRequest, answers: Answers = {}): Promise<Plan> {
    const { files, options } = this;
    const context = { files, options, resolution: await resolve(options), hasTrash: false };
    return makePlan(context, request, answers);
  }

  /** Plans something for one skill, by its file. */
  async planFor(
    file: string,
    request: (what: { readonly candidates: readonly string[] }) => PlanRequest,
    answers: Answers = {},
  ): Promise<Plan> {
    const found = (await this.resolve(this.options.profile)).candidates.find(other => other.file === file);
    assert.ok(found, `${file} is a candidate`);
    return this.plan(request({ candidates: [found.id] }), answers);
  }

  async apply(plan: Plan): Promise<void> {
    const result = await applyPlan(plan, {
      files: this.files,
      storage: '/private/var/folders/storage',
      trash: null,
      platform: 'darwin',
    });
    assert.equal(result.status, 'complete', result.failure ? renderMessage(result.failure.text) : '');
    assert.deepEqual(result.leftovers, []);
  }

  async undo(): Promise<void> {
    const [journal] = readJournals(this.files, '/private/var/folders/storage');
    const plan = await planUndo(this.files, journal!);
    assert.deepEqual(plan.refusals, []);
    await this.apply(plan);
  }

  tree(): readonly string[] {
    return this.files.tree(HOME);
  }
}

function said(plan: Plan): readonly string[] {
  return [...plan.refusals, ...plan.skipped].map(({ code }) => code);
}

describe('on macOS', () => {
  for (const profile of ['kimi-cli', 'claude-code', 'vscode'] as const) {
    it(`${profile}: a skill file and its root are found however their names are written`, async () => {
      const mac = new Mac({
        [`${WORK}/.Claude/Skills/Heron/skill.md`]: skillText('Heron'),
        [`${WORK}/.Claude/Skills/.DS_Store`]: 'Bud1',
      });
      const { skills, candidates } = await mac.resolve(profile);
      assert.deepEqual(
        skills.map(({ file }) => file),
        [`${WORK}/.claude/skills/Heron/SKILL.md`],
      );
      assert.deepEqual(
        candidates.map(({ file, verdict, code }) => `${file} ${verdict} ${code}`),
        [`${WORK}/.claude/skills/Heron/SKILL.md active wins`],
      );
    });
  }

  it('the project root is found by any .git', async () => {
    const mac = new Mac({ [`${WORK}/pkg/.GIT/HEAD`]: '' }, { workDir: `${WORK}/PKG/src` });
    assert.equal((await mac.resolve()).projectRoot, `${WORK}/PKG`);
  });

  it('a skill file is said once, whatever its name, where folders are gone through', async () => {
    const mac = new Mac({
      [`${WORK}/.agents/skills/heron/skill.md`]: skillText('heron').replace(
        '---\n\n',
        'has-sub-skill: true\n---\n\n',
      ),
      [`${WORK}/.agents/skills/heron/chick/Skill.md`]: skillText('chick'),
      [`${WORK}/.agents/skills/birds/owl/skill.md`]: skillText('owl'),
    });
    assert.equal(
      await mac.show('kimi-code'),
      block(`
        /Users/kim/orchard/.agents/skills: active
          birds/owl/SKILL.md: active (wins)
          heron/SKILL.md: active (wins)
          heron/chick/SKILL.md: active (wins)
      `),
    );
    assert.equal(
      await mac.show('kimi-cli'),
      block(`
        /Users/kim/orchard/.agents/skills: active
          birds/owl/skill.md: not-read (too-deep)
          heron/SKILL.md: active (wins)
          heron/chick/SKILL.md: not-read (inside-skill)
      `),
    );
  });

  // Rule 32: Python leaves letters as they are written, so that two spellings are two roots with the same files.
  it('one directory under two spellings: kimi-cli has two roots, kimi-code one', async () => {
    const mac = new Mac(
      {
        [`${HOME}/.agents/skills/heron/SKILL.md`]: skillText('heron'),
        [`${HOME}/Cafe\u0301/wren/SKILL.md`]: skillText('wren'),
      },
      { overrides: { extraSkillDirs: ['~/.Agents/Skills', '~/Caf\u00e9', '~/cafe\u0301'] } },
    );
    assert.equal(
      await mac.show('kimi-cli'),
      block(`
        /Users/kim/.agents/skills: active
          heron/SKILL.md: active (wins)
        /Users/kim/.Agents/Skills: active
          heron/SKILL.md: alias (same-file)
        /Users/kim/Caf\u00e9: active
          wren/SKILL.md: active (wins)
        /Users/kim/cafe\u0301: active
          wren/SKILL.md: alias (same-file)
      `),
    );
    assert.equal(
      await mac.show('kimi-code'),
      block(`
        /Users/kim/.agents/skills: active
          heron/SKILL.md: active (wins)
        /Users/kim/.Agents/Skills -> /Users/kim/.agents/skills: alias
        /Users/kim/Caf\u00e9 -> /Users/kim/Cafe\u0301: active
          wren/SKILL.md: active (wins)
        /Users/kim/cafe\u0301 -> /Users/kim/Cafe\u0301: alias
      `),
    );
  });

  it('links are followed in a path, the letters after them left as they are', async () => {
    const mac = new Mac(
      { '/private/tmp/orchard/.Agents/skills/heron/SKILL.md': skillText('heron') },
      { workDir: '/tmp/orchard' },
    );
    assert.equal(
      await mac.show('kimi-cli'),
      block(`
        /tmp/orchard/.agents/skills -> /private/tmp/orchard/.agents/skills: active
          heron/SKILL.md: active (wins)
      `),
    );
    assert.equal(
      await mac.show('kimi-code'),
      block(`
        /tmp/orchard/.agents/skills -> /private/tmp/orchard/.Agents/skills: active
          heron/SKILL.md: active (wins)
      `),
    );
  });

  it('links in a circle end', async () => {
    const mac = new Mac({
      [`${WORK}/.agents/skills`]: { link: '../.Claude/skills' },
      [`${WORK}/.claude/skills`]: { link: '../.AGENTS/skills' },
      [`${HOME}/.agents/skills/owl/SKILL.md`]: skillText('owl'),
    });
    assert.match(await mac.show(), /owl\/SKILL\.md: active/);
  });

  it('a skill cannot be renamed to what the disk takes for its name', async () => {
    const mac = new Mac({
      [`${WORK}/.agents/skills/rail/SKILL.md`]: skillText('rail'),
      [`${WORK}/.agents/skills/cafe\u0301/SKILL.md`]: skillText('cafe\u0301'),
      [`${WORK}/.agents/skills/wren.md`]: skillText('wren'),
    });
    const before = mac.tree();
    for (const [file, name] of [
      ['rail/SKILL.md', 'Rail'],
      ['cafe\u0301/SKILL.md', 'caf\u00e9'],
      ['wren.md', 'WREN'],
    ] as const) {
      const plan = await mac.planFor(`${WORK}/.agents/skills/${file}`, what => ({
        kind: 'rename',
        what,
        name,
      }));
      assert.deepEqual(said(plan), ['case-only'], name);
      assert.equal(plan.ready, false);
    }
    assert.deepEqual(mac.tree(), before);
  });

  for (const extra of ['~/.agents/skills', '~/.AGENTS/SKILLS', '~/shelf']) {
    it(`a skill is not moved onto itself: its directory is a root as ${extra} too`, async () => {
      const mac = new Mac(
        {
          [`${HOME}/.Agents/Skills/heron/SKILL.md`]: skillText('heron'),
          [`${HOME}/shelf`]: { link: '.agents/skills' },
        },
        { overrides: { extraSkillDirs: [extra] } },
      );
      const before = mac.tree();
      const { roots } = await mac.resolve();
      const other = roots.find(({ location }) => location === extra.replace('~', HOME));
      assert.ok(other);
      for (const kind of ['copy', 'move'] as const) {
        const plan = await mac.planFor(
          `${HOME}/.agents/skills/heron/SKILL.md`,
          what => ({ kind, what, to: { root: other.id } }),
          { 'conflict:*': 'remove-source' },
        );
        assert.deepEqual(said(plan), ['already-there']);
        assert.deepEqual(plan.operations, []);
      }
      assert.deepEqual(mac.tree(), before);
    });
  }

  it('two skills whose names differ in case only do not go into one directory unasked', async () => {
    const mac = new Mac({
      [`${HOME}/.kimi/skills/heron/SKILL.md`]: skillText('heron'),
      [`${HOME}/.claude/skills/Heron/SKILL.md`]: skillText('Heron', 'The other.'),
    });
    const { candidates } = await mac.resolve();
    const what = { candidates: candidates.map(({ id }) => id) };
    const plan = await mac.plan({ kind: 'move', what, to: { scope: 'project' } });
    assert.deepEqual(
      plan.operations.filter(({ kind }) => kind === 'move').map(({ to }) => to),
      [`${WORK}/.agents/skills/heron`],
    );
    assert.deepEqual(
      plan.conflicts.map(({ target }) => target),
      [`${WORK}/.agents/skills/Heron`],
    );
  });

  for (const profile of ['kimi-cli', 'kimi-code'] as const) {
    it(`${profile}: what a plan changes in a root of another spelling is foreseen, done and undone`, async () => {
      const brand = profile === 'kimi-cli' ? '.Kimi' : '.Kimi-Code';
      const mac = new Mac(
        {
          [`${HOME}/${brand}/Skills/heron/SKILL.md`]: skillText('heron'),
          [`${HOME}/${brand}/Skills/heron/run.sh`]: { text: 'true\n', mode: 0o755 },
          [`${HOME}/.Agents/skills/owl/SKILL.md`]: skillText('owl'),
        },
        { profile },
      );
      const before = mac.tree();
      const winner = (await mac.resolve(profile)).skills.find(({ name }) => name === 'heron');
      assert.ok(winner);
      const plan = await mac.planFor(winner.file, what => ({ kind: 'move', what, to: { scope: 'user' } }));
      const { outcome } = plan;
      assert.equal(plan.ready, true);
      await mac.apply(plan);
      const after = await mac.resolve(profile);
      assert.deepEqual(
        outcome.map(({ after: is }) => is?.file),
        after.skills.filter(({ name }) => name === 'heron').map(({ file }) => file),
      );
      assert.notDeepEqual(mac.tree(), before);
      await mac.undo();
      assert.deepEqual(mac.tree(), before);
    });
  }
});
