import * as vscode from 'vscode';
import { notificationText, oneLine } from '../text';

/** What a person is asked and told outside of the preview. Tests put their own in its place. */
export interface Dialogs {
  /** A modal question. Out: the button; undefined where it was closed. */
  ask(question: string, detail: string, ...buttons: string[]): Thenable<string | undefined>;
  /** A notification. Settles when it is answered or closed, which may be never. */
  tell(
    severity: 'information' | 'warning' | 'error',
    text: string,
    ...buttons: string[]
  ): Thenable<string | undefined>;
  pick<T extends vscode.QuickPickItem>(
    items: readonly T[],
    options: vscode.QuickPickOptions & { canPickMany: true },
  ): Thenable<T[] | undefined>;
  pickOne<T extends vscode.QuickPickItem>(
    items: readonly T[],
    options: vscode.QuickPickOptions,
  ): Thenable<T | undefined>;
  /** A notification for as long as something takes, with a way to cancel it. */
  progress<T>(title: string, task: ProgressTask<T>): Thenable<T>;
  input(options: vscode.InputBoxOptions): Thenable<string | undefined>;
}

/** What is shown while it goes on. */
export type ProgressTask<T> = (
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  token: vscode.CancellationToken,
) => Promise<T>;

/** VS Code's own. */
export const windowDialogs: Dialogs = {
  ask: (question, detail, ...buttons) =>
    vscode.window.showWarningMessage(question, { modal: true, detail }, ...buttons),
  tell(severity, text, ...buttons) {
    const shown = notificationText(text);
    if (severity === 'error') return vscode.window.showErrorMessage(shown, ...buttons);
    if (severity === 'warning') return vscode.window.showWarningMessage(shown, ...buttons);
    return vscode.window.showInformationMessage(shown, ...buttons);
  },
  pick: (items, options) => vscode.window.showQuickPick(items, options),
  pickOne: (items, options) => vscode.window.showQuickPick(items, options),
  progress: (title, task) =>
    vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: oneLine(title), cancellable: true },
      task,
    ),
  input: options => vscode.window.showInputBox(options),
};
