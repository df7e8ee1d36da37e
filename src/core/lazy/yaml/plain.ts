import { endsWord, isDocumentMarker, LF, SPACE, skipSpaces } from './characters';

/** An unquoted scalar that was read. */
export interface PlainScalar {
  readonly value: string;
  /** Behind its last character. */
  readonly end: number;
  /** Where scanning goes on: behind the blanks and line ends that follow it. */
  readonly next: number;
}

const HASH = 0x23;
const COLON = 0x3a;

/**
 * Reads an unquoted scalar that starts at `start`. In block context its further lines have to be indented by `indent`
 * columns at least; in flow context brackets, commas and question marks end it, and indentation does not matter.
 */
export function readPlain(text: string, start: number, indent: number, inFlow: boolean): PlainScalar {
  let value = '';
  let gap = '';
  let end = start;
  let at = start;
  while (at === start || text.charCodeAt(at) !== HASH) {
    const stop = endOfWords(text, at, inFlow);
    if (stop === at) break;
    value += gap + text.slice(at, stop);
    end = stop;
    at = skipSpaces(text, stop);
    if (text.charCodeAt(at) === LF) {
      const lines = passLines(text, at);
      gap = lines.gap;
      at = lines.at;
      if (lines.atMarker || (!inFlow && at - lines.lineStart < indent)) break;
    } else if (at === stop) {
      break;
    } else {
      gap = text.slice(stop, at);
    }
  }
  return { value, end, next: at };
}

/** Where a run without blanks ends: at a blank, at a colon that ends a key, in flow context at an indicator. */
function endOfWords(text: string, from: number, inFlow: boolean): number {
  let at = from;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    if (endsWord(code)) return at;
    if (code === COLON) {
      const next = text.charCodeAt(at + 1);
      if (endsWord(next) || (inFlow && ',[]{}'.includes(text[at + 1]!))) return at;
    } else if (inFlow && ',?[]{}'.includes(text[at]!)) {
      return at;
    }
  }
}

/** From the end of a line on, passes line ends and indentation, up to a document marker if there is one. */
function passLines(
  text: string,
  from: number,
): { gap: string; at: number; lineStart: number; atMarker: boolean } {
  let emptyLines = 0;
  let lineStart = from + 1;
  for (;;) {
    if (isDocumentMarker(text, lineStart)) return { gap: '', at: lineStart, lineStart, atMarker: true };
    let at = lineStart;
    while (text.charCodeAt(at) === SPACE) at++;
    if (text.charCodeAt(at) !== LF) {
      return { gap: emptyLines === 0 ? ' ' : '\n'.repeat(emptyLines), at, lineStart, atMarker: false };
    }
    emptyLines++;
    lineStart = at + 1;
  }
}
