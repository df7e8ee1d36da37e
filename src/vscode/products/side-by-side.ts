/** Two products side by side: what each loads, what is lost between them, and the page that shows it. */

import * as vscode from 'vscode';
import { type ComparedName, compareProducts } from '../../core/compare-products';
import { nodeFileSystem } from '../../core/file-system';
import { findLost, type LostSkill } from '../../core/rescue';
import { resolve } from '../../core/resolve';
import type { ProfileId, Resolution } from '../../core/types';
import { openFile } from '../commands/open-file';
import { sayFor } from '../localize';
import { type Page, type PageAction, Pages } from '../pages/page';
import { askThrough } from '../real-path';
import type { TargetState } from '../targets';
import { type Dialogs, windowDialogs } from '../tidy/dialogs';
import { resolveOptionsFor } from '../workspace-targets';
import { type Differences, differencesFor } from './differences';
import type { ProductsSurroundings } from './products';
import { sideBySideBody } from './side-by-side-body';

type Resolved = Extract<TargetState, { kind: 'resolved' }>;

/** One folder as both products see it. */
export interface Pair {
  readonly key: string;
  readonly label: string;
  /** The one that is left, and the one that is taken up. */
  readonly before: Resolution;
  readonly after: Resolution;
  readonly names: readonly ComparedName[];
  /** What is lost by the move, and by going back. */
  readonly lost: readonly LostSkill[];
  readonly lostBack: readonly LostSkill[];
}

const BEFORE: ProfileId = 'kimi-cli';
const AFTER: ProfileId = 'kimi-code';

/** The only page of its kind. */
const SUBJECT = 'products';

export class SideBySide implements vscode.Disposable {
  /** Tests put their own in its place. */
  dialogs: Dialogs = windowDialogs;
  private readonly pairs = new WeakMap<Resolution, Promise<Pair>>();
  private readonly pages: Pages;
  private readonly subscription: vscode.Disposable;
  private folder: string | undefined;
  private showsAll = false;

  constructor(private readonly surroundings: ProductsSurroundings) {
    const { resolutions, log } = surroundings;
    askThrough(resolutions);
    this.pages = new Pages({ viewType: 'whichSkill.products', log });
    this.subscription = resolutions.onDidChange(() => {
      if (this.page) log.background('comparing the products again', this.render());
    });
  }

  /** What the product that is not shown does, by the key of the target. */
  async differences(states: readonly TargetState[]): Promise<ReadonlyMap<string, Differences>> {
    const differences = new Map<string, Differences>();
    for (const state of resolvedOf(states)) {
      const { names } = await this.pairOf(state);
      const own = state.resolution.profile;
      differences.set(state.target.key, differencesFor(names, own, own === BEFORE ? AFTER : BEFORE));
    }
    return differences;
  }

  /** How many skills a rescue could bring back; each counts once, from however many folders it is seen. */
  async countMendable(states: readonly TargetState[]): Promise<number> {
    const files = new Set<string>();
    for (const state of resolvedOf(states)) {
      const { lost } = await this.pairOf(state);
      for (const { mend, isDocument, skill } of lost) {
        if (!isDocument && (mend?.kind === 'copy' || mend?.kind === 'edit')) files.add(skill.file);
      }
    }
    return files.size;
  }

  /** Tells of the loss, once and quietly. Settles when it is answered. */
  async offer(count: number): Promise<void> {
    const show = vscode.l10n.t('Show');
    const text =
      count === 1
        ? vscode.l10n.t(
            'This machine has moved to {0}, which does not load 1 skill that {1} loads.',
            AFTER,
            BEFORE,
          )
        : vscode.l10n.t(
            'This machine has moved to {0}, which does not load {1} skills that {2} loads.',
            AFTER,
            count,
            BEFORE,
          );
    const answer = await this.dialogs.tell('information', text, show, vscode.l10n.t('Not Now'));
    if (answer === show) await this.show();
  }

  /** Shows the page. */
  async show(): Promise<void> {
    this.pages.open(SUBJECT, {
      title: vscode.l10n.t('{0} and {1}', BEFORE, AFTER),
      onAction: action => this.act(action),
    });
    await this.render();
  }

  /** The page, where it is open. */
  get page(): Page | undefined {
    return this.pages.get(SUBJECT);
  }

  dispose(): void {
    this.subscription.dispose();
    this.pages.dispose();
  }

  private pairOf(state: Resolved): Promise<Pair> {
    const known = this.pairs.get(state.resolution);
    if (known) return known;
    const pair = this.compare(state);
    this.pairs.set(state.resolution, pair);
    return pair;
  }

  private async compare({ target, resolution }: Resolved): Promise<Pair> {
    const files = await this.surroundings.resolutions.answering(nodeFileSystem);
    const as = async (profile: ProfileId) =>
      resolution.profile === profile
        ? resolution
        : resolve({ ...resolveOptionsFor(target, this.surroundings.settings, profile, files), files });
    const [before, after] = [await as(BEFORE), await as(AFTER)];
    return {
      key: target.key,
      label: target.label,
      before,
      after,
      names: await compareProducts(files, [before, after]),
      lost: await findLost(files, before, after),
      lostBack: await findLost(files, after, before),
    };
  }

  private async render(): Promise<void> {
    const states = resolvedOf(await this.surroundings.resolutions.states());
    const state = states.find(({ target }) => target.key === this.folder) ?? states[0];
    const pair = state && (await this.pairOf(state));
    const { page, showsAll } = this;
    if (!page || !pair) return;
    const folders = states.map(({ target }) => ({ value: target.key, label: target.label }));
    page.show({
      title: vscode.l10n.t('{0} and {1}', BEFORE, AFTER),
      body: sideBySideBody(pair, { folders, showsAll, say: sayFor(pair.before) }),
    });
  }

  private async act({ name, value, choice }: PageAction): Promise<void> {
    switch (name) {
      case 'open':
        return openFile(value);
      case 'rescue':
        return this.surroundings.tidying.rescue(value);
      case 'folder':
        this.folder = choice;
        return this.render();
      case 'names':
        this.showsAll = choice === 'all';
        return this.render();
    }
  }
}

function resolvedOf(states: readonly TargetState[]): readonly Resolved[] {
  return states.flatMap(state => (state.kind === 'resolved' ? [state] : []));
}
