/** Keeps watch over everything that a resolver looked at, and tells it what is no longer certain. */
import * as path from 'node:path';
import { Slices } from '../slices';
import { DirectoryWatches, type StartWatch, type WatchKind } from './directory-watches';
import type { Resolver } from './resolver';
import { type Interest, matters, type WatchPlan } from './watch-plan';

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
    // What comes before this was a slice of its own.
    await slices.pause();
    const plan = await this.resolver.watchPlan(slices);
    if (this.disposed) return false;
    this.plan = plan;
    const anew = await this.watches.update(plan, slices);
    if (this.disposed) this.watches.dispose();
    for (const directory of anew) {
      if (slices.due) await slices.pause();
      this.resolver.touch(directory, null);
    }
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
    // What a directory is watched for by itself, and what one above it is for with all that is below.
    const interests = [...new Set([this.plan.get(directory), this.plan.get(watched)])].filter(
      interest => interest !== undefined,
    );
    const spellings = name === null ? [null] : this.spellings(interests, name);
    if (!interests.some(interest => spellings.some(spelling => matters(interest, kind, spelling)))) return;
    for (const spelling of spellings) this.resolver.touch(directory, spelling);
    // More happened than the system could tell of: a directory may have gone, and come again, as well.
    if (name === null) this.moved(watched);
    else if (kind === 'rename') {
      for (const spelling of spellings) this.moved(path.join(directory, spelling ?? ''));
      // A directory that goes away says so in its own name.
      if (this.resolver.isOneName(name, path.basename(watched))) this.moved(watched);
    }
    for (const { names, behind } of interests) {
      if (spellings.some(spelling => spelling === null || names.has(spelling)))
        for (const link of behind) this.moved(link);
    }
    this.onDoubt(place);
  }

  /** A name as the system tells it, and as it was asked for: a disk may take one for the other. */
  private spellings(interests: readonly Interest[], name: string): readonly string[] {
    // There can be very many names, and events.
    if (this.resolver.tellsNamesApart) return [name];
    const asked = interests.flatMap(({ names }) =>
      [...names].filter(other => this.resolver.isOneName(other, name)),
    );
    return [...new Set([name, ...asked])];
  }

  /** Something else may stand at this place now, or nothing. */
  private moved(place: string): void {
    this.watches.endBelow(place);
    this.resolver.touchPlace(place);
  }
}
