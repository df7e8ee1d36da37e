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
  return readUsual(block) ?? readUnusual(block);
}

/** The longest of the typed words. */
const LONGEST_TYPED_WORD = 5;

/** The longest key that is read here. */
const LONGEST_KEY = 100;

/**
 * What nearly all skills have: in each line a key, and an unquoted text of printable ASCII that starts with a letter.
 * Character by character: it is gone through for each of ten thousand skills, by each product.
 */
function readUsual(block: string): Map<string, PyValue> | undefined {
  const mapping = new Map<string, PyValue>();
  for (let at = 0; ; at++) {
    const keyFrom = at;
    if (!isLetter(block.charCodeAt(at))) return undefined;
    while (isOfKey(block.charCodeAt(at))) at++;
    const key = block.slice(keyFrom, at);
    if (block.charCodeAt(at) !== COLON || block.charCodeAt(at + 1) !== SPACE) return undefined;
    if (key.length > LONGEST_KEY || isTypedWord(key)) return undefined;
    at += 2;
    while (block.charCodeAt(at) === SPACE) at++;
    const from = at;
    if (!isLetter(block.charCodeAt(at))) return undefined;
    let to = at;
    for (; at < block.length; at++) {
      const code = block.charCodeAt(at);
      if (code === LINE_FEED) break;
      if (code < SPACE || code > TILDE) return undefined;
      if (code === SPACE) continue;
      if (code === HASH && block.charCodeAt(at - 1) === SPACE) return undefined;
      if (code === COLON && !(block.charCodeAt(at + 1) > SPACE)) return undefined;
      to = at + 1;
    }
    const value = block.slice(from, to);
    if (isTypedWord(value)) return undefined;
    mapping.set(key, { type: 'str', value });
    if (at >= block.length) return mapping;
  }
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const HASH = 0x23;
const COLON = 0x3a;
const TILDE = 0x7e;

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** A letter, a digit, `_` or `-`. */
function isOfKey(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d;
}

function isTypedWord(text: string): boolean {
  return text.length <= LONGEST_TYPED_WORD && typedWord.test(text);
}

function readUnusual(block: string): Map<string, PyValue> | undefined {
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
