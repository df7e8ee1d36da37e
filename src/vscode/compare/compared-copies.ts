import * as path from 'node:path';
import { type Comparison, compareSkills } from '../../core/compare';
import { type FileSystem, isFault } from '../../core/file-system';
import type { WatchedFiles } from '../../core/live/looks';
import { Slices } from '../../core/slices';
import type { Candidate, Resolution } from '../../core/types';

/** Entries of a folder that are looked at to find out whether it changed: as many as are compared. */
const MOST_ENTRIES = 5_000;

interface Kept {
  readonly states: string;
  readonly comparison: Comparison;
}

/** Compares copies with their winners, and reads a pair again only when something in one of the two has changed. */
export class ComparedCopies {
  private kept = new Map<string, Kept>();

  /**
   * Every losing copy against the winner of its name, by the id of the loser.
   * @param files are asked about all that the answer depends on, also where that is known from before
   * @throws only the reason of the signal, when it is aborted
   */
  async of(
    resolution: Resolution,
    files: WatchedFiles,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Comparison>> {
    const slices = new Slices(signal);
    const byId = new Map(resolution.candidates.map(candidate => [candidate.id, candidate]));
    const comparisons = new Map<string, Comparison>();
    const states = new Map<string, string>();
    for (const candidate of resolution.candidates) {
      const winner = byId.get(candidate.winnerId ?? '');
      if (!winner || winner === candidate || !isCopy(candidate)) continue;
      if (slices.due) await slices.pause();
      const comparison = await this.compare(files, candidate, winner, states, slices);
      if (comparison) comparisons.set(candidate.id, comparison);
    }
    return comparisons;
  }

  private async compare(
    files: WatchedFiles,
    copy: Candidate,
    winner: Candidate,
    states: Map<string, string>,
    slices: Slices,
  ): Promise<Comparison | undefined> {
    const { unanswered } = files;
    const pair = `${copy.id}\n${winner.id}`;
    const both = [copy, winner].map(candidate => {
      const known = states.get(candidate.id) ?? statesOf(files, candidate);
      states.set(candidate.id, known);
      return known;
    });
    const now = both.join('\n');
    const kept = this.kept.get(pair);
    if (kept?.states === now) return kept.comparison;
    const comparison = await compareSkills(files, copy, winner, slices);
    // There will be another comparison when the disk has answered.
    if (files.unanswered > unanswered) return kept?.comparison;
    this.kept.set(pair, { states: now, comparison });
    return comparison;
  }
}

function isCopy({ verdict }: Candidate): boolean {
  return verdict === 'shadowed' || verdict === 'ambiguous' || verdict === 'hidden' || verdict === 'not-read';
}

/** Sizes, times and modes of all that would be compared. */
function statesOf(files: FileSystem, { form, dir, file }: Candidate): string {
  const lines: string[] = [];
  const look = (place: string) => {
    const state = files.linkState(place);
    if (isFault(state)) return void lines.push(`${place} ${state.fault}`);
    const { kind, size, modified, changed, mode, inode } = state;
    lines.push([place, kind, size, modified, changed, mode, inode].join(' '));
    if (kind !== 'directory' || lines.length > MOST_ENTRIES) return;
    const entries = files.readDirectory(place);
    if (!isFault(entries)) for (const { name } of entries) look(path.join(place, name));
  };
  look(form === 'directory' ? dir : file);
  // What lies behind a link to the skill file, or to its folder.
  const target = files.state(file);
  lines.push(isFault(target) ? target.fault : [target.size, target.modified, target.inode].join(' '));
  const real = files.realPath(dir);
  if (form === 'directory' && typeof real === 'string' && real !== dir) look(real);
  return lines.join('\n');
}
