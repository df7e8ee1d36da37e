import * as vscode from 'vscode';
import type { Grouping } from './tree/build-nodes';
import { FILTERS, type Filter } from './tree/filter';

const GROUPING = 'whichSkill.grouping';
const GROUPINGS: readonly Grouping[] = ['scope', 'name', 'agent'];

const FILTER = 'whichSkill.filter';

/** How the tree is grouped and filtered: remembered for each workspace, and known to the menus as context keys. */
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

  async setGrouping(grouping: Grouping): Promise<void> {
    await this.memento.update(GROUPING, grouping);
    await this.announce();
  }

  async setFilter(filter: Filter): Promise<void> {
    await this.memento.update(FILTER, filter);
    await this.announce();
  }

  /** Tells the menus. */
  async updateContext(): Promise<void> {
    await vscode.commands.executeCommand('setContext', GROUPING, this.grouping);
    await vscode.commands.executeCommand('setContext', FILTER, this.filter);
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async announce(): Promise<void> {
    await this.updateContext();
    this.changed.fire();
  }
}
