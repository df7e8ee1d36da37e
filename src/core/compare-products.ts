/** Side by side: for each name what each product loads, and why where it loads nothing. */
import { type Comparison, compareSkills } from './compare';
import type { FileSystem } from './file-system';
import { type Message, message } from './message';
import { productOf } from './products';
import { realFilesOf } from './real-files';
import { Slices } from './slices';
import type { Candidate, CandidateVerdict, ProfileId, Resolution, Skill } from './types';

/** What one product makes of a name. */
export interface NameInProduct {
  readonly profile: ProfileId;
  /** What it loads under the name, or calls where it lists several; null where that is nothing. */
  readonly skill: Skill | null;
  /** All that it lists under the name. */
  readonly skills: readonly Skill[];
  /** The candidate that loads, or else the one that says best why none does. Null: the product sees nothing like it. */
  readonly candidate: Candidate | null;
  /** Why it loads nothing. Null where it does load a skill. */
  readonly why: { readonly code: string; readonly reason: Message } | null;
}

/**
 * - `same`: each product loads the very same file
 * - `other-file`: each loads one, but not the same
 * - `only-some`: some load one, some load none
 * - `none`: none loads it, though there is a candidate in a directory that one of them reads
 */
export type NameDifference = 'same' | 'other-file' | 'only-some' | 'none';

export interface ComparedName {
  /** As the first of the products that loads it spells it. */
  readonly name: string;
  readonly difference: NameDifference;
  /** In the order of the products. */
  readonly products: readonly NameInProduct[];
  /** Set for `other-file`: how the first two files that differ compare, as whole folders. */
  readonly comparison?: Comparison;
}

/** By name in code unit order. */
export type ProductComparison = readonly ComparedName[];

export interface CompareOptions {
  readonly signal?: AbortSignal;
  /** Whether to read the folders of two files that differ; without it `comparison` is never set. */
  readonly copies?: boolean;
  /** Where the files of the resolutions really lie, for whoever looked that up already. */
  readonly realFile?: RealFile;
}

type RealFile = (file: string) => string;

/**
 * Compares the resolutions of one work directory for several products.
 * @param files what tells whether two paths lead to one file
 * @throws only the reason of the signal, when it is aborted
 */
export async function compareProducts(
  files: FileSystem,
  resolutions: readonly Resolution[],
  { signal, copies = true, realFile = realFilesOf(files, resolutions) }: CompareOptions = {},
): Promise<ProductComparison> {
  const slices = new Slices(signal);
  const views = resolutions.map(resolution => new View(realFile, resolution));
  const compared: ComparedName[] = [];
  for (const spelling of new Set(namesOf(views).values())) {
    if (slices.due) await slices.pause();
    const products = views.map(view => view.name(spelling, views));
    const skills: Skill[] = [];
    for (const { skill } of products) if (skill) skills.push(skill);
    const name = skills[0]?.name ?? spelling;
    const difference = differenceOf(realFile, products, skills);
    const first = skills[0];
    const other = skills.find(skill => first && realFile(skill.file) !== realFile(first.file));
    const comparison =
      copies &&
      difference === 'other-file' &&
      first &&
      other &&
      (await compareSkills(files, first, other, slices));
    compared.push({ name, difference, products, ...(comparison && { comparison }) });
  }
  return compared.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/**
 * Every name that one of the products loads, or would load if the file were right, with its spelling. Names that differ
 * only in case are one, unless a product that tells them apart has both.
 */
function namesOf(views: readonly View[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (name: string) => {
    const known = names.get(name.toLowerCase());
    if (known === undefined) names.set(name.toLowerCase(), name);
    return known ?? name;
  };
  for (const view of views) {
    const spelt = new Set(view.resolution.skills.map(({ name }) => name));
    for (const name of spelt) {
      const known = add(name);
      if (known !== name && view.fold(known) !== view.fold(name) && spelt.has(known)) names.set(name, name);
    }
  }
  for (const { resolution, activeRoots } of views) {
    for (const { name, root, verdict } of resolution.candidates) {
      const isDropped = verdict === 'invalid' || verdict === 'unreadable';
      if (isDropped && activeRoots.has(root)) add(name);
    }
  }
  return names;
}

function differenceOf(
  realFile: RealFile,
  products: readonly NameInProduct[],
  skills: readonly Skill[],
): NameDifference {
  if (skills.length === 0) return 'none';
  if (skills.length < products.length) return 'only-some';
  return new Set(skills.map(({ file }) => realFile(file))).size === 1 ? 'same' : 'other-file';
}

const NO_SKILLS: readonly Skill[] = [];

/** A resolution with what is looked up in it. */
class View {
  readonly activeRoots: ReadonlySet<string>;
  readonly fold: (name: string) => string;
  private readonly loading = new Map<string, Skill[]>();
  private readonly byName = new Map<string, Candidate[]>();
  // The others are only needed where a name does not load as it is written.
  private alike: ReadonlyMap<string, Skill[]> | undefined;
  private byFile: ReadonlyMap<string, Candidate[]> | undefined;

  constructor(
    private readonly realFile: RealFile,
    readonly resolution: Resolution,
  ) {
    this.fold = productOf(resolution.profile).fold;
    this.activeRoots = new Set(
      resolution.roots.filter(({ verdict }) => verdict === 'active').map(({ id }) => id),
    );
    for (const skill of resolution.skills) push(this.loading, this.fold(skill.name), skill);
    for (const candidate of resolution.candidates) push(this.byName, this.fold(candidate.name), candidate);
  }

  name(key: string, views: readonly View[]): NameInProduct {
    const { profile } = this.resolution;
    const skills = this.loading.get(this.fold(key)) ?? this.loadingAlike(key);
    const skill = skills.find(({ called }) => called !== false) ?? null;
    if (skill) return { profile, skill, skills, candidate: this.candidateOf(skill), why: null };
    const elsewhere = views.flatMap(view => view.loading.get(view.fold(key)) ?? NO_SKILLS);
    const same = elsewhere.flatMap(({ file }) => this.inFile(this.realFile(file)));
    const candidate = bestCandidate(same) ?? bestCandidate(this.byName.get(this.fold(key)) ?? []);
    return { profile, skill: null, skills, candidate, why: this.whyNot(candidate) };
  }

  private candidateOf({ name, candidate: id }: Skill): Candidate | null {
    return this.byName.get(this.fold(name))?.find(candidate => candidate.id === id) ?? null;
  }

  /** By the plainest folding: for products that tell names apart by case, where another does not. */
  private loadingAlike(key: string): readonly Skill[] {
    this.alike ??= grouped(this.resolution.skills, ({ name }) => name.toLowerCase());
    return this.alike.get(key.toLowerCase()) ?? NO_SKILLS;
  }

  private inFile(real: string): readonly Candidate[] {
    this.byFile ??= grouped(this.resolution.candidates, ({ file }) => this.realFile(file));
    return this.byFile.get(real) ?? [];
  }

  private whyNot(candidate: Candidate | null): { code: string; reason: Message } {
    if (!candidate) {
      const { product } = this.resolution;
      return { code: 'not-seen', reason: message('{0} does not look there', product) };
    }
    const { verdict, code, reason, name } = candidate;
    if (verdict !== 'active' && verdict !== 'ambiguous' && verdict !== 'listed') return { code, reason };
    return { code: 'other-name', reason: message('the same file loads as {0}', name) };
  }
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) push(groups, keyOf(item), item);
  return groups;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The candidate that says most: one that loads, else one that is dropped for what is in it, else any. */
export function bestCandidate(candidates: readonly Candidate[]): Candidate | null {
  let [found, least]: [Candidate | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const candidate of candidates) {
    const place = TELLING.indexOf(candidate.verdict);
    const rank = place < 0 ? TELLING.length : place;
    if (rank < least) [found, least] = [candidate, rank];
  }
  return found;
}

const TELLING: readonly CandidateVerdict[] = [
  'active',
  'ambiguous',
  'listed',
  'disabled',
  'untrusted',
  'on-demand',
  'invalid',
  'unreadable',
];
