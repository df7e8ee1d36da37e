/**
 * Registers the tests that run inside VS Code. Node's own test runner cannot be used there: its tests belong to the
 * process, and this process is VS Code's. A suite is a file `NAME.suite.ts`, which calls `suite` at its top level.
 */
import type { Sample } from '../host/sample';

/** What is open while a suite runs. VS Code starts once for each. */
export const shapes = ['folder', 'workspace', 'none', 'restricted'] as const;

/**
 * - `folder`: the sample project `orchard`
 * - `workspace`: the sample projects `orchard` and `cider`, in a `.code-workspace` file
 * - `none`: no folder
 * - `restricted`: the sample project `orchard`, not trusted
 */
export type Shape = (typeof shapes)[number];

type Step = () => void | Promise<void>;

interface Suite {
  readonly name: string;
  readonly shapes: readonly Shape[];
  readonly tests: { readonly name: string; readonly body: Step; readonly timeout: number }[];
  readonly before: Step[];
  readonly after: Step[];
  readonly beforeEach: Step[];
  readonly afterEach: Step[];
}

/** How one test ended. */
export interface Result {
  readonly name: string;
  /** The stack of what it threw; undefined when it passed. */
  readonly error?: string;
  /** Milliseconds. */
  readonly duration: number;
}

// Each suite file is bundled with its own copy of this module; all must register in the same place.
const key = Symbol.for('which-skill.suites');
const registry = globalThis as { [key]?: Suite[] };
let current: Suite | undefined;

function suites(): Suite[] {
  registry[key] ??= [];
  return registry[key];
}

function registering(): Suite {
  if (!current) throw new Error('Call this within suite(…).');
  return current;
}

/** Registers tests for the given shape or shapes. `body` calls `test`, `before`, `after`, `beforeEach`, `afterEach`. */
export function suite(name: string, shape: Shape | readonly Shape[], body: () => void): void {
  current = {
    name,
    shapes: typeof shape === 'string' ? [shape] : shape,
    tests: [],
    before: [],
    after: [],
    beforeEach: [],
    afterEach: [],
  };
  suites().push(current);
  body();
  current = undefined;
}

/** @param timeout milliseconds after which the test has failed */
export function test(name: string, body: Step, timeout = 20_000): void {
  registering().tests.push({ name, body, timeout });
}

export function before(step: Step): void {
  registering().before.push(step);
}

export function after(step: Step): void {
  registering().after.push(step);
}

export function beforeEach(step: Step): void {
  registering().beforeEach.push(step);
}

export function afterEach(step: Step): void {
  registering().afterEach.push(step);
}

/** The copy of the sample that is open, to be looked at and changed. */
export function sample(): Sample {
  return JSON.parse(process.env.WHICH_SKILL_SAMPLE ?? 'null') as Sample;
}

/**
 * Asks again and again until the answer is neither undefined nor false, and gives it; throws `what` after `timeout`
 * milliseconds. For what VS Code sends no event for.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  timeout = 10_000,
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    if (Date.now() > deadline) throw new Error(`Waited ${timeout / 1000} s for: ${what}`);
    await new Promise(resolve => setTimeout(resolve, 25));
  }
}

/** Runs all registered tests of a shape, in the order of their registration. Never throws. */
export async function runSuites(shape: Shape): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of suites().filter(({ shapes }) => shapes.includes(shape))) {
    const failed = await failure(steps(one.before), 60_000);
    for (const { name, body, timeout } of one.tests) {
      const begin = Date.now();
      const error = failed ?? (await failure(steps([...one.beforeEach, body]), timeout));
      const cleanup = failed ? undefined : await failure(steps(one.afterEach), timeout);
      results.push(result(`${one.name}: ${name}`, error ?? cleanup, begin));
    }
    const begin = Date.now();
    const cleanup = await failure(steps(one.after), 60_000);
    if (cleanup) results.push(result(`${one.name}: after`, cleanup, begin));
  }
  return results;
}

function steps(all: readonly Step[]): () => Promise<void> {
  return async () => {
    for (const step of all) await step();
  };
}

function result(name: string, error: string | undefined, begin: number): Result {
  return { name, ...(error === undefined ? {} : { error }), duration: Date.now() - begin };
}

async function failure(step: () => Promise<void>, timeout: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${timeout / 1000} s.`)), timeout);
  });
  try {
    await Promise.race([step(), late]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    clearTimeout(timer);
  }
}
