/** How much of the model's attention the listing of the skills takes. */
import type { Profile } from './profiles/profile';
import { type Resolution, SCOPES, type Scope, type Skill } from './types';

export interface Size {
  /** UTF-16 units, as an editor counts them. */
  readonly characters: number;
  /** An estimate: models count in ways of their own. */
  readonly tokens: number;
}

export interface ListedSize extends Size {
  readonly skill: Skill;
}

export interface ListingSize {
  /** The text that the model is given, exactly. */
  readonly text: string;
  readonly whole: Size;
  /** The scopes that something is listed of, in order of priority. */
  readonly scopes: readonly (Size & { readonly scope: Scope; readonly count: number })[];
  /** By scope, then as listed. */
  readonly skills: readonly ListedSize[];
  /** What loads, and is not listed. */
  readonly unlisted: readonly Skill[];
}

/** The text about skills that a product gives its model. */
type Listing = NonNullable<Profile['listing']>;

/** Bytes of UTF-8 to a token: about right for English, and on the safe side for other scripts. */
const BYTES_TO_A_TOKEN = 4;

/** Measures the listing of a resolution, in time proportional to it. */
export function measureListing(listing: Listing, { skills }: Resolution): ListingSize {
  const listed = skills.filter(skill => skill.listed);
  const text = listing(listed);
  return {
    text,
    whole: sizeOf(listed.length > 0 ? text : ''),
    scopes: SCOPES.flatMap(scope => {
      const inScope = listed.filter(skill => skill.scope === scope);
      return inScope.length > 0 ? [{ scope, count: inScope.length, ...sizeOf(listing(inScope)) }] : [];
    }),
    skills: SCOPES.flatMap(scope =>
      listed
        .filter(skill => skill.scope === scope)
        .map(skill => ({ skill, ...sizeOf(partOf(skill, listing)) })),
    ),
    unlisted: skills.filter(skill => !skill.listed),
  };
}

/** What the listing says of one skill, without the line ends around it. */
export function listingEntry(skill: Skill, listing: Listing): string {
  return partOf(skill, listing).replace(/^\n+|\n+$/g, '');
}

/** The part of the listing that is there on account of one skill, whatever form the product gives it. */
function partOf(skill: Skill, listing: Listing): string {
  const probe: Skill = { ...skill, name: '', description: '', file: '', dir: '' };
  const [alone, both] = [listing([probe]), listing([probe, skill])];
  let head = 0;
  while (head < alone.length && alone[head] === both[head]) head++;
  return both.slice(head, both.length - (alone.length - head));
}

function sizeOf(text: string): Size {
  return {
    characters: text.length,
    tokens: Math.ceil(Buffer.byteLength(text, 'utf8') / BYTES_TO_A_TOKEN),
  };
}
