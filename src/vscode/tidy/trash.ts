import * as path from 'node:path';
import * as vscode from 'vscode';

/** Where deleted files go, to be taken out again. */
export interface TrashCan {
  /** Whether there is one: servers and containers have none. */
  exists(): Promise<boolean>;
  /** Rejects where it cannot be done; the file is then where it was. */
  put(place: string): Promise<void>;
}

/** The trash as VS Code reaches it. */
export class SystemTrash implements TrashCan {
  private found: Promise<boolean> | undefined;

  /** @param storage a directory of our own, in which nothing has the name that is asked for */
  constructor(private readonly storage: string) {}

  exists(): Promise<boolean> {
    this.found ??= this.probe();
    return this.found;
  }

  async put(place: string): Promise<void> {
    await vscode.workspace.fs.delete(vscode.Uri.file(place), { recursive: true, useTrash: true });
  }

  /** VS Code refuses the trash before it looks for the file: so the deletion of nothing tells, and moves nothing. */
  private async probe(): Promise<boolean> {
    const nothing = vscode.Uri.file(path.join(this.storage, 'nothing'));
    try {
      await vscode.workspace.fs.delete(nothing, { useTrash: true });
      return true;
    } catch (error) {
      return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    }
  }
}
