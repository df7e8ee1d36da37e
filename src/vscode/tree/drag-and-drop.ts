import * as vscode from 'vscode';
import type { Log } from '../log';
import { toUri } from '../uri';
import type { TreeNode } from './nodes';

/** As VS Code names what is dragged out of a tree: by the view's id in lower case. */
const ROWS = 'application/vnd.code.tree.whichskill.skills';
const FILES = 'text/uri-list';

/**
 * Skills dragged onto a root or scope, from this tree or from the explorer. VS Code does not tell whether a key is held
 * down while something is dropped, so whether to copy or to move is a choice in the preview.
 */
export class DragAndDrop implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = [FILES];
  readonly dropMimeTypes = [ROWS, FILES];

  /** What is being dragged: rows know their parents, and VS Code would write what it is given as JSON. */
  private dragged: readonly TreeNode[] = [];

  /** @param drop plans what a drop means, and shows it */
  constructor(
    private readonly log: Log,
    private readonly drop: (target: TreeNode, rows: readonly unknown[]) => unknown,
  ) {}

  handleDrag(rows: readonly TreeNode[], data: vscode.DataTransfer): void {
    const files = rows.flatMap(row => ('file' in row ? (toUri(row.file) ?? []) : []));
    this.dragged = rows;
    data.set(ROWS, new vscode.DataTransferItem(''));
    // Dropped onto the editor area, a skill opens.
    data.set(FILES, new vscode.DataTransferItem(files.map(String).join('\r\n')));
  }

  async handleDrop(target: TreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    if (!target) return;
    const dropped = data.get(ROWS) ? this.dragged : await urisIn(data);
    this.dragged = [];
    if (dropped.length > 0) await this.log.attempt('drop', () => this.drop(target, dropped));
  }
}

async function urisIn(data: vscode.DataTransfer): Promise<readonly vscode.Uri[]> {
  const list = (await data.get(FILES)?.asString()) ?? '';
  return list
    .split(/\r?\n/)
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => vscode.Uri.parse(line, true));
}
