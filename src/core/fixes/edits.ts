/** Text edits: from offsets to ranges, and applied to a text whose line ends stay as they are. */
import type { Position } from '../checks/problem';
import { rangeBetween } from '../checks/skill-source';
import type { TextEdit } from './fix';

/** A change by offsets in a text with LF line ends, byte order mark kept. */
export interface OffsetEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The edits by ranges, in the order of the text. */
export function toTextEdits(text: string, edits: readonly OffsetEdit[]): readonly TextEdit[] {
  return [...edits]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, text: newText }) => ({ range: rangeBetween({ text }, from, to), newText }));
}

/** Applies edits that do not overlap. Line ends within them become the first line end of the text, or LF without one. */
export function applyEdits(original: string, edits: readonly TextEdit[]): string {
  const offsetOf = offsets(original);
  const lineEnd = /\r\n|\r|\n/.exec(original)?.[0] ?? '\n';
  let result = '';
  let at = 0;
  for (const { range, newText } of edits) {
    const [from, to] = [offsetOf(range.start), offsetOf(range.end)];
    result += original.slice(at, from) + newText.replaceAll('\n', lineEnd);
    at = Math.max(at, to);
  }
  return result + original.slice(at);
}

/** Where a position stands in a text with line ends of any kind. */
export function offsetAt(original: string, position: Position): number {
  return offsets(original)(position);
}

function offsets(original: string): (position: Position) => number {
  const starts = [original.startsWith('\ufeff') ? 1 : 0];
  for (const { index, 0: end } of original.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return ({ line, character }) => {
    const start = starts[line];
    return start === undefined ? original.length : Math.min(start + character, original.length);
  };
}

/** The edits that turn one text into another of as many lines: one for each line that differs. */
export function lineEdits(before: string, after: string): readonly OffsetEdit[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (old.length !== now.length) return [{ from: 0, to: before.length, text: after }];
  const edits: OffsetEdit[] = [];
  let start = 0;
  for (const [index, line] of old.entries()) {
    const other = now[index] ?? '';
    if (line !== other) edits.push(smallestEdit(start, line, other));
    start += line.length + 1;
  }
  return edits;
}

/** One edit for two texts that begin and end alike. */
export function smallestEdit(start: number, before: string, after: string): OffsetEdit {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return {
    from: start + head,
    to: start + before.length - tail,
    text: after.slice(head, after.length - tail),
  };
}
