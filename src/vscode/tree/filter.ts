/** Which candidates the tree shows. */
import { isWinner } from '../../core/is-winner';
import type { Candidate, CandidateVerdict, Resolution } from '../../core/types';
import type { Differences } from '../products/differences';

/** `differs`: what another product loads from another file, or does not load, or loads alone. */
export type Filter = 'all' | 'conflicts' | 'winners' | 'differs';

export const FILTERS: readonly Filter[] = ['all', 'conflicts', 'winners', 'differs'];

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
export function filterOf(
  filter: Filter,
  resolution: Resolution,
  differences?: Differences,
): (candidate: Candidate) => boolean {
  if (filter === 'differs') return ({ id }) => differences?.notes.has(id) ?? false;
  if (filter === 'all') return () => true;
  if (filter === 'winners') return isWinner;
  const contested = new Set<string>();
  for (const candidate of resolution.candidates) {
    if (IN_CONFLICT.has(candidate.verdict) && candidate.winnerId !== null) contested.add(candidate.winnerId);
  }
  return candidate => IN_CONFLICT.has(candidate.verdict) || contested.has(candidate.id);
}
