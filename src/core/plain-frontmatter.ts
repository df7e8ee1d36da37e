/**
 * The quick path for frontmatter: most skills have nothing but `key: value` lines, which need no YAML parser.
 */
import type { PyValue } from './yaml-types';

const keyLine = /^([A-Za-z][\w-]{0,99}):(?: +(.*))?$/;

/** An empty line, or one that is a comment from its first character on. */
const ignoredLine = /^(?: *$|#)/;

/** Words that are, in some spelling, no strings. */
const typedWord = /^(?:yes|no|on|off|true|false|null)$/i;

/** A text in quotes of either kind that stands for itself: no quote and no escape inside. */
const simplyQuoted = /^(?:"[^"\\]*"|'[^']*')$/;

/** The start of an unquoted text that no YAML type but the string can have. */
const stringStart = /^[A-Za-z\u{a1}-\u{10ffff}]/u;

/** What ends an unquoted text, or makes it an error. */
const endsPlainText = /: |:$| #/;

const printableAscii = /^[\n\x20-\x7e]*$/;

/** Characters that make YAML fail, and tabs, which do so in most places. */
const unusualCharacter = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Reads a block, as `splitFrontmatter` gives it, that consists of plain `key: value` lines. `undefined` says no more
 * than that the block has something else too: then `loadPyYaml` has to read it. What comes back here is what that
 * would give.
 */
export function readPlainFrontmatter(block: string): Map<string, PyValue> | undefined {
  if (!printableAscii.test(block) && unusualCharacter.test(block)) return undefined;
  const mapping = new Map<string, PyValue>();
  for (const line of block.split('\n')) {
    if (ignoredLine.test(line)) continue;
    const found = keyLine.exec(line);
    const key = found?.[1];
    if (key === undefined || typedWord.test(key)) return undefined;
    const value = readPlainValue(withoutTrailingSpaces(found?.[2] ?? ''));
    if (!value) return undefined;
    mapping.set(key, value);
  }
  return mapping.size > 0 ? mapping : undefined;
}

function readPlainValue(text: string): PyValue | undefined {
  if (text === '') return { type: 'null' };
  if (text === 'true' || text === 'false') return { type: 'bool', value: text === 'true' };
  if (simplyQuoted.test(text)) return { type: 'str', value: text.slice(1, -1) };
  if (!stringStart.test(text) || typedWord.test(text) || endsPlainText.test(text)) return undefined;
  return { type: 'str', value: text };
}

/** Drops spaces only: a no-break space belongs to the text. */
function withoutTrailingSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end--;
  return text.slice(0, end);
}
