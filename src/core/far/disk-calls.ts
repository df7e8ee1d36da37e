/** What is said between this process and those that ask far disks for it. */
import type { MessagePort } from 'node:worker_threads';
import type { AsyncFiles } from './async-files';

/** A question to a disk, or something to be done there, by the name that the file system port has for it. */
export interface DiskCall {
  readonly name: string;
  readonly args: readonly unknown[];
  /** Whether others may be asked at the same time: only for `AsyncFiles`. */
  readonly isAsync?: boolean;
}

/** Whoever asks far disks. */
export interface DiskAskers {
  /** What asks a disk, for whoever waits for nothing. */
  filesOf(disk: string): AsyncFiles;
  /**
   * Asks a disk, and lets everything else go on meanwhile.
   * @throws what the disk says, with a `code`
   */
  ask(disk: string, call: DiskCall): Promise<unknown>;
  /**
   * Asks a disk, and stands still until it answers or the time is over.
   * @param limit in milliseconds
   * @returns in an object, since the answer may be anything; undefined where there is none
   * @throws what the disk says, with a `code`
   */
  askNow(disk: string, call: DiskCall, limit: number): { readonly answer: unknown } | undefined;
  /** What still waits for a disk is left behind. */
  dispose(): void;
}

export interface DiskRequest extends DiskCall {
  readonly id: number;
}

/** An answer, or the error that was thrown. */
export type DiskReply = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly error: { readonly code: string; readonly message: string } }
);

/** A file that was opened there: what was read of it so far, and its number where there may be more. */
export interface OpenedThere {
  readonly bytes: Uint8Array;
  readonly handle: number | null;
}

/** What goes to the worker that passes calls on. */
export interface RoutedRequest extends DiskRequest {
  readonly disk: string;
}

/** What comes from it: replies, and which processes there are. */
export type RoutedReply =
  | DiskReply
  | { readonly started: string; readonly pid: number }
  | { readonly ended: string };

/** What the worker is started with. */
export interface WorkerStart {
  readonly port: MessagePort;
  /** Counts what was sent to the port, for whoever waits for it without an event loop. */
  readonly sent: Int32Array;
}
