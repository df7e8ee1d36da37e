/** Checks on frontmatter that loads as YAML, but whose values are not what their author meant. */
import type { FixId } from '../fixes/fix-id';
import { message } from '../message';
import type { ParseOutcome } from '../scan/found';
import { isTruthy } from '../yaml-types';
import { keyPlace, lineAround, type SkillSource, writtenValue } from './skill-source';
import type { Finding, TextCheck } from './text-check';

/** The keys whose values the product takes for text. */
const TEXT_KEYS = ['name', 'description'] as const;

/** All keys that the product reads, in this spelling only (rule 62). */
const READ_KEYS: readonly string[] = ['name', 'description', 'type'];

/** A check that repeats the verdict of the product's own parser, at the value that it is about. */
function verdictCheck(code: string, key: string, fixes: readonly FixId[]): TextCheck {
  return {
    code,
    severity: 'error',
    fixes,
    find: source => {
      const { outcome } = source;
      if (outcome.ok || outcome.code !== code) return [];
      return [
        {
          ...spanOfValue(source, key, outcome),
          message: message('{0}: kimi-cli drops this skill without a word', outcome.reason),
        },
      ];
    },
  };
}

function spanOfValue(source: SkillSource, key: string, outcome: ParseOutcome): { from: number; to: number } {
  const place = keyPlace(source, key);
  if (place && place.to > place.from) return withoutLineEnd(source, place);
  const line = !outcome.ok && outcome.line !== undefined ? outcome.line - 1 : 0;
  return lineAround(source.text, offsetOfLine(source.text, line));
}

/** A value of several lines is pointed at by its first. */
function withoutLineEnd(
  { text }: SkillSource,
  span: { from: number; to: number },
): { from: number; to: number } {
  return { from: span.from, to: Math.min(span.to, lineAround(text, span.from).to) };
}

function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let count = 0; count < line; count++) at = text.indexOf('\n', at) + 1 || text.length;
  return at;
}

const valueIgnored: TextCheck = {
  code: 'value-ignored',
  severity: 'warning',
  fixes: ['quote-value'],
  find: source =>
    TEXT_KEYS.flatMap((key): readonly Finding[] => {
      const place = keyPlace(source, key);
      if (!place || isTruthy(place.value) || place.value.type === 'str') return [];
      const written = writtenValue(source, place);
      if (written === '') return [];
      const { type } = place.value;
      const canBeQuoted = type === 'bool' || type === 'int' || type === 'float' || /^null$/i.test(written);
      return [
        {
          from: place.from,
          to: place.to,
          message: message(
            '{0} counts as no {1} at all, since it is not text: kimi-cli uses its default',
            written,
            key,
          ),
          ...(!canBeQuoted && { fixes: [] }),
        },
      ];
    }),
};

const commentInValue: TextCheck = {
  code: 'comment-in-value',
  severity: 'warning',
  fixes: ['quote-value'],
  find: source =>
    TEXT_KEYS.flatMap((key): readonly Finding[] => {
      const cut = commentBehind(source, key);
      if (!cut) return [];
      return [
        {
          ...cut,
          message: message('a # behind a blank starts a comment: {0} ends before it', key),
        },
      ];
    }),
};

/** What stands behind an unquoted value as a comment, but reads like a part of it. */
export function commentBehind(source: SkillSource, key: string): { from: number; to: number } | undefined {
  const place = keyPlace(source, key);
  if (!place) return undefined;
  const { text } = source;
  if (/["'|>[{&*!]/.test(text[place.from] ?? '')) return undefined;
  const line = lineAround(text, place.to);
  const rest = text.slice(place.to, line.to).trimEnd();
  const comment = rest.trimStart();
  if (!comment.startsWith('#') || /^#+$/.test(comment)) return undefined;
  // Behind a name, `# words` is most likely a real comment; `#1` is not.
  if (key === 'name' && /^#\s/.test(comment) && place.to > place.from) return undefined;
  const from = place.to + rest.length - comment.length;
  return { from, to: from + comment.length };
}

const keyWrongCase: TextCheck = {
  code: 'key-wrong-case',
  severity: 'warning',
  fixes: ['rename-key'],
  find: source => {
    if (!source.yaml?.ok) return [];
    const { mapping } = source.yaml;
    return [...mapping.keys()].flatMap((key): readonly Finding[] => {
      const meant = key.toLowerCase();
      if (key === meant || !READ_KEYS.includes(meant) || mapping.has(meant)) return [];
      const place = keyPlace(source, key);
      if (!place) return [];
      return [
        {
          from: place.keyFrom,
          to: place.keyTo,
          message: message('kimi-cli does not know {0}: only {1} in small letters counts', key, meant),
          knownToEditor: true,
        },
      ];
    });
  },
};

const duplicateKey: TextCheck = {
  code: 'duplicate-key',
  severity: 'warning',
  fixes: [],
  find: source => {
    if (!source.yaml?.ok || source.matter.block === null) return [];
    const findings: Finding[] = [];
    for (const key of READ_KEYS) {
      const last = keyPlace(source, key);
      if (!last) continue;
      const written = new RegExp(`^${key}[ ]*:(?=\\s|$)`, 'gm');
      for (const { index } of source.matter.block.matchAll(written)) {
        const from = source.matter.blockOffset + index;
        if (from >= last.keyFrom) break;
        findings.push({
          from,
          to: from + key.length,
          message: message('{0} is declared again further down: only the last one counts', key),
        });
      }
    }
    return findings;
  },
};

const noDescription: TextCheck = {
  code: 'no-description',
  severity: 'information',
  fixes: ['fill-in'],
  find: source => {
    const { outcome, matter } = source;
    if (!outcome.ok || outcome.descriptionFrom === 'frontmatter') return [];
    if (matter.state !== 'closed') return [];
    const isEmpty = outcome.descriptionFrom === 'none';
    return [
      {
        ...lineAround(source.text, 0),
        severity: isEmpty ? 'warning' : 'information',
        message: isEmpty
          ? message(
              'no description, and no body to take one from: the model is told “No description provided.”',
            )
          : message('no description is declared: kimi-cli takes the first line of the body'),
        knownToEditor: true,
      },
    ];
  },
};

export const VALUE_CHECKS: readonly TextCheck[] = [
  verdictCheck('name-not-text', 'name', ['quote-value']),
  verdictCheck('description-not-text', 'description', ['quote-value']),
  verdictCheck('unknown-type', 'type', ['set-type-standard', 'set-type-flow']),
  valueIgnored,
  commentInValue,
  keyWrongCase,
  duplicateKey,
  noDescription,
];
