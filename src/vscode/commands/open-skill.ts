import * as vscode from 'vscode';
import { Refusal } from '../log';
import type { Command } from './command';
import { openFile } from './open-file';
import { pickSkill } from './pick-skill';

/** Opens the file of a skill. */
export const openSkill: Command = {
  id: 'whichSkill.open',
  async run({ resolutions }, argument) {
    const skill =
      argument ?? (await pickSkill(resolutions, vscode.l10n.t('Which skill file should be opened?')));
    if (!skill) return;
    if (skill.openable === false)
      throw new Refusal(vscode.l10n.t('There is no file here that could be opened.'));
    await openFile(skill.file);
  },
};
