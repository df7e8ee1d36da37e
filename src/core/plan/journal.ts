/**
 * What was done, written down before and after every step: one file of JSON lines for each plan that was applied. With
 * it, an interrupted plan can be finished or cleaned up, and a finished one undone, by another process and much later.
 */
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';
import { type Message, message } from '../message';
import { compareCodePoints } from '../python-text';
import { attempt, must, PlanFailure, systemFailure } from './failure';
import type { Operation } from './types';
import type { FileWriter, WritableFiles } from './writable-files';

/** How a plan ended. `cleaned`: it was interrupted, and what was half done was taken back. */
export type JournalEnd = 'complete' | 'failed' | 'cancelled' | 'cleaned';

/** One line of a journal. Operations are numbered from 0 in the order in which they come in. */
export type JournalLine =
  | {
      readonly type: 'begin';
      readonly version: 1;
      readonly id: string;
      /** ISO 8601. */
      readonly at: string;
      readonly title: Message;
      readonly operations: readonly Operation[];
      /** The journal that this plan takes back. */
      readonly undoes?: string;
    }
  /** An operation that takes back another one of the same plan, because its unit could not be finished. */
  | { readonly type: 'add'; readonly operation: Operation; readonly reverts: number }
  | { readonly type: 'start'; readonly operation: number }
  /** The copy stands at its temporary place, checked. */
  | { readonly type: 'staged'; readonly operation: number; readonly fingerprint: string }
  /** `fingerprint`: of what is at the target now. `nothing`: it was so before. */
  | {
      readonly type: 'done';
      readonly operation: number;
      readonly fingerprint?: string;
      readonly nothing?: boolean;
    }
  /** The operation was started, and its effects were taken back. */
  | { readonly type: 'undone'; readonly operation: number }
  | { readonly type: 'end'; readonly status: JournalEnd; readonly reason?: Message };

/** What is known of one operation. */
export interface OperationRecord {
  readonly operation: Operation;
  /** Number of the operation that this one takes back. */
  readonly reverts: number | null;
  readonly started: boolean;
  readonly staged: string | null;
  readonly done: boolean;
  readonly nothing: boolean;
  /** Of what was at the target when it was done. */
  readonly fingerprint: string | null;
  /** Whether another operation has taken it back. */
  readonly reverted: boolean;
}

/** A journal as far as it is written. */
export interface Journal {
  readonly id: string;
  readonly at: string;
  readonly title: Message;
  readonly undoes: string | null;
  readonly records: readonly OperationRecord[];
  readonly end: JournalEnd | null;
}

const FOLDER = 'journal';
const SUFFIX = '.jsonl';

/** How many finished journals are kept for undo. */
const MOST_KEPT = 50;

/** How long, in milliseconds, lines may wait for the disk together. A killed process loses none of them. */
const SYNC_EVERY = 50;

/** A new name for a journal: sorts by time after all others, and is unique. */
export function newJournalId(now: Date, newest: string | null): string {
  for (let time = now.getTime(); ; time++) {
    const stamp = new Date(time).toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '-');
    // Those of one millisecond, or after the clock was set back, get a later one.
    if (newest === null || stamp > newest) return `${stamp}-${randomBytes(4).toString('hex')}`;
    if (stamp < newest.slice(0, stamp.length)) time = Math.max(time, timeOf(newest) - 1);
  }
}

function timeOf(id: string): number {
  const [, year, month, day, hour, minute, second, ms] =
    /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d{3})/.exec(id) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(time) ? 0 : time;
}

/** Id of the newest journal; null where there is none. */
export function newestJournal(files: FileSystem, storage: string): string | null {
  return journalNames(files, path.join(storage, FOLDER))[0]?.slice(0, -SUFFIX.length) ?? null;
}

/** A journal that is being written. Every line is on its way to the disk before the step that it announces. */
export class OpenJournal {
  private readonly records: OperationRecord[] = [];
  private lastSync = 0;

  private constructor(
    readonly id: string,
    private readonly file: string,
    private readonly writer: FileWriter,
    private readonly files: WritableFiles,
  ) {}

  /** @throws PlanFailure where it cannot be written: then nothing else may be done either */
  static begin(files: WritableFiles, storage: string, begin: Omit<Begin, 'type' | 'version'>): OpenJournal {
    const folder = path.join(storage, FOLDER);
    makeDirectories(files, folder);
    const file = path.join(folder, begin.id + SUFFIX);
    const writer = attempt(file, () => files.createFile(file, 0o600));
    const journal = new OpenJournal(begin.id, file, writer, files);
    try {
      journal.write({ type: 'begin', version: 1, ...begin });
      journal.sync();
      attempt(folder, () => files.syncDirectory(folder));
    } catch (error) {
      journal.close();
      throw error;
    }
    return journal;
  }

  /** Goes on with a journal that was interrupted. */
  static resume(files: WritableFiles, storage: string, journal: Journal): OpenJournal {
    const file = path.join(storage, FOLDER, journal.id + SUFFIX);
    const open = new OpenJournal(
      journal.id,
      file,
      attempt(file, () => files.appendFile(file)),
      files,
    );
    open.records.push(...journal.records);
    return open;
  }

  get operations(): readonly OperationRecord[] {
    return this.records;
  }

  /** @throws PlanFailure */
  write(line: JournalLine): void {
    // The line end in front: a line that was cut off, since the disk was full, must not swallow the next one.
    attempt(this.file, () => this.writer.write(Buffer.from(`\n${JSON.stringify(line)}\n`)));
    record(this.records, line);
    if (line.type === 'start' && performance.now() - this.lastSync > SYNC_EVERY) this.sync();
  }

  /** Waits until all lines are on the disk. */
  sync(): void {
    attempt(this.file, () => this.writer.sync());
    this.lastSync = performance.now();
  }

  /** Waits until all lines and the entries of a directory are on the disk: both at once, since each takes its time. */
  async syncWith(directory: string): Promise<void> {
    const faults = await Promise.all([
      this.files.syncDirectories([directory]),
      this.files.syncFiles([this.file]),
    ]);
    for (const fault of faults) if (fault) throw systemFailure(fault.fault, fault.path);
    this.lastSync = performance.now();
  }

  close(): void {
    try {
      this.writer.close();
    } catch {
      // Its lines were written and synced before.
    }
  }
}

type Begin = Extract<JournalLine, { type: 'begin' }>;

const FRESH = {
  reverts: null,
  started: false,
  staged: null,
  done: false,
  nothing: false,
  fingerprint: null,
  reverted: false,
};

/** Takes one line into what is known. */
function record(records: OperationRecord[], line: JournalLine): void {
  const change = (number: number, by: Partial<OperationRecord>) => {
    const before = records[number];
    if (before) records[number] = { ...before, ...by };
  };
  switch (line.type) {
    case 'begin':
      records.push(...line.operations.map(operation => ({ ...FRESH, operation })));
      return;
    case 'add':
      records.push({ ...FRESH, operation: line.operation, reverts: line.reverts });
      return;
    case 'start':
      change(line.operation, { started: true });
      return;
    case 'staged':
      change(line.operation, { staged: line.fingerprint });
      return;
    case 'done': {
      const { fingerprint = null, nothing = false } = line;
      change(line.operation, { done: true, fingerprint, nothing });
      const reverts = records[line.operation]?.reverts;
      if (reverts !== null && reverts !== undefined && !nothing) change(reverts, { reverted: true });
      return;
    }
    case 'undone':
      change(line.operation, { started: false, staged: null });
      return;
    case 'end':
      return;
  }
}

/**
 * All journals, newest first. One whose first line cannot be read is left out: nothing was done under it.
 * @throws PlanFailure where the folder is there but cannot be listed
 */
export function readJournals(files: FileSystem, storage: string): readonly Journal[] {
  const folder = path.join(storage, FOLDER);
  return journalNames(files, folder)
    .map(name => readJournal(files, path.join(folder, name)))
    .filter(journal => journal !== null);
}

/**
 * The files of journals that cannot be read, newest first: what was done under them is not known. One whose first line
 * was cut off is none of them: nothing was done under it.
 * @throws PlanFailure where the folder is there but cannot be listed
 */
export function unreadableJournals(files: FileSystem, storage: string): readonly string[] {
  const folder = path.join(storage, FOLDER);
  return journalNames(files, folder)
    .map(name => path.join(folder, name))
    .filter(file => readJournal(files, file) === null && !isOnlyBegun(files, file));
}

function isOnlyBegun(files: FileSystem, file: string): boolean {
  const text = readText(files, file)?.trim();
  const start = '{"type":"begin"';
  return text !== undefined && !text.includes('\n') && (text.startsWith(start) || start.startsWith(text));
}

/** Newest first. */
function journalNames(files: FileSystem, folder: string): readonly string[] {
  const listed = files.readDirectory(folder);
  // Where a part of the path is a file, nothing can have been written.
  if (isFault(listed) && (listed.fault === 'ENOENT' || listed.fault === 'ENOTDIR')) return [];
  return must(folder, listed)
    .map(({ name }) => name)
    .filter(name => name.endsWith(SUFFIX))
    .sort(compareCodePoints)
    .reverse();
}

function readJournal(files: FileSystem, file: string): Journal | null {
  const lines = readLines(files, file);
  const begin = lines[0];
  if (begin?.type !== 'begin' || begin.version !== 1) return null;
  const records: OperationRecord[] = [];
  for (const line of lines) record(records, line);
  const end = lines.findLast(line => line.type === 'end');
  const { id, at, title, undoes = null } = begin;
  return { id, at, title, undoes, records, end: end?.status ?? null };
}

/** The last line may be cut off: the process ended while writing it, so its step was not begun. */
function readLines(files: FileSystem, file: string): readonly JournalLine[] {
  return (readText(files, file) ?? '').split('\n').flatMap(text => {
    try {
      return [JSON.parse(text) as JournalLine];
    } catch {
      return [];
    }
  });
}

function readText(files: FileSystem, file: string): string | undefined {
  const state = files.linkState(file);
  if (isFault(state) || state.kind !== 'file') return undefined;
  const reader = files.open(file);
  if (isFault(reader)) return undefined;
  const bytes = reader.read(state.size);
  reader.close();
  return isFault(bytes) ? undefined : Buffer.from(bytes).toString('utf8');
}

/** Removes the oldest journals where there are more than are of use, but none that is not ended. Faults do not matter. */
export function dropOldJournals(files: WritableFiles, storage: string): void {
  const folder = path.join(storage, FOLDER);
  try {
    for (const name of journalNames(files, folder).slice(MOST_KEPT)) {
      const file = path.join(folder, name);
      const journal = readJournal(files, file);
      if (journal === null || journal.end !== null) files.removeFile(file);
    }
  } catch {
    // They can be removed the next time.
  }
}

/**
 * Makes a directory and those above it, as far as they are missing.
 * @throws PlanFailure
 */
export function makeDirectories(files: WritableFiles, folder: string): void {
  const state = files.state(folder);
  if (!isFault(state)) {
    if (state.kind === 'directory') return;
    throw new PlanFailure('ENOTDIR', message('{0} is not a directory', { path: folder }), folder);
  }
  // Below a file it is the file that is at fault: the parents come to it.
  const isMissing = state.fault === 'ENOENT' || state.fault === 'ENOTDIR';
  if (!isMissing || path.dirname(folder) === folder) must(folder, state);
  makeDirectories(files, path.dirname(folder));
  attempt(folder, () => files.makeDirectory(folder));
}
