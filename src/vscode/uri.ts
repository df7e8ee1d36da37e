import * as vscode from 'vscode';

/** The URI of a file; undefined for a name that is not UTF-8, which no URI can hold. */
export function toUri(file: string): vscode.Uri | undefined {
  return file.isWellFormed() ? vscode.Uri.file(file) : undefined;
}
