import * as vscode from 'vscode';
import type { FileSystem } from '../core/file-system';
import { areSameLooks, type WatchedFiles } from '../core/live/looks';
import { Resolver } from '../core/live/resolver';
import type { ProfileId, Resolution } from '../core/types';
import type { Log } from './log';
import { Product } from './product';
import { askThrough } from './real-path';
import type { Settings } from './settings';
import type { ResolvedTarget, Target, TargetState } from './targets';
import { foldersKnown, resolveOptionsFor, workspaceTargets } from './workspace-targets';

/** Stands for the question which product the machine uses. */
const PRODUCT = 'product';

/** Stands for the folders inside skills that rows show. */
const ROWS = 'rows';

/**
 * The resolution of each folder: made when it is first asked for, kept until something changes. Nothing is read from
 * disk before the first question.
 */
export class Resolutions implements vscode.Disposable {
  private readonly kept = new Map<string, Promise<TargetState>>();
  private readonly ofAgents = new Map<string, Promise<Resolution>>();
  /** The agents that somebody has asked about: they are watched for as long as the window is open. */
  private readonly askedFor = new Set<ProfileId>();
  private running = new AbortController();
  private asked = false;
  private folders: Promise<void> | undefined;
  private disposed = false;
  private settled: readonly TargetState[] | undefined;

  /** Keeps what was found in each root until something there changes. */
  readonly resolver = new Resolver();

  /** Questions whose answers depend on more than the resolutions do. */
  private readonly questions = new Set([PRODUCT, ROWS]);

  /** Gives the file system for what rows show of the inside of skills. */
  get rowFiles(): FileSystem {
    return this.resolver.lookOn(ROWS);
  }

  private readonly looked = new vscode.EventEmitter<void>();
  /** Fires when a row has shown more: that is to be watched too. */
  readonly onDidLook = this.looked.event;

  /** Whose rules count. */
  readonly product: Product;

  private readonly changed = new vscode.EventEmitter<ReadonlySet<string> | 'all'>();
  /** Fires when new resolutions are ready, with the places where something happened. */
  readonly onDidChange = this.changed.event;

  private readonly started = new vscode.EventEmitter<void>();
  /** Fires once, with the first question: from now on it is worth watching files. */
  readonly onDidStart = this.started.event;

  constructor(
    private readonly settings: Settings,
    private readonly log: Log,
  ) {
    this.product = new Product(settings, log, () => this.resolver.look(PRODUCT));
    askThrough(this);
  }

  /** The state of each target. Never rejects. Where a refresh comes between, waits for what it brings. */
  async states(): Promise<readonly TargetState[]> {
    if (!this.asked) {
      this.asked = true;
      this.started.fire();
      // The product is asked of the disk too.
      this.folders = foldersKnown().then(() => this.resolver.findFar());
    }
    await this.folders;
    for (;;) {
      const { signal } = this.running;
      const states = await Promise.all(workspaceTargets().map(target => this.stateOf(target)));
      if (signal.aborted && !this.disposed) continue;
      this.settled = states;
      return states;
    }
  }

  /**
   * Does work whose outcome depends on what it looks at, beside the resolutions: that is watched from then on.
   * @param question stands for the work: what was looked at for it before is forgotten
   */
  async looking(question: string, work: (files: WatchedFiles) => Promise<void>): Promise<void> {
    this.questions.add(question);
    const before = this.resolver.looksFor(question);
    const files = this.resolver.look(question);
    await work(files);
    if (!areSameLooks(before, files.looks)) this.looked.fire();
  }

  /**
   * What agents make of a folder, in their order. Looked at anew where something has changed since; from then on that is
   * watched too.
   */
  async forAgents(state: ResolvedTarget, agents: readonly ProfileId[]): Promise<readonly Resolution[]> {
    const resolutions: Resolution[] = [];
    for (const profile of agents) {
      if (profile === state.resolution.profile) {
        resolutions.push(state.resolution);
        continue;
      }
      const key = `${state.target.key}|${profile}`;
      this.askedFor.add(profile);
      const known = this.ofAgents.get(key) ?? this.resolveFor(state.target, profile, key);
      this.ofAgents.set(key, known);
      resolutions.push(await known);
    }
    return resolutions;
  }

  /** The file system for what cannot wait: what a far disk has not answered is not known. */
  guarded(): FileSystem {
    return this.resolver.guarded();
  }

  /**
   * The file system for what somebody asked for: as it is, but without disks that do not answer now.
   * @param files reading, or reading and writing
   * @param needed places beside the roots that it is about
   */
  answering<T extends FileSystem>(files: T, needed: readonly string[] = []): Promise<T> {
    return this.resolver.answering(files, needed);
  }

  /** Something was read through `rowFiles`. */
  announceLook(): void {
    this.looked.fire();
  }

  /** What was last found, without looking again; undefined before the first answer. */
  get latest(): readonly TargetState[] | undefined {
    return this.settled;
  }

  /**
   * Looks again, if anybody has asked yet. Settles when the new resolutions are ready and announced.
   * @param places where something happened, as far as that is known
   */
  async refresh(places: ReadonlySet<string> | 'all' = 'all'): Promise<void> {
    if (!this.asked) return;
    this.running.abort();
    this.running = new AbortController();
    const { signal } = this.running;
    this.kept.clear();
    this.ofAgents.clear();
    this.product.forget();
    await this.states();
    if (signal.aborted) return;
    const keys = workspaceTargets().flatMap(({ key }) => [
      key,
      ...[...this.askedFor].map(one => `${key}|${one}`),
    ]);
    this.resolver.keepOnly(new Set([...this.questions, ...keys]));
    this.changed.fire(places);
  }

  dispose(): void {
    this.disposed = true;
    this.running.abort();
    this.changed.dispose();
    this.started.dispose();
    this.looked.dispose();
  }

  private stateOf(target: Target): Promise<TargetState> {
    const known = this.kept.get(target.key);
    if (known) return known;
    const state = this.resolveTarget(target, this.running.signal);
    this.kept.set(target.key, state);
    return state;
  }

  private async resolveFor(target: Target, profile: ProfileId, key: string): Promise<Resolution> {
    const options = resolveOptionsFor(target, this.settings, profile, this.resolver.guarded());
    const before = this.resolver.looksFor(key);
    const resolution = await this.resolver.resolve(key, options);
    const after = this.resolver.looksFor(key);
    if (after && !areSameLooks(before, after)) this.looked.fire();
    return resolution;
  }

  private async resolveTarget(target: Target, signal: AbortSignal): Promise<TargetState> {
    if (target.kind === 'elsewhere') return { target, kind: 'elsewhere' };
    const start = performance.now();
    try {
      const options = resolveOptionsFor(target, this.settings, this.product.profile, this.resolver.guarded());
      const resolution = await this.resolver.resolve(target.key, { ...options, signal });
      const { profile, skills, candidates, roots, workDir } = resolution;
      const time = Math.round(performance.now() - start);
      this.log.info(
        `resolved ${workDir} for ${profile} in ${time} ms: ${skills.length} skills load, ${candidates.length} candidates in ${roots.length} roots`,
      );
      return { target, kind: 'resolved', resolution };
    } catch (error) {
      if (!signal.aborted) this.log.error(`resolving ${target.key}`, error);
      return { target, kind: 'failed' };
    }
  }
}
