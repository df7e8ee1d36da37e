/** `npm run bench`: what the README says about speed, measured here and now. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { soak } from '../core/live/soak';
import { outFolder, projectRoot } from '../host/folders';
import { agentsTable, measureAgents } from './agents';
import { type InProcess, measureInProcess } from './in-process';
import { measureMigration, migrationTable } from './migrate';
import { buildTree } from './trees';
import { measureWholeProcess, type WholeProcess } from './whole-process';

const SIZES = [100, 1_000, 10_000, 50_000];

interface Row extends WholeProcess, InProcess {
  readonly skills: number;
}

/**
 * Options: `--quick` leaves out the largest tree; `--soak [MINUTES]` makes random changes for ten minutes, or so many;
 * `--migrate` only measures a migration, `--agents` only all agents beside one.
 */
export async function runBench(args: readonly string[]): Promise<number> {
  if (args.includes('--migrate')) {
    console.log(migrationTable(await measureMigration()));
    return 0;
  }
  if (args.includes('--soak')) return runSoak(Number(args[args.indexOf('--soak') + 1]) || 10);
  const built = spawnSync(process.execPath, ['esbuild.mjs'], { cwd: projectRoot, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The product could not be built.');
  if (args.includes('--agents')) {
    console.log(agentsTable(await measureAgents()));
    return 0;
  }
  const rows: Row[] = [];
  for (const skills of args.includes('--quick') ? SIZES.slice(0, -1) : SIZES) {
    const tree = buildTree(skills);
    // The first pass warms the cache of the disk.
    const whole = measureWholeProcess(tree, skills > 10_000 ? 3 : 6);
    rows.push({ skills, ...whole, ...(await measureInProcess(tree)) });
    tree.remove();
  }
  const live = readLive();
  const activation = readMeasured<Activation>('activation.json');
  print(rows, live, activation);
  const agents = await measureAgents();
  console.log(`\n${agentsTable(agents)}`);
  const migration = await measureMigration();
  console.log(`\n${migrationTable(migration)}`);
  mkdirSync(outFolder, { recursive: true });
  const result = { node: process.version, platform: process.platform, rows, agents, live, migration };
  writeFileSync(path.join(outFolder, 'bench.json'), `${JSON.stringify(result, undefined, 2)}\n`);
  return 0;
}

function print(rows: readonly Row[], live: LiveTimes | null, activation: Activation | null): void {
  const lines = [
    '| skills | bare reads | `which-skill NAME` | ratio | first resolution | longest stall | one file changed | memory |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows.map(row =>
      [
        '',
        String(row.skills),
        `${round(row.floor)} ms`,
        `${round(row.command)} ms`,
        (row.command / row.floor).toFixed(2),
        `${round(row.first)} ms`,
        `${round(row.stall)} ms`,
        `${row.change.toFixed(1)} ms`,
        `${row.memory.toFixed(1)} MB`,
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  ];
  console.log(lines.join('\n'));
  if (live)
    console.log(
      `\n${live.count} changes in the extension host, from the disk to the tree: median ${live.median} ms, 95 % within ${live.most} ms, all within ${live.all} ms`,
    );
  if (activation)
    console.log(
      `\nStart in the extension host, as VS Code's own page on performance has it: ${activation.load} ms to load the code, ${activation.activate} ms until activate returns, ${activation.finish} ms in all`,
    );
  if (!live || !activation)
    console.log('\nWhat happens in the extension host is measured by npm run test:vscode: run that first.');
}

function round(milliseconds: number): string {
  return milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds));
}

interface LiveTimes {
  readonly count: number;
  readonly median: number;
  readonly most: number;
  readonly all: number;
}

/** Milliseconds. */
interface Activation {
  readonly load: number;
  readonly activate: number;
  readonly finish: number;
}

/** What `npm run test:vscode` measured last, where it has. */
function readMeasured<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(path.join(outFolder, file), 'utf8')) as T;
  } catch {
    return null;
  }
}

function readLive(): LiveTimes | null {
  const measured = readMeasured<{ milliseconds: number }[]>('live.json');
  if (!measured) return null;
  const times = measured.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { count: times.length, median: at(0.5), most: at(0.95), all: at(1) };
}

async function runSoak(minutes: number): Promise<number> {
  const seed = Date.now() % 1_000_000;
  console.log(`${minutes} minutes of random changes, seed ${seed}`);
  const begin = performance.now();
  let said = begin;
  const memory: number[] = [];
  const result = await soak(minutes * 60_000, seed, bursts => {
    if (performance.now() - said < 10_000) return;
    said = performance.now();
    const used = process.memoryUsage().heapUsed / 1024 / 1024;
    memory.push(used);
    console.log(`${Math.round((said - begin) / 1000)} s: ${bursts} bursts, heap ${used.toFixed(1)} MB`);
  });
  console.log(JSON.stringify(result));
  mkdirSync(outFolder, { recursive: true });
  writeFileSync(
    path.join(outFolder, 'soak.json'),
    `${JSON.stringify({ seed, minutes, ...result, memory })}\n`,
  );
  return 0;
}
