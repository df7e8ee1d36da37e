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

/**
 * Runs the bundled tests of a folder of `out/` with node's own test runner, each file in a process of its own.
 * @param concurrency how many files at once
 * @param timeout milliseconds for a whole file
 */
export async function runNodeTests(folder: string, concurrency: number, timeout: number): Promise<Outcome> {
  const directory = path.join(outFolder, folder);
  const files = existsSync(directory)
    ? readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.test.js'))
        .sort()
        .map(name => path.join(directory, name))
    : [];
  if (files.length === 0) return { passed: 0, failed: 0, output: '' };

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
  for await (const { type, data } of run({ files, concurrency, timeout, signal: controller.signal })) {
    if (type === 'test:start') {
      names.length = data.nesting;
      names[data.nesting] = data.name;
    } else if (type === 'test:stdout' || type === 'test:stderr') {
      printed.set(data.file ?? '', (printed.get(data.file ?? '') ?? '') + data.message);
    } else if (type === 'test:diagnostic') {
      // The runner's own come without a test around them.
      if (/ agree\b| differs: | is no such question: /.test(data.message)) notes.push(data.message);
    } else if (type === 'test:pass') {
      if (data.details.type !== 'suite' && !isFile(data.name) && data.skip === undefined) passed++;
    } else if (type === 'test:fail') {
      // A suite fails with its tests; only where it failed by itself is there something to say.
      const cause = data.details.error.cause ?? data.details.error;
      if (/subtests? failed/.test(String(data.details.error.message))) continue;
      failed++;
      output.push(`✗ ${[...names.slice(0, data.nesting), data.name].join(' > ')}\n${indent(explain(cause))}`);
      const said = printed.get(data.file ?? '');
      if (said) output.push(indent(said.trimEnd()));
      printed.delete(data.file ?? '');
    }
  }
  finished();
  return { passed, failed, output: output.join('\n'), notes };
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
