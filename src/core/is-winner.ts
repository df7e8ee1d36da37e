import type { Candidate } from './types';

/** Whether a candidate is the one that loads under its name. */
export function isWinner({ winnerId, id }: Pick<Candidate, 'winnerId' | 'id'>): boolean {
  return winnerId === id;
}
