/** Keeps watch over everything that a resolver looked at, and tells it what is no longer certain. */
import * as path from 'node:path';
import { Slices } from '../slices';
import { DirectoryWatches, type StartWatch, type WatchKind } from './directory-watches';
import type { Resolver } from './resolver';
import { matters, type WatchPlan } from './watch-plan';

export class Live {
  private readonly watches: DirectoryWatches;
  private plan: WatchPlan = new Map();
  private disposed = false;

  /**
   * @param onDoubt called for each event that matters: the resolver knows already what it is about
   * @param start how to watch a directory, where not as the operating system does
   */
  constructor(
    private readonly resolver: Resolver,
    private readonly onDoubt: (place: string) => void,
    start?: StartWatch,
  ) {
    this.watches = new DirectoryWatches((...event) => this.happened(...event), start);
    resolver.onNews = onDoubt;
  }

  /** How many directories are watched. */
  get size(): number {
    return this.watches.size;
  }

  /** Directories that cannot be watched. */
  get missed(): readonly string[] {
    return this.watches.missed;
  }

  /**
   * Watches what the latest resolutions looked at. Out: whether some of it was not watched at the time of the look. Then
   * it may have changed in between, and it is worth resolving once more.
   */
  async follow(): Promise<boolean> {
    if (this.disposed) return false;
    this.resolver.keepLooking();
    const slices = new Slices();
    const plan = await this.resolver.watchPlan(slices);
    if (this.disposed) return false;
    this.plan = plan;
    const anew = await this.watches.update(plan, slices);
    if (this.disposed) this.watches.dispose();
    for (const directory of anew) this.resolver.touch(directory, null);
    return anew.length > 0;
  }

  dispose(): void {
    this.disposed = true;
    this.plan = new Map();
    this.watches.dispose();
    this.resolver.dispose();
  }

  private happened(watched: string, kind: WatchKind, inside: string | null): void {
    // A recursive watch names a path below it.
    const place = inside === null ? watched : path.join(watched, inside);
    const directory = inside === null ? watched : path.dirname(place);
    const name = inside === null ? null : path.basename(place);
    const interest = this.plan.get(directory) ?? this.plan.get(watched);
    if (!interest || !matters(interest, kind, name)) return;
    this.resolver.touch(directory, name);
    if (kind === 'rename') {
      this.moved(place);
      // A directory that goes away says so in its own name.
      if (name === path.basename(watched)) this.moved(watched);
    }
    if (name === null || interest.names.has(name)) {
      for (const link of interest.behind) this.moved(link);
    }
    this.onDoubt(place);
  }

  /** Something else may stand at this place now, or nothing. */
  private moved(place: string): void {
    this.watches.endBelow(place);
    this.resolver.touchPlace(place);
  }
}
