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

  /** @param drop plans what a drop means, and shows it */
  constructor(
    private readonly log: Log,
    private readonly drop: (target: TreeNode, rows: readonly unknown[]) => unknown,
  ) {}

  handleDrag(rows: readonly TreeNode[], data: vscode.DataTransfer): void {
    const files = rows.flatMap(row => ('file' in row ? (toUri(row.file) ?? []) : []));
    data.set(ROWS, new vscode.DataTransferItem(rows));
    // Dropped onto the editor area, a skill opens.
    data.set(FILES, new vscode.DataTransferItem(files.map(String).join('\r\n')));
  }

  async handleDrop(target: TreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    if (!target) return;
    const rows = data.get(ROWS)?.value;
    const dropped = Array.isArray(rows) ? rows : await urisIn(data);
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
