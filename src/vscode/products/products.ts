/** The way to all that compares products. What does it is a lazy part: most look at one product only. */
import * as vscode from 'vscode';
import type { Log } from '../log';
import type { Resolutions } from '../resolutions';
import type { Settings } from '../settings';
import type { TargetState } from '../targets';
import type { Tidying } from '../tidy/tidying';
import type { Differences } from './differences';
import type { SideBySide } from './side-by-side';

/** What comparing products needs of the rest of the extension. */
export interface ProductsSurroundings {
  readonly resolutions: Resolutions;
  readonly settings: Settings;
  readonly tidying: Tidying;
  readonly log: Log;
  /** For all windows: whether the rescue was offered. */
  readonly memory: vscode.Memento;
}

const OFFERED = 'whichSkill.rescueOffered';

export class Products implements vscode.Disposable {
  private part: Promise<SideBySide> | undefined;
  private offering: Promise<void> = Promise.resolve();
  private readonly subscription: vscode.Disposable;

  constructor(private readonly surroundings: ProductsSurroundings) {
    const { resolutions, log } = surroundings;
    this.subscription = resolutions.onDidStart(() => {
      this.offering = this.offerRescue();
      log.background('looking for what the upgrade has lost', this.offering);
    });
  }

  /** What does the work, loaded on first use. */
  load(): Promise<SideBySide> {
    this.part ??= import('../lazy/products').then(({ SideBySide }) => new SideBySide(this.surroundings));
    return this.part;
  }

  /** What another product does, by the key of the target. */
  async differences(states: readonly TargetState[]): Promise<ReadonlyMap<string, Differences>> {
    return (await this.load()).differences(states);
  }

  /** Shows the page with both products. */
  async show(): Promise<void> {
    await (await this.load()).show();
  }

  /**
   * Offers to rescue what an upgrade has lost, once on a machine: where it looks freshly migrated, and there is something
   * here that a plan could mend. Settles when it is offered, which is before it is answered.
   */
  async offerRescue(): Promise<void> {
    const { resolutions, memory, log } = this.surroundings;
    const states = await resolutions.states();
    if (memory.get(OFFERED) || !vscode.workspace.isTrusted || !resolutions.product.detected.looksMigrated)
      return;
    const part = await this.load();
    const count = await part.countMendable(states);
    // Another window may have been quicker.
    if (count === 0 || memory.get(OFFERED)) return;
    await memory.update(OFFERED, true);
    log.background('offering the rescue', part.offer(count));
  }

  /** Settles when it is decided whether to offer the rescue. */
  whenIdle(): Promise<void> {
    return this.offering;
  }

  dispose(): void {
    this.subscription.dispose();
    this.part?.then(
      part => part.dispose(),
      () => {},
    );
  }
}
