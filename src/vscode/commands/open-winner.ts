import * as vscode from 'vscode';
import { isWinner } from '../../core/is-winner';
import { Refusal } from '../log';
import { notificationText } from '../text';
import type { Command } from './command';
import { openFile } from './open-file';
import { pickSkill } from './pick-skill';

/** Opens the file that loads under the name of a row, whichever row of that name it is. */
export const openWinner: Command = {
  id: 'whichSkill.openWinner',
  async run({ resolutions }, argument) {
    const skill =
      argument ?? (await pickSkill(resolutions, vscode.l10n.t('Open the winner of which name?'), isWinner));
    if (!skill) return;
    if (!skill.winner) {
      throw new Refusal(
        vscode.l10n.t('No skill loads under the name “{0}”.', notificationText(skill.name ?? '')),
      );
    }
    await openFile(skill.winner);
  },
};
