/** When the resolutions are made anew: what VS Code itself knows to have changed. */
import * as vscode from 'vscode';
import { Debounce } from './debounce';
import type { Log } from './log';
import type { Resolutions } from './resolutions';
import type { Settings } from './settings';

/** Milliseconds without a further change before the directories are looked at again. */
const QUIET = 150;
/** Milliseconds after which they are looked at even while changes go on. */
const LIMIT = 1_000;

/** Directories that skills are kept in, below a folder, and what decides where the project begins. */
const WATCHED = ['.kimi', '.claude', '.codex', '.agents', '.git'];

export class Refresh implements vscode.Disposable {
  private readonly debounce: Debounce;
  private readonly disposables: vscode.Disposable[] = [];
  private watchers: readonly vscode.Disposable[] = [];

  constructor(
    resolutions: Resolutions,
    settings: Settings,
    private readonly log: Log,
  ) {
    this.debounce = new Debounce(() => resolutions.refresh(), QUIET, LIMIT);
    const { workspace } = vscode;
    this.disposables.push(
      // Watching costs something, so it begins with the first resolution.
      resolutions.onDidStart(() => this.watch()),
      workspace.onDidSaveTextDocument(({ uri }) => isOfInterest(uri) && this.request('saved', uri)),
      workspace.onDidCreateFiles(({ files }) => this.request('created', files[0])),
      workspace.onDidDeleteFiles(({ files }) => this.request('deleted', files[0])),
      workspace.onDidRenameFiles(({ files }) => this.request('renamed', files[0]?.newUri)),
      workspace.onDidChangeWorkspaceFolders(() => {
        if (this.watchers.length > 0) this.watch();
        this.request('folders changed');
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.request('trust granted')),
      settings.onDidChange(() => this.request('settings changed')),
    );
  }

  /** Looks again at once; settles when the answer is there. */
  now(): Promise<void> {
    this.debounce.call();
    return this.debounce.flush();
  }

  /** Settles when no refresh waits or runs. */
  whenIdle(): Promise<void> {
    return this.debounce.flush();
  }

  dispose(): void {
    this.debounce.dispose();
    vscode.Disposable.from(...this.disposables, ...this.watchers).dispose();
  }

  private request(why: string, uri?: vscode.Uri): void {
    this.log.debug(`refresh: ${why}${uri ? ` ${uri.fsPath}` : ''}`);
    this.debounce.call();
  }

  private watch(): void {
    vscode.Disposable.from(...this.watchers).dispose();
    this.watchers = (vscode.workspace.workspaceFolders ?? [])
      .filter(folder => folder.uri.scheme === 'file')
      .flatMap(folder => this.watchFolder(folder));
  }

  /**
   * Events are taken as a sign that something changed, never as data: a folder that is deleted or renamed as a whole
   * arrives as one event on its top, a file written right after its folder was made as none.
   */
  private watchFolder(folder: vscode.WorkspaceFolder): readonly vscode.Disposable[] {
    const names = WATCHED.join(',');
    const inSkills = WATCHED.filter(name => name !== '.git').join(',');
    return [`{${names}}`, `{${inSkills}}/**`].flatMap(pattern => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern));
      const changed = (uri: vscode.Uri) => this.request('changed on disk', uri);
      return [
        watcher,
        watcher.onDidCreate(changed),
        watcher.onDidChange(changed),
        watcher.onDidDelete(changed),
      ];
    });
  }
}

/** Skill files, and the product's configuration. */
function isOfInterest({ scheme, path }: vscode.Uri): boolean {
  return scheme === 'file' && /\.(?:md|toml|json)$/i.test(path);
}
