/** The actions in the title of a skill's editor: whether this file wins, and the way to the one that does. */
import * as vscode from 'vscode';
import { message } from '../../core/message';
import { candidateOf, type FoundCandidate } from '../candidate-of';
import { sayFor } from '../localize';
import { Refusal } from '../log';
import { notificationText } from '../text';
import { place, scopeTerm } from '../tree/candidate-state';
import { isWinner } from '../tree/counts';
import type { Command, Services, SkillArgument } from './command';
import { openFile } from './open-file';

/** Says that the file in the editor wins, and why. */
export const explainEditor: Command = { id: 'whichSkill.explainEditor', run: explain };

/** Says why the file in the editor does not load, where no other one does either. */
export const whyNotLoaded: Command = { id: 'whichSkill.whyNotLoaded', run: explain };

/** Goes to the file that loads in place of the one in the editor. */
export const goToWinner: Command = {
  id: 'whichSkill.goToWinner',
  async run(services, argument) {
    const { candidate } = await candidateInEditor(services, argument);
    if (candidate.winner === null || isWinner(candidate)) await explain(services, argument);
    else await openFile(candidate.winner);
  },
};

async function explain(services: Services, argument: SkillArgument | undefined): Promise<void> {
  const found = await candidateInEditor(services, argument);
  const { candidate } = found;
  const showRow = vscode.l10n.t('Show in Tree');
  const openWinner = vscode.l10n.t('Go to the Winner');
  const buttons = candidate.winner === null || isWinner(candidate) ? [showRow] : [openWinner, showRow];
  // Not awaited: a notification can stay for as long as it likes, the command is done.
  services.log.background(
    'explaining a file',
    vscode.window.showInformationMessage(explanation(found), ...buttons).then(async answer => {
      if (answer === showRow) await services.tree.reveal(candidate.file);
      if (answer === openWinner && candidate.winner !== null) await openFile(candidate.winner);
    }),
  );
}

/** In one sentence what becomes of a file, and why. */
export function explanation({ candidate, resolution }: FoundCandidate): string {
  const say = sayFor(resolution);
  const { name, reason } = candidate;
  const where = say(message('{0} {1}', scopeTerm(candidate.scope), place(candidate, candidate.scope)));
  const [shownName, shownReason] = [notificationText(name), notificationText(say(reason))];
  return isWinner(candidate)
    ? vscode.l10n.t('“{0}” loads from this file ({1}): {2}.', shownName, notificationText(where), shownReason)
    : vscode.l10n.t(
        '“{0}” does not load from this file ({1}): {2}.',
        shownName,
        notificationText(where),
        shownReason,
      );
}

async function candidateInEditor(
  { resolutions }: Services,
  argument: SkillArgument | undefined,
): Promise<FoundCandidate> {
  const file = argument?.file ?? vscode.window.activeTextEditor?.document.uri.fsPath;
  const found = file === undefined ? undefined : candidateOf(file, await resolutions.states());
  if (!found)
    throw new Refusal(vscode.l10n.t('The file in the editor is no skill, and nothing that looks like one.'));
  return found;
}
