import * as vscode from 'vscode';
import { nodeFileSystem } from '../../core/file-system';
import { type Readers, readersOf } from '../../core/readers';
import type { ProfileId, Resolution } from '../../core/types';
import type { Log } from '../log';
import type { Resolutions } from '../resolutions';
import type { TargetState } from '../targets';
import type { MyAgents } from './my-agents';

/** What the chosen agents make of one folder. */
export interface AgentView {
  /** In the order of the agents. */
  readonly resolutions: readonly Resolution[];
  readonly readers: Readers;
}

/** By the key of the target. */
export type AgentViewsByTarget = ReadonlyMap<string, AgentView>;

/** Whom it is worth telling from each other. */
const LEAST = 2;

/**
 * What each of somebody's agents makes of each folder: looked at in the background, after the rows are there, so that
 * nobody waits for it.
 */
export class AgentViews implements vscode.Disposable {
  private views: AgentViewsByTarget = new Map();
  private looking: Promise<void> = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when there is more to say than the rows do. */
  readonly onDidChange = this.changed.event;
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly resolutions: Resolutions,
    private readonly agents: MyAgents,
    private readonly log: Log,
  ) {
    const look = () => this.lookInBackground();
    this.disposables = [
      this.changed,
      resolutions.onDidStart(look),
      resolutions.onDidChange(look),
      agents.onDidChange(look),
    ];
  }

  /** What was last found; empty before, and where there is only one agent. */
  get latest(): AgentViewsByTarget {
    return this.views;
  }

  /** What the agents make of the folders now. */
  async current(states: readonly TargetState[]): Promise<AgentViewsByTarget> {
    return this.of(states, this.agents.list);
  }

  /** What these agents make of the folders. */
  async of(states: readonly TargetState[], agents: readonly ProfileId[]): Promise<AgentViewsByTarget> {
    const views = new Map<string, AgentView>();
    const files = await this.resolutions.answering(nodeFileSystem);
    for (const state of states) {
      if (state.kind !== 'resolved') continue;
      const resolutions = await this.resolutions.forAgents(state, agents);
      views.set(state.target.key, { resolutions, readers: readersOf(files, resolutions) });
    }
    return views;
  }

  /** Settles when nothing is looked at in the background. */
  async whenIdle(): Promise<void> {
    await this.looking;
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private lookInBackground(): void {
    this.looking = this.looking.then(() => this.look());
    this.log.background('asking what other agents read', this.looking);
  }

  private async look(): Promise<void> {
    const states = await this.resolutions.states();
    const agents = this.agents.list;
    const before = this.views;
    this.views = agents.length < LEAST ? new Map() : await this.of(states, agents);
    if (before.size > 0 || this.views.size > 0) this.changed.fire();
  }
}
