import * as vscode from 'vscode';
import { Refusal } from '../log';
import { toUri } from '../uri';
import type { SkillArgument } from './command';

/** The URI of a file for a command that needs one. @throws Refusal for a name that no URI can hold */
export function uriOf(file: string): vscode.Uri {
  const uri = toUri(file);
  if (!uri) throw new Refusal(vscode.l10n.t('VS Code cannot open this file: its name is not UTF-8.'));
  return uri;
}

/** @throws Refusal where a row stands for something that no editor can show: a broken link, a pipe */
export function refuseWithoutFile({ openable }: SkillArgument): void {
  if (openable === false) throw new Refusal(vscode.l10n.t('There is no file here that could be opened.'));
}

/** Opens a file as the explorer does: in a preview tab, which the next one replaces. */
export async function openFile(file: string, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uriOf(file), { preview: true, ...options });
}
