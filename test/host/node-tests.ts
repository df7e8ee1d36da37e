import { setMaxListeners } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { outFolder } from './folders';
import { atExit } from './processes';

/** What became of one part of the tests. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** What a person needs when something failed. */
  readonly output: string;
  /** What tests wish to say even when all is well. */
  readonly notes?: readonly string[];
}

interface FilesOutcome extends Outcome {
  /** How many tests passed in each file. */
  readonly passedIn: ReadonlyMap<string, number>;
  readonly failedFiles: ReadonlySet<string>;
}

/**
 * Runs the bundled tests of a folder of `out/` with node's own test runner, each file in a process of its own.
 * @param concurrency how many files at once
 * @param timeout milliseconds for a whole file
 */
export async function runNodeTests(folder: string, concurrency: number, timeout: number): Promise<Outcome> {
  return runFiles(filesIn(folder), concurrency, timeout);
}

/**
 * Runs tests as {@link runNodeTests} does, and files in which one failed once more, alone: who clicks in a workbench can
 * miss what comes late when another one needs the machine too. Of such a file the second run counts.
 */
export async function runPatiently(folder: string, concurrency: number, timeout: number): Promise<Outcome> {
  const first = await runFiles(filesIn(folder), concurrency, timeout);
  const again = [...first.failedFiles];
  if (again.length === 0 || again.includes('')) return first;
  const second = await runFiles(again, 1, timeout);
  const counted = again.reduce((sum, file) => sum + (first.passedIn.get(file) ?? 0), 0);
  const names = again.map(file => path.basename(file, '.test.js')).join(', ');
  const notes = [...(first.notes ?? []), `run once more, alone: ${names}`];
  return { ...second, passed: first.passed - counted + second.passed, notes };
}

function filesIn(folder: string): readonly string[] {
  const directory = path.join(outFolder, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.js'))
    .sort()
    .map(name => path.join(directory, name));
}

async function runFiles(
  files: readonly string[],
  concurrency: number,
  timeout: number,
): Promise<FilesOutcome> {
  const passedIn = new Map<string, number>();
  const failedFiles = new Set<string>();
  if (files.length === 0) return { passed: 0, failed: 0, output: '', passedIn, failedFiles };

  // The stacks of failures then name the lines of the sources.
  process.env.NODE_OPTIONS = '--enable-source-maps';
  const controller = new AbortController();
  // The test runner listens once for each file, which is no leak.
  setMaxListeners(0, controller.signal);
  const finished = atExit(() => controller.abort());
  let passed = 0;
  let failed = 0;
  const output: string[] = [];
  const notes: string[] = [];
  const names: string[] = [];
  const printed = new Map<string, string>();
  for await (const { type, data } of run({
    files: [...files],
    concurrency,
    timeout,
    signal: controller.signal,
  })) {
    if (type === 'test:start') {
      names.length = data.nesting;
      names[data.nesting] = data.name;
    } else if (type === 'test:stdout' || type === 'test:stderr') {
      printed.set(data.file ?? '', (printed.get(data.file ?? '') ?? '') + data.message);
    } else if (type === 'test:diagnostic') {
      // The runner's own come without a test around them.
      if (/ agree\b| differs: | is no such question: /.test(data.message)) notes.push(data.message);
    } else if (type === 'test:pass') {
      if (data.details.type !== 'suite' && !isFile(data.name) && data.skip === undefined) {
        passed++;
        const file = bundleOf(data, files);
        passedIn.set(file, (passedIn.get(file) ?? 0) + 1);
      }
    } else if (type === 'test:fail') {
      // A suite fails with its tests; only where it failed by itself is there something to say.
      const cause = data.details.error.cause ?? data.details.error;
      if (/subtests? failed/.test(String(data.details.error.message))) continue;
      failed++;
      failedFiles.add(bundleOf(data, files));
      output.push(`✗ ${[...names.slice(0, data.nesting), data.name].join(' > ')}\n${indent(explain(cause))}`);
      const said = printed.get(data.file ?? '');
      if (said) output.push(indent(said.trimEnd()));
      printed.delete(data.file ?? '');
    }
  }
  finished();
  return { passed, failed, output: output.join('\n'), notes, passedIn, failedFiles };
}

/** The bundle that a test is in: the runner names the source where a map leads to it. Empty where it cannot be told. */
function bundleOf(
  { file, name }: { readonly file?: string | undefined; readonly name: string },
  files: readonly string[],
): string {
  const stem = (of: string) => path.basename(of).replace(/\.test\.[jt]s$/, '');
  return files.find(one => stem(one) === stem(file ?? name)) ?? '';
}

/** A file in which no test ran stands for itself in the report. */
function isFile(name: string): boolean {
  return name.endsWith('.test.js');
}

function explain(cause: unknown): string {
  return cause instanceof Error ? inspect(cause) : String(cause);
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
