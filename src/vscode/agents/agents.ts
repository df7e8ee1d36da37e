/** The way to all that is about several agents. What does it is a lazy part: many look at one product only. */
import * as vscode from 'vscode';
import { KIMIS, PROFILE_IDS, productOf, productTitle } from '../../core/products';
import type { ProfileId } from '../../core/types';
import { sayAtHome } from '../localize';
import type { Log } from '../log';
import type { Differences } from '../products/differences';
import type { Resolutions } from '../resolutions';
import type { TargetState } from '../targets';
import { pickText } from '../text';
import type { AgentViews } from './agent-views';
import type { MatrixPages } from './matrix-pages';
import type { MyAgents } from './my-agents';

/** What this part needs of the rest of the extension. */
export interface AgentsSurroundings {
  readonly resolutions: Resolutions;
  readonly agents: MyAgents;
  readonly views: AgentViews;
  readonly log: Log;
}

interface AgentPick extends vscode.QuickPickItem {
  readonly agent: ProfileId;
}

export class Agents implements vscode.Disposable {
  private part: Promise<MatrixPages> | undefined;

  constructor(private readonly surroundings: AgentsSurroundings) {}

  /** The agents that somebody works with. */
  get mine(): MyAgents {
    return this.surroundings.agents;
  }

  /** What does the work, loaded on first use. */
  load(): Promise<MatrixPages> {
    this.part ??= import('../lazy/matrix').then(({ MatrixPages }) => new MatrixPages(this.surroundings));
    return this.part;
  }

  /** Shows the page with every skill against every agent. */
  async showMatrix(): Promise<void> {
    await (await this.load()).show();
  }

  /** Whether it is the agents that differences are told between, and not just the two Kimis. */
  get areCompared(): boolean {
    const { list } = this.mine;
    return list.length > 1 && list.some(agent => !KIMIS.includes(agent));
  }

  /** What other agents do, by the key of the target. */
  async differences(states: readonly TargetState[]): Promise<ReadonlyMap<string, Differences>> {
    return (await this.load()).differences(states);
  }

  /** Has somebody say which agents they work with, for this workspace. Settles when that is done or left. */
  async choose(): Promise<void> {
    const { mine } = this;
    mine.forget();
    const found = new Map(mine.found.map(({ profile, signs }) => [profile, signs]));
    const picked = new Set(mine.list);
    const items = [...PROFILE_IDS]
      .sort((a, b) => Number(picked.has(b)) - Number(picked.has(a)))
      .map((agent): AgentPick => {
        const signs = found.get(agent);
        return {
          agent,
          label: productTitle(productOf(agent)),
          description: signs ? vscode.l10n.t('on this machine') : '',
          detail: pickText((signs ?? []).map(sayAtHome).join(' · ')),
          picked: picked.has(agent),
        };
      });
    const chosen = await vscode.window.showQuickPick(items, {
      canPickMany: true,
      matchOnDescription: true,
      title: vscode.l10n.t('My Agents'),
      placeHolder: vscode.l10n.t('The agents that you work with in this workspace'),
    });
    if (!chosen) return;
    const agents = PROFILE_IDS.filter(id => chosen.some(({ agent }) => agent === id));
    const isAsFound = agents.length === found.size && agents.every(agent => found.has(agent));
    // Nothing chosen, or just what is there: then it follows the machine from now on.
    await mine.choose(agents.length === 0 || isAsFound ? null : agents);
  }

  dispose(): void {
    this.part?.then(
      part => part.dispose(),
      () => {},
    );
  }
}
