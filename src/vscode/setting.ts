import * as vscode from 'vscode';

/** One setting of the extension: its value for a folder, and when it changes. */
export class Setting<T> implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;

  /** Fires after the value changed for any folder. */
  readonly onDidChange = this.emitter.event;

  /** @param key without the extension's prefix, as in `kimiCli.shareDir` */
  constructor(private readonly key: string) {
    this.subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(`whichSkill.${key}`)) this.emitter.fire();
    });
  }

  /** The value for a folder, or outside of any. VS Code leaves out what a workspace in Restricted Mode says. */
  valueFor(folder: vscode.Uri | undefined): T | undefined {
    return vscode.workspace.getConfiguration('whichSkill', folder).get<T>(this.key);
  }

  dispose(): void {
    this.subscription.dispose();
    this.emitter.dispose();
  }
}
