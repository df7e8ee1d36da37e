/** Keeps two processes from changing things at once: a file that says who is at it. A lock of a dead process is taken over. */
import { randomBytes } from 'node:crypto';
import * as os from 'node:os';
import * as path from 'node:path';
import { isFault } from '../file-system';
import { message } from '../message';
import { attempt, PlanFailure, systemFailure } from './failure';
import { makeDirectories } from './journal';
import { codeOf, type WritableFiles } from './writable-files';

const NAME = 'lock';

/** The locks that this process holds. One that only names its number was left by a dead process of the same number. */
const held = new Set<string>();

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

/**
 * Takes the lock of a storage directory.
 * Out: what gives it back.
 * @throws PlanFailure `locked` where another process holds it
 */
export function takeLock(files: WritableFiles, storage: string): () => void {
  makeDirectories(files, storage);
  const file = path.join(storage, NAME);
  for (let tries = 0; tries < 3; tries++) {
    if (tryToTake(files, file)) {
      held.add(file);
      sweep(files, storage);
      return () => release(files, file);
    }
    const found = readHolder(files, file);
    if (found === 'gone') continue;
    if (isAlive(found, file)) {
      const text = message('another process ({0}) is moving skills at this moment', found?.pid ?? '?');
      throw new PlanFailure('locked', text, file);
    }
    takeAway(files, file, found);
  }
  throw new PlanFailure('locked', message('another process is moving skills at this moment'), file);
}

/** Whether a live process holds the lock of a storage directory. */
export function isLocked(files: WritableFiles, storage: string): boolean {
  const file = path.join(storage, NAME);
  const found = readHolder(files, file);
  return found !== 'gone' && isAlive(found, file);
}

/** The lock appears with its content in it: nobody finds it empty. */
function tryToTake(files: WritableFiles, file: string): boolean {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const writer = attempt(draft, () => files.createFile(draft, 0o600));
  try {
    try {
      const holder: Holder = { pid: process.pid, host: os.hostname() };
      attempt(draft, () => writer.write(Buffer.from(JSON.stringify(holder))));
    } finally {
      writer.close();
    }
    files.hardLink(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error instanceof PlanFailure ? error : systemFailure(codeOf(error), file);
  } finally {
    removeQuietly(files, draft);
  }
}

/** Removes what processes left that ended while they were taking the lock. */
function sweep(files: WritableFiles, storage: string): void {
  const listed = files.readDirectory(storage);
  if (isFault(listed)) return;
  for (const { name } of listed) {
    const pid = /^lock\.(\d+)(?:-|$)/.exec(name)?.[1];
    if (pid === undefined || Number(pid) === process.pid || isRunning(Number(pid))) continue;
    removeQuietly(files, path.join(storage, name));
  }
}

function removeQuietly(files: WritableFiles, file: string): void {
  try {
    files.removeFile(file);
  } catch {
    // A draft that stays behind locks nothing.
  }
}

function release(files: WritableFiles, file: string): void {
  held.delete(file);
  try {
    files.removeFile(file);
  } catch {
    // It names this process, so it counts no more once the process has ended.
  }
}

/**
 * Removes the lock of a dead process. Two that find it dead at once must not remove each other's new one: so it is first
 * renamed, which only one of them can do, and looked at again.
 */
function takeAway(files: WritableFiles, file: string, dead: Holder | null): void {
  const aside = `${file}.${process.pid}`;
  try {
    files.rename(file, aside);
    const moved = readHolder(files, aside);
    const same = moved !== 'gone' && moved?.pid === dead?.pid && moved?.host === dead?.host;
    if (!same) files.hardLink(aside, file);
    files.removeFile(aside);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw systemFailure(codeOf(error), file);
  }
}

function readHolder(files: WritableFiles, file: string): Holder | null | 'gone' {
  const reader = files.open(file);
  if (isFault(reader)) {
    if (reader.fault === 'ENOENT') return 'gone';
    throw systemFailure(reader.fault, file);
  }
  const bytes = reader.read(4096);
  reader.close();
  if (isFault(bytes)) throw systemFailure(bytes.fault, file);
  try {
    const { pid, host } = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : null;
  } catch {
    return null;
  }
}

/** A lock without a readable holder was left by a process that ended while writing it. One of another machine counts. */
function isAlive(holder: Holder | null, file: string): boolean {
  if (!holder) return false;
  if (holder.host !== os.hostname()) return true;
  if (holder.pid === process.pid) return held.has(file);
  return isRunning(holder.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
