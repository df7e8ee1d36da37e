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

function isArgument(value: unknown): value is SkillArgument {
  return typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';
}
