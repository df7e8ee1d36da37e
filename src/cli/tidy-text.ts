/** A plan, and what became of it, as text for a terminal. */
import * as path from 'node:path';
import type { ApplyResult, Interrupted } from '../core/plan/apply';
import type { Operation, Plan, Question } from '../core/plan/types';
import { SKILL_FILE } from '../core/scan/skill-file-names';
import { printable, quoted, type Shower, table } from './text';

const WORDS: Readonly<Record<Operation['kind'], string>> = {
  'make-directory': 'make',
  copy: 'copy',
  move: 'move',
  'make-link': 'link',
  'create-file': 'make',
  'set-aside': 'keep',
  trash: 'trash',
  delete: 'delete',
  'remove-directory': 'remove',
};

/** In an undo, what was kept is put back, and what was made is removed. */
export const UNDO_WORDS: typeof WORDS = { ...WORDS, 'set-aside': 'restore', delete: 'remove' };

/** Everything that a person should know before it is done. */
export function planText(plan: Plan, shower: Shower): string {
  const sections = [
    [shower.message(plan.title)],
    section('What is done', operationRows(plan.operations, shower)),
    section(
      'Left out',
      plan.skipped.map(({ path, text }) => [shower.path(path), shower.message(text)]),
    ),
    section(
      'Refused',
      plan.refusals.map(({ path, text }) => [shower.path(path), shower.message(text)]),
    ),
    questions('Conflicts', plan.conflicts, shower),
    questions('Questions', plan.questions, shower),
    section(
      'Who wins',
      plan.outcome.map(({ name, text }) => [printable(name), shower.message(text)]),
    ),
    ...(plan.others ?? []).map(({ product, outcome }) =>
      section(
        `In ${product}`,
        outcome
          .filter(({ change }) => change !== 'same')
          .map(({ name, text }) => [printable(name), shower.message(text)]),
      ),
    ),
    section(
      'Other tools',
      plan.tools.map(({ text }) => [shower.message(text)]),
    ),
    section(
      'To know',
      plan.notes.map(({ severity, text }) => [severity === 'warning' ? '⚠' : '·', shower.message(text)]),
    ),
  ];
  return sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n');
}

/** The line under a plan that is not carried out. */
export function notApplied(plan: Plan): string {
  if (plan.operations.length === 0) return 'There is nothing to do.';
  if (plan.ready) return 'Nothing was changed. Add --apply to do this.';
  const isOpen = [...plan.questions, ...plan.conflicts].some(({ answer }) => answer === null);
  return isOpen ? 'Nothing was changed: a question is open.' : 'Nothing was changed.';
}

/** What became of a plan. */
export function resultText(result: ApplyResult, shower: Shower): string {
  const { status, done, total, failure, leftovers, undoable } = result;
  const why = failure ? `: ${shower.message(failure.text)}` : '';
  const count = total === 1 ? '' : ` ${done} of ${total}.`;
  const lines = {
    complete: `Done.${count}${undoable ? ' To take it back: which-skill undo --apply' : ''}`,
    cancelled: `Cancelled.${count} What is not done is as it was.`,
    cleaned: `Cleaned up.${count} ${cleanedText(done, undoable)}`,
    failed: `Stopped${why}.${count} ${done === 0 ? 'Nothing is changed.' : 'What is not done is as it was.'}`,
    interrupted: `Interrupted${why}.${count} Nothing is lost. To finish it: which-skill recover --apply`,
  };
  return [lines[status], ...leftovers.map(place => `  left over: ${shower.path(place)}`)].join('\n');
}

/** What stays done is still to be taken back, where that is wanted. */
function cleanedText(done: number, undoable: boolean): string {
  if (done === 0 || !undoable) return 'What is not done is as it was.';
  const what = done === 1 ? 'The one that is done stays' : `The ${done} that are done stay`;
  return `${what}: to take that back, which-skill undo --apply. What is not done is as it was.`;
}

/** What was interrupted, and what lies about because of it. */
export function interruptedText(
  { id, at, title, done, total, leftovers }: Interrupted,
  shower: Shower,
): string {
  const head = `${id}  ${printable(at)}  ${shower.message(title)}: ${done} of ${total} done`;
  return [head, ...leftovers.map(place => `  left over: ${shower.path(place)}`)].join('\n');
}

/** One row for each operation: what is done, to what, and where it goes. */
export function operationRows(
  all: readonly Operation[],
  shower: Shower,
  words: Readonly<Record<Operation['kind'], string>> = WORDS,
): string[][] {
  return all.map(({ kind, from: source, to: place, ...rest }) => {
    const optional = 'optional' in rest && rest.optional ? 'if it is empty' : '';
    const shape = 'shape' in rest ? rest.shape : null;
    const [from, to] = [
      withSkillFile(source, shape === 'folder-to-file'),
      withSkillFile(place, shape === 'file-to-folder'),
    ];
    const target = to === null ? optional : `-> ${shower.path(to)}`;
    if (kind === 'make-directory' || kind === 'create-file') return ['make', shower.path(to ?? '')];
    if (kind === 'make-link')
      return ['link', shower.path(to ?? ''), `-> ${printable('target' in rest ? String(rest.target) : '')}`];
    return [words[kind], shower.path(from ?? ''), target];
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
      `  ${shower.message(text)} (${shower.message(why)})`,
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
