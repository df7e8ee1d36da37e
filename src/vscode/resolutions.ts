import * as vscode from 'vscode';
import { resolve } from '../core/resolve';
import type { Log } from './log';
import { Product } from './product';
import type { Settings } from './settings';
import type { Target, TargetState } from './targets';
import { foldersKnown, resolveOptionsFor, workspaceTargets } from './workspace-targets';

/**
 * The resolution of each folder: made when it is first asked for, kept until something changes. Nothing is read from
 * disk before the first question.
 */
export class Resolutions implements vscode.Disposable {
  private readonly kept = new Map<string, Promise<TargetState>>();
  private running = new AbortController();
  private asked = false;
  private folders: Promise<void> | undefined;
  private disposed = false;
  private settled: readonly TargetState[] | undefined;

  /** Whose rules count. */
  readonly product: Product;

  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when new resolutions are ready. */
  readonly onDidChange = this.changed.event;

  private readonly started = new vscode.EventEmitter<void>();
  /** Fires once, with the first question: from now on it is worth watching files. */
  readonly onDidStart = this.started.event;

  constructor(
    private readonly settings: Settings,
    private readonly log: Log,
  ) {
    this.product = new Product(settings, log);
  }

  /** The state of each target. Never rejects. Where a refresh comes between, waits for what it brings. */
  async states(): Promise<readonly TargetState[]> {
    if (!this.asked) {
      this.asked = true;
      this.started.fire();
      this.folders = foldersKnown();
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

  /** What was last found, without looking again; undefined before the first answer. */
  get latest(): readonly TargetState[] | undefined {
    return this.settled;
  }

  /** Looks again, if anybody has asked yet. Settles when the new resolutions are ready and announced. */
  async refresh(): Promise<void> {
    if (!this.asked) return;
    this.running.abort();
    this.running = new AbortController();
    const { signal } = this.running;
    this.kept.clear();
    this.product.forget();
    await this.states();
    if (!signal.aborted) this.changed.fire();
  }

  dispose(): void {
    this.disposed = true;
    this.running.abort();
    this.changed.dispose();
    this.started.dispose();
  }

  private stateOf(target: Target): Promise<TargetState> {
    const known = this.kept.get(target.key);
    if (known) return known;
    const state = this.resolveTarget(target, this.running.signal);
    this.kept.set(target.key, state);
    return state;
  }

  private async resolveTarget(target: Target, signal: AbortSignal): Promise<TargetState> {
    if (target.kind === 'elsewhere') return { target, kind: 'elsewhere' };
    const start = performance.now();
    try {
      const resolution = await resolve({
        ...resolveOptionsFor(target, this.settings, this.product.profile),
        signal,
      });
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
