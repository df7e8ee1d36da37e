/**
 * Keeps two processes from changing things at once: a directory with one file in it that says who is at it. A lock of a
 * dead process is taken over. It is a directory, since then each step is one that only one process can win: it is put in
 * place with its file in it, which fails where another one is; and a dead lock is removed by the name of its file, which
 * no other lock has, so that nobody can remove the new lock of another one by mistake.
 */
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { isFault } from '../file-system';
import { type Message, message } from '../message';
import { attempt, must, PlanFailure, systemFailure } from './failure';
import { makeDirectories } from './journal';
import { livenessOf, ownIdentity, type ProcessIdentity } from './process-identity';
import { codeOf, type WritableFiles } from './writable-files';

const NAME = 'lock';

/** What the system says where a lock is there already: a directory with something in it, or a file. */
const TAKEN: ReadonlySet<string> = new Set(['EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR', 'EPERM', 'EACCES']);

/** The locks that this process holds. One that only names its number was left by a dead process of the same number. */
const held = new Set<string>();

/** A lock that is there. */
interface Found {
  /** The file that says who holds it: without it there is no lock. */
  readonly file: string;
  /** Null where that cannot be read. */
  readonly holder: ProcessIdentity | null;
}

/** Who is at work, or may be. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** To be removed where the process is known not to be at work. */
  readonly file: string;
  /** In words. */
  readonly text: Message;
}

/**
 * Takes the lock of a storage directory.
 * Out: what gives it back.
 * @throws PlanFailure `locked` where another process holds it
 */
export function takeLock(files: WritableFiles, storage: string): () => void {
  inStorage(storage, () => makeDirectories(files, storage));
  const place = path.join(storage, NAME);
  for (let tries = 0; tries < 3; tries++) {
    const file = inStorage(storage, () => tryToTake(files, place));
    if (file !== null) {
      held.add(file);
      sweep(files, storage);
      return () => release(files, place, file);
    }
    const found = findLock(files, place);
    const holder = holderOf(found);
    if (holder) throw new PlanFailure('locked', holder.text, holder.file);
    if (found) removeDead(files, place, found);
    else removeLock(files, place, null);
  }
  throw new PlanFailure('locked', message('another process is moving skills at this moment'), place);
}

/** Without it nothing can be done: who has never heard of the directory is told what it is for. */
function inStorage<T>(storage: string, doing: () => T): T {
  try {
    return doing();
  } catch (error) {
    if (!(error instanceof PlanFailure)) throw error;
    const text = message('{0}; the journal for undo goes to {1}', error.text, { path: storage });
    throw new PlanFailure(error.code, text, error.path);
  }
}

/** Whether a live process holds the lock of a storage directory. */
export function isLocked(files: WritableFiles, storage: string): boolean {
  return lockHolder(files, storage) !== null;
}

/** The process that is changing things at this moment, or may be; null where there is none. */
export function lockHolder(files: WritableFiles, storage: string): LockHolder | null {
  return holderOf(findLock(files, path.join(storage, NAME)));
}

/** A lock without a readable holder was left by a process that ended while writing it. */
function holderOf(found: Found | null): LockHolder | null {
  if (!found?.holder) return null;
  const { file, holder } = found;
  const { pid, host } = holder;
  const here = { pid, host, file };
  const sure = { ...here, text: message('another process ({0}) is at work', pid) };
  if (held.has(file)) return sure;
  switch (livenessOf(holder)) {
    case 'dead':
      return null;
    case 'elsewhere': {
      const text = message(
        'another process ({0}) on the machine {1} may be at work; where it is not, remove {2}',
        pid,
        host,
        { path: file },
      );
      return { ...here, text };
    }
    case 'alive':
      // What lives under the number of this process is this process, and it does not hold it.
      return pid === process.pid ? null : sure;
    case 'unsure': {
      if (pid === process.pid) return null;
      const text = message(
        'another process ({0}) may be at work; where that is a program that changes no skills, remove {1}',
        pid,
        { path: file },
      );
      return { ...here, text };
    }
  }
}

/** The lock appears with its file in it: nobody finds it without. Out: that file; null where another lock is there. */
function tryToTake(files: WritableFiles, place: string): string | null {
  const name = `${process.pid}-${randomBytes(8).toString('hex')}`;
  const draft = `${place}.${name}`;
  const file = path.join(place, name);
  let isTaken = false;
  try {
    attempt(draft, () => files.makeDirectory(draft));
    const written = path.join(draft, name);
    const writer = attempt(written, () => files.createFile(written, 0o600));
    try {
      attempt(written, () => writer.write(Buffer.from(JSON.stringify(ownIdentity()))));
    } finally {
      attempt(written, () => writer.close());
    }
    try {
      attempt(place, () => files.rename(draft, place));
    } catch (error) {
      if (TAKEN.has(codeOf(error)) && !isFault(files.linkState(place))) return null;
      throw error;
    }
    isTaken = true;
    return file;
  } finally {
    if (!isTaken) removeLock(files, draft, path.join(draft, name));
  }
}

/** Removes what processes left that ended while they were taking the lock. */
function sweep(files: WritableFiles, storage: string): void {
  const listed = files.readDirectory(storage);
  if (isFault(listed)) return;
  const own = ownIdentity();
  for (const { name } of listed) {
    const pid = Number(/^lock\.(\d+)(?:-|$)/.exec(name)?.[1]);
    if (!pid || pid === process.pid) continue;
    const draft = path.join(storage, name);
    try {
      const found = findLock(files, draft);
      const owner = found?.holder ?? { pid, host: own.host };
      if (livenessOf(owner, own) === 'dead') removeLock(files, draft, found?.file ?? null);
    } catch {
      // A draft that stays behind locks nothing.
    }
  }
}

function release(files: WritableFiles, place: string, file: string): void {
  held.delete(file);
  removeLock(files, place, file);
}

/** Faults do not matter: a lock names its process, so it counts no more once that has ended; an empty one is none. */
function removeLock(files: WritableFiles, place: string, file: string | null): void {
  for (const remove of [
    () => file !== null && files.removeFile(file),
    () => file !== place && files.removeDirectory(place),
  ]) {
    try {
      remove();
    } catch {
      // See above.
    }
  }
}

/** Removes the lock of a dead process, and no other that came in its place meanwhile. */
function removeDead(files: WritableFiles, place: string, { file }: Found): void {
  try {
    files.removeFile(file);
  } catch (error) {
    const code = codeOf(error);
    // Another process did it first, or has put its own lock in the place of a file.
    if (code === 'ENOENT' || code === 'ENOTDIR') return;
    if (file === place && isDirectoryNow(files, place)) return;
    throw systemFailure(code, file);
  }
  // Where a directory cannot be put in the place of an empty one, as on Windows.
  if (file !== place) removeLock(files, place, null);
}

function isDirectoryNow(files: WritableFiles, place: string): boolean {
  const state = files.linkState(place);
  return !isFault(state) && state.kind === 'directory';
}

/** The lock that is there; null where there is none. Earlier versions had a file in the place of the directory. */
function findLock(files: WritableFiles, place: string): Found | null {
  const state = files.linkState(place);
  if (isFault(state) && (state.fault === 'ENOENT' || state.fault === 'ENOTDIR')) return null;
  if (must(place, state).kind === 'file') return read(files, place);
  const listed = files.readDirectory(place);
  if (isFault(listed) && listed.fault === 'ENOENT') return null;
  const [first] = must(place, listed);
  return first ? read(files, path.join(place, first.name)) : null;
}

function read(files: WritableFiles, file: string): Found | null {
  const reader = files.open(file);
  if (isFault(reader)) {
    if (reader.fault === 'ENOENT' || reader.fault === 'ENOTDIR') return null;
    throw systemFailure(reader.fault, file);
  }
  const bytes = reader.read(4096);
  reader.close();
  return { file, holder: parse(Buffer.from(must(file, bytes)).toString('utf8')) };
}

function parse(text: string): ProcessIdentity | null {
  try {
    const { pid, host, boot, namespace, start } = JSON.parse(text);
    if (!Number.isSafeInteger(pid) || pid <= 0 || typeof host !== 'string') return null;
    return {
      pid,
      host,
      ...(typeof boot === 'string' && { boot }),
      ...(typeof namespace === 'string' && { namespace }),
      ...(typeof start === 'string' && { start }),
    };
  } catch {
    return null;
  }
}
