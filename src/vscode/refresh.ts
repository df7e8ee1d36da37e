/** When the resolutions are made anew: whenever something changes that they depend on. */
import * as vscode from 'vscode';
import { Live } from '../core/live/live';
import { Debounce } from './debounce';
import type { Log } from './log';
import type { Resolutions } from './resolutions';
import type { Settings } from './settings';

/** Milliseconds without a further change before the directories are looked at again. */
const QUIET = 50;
/** Milliseconds after which they are looked at even while changes go on. */
const LIMIT = 400;

/** Milliseconds between two looks at what cannot be watched. */
const POLL = 2_000;

/** How often in a row it is looked at what was not watched at the look before. Each round finds less, unless changes go on. */
const MOST_ROUNDS = 5;

export class Refresh implements vscode.Disposable {
  private readonly debounce: Debounce;
  private readonly disposables: vscode.Disposable[] = [];
  private readonly live: Live;
  /** Where something happened since the last look; null where nothing did. */
  private places: Set<string> | 'all' | null = null;
  private poll: NodeJS.Timeout | undefined;

  constructor(
    private readonly resolutions: Resolutions,
    settings: Settings,
    private readonly log: Log,
  ) {
    this.debounce = new Debounce(() => this.work(), QUIET, LIMIT);
    this.live = new Live(resolutions.resolver, place => this.request('changed on disk', place));
    const { workspace } = vscode;
    this.disposables.push(
      this.live,
      // Watching costs something, so it begins with the first resolution.
      resolutions.onDidStart(() => this.debounce.call()),
      resolutions.onDidLook(() => this.debounce.call()),
      workspace.onDidSaveTextDocument(({ uri }) => isOfInterest(uri) && this.changed('saved', uri)),
      workspace.onDidCreateFiles(({ files }) => this.changed('created', ...files)),
      workspace.onDidDeleteFiles(({ files }) => this.changed('deleted', ...files)),
      workspace.onDidRenameFiles(({ files }) =>
        this.changed('renamed', ...files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
      ),
      workspace.onDidChangeWorkspaceFolders(() => this.request('folders changed')),
      workspace.onDidGrantWorkspaceTrust(() => this.request('trust granted')),
      settings.onDidChange(() => this.request('settings changed')),
    );
  }

  /** How many directories are watched. */
  get watched(): number {
    return this.live.size;
  }

  /** Looks again at once, and at everything; settles when the answer is there. */
  now(): Promise<void> {
    this.resolutions.resolver.doubtAll();
    this.request('asked for');
    return this.debounce.flush();
  }

  /** Settles when no refresh waits or runs. */
  whenIdle(): Promise<void> {
    return this.debounce.flush();
  }

  dispose(): void {
    clearTimeout(this.poll);
    this.debounce.dispose();
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private changed(why: string, ...uris: readonly vscode.Uri[]): void {
    for (const { fsPath } of uris) this.resolutions.resolver.touchPlace(fsPath);
    this.request(why, uris[0]?.fsPath);
  }

  private request(why: string, place?: string): void {
    this.log.debug(`refresh: ${why}${place === undefined ? '' : ` ${place}`}`);
    if (place === undefined) this.places = 'all';
    else if (this.places === null) this.places = new Set([place]);
    else if (this.places !== 'all') this.places.add(place);
    this.debounce.call();
  }

  private async work(): Promise<void> {
    const { places } = this;
    this.places = null;
    if (places !== null) await this.resolutions.refresh(places);
    else await this.resolutions.states();
    for (let round = 0; round < MOST_ROUNDS && (await this.live.follow()); round++) {
      await this.resolutions.refresh(places ?? new Set());
    }
    this.pollWhatIsMissed();
  }

  /** Where watching fails, as where the system has no watches left, looking again and again has to do. */
  private pollWhatIsMissed(): void {
    clearTimeout(this.poll);
    this.poll = undefined;
    const { missed } = this.live;
    if (missed.length === 0) return;
    this.log.debug(`${missed.length} directories cannot be watched, such as ${missed[0]}`);
    this.poll = setTimeout(() => {
      for (const directory of missed) this.resolutions.resolver.touchPlace(directory);
      this.request('not watched', missed[0]);
    }, POLL);
  }
}

/** Skill files, and the product's configuration. */
function isOfInterest({ scheme, path }: vscode.Uri): boolean {
  return scheme === 'file' && /\.(?:md|toml|json)$/i.test(path);
}
