import * as vscode from 'vscode';
import type { DetectedProduct } from '../../core/detect-product';
import { namesInRow } from '../../core/message';
import { PROFILE_IDS, productOf, productTitle } from '../../core/products';
import type { ProfileId } from '../../core/types';
import { say, sayAtHome } from '../localize';
import { pickText } from '../text';
import type { Command } from './command';

interface ProductPick extends vscode.QuickPickItem {
  readonly choice: ProfileId | 'auto';
}

/** Chooses the product whose rules count. Everything follows at once. */
export const switchProduct: Command = {
  id: 'whichSkill.switchProduct',
  async run({ resolutions, refresh }) {
    const { product } = resolutions;
    const chosen = product.isAutomatic ? 'auto' : product.profile;
    const pick = await vscode.window.showQuickPick(picks(product.detected, chosen), {
      placeHolder: vscode.l10n.t('Whose rules shall count?'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (!pick || pick.choice === chosen) return;
    const settings = vscode.workspace.getConfiguration('whichSkill');
    const isSetHere = settings.inspect('product')?.workspaceValue !== undefined;
    await settings.update(
      'product',
      pick.choice,
      isSetHere ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global,
    );
    await refresh.now();
  },
};

function picks(
  { profile, reason, why }: DetectedProduct,
  chosen: ProfileId | 'auto',
): readonly ProductPick[] {
  const mark = (choice: ProfileId | 'auto') => (choice === chosen ? ` $(check)` : '');
  return [
    {
      choice: 'auto',
      label: `${vscode.l10n.t('Automatic')}${mark('auto')}`,
      description: pickText(vscode.l10n.t('now {0}: {1}', profile, say(reason))),
      detail: pickText(why.slice(1).map(sayAtHome).join(' · ')),
    },
    ...PROFILE_IDS.map(choice => ({
      choice,
      label: `${productTitle(productOf(choice))}${mark(choice)}`,
      detail: placesOf(choice),
    })),
  ];
}

/** What a product reads, as far as it tells it from the others. */
function placesOf(profile: ProfileId): string {
  switch (profile) {
    case 'kimi-cli':
      return vscode.l10n.t('Reads .kimi, .claude, .codex and .agents, one level deep');
    case 'kimi-code':
      return vscode.l10n.t('Reads .kimi-code and .agents, folders in folders too');
    default:
      return vscode.l10n.t('Reads {0}', say(namesInRow(productOf(profile).readPlaces)));
  }
}
