import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Result, shapes } from '../vscode/harness';
import { findChromium } from './chromium';
import { fetchDesktop, runInDesktop } from './desktop';
import { runInServer } from './extension-host';
import { type Outcome, runNodeTests, runPatiently } from './node-tests';
import { run } from './processes';
import { installServer } from './vscode-server';

interface Part {
  /** For the command line; several parts may share one. */
  readonly group: string;
  readonly title: string;
  /** VS Code and Chromium must be there. */
  readonly needsHost?: boolean;
  /** When it fails, nothing after it can run. */
  readonly isPrecondition?: boolean;
  /** Runs beside parts of the other kind that come directly before or after it. */
  readonly lane?: 'node' | 'host';
  readonly run: () => Promise<Outcome>;
}

const minute = 60_000;
const script = (name: string) => path.join('node_modules', ...name.split('/'));

function inNode(group: string, title: string, folder: string): Part {
  const run = () => runNodeTests(folder, os.availableParallelism(), 5 * minute);
  return { group, title, lane: 'node', run };
}

const build: Part = {
  group: 'build',
  title: 'build',
  isPrecondition: true,
  run: () => oneCommand('esbuild.mjs', '--tests'),
};

const parts: readonly Part[] = [
  { group: 'types', title: 'type check', run: () => oneCommand(script('typescript/bin/tsc'), '--noEmit') },
  {
    group: 'lint',
    title: 'lint and format',
    run: () => oneCommand(script('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '--colors=off'),
  },
  build,
  inNode('core', 'core', 'core'),
  inNode('core', 'recorded outcomes', 'conformance'),
  inNode('core', 'command line', 'cli'),
  inNode('core', 'documents', 'docs'),
  inNode('endurance', 'faults and soak', 'endurance'),
  ...shapes.map(
    (shape): Part => ({
      group: 'vscode',
      title: `extension host, ${shape}`,
      needsHost: true,
      lane: 'host',
      run: async () => summarize(await runInServer(shape)),
    }),
  ),
  { group: 'ui', title: 'interface', needsHost: true, run: () => runPatiently('ui', 2, 8 * minute) },
  { group: 'package', title: 'package', needsHost: true, run: () => runNodeTests('package', 1, 5 * minute) },
];

/**
 * Runs all parts of the tests, or those of the groups that are named, and prints a line for each.
 * The last line is `N passed, N failed`.
 */
export async function runTests(groups: readonly string[]): Promise<number> {
  const known = new Set(parts.map(({ group }) => group));
  const unknown = groups.find(group => !known.has(group));
  if (unknown) throw new Error(`There are no tests "${unknown}": ${[...known].join(', ')}.`);
  const wanted = parts.filter(part => groups.length === 0 || groups.includes(part.group) || part === build);
  // What has to be fetched is fetched while the types are checked.
  const host = wanted.some(({ needsHost }) => needsHost) ? setUpHost() : Promise.resolve(undefined);
  return report(
    wanted.map(part => ({
      ...part,
      run: async () => {
        const failure = part.needsHost ? await host : undefined;
        return failure ? { passed: 0, failed: 1, output: failure } : part.run();
      },
    })),
  );
}

/** Runs the extension-host suites in desktop VS Code. */
export async function runDesktopTests(): Promise<number> {
  let executable = '';
  return report([
    {
      group: 'desktop',
      title: 'fetch VS Code',
      isPrecondition: true,
      run: async () => {
        try {
          executable = await fetchDesktop();
          return { passed: 1, failed: 0, output: '' };
        } catch (error) {
          return { passed: 0, failed: 1, output: (error as Error).message };
        }
      },
    },
    build,
    ...shapes.map(shape => ({
      group: 'desktop',
      title: `desktop, ${shape}`,
      run: async () => summarize(await runInDesktop(executable, shape)),
    })),
  ]);
}

/** Undefined when all is there, else what to say. */
async function setUpHost(): Promise<string | undefined> {
  try {
    await Promise.all([installServer(console.log), findChromium(console.log)]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function report(wanted: readonly Part[]): Promise<number> {
  rmSync(path.join('out', 'screenshots'), { recursive: true, force: true });
  const sum = { passed: 0, failed: 0 };
  for (const step of steps(wanted)) {
    const outcomes = await Promise.all(step.map(lane => reportLane(lane, sum)));
    if (outcomes.includes('stop')) break;
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

/** What is run one after the other, each as lanes that run at once: most parts leave a core of the machine idle. */
function steps(wanted: readonly Part[]): readonly (readonly (readonly Part[])[])[] {
  const all: Part[][][] = [];
  let open: Partial<Record<'node' | 'host', Part[]>> | undefined;
  for (const part of wanted) {
    if (part.lane === undefined) {
      open = undefined;
      all.push([[part]]);
      continue;
    }
    if (!open) all.push([]);
    open ??= {};
    const lane = open[part.lane];
    if (lane) lane.push(part);
    else {
      open[part.lane] = [part];
      all.at(-1)?.push(open[part.lane]!);
    }
  }
  return all;
}

async function reportLane(
  lane: readonly Part[],
  sum: { passed: number; failed: number },
): Promise<'stop' | 'go on'> {
  for (const part of lane) {
    const begin = Date.now();
    const outcome: Outcome = await part
      .run()
      .catch(error => ({ passed: 0, failed: 1, output: String(error?.stack ?? error) }));
    const noTest = outcome.passed + outcome.failed === 0;
    sum.passed += outcome.passed;
    sum.failed += noTest ? 1 : outcome.failed;
    const seconds = ((Date.now() - begin) / 1000).toFixed(1);
    const counts = noTest
      ? 'no test ran'
      : `${outcome.passed} passed${outcome.failed ? `, ${outcome.failed} failed` : ''}`;
    console.log(
      `${noTest || outcome.failed ? '✗' : '✓'} ${part.title.padEnd(28)} ${counts.padEnd(24)} ${seconds.padStart(6)} s`,
    );
    for (const note of outcome.notes ?? []) console.log(`    ${note}`);
    if (outcome.failed) console.log(outcome.output);
    if (outcome.failed && part.isPrecondition) return 'stop';
  }
  return 'go on';
}

async function oneCommand(file: string, ...args: string[]): Promise<Outcome> {
  const { code, output } = await run(process.execPath, [file, ...args]);
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}

function summarize(results: readonly Result[]): Outcome {
  const failures = results.filter(({ error }) => error !== undefined);
  return {
    passed: results.length - failures.length,
    failed: failures.length,
    output: failures.map(({ name, error }) => `✗ ${name}\n${error?.replaceAll(/^/gm, '    ')}`).join('\n'),
  };
}
