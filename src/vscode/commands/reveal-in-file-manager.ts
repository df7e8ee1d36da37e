import * as vscode from 'vscode';
import { Refusal } from '../log';
import type { Command } from './command';
import { uriOf } from './open-file';
import { pickSkill } from './pick-skill';

const REVEAL = 'revealFileInOS';

/** Shows a file in the system's own file manager, where VS Code runs on a desktop. */
export const revealInFileManager: Command = {
  id: 'whichSkill.revealInFileManager',
  async run({ resolutions }, argument) {
    const skill =
      argument ??
      (await pickSkill(resolutions, vscode.l10n.t('Which skill should be shown in the file manager?')));
    if (!skill) return;
    if (!(await vscode.commands.getCommands(true)).includes(REVEAL)) {
      throw new Refusal(vscode.l10n.t('There is no file manager where VS Code runs in a browser.'));
    }
    await vscode.commands.executeCommand(REVEAL, uriOf(skill.file));
  },
};
