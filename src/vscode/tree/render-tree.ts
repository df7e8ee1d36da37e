/** The tree as indented text: what a person sees, for tests and for the log. */
import { hasChildren, type TreeNode } from './nodes';

export interface RenderOptions {
  /** Whether every row is shown, or only those that are in sight when the tree is first opened. */
  readonly all?: boolean;
  /** Whether the name of each row's icon is shown. */
  readonly icons?: boolean;
  /** Gives the rows below one whose children are read from disk. Left out: such a row stays closed. */
  readonly childrenOf?: (node: TreeNode) => readonly TreeNode[];
}

/** One line a row: two blanks a level; `▾`, `▸` or a blank; the label; two blanks and the description. */
export function renderTree(nodes: readonly TreeNode[], options: RenderOptions = {}): string {
  return [...lines(nodes, 0, options)].join('\n');
}

function* lines(nodes: readonly TreeNode[], level: number, options: RenderOptions): Generator<string> {
  for (const node of nodes) {
    const below = hasChildren(node) ? node.children : (options.childrenOf?.(node) ?? []);
    const open =
      node.expansion === 'expanded' || (node.expansion === 'collapsed' && options.all && below.length > 0);
    const twistie = node.expansion === 'none' ? ' ' : open ? '▾' : '▸';
    const icon = options.icons && node.icon.codicon !== '' ? `[${node.icon.codicon}] ` : '';
    const description = node.description === '' ? '' : `  ${node.description}`;
    yield `${'  '.repeat(level)}${twistie} ${icon}${node.label}${description}`.trimEnd();
    if (open) yield* lines(below, level + 1, options);
  }
}
