import * as path from 'node:path';
import { isWithin } from './manifest';
import type { Operation } from './types';

/** Where that which will be at a place is now: it may go there in several steps, and a link may lead to it. */
export function sourceOf(place: string, operations: readonly Operation[]): string {
  return [...operations].reverse().reduce((now, operation) => {
    const { kind, from, to } = operation;
    if (to === null || !isWithin(to, now)) return now;
    if (kind === 'make-link')
      return path.join(path.resolve(path.dirname(to), operation.target), path.relative(to, now));
    const isTransfer = kind === 'copy' || kind === 'move' || kind === 'set-aside';
    return isTransfer && from !== null ? path.join(from, path.relative(to, now)) : now;
  }, place);
}
