/** The actions in the title of a skill's editor: whether this file wins, and the way to the one that does. */
import * as vscode from 'vscode';
import { isWinner } from '../../core/is-winner';
import { candidateOf, type FoundCandidate } from '../candidate-of';
import { Refusal } from '../log';
import type { Command, Services, SkillArgument } from './command';
import { openFile } from './open-file';

/** Explains that the file in the editor wins, and why. */
export const explainEditor: Command = { id: 'whichSkill.explainEditor', run: explain };

/** Explains why the file in the editor does not load, where no other one does either. */
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
  const { candidate } = await candidateInEditor(services, argument);
  await (await services.explaining.get()).explain({ path: candidate.file });
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
