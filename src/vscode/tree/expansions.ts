import * as vscode from 'vscode';
import type { TreeNode } from './nodes';

/**
 * Which rows a person opened or closed. VS Code keeps that over a refresh by the rows' ids, but forgets it for rows
 * that go away for a while, as they do when the tree is grouped or filtered in another way.
 */
export class Expansions implements vscode.Disposable {
  private readonly changed = new Map<string, 'expanded' | 'collapsed'>();
  private readonly subscriptions: vscode.Disposable;

  constructor(view: vscode.TreeView<TreeNode>) {
    this.subscriptions = vscode.Disposable.from(
      view.onDidExpandElement(({ element }) => this.changed.set(element.id, 'expanded')),
      view.onDidCollapseElement(({ element }) => this.changed.set(element.id, 'collapsed')),
    );
  }

  /** How a row is to be shown. */
  of({ id, expansion }: TreeNode): TreeNode['expansion'] {
    return expansion === 'none' ? 'none' : (this.changed.get(id) ?? expansion);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}
