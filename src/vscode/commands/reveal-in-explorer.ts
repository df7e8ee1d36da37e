import * as vscode from 'vscode';
import { Refusal } from '../log';
import { toUri } from '../uri';
import type { Command } from './command';
import { uriOf } from './open-file';
import { pickSkill } from './pick-skill';

/** Selects a file in the explorer, which knows the folders of the workspace only. */
export const revealInExplorer: Command = {
  id: 'whichSkill.revealInExplorer',
  async run({ resolutions }, argument) {
    const skill =
      argument ??
      (await pickSkill(
        resolutions,
        vscode.l10n.t('Which skill should be shown in the explorer?'),
        ({ file }) => isInWorkspace(file),
      ));
    if (!skill) return;
    if (!isInWorkspace(skill.file)) {
      throw new Refusal(
        vscode.l10n.t(
          'The explorer shows the folders of the workspace only, and this file is in none of them.',
        ),
      );
    }
    await vscode.commands.executeCommand('revealInExplorer', uriOf(skill.file));
  },
};

function isInWorkspace(file: string): boolean {
  const uri = toUri(file);
  return uri !== undefined && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
