/** Checks for frontmatter that does not load as YAML: each loses the skill, without a word from the product. */
import type { FixId } from '../fixes/fix-id';
import { message } from '../message';
import type { YamlErrorCode, YamlFailure } from '../yaml-types';
import { lineAround, type SkillSource } from './skill-source';
import type { TextCheck } from './text-check';

const QUOTE: readonly FixId[] = ['quote-value'];

/** Every way in which a block does not load, with the fixes that can help. */
const FIXES: Readonly<Record<YamlErrorCode, readonly FixId[]>> = {
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

/** A block whose lines are all indented: only the first one loses its indentation, and the rest no longer fits. */
export function isIndentedThroughout({ text, matter, yaml }: SkillSource): boolean {
  if (matter.block === null || yaml?.ok || matter.blockColumn === 0) return false;
  const lines = matter.block.split('\n').slice(1);
  const written = lines.filter(line => line.trim() !== '');
  const before = text.slice(matter.blockOffset - matter.blockColumn, matter.blockOffset);
  return written.length > 0 && written.every(line => line.startsWith(before));
}

const indented: TextCheck = {
  code: 'indented-frontmatter',
  severity: 'error',
  fixes: ['dedent'],
  find: source =>
    isIndentedThroughout(source)
      ? [
          {
            from: source.matter.blockOffset - source.matter.blockColumn,
            to: source.matter.blockOffset + (source.matter.block?.length ?? 0),
            message: message('the whole frontmatter is indented: kimi-cli drops this skill without a word'),
          },
        ]
      : [],
};

function checkFor(code: YamlErrorCode): TextCheck {
  return {
    code: problemCodeOfYaml(code),
    severity: 'error',
    fixes: FIXES[code],
    find: source => {
      const failure = source.yaml;
      if (!failure || failure.ok || failure.code !== code || isIndentedThroughout(source)) return [];
      return [
        {
          ...placeOf(source, failure),
          message: message('{0}: kimi-cli drops this skill without a word', message(failure.message)),
        },
      ];
    },
  };
}

/** From the place of the error to the end of its line; the whole line where nothing is left of it. */
function placeOf({ text, matter }: SkillSource, failure: YamlFailure): { from: number; to: number } {
  const from = Math.min(matter.blockOffset + failure.offset, text.length);
  const line = lineAround(text, from);
  const written = text.slice(line.from, line.to).trimEnd().length + line.from;
  return from < written ? { from, to: written } : { from: line.from, to: Math.max(written, line.from) };
}

export const YAML_CHECKS: readonly TextCheck[] = [
  indented,
  ...(Object.keys(FIXES) as YamlErrorCode[]).map(checkFor),
];
