/** Putting a value into quotes. Only quotes and escapes are added, so that line ends and indentation stay. */
import type { Problem } from '../checks/problem';
import type { SkillSource } from '../checks/skill-source';
import type { OffsetEdit } from './edits';
import { problemOffset } from './text-fix';
import { valueSpanAt } from './value-span';

/** The edits that quote the value around a problem; undefined where there is none, or it cannot be quoted. */
export function quoteValue(source: SkillSource, problem: Problem): readonly OffsetEdit[] | undefined {
  const span = valueSpanAt(source, problemOffset(source, problem));
  if (!span) return undefined;
  const value = source.text.slice(span.from, span.to);
  const { from } = span;
  if (problem.code !== 'comment-in-value') {
    const comment = trailingComment(value);
    return quote(from, comment === -1 ? value : value.slice(0, comment).trimEnd(), problem.code);
  }
  return quote(from, value, problem.code);
}

/** Where a comment starts in the last line of an unquoted value; -1 where there is none. */
function trailingComment(value: string): number {
  if (/^["'#]/.test(value)) return -1;
  const found = /[ \t]#/.exec(value);
  return found && !value.slice(found.index).includes('\n') ? found.index : -1;
}

function quote(from: number, value: string, code: string): readonly OffsetEdit[] | undefined {
  const first = value[0];
  if (first === undefined) return undefined;
  // The header of a block of text: quoting would change all of it. Where it is no header, it is text.
  if (/^[|>]/.test(value) && code !== 'block-scalar') return undefined;
  const isWhole = value.length > 1 && (first === '"' || first === "'") && value.endsWith(first);
  if (isWhole) return escapeInside(from, value, first);
  if (first === '"' && code === 'unclosed-quote' && !value.includes('\n'))
    return [insert(from + value.length, '"')];
  return wrap(from, value);
}

/** A text in quotes that holds the same quote unescaped. */
function escapeInside(from: number, value: string, quoteMark: string): readonly OffsetEdit[] {
  const edits: OffsetEdit[] = [];
  for (let at = 1; at < value.length - 1; at++) {
    if (quoteMark === '"' && value[at] === '\\') at++;
    else if (value[at] !== quoteMark) continue;
    else if (quoteMark === '"') edits.push(insert(from + at, '\\'));
    else if (value[at + 1] === "'" && at + 1 < value.length - 1) at++;
    else edits.push(insert(from + at, "'"));
  }
  return edits;
}

/** Single quotes where something would have to be escaped between double ones. */
function wrap(from: number, value: string): readonly OffsetEdit[] {
  const mark = /["\\]/.test(value) ? "'" : '"';
  const edits = [insert(from, mark)];
  if (mark === "'") {
    for (const { index } of value.matchAll(/'/g)) edits.push(insert(from + index, "'"));
  }
  edits.push(insert(from + value.length, mark));
  return edits;
}

function insert(at: number, text: string): OffsetEdit {
  return { from: at, to: at, text };
}

/**
 * A backslash between double quotes that starts no escape: single quotes take all of them as they stand. Where the text
 * has quotes of that kind escaped, the one backslash is doubled.
 */
export function escapeBackslash(source: SkillSource, problem: Problem): readonly OffsetEdit[] | undefined {
  const offset = problemOffset(source, problem);
  const span = valueSpanAt(source, offset);
  if (!span) return undefined;
  const value = source.text.slice(span.from, span.to);
  const inner = value.slice(1, -1);
  const isWhole = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  if (!isWhole || /\\"|\n/.test(inner)) return [insert(offset, '\\')];
  const last = span.to - 1;
  return [
    { from: span.from, to: span.from + 1, text: "'" },
    ...[...inner.matchAll(/'/g)].map(({ index }) => insert(span.from + 1 + index, "'")),
    { from: last, to: last + 1, text: "'" },
  ];
}
