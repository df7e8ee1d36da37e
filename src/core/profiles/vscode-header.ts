/**
 * The header of a skill file as VS Code reads it: with a parser of its own that never fails, but takes what it can and
 * stops where it can take no more. Written after its recorded outcomes.
 */

export interface VsCodeHeader {
  /** What each key says: a text, or null for a list or a map. Of a key that comes twice, the first. */
  readonly values: ReadonlyMap<string, HeaderValue>;
  /** The line of the file, counted from 1, at which reading stopped before the end; null where all was read. */
  readonly stoppedAt: number | null;
}

export interface HeaderValue {
  readonly text: string | null;
  /** Line of the key in the file, counted from 1. */
  readonly line: number;
}

const FENCE = /^---\s*$/;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  v: '\v',
  f: '\f',
  _: '\xa0',
  '\\': '\\',
  '"': '"',
  '/': '/',
  ' ': ' ',
};

const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Reads the header of a file; null where its first line is no fence. Without a second fence, all of the file is header. */
export function readVsCodeHeader(source: string): VsCodeHeader | null {
  const lines = source.replace(/\r\n?/g, '\n').split('\n');
  if (!FENCE.test(lines[0] ?? '')) return null;
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  const header =
    end < 0
      ? lines.slice(1).join('\n')
      : lines
          .slice(1, end)
          .map(line => `${line}\n`)
          .join('');
  return new HeaderReader(header).read();
}

/** Goes through the text once, from value to value. */
class HeaderReader {
  private at = 0;
  private readonly values = new Map<string, HeaderValue>();
  /** Where each line starts. */
  private readonly starts: readonly number[];
  /** Where the blanks at the start of the line end that was last asked about, by its number. */
  private indent = { line: -1, end: 0 };

  constructor(private readonly text: string) {
    const starts = [0];
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
    this.starts = starts;
  }

  read(): VsCodeHeader {
    this.skipEmptyLines();
    const base = this.indentAt(this.lineStart());
    if (this.text[this.at] === '{') this.flow(true);
    else this.mapping(base, this.values);
    this.skipEmptyLines();
    return { values: this.values, stoppedAt: this.at < this.text.length ? this.line(this.at) : null };
  }

  /** One `key: value` after the other. A line that is indented too far counts all the same, one that is no key ends it. */
  private mapping(base: number, values: Map<string, HeaderValue> | null): void {
    for (;;) {
      this.skipEmptyLines();
      if (this.at >= this.text.length || this.isMarker(this.at)) return;
      const isLineStart = this.isBlankBefore(this.at);
      const indent = isLineStart ? this.column(this.at) : 0;
      if (indent < base) return;
      const key = this.key(this.at);
      if (!key) return;
      const line = this.line(this.at);
      const keyColumn = this.column(this.at);
      this.at = key.end;
      const text = this.value(base, keyColumn);
      if (values && !values.has(key.name)) values.set(key.name, { text, line });
    }
  }

  /** The key at a place, and where its value may begin; null where there is none. */
  private key(start: number): { readonly name: string; readonly end: number } | null {
    const first = this.text[start] ?? '';
    if (first === '"' || first === "'") {
      const quoted = this.quoted(start);
      const colon = this.skipBlanks(quoted.end);
      return this.isColon(colon) ? { name: quoted.text, end: colon + 1 } : null;
    }
    if (first === '[' || first === '{' || first === '#' || this.isColon(start) || this.isDash(start))
      return null;
    for (let at = start; !this.isLineEnd(at) && !this.isComment(at, start); at++) {
      if (this.isColon(at)) return { name: this.text.slice(start, at).trimEnd(), end: at + 1 };
    }
    return null;
  }

  /** The value behind a colon: its text, or null for a list or a map. */
  private value(base: number, keyColumn: number): string | null {
    this.at = this.skipBlanks(this.at);
    if (!this.isLineEnd(this.at) && this.text[this.at] !== '#')
      return this.scalarOrFlow(base, keyColumn, true);
    const colon = this.at;
    this.skipEmptyLines();
    const indent = this.column(this.at);
    const isList = this.isDash(this.at) && indent >= base;
    if (this.at >= this.text.length || (indent <= base && !isList) || this.isMarker(this.at)) {
      this.at = colon;
      return '';
    }
    if (isList) return this.list(base);
    if (this.key(this.at)) {
      this.mapping(indent, null);
      return null;
    }
    return this.scalarOrFlow(base, keyColumn, false);
  }

  private scalarOrFlow(base: number, keyColumn: number, isOnKeyLine: boolean): string | null {
    const first = this.text[this.at] ?? '';
    if (first === '[' || first === '{') {
      this.flow(false);
      return null;
    }
    if (first === '"' || first === "'") {
      const quoted = this.quoted(this.at);
      this.at = quoted.end;
      return quoted.text;
    }
    if (isOnKeyLine && this.isDash(this.at)) return this.list(base);
    const block = /^[|>][-+1-9]*[ \t]*(?:#[^\n]*)?(?=\n|$)/.exec(this.rest(this.at));
    return block ? this.block(block[0], keyColumn) : this.plain(base);
  }

  /** A text without quotes: the rest of the line, and lines below that are indented deeper and are no keys. */
  private plain(base: number): string {
    let text = this.plainLine();
    while (this.isLineEnd(this.at)) {
      let empty = 0;
      let next = this.at + 1;
      while (next < this.text.length && this.isLineEnd(this.skipBlanks(next))) {
        next = this.skipBlanks(next) + 1;
        empty++;
      }
      const start = this.skipBlanks(next);
      const ends =
        start >= this.text.length || this.column(start) <= base || '#%{['.includes(this.text[start] ?? '');
      if (ends || this.key(start)) break;
      this.at = start;
      text += (empty > 0 ? '\n'.repeat(empty) : ' ') + this.plainLine();
    }
    return text;
  }

  /** The rest of a line up to a comment. Leaves the place behind it: at the end of the line, or at the comment. */
  private plainLine(): string {
    const start = this.at;
    while (!this.isLineEnd(this.at) && !this.isComment(this.at, start)) this.at++;
    return this.text.slice(start, this.at).trimEnd();
  }

  /** A block of text behind `|` or `>`. */
  private block(header: string, keyColumn: number): string {
    const isFolded = header.startsWith('>');
    const explicit = Number(/[1-9]/.exec(header)?.[0] ?? 0);
    let indent = explicit > 0 ? keyColumn + explicit : 0;
    this.at = this.lineEnd(this.at) + 1;
    const lines: string[] = [];
    while (this.at < this.text.length) {
      const end = this.lineEnd(this.at);
      const line = this.text.slice(this.at, end);
      const own = line.length - line.replace(/^ +/, '').length;
      if (own < line.length) {
        if (this.isMarker(this.at) || own <= (indent > 0 ? indent - 1 : keyColumn)) break;
        if (indent === 0) indent = own;
        lines.push(line.slice(indent));
      } else lines.push(indent > 0 ? line.slice(indent) : '');
      this.at = Math.min(end + 1, this.text.length);
    }
    // The line that ended the block is still to be read as a whole.
    if (this.at > 0 && this.at < this.text.length) this.at--;
    return chomped(lines, isFolded, header);
  }

  /** A text in quotes, over several lines perhaps. Without a second quote it goes on to the end. */
  private quoted(start: number): { readonly text: string; readonly end: number } {
    const quote = this.text[start];
    let text = '';
    let at = start + 1;
    while (at < this.text.length) {
      const char = this.text[at] ?? '';
      if (char === quote && !(quote === "'" && this.text[at + 1] === "'")) return { text, end: at + 1 };
      if (char === ' ' || char === '\t' || char === '\n') {
        const blanks = this.blanksAt(at);
        const breaks = blanks.split('\n').length - 1;
        text += breaks === 0 ? blanks : breaks > 1 ? '\n'.repeat(breaks - 1) : ' ';
        at += blanks.length;
      } else if (char === quote) {
        text += quote;
        at += 2;
      } else if (char === '\\' && quote === '"') {
        const escaped = this.escape(at);
        text += escaped.text;
        at = escaped.end;
      } else {
        text += char;
        at++;
      }
    }
    return { text, end: at };
  }

  /** Blanks and line ends from a place on. */
  private blanksAt(at: number): string {
    let end = this.skipBlanks(at);
    while (this.text[end] === '\n') end = this.skipBlanks(end + 1);
    return this.text.slice(at, end);
  }

  /** One `\…`. What is no escape stays as it is. */
  private escape(at: number): { readonly text: string; readonly end: number } {
    const letter = this.text[at + 1] ?? '';
    if (letter === '\n') return { text: '', end: this.skipBlanks(at + 2) };
    const digits = HEX_DIGITS[letter];
    if (digits !== undefined) {
      const code = /^[0-9a-fA-F]+$/.exec(this.text.slice(at + 2, at + 2 + digits))?.[0] ?? '';
      const value = Number.parseInt(code, 16);
      return code.length === digits && value <= 0x10ffff
        ? { text: String.fromCodePoint(value), end: at + 2 + digits }
        : { text: `\\${letter}`, end: at + 2 };
    }
    return { text: ESCAPES[letter] ?? `\\${letter}`, end: at + 2 };
  }

  /**
   * Goes to the end of a list in brackets or a map in braces, or of the text where nothing closes it.
   * @param isTop whether it stands for the header as a whole, so that its keys count
   */
  private flow(isTop: boolean): void {
    let depth = 0;
    let piece: string | null = '';
    let key: string | null = null;
    let keyAt = this.at;
    // Told apart by hand: to trim the piece for each character would go through all of it each time.
    let isBlank = true;
    const finish = () => {
      const name = key ?? (piece ?? '').trim();
      const text = key === null ? '' : piece === null ? null : piece.trim();
      if (isTop && name !== '' && !this.values.has(name))
        this.values.set(name, { text, line: this.line(keyAt) });
      [piece, key, isBlank] = ['', null, true];
    };
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? '';
      const isOwn = depth === 1;
      if (char === '"' || char === "'") {
        const quoted = this.quoted(this.at);
        if (isOwn) {
          if (key === null) keyAt = this.at;
          piece = quoted.text;
          isBlank = piece.trim() === '';
        }
        this.at = quoted.end;
        continue;
      }
      if (this.isComment(this.at, -1)) {
        this.at = this.lineEnd(this.at);
        continue;
      }
      this.at++;
      if (char === '[' || char === '{') {
        if (isOwn) piece = null;
        depth++;
      } else if (char === ']' || char === '}') {
        depth--;
        if (depth > 0) continue;
        finish();
        return;
      } else if (isOwn && char === ',') finish();
      else if (isOwn && char === ':' && key === null && /[\s,}\]"']|^$/.test(this.text[this.at] ?? '')) {
        [key, piece, isBlank] = [(piece ?? '').trim(), '', true];
      } else if (isOwn && piece !== null) {
        if (key === null && isBlank) keyAt = this.at - 1;
        piece += char;
        isBlank &&= char.trim() === '';
      }
    }
    if (isTop) finish();
  }

  /** Passes the items of a list: all that is indented deeper than its key, and dashes at the column of that. */
  private list(base: number): null {
    for (;;) {
      this.at = this.lineEnd(this.at);
      const end = this.at;
      this.skipEmptyLines();
      const indent = this.column(this.at);
      const isPart = indent > base || (indent === base && this.isDash(this.at));
      if (this.at < this.text.length && isPart && !this.isMarker(this.at)) continue;
      this.at = end;
      return null;
    }
  }

  /** From a place on, passes blanks, comments, empty lines and lines that start with `%`. */
  private skipEmptyLines(): void {
    for (;;) {
      const at = this.skipBlanks(this.at);
      const char = this.text[at];
      const isPassed = char === '#' || (char === '%' && this.isBlankBefore(at));
      if (char !== '\n' && !isPassed) {
        this.at = at;
        return;
      }
      this.at = isPassed ? this.lineEnd(at) : at + 1;
      if (this.at >= this.text.length) return;
    }
  }

  /** `---` or `...` at the start of a line. */
  private isMarker(at: number): boolean {
    return this.column(at) === 0 && /^(?:---|\.\.\.)(?=[ \t\n]|$)/.test(this.text.slice(at, at + 4));
  }

  private isColon(at: number): boolean {
    return this.text[at] === ':' && this.isWordEnd(at + 1);
  }

  private isDash(at: number): boolean {
    return this.text[at] === '-' && this.isWordEnd(at + 1);
  }

  private isWordEnd(at: number): boolean {
    return this.isLineEnd(at) || this.text[at] === ' ' || this.text[at] === '\t';
  }

  private isComment(at: number, start: number): boolean {
    return this.text[at] === '#' && at > start && /[ \t\n]/.test(this.text[at - 1] ?? '\n');
  }

  private isLineEnd(at: number): boolean {
    return at >= this.text.length || this.text[at] === '\n';
  }

  private isBlankBefore(at: number): boolean {
    const line = this.lineIndex(at);
    if (line !== this.indent.line) {
      const start = this.starts[line] ?? 0;
      const text = this.text.slice(start, this.lineEnd(start));
      this.indent = { line, end: start + text.length - text.trimStart().length };
    }
    return at <= this.indent.end;
  }

  private skipBlanks(at: number): number {
    let to = at;
    while (this.text[to] === ' ' || this.text[to] === '\t') to++;
    return to;
  }

  private lineStart(at = this.at): number {
    return this.starts[this.lineIndex(at)] ?? 0;
  }

  private lineEnd(at: number): number {
    const end = this.text.indexOf('\n', at);
    return end < 0 ? this.text.length : end;
  }

  private column(at: number): number {
    return at - this.lineStart(at);
  }

  private indentAt(lineStart: number): number {
    return this.skipBlanks(lineStart) - lineStart;
  }

  private rest(at: number): string {
    return this.text.slice(at);
  }

  /** Line in the file of a place in the header, counted from 1: the header starts on the second line. */
  private line(at: number): number {
    return this.lineIndex(at) + 2;
  }

  /** The number of the line of a place, counted from 0. A line end is the last of its line. */
  private lineIndex(at: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The lines of a block as one text: folded where it is, and with as many line ends behind it as it wants. */
function chomped(lines: readonly string[], isFolded: boolean, header: string): string {
  const last = lines.findLastIndex(line => line !== '');
  const content = lines.slice(0, last + 1);
  const trailing = lines.length - content.length;
  const text = isFolded ? folded(content) : content.join('\n');
  if (/-/.test(header.split('#')[0] ?? '')) return text;
  if (/\+/.test(header.split('#')[0] ?? '')) return text + '\n'.repeat(trailing + (last < 0 ? 0 : 1));
  return last < 0 ? text : `${text}\n`;
}

/** Lines become one where none of two is indented further; an empty line is a line end. */
function folded(lines: readonly string[]): string {
  let text = '';
  let empty = 0;
  let before: string | null = null;
  for (const line of lines) {
    if (line === '') {
      empty++;
      continue;
    }
    const isFurther = /^[ \t]/.test(line) || (before !== null && /^[ \t]/.test(before));
    if (before === null) text += '\n'.repeat(empty);
    else if (empty > 0) text += '\n'.repeat(empty + (isFurther ? 1 : 0));
    else text += isFurther ? '\n' : ' ';
    text += line;
    before = line;
    empty = 0;
  }
  return text;
}
