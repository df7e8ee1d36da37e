/** `which-skill NAME` and `which-skill -a NAME`. */

import { candidatesOf } from '../core/candidates';
import type { Comparison } from '../core/compare';
import type { Candidate, Resolution } from '../core/types';
import type { Answer } from './answer';
import { toJsonCandidate } from './json';
import { loads, reasonOf, SCOPE_NAMES, Shower, table, VERDICT_WORDS } from './text';

/** What is asked about names. */
export interface WhichQuestion {
  readonly names: readonly string[];
  readonly all: boolean;
  readonly json: boolean;
}

/** Answers for each name in turn. Exit status 1 where one of them does not load. */
export function which(
  resolution: Resolution,
  comparisons: ReadonlyMap<string, Comparison>,
  question: WhichQuestion,
): Answer {
  const answers = question.names.map(name => ({ name, candidates: candidatesOf(resolution, name) }));
  const status = answers.every(({ candidates }) => candidates.some(loads)) ? 0 : 1;
  if (question.json) {
    const objects = answers.map(({ name, candidates }) => ({
      name,
      winner: candidates.find(loads)?.file ?? null,
      candidates: candidates.map(candidate =>
        toJsonCandidate(resolution, candidate, comparisons.get(candidate.id)),
      ),
    }));
    return {
      output: `${JSON.stringify(objects.length === 1 ? objects[0] : objects, null, 2)}\n`,
      errors: '',
      status,
    };
  }
  const shower = new Shower(resolution);
  let output = '';
  let errors = '';
  for (const { name, candidates } of answers) {
    const winner = candidates.find(loads);
    if (question.all && candidates.length > 0) output += `${table(rows(candidates, comparisons, shower))}\n`;
    else if (winner) output += `${winner.file}\n`;
    if (!winner) errors += nothingLoads(name, question.all ? [] : candidates, shower);
    else if (winner.verdict === 'ambiguous' && !question.all)
      errors += `which-skill: ${shower.message(winner.reason)}\n`;
  }
  return { output, errors, status };
}

/** In rank order: number, verdict, scope, file, reason. A loser's reason names the winner by its number. */
function rows(
  candidates: readonly Candidate[],
  comparisons: ReadonlyMap<string, Comparison>,
  shower: Shower,
): string[][] {
  return candidates.map((candidate, index) => [
    String(index + 1),
    VERDICT_WORDS[candidate.verdict],
    SCOPE_NAMES[candidate.scope],
    shower.path(candidate.file),
    reasonOf(candidate, shower, comparisons.get(candidate.id)),
  ]);
}

function nothingLoads(name: string, candidates: readonly Candidate[], shower: Shower): string {
  const lines = candidates.map(candidate => [
    SCOPE_NAMES[candidate.scope],
    shower.path(candidate.file),
    `${VERDICT_WORDS[candidate.verdict]}: ${reasonOf(candidate, shower, undefined)}`,
  ]);
  const list = lines.length > 0 ? `${table(lines).replace(/^/gm, '  ')}\n` : '';
  return `which-skill: nothing loads under ${JSON.stringify(name)}\n${list}`;
}
