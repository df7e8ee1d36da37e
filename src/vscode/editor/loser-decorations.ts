import * as vscode from 'vscode';
import { isWinner } from '../../core/is-winner';
import type { Candidate, Resolution } from '../../core/types';
import type { ExplainingContext } from '../explain/context';
import { sayFor } from '../localize';
import { Setting } from '../setting';
import { resolutionsOf } from '../targets';
import { oneLine } from '../text';
import { Lookup, stateOf } from '../tree/candidate-state';
import { NOT_LOADED_COLOR } from '../tree/nodes';

/** Tones down what does not load in the explorer and in tabs, where the setting asks for it. */
export class LoserDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  private readonly enabled = new Setting<boolean>('explorer.decorateLosers');
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly disposables: vscode.Disposable[];
  private losers:
    | ReadonlyMap<string, { readonly candidate: Candidate; readonly resolution: Resolution }>
    | undefined;

  readonly onDidChangeFileDecorations = this.changed.event;

  constructor(private readonly context: ExplainingContext) {
    const again = () => {
      this.losers = undefined;
      this.changed.fire(undefined);
    };
    this.disposables = [
      this.enabled,
      this.changed,
      this.enabled.onDidChange(again),
      context.resolutions.onDidChange(again),
      vscode.window.registerFileDecorationProvider(this),
    ];
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== 'file' || this.enabled.valueFor(undefined) !== true) return undefined;
    this.losers ??= losersOf(resolutionsOf(this.context.resolutions.latest ?? []));
    const loser = this.losers.get(uri.fsPath);
    if (!loser) return undefined;
    const { candidate, resolution } = loser;
    const reason = stateOf(candidate, new Lookup(resolution)) ?? candidate.reason;
    const text = vscode.l10n.t('Which Skill: does not load, {0}', oneLine(sayFor(resolution)(reason)));
    return new vscode.FileDecoration('✕', text, new vscode.ThemeColor(NOT_LOADED_COLOR));
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }
}

/** By path: the file, and for the directory form its folder. What loads seen from any folder is no loser. */
function losersOf(resolutions: readonly Resolution[]) {
  const losers = new Map<string, { candidate: Candidate; resolution: Resolution }>();
  const winners = new Set<string>();
  const placesOf = ({ form, dir, file }: Candidate) => (form === 'directory' ? [file, dir] : [file]);
  for (const resolution of resolutions) {
    for (const candidate of resolution.candidates) {
      for (const place of placesOf(candidate)) {
        if (isWinner(candidate)) winners.add(place);
        else losers.set(place, { candidate, resolution });
      }
    }
  }
  for (const place of winners) losers.delete(place);
  return losers;
}
