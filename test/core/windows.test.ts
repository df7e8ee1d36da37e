/**
 * The core on Windows, run anywhere: built with Windows' rules for paths, over a disk in memory that has drive letters,
 * shares, junctions, names whose case does not matter, and files that other programs hold.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderMessage } from '../../src/core/message';
import type { Answers, Plan, PlanRequest } from '../../src/core/plan/types';
import type { ResolveOptions } from '../../src/core/resolve';
import type { ProfileId, Resolution } from '../../src/core/types';
import { skillText } from '../layout';
import { MemoryDisk, type Planted, windows } from './memory-disk';
import { coreOfWindows } from './windows-core';

/** Roots that are there, what they hold, and what becomes of it. */
function show({ roots, candidates }: Resolution): string {
  const seen = roots.filter(
    ({ code, group }) => code !== 'no-directory' && group !== 'builtin' && group !== 'unread',
  );
  return seen
    .flatMap(root => [
      `${root.location}${root.path === root.location ? '' : ` -> ${root.path}`}  ${renderMessage(root.reason)}`,
      ...candidates
        .filter(candidate => candidate.root === root.id)
        .map(({ file, verdict, reason }) => `  ${file}  ${verdict}: ${renderMessage(reason)}`),
    ])
    .join('\n');
}

const WORK = 'D:\\work\\orchard';
const HOME = 'C:\\Users\\kim';

type Layout = Readonly<Record<string, Planted>>;

const { resolve, makePlan, applyPlan, readJournals, planUndo } = coreOfWindows();

const STORAGE = `${HOME}\\AppData\\Local\\which-skill`;

class Machine {
  readonly files: MemoryDisk;

  constructor(
    layout: Layout,
    private readonly more: Partial<ResolveOptions> = {},
  ) {
    const usual = { [`${WORK}\\.git\\HEAD`]: '', [`${HOME}\\NTUSER.DAT`]: '' };
    this.files = new MemoryDisk(windows, { ...usual, ...layout });
  }

  private get options(): ResolveOptions {
    return {
      profile: 'kimi-cli',
      workDir: WORK,
      home: HOME,
      environment: {},
      platform: 'win32',
      files: this.files,
      ...this.more,
      overrides: { builtinDir: null, ...this.more.overrides },
    };
  }

  resolve(profile: ProfileId = 'kimi-cli'): Promise<Resolution> {
    return resolve({ ...this.options, profile });
  }

  /** Plans something for some skills, by their files. */
  async plan(
    names: readonly string[],
    request: (what: { readonly candidates: readonly string[] }) => PlanRequest,
    answers: Answers = {},
  ): Promise<Plan> {
    const { files, options } = this;
    const resolution = await resolve(options);
    const candidates = names.map(file => {
      const found = resolution.candidates.find(other => other.file === file);
      assert.ok(found, `${file} is a candidate`);
      return found.id;
    });
    return makePlan({ files, options, resolution, hasTrash: false }, request({ candidates }), answers);
  }

  apply(plan: Plan): ReturnType<typeof applyPlan> {
    return applyPlan(plan, { files: this.files, storage: STORAGE, trash: null, platform: 'win32' });
  }

  async do(plan: Plan): Promise<void> {
    assert.deepEqual(said(plan), []);
    const result = await this.apply(plan);
    assert.equal(result.status, 'complete', result.failure ? renderMessage(result.failure.text) : '');
    assert.deepEqual(result.leftovers, []);
  }

  async undo(): Promise<void> {
    const plan = await planUndo(this.files, readJournals(this.files, STORAGE)[0]!);
    await this.do(plan);
  }

  /** What is on the two drives, but for what plans write down. */
  tree(): readonly string[] {
    const lines = [...this.files.tree('C:\\'), ...this.files.tree('D:\\')];
    return lines.filter(line => !line.includes('AppData'));
  }
}

function said({ refusals, skipped }: Plan): readonly string[] {
  return [...refusals, ...skipped].map(({ code }) => code);
}

describe('on Windows', () => {
  async function resolved(layout: Layout, extraSkillDirs?: readonly string[]): Promise<string> {
    const overrides = extraSkillDirs ? { extraSkillDirs } : {};
    return show(await new Machine(layout, { overrides }).resolve());
  }

  it('a project on one drive, the home directory on another', async () => {
    assert.equal(
      await resolved({
        [`${WORK}\\.agents\\skills\\heron\\SKILL.md`]: skillText('heron'),
        [`${HOME}\\.kimi\\skills\\heron\\SKILL.md`]: skillText('heron', 'The other.'),
        [`${HOME}\\.kimi\\skills\\owl.md`]: skillText('owl'),
      }),
      String.raw`D:\work\orchard\.agents\skills  the directory that tools share
  D:\work\orchard\.agents\skills\heron\SKILL.md  active: wins over one other of this name
C:\Users\kim\.kimi\skills  a tool’s own directory
  C:\Users\kim\.kimi\skills\heron\SKILL.md  shadowed: shadowed by D:\work\orchard\.agents\skills\heron: Project comes before User
  C:\Users\kim\.kimi\skills\owl.md  active: the only one of this name`,
    );
  });

  it('the case of a name does not matter to the disk', async () => {
    assert.match(
      await resolved({ [`${WORK}\\.Agents\\Skills\\Heron\\skill.md`]: skillText('heron') }),
      /Heron\\SKILL\.md {2}active: the only one of this name$/m,
    );
  });

  it('a junction leads to a root on another drive, which counts once', async () => {
    assert.equal(
      await resolved({
        [`${HOME}\\.kimi\\skills`]: { link: 'E:\\Shared\\skills' },
        [`${HOME}\\.claude\\skills`]: { link: 'e:\\shared\\SKILLS' },
        'E:\\Shared\\skills\\crane\\SKILL.md': skillText('crane'),
      }),
      String.raw`C:\Users\kim\.kimi\skills -> E:\Shared\skills  a tool’s own directory
  E:\Shared\skills\crane\SKILL.md  active: the only one of this name
C:\Users\kim\.claude\skills -> E:\Shared\skills  the same directory as C:\Users\kim\.kimi\skills`,
    );
  });

  it('a share of another machine', async () => {
    assert.equal(
      await resolved({ '\\\\nas\\team\\skills\\wren\\SKILL.md': skillText('wren') }, [
        '\\\\nas\\team\\skills',
      ]),
      String.raw`\\nas\team\skills  named in extra_skill_dirs
  \\nas\team\skills\wren\SKILL.md  active: the only one of this name`,
    );
  });

  it('a junction in a circle', async () => {
    assert.equal(
      await resolved({
        [`${WORK}\\.agents\\skills\\gull`]: { link: `${WORK}\\.agents\\skills\\gull` },
        [`${WORK}\\.agents\\skills\\up`]: { link: WORK },
        [`${WORK}\\.agents\\skills\\tern\\SKILL.md`]: skillText('tern'),
      }),
      String.raw`D:\work\orchard\.agents\skills  the directory that tools share
  D:\work\orchard\.agents\skills\gull  unreadable: the link D:\work\orchard\.agents\skills\gull leads in a circle
  D:\work\orchard\.agents\skills\tern\SKILL.md  active: the only one of this name
  D:\work\orchard\.agents\skills\up\SKILL.md  not-read: links back to a directory that it lies in (D:\work\orchard)`,
    );
  });

  it('drive letters and names in another case, and long paths, lead to the same directory', async () => {
    assert.equal(
      await resolved({ [`${HOME}\\.kimi\\skills\\crane\\SKILL.md`]: skillText('crane') }, [
        'c:\\users\\KIM\\.Kimi\\Skills',
        '\\\\?\\C:\\Users\\kim\\.kimi\\skills',
        'C:/Users/kim/.kimi/skills/',
      ]),
      String.raw`C:\Users\kim\.kimi\skills  a tool’s own directory
  C:\Users\kim\.kimi\skills\crane\SKILL.md  active: the only one of this name
c:\users\KIM\.Kimi\Skills -> C:\Users\kim\.kimi\skills  the same directory as C:\Users\kim\.kimi\skills
\\?\C:\Users\kim\.kimi\skills -> C:\Users\kim\.kimi\skills  the same directory as C:\Users\kim\.kimi\skills
C:\Users\kim\.kimi\skills  already counted as User`,
    );
  });

  it('a share by its long path is that share', async () => {
    assert.match(
      await resolved({ '\\\\nas\\team\\skills\\wren\\SKILL.md': skillText('wren') }, [
        '\\\\nas\\team\\skills',
        '\\\\?\\UNC\\nas\\team\\skills',
      ]),
      /^\\\\\?\\UNC\\nas\\team\\skills -> \\\\nas\\team\\skills {2}the same directory/m,
    );
  });

  it('the home directory is the repository, its drive letter written in two ways', async () => {
    for (const profile of ['kimi-cli', 'kimi-code', 'claude-code'] as const) {
      const layout = {
        [`${HOME}\\.git\\HEAD`]: '',
        [`${HOME}\\.claude\\skills\\crane\\SKILL.md`]: skillText('crane'),
        [`${HOME}\\.agents\\skills\\crane\\SKILL.md`]: skillText('crane'),
      };
      const one = await new Machine(layout, { workDir: HOME }).resolve(profile);
      const other = await new Machine(layout, { workDir: HOME.replace('C:', 'c:') }).resolve(profile);
      const states = ({ candidates }: Resolution) =>
        candidates.map(({ verdict, code }) => `${verdict} ${code}`);
      assert.deepEqual(states(other), states(one), profile);
    }
  });

  it('a skill gets no name that Windows cannot have, or takes for its own', async () => {
    const rail = `${WORK}\\.agents\\skills\\rail\\SKILL.md`;
    const machine = new Machine({ [rail]: skillText('rail') });
    for (const name of ['aux', 'CON', 'com1', 'a:b', 'rail.', 'Rail']) {
      const plan = await machine.plan([rail], what => ({ kind: 'rename', what, name }));
      assert.equal(plan.ready, false, name);
      assert.equal(plan.refusals.length, 1, name);
    }
  });

  const skill = {
    [`${WORK}\\.kimi\\skills\\heron\\SKILL.md`]: skillText('heron'),
    [`${WORK}\\.kimi\\skills\\heron\\run.cmd`]: { text: 'exit\n', mode: 0o444 },
    [`${WORK}\\.kimi\\skills\\owl.md`]: { text: skillText('owl'), mode: 0o444 },
    [`${HOME}\\.agents\\skills\\rook\\SKILL.md`]: skillText('rook'),
  };
  const HERON = `${WORK}\\.kimi\\skills\\heron\\SKILL.md`;
  const OWL = `${WORK}\\.kimi\\skills\\owl.md`;

  /** What is done to both, the folder and the flat file. */
  const requests: Readonly<
    Record<string, (what: { readonly candidates: readonly string[] }) => PlanRequest>
  > = {
    'a move on one drive': what => ({ kind: 'move', what, to: { scope: 'project' } }),
    'a move to another drive': what => ({ kind: 'move', what, to: { scope: 'user' } }),
    'a move that leaves junctions': what => ({ kind: 'move', what, to: { scope: 'user' }, leaveLink: true }),
    'a copy to another drive': what => ({ kind: 'copy', what, to: { scope: 'user' } }),
    'a deletion': what => ({ kind: 'delete', what }),
  };
  for (const [what, request] of Object.entries(requests)) {
    const answers = { removal: 'backup' };

    it(`${what} is done and undone, with files that are read-only`, async () => {
      const machine = new Machine(skill);
      const before = machine.tree();
      await machine.do(await machine.plan([HERON, OWL], request, answers));
      assert.notDeepEqual(machine.tree(), before);
      assert.equal(machine.tree().filter(line => line.includes(' 444 ')).length >= 2, true);
      await machine.undo();
      assert.deepEqual(machine.tree(), before);
    });

    for (const held of [HERON, `${WORK}\\.kimi\\skills\\heron\\run.cmd`, OWL]) {
      it(`${what} stops at ${held}, which another program holds, and loses nothing`, async () => {
        const machine = new Machine(skill);
        const plan = await machine.plan([HERON, OWL], request, answers);
        const before = machine.tree();
        machine.files.hold(held);
        const result = await machine.apply(plan);
        machine.files.release();
        assert.deepEqual(result.leftovers, []);
        if (plan.request.kind === 'copy') assert.equal(result.status, 'complete');
        else {
          assert.equal(result.status, 'failed');
          assert.match(
            renderMessage(result.failure!.text),
            /in use by another program|no permission to change/,
          );
        }
        // The skill that was done before may stay done: taken back, all is as it was.
        if (result.done > 0) await machine.undo();
        assert.deepEqual(machine.tree(), before);
        await machine.do(await machine.plan([HERON, OWL], request, answers));
      });
    }
  }
});
