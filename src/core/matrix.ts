/** Skills against agents: for each name and each agent the file that it takes, or why it takes none. */
import { compareProducts, type NameInProduct } from './compare-products';
import type { FileSystem } from './file-system';
import { isJavaScript, JAVASCRIPT_WARNING } from './javascript-warning';
import { type Message, message } from './message';
import { compareCodeUnits } from './products';
import { realFilesOf } from './real-files';
import type { Candidate, ProfileId, Resolution, Skill } from './types';

/**
 * What an agent makes of a name.
 * - `loads`: it takes the file, and tells its model
 * - `several`: it lists more than one of that name
 * - `ambiguous`: which one it takes can differ from run to run
 * - `unlisted`: it takes the file, and does not tell its model
 * - `disabled`: a setting switches it off
 * - `waiting`: it takes it once the folder is trusted, or once it works there
 * - `dropped`: it comes to the file and drops it for what is in it
 * - `other-name`: it takes the same file under another name
 * - `passed-over`: it does not look there, or not in this form
 */
export type CellState =
  | 'loads'
  | 'several'
  | 'ambiguous'
  | 'unlisted'
  | 'disabled'
  | 'waiting'
  | 'dropped'
  | 'other-name'
  | 'passed-over';

export interface MatrixCell {
  readonly profile: ProfileId;
  readonly state: CellState;
  /** The file that it takes, or calls where it lists several; null where there is none. */
  readonly skill: Skill | null;
  /** All that it lists of that name. */
  readonly skills: readonly Skill[];
  /** The candidate that decides; null where the agent sees nothing like it. */
  readonly candidate: Candidate | null;
  /** Position in the row's `files` of the file that it takes; null where it takes none. */
  readonly file: number | null;
  /** Why it does not take it, or what is special about it. Null where there is nothing to say. */
  readonly reason: Message | null;
}

export interface MatrixRow {
  readonly name: string;
  /** The files that agents take under the name, links followed, the one that most take first. */
  readonly files: readonly string[];
  /** In the order of the agents. */
  readonly cells: readonly MatrixCell[];
  /** Whether the agents differ: in the file that they take, or in whether they take one and tell their model. */
  readonly differs: boolean;
}

export interface Matrix {
  /** The agents, as they were asked for. */
  readonly resolutions: readonly Resolution[];
  /** By name in code unit order. */
  readonly rows: readonly MatrixRow[];
  /** What is to be said of files whatever any of the agents makes of them, each file once. */
  readonly warnings: readonly FileWarning[];
}

export interface FileWarning {
  readonly file: string;
  readonly text: Message;
}

/**
 * Lays out what several agents make of the names in one work directory.
 * @param files what tells whether two paths lead to one file
 * @throws only the reason of the signal, when it is aborted
 */
export async function buildMatrix(
  files: FileSystem,
  resolutions: readonly Resolution[],
  signal?: AbortSignal,
): Promise<Matrix> {
  const realFile = realFilesOf(files, resolutions);
  const options = { copies: false, realFile, ...(signal && { signal }) };
  const names = await compareProducts(files, resolutions, options);
  return {
    resolutions,
    rows: names.map(({ name, products }) => rowOf(name, products, realFile)),
    warnings: warningsOn(resolutions, realFile),
  };
}

function warningsOn(
  resolutions: readonly Resolution[],
  realFile: (file: string) => string,
): readonly FileWarning[] {
  const files = new Set<string>();
  for (const { candidates } of resolutions)
    for (const candidate of candidates) if (isJavaScript(candidate)) files.add(realFile(candidate.file));
  return [...files].sort(compareCodeUnits).map(file => ({ file, text: JAVASCRIPT_WARNING }));
}

function rowOf(
  name: string,
  products: readonly NameInProduct[],
  realFile: (file: string) => string,
): MatrixRow {
  const taken = products.map(({ skill }) => (skill ? realFile(skill.file) : null));
  const files = filesByTakers(taken);
  const cells = products.map((product, index) => {
    const file = taken[index];
    return cellOf(product, typeof file === 'string' ? files.indexOf(file) : null);
  });
  const kind = cells[0] && kindOf(cells[0]);
  return { name, files, cells, differs: cells.some(cell => kindOf(cell) !== kind) };
}

/** The files that are taken, each once, the one that most take first. */
function filesByTakers(taken: readonly (string | null)[]): readonly string[] {
  const takers = new Map<string, number>();
  for (const file of taken) if (file !== null) takers.set(file, (takers.get(file) ?? 0) + 1);
  const files = [...takers.keys()];
  // A sort is stable: of files that are taken equally often, the one of the first agent comes first.
  return files.length < 2 ? files : files.sort((a, b) => takers.get(b)! - takers.get(a)!);
}

/** Cells of one kind are no difference. */
function kindOf({ state, file }: MatrixCell): number {
  if (file === null) return -1;
  const isTold = state === 'loads' || state === 'several' || state === 'ambiguous';
  return file * 4 + (isTold ? 2 : 0) + (state === 'ambiguous' ? 1 : 0);
}

/** Written so that each is made in one go: there are as many as names times agents. */
function cellOf({ profile, skill, skills, candidate, why }: NameInProduct, file: number | null): MatrixCell {
  const { state, reason } = skill
    ? takenState(skill, skills, candidate)
    : lostState(candidate, why ?? NOT_SEEN);
  return { profile, state, skill, skills, candidate, file, reason };
}

type StateWithReason = Pick<MatrixCell, 'state' | 'reason'>;

const LOADS: StateWithReason = { state: 'loads', reason: null };

const NOT_SEEN = { code: 'not-seen', reason: message('does not look there') };

function takenState(skill: Skill, skills: readonly Skill[], candidate: Candidate | null): StateWithReason {
  if (candidate?.verdict === 'ambiguous') return { state: 'ambiguous', reason: candidate.reason };
  if (skill.enabled === false) return { state: 'disabled', reason: candidate?.reason ?? null };
  if (!skill.listed) return { state: 'unlisted', reason: candidate?.unlisted?.reason ?? null };
  return skills.length > 1 ? { state: 'several', reason: candidate?.reason ?? null } : LOADS;
}

function lostState(candidate: Candidate | null, why: NonNullable<NameInProduct['why']>): StateWithReason {
  // Whose it is says the column.
  const { code, reason } = why.code === 'not-seen' ? NOT_SEEN : why;
  return { state: code === 'other-name' ? 'other-name' : lostStateOf(candidate), reason };
}

function lostStateOf(candidate: Candidate | null): CellState {
  switch (candidate?.verdict) {
    case 'invalid':
    case 'unreadable':
      return 'dropped';
    case 'untrusted':
    case 'on-demand':
      return 'waiting';
    default:
      return 'passed-over';
  }
}
