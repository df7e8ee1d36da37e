/** Looking up the candidates of one name. */
import { COMMANDS } from './explain/product-facts';
import { isWinner } from './is-winner';
import { productOf } from './products';
import type { Candidate, Resolution, Root } from './types';

/**
 * Tells whether a candidate goes by a name: its own, another one by which it can be called, or either as the command that
 * people type. Names are compared as the product does.
 */
export function goesBy(resolution: Resolution, name: string): (candidate: Candidate) => boolean {
  const { profile, skills } = resolution;
  const { fold } = productOf(profile);
  const key = fold(name);
  // A command starts with a sign of its own.
  const commandOf = /^\w/.test(name) ? undefined : COMMANDS[profile];
  const isMeant = (other: string) => fold(other) === key || commandOf?.(other) === name;
  const called = new Set(
    skills.flatMap(({ alias, candidate }) => (alias !== undefined && isMeant(alias) ? [candidate] : [])),
  );
  return candidate => isMeant(candidate.name) || called.has(candidate.id);
}

/**
 * The candidates of a name in rank order: the winner first, then by root as in the resolution, in one root the directory
 * form before the flat one. Where none goes by the name, a folder or file of that name counts, so that a skill is found
 * under what a person sees on disk.
 */
export function candidatesOf(resolution: Resolution, name: string): readonly Candidate[] {
  const { fold } = productOf(resolution.profile);
  const key = fold(name);
  const rootOrder = new Map(resolution.roots.map((root, index) => [root.id, index]));
  const place = (candidate: Candidate) =>
    (isWinner(candidate) ? 0 : 1e6) +
    (rootOrder.get(candidate.root) ?? 0) * 2 +
    (candidate.form === 'flat' ? 1 : 0);
  const named = resolution.candidates.filter(goesBy(resolution, name));
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
