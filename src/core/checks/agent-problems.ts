/**
 * What loses a skill in one of several agents: each file and fault once, in the names of all whom it is about. One of the
 * agents is the product whose problems are told in full; of the others, only what loses something is.
 */
import { anchorOf } from '../explain/explanations';
import type { FileSystem } from '../file-system';
import { EVALUATES_JAVASCRIPT } from '../javascript-warning';
import { type Message, message, namesInRow } from '../message';
import { productOf } from '../products';
import type { Readers } from '../readers';
import { rememberedRealPaths } from '../real-path';
import type { Candidate, ProfileId, Resolution } from '../types';
import { checkSurroundings } from './check-resolution';
import { type Loss, type Problem, START } from './problem';

/** A problem, and the resolution that it is about. */
export interface FoundProblem {
  readonly problem: Problem;
  readonly resolution: Resolution;
  /** The same fault in further agents, which the problem names: with what mends it there. */
  readonly beside?: readonly FoundProblem[];
}

/** Gives the problems of one candidate, as `checkCandidate` does. */
export type CheckOne = (resolution: Resolution, candidate: Candidate) => Promise<readonly Problem[]>;

/**
 * What loses a skill in an agent, and what keeps it from starting. Only candidates that do not load are looked at, and those
 * whose text is not what the resolution was made from.
 * @param readers who takes which file: where somebody takes a single file, it is a loss to whoever wants a folder
 * @param isUnsaved whether an editor has another text of the file
 * @param only the one file to look at, where it is not all
 */
export async function lossesOf(
  resolution: Resolution,
  readers: Readers,
  check: CheckOne,
  isUnsaved: (file: string) => boolean = () => false,
  only?: string,
): Promise<readonly FoundProblem[]> {
  const found: Problem[] = checkSurroundings(resolution).filter(
    ({ severity, file }) => severity === 'error' && (only === undefined || file === only),
  );
  const active = new Set(resolution.roots.flatMap(({ id, verdict }) => (verdict === 'active' ? [id] : [])));
  for (const candidate of resolution.candidates) {
    const { verdict, file, code } = candidate;
    if (!active.has(candidate.root) || (only !== undefined && file !== only)) continue;
    const isLost = verdict === 'invalid' || verdict === 'unreadable' || verdict === 'not-read';
    if (!isLost && !isUnsaved(file)) continue;
    // It is loaded by another way.
    if (verdict === 'not-read' && readers.of(file).includes(resolution.profile)) continue;
    if (code === 'flat-file' && readers.of(file).length > 0) found.push(notFlat(candidate));
    found.push(...(await check(resolution, candidate)).filter(isTold));
  }
  return found.map(problem => ({ problem, resolution }));
}

function isTold({ loss, severity, code }: Problem): boolean {
  return loss !== undefined || severity === 'error' || code === EVALUATES_JAVASCRIPT;
}

function notFlat({ code, file, reason, id }: Candidate): Problem {
  return {
    code,
    severity: 'warning',
    file,
    range: START,
    message: reason,
    related: [],
    fixes: [],
    anchor: anchorOf(code),
    knownToEditor: false,
    candidate: id,
    loss: { kind: 'passed-over', reason },
  };
}

/**
 * Joins the problems of the product with what the same files lose in other agents.
 * @param files what tells whether two paths lead to one file
 * @param own all problems of the product, of all folders
 * @param ofAgents as `lossesOf` gives them, agent by agent
 * @returns the product's problems, in their order and each once, then what only others have
 */
export function joinProblems(
  files: FileSystem,
  own: readonly FoundProblem[],
  ofAgents: readonly FoundProblem[],
): readonly FoundProblem[] {
  const realPath = rememberedRealPaths(files);
  const faultOf = ({ problem }: FoundProblem) => JSON.stringify([realPath(problem.file), problem.anchor]);
  const product = withoutRepeats(own);
  const owners = new Map<string, FoundProblem>();
  for (const one of product) {
    const fault = faultOf(one);
    // Of several in one file, the one that loses the skill.
    if (!owners.has(fault) || isWorse(one, owners.get(fault))) owners.set(fault, one);
  }
  const beside = new Map<FoundProblem, FoundProblem[]>();
  const others: FoundProblem[] = [];
  for (const one of ofAgents) {
    const fault = faultOf(one);
    const owner = owners.get(fault);
    if (!owner) {
      owners.set(fault, one);
      others.push(one);
      continue;
    }
    const known = beside.get(owner) ?? [];
    beside.set(owner, known);
    if ([owner, ...known].some(({ resolution }) => resolution.profile === one.resolution.profile)) continue;
    known.push(one);
  }
  return [
    ...product.map(one => joined(one, beside.get(one) ?? [])),
    ...others.map(one => joined(one, beside.get(one) ?? [], true)),
  ];
}

function isWorse({ problem }: FoundProblem, than: FoundProblem | undefined): boolean {
  return problem.severity === 'error' && than?.problem.severity !== 'error';
}

/** Several folders of a workspace see the user's skills alike. */
function withoutRepeats(found: readonly FoundProblem[]): readonly FoundProblem[] {
  const seen = new Set<string>();
  return found.filter(({ problem }) => {
    const key = JSON.stringify([problem.file, problem.code, problem.range, problem.message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** @param isNamed whether the agent is named even where it is the only one */
function joined(one: FoundProblem, beside: readonly FoundProblem[], isNamed = false): FoundProblem {
  const { problem, resolution } = one;
  const losing = beside.filter(other => other.problem.loss !== undefined);
  if (losing.length === 0 && !(isNamed && problem.loss)) return one;
  const isError = losing.some(other => other.problem.severity === 'error');
  const others = losing.map(other => other.resolution.profile);
  const { loss } = problem;
  const text = loss
    ? lossInWords(loss, [resolution.profile, ...others])
    : alsoInWords(problem.message, losing[0]?.problem.loss, others);
  return {
    resolution,
    problem: {
      ...problem,
      message: text,
      ...(isError && { severity: 'error' }),
      // VS Code does not say whom else it is about.
      knownToEditor: problem.knownToEditor && losing.length === 0,
    },
    ...(losing.length > 0 && { beside: losing }),
  };
}

function lossInWords({ kind, reason }: Loss, agents: readonly ProfileId[]): Message {
  const names = namesInRow(agents.map(id => productOf(id).name));
  if (kind === 'dropped')
    return agents.length === 1
      ? message('{0}: {1} drops this skill', reason, names)
      : message('{0}: {1} drop this skill', reason, names);
  return agents.length === 1
    ? message('{0}: {1} does not load this skill', reason, names)
    : message('{0}: {1} do not load this skill', reason, names);
}

/** The product loads it all the same. */
function alsoInWords(said: Message, loss: Loss | undefined, agents: readonly ProfileId[]): Message {
  const names = namesInRow(agents.map(id => productOf(id).name));
  if (loss?.kind === 'passed-over')
    return agents.length === 1
      ? message('{0}; {1} does not load the skill', said, names)
      : message('{0}; {1} do not load the skill', said, names);
  return agents.length === 1
    ? message('{0}; {1} drops the skill for it', said, names)
    : message('{0}; {1} drop the skill for it', said, names);
}
