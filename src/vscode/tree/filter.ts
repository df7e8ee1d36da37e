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

/** What the tree shows of what there is. */
export interface Filtering {
  readonly filter: Filter;
  /** Words that a name, an entry or a description must hold, in any order. Empty: any. */
  readonly text: string;
}

/** Whether everything is shown. */
export function isEverything({ filter, text }: Filtering): boolean {
  return filter === 'all' && text === '';
}

/** Tells which texts hold all the words, whatever their case. */
export function matcherOf(text: string): (...texts: readonly (string | null)[]) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (...texts) => {
    if (words.length === 0) return true;
    const whole = texts.join('\n').toLowerCase();
    return words.every(word => whole.includes(word));
  };
}

/** Tells which candidates of a resolution pass. */
export function filterOf(
  { filter, text }: Filtering,
  resolution: Resolution,
  differences?: Differences,
): (candidate: Candidate) => boolean {
  const passes = kindOf(filter, resolution, differences);
  const matches = matcherOf(text);
  return candidate => passes(candidate) && matches(candidate.name, candidate.entry, candidate.description);
}

function kindOf(
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
