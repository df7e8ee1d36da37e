/** The commands that explain: a row, a file, a name, any path; and what follows from that. */
import * as vscode from 'vscode';
import { isWinner } from '../../core/is-winner';
import { Refusal } from '../log';
import type { Command } from './command';
import { pickSkill } from './pick-skill';

/** Explains why a row, or a file, loads or not; asks for a name or a path where there is none. */
export const explainSkill: Command = {
  id: 'whichSkill.explain',
  async run({ explaining }, argument, [row]) {
    const explainer = await explaining.get();
    if (isNameRow(row)) await explainer.explain({ name: row.name });
    else if (argument === undefined) await explainer.ask();
    else await explainer.explain({ path: argument.file });
  },
};

/** Compares a copy with the one that loads in its place. */
export const compareWithWinner: Command = {
  id: 'whichSkill.compareWithWinner',
  async run({ explaining, resolutions }, argument) {
    const copy =
      argument ??
      (await pickSkill(
        resolutions,
        vscode.l10n.t('Compare which copy with the one that loads?'),
        candidate => candidate.winnerId !== null && !isWinner(candidate),
      ));
    if (!copy) return;
    if (copy.winner === null || copy.winner === copy.file) {
      throw new Refusal(vscode.l10n.t('No other copy loads in its place, so there is nothing to compare.'));
    }
    await (await explaining.get()).compare(copy);
  },
};

/** Shows what the model is told of the skills, with its size. */
export const showListing: Command = {
  id: 'whichSkill.showListing',
  run: async ({ explaining }) => void (await (await explaining.get()).listing.show()),
};

/** Fixes all problems of one kind in one root. */
export const fixAll: Command = {
  id: 'whichSkill.fixAll',
  run: async ({ explaining }) => (await explaining.get()).fixAll(),
};

/** A row that stands for a name is asked about by that name: it has several files, or none. */
function isNameRow(row: unknown): row is { readonly name: string } {
  return (
    typeof row === 'object' &&
    row !== null &&
    'kind' in row &&
    (row.kind === 'name' || row.kind === 'carried')
  );
}
