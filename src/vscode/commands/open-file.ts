import * as vscode from 'vscode';
import { Refusal } from '../log';
import { toUri } from '../uri';

/** The URI of a file for a command that needs one. @throws Refusal for a name that no URI can hold */
export function uriOf(file: string): vscode.Uri {
  const uri = toUri(file);
  if (!uri) throw new Refusal(vscode.l10n.t('VS Code cannot open this file: its name is not UTF-8.'));
  return uri;
}

/** Opens a file as the explorer does: in a preview tab, which the next one replaces. */
export async function openFile(file: string, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uriOf(file), { preview: true, ...options });
}
