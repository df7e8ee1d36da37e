import * as vscode from 'vscode';
import { isWinner } from '../../core/is-winner';
import { slashCommandFor } from '../../core/slash-command';
import { Refusal } from '../log';
import { notificationText } from '../text';
import type { Command } from './command';
import { pickSkill } from './pick-skill';

/** Copies what a person types to kimi-cli to have a skill used: `/skill:name`. */
export const copySkillCommand: Command = {
  id: 'whichSkill.copySkillCommand',
  async run({ resolutions }, argument) {
    const skill =
      argument ??
      (await pickSkill(
        resolutions,
        vscode.l10n.t('The command of which skill should be copied?'),
        candidate => isWinner(candidate) && slashCommandFor(candidate.name) !== null,
      ));
    if (!skill) return;
    const name = skill.name ?? '';
    if (!skill.winner)
      throw new Refusal(vscode.l10n.t('No skill loads under the name “{0}”.', notificationText(name)));
    const command = slashCommandFor(name);
    if (command === null) {
      throw new Refusal(
        vscode.l10n.t('The name “{0}” cannot be typed as a /skill: command.', notificationText(name)),
      );
    }
    await vscode.env.clipboard.writeText(command);
  },
};
