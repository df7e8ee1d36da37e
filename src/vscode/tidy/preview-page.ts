/** The preview as a page: everything that a plan does and leads to, before any of it is done. */
import * as vscode from 'vscode';
import { message, textInRow } from '../../core/message';
import type { Note, Plan, PlanRequest, Refusal } from '../../core/plan/types';
import type { Resolution } from '../../core/types';
import { button, checkbox, type Html, html, radios } from '../pages/html';
import type { Say } from '../say';
import { keepingOf, type Way } from './intent';
import { operationsSection, sentence } from './preview-operations';
import { outcomeSection, toolsSection } from './preview-outcome';
import { questionsSection } from './preview-questions';

/** All that the page shows. */
export interface PreviewView {
  readonly plan: Plan;
  /** As it can be changed: with a whole root still meant as one. */
  readonly request: PlanRequest;
  readonly resolution: Resolution;
  readonly ways: readonly Way[];
  readonly way: number;
  readonly titles: readonly string[];
  /** Ids of documents that are taken along. */
  readonly documents: ReadonlySet<string>;
  /** Documents that a root or scope has: they are ticked one by one. */
  readonly offered: readonly Refusal[];
  /** In place of the plan's title. */
  readonly heading: string | null;
  /** Index of the note whose plan is to be shown next. */
  readonly next: number | null;
  readonly isApplying: boolean;
  /** Why the last try failed. */
  readonly failure: string | null;
}

/** Reasons of the same kind that are shown one by one. */
const FEW = 6;

/** From this many warnings of one kind on, they are a list to open. */
const MANY = 4;

/** What stands at the top, and on the tab. */
export function headingOf({ title, operations, request }: Plan, say: Say): string {
  if (operations.length > 0) return say(title);
  switch (request.kind) {
    case 'copy':
      return vscode.l10n.t('Copy: nothing to do yet');
    case 'move':
      return vscode.l10n.t('Move: nothing to do yet');
    default:
      return vscode.l10n.t('Nothing to do yet');
  }
}

/** The content of the page. */
export function previewPage(view: PreviewView, say: Say): Html {
  const { plan, resolution } = view;
  const { notes } = plan;
  const warnings = notes.filter(({ severity }) => severity === 'warning');
  const hints = notes.filter(({ severity }) => severity === 'information');
  return html`<h1>${view.heading ?? headingOf(plan, say)}</h1><p class="lead" id="summary">${summary(plan, say)}</p>${reach(view)}${
    view.failure === null ? null : html`<p class="note error" role="alert">${view.failure}</p>`
  }${refusals(plan.refusals, say)}${warningList(warnings, view, say)}${wayChoice(view)}${keepingChoice(view.request)}${placeChoice(view.request)}${questionsSection(plan.questions, plan.conflicts, say)}${documentChoice(view, say)}${operationsSection(plan.operations, say)}${outcomeSection(plan.outcome, resolution.product, say)}${plan.others?.map(({ profile, product, outcome }) => outcomeSection(outcome, product, say, profile))}${toolsSection(plan.tools, say)}${hintList(hints, say)}${leftOut(plan.skipped, say)}${bar(view)}`;
}

/** A rescue looks at one folder: whoever has several projects would not know. */
function reach({ request }: PreviewView): Html | null {
  if (request.kind !== 'rescue') return null;
  return html`<p class="muted">${vscode.l10n.t('This is about what loads in this folder: the skills of its project, and your own that load here. Other projects are rescued in their own folders.')}</p>`;
}

/** What would happen, in a sentence; a screen reader hears it after every change. */
export function summary(
  { operations, questions, conflicts, refusals, skipped, ready }: Plan,
  say: Say,
): string {
  const units = new Set(operations.filter(({ kind }) => kind !== 'make-directory').map(({ unit }) => unit))
    .size;
  const open = [...questions, ...conflicts].filter(({ answer }) => answer === null).length;
  const left = skipped.filter(({ code }) => code !== 'conflict').length;
  const parts = [
    units === 0
      ? vscode.l10n.t('Nothing would be done.')
      : units === 1
        ? vscode.l10n.t('1 change is planned.')
        : vscode.l10n.t('{0} changes are planned.', units),
    ...(open > 0
      ? [
          open === 1
            ? vscode.l10n.t('1 question needs an answer first.')
            : vscode.l10n.t('{0} questions need an answer first.', open),
        ]
      : []),
    ...(conflicts.length > 0
      ? [
          conflicts.length === 1
            ? vscode.l10n.t('1 target is there already: see what is to decide.')
            : vscode.l10n.t('{0} targets are there already: see what is to decide.', conflicts.length),
        ]
      : []),
    ...(left > 0 ? [vscode.l10n.t('{0} left out.', left)] : []),
    ...(refusals.length > 0 ? [vscode.l10n.t('{0} not possible.', refusals.length)] : []),
    ...(ready ? [vscode.l10n.t('Nothing has been written yet.')] : []),
  ];
  return say(textInRow(parts));
}

function refusals(all: readonly Refusal[], say: Say): Html | null {
  if (all.length === 0) return null;
  return html`<div class="note error"><strong>${vscode.l10n.t('Not possible')}</strong>${reasonList(all, 'refusals', say)}</div>`;
}

function reasonList(all: readonly Refusal[], id: string, say: Say): Html {
  const list = html`<ul>${all.map(
    ({ path: place, text }) =>
      html`<li><span class="path">${say(message('{0}', { path: place }))}</span>: ${say(text)}</li>`,
  )}</ul>`;
  if (all.length <= FEW) return list;
  return html`<details id="${id}"><summary>${vscode.l10n.t('Show all {0}', all.length)}</summary>${list}</details>`;
}

/** One by one, but for a kind of which there are many. */
function warningList(warnings: readonly Note[], view: PreviewView, say: Say): readonly Html[] {
  const codes = [...new Set(warnings.map(({ code }) => code))];
  return codes.flatMap(code => {
    const alike = warnings.filter(note => note.code === code);
    if (alike.length < MANY) return alike.map(note => noteOf(note, view, say));
    const [first, ...rest] = alike;
    return [
      noteOf(first!, view, say),
      html`<details id="more-${code}"><summary>${vscode.l10n.t('{0} more like this', rest.length)}</summary>${rest.map(note => noteOf(note, view, say))}</details>`,
    ];
  });
}

function noteOf(note: Note, { plan, request, next }: PreviewView, say: Say): Html {
  const index = plan.notes.indexOf(note);
  return html`<div class="note warning"><p>${sentence(note.text, say)}</p>${remedy(note, index, request, next)}</div>`;
}

/** A copy that its own original goes on shadowing is better moved; anything else is a plan of its own, afterwards. */
function remedy({ followUp }: Note, index: number, request: PlanRequest, next: number | null): Html | null {
  if (!followUp) return null;
  if (request.kind === 'copy' && isAboutSource(followUp, request)) {
    return html`<div class="actions">${button(vscode.l10n.t('Move Instead of Copying'), { action: 'keeping-move' })}</div>`;
  }
  const label = vscode.l10n.t('Afterwards, show me the plan that deletes it');
  return html`<p>${checkbox(label, next === index, { action: 'next', value: String(index) })}</p>`;
}

function isAboutSource(followUp: PlanRequest, { what }: Extract<PlanRequest, { kind: 'copy' }>): boolean {
  if (followUp.kind !== 'delete' || !('candidates' in followUp.what)) return false;
  const { candidates } = followUp.what;
  // A root or scope holds the winner itself: what shadows the copy is then among what is copied.
  return !('candidates' in what) || candidates.every(id => what.candidates.includes(id));
}

function wayChoice({ ways, way, titles }: PreviewView): Html | null {
  if (ways.length < 2) return null;
  const choices = titles.map((label, index) => ({ value: String(index), label }));
  return html`<h2 id="way">${vscode.l10n.t('Ways to do it')}</h2>${radios(
    vscode.l10n.t('Each of these makes it the one that loads:'),
    choices,
    String(way),
    { action: 'way' },
  )}`;
}

function keepingChoice(request: PlanRequest): Html | null {
  const keeping = keepingOf(request);
  if (keeping === undefined) return null;
  return radios(
    vscode.l10n.t('In the old place:'),
    [
      { value: 'copy', label: vscode.l10n.t('Copy: everything stays there too') },
      { value: 'move', label: vscode.l10n.t('Move: nothing stays there') },
      {
        value: 'link',
        label: vscode.l10n.t('Move, and leave a link there'),
        detail: vscode.l10n.t('A tool that reads only the old place still finds it.'),
      },
    ],
    keeping,
    { action: 'keeping' },
  );
}

function placeChoice(request: PlanRequest): Html | null {
  if (request.kind !== 'to-folder' || typeof request.to === 'object') return null;
  return radios(
    vscode.l10n.t('The new folder:'),
    [
      { value: 'same', label: vscode.l10n.t('In the directory where the file is') },
      { value: 'canonical', label: vscode.l10n.t('In the canonical directory of its scope') },
    ],
    request.to,
    { action: 'place' },
  );
}

function documentChoice({ offered, documents }: PreviewView, say: Say): Html | null {
  if (offered.length === 0) return null;
  const boxes = offered.map(({ candidate = '', path: place }) => {
    const label = html`<span class="path">${say(message('{0}', { path: place }))}</span>`;
    return checkbox(label, documents.has(candidate), { action: 'document', value: candidate });
  });
  return html`<h2 id="documents">${vscode.l10n.t('Documents')}</h2><fieldset><legend>${vscode.l10n.t('These look like documents about their folder, not like skills. Tick those that are to go along.')}</legend>${boxes}</fieldset>`;
}

function hintList(hints: readonly Note[], say: Say): Html | null {
  if (hints.length === 0) return null;
  const items = hints.map(
    ({ text, path: place }) =>
      html`<li>${place === undefined ? null : html`<span class="path">${say(message('{0}', { path: place }))}</span>: `}${say(text)}</li>`,
  );
  return html`<h2 id="hints">${vscode.l10n.t('Good to know')}</h2><ul>${items}</ul>`;
}

function leftOut(all: readonly Refusal[], say: Say): Html | null {
  const rest = all.filter(({ code }) => code !== 'document' && code !== 'conflict');
  if (rest.length === 0) return null;
  return html`<h2 id="left-out">${vscode.l10n.t('Left out')}</h2>${reasonList(rest, 'skipped', say)}`;
}

function bar({ plan, request, isApplying }: PreviewView): Html {
  const disabled = !plan.ready || isApplying;
  return html`<div class="bar">${button(confirmLabel(request), { action: 'confirm' }, { look: 'primary', disabled })}${button(
    vscode.l10n.t('Cancel'),
    { action: 'cancel' },
    { disabled: isApplying },
  )}${isApplying ? html`<span class="muted">${vscode.l10n.t('At work …')}</span>` : null}</div>`;
}

function confirmLabel(request: PlanRequest): string {
  switch (request.kind) {
    case 'copy':
      return vscode.l10n.t('Copy');
    case 'move':
      return vscode.l10n.t('Move');
    case 'to-folder':
      return vscode.l10n.t('Make Folders');
    case 'delete':
      return vscode.l10n.t('Delete');
    case 'rename':
      return vscode.l10n.t('Rename');
    case 'create':
      return vscode.l10n.t('Create');
    case 'remove-empty-root':
      return vscode.l10n.t('Remove');
    case 'rescue':
      return vscode.l10n.t('Rescue');
    case 'make-visible':
      return vscode.l10n.t('Make Visible');
  }
}
