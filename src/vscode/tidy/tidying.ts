/** The way to everything that changes files. What does it is a lazy part: most sessions only look. */
import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import type * as vscode from 'vscode';
import type { PlanRequest } from '../../core/plan/types';
import type { Resolution } from '../../core/types';
import type { MyAgents } from '../agents/my-agents';
import type { Log } from '../log';
import type { Refresh } from '../refresh';
import type { Resolutions } from '../resolutions';
import type { Settings } from '../settings';
import type { SkillsTree } from '../tree/skills-tree';
import type { Tidy } from './tidy';

/** What somebody wants done with skills, before it is known how. */
export type Wish =
  | 'copy'
  | 'move'
  | 'move-leaving-link'
  | 'to-folder'
  | 'to-project'
  | 'to-user'
  | 'win'
  | 'make-visible'
  | 'delete'
  | 'rename'
  | 'migrate-scope';

/** What changing things needs of the rest of the extension. */
export interface TidySurroundings {
  readonly resolutions: Resolutions;
  readonly settings: Settings;
  readonly agents: MyAgents;
  readonly refresh: Refresh;
  readonly tree: SkillsTree;
  readonly log: Log;
  /** Directory of our own, for the journal: the same for all windows, so that each can undo and finish. */
  readonly storage: string;
}

export class Tidying implements vscode.Disposable {
  private part: Promise<Tidy> | undefined;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly surroundings: TidySurroundings) {
    const { tree, log } = surroundings;
    let looked = false;
    this.subscription = tree.onDidShow(() => {
      if (looked) return;
      looked = true;
      if (this.hasJournal()) log.background('looking for what was interrupted', this.offerRecovery());
    });
  }

  /** What does the work, loaded on first use. */
  load(): Promise<Tidy> {
    this.part ??= import('../lazy/tidy').then(({ Tidy }) => new Tidy(this.surroundings));
    return this.part;
  }

  /** Plans what is wanted of the rows and shows it; asks where there are no rows. */
  async start(wish: Wish, rows: readonly unknown[]): Promise<void> {
    await (await this.load()).start(wish, rows);
  }

  /** Asks for a new skill, makes and opens it. @param rows a directory or scope that it is to go to, where there is one */
  async newSkill(rows: readonly unknown[]): Promise<void> {
    await (await this.load()).newSkill(rows);
  }

  /** Plans a request of another part, such as a fix, and shows it. */
  async plan(request: PlanRequest, resolution: Resolution): Promise<void> {
    await (await this.load()).plan(request, resolution);
  }

  /** Plans what a drop means, and shows it. */
  async drop(target: unknown, rows: readonly unknown[]): Promise<void> {
    await (await this.load()).drop(target, rows);
  }

  /** Plans to have kimi-code load what only kimi-cli loads. @param target its key; asks where there are several */
  async rescue(target?: string): Promise<void> {
    await (await this.load()).rescue(target);
  }

  async undoLast(): Promise<void> {
    await (await this.load()).undoLast();
  }

  /** Offers to finish or clean up what was interrupted. `always`: says so where there is nothing. */
  async offerRecovery(always = false): Promise<void> {
    await (await this.load()).offerRecovery(always);
  }

  dispose(): void {
    this.subscription.dispose();
    this.part?.then(
      part => part.dispose(),
      () => {},
    );
  }

  /** Whether anything was ever changed: where not, there is nothing to load the engine for. */
  private hasJournal(): boolean {
    try {
      return readdirSync(path.join(this.surroundings.storage, 'journal')).length > 0;
    } catch {
      return false;
    }
  }
}
