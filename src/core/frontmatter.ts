/**
 * Finds the frontmatter in a skill file the way kimi-cli does (rules 53–59): by lines, before any YAML is looked at.
 */
import {
  pyStrip,
  skipPythonSpace,
  skipPythonSpaceBack,
  truncateCodePoints,
  universalNewlines,
} from './python-text';

/** What the file has at its top. */
export type FrontmatterState =
  /** The first line is no `---`. */
  | 'none'
  /** A block that will be read as YAML. */
  | 'closed'
  /** A `---` that nothing closes: the whole text is body. */
  | 'unclosed'
  /** An opener and a closer with nothing but blanks between: removed from the body, yet not read. */
  | 'blank';

/** A file's text, taken apart. All lines and offsets are in the text after `universalNewlines`, lines counted by LF. */
export interface Frontmatter {
  readonly state: FrontmatterState;
  /** The stripped text between the fences, or `null` unless `state` is `closed`. Its only line end is LF. */
  readonly block: string | null;
  /** How many characters of its first line stand before `block`; they were stripped. */
  readonly blockColumn: number;
  /** Offset of the first character of `block` in the text. Offsets in `block` and in the text differ by just this. */
  readonly blockOffset: number;
  /** Offset in the text of the line of the closing `---`, or -1. */
  readonly closeOffset: number;
  /** What comes after the closing line, or the whole text where no block was removed. */
  readonly body: string;
  /** Offset in the text at which `body` begins. */
  readonly bodyOffset: number;
}

/** A place in a text: 0-based line, and 0-based column in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Everything that ends a line for Python (rule 53); each is one UTF-16 unit, and CR is gone from a frontmatter's text. */
const lineEnd = /[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

const anyUnusualLineEnd = /[\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** Line ends of Python that an editor does not take for one. */
const unusualLineEnd = /[\v\f\x1c-\x1e\x85\u2028\u2029]/g;

const fence = '---';

/**
 * Takes a file's text apart. `text` is the decoded file with a leading U+FEFF kept, since that keeps a fence from
 * being one (rule 56). Line ends may be of any kind. Never throws.
 */
export function splitFrontmatter(text: string): Frontmatter {
  const source = universalNewlines(text);
  const usual = closeOfUsual(source);
  if (usual !== undefined) return withBlock(source, fence.length + 1, usual, usual + fence.length + 1);
  const opener = lineAt(source, 0);
  if (!isFence(source, 0, opener.end)) return withoutBlock(source, 'none');

  for (let start = opener.next; start < source.length; ) {
    const line = lineAt(source, start);
    if (isFence(source, start, line.end)) return withBlock(source, opener.next, start, line.next);
    start = line.next;
  }
  return withoutBlock(source, 'unclosed');
}

/**
 * Where the closing fence begins, if the text starts as almost all do: with a bare `---`, lines that end in LF only, and a
 * bare `---` with nothing like a fence before it. Then there is no need to go line by line.
 */
function closeOfUsual(source: string): number | undefined {
  if (!source.startsWith('---\n')) return undefined;
  const close = source.indexOf(fence, fence.length);
  const isBare = close > 0 && source[close - 1] === '\n' && source[close + fence.length] === '\n';
  return isBare && !anyUnusualLineEnd.test(source.slice(0, close)) ? close : undefined;
}

/** Where the line that begins at `start` ends, and where the next one begins. */
function lineAt(source: string, start: number): { end: number; next: number } {
  lineEnd.lastIndex = start;
  const found = lineEnd.exec(source);
  return found ? { end: found.index, next: found.index + 1 } : { end: source.length, next: source.length };
}

/** Whether the line `start..end` is `---` once stripped, at any indentation (rules 54, 57). */
function isFence(source: string, start: number, end: number): boolean {
  const from = skipPythonSpace(source, start, end);
  return source.startsWith(fence, from) && skipPythonSpace(source, from + fence.length, end) === end;
}

function withoutBlock(source: string, state: 'none' | 'unclosed'): Frontmatter {
  return {
    state,
    block: null,
    blockColumn: 0,
    blockOffset: 0,
    closeOffset: -1,
    body: source,
    bodyOffset: 0,
  };
}

/** The block is what stands at `from..to`, joined by LF and stripped as a whole (rule 59). */
function withBlock(source: string, from: number, to: number, bodyOffset: number): Frontmatter {
  const start = skipPythonSpace(source, from, to);
  const end = skipPythonSpaceBack(source, start, to);
  const blank = start === end;
  return {
    state: blank ? 'blank' : 'closed',
    block: blank ? null : source.slice(start, end).replace(unusualLineEnd, '\n'),
    blockColumn: blank ? 0 : start - (source.lastIndexOf('\n', start - 1) + 1),
    blockOffset: blank ? 0 : start,
    closeOffset: to,
    body: source.slice(bodyOffset),
    bodyOffset,
  };
}

/** Line and column of an offset, counting lines by LF as an editor does. `text` has no CR. */
export function positionAt(text: string, offset: number): TextPosition {
  let line = 0;
  let start = 0;
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', start)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start };
}

/**
 * Where an offset in `block` stands in the file, for showing a YAML error there. Right even where Python saw more
 * lines in the block than an editor does. `text` is what was given to `splitFrontmatter`.
 */
export function positionInFile(text: string, frontmatter: Frontmatter, offsetInBlock: number): TextPosition {
  return positionAt(universalNewlines(text), frontmatter.blockOffset + offsetInBlock);
}

/** The longest description that is taken from the body, in code points (rule 65). */
const longestFallback = 240;

/**
 * The description a skill has where its frontmatter gives none: the first line of the body which, stripped, is neither
 * empty nor `---`, cut to 240 code points; `undefined` if there is none (rules 64, 65).
 */
export function firstBodyLine(body: string): string | undefined {
  for (let start = 0; start < body.length; ) {
    const line = lineAt(body, start);
    const stripped = pyStrip(body.slice(start, line.end));
    if (stripped !== '' && stripped !== fence) return truncateCodePoints(stripped, longestFallback);
    start = line.next;
  }
  return undefined;
}
