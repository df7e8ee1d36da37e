import { message } from '../../message';
import { YamlFault } from './fault';

export const TAB = 0x09;
export const LF = 0x0a;
export const SPACE = 0x20;

/**
 * Whether a word ends before this character: a space, a tab, a line end, or the end of the block, which `charCodeAt`
 * gives as NaN.
 */
export function endsWord(code: number): boolean {
  return code === SPACE || code === LF || code === TAB || Number.isNaN(code);
}

/** Whether a line ends here, or the block does. */
export function endsLine(code: number): boolean {
  return code === LF || Number.isNaN(code);
}

/** Where the spaces that begin at `from` stop. Tabs are no spaces. */
export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at++;
  return at;
}

/** Where the line that contains `from` ends: the offset of its LF, or the length of the text. */
export function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found === -1 ? text.length : found;
}

/** Whether `---` or `...` stands at the line start `at` as a word of its own. */
export function isDocumentMarker(text: string, at: number): boolean {
  return (text.startsWith('---', at) || text.startsWith('...', at)) && endsWord(text.charCodeAt(at + 3));
}

const unprintable = /[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Throws if the block holds a character that YAML does not allow anywhere, not even in a comment. */
export function requirePrintable(text: string): void {
  const found = unprintable.exec(text);
  if (!found) return;
  const hexadecimal = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  throw new YamlFault(
    'control-character',
    message('the invisible character {0}', `U+${hexadecimal}`),
    found.index,
  );
}
