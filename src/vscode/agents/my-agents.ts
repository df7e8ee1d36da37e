import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { type FoundAgent, findAgents } from '../../core/find-agents';
import { PROFILE_IDS } from '../../core/products';
import type { ProfileId } from '../../core/types';

const CHOSEN = 'whichSkill.agents';

/** The agents that somebody works with: those that this machine has, unless others were chosen for the workspace. */
export class MyAgents implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private known: readonly FoundAgent[] | undefined;

  constructor(private readonly memento: vscode.Memento) {}

  /** In the order in which products are shown. Looks at the machine where nothing was chosen. */
  get list(): readonly ProfileId[] {
    const chosen = this.chosen;
    return chosen ?? this.found.map(({ profile }) => profile);
  }

  /** What was chosen for this workspace; undefined where the machine decides. */
  get chosen(): readonly ProfileId[] | undefined {
    const chosen = this.memento.get<unknown>(CHOSEN);
    if (!Array.isArray(chosen)) return undefined;
    return PROFILE_IDS.filter(id => chosen.includes(id));
  }

  /** What the machine has. Looked at once, until `forget`. */
  get found(): readonly FoundAgent[] {
    this.known ??= findAgents({ home: homedir(), environment: process.env });
    return this.known;
  }

  /** @param agents null to leave it to the machine */
  async choose(agents: readonly ProfileId[] | null): Promise<void> {
    await this.memento.update(CHOSEN, agents ?? undefined);
    this.changed.fire();
  }

  /** Has the machine looked at again. */
  forget(): void {
    this.known = undefined;
  }

  dispose(): void {
    this.changed.dispose();
  }
}
