/** Applying a plan, and finishing or cleaning up one that was interrupted. */
import { type Message, message } from '../message';
import { Slices } from '../slices';
import { Executor, type Trash } from './executor';
import { PlanFailure } from './failure';
import { inverseOf } from './inverse';
import {
  dropOldJournals,
  type Journal,
  type JournalEnd,
  newestJournal,
  newJournalId,
  OpenJournal,
  readJournals,
} from './journal';
import { leaveAll, leftoversOf } from './leftovers';
import { takeLock } from './lock';
import type { Operation, Plan } from './types';
import type { WritableFiles } from './writable-files';

/** How far it is: units are skills, mostly. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** What is being done now. */
  readonly operation: Operation;
}

export interface ApplyEnvironment {
  readonly files: WritableFiles;
  /** A directory of the caller's own, for the journal and the lock. It is made where it is missing. */
  readonly storage: string;
  /** Null where there is no trash. */
  readonly trash: Trash | null;
  /** Ends it between two steps, in a consistent state. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly platform?: NodeJS.Platform;
  readonly now?: () => Date;
}

export interface ApplyResult {
  /** Id of the journal, for undo and recovery. Null where not even that could be begun. */
  readonly id: string | null;
  /** `interrupted`: it failed, and so did taking back what was half done: see `leftovers`, and recover it. */
  readonly status: JournalEnd | 'interrupted';
  /** Skills that are done. */
  readonly done: number;
  readonly total: number;
  readonly failure: { readonly code: string; readonly text: Message; readonly path: string } | null;
  /** Files and folders that should not be there, but are. Nothing in them is lost. */
  readonly leftovers: readonly string[];
  /** Whether there is anything that undo could take back. */
  readonly undoable: boolean;
}

/**
 * Does what the plan says, unit by unit. A failure ends it: the unit at which it happened is taken back, those before it
 * stay. Never throws for what is on disk.
 */
export async function applyPlan(plan: Plan, environment: ApplyEnvironment): Promise<ApplyResult> {
  const { files, storage, now = () => new Date() } = environment;
  if (!plan.ready) throw new Error('the plan is not ready: it has open questions, or nothing to do');
  return locked(environment, plan.operations, () => {
    const at = now();
    const begin = {
      id: newJournalId(at, newestJournal(files, storage)),
      at: at.toISOString(),
      title: plan.title,
      operations: plan.operations,
      ...(plan.request.kind === 'undo' && { undoes: plan.request.id }),
    };
    return new Run(OpenJournal.begin(files, storage, begin), environment).all();
  });
}

/** A plan that was interrupted: its process ended, or not even taking it back was possible. */
export interface Interrupted {
  readonly id: string;
  readonly at: string;
  readonly title: Message;
  readonly done: number;
  readonly total: number;
  /** What lies about because of it. */
  readonly leftovers: readonly string[];
}

/** The plans that were interrupted, newest first. Ask for it when no plan is being applied. */
export function interruptedPlans(files: WritableFiles, storage: string): readonly Interrupted[] {
  return readJournals(files, storage)
    .filter(journal => journal.end === null)
    .map(journal => {
      const { id, at, title } = journal;
      return { id, at, title, ...countUnits(journal), leftovers: leftoversOf(files, journal) };
    });
}

/**
 * Brings an interrupted plan to an end. `finish`: does the rest of it too. `clean`: takes back what was half done; the
 * skills that were done stay, and can be undone.
 */
export async function recover(
  id: string,
  how: 'finish' | 'clean',
  environment: ApplyEnvironment,
): Promise<ApplyResult> {
  const { files, storage } = environment;
  return locked(environment, [], async () => {
    const journal = readJournals(files, storage).find(other => other.id === id && other.end === null);
    if (!journal) throw new PlanFailure('ended', message('it has come to its end meanwhile'), storage);
    const run = new Run(OpenJournal.resume(files, storage, journal), environment);
    return how === 'finish' ? run.rest() : run.clean();
  });
}

/** Units that are done, and all of them. */
export function countUnits({ records }: Pick<Journal, 'records'>): { done: number; total: number } {
  const units = new Map<number, boolean>();
  for (const { operation, done, reverted, reverts } of records) {
    if (reverts !== null) continue;
    units.set(operation.unit, (units.get(operation.unit) ?? true) && done && !reverted);
  }
  return { done: [...units.values()].filter(Boolean).length, total: units.size };
}

/** The same while it goes on, without counting all of them each time. */
class UnitCount {
  private readonly total: number;
  private readonly seen = new Set<number>();
  private done: number;

  constructor(records: Journal['records']) {
    ({ done: this.done, total: this.total } = countUnits({ records }));
  }

  /** How many are done when this operation begins. Units come one after the other. */
  before({ unit }: Operation): { done: number; total: number } {
    if (!this.seen.has(unit)) {
      if (this.seen.size > 0) this.done++;
      this.seen.add(unit);
    }
    return { done: this.done, total: this.total };
  }
}

async function locked(
  environment: ApplyEnvironment,
  operations: readonly Operation[],
  doing: () => Promise<ApplyResult>,
): Promise<ApplyResult> {
  const { files, storage } = environment;
  let release: (() => void) | undefined;
  try {
    release = takeLock(files, storage);
    const result = await doing();
    if (result.status === 'complete') dropOldJournals(files, storage);
    return result;
  } catch (error) {
    if (!(error instanceof PlanFailure)) throw error;
    const { total } = countUnits({ records: operations.map(operation => ({ ...NOT_BEGUN, operation })) });
    return {
      id: null,
      status: 'failed',
      done: 0,
      total,
      failure: failureOf(error),
      leftovers: [],
      undoable: false,
    };
  } finally {
    release?.();
  }
}

const NOT_BEGUN = {
  reverts: null,
  started: false,
  staged: null,
  done: false,
  nothing: false,
  fingerprint: null,
  reverted: false,
};

/** Why a run ended early. */
interface Ending {
  readonly status: 'failed' | 'cancelled' | 'cleaned';
  readonly failure: ApplyResult['failure'];
}

class Run {
  private readonly executor: Executor;
  /** Taking things back is not cancelled. */
  private readonly unstoppable = new Slices();

  constructor(
    private readonly journal: OpenJournal,
    private readonly environment: ApplyEnvironment,
  ) {
    const { files, trash, platform = process.platform } = environment;
    this.executor = new Executor(files, journal, trash, platform);
  }

  /** All operations that are not done yet. */
  async all(): Promise<ApplyResult> {
    const { signal, onProgress } = this.environment;
    const slices = new Slices(signal);
    const count = new UnitCount(this.journal.operations);
    for (let number = 0; number < this.journal.operations.length; number++) {
      const { operation, done, reverts } = this.journal.operations[number]!;
      if (done || reverts !== null) continue;
      try {
        if (slices.due) await slices.pause();
        onProgress?.({ ...count.before(operation), operation });
        signal?.throwIfAborted();
        await this.executor.run(number, slices);
      } catch (error) {
        const ending = this.endingFor(error);
        const result = await this.overcome(number, ending);
        if (result) return result;
      }
    }
    return this.end('complete', null);
  }

  private endingFor(error: unknown): Ending {
    if (error instanceof PlanFailure) return { status: 'failed', failure: failureOf(error) };
    if (this.environment.signal?.aborted) return { status: 'cancelled', failure: null };
    throw error;
  }

  /** After an interruption: settles what was begun, then does the rest. */
  async rest(): Promise<ApplyResult> {
    return (await this.settleAll()) ?? this.all();
  }

  /** After an interruption: settles what was begun, and takes back the unit that is not complete. */
  async clean(): Promise<ApplyResult> {
    const trouble = await this.settleAll();
    if (trouble) return trouble;
    const broken = this.journal.operations.findIndex(({ done, reverts }) => !done && reverts === null);
    if (broken < 0) return this.end('complete', null);
    return this.takeBack(broken, { status: 'cleaned', failure: null });
  }

  private async settleAll(): Promise<ApplyResult | null> {
    try {
      // What takes others back comes last in the journal, and must be settled first.
      for (let number = this.journal.operations.length - 1; number >= 0; number--) {
        await this.executor.settle(number, true, this.unstoppable);
      }
      return null;
    } catch (error) {
      return this.stuck(error);
    }
  }

  /** Null where the operation turns out to be done in spite of the failure: then it goes on. */
  private async overcome(broken: number, ending: Ending): Promise<ApplyResult | null> {
    try {
      await this.executor.settle(broken, false, this.unstoppable);
      const { done, operation } = this.journal.operations[broken]!;
      if (ending.status === 'failed' && (done || (await this.completeUnit(operation.unit)))) return null;
    } catch (error) {
      return this.stuck(error, ending.failure);
    }
    return this.takeBack(broken, ending);
  }

  /** Takes back the unit that is not complete, and the directories that nothing is in. */
  private async takeBack(broken: number, ending: Ending): Promise<ApplyResult> {
    try {
      const unit = this.journal.operations[broken]!.operation.unit;
      const isComplete = await this.completeUnit(unit);
      const count = this.journal.operations.length;
      for (let number = count - 1; number >= 0; number--) {
        const { operation, reverts } = this.journal.operations[number]!;
        const isMeant = (operation.unit === unit && !isComplete) || operation.kind === 'make-directory';
        if (reverts === null && isMeant) await this.revert(number);
      }
    } catch (error) {
      return this.stuck(error, ending.failure);
    }
    return this.end(ending.status, ending.failure);
  }

  /**
   * Whether all of a unit is done. Where something in it cannot be taken back, the rest of it is done first: that is only
   * tidying.
   */
  private async completeUnit(unit: number): Promise<boolean> {
    const numbers = this.journal.operations.flatMap(({ operation, reverts }, number) =>
      operation.unit === unit && reverts === null ? [number] : [],
    );
    const recordOf = (number: number) => this.journal.operations[number]!;
    if (!numbers.some(number => inverseOf(recordOf(number), unit) === 'impossible')) {
      return numbers.every(number => recordOf(number).done);
    }
    for (const number of numbers) {
      if (!recordOf(number).done) await this.executor.run(number, this.unstoppable);
    }
    return true;
  }

  private async revert(number: number): Promise<void> {
    const record = this.journal.operations[number]!;
    const inverse = inverseOf(record, record.operation.unit);
    if (inverse === null || inverse === 'impossible') return;
    // After an interruption, what takes this one back may have been begun already.
    const begun = this.journal.operations.findIndex(({ reverts, done }) => reverts === number && !done);
    if (begun < 0) this.journal.write({ type: 'add', operation: inverse, reverts: number });
    await this.executor.run(begun < 0 ? this.journal.operations.length - 1 : begun, this.unstoppable);
  }

  private end(status: JournalEnd, failure: ApplyResult['failure']): ApplyResult {
    const operations = this.journal.operations.map(({ operation }) => operation);
    const inTheWay = leaveAll(this.environment.files, this.journal.id, operations);
    if (inTheWay.length > 0) return this.result('interrupted', failure);
    try {
      this.journal.write({ type: 'end', status, ...(failure && { reason: failure.text }) });
    } catch (error) {
      return this.stuck(error, failure);
    }
    try {
      this.journal.sync();
    } catch {
      // All is done, and written down: should the machine stop now, the next start finds that out by looking.
    }
    return this.result(status, failure);
  }

  /** Not even taking it back works: the journal stays open, so that it can be tried again. */
  private stuck(error: unknown, first: ApplyResult['failure'] = null): ApplyResult {
    if (!(error instanceof PlanFailure)) throw error;
    return this.result('interrupted', first ?? failureOf(error));
  }

  private result(status: ApplyResult['status'], failure: ApplyResult['failure']): ApplyResult {
    this.journal.close();
    const { id, operations: records } = this.journal;
    return {
      id,
      status,
      ...countUnits({ records }),
      failure,
      leftovers: status === 'interrupted' ? leftoversOf(this.environment.files, { id, records }) : [],
      undoable: records.some(record => {
        const inverse = record.reverts === null ? inverseOf(record, 0) : null;
        return inverse !== null && inverse !== 'impossible' && record.operation.kind !== 'make-directory';
      }),
    };
  }
}

function failureOf({ code, text, path }: PlanFailure): NonNullable<ApplyResult['failure']> {
  return { code, text, path };
}
