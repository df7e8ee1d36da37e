/** Frontmatter that does not load as YAML: what each fault is called as a problem, where it stands, and what can mend it. */
import type { FixId } from '../fixes/fix-id';
import type { ParseOutcome } from '../scan/found';
import type { YamlErrorCode, YamlFailure } from '../yaml-types';
import { lineAround, type SkillSource } from './skill-source';

const QUOTE: readonly FixId[] = ['quote-value'];

/** Every way in which a block does not load, with the fixes that can help. */
const YAML_FIXES: Readonly<Record<YamlErrorCode, readonly FixId[]>> = {
  alias: QUOTE,
  anchor: QUOTE,
  'bad-binary': [],
  'bad-boolean': QUOTE,
  'bad-date': QUOTE,
  'bad-directive': [],
  'bad-escape': ['escape-backslash'],
  'bad-number': QUOTE,
  'bare-equals': QUOTE,
  'block-scalar': QUOTE,
  'comment-only': ['fill-in'],
  'control-character': ['remove-control-characters'],
  'duplicate-anchor': QUOTE,
  'empty-key': [],
  flow: QUOTE,
  indentation: ['quote-value', 'fit-indentation'],
  'key-without-colon': ['add-space-after-colon', 'fit-indentation'],
  'long-key': [],
  merge: QUOTE,
  'misplaced-dash': QUOTE,
  'misplaced-question-mark': QUOTE,
  'not-a-mapping': ['add-space-after-colon', 'fill-in'],
  'reserved-character': QUOTE,
  'second-document': [],
  syntax: QUOTE,
  tab: ['replace-tabs'],
  'text-after-value': QUOTE,
  'too-deep': [],
  'too-large': [],
  'unclosed-bracket': QUOTE,
  'unclosed-quote': QUOTE,
  'unhashable-key': QUOTE,
  'unknown-tag': QUOTE,
  'unquoted-colon': QUOTE,
  'wrong-tag': [],
};

/** Two codes of the parser would be mistaken for something else beside those of places and of flow skills. */
const RENAMED: Partial<Record<YamlErrorCode, string>> = { flow: 'brackets', 'too-deep': 'nesting-too-deep' };

/** The code of a problem for a code of the YAML parser; any other code stays as it is. */
export function problemCodeOfYaml(code: string): string {
  return RENAMED[code as YamlErrorCode] ?? code;
}

/** Faults that only other parsers know. */
const OTHER_FIXES: Readonly<Record<string, readonly FixId[]>> = { 'duplicate-key': ['drop-earlier-key'] };

/** The fixes for a fault of YAML, by the code that a parser gives it; undefined for the code of anything else. */
export function fixesOfYaml(code: string): readonly FixId[] | undefined {
  return YAML_FIXES[code as YamlErrorCode] ?? OTHER_FIXES[code];
}

/** Whether a skill is lost since its frontmatter is no YAML, so that nothing is known of its values. */
export function isYamlFault(outcome: ParseOutcome): boolean {
  return !outcome.ok && fixesOfYaml(outcome.code) !== undefined;
}

/** The codes of problems that the faults of YAML have. */
export const YAML_PROBLEM_CODES: readonly string[] = [
  ...Object.keys(YAML_FIXES).map(problemCodeOfYaml),
  'indented-frontmatter',
];

/** A block whose lines are all indented: only the first one loses its indentation, and the rest no longer fits. */
export function isIndentedThroughout(source: SkillSource): boolean {
  const { text, matter, outcome } = source;
  if (matter.block === null || !isYamlFault(outcome) || matter.blockColumn === 0) return false;
  const lines = matter.block.split('\n').slice(1);
  const written = lines.filter(line => line.trim() !== '');
  const before = text.slice(matter.blockOffset - matter.blockColumn, matter.blockOffset);
  return written.length > 0 && written.every(line => line.startsWith(before));
}

/** From the place of the error to the end of its line; the whole line where nothing is left of it. */
export function placeOfYaml(
  { text, matter }: SkillSource,
  failure: YamlFailure,
): { from: number; to: number } {
  const from = Math.min(matter.blockOffset + failure.offset, text.length);
  const line = lineAround(text, from);
  const written = text.slice(line.from, line.to).trimEnd().length + line.from;
  return from < written ? { from, to: written } : { from: line.from, to: Math.max(written, line.from) };
}
