import * as vscode from 'vscode';
import { isWinner } from '../../core/is-winner';
import { message } from '../../core/message';
import { readersInFull } from '../agents/readers-in-words';
import { candidateOf, type FoundCandidate } from '../candidate-of';
import type { ExplainingContext } from '../explain/context';
import { sayFor } from '../localize';
import { oneLine } from '../text';
import { Lookup, stateOf } from '../tree/candidate-state';

/** Says beside the language of a skill file what becomes of it. */
export class LanguageStatus implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;
  private readonly disposables: vscode.Disposable[];
  private updating: Promise<void> = Promise.resolve();

  constructor(private readonly context: ExplainingContext) {
    // Without a selector it is shown nowhere: which files are skills is not to be seen by their names.
    this.item = vscode.languages.createLanguageStatusItem('whichSkill.status', []);
    this.item.name = vscode.l10n.t('Which Skill');
    const update = () => {
      this.updating = this.update();
      context.log.background('updating the language status', this.updating);
    };
    this.disposables = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(update),
      context.resolutions.onDidChange(update),
      context.views.onDidChange(update),
    ];
    update();
  }

  /** What it says at present; undefined where it is not shown. */
  get shown(): { readonly text: string; readonly detail: string } | undefined {
    const { text, detail = '', selector } = this.item;
    return Array.isArray(selector) && selector.length === 0 ? undefined : { text, detail };
  }

  async whenIdle(): Promise<void> {
    await this.updating;
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private async update(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const found =
      document?.uri.scheme === 'file'
        ? candidateOf(document.uri.fsPath, await this.context.resolutions.states())
        : undefined;
    if (!document || !found) {
      this.item.selector = [];
      return;
    }
    const { text, severity } = inWords(found);
    this.item.text = oneLine(text);
    this.item.detail = this.detailOf(found);
    this.item.severity = severity;
    this.item.command = {
      command: 'whichSkill.explain',
      title: vscode.l10n.t('Explain'),
      arguments: [document.uri],
    };
    this.item.selector = [{ scheme: 'file', language: document.languageId }];
  }

  /** Whose answer it is, and who of somebody's agents reads the file, where there are several. */
  private detailOf({ candidate, resolution }: FoundCandidate): string {
    const say = sayFor(resolution);
    const seen = message('as {0} sees it', resolution.product);
    const { latest = [] } = this.context.resolutions;
    const state = latest.find(one => one.kind === 'resolved' && one.resolution === resolution);
    const readers = state && this.context.views.latest.get(state.target.key)?.readers;
    if (!readers) return say(seen);
    return oneLine(say(message('{0}; {1}', seen, readersInFull(candidate.file, readers))));
  }
}

function inWords({ candidate, resolution }: FoundCandidate): {
  readonly text: string;
  readonly severity: vscode.LanguageStatusSeverity;
} {
  const say = sayFor(resolution);
  const { Information, Warning, Error: Failure } = vscode.LanguageStatusSeverity;
  const state = stateOf(candidate, new Lookup(resolution));
  if (isWinner(candidate)) {
    const text = vscode.l10n.t('Loads as “{0}”', candidate.name);
    return state
      ? { text: vscode.l10n.t('{0} ({1})', text, say(state)), severity: Warning }
      : { text, severity: Information };
  }
  const isDropped = candidate.verdict === 'invalid' || candidate.verdict === 'unreadable';
  return {
    text: say(message('Does not load: {0}', state ?? candidate.reason)),
    severity: isDropped ? Failure : Warning,
  };
}
