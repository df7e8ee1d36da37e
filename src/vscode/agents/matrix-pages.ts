/** The page with every skill against every agent, and what the tree tells of the differences between them. */

import * as vscode from 'vscode';
import { nodeFileSystem } from '../../core/file-system';
import { buildMatrix, type Matrix } from '../../core/matrix';
import { PROFILE_IDS } from '../../core/products';
import type { ProfileId, Resolution } from '../../core/types';
import { openFile } from '../commands/open-file';
import { sayFor } from '../localize';
import { type Page, type PageAction, Pages } from '../pages/page';
import type { Differences } from '../products/differences';
import { askThrough } from '../real-path';
import type { ResolvedTarget, TargetState } from '../targets';
import { differencesBetween } from './agent-differences';
import type { AgentsSurroundings } from './agents';
import { type MatrixView, matrixBody, type Shown, type SortedBy } from './matrix-body';

/** The only page of its kind. */
const SUBJECT = 'matrix';

export class MatrixPages implements vscode.Disposable {
  private readonly pages: Pages;
  private readonly subscriptions: vscode.Disposable;
  private folder: string | undefined;
  /** What was last laid out on the page: another order or another cell is no reason to ask for it again. */
  private latest: Matrix | undefined;
  private view: Omit<MatrixView, 'folder' | 'folders' | 'mine'> = {
    showsAllAgents: false,
    shown: 'all',
    sortedBy: 'name',
    cell: null,
  };

  constructor(private readonly surroundings: AgentsSurroundings) {
    const { views, agents, log } = surroundings;
    askThrough(surroundings.resolutions);
    this.pages = new Pages({ viewType: 'whichSkill.matrix', log });
    const render = () => {
      if (this.page) log.background('laying out the matrix again', this.render());
    };
    this.subscriptions = vscode.Disposable.from(
      views.onDidChange(render),
      surroundings.resolutions.onDidChange(render),
      agents.onDidChange(render),
    );
  }

  /** The page, where it is open. */
  get page(): Page | undefined {
    return this.pages.get(SUBJECT);
  }

  async show(): Promise<void> {
    this.pages.open(SUBJECT, {
      title: vscode.l10n.t('Skills and Agents'),
      onAction: action => this.act(action),
    });
    await this.render();
  }

  /** What other agents do, in terms of the rows of the tree, by the key of the target. */
  async differences(states: readonly TargetState[]): Promise<ReadonlyMap<string, Differences>> {
    const { agents } = this.surroundings;
    const differences = new Map<string, Differences>();
    for (const state of resolvedOf(states)) {
      const own = state.resolution.profile;
      const compared = [own, ...agents.list.filter(agent => agent !== own)];
      differences.set(
        state.target.key,
        differencesBetween(await this.matrixOf(await this.of(state, compared)), own),
      );
    }
    return differences;
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.pages.dispose();
  }

  private of(state: ResolvedTarget, agents: readonly ProfileId[]): Promise<readonly Resolution[]> {
    return this.surroundings.resolutions.forAgents(state, agents);
  }

  /** A disk that does not answer keeps neither the page nor the filter waiting. */
  private async matrixOf(resolutions: readonly Resolution[]): Promise<Matrix> {
    return buildMatrix(await this.surroundings.resolutions.answering(nodeFileSystem), resolutions);
  }

  private async render(): Promise<void> {
    const states = resolvedOf(await this.surroundings.resolutions.states());
    const state = states.find(({ target }) => target.key === this.folder) ?? states[0];
    const { page } = this;
    if (!page || !state) return;
    const mine = this.surroundings.agents.list;
    const rest = PROFILE_IDS.filter(id => !mine.includes(id));
    const isAll = this.view.showsAllAgents || mine.length === 0;
    const resolutions = await this.of(state, isAll ? [...mine, ...rest] : mine);
    const matrix = isOf(this.latest, resolutions) ? this.latest : await this.matrixOf(resolutions);
    this.latest = matrix;
    page.show({
      title: vscode.l10n.t('Skills and Agents'),
      body: matrixBody(matrix, {
        ...this.view,
        mine,
        folder: state.target.key,
        folders: states.map(({ target }) => ({ value: target.key, label: target.label })),
        say: sayFor(state.resolution),
      }),
    });
  }

  private async act({ name, value, choice = '', checked }: PageAction): Promise<void> {
    switch (name) {
      case 'open':
        return openFile(value);
      case 'choose':
        await vscode.commands.executeCommand('whichSkill.chooseAgents');
        return;
      case 'folder':
        this.folder = choice;
        break;
      case 'agents':
        this.view = { ...this.view, showsAllAgents: checked === true };
        break;
      case 'shown':
        this.view = { ...this.view, shown: choice as Shown };
        break;
      case 'sort':
        this.view = { ...this.view, sortedBy: choice as SortedBy };
        break;
      case 'cell':
        this.view = { ...this.view, cell: value };
        break;
      case 'close':
        this.view = { ...this.view, cell: null };
        break;
    }
    await this.render();
  }
}

function isOf(matrix: Matrix | undefined, resolutions: readonly Resolution[]): matrix is Matrix {
  return (
    matrix?.resolutions.length === resolutions.length &&
    matrix.resolutions.every((one, index) => one === resolutions[index])
  );
}

function resolvedOf(states: readonly TargetState[]): readonly ResolvedTarget[] {
  return states.flatMap(state => (state.kind === 'resolved' ? [state] : []));
}
