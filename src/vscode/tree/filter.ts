/** Which candidates the tree shows. */
import type { Candidate, CandidateVerdict, Resolution } from '../../core/types';
import { isWinner } from './counts';

export type Filter = 'all' | 'conflicts' | 'winners';

export const FILTERS: readonly Filter[] = ['all', 'conflicts', 'winners'];

/** Losing in one of these ways means that something is there twice, or broken. Elsewhere nobody expects a skill to load. */
const IN_CONFLICT: ReadonlySet<CandidateVerdict> = new Set([
  'shadowed',
  'alias',
  'ambiguous',
  'invalid',
  'unreadable',
  'hidden',
]);

/** Tells which candidates of a resolution a filter lets through. */
export function filterOf(filter: Filter, resolution: Resolution): (candidate: Candidate) => boolean {
  if (filter === 'all') return () => true;
  if (filter === 'winners') return isWinner;
  const contested = new Set<string>();
  for (const candidate of resolution.candidates) {
    if (IN_CONFLICT.has(candidate.verdict) && candidate.winnerId !== null) contested.add(candidate.winnerId);
  }
  return candidate => IN_CONFLICT.has(candidate.verdict) || contested.has(candidate.id);
}
