/** Where the links of pages lead. */
import * as vscode from 'vscode';
import { message } from '../../core/message';
import { openFile, uriOf } from '../commands/open-file';
import { sayFor } from '../localize';
import { Refusal } from '../log';
import { notificationText, pickText } from '../text';
import { isOpenable } from '../tree/candidate-node';
import type { Place } from './explain-body';
import type { Answering } from './subject';

/** Opens a file where it is about. What is no file, such as a directory or a broken link, is shown where it lies. */
export async function openPlace({ file, line, column }: Place): Promise<void> {
  const kind = await kindOf(uriOf(file));
  if (kind === 'directory') return showDirectory(file);
  if (kind === 'none') {
    throw new Refusal(vscode.l10n.t('There is no file at {0} that could be opened.', notificationText(file)));
  }
  const at = line === undefined ? undefined : new vscode.Position(line - 1, (column ?? 1) - 1);
  await openFile(file, at ? { selection: new vscode.Range(at, at) } : {});
}

/** Shows a root: in the explorer, in the system's file manager, or else as a choice of what is in it. */
export async function openRoot(location: string, { resolution }: Answering): Promise<void> {
  const root = resolution.roots.find(one => one.location === location);
  if (vscode.workspace.getWorkspaceFolder(uriOf(location)) || !root || (await hasFileManager())) {
    return showDirectory(location);
  }
  const say = sayFor(resolution);
  const within = resolution.candidates.filter(
    candidate => candidate.root === root.id && isOpenable(candidate),
  );
  if (within.length === 0) {
    throw new Refusal(
      vscode.l10n.t('There is nothing in {0} that could be opened.', notificationText(location)),
    );
  }
  const pick = await vscode.window.showQuickPick(
    within.map(({ entry, file }) => ({
      label: pickText(entry),
      description: pickText(say(message('{0}', { path: file }))),
      file,
    })),
    { placeHolder: vscode.l10n.t('Open which skill of {0}?', pickText(location)) },
  );
  if (pick) await openFile(pick.file);
}

async function showDirectory(directory: string): Promise<void> {
  const uri = uriOf(directory);
  if (vscode.workspace.getWorkspaceFolder(uri)) {
    await vscode.commands.executeCommand('revealInExplorer', uri);
  } else if (await hasFileManager()) {
    await vscode.commands.executeCommand('revealFileInOS', uri);
  } else {
    throw new Refusal(
      vscode.l10n.t(
        '{0} is in no folder of the workspace, and there is no file manager.',
        notificationText(directory),
      ),
    );
  }
}

async function hasFileManager(): Promise<boolean> {
  return vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
}

async function kindOf(uri: vscode.Uri): Promise<'file' | 'directory' | 'none'> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    if (type & vscode.FileType.Directory) return 'directory';
    return type & vscode.FileType.File ? 'file' : 'none';
  } catch {
    return 'none';
  }
}
