/** Looking up the candidates of one name. */
import { isWinner } from './is-winner';
import { productOf } from './products';
import type { Candidate, Resolution, Root } from './types';

/**
 * The candidates of a name in rank order: the winner first, then by root as in the resolution, in one root the directory
 * form before the flat one. Names are compared as the product does; a folder or file of that name counts too, so that a
 * skill is found under what a person sees on disk.
 */
export function candidatesOf(resolution: Resolution, name: string): readonly Candidate[] {
  const { fold } = productOf(resolution.profile);
  const key = fold(name);
  const rootOrder = new Map(resolution.roots.map((root, index) => [root.id, index]));
  const place = (candidate: Candidate) =>
    (isWinner(candidate) ? 0 : 1e6) +
    (rootOrder.get(candidate.root) ?? 0) * 2 +
    (candidate.form === 'flat' ? 1 : 0);
  const named = resolution.candidates.filter(candidate => fold(candidate.name) === key);
  const found =
    named.length > 0 ? named : resolution.candidates.filter(({ entry }) => fold(stem(entry)) === key);
  return [...found].sort((a, b) => place(a) - place(b));
}

/** The skill of a name that the product brings along without a file: its name there, and what it is part of. */
export function carriedUnder(
  { profile, roots }: Pick<Resolution, 'profile' | 'roots'>,
  name: string,
): { readonly name: string; readonly root: Root } | undefined {
  const { fold } = productOf(profile);
  for (const root of roots) {
    const found = root.carries?.find(other => fold(other) === fold(name));
    if (found !== undefined) return { name: found, root };
  }
  return undefined;
}

function stem(entry: string): string {
  return entry.replace(/\.md$/i, '');
}
