/** What loses a skill: the verdict of the product's own parser on a text, at its place, with what can mend it. */
import { factsOf } from '../explain/product-facts';
import type { FixId } from '../fixes/fix-id';
import { EVALUATES_JAVASCRIPT } from '../javascript-warning';
import { message } from '../message';
import { fixesOfProduct } from './product-checks';
import { keyPlace, lineAround, lineNumbered, type SkillSource } from './skill-source';
import type { Finding, TextCheck } from './text-check';
import { fixesOfYaml, isIndentedThroughout, placeOfYaml, problemCodeOfYaml } from './yaml-errors';

/** What can mend a text that is YAML, and lost all the same. */
const FIXES: Readonly<Record<string, readonly FixId[]>> = {
  'description-not-text': ['quote-value'],
  'frontmatter-not-first': ['move-fence-up'],
  'frontmatter-unclosed': ['close-fence'],
  'indented-frontmatter': ['dedent'],
  'name-not-text': ['quote-value'],
  'no-description': ['fill-in'],
  'no-frontmatter': ['move-fence-up', 'fill-in'],
  'no-name': ['fill-in'],
};

/** The key that a verdict is about. */
const KEYS: Readonly<Record<string, string>> = {
  'description-not-text': 'description',
  'name-not-text': 'name',
  'no-description': 'description',
  'no-name': 'name',
  'unknown-type': 'type',
};

/** What is no loss: only what the product makes of the file is not known here. */
const NOT_KNOWN: ReadonlySet<string> = new Set([EVALUATES_JAVASCRIPT]);

/** The verdict as a check with its one finding; undefined where the product loads the skill. */
export function verdictOf(source: SkillSource): { check: TextCheck; finding: Finding } | undefined {
  const { outcome, profile } = source;
  if (outcome.ok) return undefined;
  const isIndented = isIndentedThroughout(source);
  const code = isIndented ? 'indented-frontmatter' : problemCodeOfYaml(outcome.code);
  const fixes =
    fixesOfProduct(profile, code) ?? FIXES[code] ?? (isIndented ? [] : (fixesOfYaml(outcome.code) ?? []));
  const reason = isIndented ? message('the whole frontmatter is indented') : outcome.reason;
  const isKnown = !NOT_KNOWN.has(code);
  return {
    check: { code, severity: isKnown ? 'error' : 'warning', fixes, find: () => [] },
    finding: {
      ...placeOf(source, code, isIndented),
      message: isKnown ? message('{0}: {1} drops this skill', reason, factsOf(profile).name) : reason,
      ...(isKnown && { loss: { kind: 'dropped', reason } }),
    },
  };
}

function placeOf(
  source: SkillSource,
  code: string,
  isIndented: boolean,
): { readonly from: number; readonly to: number } {
  const { text, matter, yaml, outcome } = source;
  if (isIndented) {
    const from = matter.blockOffset - matter.blockColumn;
    return { from, to: matter.blockOffset + (matter.block?.length ?? 0) };
  }
  const place = keyPlace(source, KEYS[code] ?? '');
  // A value of several lines is pointed at by its first.
  if (place && place.to > place.from)
    return { from: place.from, to: Math.min(place.to, lineAround(text, place.from).to) };
  // Parsers that agree on what is wrong do not always agree on where: this one points at the start of it.
  if (yaml && !yaml.ok && problemCodeOfYaml(yaml.code) === code) return placeOfYaml(source, yaml);
  const { line = 1, column } = outcome.ok ? {} : outcome;
  const whole = lineNumbered(text, line - 1);
  const end = whole.from + text.slice(whole.from, whole.to).trimEnd().length;
  const from = whole.from + (column ?? 1) - 1;
  return from < end ? { from, to: end } : { from: whole.from, to: Math.max(end, whole.from) };
}
