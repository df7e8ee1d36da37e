import { type FoundProblem, lossesOf } from '../../core/checks/agent-problems';
import { checkCandidate, checkSurroundings } from '../../core/checks/check-resolution';
import type { Problem } from '../../core/checks/problem';
import type { Comparison } from '../../core/compare';
import { type FileSystem, isFault } from '../../core/file-system';
import { isJavaScript } from '../../core/javascript-warning';
import type { Readers } from '../../core/readers';
import { Slices } from '../../core/slices';
import type { Candidate, Resolution } from '../../core/types';

type Comparisons = ReadonlyMap<string, Comparison>;

/** Copies do not matter to what is lost. */
const NOT_COMPARED: Comparisons = new Map();

interface Kept {
  readonly state: string;
  readonly problems: readonly Problem[];
}

/** Checks the files of resolutions, and reads a file again only when it, or what became of it, has changed. */
export class CheckedFiles {
  private kept = new Map<string, Kept>();

  constructor(
    /** Gives the files as they are now; they say how many answers were missing. */
    private readonly filesNow: () => FileSystem & { readonly unanswered?: number },
    /** What an editor has in place of what is on disk. */
    private readonly unsaved: (file: string) => string | undefined,
  ) {}

  /**
   * All problems of a resolution.
   * @throws only the reason of the signal, when it is aborted
   */
  async check(
    resolution: Resolution,
    comparisons: Comparisons,
    signal: AbortSignal,
  ): Promise<readonly FoundProblem[]> {
    const slices = new Slices(signal);
    const roots = new Map(resolution.roots.map(root => [root.id, root]));
    const found = checkSurroundings(resolution).map(problem => ({ problem, resolution }));
    for (const candidate of resolution.candidates) {
      if (roots.get(candidate.root)?.verdict === 'not-read' && !isJavaScript(candidate)) continue;
      if (slices.due) await slices.pause();
      for (const problem of await this.checkOne(resolution, candidate, comparisons))
        found.push({ problem, resolution });
    }
    return found;
  }

  /**
   * What loses a skill in an agent beside the product.
   * @param only the one file to look at, where it is not all
   * @throws only the reason of the signal, when it is aborted
   */
  async losses(
    resolution: Resolution,
    readers: Readers,
    signal: AbortSignal,
    only?: string,
  ): Promise<readonly FoundProblem[]> {
    const slices = new Slices(signal);
    const check = async (of: Resolution, candidate: Candidate) => {
      if (slices.due) await slices.pause();
      return this.checkOne(of, candidate, NOT_COMPARED);
    };
    return lossesOf(resolution, readers, check, file => this.unsaved(file) !== undefined, only);
  }

  /** The problems of one candidate. */
  async checkOne(
    resolution: Resolution,
    candidate: Candidate,
    comparisons: Comparisons,
  ): Promise<readonly Problem[]> {
    const files = this.filesNow();
    const unsaved = this.unsaved(candidate.file);
    const key = `${resolution.profile} ${resolution.workDir} ${candidate.id}`;
    const state = stateOf(files, resolution, candidate, comparisons, unsaved);
    const kept = this.kept.get(key);
    if (kept && kept.state === state) return kept.problems;
    const problems = await checkCandidate(files, resolution, candidate, comparisons, unsaved);
    // There will be another check when the disk has answered.
    if (files.unanswered) return kept?.problems ?? [];
    if (state !== undefined) this.kept.set(key, { state, problems });
    else this.kept.delete(key);
    return problems;
  }
}

/** All that the problems of a candidate depend on; undefined where that includes other candidates. */
function stateOf(
  files: FileSystem,
  resolution: Resolution,
  candidate: Candidate,
  comparisons: Comparisons,
  unsaved: string | undefined,
): string | undefined {
  if (candidate.verdict === 'hidden' || candidate.verdict === 'ambiguous') return undefined;
  const state = files.state(candidate.file);
  const file = isFault(state) ? state : [state.size, state.modified, state.changed, state.inode, state.mode];
  const comparison = comparisons.get(candidate.id);
  const identical = comparison?.complete === true && comparison.differences.length === 0;
  return JSON.stringify([file, unsaved, candidate, identical, resolution.failure?.file]);
}
