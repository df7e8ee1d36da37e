/** Where kimi-code sees the frontmatter of a skill file (rules 13 and 14 of its specification). */

export interface KimiCodeText {
  /**
   * - `none`: the first line is no fence
   * - `closed`: a block that is read as YAML, perhaps an empty one
   * - `unclosed`: a fence that nothing closes, which loses the skill in either form
   */
  readonly state: 'none' | 'closed' | 'unclosed';
  /** The block, blanks at its ends stripped. Empty unless it is closed. */
  readonly block: string;
  /** Line in the file, counted from 0, at which `block` starts, and how many characters of it were stripped. */
  readonly blockLine: number;
  readonly blockColumn: number;
  /** What comes after the block, or the whole text where there is none. */
  readonly body: string;
}

const FENCE = '---';

/** Takes a text apart. Lines end at LF or CRLF; blanks are what JavaScript trims, so a BOM before a fence is none. */
export function splitKimiCodeText(text: string): KimiCodeText {
  const none = { block: '', blockLine: 0, blockColumn: 0, body: text };
  const first = lineAt(text, 0);
  if (first.text.trim() !== FENCE) return { ...none, state: 'none' };
  const lines: string[] = [];
  // Most of a file is body, so only the lines of the block are looked at.
  for (let start = first.next; start !== null; ) {
    const line = lineAt(text, start);
    if (line.text.trim() === FENCE) return closed(lines, line.next === null ? '' : text.slice(line.next));
    lines.push(line.text);
    start = line.next;
  }
  return { ...none, state: 'unclosed' };
}

/** The line that starts at an offset, and where the next one starts: null where it is the last. */
function lineAt(text: string, start: number): { readonly text: string; readonly next: number | null } {
  const end = text.indexOf('\n', start);
  if (end < 0) return { text: text.slice(start), next: null };
  return { text: text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end), next: end + 1 };
}

function closed(lines: readonly string[], body: string): KimiCodeText {
  const raw = lines.join('\n');
  const lead = raw.slice(0, raw.length - raw.trimStart().length);
  return {
    state: 'closed',
    block: raw.trim(),
    blockLine: 1 + (lead.match(/\n/g)?.length ?? 0),
    blockColumn: lead.length - (lead.lastIndexOf('\n') + 1),
    body,
  };
}

/** UTF-16 units of a description that is taken from the body. */
const LONGEST_FALLBACK = 240;

/** The first line of the body that is not blank, cut to 240 units; undefined where there is none. */
export function descriptionFromBody(body: string): string | undefined {
  for (let start: number | null = 0; start !== null; ) {
    const line = lineAt(body, start);
    const text = line.text.trim();
    start = line.next;
    if (text === '') continue;
    return text.length > LONGEST_FALLBACK ? `${text.slice(0, LONGEST_FALLBACK - 1)}…` : text;
  }
  return undefined;
}
