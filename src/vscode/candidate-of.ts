import { isWinner } from '../core/is-winner';
import type { Candidate, Resolution } from '../core/types';
import { realPath } from './real-path';
import { resolutionsOf, type TargetState } from './targets';

/** A candidate, and the resolution that it was found in. */
export interface FoundCandidate {
  readonly candidate: Candidate;
  readonly resolution: Resolution;
}

/**
 * The candidate that a file is. Of several (one file, reached through a link too, or seen from several folders) the one
 * that loads; undefined where the file is none. The file may be named by its own path, by one through a link, or by
 * its real path.
 */
export function candidateOf(file: string, states: readonly TargetState[]): FoundCandidate | undefined {
  const found = candidatesAt(file, states);
  if (found.length > 0) return best(found);
  const real = realPath(file);
  const behindLinks = resolutionsOf(states).flatMap(resolution =>
    resolution.candidates
      .filter(candidate => candidate.link !== undefined && realPath(candidate.file) === real)
      .map(candidate => ({ candidate, resolution })),
  );
  return best([...(real === file ? [] : candidatesAt(real, states)), ...behindLinks]);
}

function candidatesAt(file: string, states: readonly TargetState[]): readonly FoundCandidate[] {
  return resolutionsOf(states).flatMap(resolution =>
    resolution.candidates
      .filter(candidate => candidate.file === file)
      .map(candidate => ({ candidate, resolution })),
  );
}

function best(found: readonly FoundCandidate[]): FoundCandidate | undefined {
  return found.find(({ candidate }) => isWinner(candidate)) ?? found[0];
}
