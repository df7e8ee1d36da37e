/** Why a candidate does or does not load, as part of a line. */
import { type Message, message } from './message';
import type { Candidate } from './types';

/** The reason, with the place in the file where one is known. */
export function reasonWithPlace({ reason, line, column }: Candidate): Message {
  if (line === undefined) return reason;
  return column === undefined
    ? message('line {0}: {1}', line, reason)
    : message('line {0}, column {1}: {2}', line, column, reason);
}
