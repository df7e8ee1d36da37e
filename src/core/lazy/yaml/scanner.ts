import { message } from '../../message';
import { readBlockScalar } from './block-scalar';
import { endOfLine, endsWord, isDocumentMarker, LF, SPACE, skipSpaces } from './characters';
import { quoted, YamlFault } from './fault';
import { readPlain } from './plain';
import { readAnchorName, readDirective, readTag } from './properties';
import { readQuoted } from './quoted';
import type { ScalarStyle, Token, TokenKind } from './tokens';

/** How many collections may stand in one another. Python's own limit is near 490, less what kimi-cli itself uses. */
export const deepestNesting = 450;

/** A key without `?` has to have its colon on the same line, at most so many code points on. */
const longestKey = 1024;

/** A token that will turn out to be a key if a `:` follows it in time. */
interface PossibleKey {
  /** Its place in the list of tokens. */
  readonly index: number;
  readonly start: number;
  readonly lineStart: number;
  readonly column: number;
  /** It stands where nothing but a key may stand. */
  readonly required: boolean;
}

/** Cuts a block into tokens. It never throws: a `failure` token ends the list where nothing more can be read. */
export function scan(text: string): Token[] {
  return new Scanner(text).run();
}

/**
 * YAML's structure hangs on three things that this class keeps track of: the columns at which the open collections
 * started, the depth of brackets, in which columns mean nothing, and the tokens that may yet turn out to be keys.
 */
class Scanner {
  private readonly tokens: Token[] = [];
  private at: number;
  private lineStart: number;
  /** Column of the innermost open block collection, -1 for none; the outer ones are in `outerIndents`. */
  private indent = -1;
  private readonly outerIndents: number[] = [];
  /** Offsets of the open brackets. */
  private readonly brackets: number[] = [];
  /** For each depth of brackets, the token that may be a key. */
  private readonly possibleKeys: (PossibleKey | undefined)[] = [undefined];
  /** Whether a key without `?`, or a new block collection, may start here. */
  private keyAllowed = true;

  constructor(private readonly text: string) {
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.lineStart = this.at;
  }

  run(): Token[] {
    try {
      while (this.readToken());
    } catch (error) {
      if (!(error instanceof YamlFault)) throw error;
      this.tokens.push({ kind: 'failure', start: error.offset, end: error.offset, text: '', fault: error });
    }
    return this.tokens;
  }

  private get inFlow(): boolean {
    return this.brackets.length > 0;
  }

  private get column(): number {
    return this.at - this.lineStart;
  }

  /** Reads one token, and those it implies; false at the end. */
  private readToken(): boolean {
    this.skipBlanksAndComments();
    this.checkRequiredKey();
    if (!this.inFlow) this.closeBlocks(this.column);
    if (this.at >= this.text.length) {
      this.finish('stream-end', 0);
      return false;
    }
    if (this.column === 0 && this.readDocumentLine()) return true;
    this.readContent(this.text[this.at]!);
    return true;
  }

  private skipBlanksAndComments(): void {
    for (;;) {
      while (this.text.charCodeAt(this.at) === SPACE) this.at++;
      if (this.text[this.at] === '#') this.at = endOfLine(this.text, this.at);
      if (this.text.charCodeAt(this.at) !== LF) return;
      this.at++;
      this.lineStart = this.at;
      if (!this.inFlow) this.keyAllowed = true;
    }
  }

  /** Moves on to `at`, minding the line ends on the way. */
  private moveTo(at: number): void {
    let lineStart = at;
    while (lineStart > this.at && this.text.charCodeAt(lineStart - 1) !== LF) lineStart--;
    if (lineStart > this.at) this.lineStart = lineStart;
    this.at = at;
  }

  // Tokens without content

  private push(kind: TokenKind, length: number): void {
    this.tokens.push({ kind, start: this.at, end: this.at + length, text: '' });
    this.at += length;
  }

  /** A `%` directive, `---` or `...`, which only stand at the start of a line. */
  private readDocumentLine(): boolean {
    if (this.text[this.at] === '%') {
      this.finish();
      const { directive, end } = readDirective(this.text, this.at);
      this.tokens.push({ kind: 'directive', start: this.at, end, text: '', directive });
      this.at = end;
      return true;
    }
    if (!isDocumentMarker(this.text, this.at)) return false;
    this.finish(this.text[this.at] === '-' ? 'document-start' : 'document-end', 3);
    return true;
  }

  /** Closes what is open, for something that no collection contains. */
  private finish(kind?: TokenKind, length = 0): void {
    if (!this.inFlow) this.closeBlocks(-1);
    this.dropPossibleKey();
    this.keyAllowed = false;
    if (kind) this.push(kind, length);
  }

  private readContent(character: string): void {
    const nextEndsWord = endsWord(this.text.charCodeAt(this.at + 1));
    switch (character) {
      case '[':
        this.openBracket('flow-sequence-start');
        break;
      case '{':
        this.openBracket('flow-mapping-start');
        break;
      case ']':
        this.closeBracket('flow-sequence-end');
        break;
      case '}':
        this.closeBracket('flow-mapping-end');
        break;
      case ',':
        this.readComma();
        break;
      case '-':
        if (nextEndsWord) this.readDash();
        else this.readPlain();
        break;
      case '?':
        if (nextEndsWord || this.inFlow) this.readQuestionMark();
        else this.readPlain();
        break;
      case ':':
        if (nextEndsWord || this.inFlow) this.readColon();
        else this.readPlain();
        break;
      case '*':
      case '&':
        this.readAnchor(character);
        break;
      case '!':
        this.readTag();
        break;
      case "'":
      case '"':
        this.readQuoted(character);
        break;
      case '|':
      case '>':
        if (this.inFlow) throw this.cannotStart(character);
        this.readBlockScalar();
        break;
      case '%':
      case '@':
      case '`':
        throw this.cannotStart(character);
      case '\t':
        throw new YamlFault('tab', message('a tab where only spaces are allowed'), this.at);
      default:
        this.readPlain();
        break;
    }
  }

  private cannotStart(character: string): YamlFault {
    return new YamlFault(
      'reserved-character',
      message('{0} cannot start an unquoted text', quoted(character)),
      this.at,
    );
  }

  // Indentation

  private closeBlocks(column: number): void {
    while (this.indent > column) {
      this.indent = this.outerIndents.pop()!;
      this.push('block-end', 0);
    }
  }

  /** Opens a block collection if the column is further in than the innermost one. */
  private openBlock(column: number): boolean {
    if (this.indent >= column) return false;
    this.outerIndents.push(this.indent);
    this.indent = column;
    this.requireShallow();
    return true;
  }

  private requireShallow(): void {
    if (this.outerIndents.length + this.brackets.length > deepestNesting) {
      throw new YamlFault('too-deep', message('too many lists and maps inside one another'), this.at);
    }
  }

  // Possible keys

  /** Whether the colon that is here, or further on, comes too late for the key. */
  private isStale(key: PossibleKey): boolean {
    return key.lineStart !== this.lineStart || this.isTooLong(key.start);
  }

  private isTooLong(start: number): boolean {
    const units = this.at - start;
    if (units <= longestKey) return false;
    if (units > 2 * longestKey) return true;
    return [...this.text.slice(start, this.at)].length > longestKey;
  }

  private checkRequiredKey(): void {
    const key = this.possibleKeys[0];
    if (key?.required && this.isStale(key)) throw this.missingColon(key);
  }

  /** What is wrong with a key that has no colon in time; its token is taken back, as it is not to be a value either. */
  private missingColon(key: PossibleKey): YamlFault {
    this.tokens.length = key.index;
    return (
      this.malformedKey(key) ??
      new YamlFault(
        'key-without-colon',
        message('text that neither has a "key: " nor is indented under one'),
        key.start,
      )
    );
  }

  /** What keeps an intended key from being one, if that can be seen from its line. */
  private malformedKey(key: PossibleKey): YamlFault | undefined {
    if (key.lineStart === this.lineStart && this.isTooLong(key.start)) {
      return new YamlFault('long-key', message('a key of more than {0} characters', longestKey), key.start);
    }
    const line = this.text.slice(key.start, endOfLine(this.text, key.start));
    if (!/^[^\s"'[{&*!]+:\S/.test(line) || /:(\s|$)/.test(line)) return undefined;
    return new YamlFault(
      'key-without-colon',
      message('no space after the colon in {0}', quoted(line)),
      key.start,
    );
  }

  /** Notes that the token that comes next may be a key. */
  private notePossibleKey(): void {
    if (!this.keyAllowed) return;
    this.dropPossibleKey();
    this.possibleKeys[this.brackets.length] = {
      index: this.tokens.length,
      start: this.at,
      lineStart: this.lineStart,
      column: this.column,
      required: !this.inFlow && this.indent === this.column,
    };
  }

  /** Gives up on the possible key at this depth. */
  private dropPossibleKey(): void {
    const key = this.possibleKeys[this.brackets.length];
    if (key?.required) throw this.missingColon(key);
    this.possibleKeys[this.brackets.length] = undefined;
  }

  // Indicators

  private openBracket(kind: TokenKind): void {
    this.notePossibleKey();
    this.brackets.push(this.at);
    this.possibleKeys.push(undefined);
    this.requireShallow();
    this.keyAllowed = true;
    this.push(kind, 1);
  }

  private closeBracket(kind: TokenKind): void {
    if (!this.inFlow) {
      const character = this.text[this.at]!;
      throw new YamlFault(
        'flow',
        message('{0} closes a bracket that is not open', quoted(character)),
        this.at,
      );
    }
    this.dropPossibleKey();
    this.brackets.pop();
    this.possibleKeys.pop();
    this.keyAllowed = false;
    this.push(kind, 1);
  }

  private readComma(): void {
    if (!this.inFlow) throw this.cannotStart(',');
    this.keyAllowed = true;
    this.dropPossibleKey();
    this.push('flow-comma', 1);
  }

  private readDash(): void {
    if (!this.inFlow) {
      if (!this.keyAllowed)
        throw new YamlFault('misplaced-dash', message('{0} cannot start an unquoted text', '"- "'), this.at);
      if (this.openBlock(this.column)) this.push('sequence-start', 0);
    }
    this.keyAllowed = true;
    this.dropPossibleKey();
    this.push('entry', 1);
  }

  private readQuestionMark(): void {
    if (!this.inFlow) {
      if (!this.keyAllowed) {
        throw new YamlFault(
          'misplaced-question-mark',
          message('{0} cannot start an unquoted text', '"? "'),
          this.at,
        );
      }
      if (this.openBlock(this.column)) this.push('mapping-start', 0);
    }
    this.keyAllowed = !this.inFlow;
    this.dropPossibleKey();
    this.push('key', 1);
  }

  private readColon(): void {
    const key = this.possibleKeys[this.brackets.length];
    if (key && !this.isStale(key)) {
      this.possibleKeys[this.brackets.length] = undefined;
      const implied: Token[] = [{ kind: 'key', start: key.start, end: key.start, text: '' }];
      if (!this.inFlow && this.openBlock(key.column)) {
        implied.unshift({ kind: 'mapping-start', start: key.start, end: key.start, text: '' });
      }
      this.tokens.splice(key.index, 0, ...implied);
      this.keyAllowed = false;
    } else {
      if (!this.inFlow) {
        if (!this.keyAllowed) throw this.unexpectedColon(key);
        if (this.openBlock(this.column)) this.push('mapping-start', 0);
      }
      this.keyAllowed = !this.inFlow;
      this.dropPossibleKey();
    }
    this.push('value', 1);
  }

  private unexpectedColon(key: PossibleKey | undefined): YamlFault {
    const malformed = key && this.malformedKey(key);
    if (malformed) return malformed;
    const last = this.tokens.at(-1);
    if (last?.kind === 'scalar' && last.start < this.lineStart) {
      const start = skipSpaces(this.text, this.lineStart);
      const name = this.text.slice(start, this.at);
      if (/^[\w-]+$/.test(name)) {
        return new YamlFault(
          'indentation',
          message('{0} is indented deeper than the key above it', quoted(`${name}:`)),
          start,
        );
      }
    }
    if (last?.kind === 'scalar' && last.style !== 'plain') {
      return new YamlFault('unquoted-colon', message('": " after a quoted text'), this.at);
    }
    return new YamlFault('unquoted-colon', message('unquoted ": " in a value'), this.at);
  }

  // Content

  private readAnchor(character: '*' | '&'): void {
    this.notePossibleKey();
    this.keyAllowed = false;
    const { value, end } = readAnchorName(this.text, this.at);
    this.tokens.push({ kind: character === '*' ? 'alias' : 'anchor', start: this.at, end, text: value });
    this.at = end;
  }

  private readTag(): void {
    this.notePossibleKey();
    this.keyAllowed = false;
    const { handle, suffix, end } = readTag(this.text, this.at);
    this.tokens.push({ kind: 'tag', start: this.at, end, text: suffix, handle });
    this.at = end;
  }

  private readQuoted(quote: "'" | '"'): void {
    this.notePossibleKey();
    this.keyAllowed = false;
    const { value, end } = readQuoted(this.text, this.at, quote);
    this.pushScalar(value, end, end, quote === '"' ? 'double' : 'single');
  }

  private readBlockScalar(): void {
    this.keyAllowed = true;
    this.dropPossibleKey();
    const { value, end, next } = readBlockScalar(this.text, this.at, this.indent);
    this.pushScalar(value, end, next, 'block');
  }

  private readPlain(): void {
    this.notePossibleKey();
    this.keyAllowed = false;
    const { value, end, next } = readPlain(this.text, this.at, this.indent + 1, this.inFlow);
    this.pushScalar(value, end, next, 'plain');
    const lineEndsBehind = this.lineStart > end;
    if (lineEndsBehind) this.keyAllowed = true;
  }

  private pushScalar(text: string, end: number, next: number, style: ScalarStyle): void {
    this.tokens.push({ kind: 'scalar', start: this.at, end, text, style });
    this.moveTo(next);
  }
}
