/** JSON as Python's `json` module reads it, with the lines of the keys. */
import type { KeyVisitor } from './toml-outline';

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number; readonly column: number };

const blanks = /[ \t\n\r]*/y;
const plainCharacters = /[^"\\\u0000-\u001f]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const hex = /[0-9A-Fa-f]{4}/y;

const words = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Python gives up on deeper nesting, near its limit of recursion. */
const deepest = 900;

/**
 * Parses JSON.
 *
 * Out: the value (objects have no prototype; of two equal keys the last wins), or the place of the first fault, counted
 * from 1. Never throws, and never quotes the text. As in Python `NaN`, `Infinity` and lone surrogates pass, and a byte
 * order mark does not. Each key of an object goes to `visit`.
 */
export function parsePythonJson(text: string, visit: KeyVisitor = () => undefined): ParsedJson {
  const reader = new JsonReader(text, visit);
  try {
    return { ok: true, value: reader.read() };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const before = text.slice(0, error.at);
    const lineStart = before.lastIndexOf('\n') + 1;
    return { ok: false, line: before.split('\n').length, column: error.at - lineStart + 1 };
  }
}

class JsonFault {
  constructor(readonly at: number) {}
}

class JsonReader {
  private at = 0;
  private line = 1;
  private nextNewline: number;
  private readonly path: string[] = [];

  constructor(
    private readonly text: string,
    private readonly visit: KeyVisitor,
  ) {
    this.nextNewline = text.indexOf('\n');
  }

  read(): unknown {
    const value = this.value(0);
    this.skip(blanks);
    if (this.at < this.text.length) throw new JsonFault(this.at);
    return value;
  }

  private value(depth: number): unknown {
    this.skip(blanks);
    if (depth > deepest) throw new JsonFault(this.at);
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth);
      case '[':
        return this.array(depth);
      case '"':
        return this.string();
    }
    for (const [word, value] of words) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    const digits = this.skip(number);
    if (digits === '') throw new JsonFault(this.at);
    return Number(digits);
  }

  private object(depth: number): unknown {
    const members: Record<string, unknown> = Object.create(null);
    this.at++;
    this.skip(blanks);
    if (this.take('}')) return members;
    do {
      this.skip(blanks);
      const line = this.lineHere();
      if (this.text[this.at] !== '"') throw new JsonFault(this.at);
      const key = this.string();
      this.visit(this.path, key, line);
      this.skip(blanks);
      this.expect(':');
      this.path.push(key);
      members[key] = this.value(depth + 1);
      this.path.pop();
      this.skip(blanks);
    } while (this.take(','));
    this.expect('}');
    return members;
  }

  private array(depth: number): unknown {
    const items: unknown[] = [];
    this.at++;
    this.skip(blanks);
    if (this.take(']')) return items;
    do {
      items.push(this.value(depth + 1));
      this.skip(blanks);
    } while (this.take(','));
    this.expect(']');
    return items;
  }

  private string(): string {
    const parts: string[] = [];
    this.at++;
    for (;;) {
      parts.push(this.skip(plainCharacters));
      if (this.take('"')) return parts.join('');
      if (!this.take('\\')) throw new JsonFault(this.at);
      const char = this.text[this.at] ?? '';
      if (char === 'u') {
        this.at++;
        const digits = this.skip(hex);
        if (digits === '') throw new JsonFault(this.at);
        parts.push(String.fromCharCode(Number.parseInt(digits, 16)));
      } else {
        const meant = escapes[char];
        if (meant === undefined) throw new JsonFault(this.at);
        this.at++;
        parts.push(meant);
      }
    }
  }

  private skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private expect(char: string): void {
    if (!this.take(char)) throw new JsonFault(this.at);
  }

  private lineHere(): number {
    while (this.nextNewline !== -1 && this.nextNewline < this.at) {
      this.line++;
      this.nextNewline = this.text.indexOf('\n', this.nextNewline + 1);
    }
    return this.line;
  }
}
