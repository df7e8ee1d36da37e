/** What goes to the clipboard to be shown to somebody else. */
import * as vscode from 'vscode';
import { compareWithWinners } from '../../core/compare';
import { type ExportFormat, exportText } from '../../core/export';
import { nodeFileSystem } from '../../core/file-system';
import { listingEntry } from '../../core/listing-size';
import { loadProfile } from '../../core/profiles/load-profile';
import { candidateOf } from '../candidate-of';
import type { SkillArgument } from '../commands/command';
import { translate } from '../localize';
import { Refusal } from '../log';
import { notificationText } from '../text';
import type { ExplainingContext } from './context';
import { answering } from './subject';

type Surroundings = Pick<ExplainingContext, 'resolutions' | 'log'>;

/** Copies the resolution of each folder, and offers to show what was copied. */
export async function exportToClipboard(
  format: ExportFormat,
  { resolutions, log }: Surroundings,
): Promise<void> {
  const texts: string[] = [];
  const files = await resolutions.answering(nodeFileSystem);
  for (const { resolution } of answering(await resolutions.states())) {
    const comparisons = await compareWithWinners(files, resolution);
    texts.push(exportText(format, files, resolution, comparisons, translate));
  }
  if (texts.length === 0) throw new Refusal(vscode.l10n.t('There is nothing here that could be exported.'));
  const several =
    format === 'json' ? `[\n${texts.map(text => text.trimEnd()).join(',\n')}\n]\n` : texts.join('\n');
  const content = texts.length === 1 ? texts[0]! : several;
  await vscode.env.clipboard.writeText(content);
  const show = vscode.l10n.t('Show');
  const text =
    format === 'json'
      ? vscode.l10n.t('Copied as JSON, with the home directory as ~.')
      : vscode.l10n.t('Copied as Markdown, with the home directory as ~.');
  const told = vscode.window.showInformationMessage(text, show).then(async answer => {
    if (answer !== show) return;
    const document = await vscode.workspace.openTextDocument({ language: format, content });
    await vscode.window.showTextDocument(document);
  });
  log.background('telling of an export', told);
}

/** Copies what the model is told of a skill, exactly. @throws Refusal where it is told nothing */
export async function copyListingEntry(
  { file, name = '' }: SkillArgument,
  { resolutions }: Surroundings,
): Promise<void> {
  const found = candidateOf(file, await resolutions.states());
  const skill = found?.resolution.skills.find(({ candidate }) => candidate === found.candidate.id);
  const { listing, product } = found
    ? await loadProfile(found.resolution.profile)
    : { listing: null, product: null };
  if (product && !listing) {
    throw new Refusal(vscode.l10n.t('What {0} tells its model about skills is not known.', product.name));
  }
  if (!skill?.listed || !listing) {
    const shown = notificationText(found?.candidate.name ?? name);
    throw new Refusal(vscode.l10n.t('The model is told nothing of this “{0}”.', shown));
  }
  await vscode.env.clipboard.writeText(listingEntry(skill, listing));
}
