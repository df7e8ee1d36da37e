/** A plan, and what became of it, as text for a terminal. */
import * as path from 'node:path';
import { type Message, message, textInRow } from '../core/message';
import type { ApplyResult, Interrupted } from '../core/plan/apply';
import type { Operation, Plan, Question } from '../core/plan/types';
import { SKILL_FILE } from '../core/scan/skill-file-names';
import { printable, quoted, type Shower, table } from './text';

const WORDS: Readonly<Record<Operation['kind'], Message>> = {
  'make-directory': message('make'),
  copy: message('copy'),
  move: message('move'),
  'make-link': message('link'),
  'create-file': message('make'),
  'set-aside': message('keep'),
  trash: message('trash'),
  delete: message('delete'),
  'remove-directory': message('remove'),
};

/** In an undo, what was kept is put back, and what was made is removed. */
export const UNDO_WORDS: typeof WORDS = {
  ...WORDS,
  'set-aside': message('restore'),
  delete: message('remove'),
};

/** Everything that a person should know before it is done. */
export function planText(plan: Plan, shower: Shower): string {
  const sections = [
    [shower.message(plan.title)],
    section(shower.message(message('What is done')), operationRows(plan.operations, shower)),
    section(
      shower.message(message('Left out')),
      plan.skipped.map(({ path, text }) => [shower.path(path), shower.message(text)]),
    ),
    section(
      shower.message(message('Refused')),
      plan.refusals.map(({ path, text }) => [shower.path(path), shower.message(text)]),
    ),
    questions(shower.message(message('Conflicts')), plan.conflicts, shower),
    questions(shower.message(message('Questions')), plan.questions, shower),
    section(
      shower.message(message('Who wins')),
      plan.outcome.map(({ name, text }) => [printable(name), shower.message(text)]),
    ),
    ...(plan.others ?? []).map(({ product, outcome }) =>
      section(
        shower.message(message('In {0}', product)),
        outcome
          .filter(({ change }) => change !== 'same')
          .map(({ name, text }) => [printable(name), shower.message(text)]),
      ),
    ),
    section(
      shower.message(message('Other tools')),
      plan.tools.map(({ text }) => [shower.message(text)]),
    ),
    section(
      shower.message(message('To know')),
      plan.notes.map(({ severity, text }) => [severity === 'warning' ? '⚠' : '·', shower.message(text)]),
    ),
  ];
  return sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n');
}

/** The line under a plan that is not carried out. */
export function notApplied(plan: Plan): Message {
  if (plan.operations.length === 0) return message('There is nothing to do.');
  if (plan.ready) return message('Nothing was changed. Add --apply to do this.');
  const isOpen = [...plan.questions, ...plan.conflicts].some(({ answer }) => answer === null);
  return isOpen ? message('Nothing was changed: a question is open.') : message('Nothing was changed.');
}

/** What became of a plan. */
export function resultText(result: ApplyResult, shower: Shower): string {
  const { done, total, leftovers } = result;
  const count = total === 1 ? [] : [message('{0} of {1}.', done, total)];
  const line = shower.message(textInRow([...howItEnded(result), ...count, ...whatIsLeft(result)]));
  return [line, ...leftOver(leftovers, shower)].join('\n');
}

function howItEnded({ status, failure }: ApplyResult): readonly Message[] {
  switch (status) {
    case 'complete':
      return [message('Done.')];
    case 'cancelled':
      return [message('Cancelled.')];
    case 'cleaned':
      return [message('Cleaned up.')];
    case 'failed':
      return [failure ? message('Stopped: {0}.', failure.text) : message('Stopped.')];
    case 'interrupted':
      return [failure ? message('Interrupted: {0}.', failure.text) : message('Interrupted.')];
  }
}

const REST_IS_AS_IT_WAS = message('What is not done is as it was.');

function whatIsLeft({ status, done, undoable }: ApplyResult): readonly Message[] {
  switch (status) {
    case 'complete':
      return undoable ? [message('To take it back: {0}', 'which-skill undo --apply')] : [];
    case 'cancelled':
      return [REST_IS_AS_IT_WAS];
    case 'cleaned':
      return [...whatStays(done, undoable), REST_IS_AS_IT_WAS];
    case 'failed':
      return [done === 0 ? message('Nothing is changed.') : REST_IS_AS_IT_WAS];
    case 'interrupted':
      return [message('Nothing is lost. To finish it: {0}', 'which-skill recover --apply')];
  }
}

/** What stays done is still to be taken back, where that is wanted. */
function whatStays(done: number, undoable: boolean): readonly Message[] {
  if (done === 0 || !undoable) return [];
  const command = 'which-skill undo --apply';
  return [
    done === 1
      ? message('The one that is done stays: to take that back, {0}.', command)
      : message('The {0} that are done stay: to take that back, {1}.', done, command),
  ];
}

function leftOver(places: readonly string[], shower: Shower): readonly string[] {
  return places.map(place => `  ${shower.message(message('left over: {0}', { path: place }))}`);
}

/** What was interrupted, and what lies about because of it. */
export function interruptedText(
  { id, at, title, done, total, leftovers }: Interrupted,
  shower: Shower,
): string {
  const head = `${id}  ${printable(at)}  ${shower.message(message('{0}: {1} of {2} done', title, done, total))}`;
  return [head, ...leftOver(leftovers, shower)].join('\n');
}

/** One row for each operation: what is done, to what, and where it goes. */
export function operationRows(
  all: readonly Operation[],
  shower: Shower,
  words: typeof WORDS = WORDS,
): string[][] {
  return all.map(({ kind, from: source, to: place, ...rest }) => {
    const optional = 'optional' in rest && rest.optional ? shower.message(message('if it is empty')) : '';
    const shape = 'shape' in rest ? rest.shape : null;
    const [from, to] = [
      withSkillFile(source, shape === 'folder-to-file'),
      withSkillFile(place, shape === 'file-to-folder'),
    ];
    const target = to === null ? optional : `-> ${shower.path(to)}`;
    if (kind === 'make-directory' || kind === 'create-file')
      return [shower.message(WORDS[kind]), shower.path(to ?? '')];
    if (kind === 'make-link')
      return [
        shower.message(WORDS[kind]),
        shower.path(to ?? ''),
        `-> ${printable('target' in rest ? String(rest.target) : '')}`,
      ];
    return [shower.message(words[kind]), shower.path(from ?? ''), target];
  });
}

/** Where a flat file becomes a folder, or the other way round, the file is what goes from place to place. */
function withSkillFile(place: string | null, isFolder: boolean): string | null {
  return place !== null && isFolder ? path.join(place, SKILL_FILE) : place;
}

function questions(title: string, asked: readonly Question[], shower: Shower): string[] {
  if (asked.length === 0) return [];
  return [
    title,
    ...asked.flatMap(({ id, text, why, choices, answer, fault }) => [
      `  ${shower.message(message('{0} ({1})', text, why))}`,
      ...(fault ? [`    ⚠ ${shower.message(fault)}`] : []),
      ...choices.map(
        ({ value, label }) => `    ${value === answer ? '●' : '○'} ${value}  ${shower.message(label)}`,
      ),
      ...(choices.length === 0 ? [`    ● ${printable(answer ?? '')}`] : []),
      `      --answer ${quoted(`${id}=VALUE`)}`,
    ]),
  ];
}

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const columns = Math.max(...rows.map(row => row.length));
  const even = rows.map(row => [...row, ...Array<string>(columns - row.length).fill('')]);
  return [title, table(even).replace(/^/gm, '  ')];
}
