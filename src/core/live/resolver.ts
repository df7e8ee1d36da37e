/**
 * Resolving again and again: what was found in a root is kept until something there changes, for all work directories
 * that share the root. Where the roots are is asked anew every time, since that is a few dozen looks.
 */
import * as path from 'node:path';
import type { Far, FarSettings } from '../far/far';
import { type FarDisks, findFarDisks } from '../far/far-disks';
import { faultMessage, LOADING } from '../fault-message';
import { type FileSystem, nodeFileSystem } from '../file-system';
import { foldName } from '../fold-name';
import { readText } from '../read-text';
import { type ResolveOptions, resolve, type ScanRoot } from '../resolve';
import { rescanEntries, scanRoot } from '../scan';
import { ParseMemory } from '../scan/parse-memory';
import type { RootScan } from '../scan/root-scan';
import type { ScanContext } from '../scan/scan-context';
import { plainReads } from '../shared-reads';
import { Slices } from '../slices';
import type { Group, ProfileId, Resolution, Root } from '../types';
import { type Looks, WatchedFiles } from './looks';
import { type WatchPlan, WatchPlanner } from './watch-plan';

export type ResolverOptions = Omit<ResolveOptions, 'files' | 'reads' | 'scan'>;

/** Entries of a root that are looked at one by one; where more have changed, the whole root is. */
const MOST_ENTRIES = 50;

/** Milliseconds for which a resolution waits for far disks before it answers without them. */
const PATIENCE = 250;

/** What is said of a root that lies on a disk which has not answered yet. */
const NOT_YET: RootScan = { found: [], fault: LOADING, entries: [] };

/** How far disks are found and asked, where not as the operating system does it. */
export interface ResolverFarSettings extends FarSettings {
  readonly disks?: () => Promise<FarDisks | null>;
}

/** A directory is scanned in another way where it is a root of one of these groups. */
const WITH_RULES_OF_THEIR_OWN: ReadonlySet<Group> = new Set(['plugin', 'commands']);

/** A root, what was found in it, and what is no longer certain. */
interface KeptScan {
  readonly path: string;
  readonly memory: ParseMemory;
  scan: RootScan | null;
  looks: Looks | null;
  /** Names of the entries that may have changed. */
  doubtful: Set<string> | 'all';
}

export class Resolver {
  private readonly scans = new Map<string, KeptScan>();
  private readonly looks = new Map<string, Looks>();
  /** The scans that a resolution was made from, by its key. */
  private readonly used = new Map<string, ReadonlySet<KeptScan>>();
  private queue: Promise<unknown> = Promise.resolve();

  private far: Far | null = null;
  /** How many answers of far disks the running resolution did without. */
  private missing = 0;
  private isKeepingLooking = false;

  /** Called when a far disk has answered, so that it is worth resolving again, with a place that it is about. */
  onNews: ((place: string) => void) | undefined;

  constructor(
    private readonly files: FileSystem = nodeFileSystem,
    private readonly platform: NodeJS.Platform = process.platform,
    private readonly farSettings: ResolverFarSettings = {},
  ) {}

  /**
   * Resolves as `resolve` does. One after the other: what two work directories share is looked at once.
   * @param key stands for the work directory, so that what it looked at before is forgotten
   */
  resolve(key: string, options: ResolverOptions): Promise<Resolution> {
    const result = this.queue.then(() => this.run(key, options));
    this.queue = result.catch(() => undefined);
    return result;
  }

  /**
   * The file system for another question, whose answer depends on what is looked at as well. What was looked at for the
   * same question before is forgotten.
   */
  look(key: string): WatchedFiles {
    this.looks.delete(key);
    return this.lookOn(key);
  }

  /** The same, but what was looked at before counts still. */
  lookOn(key: string): WatchedFiles {
    const files = new WatchedFiles(this.guarded(), 'paths');
    files.looks = this.looks.get(key) ?? files.looks;
    this.looks.set(key, files.looks);
    return files;
  }

  /** What was looked at for a question, so far. */
  looksFor(key: string): Looks | undefined {
    return this.looks.get(key);
  }

  /** The file system; where there are far disks, one that does not wait for them and counts what was missing. */
  guarded(): FileSystem & { readonly unanswered?: number } {
    return this.far?.files() ?? this.files;
  }

  /** The same file system, whatever it can do, without far disks that do not answer: see `Far.answering`. */
  async answering<T extends FileSystem>(files: T, needed: readonly string[] = []): Promise<T> {
    await this.findFar();
    return this.far ? this.far.answering(files, needed) : files;
  }

  /** From now on far disks are looked at again and again, until `dispose`. */
  keepLooking(): void {
    this.isKeepingLooking = true;
    this.far?.keepLooking(() => this.findDisks());
  }

  dispose(): void {
    this.isKeepingLooking = false;
    this.far?.dispose();
  }

  /** Whether the disks of this system may take two names for one. */
  isOneName(one: string, other: string): boolean {
    if (one === other || this.tellsNamesApart) return one === other;
    return foldName(one) === foldName(other);
  }

  /** Whether the disks of this system take each spelling for a name of its own. */
  get tellsNamesApart(): boolean {
    return this.platform === 'linux';
  }

  /** Something happened in a directory, to the entry of that name or to any. */
  touch(directory: string, name: string | null): void {
    for (const kept of this.scans.values()) {
      if (kept.doubtful === 'all') continue;
      const entry = entryOf(kept.path, directory, name);
      if (entry === undefined) continue;
      if (entry === null) kept.doubtful = 'all';
      else kept.doubtful.add(entry);
    }
  }

  /** Something happened to a place that may lead into a root: a parent of it, or what a link on the way leads to. */
  touchPlace(place: string): void {
    this.far?.lookAgain(place);
    this.doubtPlace(place);
  }

  private doubtPlace(place: string): void {
    for (const kept of this.scans.values()) {
      if (kept.path === place || kept.path.startsWith(place + path.sep)) kept.doubtful = 'all';
    }
    this.touch(path.dirname(place), path.basename(place));
  }

  /** Nothing is taken for granted any more. Files are looked at, and read where they have changed. */
  doubtAll(): void {
    this.far?.lookAgain();
    for (const kept of this.scans.values()) kept.doubtful = 'all';
  }

  /** Forgets work directories that are gone, and roots that no work directory has. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.looks.keys()) if (!keys.has(key)) this.looks.delete(key);
    for (const key of this.used.keys()) if (!keys.has(key)) this.used.delete(key);
    const used = new Set([...this.used.values()].flatMap(scans => [...scans]));
    for (const [key, kept] of this.scans) if (!used.has(kept)) this.scans.delete(key);
  }

  /** What to watch, so that every change that could matter is seen. */
  async watchPlan(slices = new Slices()): Promise<WatchPlan> {
    const guarded = this.far?.files();
    const planner = new WatchPlanner(guarded ?? this.files, this.platform !== 'linux');
    for (const looks of this.looks.values()) await planner.addPaths(looks, slices);
    for (const { path: root, looks } of this.scans.values()) {
      if (looks) await planner.addScan(root, looks, slices);
    }
    // Whoever wants to watch a far disk waits for it, and learns only what this machine does there.
    if (guarded)
      for (const place of planner.plan.keys()) if (guarded.isFar(place)) planner.plan.delete(place);
    return planner.plan;
  }

  private async run(key: string, options: ResolverOptions): Promise<Resolution> {
    const until = performance.now() + (this.farSettings.patience ?? PATIENCE);
    for (;;) {
      options.signal?.throwIfAborted();
      await this.findFar();
      this.missing = 0;
      const files = new WatchedFiles(this.guarded(), 'paths');
      const used = new Set<KeptScan>();
      const scan: ScanRoot = (root, context, profile) => this.scan(root, context, profile, used);
      let resolution: Resolution;
      try {
        resolution = await resolve({ ...options, reads: plainReads(files), scan });
      } finally {
        this.looks.set(key, files.looks);
        this.used.set(key, used);
      }
      if (!this.far) return resolution;
      const isWhole = this.missing + files.unanswered === 0;
      if (isWhole) this.far.done();
      // With each round more is known of what there is to ask.
      if (isWhole || !(await this.far.settled(until))) return withLoading(resolution);
    }
  }

  private findDisks(): Promise<FarDisks | null> {
    return this.farSettings.disks ? this.farSettings.disks() : findFarDisks(this.platform);
  }

  /** Finds out which disks must not be waited for. Every resolution does; whoever looks before the first one must. */
  async findFar(): Promise<void> {
    const disks = await this.findDisks();
    if (disks && this.far) this.far.disks = disks;
    else if (disks) {
      const { Far, diskProcesses } = await import('../lazy/far');
      const far: Far = new Far(
        this.files,
        disks,
        places => {
          if (this.far === far) this.heard(places);
        },
        this.farSettings.askers ?? diskProcesses(),
        this.farSettings,
      );
      this.far = far;
      if (this.isKeepingLooking) far.keepLooking(() => this.findDisks());
    } else if (this.far) {
      this.far.dispose();
      this.far = null;
    }
  }

  private heard(places: ReadonlySet<string>): void {
    for (const place of places) this.doubtPlace(place);
    this.onNews?.([...places][0] ?? path.sep);
  }

  private async scan(
    root: Pick<Root, 'path' | 'group'>,
    context: ScanContext,
    profile: ProfileId,
    used: Set<KeptScan>,
  ): Promise<RootScan> {
    const kept = this.keptScan(
      `${profile}|${WITH_RULES_OF_THEIR_OWN.has(root.group) ? root.group : ''}|${root.path}`,
      root.path,
    );
    used.add(kept);
    const { doubtful } = kept;
    if (kept.scan && doubtful !== 'all' && doubtful.size === 0) return kept.scan;
    kept.doubtful = new Set();
    try {
      const some = doubtful !== 'all' && doubtful.size <= MOST_ENTRIES ? doubtful : null;
      const scan = (kept.scan && some && (await this.scanSome(root, context, kept, some))) ?? null;
      return scan ?? (await this.scanAll(root, context, kept));
    } catch (error) {
      kept.doubtful = 'all';
      throw error;
    }
  }

  private async scanAll(
    root: Pick<Root, 'path' | 'group'>,
    context: ScanContext,
    kept: KeptScan,
  ): Promise<RootScan> {
    const { files, readText, isFar } = this.reading();
    const scan = await scanRoot(root, { ...context, files, readText, quick: null, memory: kept.memory });
    this.missing += files.unanswered;
    if (files.unanswered > 0) {
      kept.doubtful = 'all';
      // Half of what is there would look as if the rest had gone.
      if (isFar(root.path)) return kept.scan ?? NOT_YET;
    }
    kept.scan = scan;
    kept.looks = files.looks;
    kept.memory.prune(scan.found);
    return scan;
  }

  private async scanSome(
    root: Pick<Root, 'path' | 'group'>,
    context: ScanContext,
    kept: KeptScan,
    names: ReadonlySet<string>,
  ): Promise<RootScan | null> {
    if (!kept.scan || !kept.looks) return null;
    const { files, readText } = this.reading();
    const scan = await rescanEntries(root, kept.scan, names, {
      ...context,
      files,
      readText,
      quick: null,
      memory: kept.memory,
    });
    // Where a disk has not answered, the whole root is looked at when it has.
    if (!scan || files.unanswered > 0) return null;
    for (const kind of ['listed', 'holding', 'links'] as const) {
      const places = kept.looks[kind];
      for (const place of places) {
        const entry = entryOf(root.path, path.dirname(place), path.basename(place));
        if (typeof entry === 'string' && names.has(entry)) places.delete(place);
      }
      for (const place of files.looks[kind]) places.add(place);
    }
    kept.scan = scan;
    return scan;
  }

  /** What a scan reads with. */
  private reading(): {
    files: WatchedFiles;
    readText: ScanContext['readText'];
    isFar: (place: string) => boolean;
  } {
    const guarded = this.far?.files();
    const files = new WatchedFiles(guarded ?? this.files, 'directories');
    const isFar = (place: string) => guarded?.isFar(place) ?? false;
    return {
      files,
      // Whatever is read was looked at before.
      readText: (file, size, slices) => readText(isFar(file) ? files : this.files, file, size, slices),
      isFar,
    };
  }

  private keptScan(key: string, root: string): KeptScan {
    const known = this.scans.get(key);
    if (known) return known;
    const kept: KeptScan = {
      path: root,
      memory: new ParseMemory(),
      scan: null,
      looks: null,
      doubtful: 'all',
    };
    this.scans.set(key, kept);
    return kept;
  }
}

/** Tells roots that have not answered yet from those that cannot be read. */
function withLoading(resolution: Resolution): Resolution {
  const { template } = faultMessage(LOADING);
  const roots = resolution.roots.map(root =>
    root.reason.template === template ? { ...root, code: 'loading' } : root,
  );
  return { ...resolution, roots };
}

/** The entry of a root that an event is about: null for any of them, undefined where it is outside. */
function entryOf(root: string, directory: string, name: string | null): string | null | undefined {
  if (directory === root) return name;
  const above = root.endsWith(path.sep) ? root : root + path.sep;
  if (!directory.startsWith(above)) return undefined;
  const end = directory.indexOf(path.sep, above.length);
  return directory.slice(above.length, end < 0 ? undefined : end);
}
