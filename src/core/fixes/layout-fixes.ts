/** Fixes for blanks, tabs and characters in a frontmatter that YAML does not allow where they are. */
import type { Problem } from '../checks/problem';
import { lineAround, type SkillSource } from '../checks/skill-source';
import type { YamlOutcome } from '../yaml-types';
import { lineEdits, type OffsetEdit } from './edits';
import { problemOffset } from './text-fix';

type LoadYaml = (block: string) => YamlOutcome;

/** More tabs than this in places that matter are left to a person. */
const MOST_TABS = 300;

/** Removes the indentation that all lines of the frontmatter have. */
export function dedent({ text, matter }: SkillSource): readonly OffsetEdit[] | undefined {
  if (matter.block === null || matter.blockColumn === 0) return undefined;
  const from = matter.blockOffset - matter.blockColumn;
  const indent = text.slice(from, matter.blockOffset);
  const end = matter.blockOffset + matter.block.length;
  const lines = text.slice(from, end).split('\n');
  const after = lines.map(line => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
  return shift(lineEdits(text.slice(from, end), after), from);
}

/** Replaces tabs where YAML trips over them, one after the other; those between quotes stay. */
export function replaceTabs(load: LoadYaml, { matter }: SkillSource): readonly OffsetEdit[] | undefined {
  if (matter.block === null) return undefined;
  let block = matter.block;
  for (let count = 0; count < MOST_TABS; count++) {
    const outcome = load(block);
    if (outcome.ok || outcome.code !== 'tab') break;
    const run = blanksAround(block, outcome.offset);
    const blanks = block.slice(run.from, run.to);
    if (!blanks.includes('\t')) return undefined;
    const startsLine = run.from === 0 || block[run.from - 1] === '\n';
    block =
      block.slice(0, run.from) + (startsLine ? blanks.replaceAll('\t', '  ') : ' ') + block.slice(run.to);
  }
  return shift(lineEdits(matter.block, block), matter.blockOffset);
}

function blanksAround(text: string, offset: number): { from: number; to: number } {
  const isBlank = (at: number) => text[at] === ' ' || text[at] === '\t';
  let [from, to] = [offset, offset];
  while (isBlank(from - 1)) from--;
  while (isBlank(to)) to++;
  return { from, to };
}

/** Control characters, but for those that end a line in Python. */
const CONTROL = /[^\t\n\v\f\x1c-\x1e\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Removes the characters that YAML forbids everywhere. */
export function removeControlCharacters({ text, matter }: SkillSource): readonly OffsetEdit[] | undefined {
  if (matter.block === null) return undefined;
  const written = text.slice(matter.blockOffset, matter.blockOffset + matter.block.length);
  return [...written.matchAll(CONTROL)].map(({ index, 0: found }) => {
    const from = matter.blockOffset + index;
    return { from, to: from + found.length, text: '' };
  });
}

/** Adds the blank behind a colon: `name:x`. Where no line is a key at all, in all lines that lack it. */
export function addSpaceAfterColon(source: SkillSource, problem: Problem): readonly OffsetEdit[] | undefined {
  const { text, matter } = source;
  if (matter.block === null) return undefined;
  const isAll = problem.code === 'not-a-mapping';
  const line = lineAround(text, problemOffset(source, problem));
  const [from, to] = isAll
    ? [matter.blockOffset, matter.blockOffset + matter.block.length]
    : [line.from, line.to];
  const found = [...text.slice(from, to).matchAll(/^[ \t]*[A-Za-z][\w-]*:(?=[^\s/])/gm)];
  return found.map(({ index, 0: key }) => ({
    from: from + index + key.length,
    to: from + index + key.length,
    text: ' ',
  }));
}

/**
 * Brings a line to where it belongs: one without a key becomes a part of the value above, together with the lines
 * below that are like it; a key that is too deep goes to the column of the one above.
 */
export function fitIndentation(source: SkillSource, problem: Problem): readonly OffsetEdit[] | undefined {
  const { text, matter } = source;
  if (matter.block === null) return undefined;
  const line = lineAround(text, problemOffset(source, problem));
  const end = matter.blockOffset + matter.block.length;
  if (problem.code === 'indentation') return outdent(text, line, matter.blockOffset - matter.blockColumn);
  const edits: OffsetEdit[] = [];
  for (let at = line.from; at < end; at = lineAround(text, at).to + 1) {
    const written = text.slice(at, lineAround(text, at).to);
    if (at > line.from && (written.trim() === '' || /^\s|^[\w-]+ *:(?:\s|$)/.test(written))) break;
    edits.push({ from: at, to: at, text: '  ' });
  }
  return edits;
}

function outdent(
  text: string,
  line: { from: number; to: number },
  top: number,
): readonly OffsetEdit[] | undefined {
  const indentOf = (from: number, to: number) => /^[ \t]*/.exec(text.slice(from, to))?.[0] ?? '';
  const own = indentOf(line.from, line.to);
  for (
    let above = lineAround(text, line.from - 1);
    above.from >= top;
    above = lineAround(text, above.from - 1)
  ) {
    const indent = indentOf(above.from, above.to);
    if (text.slice(above.from, above.to).trim() !== '' && indent.length < own.length)
      return [{ from: line.from + indent.length, to: line.from + own.length, text: '' }];
    if (above.from === 0) return undefined;
  }
  return undefined;
}

function shift(edits: readonly OffsetEdit[], by: number): readonly OffsetEdit[] {
  return edits.map(({ from, to, text }) => ({ from: from + by, to: to + by, text }));
}
