/** Telling whether a process that is known by its number still lives, also where its number was given to another one. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import { codeOf } from './writable-files';

/** What tells one process from all others. Where the system does not say something, it is missing. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Another one each time that the machine starts. */
  readonly boot?: string;
  /** Within which process numbers count: containers on one machine have each their own. */
  readonly namespace?: string;
  /** When it was started, in the system's ticks since the machine was. */
  readonly start?: string;
}

/**
 * `unsure`: something lives under its number, which may or may not be the one. `elsewhere`: it is on another machine, or
 * in another container, where nobody can look from here.
 */
export type Liveness = 'alive' | 'dead' | 'unsure' | 'elsewhere';

/** This process. */
export function ownIdentity(): ProcessIdentity {
  const [boot, namespace] = [bootId(), pidNamespace()];
  const stat = readStat('self');
  const start = stat?.pid === process.pid ? stat.start : undefined;
  return {
    pid: process.pid,
    host: os.hostname(),
    ...(boot !== undefined && { boot }),
    ...(namespace !== undefined && { namespace }),
    ...(start !== undefined && { start }),
  };
}

/** Whether a process still lives, as far as can be told from here. */
export function livenessOf(process: ProcessIdentity, own: ProcessIdentity = ownIdentity()): Liveness {
  const place = placeOf(process, own);
  if (place !== 'here') return place === 'elsewhere' ? place : 'dead';
  if (!isRunning(process.pid)) return 'dead';
  const stat = readStat(String(process.pid));
  if (stat === null) return 'unsure';
  // A zombie has ended; nobody has asked for its exit status yet.
  if (stat.state === 'Z' || stat.state === 'X') return 'dead';
  if (process.start === undefined) return 'unsure';
  return process.start === stat.start ? 'alive' : 'dead';
}

/** Whether numbers of processes mean the same there and here. `before`: the machine was started anew since. */
function placeOf(other: ProcessIdentity, own: ProcessIdentity): 'here' | 'elsewhere' | 'before' {
  const isSameHost = other.host === own.host;
  if (other.boot !== undefined && own.boot !== undefined) {
    if (other.boot !== own.boot) return isSameHost ? 'before' : 'elsewhere';
    // The name of a machine can change while it runs.
    if (other.namespace !== undefined && own.namespace !== undefined)
      return other.namespace === own.namespace ? 'here' : 'elsewhere';
  }
  return isSameHost ? 'here' : 'elsewhere';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** State and time of start (fields 1, 3 and 22) where the system has `/proc`. */
function readStat(name: string): { pid: number; state: string; start: string } | null {
  const text = quietly(() => fs.readFileSync(`/proc/${name}/stat`, 'utf8'));
  if (text === undefined) return null;
  // The program's name, in parentheses, can have anything in it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields[0], fields[19]];
  return state && start ? { pid: Number.parseInt(text, 10), state, start } : null;
}

function bootId(): string | undefined {
  return quietly(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) || undefined;
}

function pidNamespace(): string | undefined {
  return quietly(() => fs.readlinkSync('/proc/self/ns/pid')) || undefined;
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
