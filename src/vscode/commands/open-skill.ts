import * as vscode from 'vscode';
import { isOpenable } from '../tree/candidate-node';
import type { Command } from './command';
import { openFile, refuseWithoutFile } from './open-file';
import { pickSkill } from './pick-skill';

/** Opens the file of a skill. */
export const openSkill: Command = {
  id: 'whichSkill.open',
  async run({ resolutions }, argument) {
    const skill =
      argument ??
      (await pickSkill(resolutions, vscode.l10n.t('Which skill file should be opened?'), isOpenable));
    if (!skill) return;
    refuseWithoutFile(skill);
    await openFile(skill.file);
  },
};
