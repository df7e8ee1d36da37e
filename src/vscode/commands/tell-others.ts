/** The commands that copy what is to be shown to somebody else, and the one that finds a skill. */
import * as vscode from 'vscode';
import { isWinner } from '../../core/is-winner';
import type { Command } from './command';
import { pickSkill } from './pick-skill';

/** Finds a skill by its name or description. */
export const goToSkill: Command = {
  id: 'whichSkill.goToSkill',
  run: async ({ explaining }) => void (await (await explaining.get()).goTo.show()),
};

/** Copies what the model is told of a skill. */
export const copyListingEntry: Command = {
  id: 'whichSkill.copyListingEntry',
  async run({ explaining, resolutions }, argument) {
    const placeHolder = vscode.l10n.t('The listing entry of which skill should be copied?');
    const skill =
      argument ?? (await pickSkill(resolutions, placeHolder, one => isWinner(one) && !one.unlisted));
    if (skill) await (await explaining.get()).copyListingEntry(skill);
  },
};

/** Copies the whole answer as text for an issue. */
export const exportMarkdown: Command = {
  id: 'whichSkill.exportMarkdown',
  run: async ({ explaining }) => (await explaining.get()).export('markdown'),
};

/** The same for programs. */
export const exportJson: Command = {
  id: 'whichSkill.exportJson',
  run: async ({ explaining }) => (await explaining.get()).export('json'),
};
