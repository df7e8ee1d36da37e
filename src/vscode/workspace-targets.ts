/** Which targets the workspace consists of, and what each is resolved with. */
import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { type FileSystem, nodeFileSystem } from '../core/file-system';
import { resolvePath } from '../core/real-path';
import type { ResolveOptions } from '../core/resolve';
import type { ProfileId } from '../core/types';
import type { Settings } from './settings';
import type { Target } from './targets';

const NO_FOLDER: Target = { key: 'none', label: '', kind: 'none' };

/** The folders of the workspace. A single file without a folder counts as no folder. */
export function workspaceTargets(): readonly Target[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) return [NO_FOLDER];
  return folders.map(({ uri, name }) => ({
    key: uri.toString(),
    label: name,
    kind: uri.scheme === 'file' ? 'folder' : 'elsewhere',
  }));
}

/** Milliseconds that a workspace file may take until its folders are known. */
const FOLDERS_LIMIT = 2_000;

/**
 * Settles when the folders of the workspace are known. VS Code can start extensions before it has read a workspace
 * file, and says until then that there is no folder.
 */
export async function foldersKnown(): Promise<void> {
  if (vscode.workspace.workspaceFile === undefined || vscode.workspace.workspaceFolders?.length) return;
  await new Promise<void>(resolve => {
    const known = () => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const timer = setTimeout(known, FOLDERS_LIMIT);
    const subscription = vscode.workspace.onDidChangeWorkspaceFolders(known);
  });
}

/** What a target is resolved with. Reads the disk: the real path of the folder is what a terminal in it starts from. */
export function resolveOptionsFor(
  target: Target,
  settings: Settings,
  profile: ProfileId,
  files: FileSystem = nodeFileSystem,
): Omit<ResolveOptions, 'signal'> {
  const folder = target.kind === 'none' ? undefined : vscode.Uri.parse(target.key, true);
  const home = homedir();
  // Without a folder there is no project. The home directory would not do: started there, kimi-cli takes it for the
  // project, and the user's skills for the project's (rule 12), which is true nowhere else.
  const base = folder ? resolvePath(files, folder.fsPath) : path.parse(home).root;
  const chosen = settings.workDirFor(folder);
  return {
    profile,
    workDir: chosen && folder ? resolvePath(files, path.resolve(base, chosen)) : base,
    home,
    environment: process.env,
    overrides: settings.overridesFor(folder, profile),
  };
}
