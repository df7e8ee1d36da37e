/** Asking what should be explained: a name from the list, a name typed, a path typed, or a file picked. */

import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { exists } from '../../core/file-system';
import { isWinner } from '../../core/is-winner';
import { message } from '../../core/message';
import type { Candidate } from '../../core/types';
import { sayFor } from '../localize';
import { filesForNow } from '../real-path';
import { pickText } from '../text';
import { lookOf } from '../tree/candidate-state';
import type { Answering, Asked } from './subject';

interface AskPick extends vscode.QuickPickItem {
  readonly asked?: Asked;
  readonly pickFile?: boolean;
}

/** Undefined where the person thinks better of it. */
export async function ask(folders: readonly Answering[]): Promise<Asked | undefined> {
  const pick = await choose(folders);
  if (!pick?.pickFile) return pick?.asked;
  const [uri] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: true,
      canSelectFolders: true,
      openLabel: vscode.l10n.t('Explain'),
      title: vscode.l10n.t('Explain which file or folder?'),
    })) ?? [];
  return uri && { path: uri.fsPath };
}

function choose(folders: readonly Answering[]): Promise<AskPick | undefined> {
  const picks = picksOf(folders);
  const pickFile: AskPick = {
    label: vscode.l10n.t('Choose a file or folder…'),
    iconPath: new vscode.ThemeIcon('folder-opened'),
    alwaysShow: true,
    pickFile: true,
  };
  const base = folders[0]?.resolution.workDir ?? homedir();
  const quickPick = vscode.window.createQuickPick<AskPick>();
  quickPick.placeholder = vscode.l10n.t(
    'Name of a skill, or path of a file or folder, that should be explained',
  );
  quickPick.matchOnDescription = true;
  const show = () => {
    quickPick.items = [...typed(quickPick.value, base, picks), ...picks, pickFile];
  };
  show();
  return new Promise(resolve => {
    quickPick.onDidChangeValue(show);
    quickPick.onDidAccept(() => {
      resolve(quickPick.selectedItems[0]);
      quickPick.hide();
    });
    quickPick.onDidHide(() => {
      resolve(undefined);
      quickPick.dispose();
    });
    quickPick.show();
  });
}

/** What was typed, taken for a path where it looks like one, and for a name else. */
function typed(value: string, base: string, picks: readonly AskPick[]): readonly AskPick[] {
  const text = value.trim();
  if (text === '') return [];
  const isPath = /[\\/]/.test(text) || text === '~' || exists(filesForNow(), path.resolve(base, text));
  if (!isPath && picks.some(({ asked }) => asked && 'name' in asked && asked.name === text)) return [];
  const file = path.resolve(base, text.replace(/^~(?=$|[\\/])/, homedir()));
  return [
    {
      label: isPath
        ? vscode.l10n.t('Explain the path {0}', pickText(text))
        : vscode.l10n.t('Explain the name “{0}”', pickText(text)),
      description: isPath ? pickText(file) : '',
      iconPath: new vscode.ThemeIcon(isPath ? 'file' : 'tag'),
      alwaysShow: true,
      asked: isPath ? { path: file } : { name: text },
    },
  ];
}

/** Every name once, with what becomes of it. */
function picksOf(folders: readonly Answering[]): readonly AskPick[] {
  const names = new Map<string, AskPick>();
  for (const { resolution } of folders) {
    const say = sayFor(resolution);
    for (const candidate of bestFirst(resolution.candidates)) {
      if (names.has(candidate.name)) continue;
      const { word, icon } = lookOf(candidate.verdict);
      names.set(candidate.name, {
        label: pickText(candidate.name) || vscode.l10n.t('(no name)'),
        description: `${say(word)} · ${pickText(say(message('{0}', { path: candidate.file })))}`,
        iconPath: new vscode.ThemeIcon(
          icon.codicon,
          icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color),
        ),
        asked: { name: candidate.name },
      });
    }
    for (const { label, carries = [] } of resolution.roots) {
      for (const name of carries) {
        if (names.has(name)) continue;
        names.set(name, {
          label: pickText(name),
          description: say(message('compiled into {0}, without a file', label)),
          iconPath: new vscode.ThemeIcon('package'),
          asked: { name },
        });
      }
    }
  }
  return [...names.values()];
}

function bestFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...candidates].sort((a, b) => Number(isWinner(b)) - Number(isWinner(a)));
}
