/** How long it takes to migrate 500 skills, beside `cp -a` of the same tree in the same run. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyPlan } from '../../src/core/plan/apply';
import { makePlan } from '../../src/core/plan/make-plan';
import type { Plan, PlanRequest } from '../../src/core/plan/types';
import { planUndo, undoablePlans } from '../../src/core/plan/undo';
import { nodeWritableFiles, type WritableFiles } from '../../src/core/plan/writable-files';
import { resolve } from '../../src/core/resolve';

const SKILLS = 500;

const ROUNDS = 3;

/** Each skill has a text, a script with the exec bit, two references and a link: 2,500 entries and 6 MB in all. */
function build(root: string): void {
  fs.mkdirSync(path.join(root, '.git'), { recursive: true });
  for (let number = 0; number < SKILLS; number++) {
    const folder = path.join(root, `.kimi/skills/skill-${String(number).padStart(3, '0')}`);
    fs.mkdirSync(path.join(folder, 'references'), { recursive: true });
    const text = `---\nname: ${path.basename(folder)}\ndescription: Skill number ${number}.\n---\n\n`;
    fs.writeFileSync(path.join(folder, 'SKILL.md'), text + 'A line of its text.\n'.repeat(100));
    fs.writeFileSync(path.join(folder, 'run.sh'), '#!/bin/sh\necho hello\n', { mode: 0o755 });
    for (const name of ['a', 'b']) {
      fs.writeFileSync(path.join(folder, `references/${name}.md`), `${name} ${number}\n`.repeat(500));
    }
    fs.symlinkSync('references/a.md', path.join(folder, 'first'));
  }
}

async function plan(root: string, request: PlanRequest): Promise<Plan> {
  const home = path.join(path.dirname(root), 'home');
  const options = {
    profile: 'kimi-cli',
    workDir: root,
    home,
    environment: {},
    overrides: { builtinDir: null },
  } as const;
  const resolution = await resolve(options);
  return makePlan({ files: nodeWritableFiles, options, resolution, hasTrash: false }, request);
}

/** Two roots on two file systems: every move becomes a copy that is checked, and a removal. */
const twoDisks: WritableFiles = {
  ...nodeWritableFiles,
  rename(from, to) {
    if (from.includes('/.kimi/') !== to.includes('/.kimi/'))
      throw Object.assign(new Error(), { code: 'EXDEV' });
    nodeWritableFiles.rename(from, to);
  },
};

async function timed<T>(doing: () => T | Promise<T>): Promise<readonly [T, number]> {
  const start = performance.now();
  const result = await doing();
  return [result, performance.now() - start];
}

async function round(): Promise<Readonly<Record<string, number>>> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'which-skill-bench-')));
  const [root, storage] = [path.join(base, 'R'), path.join(base, 'storage')];
  try {
    build(root);
    const from = path.join(root, '.kimi/skills');
    const times: Record<string, number> = {};
    execFileSync('sync');
    [, times['cp -a']] = await timed(() => execFileSync('cp', ['-a', from, path.join(base, 'copy')]));
    const apply = async (name: string, request: PlanRequest, files: WritableFiles) => {
      const [made, planning] = await timed(() => plan(root, request));
      times[`${name}: plan`] = planning;
      const [result, applying] = await timed(() => applyPlan(made, { files, storage, trash: null }));
      if (result.status !== 'complete') throw new Error(`${name}: ${result.status} ${result.failure?.code}`);
      times[`${name}: apply`] = applying;
      const [, undoing] = await timed(async () => {
        const back = await planUndo(nodeWritableFiles, undoablePlans(nodeWritableFiles, storage)[0]!);
        const undone = await applyPlan(back, { files, storage, trash: null });
        if (undone.status !== 'complete') throw new Error(`undo of ${name}: ${undone.failure?.code}`);
      });
      times[`${name}: undo`] = undoing;
    };
    const what = { root: from };
    await apply('move', { kind: 'move', what, to: 'canonical' }, nodeWritableFiles);
    await apply(
      'move, leaving links',
      { kind: 'move', what, to: 'canonical', leaveLink: true },
      nodeWritableFiles,
    );
    await apply('copy', { kind: 'copy', what, to: 'canonical' }, nodeWritableFiles);
    await apply('move between disks', { kind: 'move', what, to: 'canonical' }, twoDisks);
    return times;
  } finally {
    fs.rmSync(base, { recursive: true, force: true });
  }
}

/** What one step took, in milliseconds, and as a multiple of `cp -a`. */
export interface MigrationTime {
  readonly step: string;
  readonly milliseconds: number;
  readonly ratio: number;
}

/** Medians of some rounds. `TMPDIR` says on which disk. */
export async function measureMigration(): Promise<readonly MigrationTime[]> {
  const rounds: Readonly<Record<string, number>>[] = [];
  for (let number = 0; number < ROUNDS; number++) rounds.push(await round());
  const median = (name: string) => rounds.map(times => times[name]!).sort((a, b) => a - b)[ROUNDS >> 1]!;
  const reference = median('cp -a');
  return Object.keys(rounds[0]!).map(step => {
    const milliseconds = median(step);
    return { step, milliseconds, ratio: milliseconds / reference };
  });
}

/** The same as a table. */
export function migrationTable(times: readonly MigrationTime[]): string {
  const lines = times.map(
    ({ step, milliseconds, ratio }) =>
      `${step.padEnd(28)}${milliseconds.toFixed(0).padStart(7)} ms  ${ratio.toFixed(1).padStart(5)} × cp -a`,
  );
  return [`${SKILLS} skills, median of ${ROUNDS} rounds, ${tmpdir()}`, ...lines].join('\n');
}
