import * as vscode from 'vscode';
import { explain } from '../../core/explain/explain';
import { otherAgents } from '../../core/explain/other-agents';
import { nodeFileSystem } from '../../core/file-system';
import type { ProfileId, Resolution } from '../../core/types';
import { sayFor } from '../localize';
import { type Page, type PageAction, Pages } from '../pages/page';
import type { TargetState } from '../targets';
import type { ExplainingContext } from './context';
import { explainBody, titleOf } from './explain-body';
import { type FixButton, fixButtonsFor } from './fix-buttons';
import { openPlace, openRoot } from './open-place';
import { type Answering, type Asked, answering, bestFor, keyOf } from './subject';

/** What the pages hand on to others. */
export interface ExplainLinks {
  readonly compare: (answering: Answering, candidate: string) => unknown;
  readonly rule: (code: string, profile: ProfileId) => unknown;
  readonly fix: (answering: Answering, value: string) => unknown;
}

/** The pages that explain: one for each name or path that was asked about, made anew with every resolution. */
export class ExplainPages implements vscode.Disposable {
  private readonly pages: Pages;
  /** What each open page is about, and the folder that somebody chose on it. */
  private readonly asked = new Map<Page, { readonly asked: Asked; folder?: string }>();
  private readonly disposables: vscode.Disposable[];
  private updating: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly context: ExplainingContext,
    private readonly links: ExplainLinks,
  ) {
    const { resolutions, agents, log } = context;
    this.pages = new Pages({ viewType: 'whichSkill.explain', log });
    const update = () => {
      this.updating = Promise.all([...this.asked.keys()].map(page => this.update(page)));
      log.background('updating explanations', this.updating);
    };
    this.disposables = [this.pages, resolutions.onDidChange(update), agents.onDidChange(update)];
  }

  /** Explains a name or a path. */
  async open(asked: Asked): Promise<Page> {
    const title = vscode.l10n.t('Explain {0}', 'name' in asked ? asked.name : asked.path);
    const page = this.pages.open(keyOf(asked), {
      title,
      onAction: action => this.act(page, action),
      onClose: () => this.asked.delete(page),
    });
    if (!this.asked.has(page)) this.asked.set(page, { asked });
    await this.update(page);
    return page;
  }

  /** Settles when the pages say what is known. */
  async whenIdle(): Promise<void> {
    await this.updating;
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private async update(page: Page): Promise<void> {
    const about = this.asked.get(page);
    if (!about) return;
    const { states, folders, from } = await this.folderFor(about);
    if (!from) return;
    const { resolution } = from;
    const files = await this.context.resolutions.answering(nodeFileSystem);
    const explained = await explain(files, resolution, about.asked);
    const agents = otherAgents(files, explained, await this.others(states, from));
    const explanation = { ...explained, agents };
    const say = sayFor(resolution);
    const buttons: (readonly FixButton[])[] = [];
    for (const change of explanation.changes)
      buttons.push(await fixButtonsFor(change, files, resolution, this.context.drifts, say));
    const body = explainBody(explanation, { say, from, folders, buttons });
    page.show({ title: vscode.l10n.t('Explain {0}', titleOf(explanation, say)), body });
  }

  /** What my other agents make of the folder. */
  private async others(
    states: readonly TargetState[],
    { key, resolution }: Answering,
  ): Promise<readonly Resolution[]> {
    const { resolutions, agents } = this.context;
    const state = states.find(({ target }) => target.key === key);
    if (state?.kind !== 'resolved') return [];
    const others = agents.list.filter(agent => agent !== resolution.profile);
    return resolutions.forAgents(state, others);
  }

  private async folderFor({ asked, folder }: { asked: Asked; folder?: string }) {
    const states = await this.context.resolutions.states();
    const folders = answering(states);
    return { states, folders, from: folders.find(({ key }) => key === folder) ?? bestFor(asked, states) };
  }

  private async act(page: Page, { name, value, choice }: PageAction): Promise<void> {
    const about = this.asked.get(page);
    if (!about) return;
    const { from } = await this.folderFor(about);
    if (!from) return;
    switch (name) {
      case 'folder':
        if (choice !== undefined) about.folder = choice;
        await this.update(page);
        return;
      case 'open':
        return openPlace(JSON.parse(value));
      case 'root':
        return openRoot(value, from);
      case 'name':
        await this.open({ name: value });
        return;
      case 'copy':
        await vscode.env.clipboard.writeText(value);
        page.announce(vscode.l10n.t('Copied'));
        return;
      case 'compare':
        await this.links.compare(from, value);
        return;
      case 'rule':
        await this.links.rule(value, from.resolution.profile);
        return;
      case 'win':
        await vscode.commands.executeCommand('whichSkill.makeWin', await this.context.tree.find(value));
        return;
      case 'fix':
        await this.links.fix(from, value);
        return;
    }
  }
}
