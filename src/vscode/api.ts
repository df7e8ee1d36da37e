import type * as vscode from 'vscode';
import type { Agents } from './agents/agents';
import type { EditorState } from './editor-state';

import type { Explainer } from './explain/explainer';

import type { Products } from './products/products';

import type { Tidy } from './tidy/tidy';
import type { Grouping } from './tree/build-nodes';
import type { Filter } from './tree/filter';
import type { CandidateNode, TreeNode } from './tree/nodes';
import type { RenderOptions } from './tree/render-tree';
import type { ViewState } from './view-state';

/** What `activate` gives to the tests. It is no interface for other extensions, and can change with every version. */
export interface WhichSkillApi {
  /** Settles when nothing is being looked at any more. */
  whenIdle(): Promise<void>;
  /** The tree as indented text; with `files`, the skills' own files too. */
  renderTree(options?: RenderOptions & { readonly files?: boolean }): Promise<string>;
  /** The texts above the rows. */
  heading(): { readonly message: string; readonly description: string; readonly badge: number };
  /** The row of a skill file, to call a command on. */
  find(file: string): Promise<CandidateNode | undefined>;
  /** Selects the row of a skill file. Never rejects for what happens to the rows meanwhile. */
  reveal(file: string): Promise<void>;
  /** The rows that are selected. */
  selection(): readonly TreeNode[];
  /** What VS Code shows for a row, its tooltip included. */
  item(node: TreeNode): Promise<vscode.TreeItem>;
  /** How many directories are watched. */
  watched(): number;
  /** Fires with the rows that VS Code is to draw anew; without any, it is the whole tree. */
  onDidDraw: vscode.Event<readonly TreeNode[] | undefined>;
  /** How the tree is grouped and filtered and what is open, as it will be the next time. */
  remembered(): {
    readonly grouping: Grouping;
    readonly filter: Filter;
    readonly text: string;
    readonly expansions: ViewState['expansions'];
  };
  /** What the file in the active editor is; undefined where it is no skill. */
  editorState(): EditorState | undefined;
  /** What changes files, with the preview that is shown. */
  tidying(): Promise<Tidy>;
  /** What explains: pages, problems and fixes. */
  explainer(): Promise<Explainer>;
  /** What compares products, and offers the rescue. */
  products(): Products;
  /** What is about several agents. */
  agents(): Agents;
}
