/** What a plan does, as short as it can be said: two hundred folders that just move are one line. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { type Message, message, withVisibleBlanks } from '../../core/message';
import type { Change, Operation } from '../../core/plan/types';
import { type Html, html } from '../pages/html';
import type { Say } from '../say';

/** Up to this many, names are seen at once. */
const FEW = 12;

/** Lines of a changed text that are shown. */
const MOST_LINES = 14;

type Transfer = Extract<Operation, { kind: 'copy' | 'move' }>;

interface Unit {
  readonly operations: readonly Operation[];
  /** Set where all that happens is that one skill goes to another directory as it is. */
  readonly plain: { readonly transfer: Transfer; readonly leavesLink: boolean } | null;
}

/** The section with the operations. */
export function operationsSection(operations: readonly Operation[], say: Say): Html {
  const units = unitsOf(operations);
  const directories = operations.filter(({ kind }) => kind === 'make-directory');
  const rest = units.filter(({ plain }) => plain === null);
  return html`<h2 id="operations">${vscode.l10n.t('What will be done')}</h2>${
    operations.length === 0 ? html`<p class="muted">${vscode.l10n.t('Nothing, as it is now.')}</p>` : null
  }<ol>${directories.map(({ text }) => html`<li>${sentence(text, say)}</li>`)}${groups(units).map(group => groupOf(group, say))}${rest.map(
    ({ operations: all }) =>
      all
        .filter(({ kind }) => kind !== 'make-directory')
        .map(operation => html`<li>${sentence(operation.text, say)}${changesOf(operation, say)}</li>`),
  )}</ol>`;
}

function unitsOf(operations: readonly Operation[]): readonly Unit[] {
  const byUnit = new Map<number, Operation[]>();
  for (const operation of operations) {
    const unit = byUnit.get(operation.unit);
    if (unit) unit.push(operation);
    else byUnit.set(operation.unit, [operation]);
  }
  return [...byUnit.values()].map(all => ({ operations: all, plain: plainOf(all) }));
}

function plainOf(all: readonly Operation[]): Unit['plain'] {
  const others = all.filter(({ kind }) => kind !== 'make-directory');
  const [transfer, link, ...rest] = others;
  if (transfer?.kind !== 'copy' && transfer?.kind !== 'move') return null;
  if (transfer.changes.length > 0 || rest.length > 0 || (link && link.kind !== 'make-link')) return null;
  if (path.basename(transfer.from) !== path.basename(transfer.to)) return null;
  return { transfer, leavesLink: link !== undefined };
}

interface Group {
  readonly kind: 'copy' | 'move';
  readonly from: string;
  readonly to: string;
  readonly leavesLinks: boolean;
  readonly names: string[];
}

function groups(units: readonly Unit[]): readonly Group[] {
  const found = new Map<string, Group>();
  for (const { plain } of units) {
    if (!plain) continue;
    const { transfer, leavesLink } = plain;
    const [from, to] = [path.dirname(transfer.from), path.dirname(transfer.to)];
    const key = [transfer.kind, from, to, leavesLink].join('\0');
    const group = found.get(key) ?? { kind: transfer.kind, from, to, leavesLinks: leavesLink, names: [] };
    group.names.push(path.basename(transfer.from));
    found.set(key, group);
  }
  return [...found.values()];
}

function groupOf({ kind, from, to, leavesLinks, names }: Group, say: Say): Html {
  const places = [{ path: from }, { path: to }] as const;
  const text =
    kind === 'copy'
      ? message('copy {0} from {1} to {2}', skills(names.length), ...places)
      : leavesLinks
        ? message('move {0} from {1} to {2}, and leave links there', skills(names.length), ...places)
        : message('move {0} from {1} to {2}', skills(names.length), ...places);
  const list = html`<ul>${names.map(name => html`<li class="path">${withVisibleBlanks(name)}</li>`)}</ul>`;
  return html`<li>${sentence(text, say)}${
    names.length <= FEW
      ? list
      : html`<details id="group-${from}-${to}"><summary>${vscode.l10n.t('Show all {0}', names.length)}</summary>${list}</details>`
  }</li>`;
}

function skills(count: number): Message {
  return count === 1 ? message('1 skill') : message('{0} skills', count);
}

/** Messages of the core are fragments: here they stand alone. */
export function sentence(text: Message, say: Say): string {
  const said = say(text);
  return /^\{/.test(text.template) ? said : said.charAt(0).toUpperCase() + said.slice(1);
}

function changesOf(operation: Operation, say: Say): readonly Html[] {
  if (operation.kind !== 'copy' && operation.kind !== 'move') return [];
  return operation.changes.map(change => changeOf(change, operation, say));
}

function changeOf(change: Change, { to }: Transfer, say: Say): Html {
  const name = withVisibleBlanks(change.path === '' ? path.basename(to) : change.path);
  switch (change.kind) {
    case 'text':
      return html`<p class="detail">${vscode.l10n.t('With this change in its text:')}</p>${textChange(change.before, change.after)}`;
    case 'link':
      return html`<p class="detail">${vscode.l10n.t('The link {0} will be written {1} instead of {2}', name, change.after, change.before)}</p>`;
    case 'dereference':
      return html`<p class="detail">${say(message('In place of the link {0} there will be a copy of {1}', name, { path: change.leadsTo }))}</p>`;
    case 'relink':
      return html`<p class="detail">${vscode.l10n.t('{0} becomes a link again', name)}</p>`;
  }
}

/** The lines that change, without those before and after that stay. */
function textChange(before: string, after: string): Html {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd--;
    nowEnd--;
  }
  const lines = [
    ...old.slice(start, oldEnd).map(line => `- ${line}`),
    ...now.slice(start, nowEnd).map(line => `+ ${line}`),
  ];
  const shown = lines.slice(0, MOST_LINES);
  if (lines.length > shown.length)
    shown.push(vscode.l10n.t('… and {0} more lines', lines.length - shown.length));
  return html`<pre>${shown.join('\n').replaceAll('\r', '')}</pre>`;
}
