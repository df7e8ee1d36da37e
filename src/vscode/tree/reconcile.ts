/**
 * Bringing the rows up to date: rows that stay keep their objects, by which VS Code knows them, so that only what looks
 * different is drawn anew, and selection, expansion and scroll position stay.
 */
import { hasChildren, type TreeNode } from './nodes';

/** The rows to show, and what VS Code is to be told of. */
export interface Reconciled {
  readonly rows: readonly TreeNode[];
  /** Rows that look different, or have other rows below them. `all`: the top rows are others. */
  readonly changed: readonly TreeNode[] | 'all';
}

/** Puts the rows that were shown in place of new ones that stand for the same, with what is new in them. */
export function reconcile(shown: readonly TreeNode[], rows: readonly TreeNode[]): Reconciled {
  const changed: TreeNode[] = [];
  const { rows: kept, isSameList } = reconcileList(shown, rows, null, changed);
  return { rows: kept, changed: isSameList ? changed : 'all' };
}

function reconcileList(
  shown: readonly TreeNode[],
  rows: readonly TreeNode[],
  parent: TreeNode | null,
  changed: TreeNode[],
): { rows: TreeNode[]; isSameList: boolean } {
  const byId = new Map(shown.map(row => [row.id, row]));
  let isSameList = shown.length === rows.length;
  const kept = rows.map((row, index) => {
    const known = byId.get(row.id);
    if (!known || known.kind !== row.kind) {
      isSameList = false;
      return Object.assign(row, { parent });
    }
    if (shown[index] !== known) isSameList = false;
    keep(known, row, parent, changed);
    return known;
  });
  return { rows: kept, isSameList };
}

/** Makes a shown row say what the new one says. */
function keep(known: TreeNode, row: TreeNode, parent: TreeNode | null, changed: TreeNode[]): void {
  const looksSame = looksOf(known) === looksOf(row);
  if (!hasChildren(known) || !hasChildren(row)) {
    Object.assign(known, row, { parent });
    if (!looksSame) changed.push(known);
    return;
  }
  const below: TreeNode[] = [];
  const { rows, isSameList } = reconcileList(known.children, row.children, known, below);
  Object.assign(known, row, { parent, children: rows });
  // A row that is told of has those below it asked for again as well.
  if (looksSame && isSameList) changed.push(...below);
  else changed.push(known);
}

/** All that a row shows, as one text. */
function looksOf(row: TreeNode): string {
  const parts: unknown[] = [
    row.label,
    row.description,
    row.spoken,
    row.icon.codicon,
    row.icon.color,
    row.expansion,
  ];
  switch (row.kind) {
    case 'candidate': {
      const { verdict, code, line, column, link, remarks, type } = row.candidate;
      parts.push(row.file, row.openable, row.name, row.winner, row.dimmed, row.root.rank);
      parts.push(verdict, code, line, column, link, type, remarks.length);
      break;
    }
    case 'name':
      parts.push(row.file, row.winner, row.children.length);
      break;
    case 'root':
      parts.push(row.root.rank, row.root.verdict, row.root.code, row.root.path);
      break;
    case 'message':
      parts.push(row.text, row.command, row.target?.file, row.target?.line, row.target?.column);
      break;
  }
  return parts.join('\0');
}
