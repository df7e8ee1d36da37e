import * as vscode from 'vscode';
import type { Command } from './command';
import { pickSkill } from './pick-skill';

/** Copies the absolute path of a file. */
export const copyPath: Command = {
  id: 'whichSkill.copyPath',
  async run({ resolutions }, argument) {
    const skill =
      argument ??
      (await pickSkill(resolutions, vscode.l10n.t('The path of which skill file should be copied?')));
    if (skill) await vscode.env.clipboard.writeText(skill.file);
  },
};
