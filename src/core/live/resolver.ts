/**
 * Resolving again and again: what was found in a root is kept until something there changes, for all work directories
 * that share the root. Where the roots are is asked anew every time, since that is a few dozen looks.
 */
import * as path from 'node:path';
import { type FileSystem, nodeFileSystem } from '../file-system';
import { type ResolveOptions, resolve, type ScanRoot } from '../resolve';
import { rescanEntries, scanRoot } from '../scan';
import { ParseMemory } from '../scan/parse-memory';
import type { RootScan } from '../scan/root-scan';
import type { ScanContext } from '../scan/scan-context';
import { plainReads } from '../shared-reads';
import type { ProfileId, Resolution, Root } from '../types';
import { type Looks, WatchedFiles } from './looks';
import { type WatchPlan, WatchPlanner } from './watch-plan';

export type ResolverOptions = Omit<ResolveOptions, 'files' | 'reads' | 'scan'>;

/** Entries of a root that are looked at one by one; where more have changed, the whole root is. */
const MOST_ENTRIES = 50;

/** A root, what was found in it, and what is no longer certain. */
interface KeptScan {
  readonly path: string;
  readonly memory: ParseMemory;
  scan: RootScan | null;
  looks: Looks | null;
  /** Names of the entries that may have changed. */
  doubtful: Set<string> | 'all';
  used: boolean;
}

export class Resolver {
  private readonly scans = new Map<string, KeptScan>();
  private readonly looks = new Map<string, Looks>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly files: FileSystem = nodeFileSystem,
    private readonly platform: NodeJS.Platform = process.platform,
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
  look(key: string): FileSystem {
    const files = new WatchedFiles(this.files, 'paths');
    this.looks.set(key, files.looks);
    return files;
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
    for (const kept of this.scans.values()) {
      if (kept.path === place || kept.path.startsWith(place + path.sep)) kept.doubtful = 'all';
    }
    this.touch(path.dirname(place), path.basename(place));
  }

  /** Nothing is taken for granted any more. Files are looked at, and read where they have changed. */
  doubtAll(): void {
    for (const kept of this.scans.values()) kept.doubtful = 'all';
  }

  /** Forgets work directories that are gone, and roots that no work directory has. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.looks.keys()) if (!keys.has(key)) this.looks.delete(key);
    for (const [key, kept] of this.scans) {
      if (!kept.used) this.scans.delete(key);
      kept.used = false;
    }
  }

  /** What to watch, so that every change that could matter is seen. */
  watchPlan(): WatchPlan {
    const planner = new WatchPlanner(this.files, this.platform !== 'linux');
    for (const looks of this.looks.values()) planner.addPaths(looks);
    for (const { path: root, looks } of this.scans.values()) if (looks) planner.addScan(root, looks);
    return planner.plan;
  }

  private async run(key: string, options: ResolverOptions): Promise<Resolution> {
    const files = new WatchedFiles(this.files, 'paths');
    const scan: ScanRoot = (root, context, profile) => this.scan(root, context, profile);
    try {
      return await resolve({ ...options, reads: plainReads(files), scan });
    } finally {
      this.looks.set(key, files.looks);
    }
  }

  private async scan(
    root: Pick<Root, 'path' | 'group'>,
    context: ScanContext,
    profile: ProfileId,
  ): Promise<RootScan> {
    const kept = this.keptScan(
      `${profile}|${root.group === 'plugin' ? 'plugin' : ''}|${root.path}`,
      root.path,
    );
    kept.used = true;
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
    const files = new WatchedFiles(this.files, 'directories');
    // Whatever is read was looked at before.
    const { readText } = plainReads(this.files);
    kept.scan = await scanRoot(root, { ...context, files, readText, memory: kept.memory });
    kept.looks = files.looks;
    kept.memory.prune(kept.scan.found);
    return kept.scan;
  }

  private async scanSome(
    root: Pick<Root, 'path' | 'group'>,
    context: ScanContext,
    kept: KeptScan,
    names: ReadonlySet<string>,
  ): Promise<RootScan | null> {
    if (!kept.scan || !kept.looks) return null;
    const files = new WatchedFiles(this.files, 'directories');
    // Whatever is read was looked at before.
    const { readText } = plainReads(this.files);
    const scan = await rescanEntries(root, kept.scan, names, {
      ...context,
      files,
      readText,
      memory: kept.memory,
    });
    if (!scan) return null;
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

  private keptScan(key: string, root: string): KeptScan {
    const known = this.scans.get(key);
    if (known) return known;
    const kept: KeptScan = {
      path: root,
      memory: new ParseMemory(),
      scan: null,
      looks: null,
      doubtful: 'all',
      used: false,
    };
    this.scans.set(key, kept);
    return kept;
  }
}

/** The entry of a root that an event is about: null for any of them, undefined where it is outside. */
function entryOf(root: string, directory: string, name: string | null): string | null | undefined {
  if (directory === root) return name;
  const above = root.endsWith(path.sep) ? root : root + path.sep;
  if (!directory.startsWith(above)) return undefined;
  const end = directory.indexOf(path.sep, above.length);
  return directory.slice(above.length, end < 0 ? undefined : end);
}
