import * as vscode from 'vscode';
import type { ViewState } from '../view-state';
import type { TreeNode } from './nodes';

/** So many rows are remembered; of more, those that were touched last. */
const MOST = 500;

/**
 * Which rows a person opened or closed. VS Code keeps that over a refresh by the rows' ids, but forgets it for rows
 * that go away for a while, as they do when the tree is grouped or filtered in another way, and with the window.
 */
export class Expansions implements vscode.Disposable {
  private readonly changed: Map<string, 'expanded' | 'collapsed'>;
  private readonly subscriptions: vscode.Disposable;

  constructor(
    view: vscode.TreeView<TreeNode>,
    private readonly memory: Pick<ViewState, 'expansions' | 'setExpansions'>,
    private readonly background: (what: string, work: PromiseLike<unknown>) => void,
  ) {
    this.changed = new Map(Object.entries(memory.expansions));
    this.subscriptions = vscode.Disposable.from(
      view.onDidExpandElement(({ element }) => this.keep(element.id, 'expanded')),
      view.onDidCollapseElement(({ element }) => this.keep(element.id, 'collapsed')),
    );
  }

  /** How a row is to be shown. */
  of({ id, expansion }: TreeNode): TreeNode['expansion'] {
    return expansion === 'none' ? 'none' : (this.changed.get(id) ?? expansion);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private keep(id: string, state: 'expanded' | 'collapsed'): void {
    this.changed.delete(id);
    this.changed.set(id, state);
    for (const oldest of this.changed.keys()) {
      if (this.changed.size <= MOST) break;
      this.changed.delete(oldest);
    }
    this.background('remembering what is open', this.memory.setExpansions(Object.fromEntries(this.changed)));
  }
}
