import * as vscode from 'vscode';
import type { Command } from './command';
import { openFile } from './open-file';
import { pickSkill } from './pick-skill';

/** Opens a file beside the editor in use. */
export const openToSide: Command = {
  id: 'whichSkill.openToSide',
  async run({ resolutions }, argument) {
    const skill =
      argument ??
      (await pickSkill(resolutions, vscode.l10n.t('Which skill file should be opened to the side?')));
    if (skill) await openFile(skill.file, { viewColumn: vscode.ViewColumn.Beside });
  },
};
