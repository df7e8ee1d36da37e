import * as vscode from 'vscode';
import { candidateOf } from '../candidate-of';
import type { Resolutions } from '../resolutions';
import type { SkillArgument } from './command';

/** What a command was called on: a row, the URI of an editor, or nothing. */
export async function argumentOf(
  argument: unknown,
  resolutions: Resolutions,
): Promise<SkillArgument | undefined> {
  if (argument instanceof vscode.Uri) {
    const { fsPath: file } = argument;
    const found = candidateOf(file, await resolutions.states());
    if (!found) return { file };
    const { name, winner } = found.candidate;
    return { file, name, winner };
  }
  return isArgument(argument) ? argument : undefined;
}

/** Whether a keyboard shortcut of the view calls: it gives no row, but asks for the selection. */
export function isFromKey(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'selection' in argument;
}

/**
 * All rows that a command was called on. VS Code gives the row of the menu and then the selection, which counts where
 * the row belongs to it.
 */
export function rowsOf(argument: unknown, selected: unknown): readonly unknown[] {
  if (argument === undefined || argument === null) return [];
  return Array.isArray(selected) && selected.includes(argument) ? selected : [argument];
}

function isArgument(value: unknown): value is SkillArgument {
  return typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';
}
