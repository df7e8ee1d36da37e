import * as path from 'node:path';
import * as vscode from 'vscode';
import { countsInWords } from '../../core/counts-in-words';
import { message } from '../../core/message';
import type { Resolution } from '../../core/types';
import type { AgentViews, AgentViewsByTarget } from '../agents/agent-views';
import type { Drifts } from '../drifts';
import { say, sayFor } from '../localize';
import type { Log } from '../log';
import type { Product } from '../product';
import type { Differences } from '../products/differences';
import type { Resolutions } from '../resolutions';
import { Setting } from '../setting';
import { resolutionsOf, type TargetState } from '../targets';
import { notificationText } from '../text';
import type { ViewState } from '../view-state';
import { buildNodes } from './build-nodes';
import { countAll, countErrors } from './counts';
import { DragAndDrop } from './drag-and-drop';
import { Expansions } from './expansions';
import { type CandidateNode, type FileNode, hasChildren, type TreeNode } from './nodes';
import { reconcile } from './reconcile';
import { type RenderOptions, renderTree } from './render-tree';
import { RowDecorations } from './row-decorations';
import { readSkillFiles } from './skill-files';
import { tooltipOf } from './tooltip';
import { treeItem } from './tree-item';

/** The id of the view in the manifest. */
export const VIEW_ID = 'whichSkill.skills';

/** Milliseconds that VS Code may take to tell of a selection. */
const SELECTION_LIMIT = 500;

/** How often a row is looked up once more that VS Code could not show. */
const MOST_TRIES = 5;

/** The view "Skills": rows from the resolutions, built anew whenever those or the view's own state change. */
export class SkillsTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;

  private readonly shown = new vscode.EventEmitter<void>();
  /** Fires whenever the view comes into sight. */
  readonly onDidShow = this.shown.event;

  private readonly view: vscode.TreeView<TreeNode>;
  private readonly disposables: vscode.Disposable[];
  private readonly expansions: Expansions;
  private readonly badge = new Setting<boolean>('badge');
  private errors = 0;
  /** What another product does, by the key of the target; given by what knows other products. */
  differencesOf: ((states: readonly TargetState[]) => Promise<ReadonlyMap<string, Differences>>) | undefined;
  private generation = 0;
  private counts = '';
  private top: readonly TreeNode[] | undefined;
  /** Rows that show the files in a folder, by that folder. */
  private readonly opened = new Map<string, Map<string, TreeNode>>();

  constructor(
    private readonly resolutions: Resolutions,
    private readonly viewState: ViewState,
    private readonly log: Log,
    /** Plans what it means to drop rows, or URIs, onto a row. */
    drop: (target: TreeNode, rows: readonly unknown[]) => unknown,
    private readonly drifts: Drifts,
    private readonly agentViews: AgentViews,
  ) {
    this.view = vscode.window.createTreeView(VIEW_ID, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: new DragAndDrop(log, drop),
    });
    this.expansions = new Expansions(this.view, viewState, (what, work) => log.background(what, work));
    this.disposables = [
      this.view,
      this.expansions,
      this.badge,
      this.badge.onDidChange(() => this.showBadge()),
      this.changed,
      this.shown,
      this.view.onDidChangeVisibility(({ visible }) => visible && this.shown.fire()),
      resolutions.onDidChange(places => this.update(places)),
      viewState.onDidChange(() => this.rebuild()),
      drifts.onDidChange(() => this.update(new Set())),
      agentViews.onDidChange(() => this.update(new Set())),
      vscode.window.registerFileDecorationProvider(new RowDecorations()),
    ];
    this.describe();
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) return [...(await this.topRows())];
    if (readsFolder(node)) {
      const folder = folderOf(node);
      this.opened.set(folder, (this.opened.get(folder) ?? new Map()).set(node.id, node));
      const rows = this.childrenOf(node);
      this.resolutions.announceLook();
      return [...rows];
    }
    return [...this.childrenOf(node)];
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return treeItem(node, this.expansions.of(node));
  }

  getParent(node: TreeNode): TreeNode | null {
    return node.parent;
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    const tooltip = tooltipOf(node, sayFor);
    if (tooltip !== undefined) item.tooltip = tooltip;
    return item;
  }

  /** Shows the row of a file, where it has one. */
  async reveal(file: string): Promise<void> {
    if (!(await this.select(() => this.find(file)))) await vscode.commands.executeCommand(`${VIEW_ID}.focus`);
  }

  /**
   * Selects a row, and has VS Code show it. VS Code fails where it is told meanwhile to draw rows anew, since what it was to
   * show is none of them any more ("Data tree node not found", "Cannot resolve tree item"): then the row is looked up once
   * more. It waits for what it was told before each time.
   * @param find the row as it is now; undefined where it has gone
   * @returns whether it is shown
   */
  private async select(find: () => Promise<TreeNode | undefined>): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      const node = await find();
      if (!node) return false;
      try {
        await this.view.reveal(node, { select: true, focus: true });
        return true;
      } catch (error) {
        if (tries < MOST_TRIES) continue;
        // Rows that never come to rest are no reason to give up what was to be said or done beside.
        this.log.warn(
          `the row ${node.id} cannot be shown: ${error instanceof Error ? error.message : error}`,
        );
        return false;
      }
    }
  }

  /** The row as it is now. Those of files are made when their folder is opened, and are known nowhere else. */
  private async rowNow(row: TreeNode): Promise<TreeNode | undefined> {
    return row.kind === 'file'
      ? row
      : findRow(await this.topRows(), (node): node is TreeNode => node.id === row.id);
  }

  /** The row of a candidate's file. */
  async find(file: string): Promise<CandidateNode | undefined> {
    return findRow(
      await this.topRows(),
      (node): node is CandidateNode => node.kind === 'candidate' && node.candidate.file === file,
    );
  }

  /** The rows that are selected. */
  get selection(): readonly TreeNode[] {
    return this.view.selection;
  }

  /**
   * The rows that a key is meant for: the selection, or the row that the arrow keys have come to, where that one is not
   * selected. VS Code tells extensions the selection only, so the row is taken into it, or out and in again.
   */
  async rowsForKey(): Promise<readonly TreeNode[]> {
    const before = this.view.selection;
    const after = await this.toggled();
    const [focused] = after.filter(row => !before.includes(row));
    if (focused) {
      await this.select(() => this.rowNow(focused));
      return [focused];
    }
    if (after.length < before.length) await this.toggled();
    return before;
  }

  /** The selection after the row with the focus was taken in or out; as it is, where none has it. */
  private toggled(): Promise<readonly TreeNode[]> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        subscription.dispose();
        resolve(this.view.selection);
      };
      const timer = setTimeout(end, SELECTION_LIMIT);
      const subscription = this.view.onDidChangeSelection(end);
      vscode.commands.executeCommand('list.toggleSelection').then(undefined, reject);
    });
  }

  /** The tree as text, as {@link renderTree} has it. */
  async render(options: RenderOptions & { readonly files?: boolean } = {}): Promise<string> {
    const { files, ...rest } = options;
    return renderTree(await this.topRows(), {
      ...rest,
      ...(files && { childrenOf: node => this.childrenOf(node) }),
    });
  }

  /** What stands above the rows: the view's message and its description. */
  get heading(): { readonly message: string; readonly description: string; readonly badge: number } {
    const { message = '', description = '', badge } = this.view;
    return { message, description, badge: badge?.value ?? 0 };
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private rebuild(): void {
    this.top = undefined;
    this.generation++;
    this.describe();
    this.changed.fire(undefined);
  }

  /** Has VS Code draw what looks different now, and the folders in which something happened. */
  private update(places: ReadonlySet<string> | 'all'): void {
    const states = this.resolutions.latest;
    // Another product's answer is not there at once.
    const isWaiting = this.viewState.grouping === 'agent' && this.agentViews.latest.size === 0;
    if (!this.top || !states || this.viewState.filter === 'differs' || isWaiting) {
      this.rebuild();
      return;
    }
    const { rows, changed } = reconcile(this.top, this.build(states, this.agentViews.latest));
    this.top = rows;
    if (places === 'all' || changed === 'all') {
      this.changed.fire(undefined);
      return;
    }
    const all = [...changed, ...this.openedAt(places)];
    if (all.length > 0) this.changed.fire(all);
  }

  private openedAt(places: ReadonlySet<string>): readonly TreeNode[] {
    const folders = new Set([...places].flatMap(place => [place, path.dirname(place)]));
    return [...folders].flatMap(folder => [...(this.opened.get(folder)?.values() ?? [])]);
  }

  private async topRows(): Promise<readonly TreeNode[]> {
    if (this.top) return this.top;
    const { generation } = this;
    const states = await this.resolutions.states();
    const isOfTwo = this.viewState.filter === 'differs';
    const differences = isOfTwo ? await this.differencesOf?.(states) : undefined;
    const isByAgent = this.viewState.grouping === 'agent';
    const agents = isByAgent ? await this.agentViews.current(states) : this.agentViews.latest;
    // What came meanwhile makes these rows old before they are shown.
    if (generation !== this.generation) return this.topRows();
    this.top ??= this.build(states, agents, differences);
    return this.top;
  }

  private build(
    states: readonly TargetState[],
    agents: AgentViewsByTarget,
    differences?: ReadonlyMap<string, Differences>,
  ): readonly TreeNode[] {
    const { grouping, filter, text } = this.viewState;
    const restricted = !vscode.workspace.isTrusted;
    const comparisonsOf = (resolution: Resolution) => this.drifts.of(resolution);
    const input = { states, agents, grouping, filter, text, restricted, say, sayFor, comparisonsOf };
    const rows = buildNodes({ ...input, ...(differences && { differences }) });
    this.counts = headline(states, this.resolutions.product);
    this.errors = countErrors(resolutionsOf(states));
    this.showBadge();
    this.describe();
    return withUniqueIds(rows, this.log);
  }

  private childrenOf(node: TreeNode): readonly TreeNode[] {
    if (hasChildren(node)) return node.children;
    return readsFolder(node) ? readSkillFiles(node, say, this.resolutions.rowFiles) : [];
  }

  /** Says what is counted, and what is filtered: beside the view's title too, while VS Code gives it one of its own. */
  private describe(): void {
    const filter = this.filterInWords();
    this.view.description = filter;
    this.view.message = [this.counts, filter].filter(part => part !== '').join(' · ');
  }

  /** How many files have an error, where a person wants to be told: on the icon, seen from any other view. */
  private showBadge(): void {
    const { errors } = this;
    const isWanted = errors > 0 && this.badge.valueFor(undefined) !== false;
    const tooltip =
      errors === 1
        ? vscode.l10n.t('1 skill file does not load because of an error')
        : vscode.l10n.t('{0} skill files do not load because of an error', errors);
    this.view.badge = isWanted ? { value: errors, tooltip } : undefined;
  }

  private filterInWords(): string {
    const kinds = {
      all: '',
      conflicts: vscode.l10n.t('conflicts only'),
      winners: vscode.l10n.t('winners only'),
      differs: vscode.l10n.t('differences between agents only'),
    };
    const { filter, text } = this.viewState;
    const matching = text === '' ? '' : vscode.l10n.t('matching “{0}”', notificationText(text));
    return [kinds[filter], matching].filter(part => part !== '').join(' · ');
  }
}

/** The product, how many skills load in all, and where the machine decided on the product, why it did. */
function headline(states: readonly TargetState[], { isAutomatic, detected }: Product): string {
  const resolutions = resolutionsOf(states);
  const product = resolutions[0]?.product;
  if (product === undefined) return '';
  const counts = countsInWords(countAll(resolutions));
  return isAutomatic
    ? say(message('{0} · {1} · chosen automatically: {2}', product, counts, detected.reason))
    : say(message('{0} · {1}', product, counts));
}

/** Whether the rows below are those of a folder on disk. */
function readsFolder(node: TreeNode): node is CandidateNode | FileNode {
  return (node.kind === 'candidate' || node.kind === 'file') && node.expansion !== 'none';
}

function folderOf(node: CandidateNode | FileNode): string {
  return node.kind === 'candidate' ? node.candidate.dir : node.file;
}

function findRow<T extends TreeNode>(
  nodes: readonly TreeNode[],
  isMeant: (node: TreeNode) => node is T,
): T | undefined {
  for (const node of nodes) {
    if (isMeant(node)) return node;
    const below = hasChildren(node) ? findRow(node.children, isMeant) : undefined;
    if (below) return below;
  }
  return undefined;
}

/** VS Code shows nothing at all when two rows have one id: better to lose a row, and say so. */
function withUniqueIds(nodes: readonly TreeNode[], log: Log, seen = new Set<string>()): readonly TreeNode[] {
  return nodes.filter(node => {
    if (seen.has(node.id)) {
      log.warn(`two rows with the id ${node.id}: the second one is left out`);
      return false;
    }
    seen.add(node.id);
    if (hasChildren(node))
      node.children.splice(0, node.children.length, ...withUniqueIds(node.children, log, seen));
    return true;
  });
}
