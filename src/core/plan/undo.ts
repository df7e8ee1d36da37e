/** Undoing a plan: again a plan, which can be shown and refused. */
import { type FileSystem, isFault } from '../file-system';
import { message } from '../message';
import { Slices } from '../slices';
import type { PlanContext } from './context';
import { wordsFor } from './failure';
import { fingerprint } from './fingerprint';
import { inverseOf } from './inverse';
import { type Journal, readJournals } from './journal';
import { outcomeOf, resolveAfter, toolChanges } from './outcome';
import type { Note, Operation, Plan, Refusal } from './types';

/** The plans that can still be undone, newest first. Those that undo others are not among them. */
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

/** Those that have come to an end and are not undone yet. */
function plansDone(files: FileSystem, storage: string): readonly Journal[] {
  const journals = readJournals(files, storage);
  const undone = new Set(journals.filter(({ end }) => end === 'complete').map(({ undoes }) => undoes));
  return journals.filter(({ id, end, undoes }) => end !== null && undoes === null && !undone.has(id));
}

function isUndoable({ records }: Journal): boolean {
  return records.some(record => {
    const inverse = record.reverts === null ? inverseOf(record, 0) : null;
    return inverse !== null && inverse !== 'impossible' && inverse.kind !== 'remove-directory';
  });
}

/**
 * Plans to take back what a journal says was done, the last first. Where a file has changed since, or something else is
 * in its old place, the whole is refused: half an undo helps nobody.
 * @param context where the outcome is wanted: what the work directory resolves to now
 */
export async function planUndo(
  files: FileSystem,
  journal: Journal,
  context: PlanContext | null = null,
): Promise<Plan> {
  const slices = new Slices(context?.signal);
  const operations: Operation[] = [];
  const refusals: Refusal[] = [];
  const notes: Note[] = [];
  /** Places that an earlier step of the undo makes free. */
  const freed = new Set<string>();
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
      continue;
    }
    operations.push(inverse);
    refusals.push(...(await hindrances(files, inverse, freed, slices)));
    if (inverse.from !== null) freed.add(inverse.from);
  }
  const ready = operations.length > 0 && refusals.length === 0;
  const after = context && ready ? await resolveAfter(context, operations) : null;
  return {
    version: 1,
    title: message('Undo: {0}', journal.title),
    request: { kind: 'undo', id: journal.id },
    answers: {},
    operations,
    conflicts: [],
    questions: [],
    notes,
    skipped: [],
    refusals,
    outcome: context && after ? outcomeOf(context.resolution, after, operations) : [],
    tools: context && after ? toolChanges(context, operations) : [],
    ready,
  };
}

async function hindrances(
  files: FileSystem,
  operation: Operation,
  freed: ReadonlySet<string>,
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
    const { path, fingerprint: expected } = operation.only;
    if ((await fingerprint(files, path, slices)) !== expected) {
      const text = message(
        '{0}, of which {1} is a copy, has changed or gone since',
        { path },
        { path: operation.from },
      );
      refusals.push({ code: 'original-changed', text, path });
    }
  }
  if (operation.to !== null && !freed.has(operation.to) && !isFault(files.linkState(operation.to))) {
    if (operation.kind === 'make-directory') return refusals;
    const text = message('something else is at {0} now', { path: operation.to });
    refusals.push({ code: 'in-the-way', text, path: operation.to });
  }
  return refusals;
}

function cannotComeBack(operation: Operation): Note {
  const path = operation.from ?? '';
  const text =
    operation.kind === 'trash'
      ? message('{0} is in the system’s trash: take it out there', { path })
      : message('{0} was deleted for good', { path });
  return { severity: 'warning', code: operation.kind, text, path };
}
