/** Checks on frontmatter that loads as YAML, but whose values are not what their author meant. */
import { factsOf } from '../explain/product-facts';
import { message } from '../message';
import { type KeyPlace, keyPlace, lineAround, type SkillSource, writtenValue } from './skill-source';
import type { Finding, TextCheck } from './text-check';

/** The keys whose values are texts. */
const TEXT_KEYS = ['name', 'description'] as const;

/** Whether what is written behind a key is not what the product goes by, but its default. */
function isIgnored({ outcome, defaultName }: SkillSource, key: string, written: string): boolean {
  if (!outcome.ok) return false;
  return key === 'name'
    ? outcome.name === defaultName && written !== outcome.name
    : outcome.descriptionFrom !== 'frontmatter';
}

/** Whether it is one word or number, so that quotes make it the text that it looks like. */
function canBeQuoted({ value: { type } }: KeyPlace, written: string): boolean {
  return ['bool', 'int', 'float', 'date'].includes(type) || /^null$/i.test(written);
}

export const valueIgnored: TextCheck = {
  code: 'value-ignored',
  severity: 'warning',
  fixes: ['quote-value'],
  find: source =>
    TEXT_KEYS.flatMap((key): readonly Finding[] => {
      const place = keyPlace(source, key);
      if (!place || place.value.type === 'str') return [];
      const written = writtenValue(source, place);
      if (written === '' || !isIgnored(source, key, written)) return [];
      return [
        {
          from: place.from,
          to: place.to,
          message: message(
            '{0} counts as no {1} at all, since it is not text: {2} uses its default',
            written,
            key,
            factsOf(source.profile).name,
          ),
          ...(!canBeQuoted(place, written) && { fixes: [] }),
        },
      ];
    }),
};

export const commentInValue: TextCheck = {
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

/**
 * The check for keys that have capital letters where the product wants small ones, or the other way round.
 * @param keys all keys that it reads, in the spellings that count
 */
export function keyWrongCase(keys: readonly string[]): TextCheck {
  return {
    code: 'key-wrong-case',
    severity: 'warning',
    fixes: ['rename-key'],
    find: source => {
      if (!source.yaml?.ok) return [];
      const { mapping } = source.yaml;
      return [...mapping.keys()].flatMap((key): readonly Finding[] => {
        const meant = keys.find(known => known.toLowerCase() === key.toLowerCase());
        if (meant === undefined || keys.includes(key) || mapping.has(meant)) return [];
        const place = keyPlace(source, key);
        if (!place) return [];
        const { name } = factsOf(source.profile);
        return [
          {
            from: place.keyFrom,
            to: place.keyTo,
            message:
              meant === meant.toLowerCase()
                ? message('{0} does not know {1}: only {2} in small letters counts', name, key, meant)
                : message('{0} does not know {1}: only {2} in this spelling counts', name, key, meant),
            knownToEditor: true,
          },
        ];
      });
    },
  };
}

/**
 * The check for keys that come twice, where the last one counts.
 * @param keys those that the product reads
 */
export function keyTwice(keys: readonly string[]): TextCheck {
  return {
    code: 'duplicate-key',
    severity: 'warning',
    fixes: ['drop-earlier-key'],
    find: source => {
      if (!source.yaml?.ok || source.matter.block === null) return [];
      const findings: Finding[] = [];
      for (const key of keys) {
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
}

export const noDescription: TextCheck = {
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
          : message(
              'no description is declared: {0} takes the first line of the body',
              factsOf(source.profile).name,
            ),
        knownToEditor: true,
      },
    ];
  },
};
