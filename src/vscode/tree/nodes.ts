/** The rows of the tree as plain data. What VS Code makes of them is in `tree-item.ts`. */
import type { Candidate, ProfileId, Resolution, Root, Scope } from '../../core/types';

/** A row: the same fields whatever it stands for, then its own. */
interface Row {
  /** Unique in the whole tree, and the same after a refresh, so that VS Code keeps the row's expansion. */
  readonly id: string;
  readonly parent: TreeNode | null;
  readonly label: string;
  /** The grey text on the right of the label. Empty where there is none. */
  readonly description: string;
  readonly icon: Icon;
  /** What a screen reader says in place of label and description. */
  readonly spoken: string;
  /** Whether it can be expanded, and how it starts. */
  readonly expansion: 'none' | 'collapsed' | 'expanded';
}

/** A codicon, with the id of a theme colour where it should stand out. */
export interface Icon {
  readonly codicon: string;
  readonly color?: string;
}

/** The theme colour, declared in the manifest, of what does not load. Readable in every theme, unlike a disabled text. */
export const NOT_LOADED_COLOR = 'whichSkill.notLoadedForeground';

/** A folder of the workspace; only there when it has several. */
export interface FolderNode extends Row {
  readonly kind: 'folder';
  readonly children: TreeNode[];
}

/** Something to know about the tree below it: why nothing would load, what is missing. */
export interface MessageNode extends Row {
  readonly kind: 'message';
  /** Stable short word: `failure`, `no-folder`, `restricted`, … */
  readonly code: string;
  /** The whole text, for the tooltip. */
  readonly text: string;
  /** What a click opens. */
  readonly target?: FilePosition;
  /** The command that a click runs, where it opens no file. */
  readonly command?: string;
  readonly children: TreeNode[];
}

export interface ScopeNode extends Row {
  readonly kind: 'scope';
  readonly scope: Scope;
  readonly resolution: Resolution;
  readonly children: TreeNode[];
}

/** The group of directories that the product does not look at. */
export interface UnreadNode extends Row {
  readonly kind: 'unread';
  readonly children: TreeNode[];
}

export interface RootNode extends Row {
  readonly kind: 'root';
  readonly root: Root;
  readonly resolution: Resolution;
  /** Where the directory is; for commands that take a file. */
  readonly file: string;
  readonly children: TreeNode[];
}

/** All candidates of one name. */
export interface NameNode extends Row {
  readonly kind: 'name';
  readonly name: string;
  /** The file of the best candidate. */
  readonly file: string;
  readonly winner: string | null;
  readonly children: TreeNode[];
}

/** A skill, or what could have been one. Its own files are read when it is expanded. */
export interface CandidateNode extends Row {
  readonly kind: 'candidate';
  readonly candidate: Candidate;
  readonly root: Root;
  readonly resolution: Resolution;
  /** The file that a click opens, or the broken link itself. */
  readonly file: string;
  /** Whether there is a file that an editor can show. */
  readonly openable: boolean;
  readonly name: string;
  readonly winner: string | null;
  /** Whether its text is toned down, since nothing of it reaches the product. */
  readonly dimmed: boolean;
  /** Who of somebody's agents reads it, in words; absent where there is only one. */
  readonly readers?: string;
}

/** What one agent loads. */
export interface AgentNode extends Row {
  readonly kind: 'agent';
  readonly profile: ProfileId;
  /** The tooltip. */
  readonly text: string;
  readonly children: TreeNode[];
}

/** A file or folder inside a skill. */
export interface FileNode extends Row {
  readonly kind: 'file';
  readonly file: string;
  readonly isFolder: boolean;
  /** Real paths of the folders from the skill down to this one: a link to one of them is not followed. */
  readonly trail: readonly string[];
}

/** Stands for the rest of a folder that is too big to be shown. */
export interface MoreNode extends Row {
  readonly kind: 'more';
  readonly file: string;
}

/** A skill that the product has compiled in. */
export interface CarriedNode extends Row {
  readonly kind: 'carried';
  readonly name: string;
  /** The tooltip. */
  readonly text: string;
}

export type TreeNode =
  | FolderNode
  | MessageNode
  | ScopeNode
  | UnreadNode
  | RootNode
  | NameNode
  | CandidateNode
  | CarriedNode
  | AgentNode
  | FileNode
  | MoreNode;

/** A place in a file. Line and column count from 1. */
export interface FilePosition {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Whether the rows below are already known, rather than read from disk on expansion. */
export function hasChildren(node: TreeNode): node is Extract<TreeNode, { children: TreeNode[] }> {
  return 'children' in node;
}
