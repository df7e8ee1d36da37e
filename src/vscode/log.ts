/** The log channel, and what a person is told when something goes wrong. */
import * as vscode from 'vscode';
import { notificationText } from './text';

/** Why something that was asked for cannot be done: the message is fit for a person as it stands, and no fault of ours. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** By its name, since each lazy part has a class of its own. */
function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal';
}

/** Writes to the output channel "Which Skill". Its level is set there, as for every log channel. */
export class Log implements vscode.Disposable {
  private readonly channel = vscode.window.createOutputChannel('Which Skill', { log: true });

  info(text: string): void {
    this.channel.info(text);
  }

  debug(text: string): void {
    this.channel.debug(text);
  }

  warn(text: string): void {
    this.channel.warn(text);
  }

  /** Keeps the stack for whoever reads the log. */
  error(text: string, error: unknown): void {
    this.channel.error(text, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  show(): void {
    this.channel.show(true);
  }

  dispose(): void {
    this.channel.dispose();
  }

  /**
   * Runs a piece of work that a person asked for. What goes wrong is told in a sentence, with the way to the log.
   * @param what what was to be done, for the log
   */
  async attempt(what: string, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isRefusal(error)) {
        this.background('refusing', vscode.window.showWarningMessage(error.message));
        return;
      }
      this.error(what, error);
      const reason = error instanceof Error ? error.message : String(error);
      this.tell(vscode.l10n.t('Which Skill: {0}', notificationText(reason)));
    }
  }

  /** Runs work that nobody waits for. What goes wrong stays in the log. */
  background(what: string, work: PromiseLike<unknown>): void {
    work.then(undefined, error => this.error(what, error));
  }

  private tell(text: string): void {
    const show = vscode.l10n.t('Show Log');
    this.background(
      'telling of an error',
      vscode.window.showErrorMessage(text, show).then(answer => answer === show && this.show()),
    );
  }
}
