/** The rules in plain words, one text a kind of finding: for the page behind a code in Problems, and for explanations. */
import type { Message } from '../message';
import type { CandidateVerdict, ProfileId, RootVerdict } from '../types';
import { factsOf, type ProductFacts } from './product-facts';
import { agentRules } from './rules-agents';
import { configurationRules } from './rules-configuration';
import { frontmatterRules } from './rules-frontmatter';
import { placeRules } from './rules-places';
import { precedenceRules } from './rules-precedence';
import { valueRules } from './rules-values';

/** What is to be said about one kind of finding, in whole sentences. */
export interface Rule {
  readonly title: Message;
  /** What the product does. */
  readonly what: Message;
  /** The rule behind it. */
  readonly why: Message;
  /** What to do about it. */
  readonly remedy: Message;
}

/** A rule, and for which products it holds: those of `of`, where it is there, and where `when` is not false. */
export interface RuleEntry extends Rule {
  readonly of?: readonly ProfileId[];
  readonly when?: boolean;
}

/** Rules under one anchor, with the further codes that share it. Of several entries the first that holds counts. */
export interface RuleFamily {
  readonly codes?: readonly string[];
  readonly rules: readonly RuleEntry[];
}

/** By anchor. A rule alone stands for a family of one. */
export type RuleTable = Readonly<Record<string, RuleFamily | RuleEntry>>;

/** The table in the words of one product. */
export type RulesOf = (product: ProductFacts) => RuleTable;

export interface CodeExplanation extends Rule {
  /** Unique and stable: the fragment of a link to it. */
  readonly anchor: string;
}

const TABLES: readonly RulesOf[] = [
  frontmatterRules,
  valueRules,
  placeRules,
  precedenceRules,
  configurationRules,
  agentRules,
];

interface ProductRules {
  /** By anchor. */
  readonly rules: ReadonlyMap<string, CodeExplanation>;
  /** The anchor of each code, those included whose rules do not hold for the product. */
  readonly anchors: ReadonlyMap<string, string>;
}

const made = new Map<ProfileId, ProductRules>();

function rulesOf(profile: ProfileId): ProductRules {
  const known = made.get(profile);
  if (known) return known;
  const rules = new Map<string, CodeExplanation>();
  const anchors = new Map<string, string>();
  for (const [anchor, entry] of TABLES.flatMap(table => Object.entries(table(factsOf(profile))))) {
    const family: RuleFamily = 'rules' in entry ? entry : { rules: [entry] };
    for (const code of [anchor, ...(family.codes ?? [])]) anchors.set(code, anchor);
    const rule = family.rules.find(({ of, when }) => when !== false && (!of || of.includes(profile)));
    if (rule) rules.set(anchor, { anchor, ...rule });
  }
  const all = { rules, anchors };
  made.set(profile, all);
  return all;
}

/** All rules that hold for a product, in the order of the tables. */
export function explanationsFor(profile: ProfileId): readonly CodeExplanation[] {
  return [...rulesOf(profile).rules.values()];
}

/**
 * The rule of a product behind a code of a problem, a candidate, a root or a remark. Undefined where none is known to hold for
 * it: the reason of whatever has the code then has to do.
 */
export function ruleFor(profile: ProfileId, code: string): CodeExplanation | undefined {
  return rulesOf(profile).rules.get(anchorOf(code));
}

/**
 * The same for what became of a candidate or a root: where nothing is known to hold for its code, what holds for all of that
 * verdict, such as all that a setting switches off.
 */
export function ruleForVerdict(
  profile: ProfileId,
  { code, verdict }: { readonly code: string; readonly verdict: CandidateVerdict | RootVerdict },
): CodeExplanation | undefined {
  // A code of precedence says who comes first, and not that the other is listed all the same.
  if (verdict === 'listed') return ruleFor(profile, verdict);
  return ruleFor(profile, code) ?? ruleFor(profile, verdict);
}

/** Codes that carry their family's name in front: whatever the flow parser or the configuration reader comes up with. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^flow-/, 'flow-does-not-hold'],
  [/^config-|^nul-in-extra/, 'configuration-failure'],
];

/** The anchor of a code's explanation, which is the same for all products; the code itself where there is none. */
export function anchorOf(code: string): string {
  const anchor = rulesOf('kimi-cli').anchors.get(code);
  return anchor ?? FAMILIES.find(([pattern]) => pattern.test(code))?.[1] ?? code;
}
