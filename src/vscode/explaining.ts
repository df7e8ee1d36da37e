import type * as vscode from 'vscode';
import type { ExplainingContext } from './explain/context';
import type { Explainer } from './explain/explainer';

/**
 * The way to all that explains: pages, problems, fixes, and what is shown in the editor. It is a lazy part of its own,
 * which loads once the first resolution is there, or with the first question.
 */
export class Explaining implements vscode.Disposable {
  private loading: Promise<Explainer> | undefined;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly context: ExplainingContext) {
    const { resolutions, log } = context;
    this.subscription = resolutions.onDidStart(() =>
      log.background('loading explanations', this.startAfterFirstResolution()),
    );
  }

  /** What explains. */
  get(): Promise<Explainer> {
    this.loading ??= import('./lazy/explaining').then(({ Explainer }) => new Explainer(this.context));
    return this.loading;
  }

  /** Settles when problems and comparisons are up to date; at once where nothing was looked at yet. */
  async whenIdle(): Promise<void> {
    if (this.context.resolutions.latest === undefined) return;
    await (await this.get()).whenIdle();
  }

  dispose(): void {
    this.subscription.dispose();
    void this.loading?.then(explainer => explainer.dispose());
  }

  private async startAfterFirstResolution(): Promise<void> {
    await this.context.resolutions.states();
    await this.get();
  }
}
