/** What one root comes to, in its order, and the same by entry, so that some entries can be looked at anew. */
import { foldName } from '../fold-name';
import type { Found } from './found';
import { MOST_DIRECTORIES, NOTHING_SPENT, type Spent } from './near-misses';
import type { ScanRules } from './scan-rules';

/** What one root comes to. */
export interface RootScan {
  /** In the order in which the product registers them: folders, then flat files, then what lies deeper. */
  readonly found: readonly Found[];
  /** Code of the error where the directory could not be listed. */
  readonly fault: string | null;
  /** The same by entry of the root, so that one of them can be looked at anew: see `rescanEntries`. */
  readonly entries: readonly EntryScan[];
}

/** What one entry of a root comes to. */
export interface EntryScan {
  readonly name: string;
  readonly isFolder: boolean;
  /** Whether it is a folder that is a skill, even one that does not load. */
  readonly isSkill: boolean;
  readonly own: readonly Found[];
  /** What levels below it hold, which the product registers after everything else. */
  readonly deeper: readonly Found[];
  /** How many directories were listed for it in search of near misses. */
  readonly spent: Spent;
}

/** One list for all entries that have nothing below them: there can be very many. */
export const NOTHING_DEEPER: readonly Found[] = [];

/** The names of those entries that are folders with a skill. */
export function skillFolders(entries: readonly Pick<EntryScan, 'name' | 'isSkill'>[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ name, isSkill }) => (isSkill ? [name] : [])));
}

/** An entry that is no folder, or not one to look into. */
export function noFolder(name: string, own: readonly Found[]): EntryScan {
  return { name, isFolder: false, isSkill: false, own, deeper: NOTHING_DEEPER, spent: NOTHING_SPENT };
}

/** What all these entries took from the search for near misses. */
export function sumOf(entries: readonly EntryScan[]): Spent {
  let [beside, inside] = [0, 0];
  for (const { spent } of entries) {
    beside += spent.beside;
    inside += spent.inside;
  }
  return { beside, inside };
}

/** Whether the search for near misses did not come to its end: what one entry took of it was missed by none after it. */
export function hasLeft({ beside, inside }: Spent): boolean {
  return beside < MOST_DIRECTORIES && inside < MOST_DIRECTORIES;
}

/** Whether the named entries take as much from the search for near misses as before, so that nothing changes for those after them. */
export function isSpentAlike(
  before: readonly EntryScan[],
  now: readonly EntryScan[],
  names: ReadonlySet<string>,
): boolean {
  const spentBy = (entries: readonly EntryScan[]) =>
    new Map(entries.filter(({ name }) => names.has(name)).map(({ name, spent }) => [name, spent]));
  const [old, anew] = [spentBy(before), spentBy(now)];
  return [...names].every(name => {
    const [one, other] = [old.get(name) ?? NOTHING_SPENT, anew.get(name) ?? NOTHING_SPENT];
    return one.beside === other.beside && one.inside === other.inside;
  });
}

/** Whether one of the names, where it is new, could be another spelling of one that is known, or of another of them. */
export function hasSpellings(before: readonly EntryScan[], names: ReadonlySet<string>): boolean {
  const known = new Set(before.map(({ name }) => name));
  const fresh = new Set<string>();
  for (const name of names) if (!known.has(name)) fresh.add(foldName(name));
  if (fresh.size === 0) return false;
  const others = [...names].filter(name => known.has(name));
  if (fresh.size + others.length < names.size) return true;
  return before.some(({ name }) => fresh.has(foldName(name)));
}

/** Folders first, then files, then what lies deeper. */
export function joined(entries: readonly EntryScan[]): RootScan {
  const found: Found[] = [];
  // Most have one and nothing deeper, and there can be very many: an iterator for each would be more than what it gives.
  for (let index = 0; index < entries.length; index++) {
    const { own } = entries[index]!;
    if (own.length === 1) found.push(own[0]!);
    else for (const one of own) found.push(one);
  }
  for (const { deeper } of entries) if (deeper.length > 0) for (const one of deeper) found.push(one);
  return { found, fault: null, entries };
}

/** Folders first, then files, each in the order in which they are taken. */
export function inOrder(entries: readonly EntryScan[], rules: ScanRules): readonly EntryScan[] {
  return [...entries].sort(
    (a, b) => Number(b.isFolder) - Number(a.isFolder) || rules.compareEntries(a.name, b.name),
  );
}
