/** What all agents cost beside one: the files are the same, so most of the work should be done once. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeFileSystem } from '../../src/core/file-system';
import { buildMatrix } from '../../src/core/matrix';
import { PROFILE_IDS } from '../../src/core/products';
import { resolve } from '../../src/core/resolve';
import { resolveAll } from '../../src/core/resolve-all';
import { type BenchTree, buildTree, skillAt } from './trees';
import { timeCommand } from './whole-process';

/** The one that the others are compared with. */
const ONE = 'kimi-code';

const SKILLS = 1_000;

/** By turns, so that both see the same machine; the quickest of each counts. */
const ROUNDS = 12;

/** Milliseconds for one agent and for all of them, with all that is asked about the disk. */
export interface AgentsTime {
  readonly layout: string;
  /** `list --profile … --json` and `matrix --agents all --json`, from their start to their end. */
  readonly command: { readonly one: number; readonly all: number; readonly ratio: number };
  /** A resolution, and all of them with the matrix, in this process once its code is warm. */
  readonly inProcess: { readonly one: number; readonly all: number; readonly ratio: number };
}

/** Links and copies as people have them who use several agents. Each tenth copy has a text of its own. */
function addBrandDirectories({ project, root }: BenchTree): void {
  const brand = (directory: string) => {
    const folder = path.join(project, directory);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const [claude, github, codex] = ['.claude/skills', '.github/skills', '.codex/skills'].map(brand);
  for (let number = 0; number < SKILLS; number++) {
    const name = `skill-${number}`;
    if (number % 2 === 0)
      symlinkSync(path.join('..', '..', '.agents', 'skills', name), path.join(claude!, name));
    for (const [folder, rest] of [
      [github, 1],
      [codex, 3],
    ] as const) {
      if (number % 5 !== rest) continue;
      const copy = path.join(folder!, name);
      cpSync(path.join(root, name), copy, { recursive: true });
      if (number % 10 === rest) writeFileSync(path.join(copy, 'SKILL.md'), skillAt(number, 'Another text'));
    }
  }
}

/** @throws where a command fails, or where an agent answers less than it should */
export async function measureAgents(): Promise<readonly AgentsTime[]> {
  const layouts = [
    ['.agents/skills', () => {}],
    ['with links and copies', addBrandDirectories],
  ] as const;
  const times: AgentsTime[] = [];
  for (const [layout, add] of layouts) {
    const tree = buildTree(SKILLS);
    add(tree);
    const command = await quickest(
      () => timeCommand(tree, 'list', '--profile', ONE, '--json'),
      () => timeCommand(tree, 'matrix', '--agents', 'all', '--json'),
    );
    const options = { workDir: tree.project, home: tree.home, environment: {} };
    const inProcess = await quickest(
      () => timed(async () => (await resolve({ ...options, profile: ONE })).skills.length),
      () =>
        timed(async () => {
          const resolutions = await resolveAll({ ...options, profiles: PROFILE_IDS });
          const { rows } = await buildMatrix(nodeFileSystem, resolutions);
          return rows.filter(({ cells }) => cells.length === PROFILE_IDS.length).length;
        }),
    );
    times.push({ layout, command, inProcess });
    tree.remove();
  }
  return times;
}

/** The first round warms what can be warmed, and does not count. */
async function quickest(
  ofOne: () => number | Promise<number>,
  ofAll: () => number | Promise<number>,
): Promise<{ one: number; all: number; ratio: number }> {
  let [one, all] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round <= ROUNDS; round++) {
    const [first, second] = [await ofOne(), await ofAll()];
    if (round === 0) continue;
    one = Math.min(one, first);
    all = Math.min(all, second);
  }
  return { one, all, ratio: all / one };
}

async function timed(work: () => Promise<number>): Promise<number> {
  const begin = performance.now();
  const seen = await work();
  const time = performance.now() - begin;
  if (seen < SKILLS) throw new Error(`${seen} skills seen instead of ${SKILLS}`);
  return time;
}

/** The same as a table. */
export function agentsTable(times: readonly AgentsTime[]): string {
  const lines = times.flatMap(({ layout, command, inProcess }) =>
    Object.entries({ 'the command': command, 'in process': inProcess }).map(
      ([how, { one, all, ratio }]) =>
        `| ${layout}, ${how} | ${one.toFixed(0)} ms | ${all.toFixed(0)} ms | ${ratio.toFixed(2)} |`,
    ),
  );
  return [
    `| ${SKILLS} skills | ${ONE} | all ${PROFILE_IDS.length} agents and the matrix | ratio |`,
    '|---|---:|---:|---:|',
    ...lines,
  ].join('\n');
}
