import * as vscode from 'vscode';
import { isOpenable } from '../tree/candidate-node';
import type { Command } from './command';
import { openFile, refuseWithoutFile } from './open-file';
import { pickSkill } from './pick-skill';

/** Opens a file beside the editor in use. */
export const openToSide: Command = {
  id: 'whichSkill.openToSide',
  async run({ resolutions }, argument) {
    const skill =
      argument ??
      (await pickSkill(
        resolutions,
        vscode.l10n.t('Which skill file should be opened to the side?'),
        isOpenable,
      ));
    if (!skill) return;
    refuseWithoutFile(skill);
    await openFile(skill.file, { viewColumn: vscode.ViewColumn.Beside });
  },
};
