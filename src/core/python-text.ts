/**
 * Python's ideas about text, where they differ from JavaScript's.
 *
 * kimi-cli is a Python program: what counts as a blank, as a line, or as the same name is Python's to say.
 */

/** U+0009–000D, U+001C–0020, U+0085, U+00A0 and the wide spaces; unlike `trim`, not U+FEFF (rule 55). */
function isPythonSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
  if (code < 0x1680) return code === 0x85 || code === 0xa0;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** Where the text `from..to` starts once its leading blanks are gone; `to` if it is all blank. */
export function skipPythonSpace(text: string, from: number, to: number): number {
  let start = from;
  while (start < to && isPythonSpace(text.charCodeAt(start))) start++;
  return start;
}

/** Where the text `from..to` ends once its trailing blanks are gone; `from` if it is all blank. */
export function skipPythonSpaceBack(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isPythonSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

/** `str.strip()`: the text without blanks at either end (rule 55). */
export function pyStrip(text: string): string {
  const start = skipPythonSpace(text, 0, text.length);
  return text.slice(start, skipPythonSpaceBack(text, start, text.length));
}

/** `str.rstrip()`: the text without blanks at its end (rule 55). */
export function pyRstrip(text: string): string {
  return text.slice(0, skipPythonSpaceBack(text, 0, text.length));
}

/** Everything at which `str.splitlines` ends a line, CRLF counting once (rule 53). */
const lineBoundary = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

/** `str.splitlines()`: the lines without their ends; no empty last line, and none at all for `''` (rule 53). */
export function pySplitLines(text: string): string[] {
  const lines = text.split(lineBoundary);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** What reading a file in Python's text mode does to line ends: CRLF and a lone CR become LF (rule 46). */
export function universalNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Whether every character is ASCII. */
function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

/**
 * `str.casefold()`: two names are the same to kimi-cli when this gives the same text (rule 50).
 *
 * Folding one code point at a time by lower, upper, lower is the full folding of Unicode, but for the dotless ı, which
 * folds to itself, and Cherokee, whose small letters fold to the capital ones. A script compared this rule with
 * Python's own for every code point of Unicode 14; the test holds the resulting table.
 */
export function casefold(name: string): string {
  if (isAscii(name)) return name.toLowerCase();
  let folded = '';
  for (const character of name) folded += foldCharacter(character);
  return folded;
}

function foldCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (code === 0x131) return character;
  if (code >= 0x13a0 && code <= 0x13f5) return character;
  if (code >= 0x13f8 && code <= 0x13fd) return String.fromCodePoint(code - 0x8);
  if (code >= 0xab70 && code <= 0xabbf) return String.fromCodePoint(code - 0xab70 + 0x13a0);
  return character.toLowerCase().toUpperCase().toLowerCase();
}

/**
 * Orders by code point, as Python compares strings (rule 43). `<` compares UTF-16 units, which puts a character above
 * U+FFFF before U+E000–FFFF. Returns a negative number, zero or a positive number, for `Array.prototype.sort`.
 * @param rank the place of a UTF-16 unit, where one has another than its code point gives it
 */
export function compareCodePoints(a: string, b: string, rank = codePointRank): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Whether no character stands where code points and UTF-16 units are ordered differently. */
export function isBelowSurrogates(text: string): boolean {
  return !FROM_SURROGATES.test(text);
}

const FROM_SURROGATES = /[\ud800-\uffff]/;

/** Moves the surrogates, which stand for the highest code points, above the other UTF-16 units. */
export function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/**
 * A text of at most `limit` code points: a longer one keeps its first `limit - 1`, loses the blanks at their end, and
 * gets an ellipsis, so it may come out shorter (rule 65).
 */
export function truncateCodePoints(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let cut = 0;
  let offset = 0;
  for (let count = 0; offset < text.length; count++) {
    if (count === limit) return `${pyRstrip(text.slice(0, cut))}…`;
    if (count < limit) cut = offset;
    offset += text.codePointAt(offset)! > 0xffff ? 2 : 1;
  }
  return text;
}
