import type * as vscode from 'vscode';
import { AgentViews } from './vscode/agents/agent-views';
import { Agents } from './vscode/agents/agents';
import { MyAgents } from './vscode/agents/my-agents';
import type { WhichSkillApi } from './vscode/api';
import { registerCommands } from './vscode/commands/register-commands';
import { Drifts } from './vscode/drifts';
import { EditorStates } from './vscode/editor-state';
import { Explaining } from './vscode/explaining';
import { Log } from './vscode/log';
import { Products } from './vscode/products/products';
import { Refresh } from './vscode/refresh';
import { Resolutions } from './vscode/resolutions';
import { Settings } from './vscode/settings';
import { Tidying } from './vscode/tidy/tidying';
import { SkillsTree } from './vscode/tree/skills-tree';
import { ViewState } from './vscode/view-state';

/** Registers everything and reads nothing: the first look at the disk comes with the first row, or the first skill file in an editor. */
export function activate(context: vscode.ExtensionContext): WhichSkillApi {
  const log = new Log();
  const settings = new Settings();
  const resolutions = new Resolutions(settings, log);
  const refresh = new Refresh(resolutions, settings, log);
  const viewState = new ViewState(context.workspaceState);
  const drifts = new Drifts();
  const myAgents = new MyAgents(context.workspaceState);
  const agentViews = new AgentViews(resolutions, myAgents, log);
  const tree: SkillsTree = new SkillsTree(
    resolutions,
    viewState,
    log,
    (target, rows) => tidying.drop(target, rows),
    drifts,
    agentViews,
  );
  const editorStates = new EditorStates(resolutions, log);
  const storage = context.globalStorageUri.fsPath;
  const tidying = new Tidying({ resolutions, settings, agents: myAgents, refresh, tree, log, storage });
  const explaining = new Explaining({
    resolutions,
    tree,
    refresh,
    tidying,
    drifts,
    agents: myAgents,
    views: agentViews,
    log,
  });
  const products = new Products({ resolutions, settings, tidying, log, memory: context.globalState });
  tree.differencesOf = states =>
    agents.areCompared ? agents.differences(states) : products.differences(states);
  const agents = new Agents({ resolutions, agents: myAgents, views: agentViews, log });
  const commands = registerCommands(context.extension.packageJSON, {
    resolutions,
    tree,
    viewState,
    refresh,
    tidying,
    explaining,
    products,
    agents,
    log,
  });
  context.subscriptions.push(
    log,
    settings,
    resolutions,
    refresh,
    viewState,
    tree,
    editorStates,
    tidying,
    drifts,
    explaining,
    products,
    myAgents,
    agentViews,
    agents,
    commands,
  );
  log.background('telling the menus', viewState.updateContext());

  return {
    async whenIdle() {
      await refresh.whenIdle();
      await resolutions.states();
      await products.whenIdle();
      await agentViews.whenIdle();
      await editorStates.whenIdle();
      await explaining.whenIdle();
    },
    renderTree: options => tree.render(options),
    heading: () => tree.heading,
    find: file => tree.find(file),
    reveal: file => tree.reveal(file),
    selection: () => tree.selection,
    item: async node => tree.resolveTreeItem(tree.getTreeItem(node), node),
    watched: () => refresh.watched,
    onDidDraw: tree.onDidChangeTreeData,
    remembered: () => {
      const { grouping, filter, text, expansions } = viewState;
      return { grouping, filter, text, expansions };
    },
    editorState: () => editorStates.active,
    tidying: () => tidying.load(),
    explainer: () => explaining.get(),
    products: () => products,
    agents: () => agents,
  };
}
