import * as vscode from 'vscode';
import type { Command } from './command';

/**
 * Asks for words, and shows only what has them, while they are typed. Escape brings back what was there before. A
 * keyboard shortcut can give the words itself: `"args": { "text": "release" }`.
 */
export const filterText: Command = {
  id: 'whichSkill.filterText',
  run({ viewState, log }, _argument, [given]) {
    if (hasText(given)) return viewState.setText(given.text);
    const before = viewState.text;
    const input = vscode.window.createInputBox();
    input.title = vscode.l10n.t('Filter Skills');
    input.prompt = vscode.l10n.t('Words of a name or description; nothing shows all');
    input.value = before;
    let accepted = false;
    const show = (text: string) => log.background('filtering', viewState.setText(text));
    input.onDidChangeValue(show);
    input.onDidAccept(() => {
      accepted = true;
      input.hide();
    });
    input.onDidHide(() => {
      if (!accepted) show(before);
      input.dispose();
    });
    input.show();
    return undefined;
  },
};

function hasText(given: unknown): given is { readonly text: string } {
  return typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string';
}

/** Shows skills whatever their words. */
export const clearFilterText: Command = {
  id: 'whichSkill.clearFilterText',
  run: ({ viewState }) => viewState.setText(''),
};
