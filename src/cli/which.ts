/** `which-skill NAME` and `which-skill -a NAME`. */
import { candidatesOf, carriedUnder, goesBy } from '../core/candidates';
import { type Comparison, compareWithWinners } from '../core/compare';
import type { FileSystem } from '../core/file-system';
import { isWinner } from '../core/is-winner';
import { message } from '../core/message';
import { candidateJson } from '../core/resolution-json';
import { scopeTerm } from '../core/scope-term';
import type { Candidate, Resolution } from '../core/types';
import type { Answer, Terminal } from './answer';
import { jsonText } from './json';
import type { Translate } from './language';
import { errorLine, printable, reasonOf, Shower, table, VERDICT_WORDS } from './text';

/** What is asked about names. */
export interface WhichQuestion {
  readonly names: readonly string[];
  readonly all: boolean;
  readonly json: boolean;
}

/** What there is to say about one name. */
interface NameAnswer {
  readonly name: string;
  /** In rank order. */
  readonly candidates: readonly Candidate[];
  /** The one that loads under the name. A folder of that name may hold a skill that loads under another one. */
  readonly winner: Candidate | undefined;
}

/** Answers for each name in turn. Exit status 1 where one of them does not load. */
export async function which(
  files: FileSystem,
  resolution: Resolution,
  question: WhichQuestion,
  terminal: Terminal | null,
  translate: Translate,
): Promise<Answer> {
  const answers = question.names.map((name): NameAnswer => {
    const candidates = candidatesOf(resolution, name);
    const isMeant = goesBy(resolution, name);
    const winner = candidates.find(candidate => isWinner(candidate) && isMeant(candidate));
    return { name, candidates, winner };
  });
  const status = answers.every(({ winner }) => winner) ? 0 : 1;
  const asked = answers.flatMap(({ candidates }) => candidates);
  const comparisons =
    question.all || question.json
      ? await compareWithWinners(files, { ...resolution, candidates: asked })
      : new Map<string, Comparison>();
  if (question.json) {
    const objects = answers.map(({ name, candidates, winner }) => ({
      name,
      winner: winner?.file ?? null,
      candidates: candidates.map(candidate =>
        candidateJson(resolution, candidate, comparisons.get(candidate.id)),
      ),
    }));
    return {
      output: jsonText(objects.length === 1 ? objects[0] : objects),
      errors: '',
      status,
    };
  }
  const shower = new Shower(resolution, translate);
  let output = '';
  let errors = '';
  for (const { name, candidates, winner } of answers) {
    if (question.all && candidates.length > 0) output += `${table(rows(candidates, comparisons, shower))}\n`;
    else if (winner) output += `${terminal ? printable(winner.file) : winner.file}\n`;
    if (!winner)
      errors +=
        noFile(resolution, name, shower) ?? nothingLoads(name, question.all ? [] : candidates, shower);
    else if (winner.verdict === 'ambiguous' && !question.all)
      errors += errorLine(shower.message(winner.reason));
  }
  return { output, errors, status };
}

/** In rank order: number, verdict, scope, file, reason. What is shadowed names the winner by its number. */
function rows(
  candidates: readonly Candidate[],
  comparisons: ReadonlyMap<string, Comparison>,
  shower: Shower,
): string[][] {
  return candidates.map((candidate, index) => [
    String(index + 1),
    shower.message(VERDICT_WORDS[candidate.verdict]),
    shower.message(message('{0}', scopeTerm(candidate.scope))),
    shower.path(candidate.file),
    shower.message(reasonOf(shortened(candidate, candidates), comparisons.get(candidate.id))),
  ]);
}

/** In a table that has the winner too, its number says enough. */
function shortened(candidate: Candidate, candidates: readonly Candidate[]): Candidate {
  const why = candidate.reason.args.at(-1);
  const winner = candidates.findIndex(({ id }) => id === candidate.winnerId);
  if (candidate.verdict !== 'shadowed' || winner < 0 || typeof why !== 'object') return candidate;
  return { ...candidate, reason: message('by {0}: {1}', winner + 1, why) };
}

/** What the product itself brings along loads, and has no path that could be printed. */
function noFile(resolution: Resolution, name: string, shower: Shower): string | undefined {
  const carried = carriedUnder(resolution, name);
  if (!carried) return undefined;
  const text = message('"{0}" is compiled into {1}: it has no file', carried.name, carried.root.label);
  return errorLine(shower.message(text));
}

function nothingLoads(name: string, candidates: readonly Candidate[], shower: Shower): string {
  const lines = candidates.map(candidate => [
    shower.message(message('{0}', scopeTerm(candidate.scope))),
    shower.path(candidate.file),
    shower.message(
      isWinner(candidate)
        ? message('loads under the name "{0}"', candidate.name)
        : message('{0}: {1}', VERDICT_WORDS[candidate.verdict], reasonOf(candidate, undefined)),
    ),
  ]);
  const list = lines.length > 0 ? `${table(lines).replace(/^/gm, '  ')}\n` : '';
  return `${errorLine(shower.message(message('nothing loads under "{0}"', name)))}${list}`;
}
