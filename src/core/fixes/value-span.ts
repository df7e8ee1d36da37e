/** Finding the value that a place in a frontmatter belongs to, by its lines: the text may be no YAML at all. */
import type { SkillSource } from '../checks/skill-source';

/** A value as it is written, as offsets in the source's `text`; blanks around it are left out. */
export interface ValueSpan {
  readonly from: number;
  readonly to: number;
}

/** A key at the start of a line, list dashes in front of it included. */
const KEY =
  /^(\s*(?:- +)*)(?:"[^"\n]*"|'[^'\n]*'|[^\s#:"'[\]{}&*!|>%@`,-][^:\n]*?|-[^\s:][^:\n]*?) *:(?=\s|$)/;

interface Line {
  readonly from: number;
  readonly text: string;
}

/**
 * The value of the key whose line, or whose indented further lines, the offset lies in; undefined where there is no key
 * or nothing is written behind it.
 */
export function valueSpanAt(source: SkillSource, offset: number): ValueSpan | undefined {
  const { text, matter } = source;
  if (matter.block === null) return undefined;
  const lines = linesOf(text, matter.blockOffset, matter.blockOffset + matter.block.length);
  const at = lines.findLastIndex(({ from }) => from <= offset);
  const index = keyLineOf(lines, at, offset);
  const line = lines[index];
  const key = line && KEY.exec(line.text);
  if (!line || !key) return undefined;
  const from = line.from + key[0].length + blanksAtStart(line.text.slice(key[0].length));
  const last = lastLineOf(lines, index);
  const end = last.from + last.text.trimEnd().length;
  return end > from ? { from, to: end } : undefined;
}

function linesOf(text: string, from: number, to: number): readonly Line[] {
  const lines: Line[] = [];
  let start = from;
  for (const line of text.slice(from, to).split('\n')) {
    lines.push({ from: start, text: line });
    start += line.length + 1;
  }
  return lines;
}

/** The line itself where the offset is behind its key, else the next one upward that is indented less. */
function keyLineOf(lines: readonly Line[], at: number, offset: number): number {
  const line = lines[at];
  if (!line) return -1;
  const key = KEY.exec(line.text);
  if (key && offset >= line.from + key[0].length) return at;
  const indent = blanksAtStart(line.text);
  for (let index = at - 1; index >= 0; index--) {
    const other = lines[index]!;
    if (other.text.trim() !== '' && blanksAtStart(other.text) < indent && KEY.test(other.text)) return index;
  }
  return -1;
}

/** The last line of a value that goes on in lines indented deeper than its key. */
function lastLineOf(lines: readonly Line[], index: number): Line {
  const first = lines[index]!;
  const indent = blanksAtStart(first.text);
  let last = first;
  for (const line of lines.slice(index + 1)) {
    if (line.text.trim() === '') continue;
    if (blanksAtStart(line.text) <= indent) break;
    last = line;
  }
  return last;
}

function blanksAtStart(text: string): number {
  return text.length - text.trimStart().length;
}
