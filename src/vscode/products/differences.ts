/** How what one product loads differs from what another one does, in terms of the rows of the tree. */
import type { ComparedName, NameInProduct } from '../../core/compare-products';
import { type Message, type MessageArg, message } from '../../core/message';
import { skillPath } from '../../core/skill-path';
import type { Candidate, ProfileId, Skill } from '../../core/types';

/** The differences for one folder, as the product that the tree shows sees it. */
export interface Differences {
  /** The other product, or the others, by name. */
  readonly other: MessageArg;
  /** What the other product loads instead, by the id of the candidate. */
  readonly notes: ReadonlyMap<string, Message>;
  /** What only the other product loads, and this one sees nothing of. */
  readonly elsewhere: readonly Elsewhere[];
}

/** A skill without a candidate. */
export interface Elsewhere {
  readonly name: string;
  readonly file: string;
  readonly where: Message;
}

/** Whether a name is a difference: both may drop it, which is none. */
export function isDifference({ difference }: ComparedName): boolean {
  return difference === 'other-file' || difference === 'only-some';
}

/**
 * Puts a comparison of two products into rows.
 * @param own the product that the tree shows
 */
export function differencesFor(
  names: readonly ComparedName[],
  own: ProfileId,
  other: ProfileId,
): Differences {
  const notes = new Map<string, Message>();
  const elsewhere: Elsewhere[] = [];
  for (const name of names.filter(isDifference)) {
    const here = name.products.find(({ profile }) => profile === own);
    const there = name.products.find(({ profile }) => profile === other);
    if (!here || !there) continue;
    if (here.candidate) notes.set(here.candidate.id, noteFor(here, there, isIdentical(name)));
    else if (there.skill) elsewhere.push(elsewhereOf(there.skill));
  }
  return { other, notes, elsewhere };
}

function isIdentical({ comparison }: ComparedName): boolean {
  return comparison?.complete === true && comparison.differences.length === 0;
}

function noteFor(here: NameInProduct, { profile, skill, why }: NameInProduct, identical: boolean): Message {
  if (!skill) {
    // The reason as it stands is told from the other product's side.
    if (why?.code === 'not-seen') return message('{0} does not look there', profile);
    if (why?.code === 'only-kimi-cli') return message('{0} does not read this directory', profile);
    return why
      ? message('{0} does not load it: {1}', profile, why.reason)
      : message('{0} does not load it', profile);
  }
  if (skill.file === here.candidate?.file) return message('{0} loads it', profile);
  return identical
    ? message('{0} loads an identical copy, {1}', profile, placeOf(skill))
    : message('{0} loads {1}', profile, placeOf(skill));
}

function elsewhereOf(skill: Skill): Elsewhere {
  const { name, file } = skill;
  return { name, file, where: message('{0}', placeOf(skill)) };
}

/** The path of a skill as part of a message, which shows the path as short as it can be understood. */
export function placeOf(skill: Pick<Candidate, 'form' | 'dir' | 'file'>) {
  return { path: skillPath(skill) };
}
