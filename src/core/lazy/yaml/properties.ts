import { message } from '../../message';
import { endsLine, endsWord, SPACE, skipSpaces, TAB } from './characters';
import { YamlFault } from './fault';
import type { Piece } from './quoted';
import type { Directive } from './tokens';

/** A tag that was read. */
export interface TagText {
  /** `!`, `!!` or `!name!`; `undefined` where the tag is written whole, or is a lone `!`. */
  readonly handle: string | undefined;
  readonly suffix: string;
  readonly end: number;
}

const nameCharacters = /[0-9A-Za-z_-]*/y;
const uriCharacters = /[0-9A-Za-z\-;/?:@&=+$,_.!~*'()[\]]*/y;
const uriEscapes = /(?:%[0-9A-Fa-f]{2})+/y;
const tagHandle = /!(?:[0-9A-Za-z_-]*!)?/y;
const digits = /[0-9]+/y;

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Reads the name behind `&` or `*`, which stands at `start`. */
export function readAnchorName(text: string, start: number): Piece {
  const isAlias = text[start] === '*';
  const value = match(nameCharacters, text, start + 1);
  const end = start + 1 + value.length;
  const isComplete = endsWord(text.charCodeAt(end)) || '?:,]}%@`'.includes(text[end]!);
  if (value === '' || !isComplete) {
    const text = isAlias
      ? message('"*" starts an alias, so the text needs quotes')
      : message('"&" starts an anchor, so the text needs quotes');
    throw new YamlFault(isAlias ? 'alias' : 'anchor', text, start);
  }
  return { value, end };
}

/** Reads the tag whose `!` stands at `start`. */
export function readTag(text: string, start: number): TagText {
  const tag = readTagForm(text, start);
  const next = text.charCodeAt(tag.end);
  if (next === TAB) throw new YamlFault('tab', message('a tab where only spaces are allowed'), tag.end);
  if (next !== SPACE && !endsLine(next)) throw badTag(start);
  return tag;
}

function badTag(start: number): YamlFault {
  return new YamlFault('unknown-tag', message('"!" starts a tag, so the text needs quotes'), start);
}

function readTagForm(text: string, start: number): TagText {
  if (text[start + 1] === '<') {
    const uri = readUri(text, start + 2, start);
    if (text[uri.end] !== '>') throw badTag(start);
    return { handle: undefined, suffix: uri.value, end: uri.end + 1 };
  }
  if (endsWord(text.charCodeAt(start + 1))) return { handle: undefined, suffix: '!', end: start + 1 };
  const handle = hasSecondMark(text, start) ? readHandle(text, start, start) : '!';
  const uri = readUri(text, start + handle.length, start);
  return { handle, suffix: uri.value, end: uri.end };
}

/** Whether another `!` follows before the next space, so that the tag has to have a handle. */
function hasSecondMark(text: string, start: number): boolean {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === SPACE || endsLine(code)) return false;
    if (text[at] === '!') return true;
  }
}

/** `!`, `!!` or `!name!` at `at`. A lone `!` is a handle only before a space. */
function readHandle(text: string, at: number, start: number): string {
  const handle = match(tagHandle, text, at);
  if (handle === '' || (handle === '!' && text.charCodeAt(at + 1) !== SPACE)) throw badTag(start);
  return handle;
}

function readUri(text: string, from: number, start: number): Piece {
  let value = '';
  let at = from;
  for (;;) {
    const plain = match(uriCharacters, text, at);
    value += plain;
    at += plain.length;
    if (text[at] !== '%') break;
    const escaped = match(uriEscapes, text, at);
    const bytes = escaped.split('%').slice(1);
    at += escaped.length;
    if (escaped === '' || text[at] === '%') throw badTag(start);
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      value += decoder.decode(Uint8Array.from(bytes, byte => Number.parseInt(byte, 16)));
    } catch {
      throw badTag(start);
    }
  }
  if (at === from) throw badTag(start);
  return { value, end: at };
}

/** Reads the `%` line at `start`; `end` is at its line end. */
export function readDirective(text: string, start: number): { directive: Directive; end: number } {
  const name = match(nameCharacters, text, start + 1);
  let at = start + 1 + name.length;
  const requireSpaceOrEnd = (): void => {
    const next = text.charCodeAt(at);
    if (next !== SPACE && !endsLine(next)) throw badDirective(start);
  };
  if (name === '') throw badDirective(start);
  requireSpaceOrEnd();
  let directive: Directive = { name: 'other' };
  if (name === 'YAML') {
    at = skipSpaces(text, at);
    const major = match(digits, text, at);
    const minor = match(digits, text, at + major.length + 1);
    if (major === '' || minor === '' || text[at + major.length] !== '.') throw badDirective(start);
    at += major.length + 1 + minor.length;
    requireSpaceOrEnd();
    directive = { name: 'YAML', major };
  } else if (name === 'TAG') {
    at = skipSpaces(text, at);
    const handle = readHandle(text, at, start);
    at += handle.length;
    if (text.charCodeAt(at) !== SPACE) throw badDirective(start);
    const prefix = readUri(text, skipSpaces(text, at), start);
    at = prefix.end;
    requireSpaceOrEnd();
    directive = { name: 'TAG', handle, prefix: prefix.value };
  } else {
    while (!endsLine(text.charCodeAt(at))) at++;
  }
  at = skipSpaces(text, at);
  if (text[at] === '#') while (!endsLine(text.charCodeAt(at))) at++;
  if (!endsLine(text.charCodeAt(at))) throw badDirective(start);
  return { directive, end: at };
}

function badDirective(start: number): YamlFault {
  return new YamlFault('bad-directive', message('a line that starts with "%" is a directive'), start);
}
