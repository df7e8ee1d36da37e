import * as path from 'node:path';
import * as vscode from 'vscode';
import { compareSkills, type Difference } from '../../core/compare';
import { type FileSystem, isFault, nodeFileSystem } from '../../core/file-system';
import { type Message, message } from '../../core/message';
import type { Candidate, Resolution } from '../../core/types';
import { openFile, uriOf } from '../commands/open-file';
import type { ExplainingContext } from '../explain/context';
import type { Answering } from '../explain/subject';
import { sayFor } from '../localize';
import { Refusal } from '../log';
import { button, type Html, html } from '../pages/html';
import { type Page, Pages } from '../pages/page';
import { filesForNow } from '../real-path';
import type { Say } from '../say';
import { notificationText } from '../text';

interface Pair {
  readonly copy: Candidate;
  readonly winner: Candidate;
  readonly resolution: Resolution;
}

/** Compares a copy with its winner: a page of the files that differ, each leading to VS Code's own comparison. */
export class ComparePages implements vscode.Disposable {
  private readonly pages: Pages;
  private readonly open = new Map<string, () => Promise<void>>();
  private readonly subscription: vscode.Disposable;

  constructor(private readonly context: ExplainingContext) {
    this.pages = new Pages({ viewType: 'whichSkill.compare', log: context.log });
    this.subscription = context.resolutions.onDidChange(() => {
      context.log.background('comparing again', Promise.all([...this.open.values()].map(update => update())));
    });
  }

  /**
   * Shows how a copy differs; says so in a sentence where it does not.
   * @throws Refusal where there is no winner to compare with
   */
  async compare(answering: Answering, id: string): Promise<void> {
    const pair = pairOf(answering.resolution, id);
    if (!pair) {
      throw new Refusal(
        vscode.l10n.t('There is no other copy that loads in its place, so there is nothing to compare.'),
      );
    }
    const files = await this.context.resolutions.answering(nodeFileSystem);
    const { differences, complete } = await compareSkills(files, pair.copy, pair.winner);
    if (differences.length === 0 && complete) {
      const say = sayFor(pair.resolution);
      const where = ({ form, dir, file }: Candidate) =>
        notificationText(say(message('{0}', { path: form === 'directory' ? dir : file })));
      const text = vscode.l10n.t('{0} and {1} are identical.', where(pair.copy), where(pair.winner));
      this.context.log.background('telling of a comparison', vscode.window.showInformationMessage(text));
      return;
    }
    await this.show(answering.key, pair);
  }

  /** The page that was opened last; for tests. */
  get shown(): Page | undefined {
    return this.pages.all.at(-1);
  }

  dispose(): void {
    this.subscription.dispose();
    this.pages.dispose();
  }

  private async show(folder: string, { copy }: Pair): Promise<void> {
    const title = vscode.l10n.t('Compare {0}', copy.name);
    const page = this.pages.open(copy.id, {
      title,
      onAction: async ({ name, value }) => {
        const pair = await this.pairNow(folder, copy.id);
        if (!pair) return;
        if (name === 'diff') await openDiff(pair, JSON.parse(value));
        if (name === 'open') await openFile(value);
      },
      onClose: () => this.open.delete(copy.id),
    });
    const update = async () => {
      const pair = await this.pairNow(folder, copy.id);
      const files = await this.context.resolutions.answering(nodeFileSystem);
      page.show({ title, body: pair ? await pairBody(pair, files) : goneBody() });
    };
    this.open.set(copy.id, update);
    await update();
  }

  private async pairNow(folder: string, id: string): Promise<Pair | undefined> {
    for (const state of await this.context.resolutions.states()) {
      if (state.kind === 'resolved' && state.target.key === folder) return pairOf(state.resolution, id);
    }
    return undefined;
  }
}

function pairOf(resolution: Resolution, id: string): Pair | undefined {
  const copy = resolution.candidates.find(candidate => candidate.id === id);
  const winner = resolution.candidates.find(candidate => candidate.id === copy?.winnerId);
  return copy && winner && copy !== winner ? { copy, winner, resolution } : undefined;
}

function goneBody(): Html {
  return html`<h1>${vscode.l10n.t('Nothing to compare any more')}</h1><p>${vscode.l10n.t('One of the two copies is gone, or loads itself.')}</p>`;
}

async function pairBody(pair: Pair, files: FileSystem): Promise<Html> {
  const { copy, winner, resolution } = pair;
  const say = sayFor(resolution);
  const { differences, complete } = await compareSkills(files, copy, winner);
  const lead =
    differences.length === 0
      ? message('The two copies are identical')
      : differences.length === 1
        ? message('The two copies differ in 1 file')
        : message('The two copies differ in {0} files', differences.length);
  return html`<h1>${vscode.l10n.t('Two copies of “{0}”', copy.name)}</h1>
<p class="lead">${say(message('{0}.', lead))}</p>
<dl class="facts"><dt>${say(message('This copy'))}</dt><dd>${fileButton(copy, say)} <span class="detail">${say(copy.reason)}</span></dd>
<dt>${say(message('Loads instead'))}</dt><dd>${fileButton(winner, say)}</dd></dl>
${!complete && html`<p class="note warning">${say(message('The folders are large: the comparison was ended early.'))}</p>`}
${
  differences.length > 0 &&
  html`<h2>${say(message('Files that differ'))}</h2><table class="columns"><thead><tr><th scope="col">${say(message('File'))}</th><th scope="col">${say(message('How'))}</th></tr></thead><tbody>${differences.map(
    difference => differenceRow(difference, pair, say),
  )}</tbody></table>`
}`;
}

function fileButton({ file }: Candidate, say: Say): Html {
  return button(say(message('{0}', { path: file })), { action: 'open', value: file }, { look: 'link' });
}

function differenceRow(difference: Difference, pair: Pair, say: Say): Html {
  const canOpen =
    difference.kind !== 'unreadable' && difference.kind !== 'kind' && difference.kind !== 'link';
  const name = canOpen
    ? button(difference.path, { action: 'diff', value: JSON.stringify(difference) }, { look: 'link' })
    : difference.path;
  return html`<tr><td>${name}</td><td>${say(kindInWords(difference, pair))}</td></tr>`;
}

function kindInWords(difference: Difference, pair: Pair): Message {
  switch (difference.kind) {
    case 'content':
      return message('content');
    case 'mode': {
      const [mine, other] = sidesOf(difference, pair).map(modeOf);
      return message('mode: {0} here, {1} in the one that loads', mine ?? '?', other ?? '?');
    }
    case 'kind':
      return message('a file in one copy, a folder or link in the other');
    case 'link':
      return message('the target of a link');
    case 'only-first':
      return message('only in this copy');
    case 'only-second':
      return message('only in the one that loads');
    case 'unreadable':
      return message('could not be read');
  }
}

function modeOf(file: string): string | undefined {
  const state = filesForNow().state(file);
  return isFault(state) ? undefined : (state.mode & 0o777).toString(8);
}

/** The file in the copy, and the one in the winner. */
function sidesOf({ path: inside }: Difference, { copy, winner }: Pair): readonly [string, string] {
  if (copy.form !== 'directory' || winner.form !== 'directory') return [copy.file, winner.file];
  const parts = inside.split('/');
  return [path.join(copy.dir, ...parts), path.join(winner.dir, ...parts)];
}

async function openDiff(pair: Pair, difference: Difference): Promise<void> {
  const [mine, other] = sidesOf(difference, pair);
  if (difference.kind === 'only-first') return openFile(mine);
  if (difference.kind === 'only-second') return openFile(other);
  const say = sayFor(pair.resolution);
  const title = vscode.l10n.t(
    '{0}: this copy in {1} ↔ the one that loads',
    path.basename(mine),
    say(message('{0}', { path: path.dirname(mine) })),
  );
  await vscode.commands.executeCommand('vscode.diff', uriOf(mine), uriOf(other), title, { preview: true });
}
