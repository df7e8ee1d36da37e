/** What the extension does, in this process: the first resolution, changes of one file, stalls, memory. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Live } from '../../src/core/live/live';
import { Resolver, type ResolverOptions } from '../../src/core/live/resolver';
import { type BenchTree, skillAt } from './trees';

export interface InProcess {
  /** Milliseconds of the first resolution, with pauses for everything else. */
  readonly first: number;
  /** The longest time that nothing else could run meanwhile. */
  readonly stall: number;
  /** Milliseconds until everything is watched and has been looked at once more. */
  readonly watching: number;
  /** Milliseconds from the event of a changed file to the new resolution: the median of several. */
  readonly change: number;
  /** Megabytes that stay in use, with everything watched. */
  readonly memory: number;
}

const CHANGES = 25;

export async function measureInProcess(tree: BenchTree): Promise<InProcess> {
  const options: ResolverOptions = {
    profile: 'kimi-cli',
    workDir: tree.project,
    home: tree.home,
    environment: {},
    overrides: { builtinDir: null },
  };
  const before = memoryInUse();
  const resolver = new Resolver();
  let happened: (() => void) | undefined;
  const live = new Live(resolver, () => happened?.());
  const stalls = new StallWatch();
  const begin = performance.now();
  let kept = await resolver.resolve('it', options);
  const first = performance.now() - begin;
  while (await live.follow()) kept = await resolver.resolve('it', options);
  const watching = performance.now() - begin;
  const stall = await stalls.end();
  const memory = memoryInUse() - before;

  // Watching alone keeps no process alive.
  const alive = setInterval(() => {}, 1_000);
  const times: number[] = [];
  for (let number = 0; number < Math.min(CHANGES, tree.count); number++) {
    const event = new Promise<number>(resolve => {
      happened = () => resolve(performance.now());
    });
    const description = `Changed for the ${number}th time`;
    writeFileSync(path.join(tree.root, `skill-${number}`, 'SKILL.md'), skillAt(number, description));
    const seen = await event;
    kept = await resolver.resolve('it', options);
    times.push(performance.now() - seen);
    if (!kept.skills.some(skill => skill.description === description))
      throw new Error('the change is not seen');
  }
  clearInterval(alive);
  live.dispose();
  return { first, stall, watching, change: median(times), memory };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Measures the longest time between two turns of the event loop. */
class StallWatch {
  private last = performance.now();
  private longest = 0;
  private ended = false;

  constructor() {
    const turn = () => {
      const now = performance.now();
      this.longest = Math.max(this.longest, now - this.last);
      this.last = now;
      if (!this.ended) setImmediate(turn);
    };
    setImmediate(turn);
  }

  async end(): Promise<number> {
    await new Promise(resolve => setImmediate(resolve));
    this.ended = true;
    return this.longest;
  }
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function memoryInUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}
