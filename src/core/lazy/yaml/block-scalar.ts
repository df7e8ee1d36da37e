import { type Message, message } from '../../message';
import { endOfLine, endsLine, endsWord, LF, SPACE, skipSpaces, TAB } from './characters';
import { YamlFault } from './fault';

/** A `|` or `>` scalar that was read. */
export interface BlockScalar {
  readonly value: string;
  /** Behind its last line's last character. */
  readonly end: number;
  /** Where scanning goes on: behind the empty lines, and behind the indentation of the line that ended it. */
  readonly next: number;
}

/** What follows `|` or `>` on the same line. */
interface Header {
  /** What becomes of the line ends at the end: one stays, none, or all. */
  readonly chomping: 'clip' | 'strip' | 'keep';
  /** The digit that gives the indentation, if any. */
  readonly increment: number | undefined;
  /** Start of the first line. */
  readonly next: number;
}

/** Empty lines, and the place in the first line that is none. */
interface EmptyLines {
  readonly count: number;
  readonly at: number;
  readonly lineStart: number;
}

/**
 * Reads a block scalar whose `|` or `>` stands at `start`, inside a collection that is indented by `parentIndent`
 * columns (-1 for none).
 */
export function readBlockScalar(text: string, start: number, parentIndent: number): BlockScalar {
  const folded = text[start] === '>';
  const header = readHeader(text, start);
  const least = Math.max(1, parentIndent + 1);
  let indent: number;
  let before: EmptyLines;
  if (header.increment === undefined) {
    const found = findIndent(text, header.next);
    indent = Math.max(least, found.indent);
    before = found.lines;
  } else {
    indent = least + header.increment - 1;
    before = passEmptyLines(text, header.next, indent);
  }

  let value = '';
  let end = start + 1;
  let lineEnd = '';
  let lines = before;
  while (lines.at - lines.lineStart === indent && lines.at < text.length) {
    const isIndentedMore = isBlank(text.charCodeAt(lines.at));
    value += '\n'.repeat(lines.count);
    end = endOfLine(text, lines.at);
    value += text.slice(lines.at, end);
    if (end === text.length) {
      lineEnd = '';
      lines = { count: 0, at: end, lineStart: end };
      break;
    }
    lineEnd = '\n';
    lines = passEmptyLines(text, end + 1, indent);
    if (lines.at - lines.lineStart !== indent || lines.at >= text.length) break;
    if (!folded || isIndentedMore || isBlank(text.charCodeAt(lines.at))) value += '\n';
    else if (lines.count === 0) value += ' ';
  }
  if (header.chomping !== 'strip') value += lineEnd;
  if (header.chomping === 'keep') value += '\n'.repeat(lines.count);
  return { value, end, next: lines.at };
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

function readHeader(text: string, start: number): Header {
  let at = start + 1;
  let chomping: Header['chomping'] = 'clip';
  let increment: number | undefined;
  const match = /^(?:([+-])(\d)?|(\d)([+-])?)/.exec(text.slice(at, at + 2));
  if (match) {
    const sign = match[1] ?? match[4];
    const digit = match[2] ?? match[3];
    if (sign) chomping = sign === '+' ? 'keep' : 'strip';
    if (digit === '0')
      throw new YamlFault(
        'block-scalar',
        message('{0} gives no indentation; use 1 to 9', `${text[start]}0`),
        at,
      );
    if (digit) increment = Number(digit);
    at += match[0].length;
  }
  const afterIndicators = text.charCodeAt(at);
  if (afterIndicators === TAB) throw new YamlFault('tab', message('a tab where only spaces are allowed'), at);
  const spaced = skipSpaces(text, at);
  const isComment = text[spaced] === '#';
  if (!endsWord(afterIndicators) || !(isComment || endsLine(text.charCodeAt(spaced)))) {
    if (text.charCodeAt(spaced) === TAB)
      throw new YamlFault('tab', message('a tab where only spaces are allowed'), spaced);
    throw new YamlFault(
      'block-scalar',
      message('text on the same line as {0}', indicator(text, start)),
      start,
    );
  }
  return { chomping, increment, next: Math.min(endOfLine(text, spaced) + 1, text.length) };
}

function indicator(text: string, start: number): Message {
  return text[start] === '|' ? message('the "|" of a block of text') : message('the ">" of a folded text');
}

/** Finds the indentation that the text gives itself: the widest one up to the first line that is not empty. */
function findIndent(text: string, from: number): { indent: number; lines: EmptyLines } {
  let count = 0;
  let indent = 0;
  let lineStart = from;
  for (;;) {
    const at = skipSpaces(text, lineStart);
    indent = Math.max(indent, at - lineStart);
    if (text.charCodeAt(at) !== LF) return { indent, lines: { count, at, lineStart } };
    count++;
    lineStart = at + 1;
  }
}

/** Passes lines that hold at most `indent` spaces, and up to as many spaces of the next line. */
function passEmptyLines(text: string, from: number, indent: number): EmptyLines {
  let count = 0;
  let lineStart = from;
  for (;;) {
    let at = lineStart;
    while (at - lineStart < indent && text.charCodeAt(at) === SPACE) at++;
    if (text.charCodeAt(at) !== LF) return { count, at, lineStart };
    count++;
    lineStart = at + 1;
  }
}
