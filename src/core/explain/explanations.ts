/** The rules in plain words, one text a kind of finding: for the page behind a code in Problems, and for explanations. */
import type { Message } from '../message';
import type { ProfileId } from '../types';
import { CONFIGURATION_RULES } from './rules-configuration';
import { FRONTMATTER_RULES } from './rules-frontmatter';
import { PLACE_RULES } from './rules-places';
import { PRECEDENCE_RULES } from './rules-precedence';
import { VALUE_RULES } from './rules-values';

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

/** Rules by anchor, with the further codes that share each. */
export type RuleTable = Readonly<Record<string, Rule & { readonly codes?: readonly string[] }>>;

export interface CodeExplanation extends Rule {
  /** Unique and stable: the fragment of a link to it. */
  readonly anchor: string;
}

const TABLES: readonly RuleTable[] = [
  FRONTMATTER_RULES,
  VALUE_RULES,
  PLACE_RULES,
  PRECEDENCE_RULES,
  CONFIGURATION_RULES,
];

const byCode = new Map<string, CodeExplanation>();
for (const table of TABLES) {
  for (const [anchor, { codes = [], ...rule }] of Object.entries(table)) {
    for (const code of [anchor, ...codes]) byCode.set(code, { anchor, ...rule });
  }
}

/** All explanations in the order of the page, each once. */
export const EXPLANATIONS: readonly CodeExplanation[] = [...new Set(byCode.values())].filter(
  (entry, index, all) => all.findIndex(({ anchor }) => anchor === entry.anchor) === index,
);

/**
 * The explanation of a code of a problem, a candidate, a root or a remark; undefined for a code that nobody gave one,
 * such as that of a verdict that needs no words.
 */
export function explanationOf(code: string): CodeExplanation | undefined {
  return byCode.get(code) ?? byFamily(code);
}

/** Codes that carry their family's name in front: whatever the flow parser or the configuration reader comes up with. */
function byFamily(code: string): CodeExplanation | undefined {
  if (code.startsWith('flow-')) return byCode.get('flow-does-not-hold');
  if (code.startsWith('config-') || code.startsWith('nul-in-extra'))
    return byCode.get('configuration-failure');
  return undefined;
}

/** What is true of kimi-cli and of others alike. The rest of the rules is kimi-cli's. */
const COMMON: ReadonlySet<string> = new Set([
  'bad-escape',
  'below-project-root',
  'broken-link',
  'does-not-exist',
  'extra-order',
  'flat-after-directory',
  'link-as-text',
  'link-loop',
  'needs-quotes',
  'not-a-file',
  'part-of-skill',
  'same-directory',
  'same-file',
  'scope-order',
  'shadowed',
  'unclosed-quote',
  'unquoted-colon',
  'unreadable',
  'wins',
]);

/** The rule behind a code where it is known to be that of the product; undefined otherwise. */
export function ruleFor(profile: ProfileId, code: string): CodeExplanation | undefined {
  const rule = explanationOf(code);
  return rule && (profile === 'kimi-cli' || COMMON.has(rule.anchor)) ? rule : undefined;
}

/** The anchor of a code's explanation; the code itself where there is none. */
export function anchorOf(code: string): string {
  return explanationOf(code)?.anchor ?? code;
}
