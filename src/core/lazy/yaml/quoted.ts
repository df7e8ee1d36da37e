import { message } from '../../message';
import { endsWord, isDocumentMarker, LF, SPACE, TAB } from './characters';
import { YamlFault } from './fault';

/** A piece of the block that was read: what it says, and where it ends. */
export interface Piece {
  readonly value: string;
  readonly end: number;
}

const shortEscapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '\\': '\\',
  '/': '/',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

const numericEscapes: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const beforeSpecialInSingle = /['\n \t]/g;
const beforeSpecialInDouble = /["\\\n \t]/g;

/**
 * Reads a quoted scalar; `start` is at its quote. Lines are folded: a line end is a space, an empty line a line end.
 * How far the lines are indented does not matter; only a document marker may not stand at the start of one.
 */
export function readQuoted(text: string, start: number, quote: "'" | '"'): Piece {
  const special = quote === '"' ? beforeSpecialInDouble : beforeSpecialInSingle;
  let value = '';
  let at = start + 1;
  for (;;) {
    special.lastIndex = at;
    const found = special.exec(text);
    if (!found) throw new YamlFault('unclosed-quote', message('a {0} that nothing closes', quote), start);
    value += text.slice(at, found.index);
    at = found.index;
    const character = found[0];
    if (character === quote) {
      if (quote === '"' || text[at + 1] !== "'") return { value, end: at + 1 };
      value += "'";
      at += 2;
    } else if (character === '\\') {
      const escaped = readEscape(text, at, start);
      value += escaped.value;
      at = escaped.end;
    } else {
      const gap = readGap(text, at, start);
      value += gap.value;
      at = gap.end;
    }
  }
}

/** Reads one `\…` of a double-quoted scalar that began at `start`. */
function readEscape(text: string, at: number, start: number): Piece {
  const letter = text[at + 1];
  if (letter === undefined)
    throw new YamlFault('unclosed-quote', message('a {0} that nothing closes', '"'), start);
  if (letter === '\n') return readEmptyLines(text, at + 2);
  const plain = shortEscapes[letter];
  if (plain !== undefined) return { value: plain, end: at + 2 };
  const length = numericEscapes[letter];
  if (length === undefined) {
    const whole = String.fromCodePoint(text.codePointAt(at + 1)!);
    throw new YamlFault(
      'bad-escape',
      message('{0} is no escape that a double-quoted text may have', `\\${whole}`),
      at,
    );
  }
  const digits = text.slice(at + 2, at + 2 + length);
  if (digits.length < length || !/^[0-9A-Fa-f]+$/.test(digits)) {
    throw new YamlFault('bad-escape', message('{0} needs {1} hexadecimal digits', `\\${letter}`, length), at);
  }
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff)
    throw new YamlFault('bad-escape', message('{0} is no character', `\\${letter}${digits}`), at);
  return { value: String.fromCodePoint(code), end: at + 2 + length };
}

/** Reads blanks inside quotes: they stay as they are, unless a line ends among them. */
function readGap(text: string, from: number, start: number): Piece {
  let at = from;
  while (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB) at++;
  if (at === text.length)
    throw new YamlFault('unclosed-quote', message('a {0} that nothing closes', text[start]!), start);
  if (text.charCodeAt(at) !== LF) return { value: text.slice(from, at), end: at };
  const lines = readEmptyLines(text, at + 1);
  return lines.value === '' ? { value: ' ', end: lines.end } : lines;
}

/** From the start of a line on, passes blanks and empty lines; the value is a line end for each of the latter. */
function readEmptyLines(text: string, from: number): Piece {
  let value = '';
  let at = from;
  for (;;) {
    if (isDocumentMarker(text, at)) {
      throw new YamlFault(
        'unclosed-quote',
        message('a document marker inside quotes: {0}', text.slice(at, at + 3)),
        at,
      );
    }
    while (endsWord(text.charCodeAt(at)) && at < text.length && text.charCodeAt(at) !== LF) at++;
    if (text.charCodeAt(at) !== LF) return { value, end: at };
    value += '\n';
    at++;
  }
}
