/** From what was looked at to the directories to watch. */
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';
import type { Slices } from '../slices';
import type { Looks } from './looks';

/** What is worth knowing about in one directory. */
export interface Interest {
  /** Entries whose every change counts. */
  readonly names: ReadonlySet<string>;
  /** Whether entries that come and go count. */
  readonly listed: boolean;
  /** Whether every change counts, that of a file's content too. */
  readonly contents: boolean;
  /** Whether one watch is to tell of everything below as well. */
  readonly recursive: boolean;
  /** Places that lead here through a link: what happens here happens to them. */
  readonly behind: ReadonlySet<string>;
}

export type WatchPlan = Map<string, Interest>;

const NONE: ReadonlySet<string> = new Set();

/** One that is still put together. */
class GrowingInterest implements Interest {
  listed = false;
  contents = false;
  recursive = false;
  // Made once there is something in them: there can be very many directories of which only the contents count.
  private some: Set<string> | undefined;
  private links: Set<string> | undefined;

  get names(): ReadonlySet<string> {
    return this.some ?? NONE;
  }

  get behind(): ReadonlySet<string> {
    return this.links ?? NONE;
  }

  addName(name: string): void {
    this.some ??= new Set();
    this.some.add(name);
  }

  addLink(place: string): void {
    this.links ??= new Set();
    this.links.add(place);
  }
}

/** More links than this in one path are taken for a loop, as the kernel does. */
const MOST_LINKS = 40;

/** Whether an event is a reason to look again. Without a name it could be about anything. */
export function matters(interest: Interest, kind: 'rename' | 'change', name: string | null): boolean {
  if (name === null || interest.contents || interest.names.has(name)) return true;
  return interest.listed && kind === 'rename';
}

/** Puts together the directories to watch. Looks at the disk only for what leads to them: parents, and links. */
export class WatchPlanner {
  readonly plan = new Map<string, GrowingInterest>();
  private readonly done = new Set<string>();

  /**
   * @param recursive whether one watch can tell of everything below a root. On Linux Node would only set one for each
   * directory; on Windows many of them would keep the directories above from being renamed
   */
  constructor(
    private readonly files: FileSystem,
    private readonly recursive: boolean,
  ) {}

  /** Every path that was asked for, its parents, and where links on the way lead. */
  async addPaths(looks: Looks, slices: Slices): Promise<void> {
    for (const asked of looks.asked) {
      if (slices.due) await slices.pause();
      this.lead(asked, null);
    }
    for (const directory of looks.listed) {
      this.lead(directory, null);
      this.interest(directory).listed = true;
    }
  }

  /** The directories of a root that was scanned. */
  async addScan(root: string, looks: Looks, slices: Slices): Promise<void> {
    this.lead(root, null);
    const isBelow = (directory: string) => this.recursive && directory.startsWith(root + path.sep);
    for (const directories of [looks.listed, looks.holding]) {
      for (const directory of directories) {
        if (slices.due) await slices.pause();
        if (!isBelow(directory)) this.interest(directory).contents = true;
      }
    }
    if (this.recursive && looks.listed.has(root)) this.interest(root).recursive = true;
    for (const link of looks.links) {
      if (slices.due) await slices.pause();
      this.lead(link, link);
      // No watch goes through a link by itself.
      if (this.recursive && looks.holding.has(link)) this.interest(link).contents = true;
    }
  }

  private interest(directory: string): GrowingInterest {
    const known = this.plan.get(directory);
    if (known) return known;
    const interest = new GrowingInterest();
    this.plan.set(directory, interest);
    return interest;
  }

  /** Makes each step from the top to a place count. Stops where nothing is: the next step can only appear there. */
  private lead(place: string, behind: string | null, links = 0): void {
    if (behind === null) {
      if (this.done.has(place)) return;
      this.done.add(place);
    }
    const { root } = path.parse(place);
    const parts = place.slice(root.length).split(path.sep).filter(Boolean);
    let directory = root;
    for (const [index, name] of parts.entries()) {
      const interest = this.interest(directory);
      interest.addName(name);
      if (behind !== null && links > 0) interest.addLink(behind);
      const step = path.join(directory, name);
      const state = this.kindOf(step);
      if (state === null) return;
      if (state === 'link') {
        const target = this.files.readLink(step);
        if (isFault(target) || links >= MOST_LINKS) return;
        const rest = parts.slice(index + 1);
        this.lead(path.resolve(directory, target, ...rest), behind ?? step, links + 1);
      }
      directory = step;
    }
  }

  private readonly kinds = new Map<string, 'link' | 'other' | null>();

  private kindOf(place: string): 'link' | 'other' | null {
    const known = this.kinds.get(place);
    if (known !== undefined) return known;
    const state = this.files.linkState(place);
    const kind = isFault(state) ? null : state.kind === 'link' ? 'link' : 'other';
    this.kinds.set(place, kind);
    return kind;
  }
}
