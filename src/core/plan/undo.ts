/** Undoing a plan: again a plan, which can be shown and refused. */
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';
import { message } from '../message';
import { Slices } from '../slices';
import { allChangedWinners } from './changed-winners';
import type { PlanContext } from './context';
import { wordsFor } from './failure';
import { fingerprint } from './fingerprint';
import { inverseOf } from './inverse';
import { type Journal, type OperationRecord, readJournals } from './journal';
import { outcomeOf, resolveAfter, toolChanges } from './outcome';
import type { Answers, Note, Operation, Plan, Question, Refusal } from './types';

/**
 * The plans that can still be undone, newest first, as far as they are not undone yet. Those that undo others are not
 * among them.
 */
export function undoablePlans(files: FileSystem, storage: string): readonly Journal[] {
  return plansDone(files, storage).filter(isUndoable);
}

/** The plans after the newest that can be undone, newest first: what they did is for good, such as a deletion. */
export function finalPlans(files: FileSystem, storage: string): readonly Journal[] {
  const done = plansDone(files, storage);
  const newest = done.findIndex(isUndoable);
  return (newest < 0 ? done : done.slice(0, newest)).filter(({ records }) =>
    records.some(record => record.reverts === null && inverseOf(record, 0) === 'impossible'),
  );
}

/** How much of a plan an undo would take back. */
export interface Extent {
  /** Skills, mostly: what is taken back as a whole or not at all. */
  readonly units: number;
  /** Files and links that it would move, put back or remove. */
  readonly files: number;
}

/** Counts what taking a plan back concerns, as it is on disk now. */
export function extentOf(files: FileSystem, journal: Journal): Extent {
  const steps = inversesOf(journal).inverses.filter(operation => !isOfDirectory(operation));
  const places = steps.map(({ from, to }) => from ?? to).filter(place => place !== null);
  return {
    units: new Set(steps.map(({ unit }) => unit)).size,
    files: places.reduce((sum, place) => sum + filesAt(files, place), 0),
  };
}

function filesAt(files: FileSystem, place: string): number {
  const state = files.linkState(place);
  if (isFault(state)) return 0;
  if (state.kind !== 'directory') return 1;
  const listed = files.readDirectory(place);
  if (isFault(listed)) return 0;
  return listed.reduce((sum, { name }) => sum + filesAt(files, path.join(place, name)), 0);
}

/** Those that have come to an end, without what is undone already: an undo may have taken back some skills only. */
function plansDone(files: FileSystem, storage: string): readonly Journal[] {
  const journals = readJournals(files, storage);
  const undone = new Map<string, Set<number>>();
  for (const journal of journals) {
    if (journal.undoes === null) continue;
    const units = undone.get(journal.undoes) ?? new Set();
    for (const unit of unitsTakenBack(journal)) units.add(unit);
    undone.set(journal.undoes, units);
  }
  return journals.flatMap(journal => {
    if (journal.end === null || journal.undoes !== null) return [];
    const units = undone.get(journal.id);
    if (!units) return [journal];
    const records = journal.records.map(record =>
      units.has(record.operation.unit) && record.operation.kind !== 'make-directory'
        ? { ...record, reverted: true }
        : record,
    );
    return [{ ...journal, records }];
  });
}

/** The units of another plan that an undo has taken back, whole: it may have been cancelled, or meant for some only. */
function unitsTakenBack({ records }: Journal): ReadonlySet<number> {
  const own = records.filter(({ reverts }) => reverts === null);
  // Directories that others share are removed where they are empty, whatever becomes of the skills of their unit.
  const units = new Set(own.filter(({ operation }) => !isOfDirectory(operation)).map(unitOf));
  const alone = own.filter(
    ({ operation }) => operation.kind === 'make-directory' && !units.has(operation.unit),
  );
  for (const record of alone) units.add(unitOf(record));
  for (const record of own) if (!record.done || record.reverted) units.delete(unitOf(record));
  return units;
}

function unitOf({ operation }: OperationRecord): number {
  return operation.unit;
}

function isOfDirectory({ kind }: Operation): boolean {
  return kind === 'make-directory' || kind === 'remove-directory';
}

function isUndoable({ records }: Journal): boolean {
  return records.some(record => {
    const inverse = record.reverts === null ? inverseOf(record, 0) : null;
    return inverse !== null && inverse !== 'impossible' && inverse.kind !== 'remove-directory';
  });
}

/** One step back, and what stands in its way. */
interface Step {
  readonly operation: Operation;
  readonly hindrances: readonly Refusal[];
}

/** Id of the question whether to take back what can be, where not all can. */
export const UNDO_REST = 'undo-rest';

/** The answer to it that takes back the others. */
export const OTHERS = 'others';

/**
 * Plans to take back what a journal says was done, the last first. Where a file has changed since, or something else is
 * in its old place, that skill is refused with the reason, and nothing is done: unless an answer says to take back the
 * others. What is refused can still be undone later.
 * @param context where the outcome is wanted: what the work directory resolves to now
 * @param answers to `undo-rest`: `others` or `nothing`, the default
 */
export async function planUndo(
  files: FileSystem,
  journal: Journal,
  context: PlanContext | null = null,
  answers: Answers = {},
): Promise<Plan> {
  const slices = new Slices(context?.signal);
  const { inverses, notes } = inversesOf(journal);
  const { steps, refused } = await tryAll(files, inverses, slices);
  const refusals = steps.flatMap(({ hindrances }) => hindrances);
  const units = new Set(inverses.filter(operation => !isOfDirectory(operation)).map(({ unit }) => unit));
  const possible = [...units].filter(unit => !refused.has(unit)).length;
  const isPart = refused.size > 0 && possible > 0;
  const question = isPart ? questionAboutRest(possible, units.size, answers) : null;
  const isWanted = refused.size === 0 || question?.answer === OTHERS;
  const operations = steps.map(({ operation }) => operation).filter(operation => isKept(operation, refused));
  const ready = inverses.length > 0 && isWanted;
  const after = context && ready ? await resolveAfter(context, operations) : null;
  const outcome = context && after ? outcomeOf(context.resolution, after, operations) : [];
  const changed = context && after ? await allChangedWinners(context, outcome, operations, slices) : [];
  return {
    version: 1,
    title: message('Undo: {0}', journal.title),
    request: { kind: 'undo', id: journal.id },
    answers,
    operations: ready ? operations : inverses,
    conflicts: [],
    questions: question ? [question] : [],
    notes: [...notes, ...changed],
    skipped: [],
    refusals,
    outcome,
    tools: context && after ? toolChanges(context, operations, after) : [],
    ready,
  };
}

/** What would take all of it back, and what cannot come back. */
function inversesOf(journal: Journal): { inverses: readonly Operation[]; notes: readonly Note[] } {
  const inverses: Operation[] = [];
  const notes: Note[] = [];
  /** What was put aside and then thrown away cannot be put back. */
  const lost = new Set<string>();
  for (const record of [...journal.records].reverse()) {
    if (record.reverts !== null) continue;
    if (record.operation.kind === 'set-aside' && lost.has(record.operation.to)) continue;
    const inverse = inverseOf(record, record.operation.unit);
    if (inverse === null) continue;
    if (inverse === 'impossible') {
      if (record.operation.from !== null) lost.add(record.operation.from);
      notes.push(cannotComeBack(record.operation));
    } else inverses.push(inverse);
  }
  return { inverses, notes };
}

/** Looks for what stands in the way, until no unit leans on one that stays as it is. */
async function tryAll(
  files: FileSystem,
  inverses: readonly Operation[],
  slices: Slices,
): Promise<{ steps: readonly Step[]; refused: ReadonlySet<number> }> {
  const refused = new Set<number>();
  const found = new Map<Operation, readonly Refusal[]>();
  for (;;) {
    /** Places that an earlier step of the undo makes free, and its unit. */
    const freed = new Map<string, number>();
    const before = refused.size;
    for (const operation of inverses) {
      if (found.get(operation)?.length) continue;
      const by = operation.to === null ? undefined : freed.get(operation.to);
      const isFreed = by !== undefined && (by === operation.unit || !refused.has(by));
      const hindering = await hindrances(files, operation, isFreed, slices);
      found.set(operation, hindering);
      if (hindering.length > 0) refused.add(operation.unit);
      if (operation.from !== null) freed.set(operation.from, operation.unit);
    }
    if (refused.size === before) break;
  }
  const steps = inverses.map(operation => ({ operation, hindrances: found.get(operation) ?? [] }));
  return { steps, refused };
}

/** Directories are removed only where they are empty: that is right whatever stays. */
function isKept(operation: Operation, refused: ReadonlySet<number>): boolean {
  return !refused.has(operation.unit) || (operation.kind === 'remove-directory' && operation.optional);
}

function questionAboutRest(possible: number, total: number, answers: Answers): Question {
  const given = answers[UNDO_REST];
  const rest =
    possible === 1 ? message('Take back the other one') : message('Take back the {0} others', possible);
  return {
    id: UNDO_REST,
    kind: 'undo-rest',
    text: message('Not all of it can be taken back: {0} of {1} can. What shall be done?', possible, total),
    why: message('each skill is taken back as a whole or not at all'),
    choices: [
      { value: 'nothing', label: message('Nothing: leave all as it is') },
      { value: OTHERS, label: rest, why: message('what stays can still be undone later') },
    ],
    answer: given === OTHERS ? given : 'nothing',
    default: 'nothing',
  };
}

async function hindrances(
  files: FileSystem,
  operation: Operation,
  isFreed: boolean,
  slices: Slices,
): Promise<readonly Refusal[]> {
  const refusals: Refusal[] = [];
  if ('fingerprint' in operation) {
    const found = await fingerprint(files, operation.from, slices);
    if (isFault(found)) {
      refusals.push({ code: 'gone', text: wordsFor(found.fault, found.path), path: operation.from });
    } else if (found !== operation.fingerprint) {
      const text = message('{0} has changed since', { path: operation.from });
      refusals.push({ code: 'changed', text, path: operation.from });
    }
  }
  if (operation.kind === 'delete' && operation.only) {
    const { path: original, fingerprint: expected } = operation.only;
    if ((await fingerprint(files, original, slices)) !== expected) {
      const text = message(
        '{0}, of which {1} is a copy, has changed or gone since',
        { path: original },
        { path: operation.from },
      );
      refusals.push({ code: 'original-changed', text, path: original });
    }
  }
  if (operation.to !== null && !isFreed && !isFault(files.linkState(operation.to))) {
    if (operation.kind === 'make-directory') return refusals;
    const text = message('something else is at {0} now', { path: operation.to });
    refusals.push({ code: 'in-the-way', text, path: operation.to });
  }
  return refusals;
}

function cannotComeBack(operation: Operation): Note {
  const place = operation.from ?? '';
  const text =
    operation.kind === 'trash'
      ? message('{0} is in the system’s trash: take it out there', { path: place })
      : message('{0} was deleted for good', { path: place });
  return { severity: 'warning', code: operation.kind, text, path: place };
}
