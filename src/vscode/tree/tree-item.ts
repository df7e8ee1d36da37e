/** What VS Code shows for a row. */
import * as vscode from 'vscode';
import { COMMANDS } from '../../core/explain/product-facts';
import type { ProfileId } from '../../core/types';
import { toUri } from '../uri';
import { type FilePosition, hasChildren, type Icon, type TreeNode } from './nodes';
import { dimmedUri } from './row-decorations';
import { tidyWords } from './tidy-words';

const STATES = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const;

/** Makes the item of a row; its tooltip comes later, when it is asked for. */
export function treeItem(node: TreeNode, expansion = node.expansion): vscode.TreeItem {
  const item = new vscode.TreeItem(node.label, STATES[expansion]);
  item.id = node.id.toWellFormed();
  item.description = node.description;
  item.iconPath = iconOf(node.icon);
  item.accessibilityInformation = { label: node.spoken };
  item.contextValue = contextOf(node);
  const command = commandOf(node);
  if (command) item.command = command;
  if (node.kind === 'candidate' && node.dimmed) item.resourceUri = dimmedUri(node.id);
  if (node.kind === 'file') showAsFile(item, node);
  return item;
}

function iconOf({ codicon, color }: Icon): vscode.ThemeIcon {
  return new vscode.ThemeIcon(codicon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** A file inside a skill looks as in the explorer, with the icons of the reader's theme and the marks of Git. */
function showAsFile(
  item: vscode.TreeItem,
  { file, isFolder, icon }: Extract<TreeNode, { kind: 'file' }>,
): void {
  const uri = toUri(file);
  if (!uri || icon.codicon === 'warning') return;
  item.resourceUri = uri;
  item.iconPath = isFolder ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
}

/** What a click does. `vscode.open` gets the click itself from VS Code: once is a preview, twice is to stay. */
function commandOf(node: TreeNode): vscode.Command | undefined {
  switch (node.kind) {
    case 'candidate':
      if (!node.openable) return undefined;
      return openAt({ file: node.file, ...(node.candidate.line !== undefined && position(node.candidate)) });
    case 'name':
      return node.children.some(child => child.kind === 'candidate' && child.openable)
        ? openAt(node)
        : undefined;
    case 'file':
      return node.isFolder || node.icon.codicon === 'warning' ? undefined : openAt(node);
    case 'message':
      if (node.target) return openAt(node.target);
      return node.command === undefined ? undefined : { command: node.command, title: node.label };
    default:
      return undefined;
  }
}

function position({
  line,
  column,
}: {
  line?: number;
  column?: number;
}): Pick<FilePosition, 'line' | 'column'> {
  return { ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}

function openAt({ file, line, column }: FilePosition): vscode.Command | undefined {
  const uri = toUri(file);
  if (!uri) return undefined;
  const title = vscode.l10n.t('Open');
  if (line === undefined) return { command: 'vscode.open', title, arguments: [uri] };
  const start = new vscode.Position(line - 1, (column ?? 1) - 1);
  return { command: 'vscode.open', title, arguments: [uri, { selection: new vscode.Range(start, start) }] };
}

/** Whose answer the row of a skill is part of. */
function profileOf(node: TreeNode): ProfileId | undefined {
  if (node.kind === 'candidate') return node.resolution.profile;
  return node.kind === 'name' ? node.children.map(profileOf).find(one => one !== undefined) : undefined;
}

/** Words that the menus look for: the kind of the row, then what can be done with it. */
function contextOf(node: TreeNode): string {
  const words: string[] = [node.kind];
  switch (node.kind) {
    case 'candidate':
    case 'name': {
      if (node.kind === 'name' || node.openable) words.push('openable');
      if (node.winner !== null) {
        words.push(node.winner === node.file ? 'wins' : 'loses');
        const profile = profileOf(node);
        if (profile && (COMMANDS[profile]?.(node.name) ?? null) !== null) words.push('typeable');
      }
      words.push('path');
      break;
    }
    case 'file':
      words.push(node.isFolder ? 'isFolder' : 'openable', 'path');
      break;
    case 'root':
      if (node.root.verdict !== 'missing') words.push('path');
      break;
    case 'message':
      words.push(node.code);
      break;
  }
  const uri = 'file' in node && words.includes('path') ? toUri(node.file) : undefined;
  if (uri && vscode.workspace.getWorkspaceFolder(uri)) words.push('inWorkspace');
  if (hasChildren(node)) words.push('group');
  words.push(...tidyWords(node));
  return words.join(' ');
}
