/** Comparing two copies of a skill as whole folders: bytes, links and modes of every file. */
import * as path from 'node:path';
import { type FileState, type FileSystem, isFault } from './file-system';
import { SKILL_FILE } from './scan/skill-file-names';
import { Slices } from './slices';
import type { Candidate, Resolution } from './types';

/** How one file of two copies differs. `first` and `second` are the copies as given. */
export interface Difference {
  /** Path in the skill's folder, `/` between its parts. */
  readonly path: string;
  readonly kind: 'content' | 'mode' | 'kind' | 'link' | 'only-first' | 'only-second' | 'unreadable';
}

export interface Comparison {
  /** By path. Empty: the copies are identical. */
  readonly differences: readonly Difference[];
  /** False where the folders are so large that the comparison was ended early. */
  readonly complete: boolean;
}

/** Entries of one skill that are compared at most. */
const MOST_ENTRIES = 5000;

/** Bytes compared at a time. */
const CHUNK = 64 * 1024;

/**
 * Compares two skills. Two directory forms are compared as folders; where one of them is a flat file, only the skill
 * files are. Never throws for what is on disk: what cannot be read is a difference.
 */
export async function compareSkills(
  files: FileSystem,
  first: Pick<Candidate, 'form' | 'dir' | 'file'>,
  second: Pick<Candidate, 'form' | 'dir' | 'file'>,
  slices = new Slices(),
): Promise<Comparison> {
  const comparer = new Comparer(files, slices);
  if (first.form === 'directory' && second.form === 'directory')
    await comparer.folders(first.dir, second.dir, '');
  else await comparer.entries(first.file, second.file, path.basename(first.file), true);
  return { differences: comparer.differences, complete: comparer.complete };
}

/** Compares every losing copy with the winner of its name. Out: by the id of the loser. */
export async function compareWithWinners(
  files: FileSystem,
  resolution: Resolution,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Comparison>> {
  const slices = new Slices(signal);
  const byId = new Map(resolution.candidates.map(candidate => [candidate.id, candidate]));
  const comparisons = new Map<string, Comparison>();
  for (const candidate of resolution.candidates) {
    if (!isCopy(candidate)) continue;
    const winner = byId.get(candidate.winnerId ?? '');
    if (!winner || winner === candidate) continue;
    comparisons.set(candidate.id, await compareSkills(files, candidate, winner, slices));
  }
  return comparisons;
}

/** Whether a candidate is another copy of a skill that loads, so that a comparison says something. */
function isCopy({ verdict }: Candidate): boolean {
  return verdict === 'shadowed' || verdict === 'ambiguous' || verdict === 'hidden' || verdict === 'not-read';
}

class Comparer {
  readonly differences: Difference[] = [];
  complete = true;
  private left = MOST_ENTRIES;

  constructor(
    private readonly files: FileSystem,
    private readonly slices: Slices,
  ) {}

  async folders(first: string, second: string, below: string): Promise<void> {
    const [inFirst, inSecond] = [this.names(first), this.names(second)];
    if (!inFirst || !inSecond) {
      this.add(below || '.', 'unreadable');
      return;
    }
    for (const name of [...new Set([...inFirst, ...inSecond])].sort()) {
      if (this.left-- <= 0) {
        this.complete = false;
        return;
      }
      const inside = below === '' ? name : `${below}/${name}`;
      if (!inSecond.has(name)) this.add(inside, 'only-first');
      else if (!inFirst.has(name)) this.add(inside, 'only-second');
      else await this.entries(path.join(first, name), path.join(second, name), inside, inside === SKILL_FILE);
    }
  }

  /** Links are compared by their targets, except the skill file itself: what it leads to is the skill. */
  async entries(first: string, second: string, inside: string, isSkillFile: boolean): Promise<void> {
    if (this.slices.due) await this.slices.pause();
    const look = (file: string) => (isSkillFile ? this.files.state(file) : this.files.linkState(file));
    const [stateOfFirst, stateOfSecond] = [look(first), look(second)];
    if (isFault(stateOfFirst) || isFault(stateOfSecond)) this.add(inside, 'unreadable');
    else if (stateOfFirst.kind !== stateOfSecond.kind) this.add(inside, 'kind');
    else if (stateOfFirst.kind === 'directory') await this.folders(first, second, inside);
    else if (stateOfFirst.kind === 'link') this.links(first, second, inside);
    else if (stateOfFirst.kind === 'file')
      await this.contents(first, stateOfFirst, second, stateOfSecond, inside);
  }

  private links(first: string, second: string, inside: string): void {
    const [target, other] = [this.files.readLink(first), this.files.readLink(second)];
    if (isFault(target) || isFault(other) || target !== other) this.add(inside, 'link');
  }

  private async contents(
    first: string,
    stateOfFirst: FileState,
    second: string,
    stateOfSecond: FileState,
    inside: string,
  ): Promise<void> {
    const same = stateOfFirst.size === stateOfSecond.size && (await this.sameBytes(first, second));
    if (same === 'unreadable') this.add(inside, 'unreadable');
    else if (!same) this.add(inside, 'content');
    else if (stateOfFirst.mode !== stateOfSecond.mode) this.add(inside, 'mode');
  }

  private async sameBytes(first: string, second: string): Promise<boolean | 'unreadable'> {
    const [one, other] = [this.files.open(first), this.files.open(second)];
    try {
      if (isFault(one) || isFault(other)) return 'unreadable';
      while (true) {
        const [bytes, otherBytes] = [one.read(CHUNK), other.read(CHUNK)];
        if (isFault(bytes) || isFault(otherBytes)) return 'unreadable';
        if (Buffer.compare(bytes, otherBytes) !== 0) return false;
        if (bytes.length < CHUNK) return true;
        if (this.slices.due) await this.slices.pause();
      }
    } finally {
      if (!isFault(one)) one.close();
      if (!isFault(other)) other.close();
    }
  }

  private names(folder: string): ReadonlySet<string> | undefined {
    const entries = this.files.readDirectory(folder);
    return isFault(entries) ? undefined : new Set(entries.map(entry => entry.name));
  }

  private add(inside: string, kind: Difference['kind']): void {
    this.differences.push({ path: inside, kind });
  }
}
