import * as vscode from 'vscode';
import { NOT_LOADED_COLOR } from './nodes';

/**
 * A scheme of our own for rows whose colour is their own state: with the file's URI, Git and Problems would paint them
 * too. The path is the file's name, so that nothing else is taken from it.
 */
const SCHEME = 'which-skill-row';

/** The URI that makes a row's text dim. */
export function dimmedUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: '/dimmed', query: id.toWellFormed() });
}

/** Tones down the text of rows that do not load. */
export class RowDecorations implements vscode.FileDecorationProvider {
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== SCHEME) return undefined;
    return { color: new vscode.ThemeColor(NOT_LOADED_COLOR) };
  }
}
