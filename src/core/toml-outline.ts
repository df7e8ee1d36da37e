/** Where the keys of a TOML text stand, which its parser does not tell. */

/** Told of every key, with the path of the table that it is in, as written, and its line counted from 1. */
export type KeyVisitor = (table: readonly string[], key: string, line: number) => void;

/** What {@link readTomlOutline} found besides keys. */
export interface TomlOutline {
  /** Line of the first thing that TOML 1.1 allows and TOML 1.0 does not, counted from 1; null where there is none. */
  readonly newerThan10: number | null;
}

const bareKey = /[A-Za-z0-9_-]+/y;
const plainRun = /[^\s,[\]{}#"'=]+/y;
const timeWithoutSeconds = /^(?:\d{4}-\d\d-\d\d[Tt])?\d\d:\d\d(?:[Zz]|[+-]\d\d:\d\d)?$/;

/**
 * Walks through a TOML text without building anything.
 *
 * In: text with LF line ends. Out: each key goes to `visit`, those of inline tables too; escapes in quoted keys stay as
 * they are. It trusts the text: on one that is not TOML it still ends, having told what it took for keys.
 */
export function readTomlOutline(text: string, visit: KeyVisitor): TomlOutline {
  return new OutlineReader(text, visit).read();
}

class OutlineReader {
  private at = 0;
  private line = 1;
  private newerThan10: number | null = null;

  constructor(
    private readonly text: string,
    private readonly visit: KeyVisitor,
  ) {}

  read(): TomlOutline {
    let table: readonly string[] = [];
    while (this.at < this.text.length) {
      this.skipBlanks();
      const char = this.text[this.at];
      if (char === '[') {
        this.at += this.text.startsWith('[[', this.at) ? 2 : 1;
        table = this.keyPath();
        this.skipLine();
      } else if (char === '#' || char === '\n' || char === undefined) {
        this.skipLine();
      } else {
        this.keyAndValue(table);
        this.skipLine();
      }
    }
    return { newerThan10: this.newerThan10 };
  }

  private keyAndValue(table: readonly string[]): void {
    const { line } = this;
    const path = this.keyPath();
    const key = path.at(-1);
    if (key === undefined) return;
    this.visit([...table, ...path.slice(0, -1)], key, line);
    this.skipBlanks();
    if (this.text[this.at] !== '=') return;
    this.at++;
    this.value([...table, ...path]);
  }

  /** Reads a value, with everything that is nested in it, without recursion: how deep it goes is the file's choice. */
  private value(path: readonly string[]): void {
    const open: { readonly brace: boolean; readonly path: readonly string[] }[] = [];
    let here = path;
    do {
      this.skipBlanks();
      const char = this.text[this.at];
      const inner = open.at(-1);
      if (char === undefined) return;
      if (char === '\n') {
        if (!inner) return;
        if (inner.brace) this.newer();
        this.newline();
      } else if (char === '#') {
        if (!inner) return;
        this.skipComment();
      } else if (char === '"' || char === "'") {
        this.string();
      } else if (char === '[' || char === '{') {
        this.at++;
        open.push({ brace: char === '{', path: here });
        if (char === '{') here = this.memberKey(here);
      } else if (char === ']' || char === '}') {
        this.at++;
        here = open.pop()?.path ?? path;
      } else if (char === ',' && inner?.brace) {
        this.at++;
        here = this.memberKey(inner.path);
        if (this.text[this.at] === '}') this.newer();
      } else {
        this.plain();
      }
    } while (open.length > 0 || !this.atValueEnd());
  }

  /** The key of the next member of an inline table; the table's own path where the table ends instead. */
  private memberKey(table: readonly string[]): readonly string[] {
    for (;;) {
      this.skipBlanks();
      const char = this.text[this.at];
      if (char === '\n') {
        this.newer();
        this.newline();
      } else if (char === '#') this.skipComment();
      else break;
    }
    const { line } = this;
    const path = this.keyPath();
    const key = path.at(-1);
    if (key === undefined) return table;
    this.visit([...table, ...path.slice(0, -1)], key, line);
    this.skipBlanks();
    if (this.text[this.at] === '=') this.at++;
    return [...table, ...path];
  }

  private keyPath(): string[] {
    const path: string[] = [];
    for (;;) {
      this.skipBlanks();
      const char = this.text[this.at];
      if (char === '"' || char === "'") {
        const start = this.at + 1;
        this.string();
        path.push(this.text.slice(start, Math.max(start, this.at - 1)));
      } else {
        bareKey.lastIndex = this.at;
        const bare = bareKey.exec(this.text)?.[0];
        if (bare === undefined) return path;
        this.at += bare.length;
        path.push(bare);
      }
      this.skipBlanks();
      if (this.text[this.at] !== '.') return path;
      this.at++;
    }
  }

  private string(): void {
    const quote = this.text[this.at] ?? '';
    const long = this.text.startsWith(quote.repeat(3), this.at);
    this.at += long ? 3 : 1;
    while (this.at < this.text.length) {
      const char = this.text[this.at];
      if (char === '\n') {
        if (!long) return;
        this.newline();
      } else if (char === '\\' && quote === '"') {
        const escaped = this.text[this.at + 1];
        if (escaped === 'e' || escaped === 'x') this.newer();
        this.at += escaped === '\n' ? 1 : 2;
      } else if (char === quote && (!long || this.text.startsWith(quote.repeat(3), this.at))) {
        this.at += long ? 3 : 1;
        // Up to two quotes may stand right before the closing three.
        while (long && this.text[this.at] === quote) this.at++;
        return;
      } else this.at++;
    }
  }

  private plain(): void {
    plainRun.lastIndex = this.at;
    const run = plainRun.exec(this.text)?.[0] ?? '';
    if (timeWithoutSeconds.test(run)) this.newer();
    this.at += Math.max(1, run.length);
  }

  private atValueEnd(): boolean {
    this.skipBlanks();
    const char = this.text[this.at];
    return char === undefined || char === '\n' || char === '#';
  }

  private newer(): void {
    this.newerThan10 ??= this.line;
  }

  private newline(): void {
    this.at++;
    this.line++;
  }

  private skipBlanks(): void {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++;
  }

  private skipComment(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end;
  }

  private skipLine(): void {
    this.skipComment();
    if (this.at < this.text.length) this.newline();
  }
}
