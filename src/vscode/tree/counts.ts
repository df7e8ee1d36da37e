/** How many candidates load and how many do not. */
import type { Counts } from '../../core/counts-in-words';
import { isWinner } from '../../core/is-winner';
import type { Candidate, Resolution } from '../../core/types';

/** Counts candidates. Those in directories that the product does not look at do not belong here. */
export function count(candidates: Iterable<Candidate>): Counts {
  let [loads, others] = [0, 0];
  for (const candidate of candidates) {
    if (isWinner(candidate)) loads++;
    else others++;
  }
  return { loads, others };
}

/** Counts over several folders. A file that each of them sees counts once: it loads if it does in any. */
export function countAll(resolutions: readonly Resolution[]): Counts {
  const loads = new Map<string, boolean>();
  for (const resolution of resolutions) {
    for (const candidate of candidatesThatCount(resolution)) {
      loads.set(candidate.file, isWinner(candidate) || loads.get(candidate.file) === true);
    }
  }
  const winners = [...loads.values()].filter(wins => wins).length;
  return { loads: winners, others: loads.size - winners };
}

/** How many files the product drops for a fault in them, or cannot read. */
export function countErrors(resolutions: readonly Resolution[]): number {
  const isError = ({ verdict }: Candidate) => verdict === 'invalid' || verdict === 'unreadable';
  const files = resolutions.flatMap(candidatesThatCount).filter(isError);
  return new Set(files.map(({ file }) => file)).size;
}

/** The candidates in directories that the product looks at, or would look at if no better one were there. */
export function candidatesThatCount({ candidates, roots }: Resolution): readonly Candidate[] {
  const unread = new Set(roots.filter(root => root.verdict === 'not-read').map(root => root.id));
  return candidates.filter(candidate => !unread.has(candidate.root));
}
