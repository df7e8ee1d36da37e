/** Names under which something else loads after a plan: said in every plan, and avoided where many skills move. */
import * as path from 'node:path';
import { compareSkills } from '../compare';
import type { FileSystem } from '../file-system';
import { type Message, message, namesInRow } from '../message';
import { productOf } from '../products';
import { resolve } from '../resolve';
import type { Slices } from '../slices';
import type { Resolution } from '../types';
import type { PlanContext } from './context';
import type { Draft } from './draft';
import { isWithin } from './manifest';
import { outcomeOf, resolveAfter } from './outcome';
import { sourceOf } from './source-of';
import type { Holder, Note, Operation, OutcomeRow, PlanRequest } from './types';

/** A name whose winner has another content afterwards. */
export interface ChangedWinner {
  readonly name: string;
  readonly before: Holder;
  readonly after: Holder;
  /** Where the new winner is now. */
  readonly source: string;
}

/** Compares what loads before and after, where it is not the same skill in another place. */
export async function changedWinners(
  files: FileSystem,
  outcome: readonly OutcomeRow[],
  operations: readonly Operation[],
  slices: Slices,
): Promise<readonly ChangedWinner[]> {
  const changed: ChangedWinner[] = [];
  for (const { name, before, after } of outcome) {
    if (!before || !after) continue;
    const source = sourceOf(after.path, operations);
    if (source === before.path) continue;
    const { differences, complete } = await compareSkills(files, formed(before.path), formed(source), slices);
    if (differences.length > 0 || !complete) changed.push({ name, before, after, source });
  }
  return changed;

  function formed(place: string) {
    const isFlat = files.state(place);
    const form = 'kind' in isFlat && isFlat.kind === 'directory' ? 'directory' : 'flat';
    return { form, dir: place, file: form === 'flat' ? place : path.join(place, 'SKILL.md') } as const;
  }
}

/** The warnings of a plan: for its product, and for the others that the context names. */
export async function allChangedWinners(
  context: PlanContext,
  outcome: readonly OutcomeRow[],
  operations: readonly Operation[],
  slices: Slices,
): Promise<readonly Note[]> {
  const changed = await changedWinners(context.files, outcome, operations, slices);
  return noteWinnerChanges(context, changed, operations, slices);
}

/**
 * The warnings about winners that change: for the product that is planned for, then for the others that the context
 * names, those with the same change together.
 */
export async function noteWinnerChanges(
  context: PlanContext,
  changed: readonly ChangedWinner[],
  operations: readonly Operation[],
  slices: Slices,
): Promise<readonly Note[]> {
  const elsewhere = new Map<string, { readonly change: ChangedWinner; readonly products: string[] }>();
  for (const options of operations.length > 0 ? (context.otherProducts ?? []) : []) {
    const { signal } = context;
    const before = await resolve({ ...options, ...(signal && { signal }) });
    if (!isConcerned(before, operations)) continue;
    const after = await resolveAfter({ ...context, options }, operations);
    const outcome = outcomeOf(before, after, operations);
    for (const change of await changedWinners(context.files, outcome, operations, slices)) {
      const key = [change.name, change.before.path, change.after.path, change.source].join('\0');
      const known = elsewhere.get(key);
      if (known) known.products.push(before.profile);
      else elsewhere.set(key, { change, products: [before.profile] });
    }
  }
  return [
    ...changed.map(change => warning(change, inWords(change))),
    ...[...elsewhere.values()].map(({ change, products }) =>
      warning(change, message('for {0}: {1}', namesInRow(products), inWords(change))),
    ),
  ];
}

/** Whether a product looks into any directory in which something changes. */
function isConcerned({ roots }: Resolution, operations: readonly Operation[]): boolean {
  const places = operations.flatMap(({ from, to }) => [from, to]).filter(place => place !== null);
  return roots.some(({ location, path: real }) =>
    places.some(place => isWithin(location, place) || isWithin(real, place) || isWithin(place, location)),
  );
}

function warning({ after }: ChangedWinner, text: Message): Note {
  return { severity: 'warning', code: 'winner-changes', text, path: after.path };
}

function inWords({ name, before, after, source }: ChangedWinner): Message {
  return before.path === after.path
    ? message(
        'the winner changes: {0} is replaced at {1} by {2}, and they differ',
        name,
        { path: after.path },
        { path: source },
      )
    : message(
        'the winner changes: {0} loads from {1} in place of {2}, and they differ',
        name,
        { path: after.path },
        { path: before.path },
      );
}

/**
 * Folded names that a bulk move had better leave alone: their winner would go while another copy stays above it.
 * Whoever names a single skill, or has something replaced, means it.
 */
export function namesToHold(
  { draft, changed }: { readonly draft: Draft; readonly changed: readonly ChangedWinner[] },
  request: PlanRequest,
): readonly string[] {
  if (request.kind !== 'move' && request.kind !== 'to-folder') return [];
  const { fold } = productOf(draft.context.resolution.profile);
  const { what } = request;
  return changed
    .map(({ name }) => fold(name))
    .filter(name => {
      const copies = draft.context.resolution.candidates.filter(candidate => fold(candidate.name) === name);
      const ids = new Set(copies.map(({ id }) => id));
      const isBulk = !('candidates' in what) || what.candidates.filter(id => ids.has(id)).length > 1;
      const replaces = draft.conflicts.some(
        ({ candidate, answer }) => ids.has(candidate) && answer?.startsWith('replace'),
      );
      return isBulk && !replaces;
    });
}

/** What was asked about copies that are left alone now: answers can still let all of them move. */
export function keepQuestions(from: Draft, to: Draft): void {
  const { fold } = productOf(to.context.resolution.profile);
  const held = to.context.resolution.candidates.filter(({ name }) => to.held.has(fold(name)));
  const ids = new Set(held.map(({ id }) => id));
  const isAbout = ({ id }: { readonly id: string }) => ids.has(id.slice(id.indexOf(':') + 1));
  to.conflicts.push(...from.conflicts.filter(isAbout));
  const asked = new Set(to.questions.map(({ id }) => id));
  to.questions.push(...from.questions.filter(question => isAbout(question) && !asked.has(question.id)));
}
