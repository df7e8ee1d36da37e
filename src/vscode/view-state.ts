import * as vscode from 'vscode';
import type { Grouping } from './tree/build-nodes';
import { FILTERS, type Filter } from './tree/filter';

const GROUPING = 'whichSkill.grouping';
const GROUPINGS: readonly Grouping[] = ['scope', 'name', 'agent'];

const FILTER = 'whichSkill.filter';
const EXPANSIONS = 'whichSkill.expansions';
const TEXT = 'whichSkill.filterText';

/** How the tree is grouped and filtered, and what is open in it: remembered for each workspace, and known to the menus as context keys. */
export class ViewState implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly memento: vscode.Memento) {}

  get grouping(): Grouping {
    return GROUPINGS.find(grouping => grouping === this.memento.get(GROUPING)) ?? 'scope';
  }

  get filter(): Filter {
    return FILTERS.find(filter => filter === this.memento.get(FILTER)) ?? 'all';
  }

  /** Words to look for; empty where none are. */
  get text(): string {
    return this.memento.get(TEXT, '');
  }

  async setGrouping(grouping: Grouping): Promise<void> {
    await this.memento.update(GROUPING, grouping);
    await this.announce();
  }

  async setFilter(filter: Filter): Promise<void> {
    await this.memento.update(FILTER, filter);
    await this.announce();
  }

  async setText(text: string): Promise<void> {
    const trimmed = text.trim();
    if (trimmed === this.text) return;
    await this.memento.update(TEXT, trimmed);
    await this.announce();
  }

  /** Shows everything. */
  async clear(): Promise<void> {
    await this.memento.update(TEXT, '');
    await this.setFilter('all');
  }

  /** Rows that a person opened or closed, by their ids. */
  get expansions(): Readonly<Record<string, 'expanded' | 'collapsed'>> {
    return this.memento.get(EXPANSIONS, {});
  }

  async setExpansions(expansions: ViewState['expansions']): Promise<void> {
    await this.memento.update(EXPANSIONS, expansions);
  }

  /** Tells the menus. */
  async updateContext(): Promise<void> {
    await vscode.commands.executeCommand('setContext', GROUPING, this.grouping);
    await vscode.commands.executeCommand('setContext', FILTER, this.filter);
    await vscode.commands.executeCommand('setContext', TEXT, this.text !== '');
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async announce(): Promise<void> {
    await this.updateContext();
    this.changed.fire();
  }
}
