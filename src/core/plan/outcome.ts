/** Who wins before and after, and which tools lose sight of what: the consequences of a plan. */

import { message } from '../message';
import { productOf } from '../products';
import { compareCodePoints } from '../python-text';
import { resolve } from '../resolve';
import { skillPath } from '../skill-path';
import type { Candidate, Resolution } from '../types';
import type { PlanContext } from './context';
import { isWithin } from './manifest';
import { PlaceSet } from './place-set';
import { PlannedLayout } from './planned-layout';
import { sourceOf } from './source-of';
import type { Holder, Operation, OutcomeRow } from './types';

export { toolChanges } from './tool-changes';

/** Resolves the layout as it will be. */
export async function resolveAfter(
  context: PlanContext,
  operations: readonly Operation[],
): Promise<Resolution> {
  const { reads: _, ...options } = context.options;
  const files = new PlannedLayout(context.files, operations);
  return resolve({ ...options, files, ...(context.signal && { signal: context.signal }) });
}

/**
 * One row for every name that the operations touch, and for every other whose winner changes. Sorted by name.
 * @param also places that are told of although nothing is done to them
 */
export function outcomeOf(
  before: Resolution,
  after: Resolution,
  operations: readonly Operation[],
  also: readonly string[] = [],
): readonly OutcomeRow[] {
  const { fold } = productOf(before.profile);
  const places = operations.flatMap(({ from, to, kind }) =>
    kind === 'make-directory' ? [] : [from, to].filter(place => place !== null),
  );
  const touched = new PlaceSet([...places, ...also]);
  const isTouched = (candidate: Candidate) => touched.holding(candidate.file) !== undefined;
  const names = new Map<string, string>();
  for (const { candidates } of [before, after]) {
    for (const candidate of candidates.filter(isTouched)) names.set(fold(candidate.name), candidate.name);
  }
  const [winnersBefore, winnersAfter] = [winnersOf(before), winnersOf(after)];
  for (const [key, { name, file }] of winnersBefore) {
    if (winnersAfter.get(key)?.file !== file && !names.has(key)) names.set(key, name);
  }
  for (const [key, { name }] of winnersAfter) {
    if (!winnersBefore.has(key) && !names.has(key)) names.set(key, name);
  }
  return [...names]
    .map(([key, name]) => {
      const [was, is] = [winnersBefore.get(key) ?? null, winnersAfter.get(key) ?? null];
      return rowOf(is?.name ?? was?.name ?? name, holderOf(was), holderOf(is), operations);
    })
    .sort((a, b) => compareCodePoints(a.name, b.name));
}

/** By folded name. */
function winnersOf(resolution: Resolution): ReadonlyMap<string, Candidate> {
  const { fold } = productOf(resolution.profile);
  const winners = resolution.candidates.filter(({ winnerId, id }) => winnerId === id);
  return new Map(winners.map(candidate => [fold(candidate.name), candidate]));
}

function holderOf(candidate: Candidate | null): Holder | null {
  if (!candidate) return null;
  const { file, scope, verdict } = candidate;
  return { file, path: skillPath(candidate), scope, ambiguous: verdict === 'ambiguous' };
}

function rowOf(
  name: string,
  before: Holder | null,
  after: Holder | null,
  operations: readonly Operation[],
): OutcomeRow {
  const row = { name, before, after };
  if (!after) {
    if (!before) return { ...row, change: 'same', text: message('nothing loads, as before') };
    return { ...row, change: 'lost', text: message('nothing loads any more') };
  }
  const at = { path: after.path };
  if (after.ambiguous && !before?.ambiguous) {
    return { ...row, change: 'other', text: message('ambiguous: the order of the directory decides') };
  }
  if (!before) return { ...row, change: 'gained', text: message('loads from {0}', at) };
  if (before.file === after.file) return { ...row, change: 'same', text: message('{0}, as before', at) };
  const moved = operations.some(
    operation =>
      (operation.kind === 'move' || operation.kind === 'set-aside') &&
      isWithin(operation.from, before.file) &&
      isWithin(operation.to, after.file),
  );
  if (!moved && before.path !== after.path && sourceOf(after.path, operations) === before.path)
    return { ...row, change: 'same', text: message('the same file, by {0}', at) };
  return moved
    ? { ...row, change: 'moved', text: message('loads from {0} from now on', at) }
    : { ...row, change: 'other', text: message('another one loads: {0}', at) };
}
