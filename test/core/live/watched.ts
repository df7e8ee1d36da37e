/** A resolver that keeps itself up to date, as the extension has it, without VS Code. */
import { isDeepStrictEqual } from 'node:util';
import { Live } from '../../../src/core/live/live';
import { Resolver, type ResolverOptions } from '../../../src/core/live/resolver';
import { resolve } from '../../../src/core/resolve';
import type { Resolution } from '../../../src/core/types';

export class Watched {
  readonly resolver = new Resolver();
  readonly live = new Live(this.resolver, place => this.doubt(place));
  /** How often it was resolved. */
  rounds = 0;
  latest: Resolution | undefined;
  private stale = false;
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly options: ResolverOptions) {}

  /** Settles when the answer is there and everything is watched. */
  async start(): Promise<void> {
    this.stale = true;
    await this.run();
  }

  /** Settles when what is shown equals a resolution made from scratch; rejects with both where that never happens. */
  async untilEqualToFresh(timeout = 10_000): Promise<void> {
    const deadline = Date.now() + timeout;
    for (;;) {
      const fresh = await resolve(this.options);
      if (!this.running && isDeepStrictEqual(fresh, this.latest)) return;
      if (Date.now() > deadline) {
        throw new Error(`not equal after ${timeout / 1000} s: ${differences(fresh, this.latest)}`);
      }
      await this.next(50);
    }
  }

  /** Settles with the next answer, or after some milliseconds without any. */
  next(limit: number): Promise<void> {
    return new Promise(done => {
      const settle = () => {
        clearTimeout(timer);
        this.waiting.delete(settle);
        done();
      };
      const timer = setTimeout(settle, limit);
      this.waiting.add(settle);
    });
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.live.dispose();
  }

  private doubt(_place: string): void {
    this.stale = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), 10);
  }

  private run(): Promise<void> {
    this.running ??= this.untilDone().finally(() => {
      this.running = undefined;
      for (const settle of this.waiting) settle();
    });
    return this.running;
  }

  private async untilDone(): Promise<void> {
    while (this.stale) {
      this.stale = false;
      this.latest = await this.resolver.resolve('it', this.options);
      this.resolver.keepOnly(new Set(['it']));
      this.rounds++;
      if (await this.live.follow()) this.stale = true;
    }
  }
}

/** The entries of two resolutions that are in one of them only. */
function differences(fresh: Resolution, shown: Resolution | undefined): string {
  const lines = (resolution: Resolution | undefined) => [
    ...(resolution?.roots ?? []).map(root => JSON.stringify(root)),
    ...(resolution?.candidates ?? []).map(candidate => JSON.stringify(candidate)),
  ];
  const [one, other] = [lines(fresh), lines(shown)];
  const missing = one.filter(line => !other.includes(line)).slice(0, 5);
  const left = other.filter(line => !one.includes(line)).slice(0, 5);
  return `\nmissing:\n${missing.join('\n')}\nleft over:\n${left.join('\n')}`;
}
