import * as vscode from 'vscode';
import { COMMANDS, whyNoCommand } from '../../core/explain/product-facts';
import { isWinner } from '../../core/is-winner';
import { productOf } from '../../core/products';
import { candidateOf } from '../candidate-of';
import { sayFor } from '../localize';
import { Refusal } from '../log';
import { notificationText } from '../text';
import type { Command } from './command';
import { pickSkill } from './pick-skill';

/** Copies what a person types to the product to have a skill used, such as `/skill:name` for kimi-cli. */
export const copySkillCommand: Command = {
  id: 'whichSkill.copySkillCommand',
  async run({ resolutions }, argument) {
    const { profile } = resolutions.product;
    const commandFor = COMMANDS[profile];
    if (!commandFor)
      throw new Refusal(
        vscode.l10n.t('It is not known by which command {0} calls a skill.', productOf(profile).name),
      );
    const skill =
      argument ??
      (await pickSkill(
        resolutions,
        vscode.l10n.t('The command of which skill should be copied?'),
        candidate => isWinner(candidate) && commandFor(candidate.name) !== null && !whyNoCommand(candidate),
      ));
    if (!skill) return;
    const name = skill.name ?? '';
    if (!skill.winner)
      throw new Refusal(vscode.l10n.t('No skill loads under the name “{0}”.', notificationText(name)));
    const command = commandFor(name);
    if (command === null) {
      throw new Refusal(
        vscode.l10n.t('The name “{0}” cannot be typed as a command.', notificationText(name)),
      );
    }
    const found = candidateOf(skill.winner, await resolutions.states());
    const why = found && whyNoCommand(found.candidate);
    if (why) {
      const reason = notificationText(sayFor(found.resolution)(why));
      throw new Refusal(vscode.l10n.t('“{0}” has no command: {1}', notificationText(name), reason));
    }
    await vscode.env.clipboard.writeText(command);
  },
};
