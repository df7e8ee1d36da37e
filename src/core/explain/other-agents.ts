/** What other agents make of the file that an explanation is about. */
import { candidatesOf, goesBy } from '../candidates';
import { bestCandidate } from '../compare-products';
import type { FileSystem } from '../file-system';
import { isWinner } from '../is-winner';
import { message } from '../message';
import { productOf } from '../products';
import { realFilesOf } from '../real-files';
import { reasonWithPlace } from '../reason-with-place';
import type { Candidate, Resolution } from '../types';
import type { ExplainedAgent, Explanation } from './explanation';

/**
 * Asks each agent about the file in question: the one that was asked about, else the one that loads, else the first of its
 * name. None is asked about a path that is no skill to the product.
 * @param files what tells whether two paths lead to one file
 * @param others of the same work directory
 */
export function otherAgents(
  files: FileSystem,
  { name, candidates, winner }: Pick<Explanation, 'name' | 'candidates' | 'winner'>,
  others: readonly Resolution[],
): readonly ExplainedAgent[] {
  const file = candidates.find(({ isSubject }) => isSubject)?.file ?? winner ?? candidates[0]?.file;
  if (name === null && file === undefined) return [];
  const realFile = realFilesOf(files, others);
  return others.map(resolution => {
    const same =
      file === undefined
        ? []
        : resolution.candidates.filter(candidate => realFile(candidate.file) === realFile(file));
    const found = bestCandidate(same);
    const taken = found && isWinner(found) ? undefined : takenInstead(resolution, name);
    return asked(resolution, found, taken);
  });
}

/** What an agent takes under the name, where it does not take the file. */
function takenInstead(resolution: Resolution, name: string | null): Candidate | undefined {
  if (name === null) return undefined;
  const isMeant = goesBy(resolution, name);
  return candidatesOf(resolution, name).find(candidate => isWinner(candidate) && isMeant(candidate));
}

function asked(
  { profile }: Resolution,
  found: Candidate | null,
  taken: Candidate | undefined,
): ExplainedAgent {
  const agent = productOf(profile).name;
  const takes = taken?.file ?? null;
  if (!found) {
    const reason = message('does not look there');
    return { profile, agent, verdict: 'not-read', code: 'not-seen', reason, loads: false, name: null, takes };
  }
  const { verdict, code, name, unlisted } = found;
  const loads = isWinner(found) && verdict !== 'disabled';
  const reason = unlisted && loads ? unlisted.reason : reasonWithPlace(found);
  return {
    profile,
    agent,
    verdict,
    code: unlisted && loads ? unlisted.code : code,
    reason,
    loads,
    name,
    takes: loads ? found.file : takes,
  };
}
