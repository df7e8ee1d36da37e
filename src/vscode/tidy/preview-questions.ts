/** What is in doubt in a plan: conflicts with what is there, and questions. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { message } from '../../core/message';
import type { Conflict, Question } from '../../core/plan/types';
import { badge, button, type Html, html, radios, select, textField } from '../pages/html';
import type { Say } from '../say';

/** From this many on, the questions of a kind are lists to choose from, with one for all of them. */
const MANY = 4;

/** Differences of one conflict that are shown. */
const MOST_DIFFERENCES = 8;

/** The section with what a person can decide; nothing where there is nothing to decide. */
export function questionsSection(
  questions: readonly Question[],
  conflicts: readonly Conflict[],
  say: Say,
): Html | null {
  const groups = groupByKind([...conflicts, ...questions]);
  if (groups.length === 0) return null;
  return html`<h2 id="decide">${vscode.l10n.t('To decide')}</h2>${groups.map(group => groupOf(group, say))}`;
}

function groupByKind(all: readonly Question[]): readonly (readonly Question[])[] {
  const groups = new Map<string, Question[]>();
  // What must be answered comes first.
  const open = all.filter(({ answer }) => answer === null);
  for (const question of [...open, ...all.filter(({ answer }) => answer !== null)]) {
    const group = groups.get(question.kind);
    if (group) group.push(question);
    else groups.set(question.kind, [question]);
  }
  return [...groups.values()];
}

function groupOf(questions: readonly Question[], say: Say): Html {
  const kind = questions[0]!.kind;
  const isMany = questions.length >= MANY;
  const items = questions.map(question => html`<li>${questionOf(question, isMany, say)}</li>`);
  const list = html`<ul class="cards">${items}</ul>`;
  if (!isMany) return html`<h3>${headingOf(kind, questions.length)}</h3>${list}`;
  return html`<h3>${headingOf(kind, questions.length)}</h3>${forAll(questions, say)}<details id="all-${kind}"${
    questions.length <= 6 ? html` open` : null
  }><summary>${vscode.l10n.t('Each of the {0}', questions.length)}</summary>${list}</details>`;
}

function headingOf(kind: Question['kind'], count: number): string {
  switch (kind) {
    case 'conflict':
      return count === 1
        ? vscode.l10n.t('Something is there already')
        : vscode.l10n.t('Something is there already, {0} times', count);
    case 'new-name':
      return vscode.l10n.t('Another name');
    case 'folder-name':
      return vscode.l10n.t('Name of the folder');
    case 'fill-in':
      return vscode.l10n.t('Name and description');
    case 'inner-links':
      return vscode.l10n.t('Links inside');
    case 'link':
      return vscode.l10n.t('A link');
    case 'scope':
      return vscode.l10n.t('Where to');
    case 'user-directory':
      return vscode.l10n.t('Your canonical directory');
    case 'hide-generic':
      return vscode.l10n.t('This would hide skills');
    case 'removal':
      return vscode.l10n.t('Deleting');
    case 'undo-rest':
      return vscode.l10n.t('What cannot be taken back');
  }
}

/** One list for all questions of a kind, with the choices that they have in common. */
function forAll(questions: readonly Question[], say: Say): Html | null {
  const [first, ...rest] = questions;
  const common = first!.choices.filter(({ value, label }) =>
    rest.every(({ choices }) =>
      choices.some(other => other.value === value && say(other.label) === say(label)),
    ),
  );
  if (common.length < 2) return null;
  const answers = new Set(questions.map(({ answer }) => answer));
  const same = answers.size === 1 ? (questions[0]!.answer ?? '') : '';
  const options = [
    ...(same === '' ? [{ value: '', label: vscode.l10n.t('(each its own)') }] : []),
    ...common.map(({ value, label }) => ({ value, label: say(label) })),
  ];
  return html`<p>${select(vscode.l10n.t('For all {0}:', questions.length), options, same, {
    action: 'answer-all',
    value: first!.kind,
  })}</p>`;
}

function questionOf(question: Question, isCompact: boolean, say: Say): Html {
  const conflict = question.kind === 'conflict' ? (question as Conflict) : null;
  return html`${answerField(question, isCompact, say)}${
    question.fault ? html`<p class="note error">${say(question.fault)}</p>` : null
  }${question.answer === null ? html`<p>${badge(vscode.l10n.t('an answer is needed'), 'warning')}</p>` : null}${
    conflict && !conflict.identical ? differencesOf(conflict, isCompact, say) : null
  }`;
}

function answerField({ id, text, why, choices, answer }: Question, isCompact: boolean, say: Say): Html {
  const target = { action: 'answer', value: id };
  if (choices.length === 0) {
    return html`<p>${say(text)}</p><p>${textField(vscode.l10n.t('Name:'), answer ?? '', target)}</p><p class="detail">${say(why)}</p>`;
  }
  if (isCompact) {
    const options = choices.map(({ value, label }) => ({ value, label: say(label) }));
    const unanswered = answer === null ? [{ value: '', label: vscode.l10n.t('(choose)') }] : [];
    return html`<p>${select(say(text), [...unanswered, ...options], answer ?? '', target)}</p>`;
  }
  const question = html`${say(text)} <span class="muted">(${say(why)})</span>`;
  return radios(
    question,
    choices.map(choice => ({
      value: choice.value,
      label: say(choice.label),
      ...(choice.why && { detail: say(choice.why) }),
    })),
    answer,
    target,
  );
}

/** Which files differ, each with the way to compare it. */
function differencesOf(
  { candidate, source, target, differences }: Conflict,
  isCompact: boolean,
  say: Say,
): Html | null {
  if (differences.length === 0) return null;
  const shown = differences.slice(0, MOST_DIFFERENCES);
  const rest = differences.length - shown.length;
  const names = [source, target].map(place => say(message('{0}', { path: place })));
  const items = shown.map(({ path: inside, kind }) => {
    const words = differenceInWords(kind, names);
    const value = `${candidate}\0${inside}`;
    const label = inside === '.' ? path.basename(target) : inside;
    const spoken = vscode.l10n.t('Compare {0}', label);
    return kind === 'content'
      ? html`<li>${button(label, { action: 'compare', value }, { look: 'link', spoken })} <span class="muted">${words}</span></li>`
      : html`<li><span class="path">${label}</span> <span class="muted">${words}</span></li>`;
  });
  return html`<div class="actions">${button(
    vscode.l10n.t('Compare'),
    { action: 'compare', value: `${candidate}\0` },
    { spoken: vscode.l10n.t('Compare {0} with {1}', ...(names as [string, string])) },
  )}<span class="muted">${
    differences.length === 1
      ? vscode.l10n.t('1 file differs')
      : vscode.l10n.t('{0} files differ', differences.length)
  }</span></div>${isCompact ? null : html`<ul>${items}${rest > 0 ? html`<li class="muted">${vscode.l10n.t('… and {0} more', rest)}</li>` : null}</ul>`}`;
}

function differenceInWords(
  kind: Conflict['differences'][number]['kind'],
  [source, target]: string[],
): string {
  switch (kind) {
    case 'content':
      return vscode.l10n.t('differs');
    case 'mode':
      return vscode.l10n.t('other permissions');
    case 'kind':
      return vscode.l10n.t('a file here, a folder there');
    case 'link':
      return vscode.l10n.t('another link');
    case 'only-first':
      return vscode.l10n.t('only in {0}', source ?? '');
    case 'only-second':
      return vscode.l10n.t('only in {0}', target ?? '');
    case 'unreadable':
      return vscode.l10n.t('cannot be read');
  }
}
