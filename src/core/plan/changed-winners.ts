/** Names under which something else loads after a plan: said in every plan, and avoided where many skills move. */
import * as path from 'node:path';
import { compareSkills } from '../compare';
import type { FileSystem } from '../file-system';
import { message } from '../message';
import { productOf } from '../products';
import type { Slices } from '../slices';
import type { Draft } from './draft';
import { isWithin } from './manifest';
import type { Holder, Operation, OutcomeRow, PlanRequest } from './types';

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

/** Where that which will be at a place is now. */
function sourceOf(place: string, operations: readonly Operation[]): string {
  const transfer = operations.find(
    ({ kind, to }) => (kind === 'copy' || kind === 'move') && to !== null && isWithin(to, place),
  );
  if (!transfer || transfer.from === null || transfer.to === null) return place;
  return path.join(transfer.from, path.relative(transfer.to, place));
}

export function noteChangedWinners(draft: Draft, changed: readonly ChangedWinner[]): void {
  for (const { name, before, after, source } of changed) {
    const text =
      before.path === after.path
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
    draft.notes.push({ severity: 'warning', code: 'winner-changes', text, path: after.path });
  }
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
