/** What Codex does to frontmatter that is not YAML: values that people forgot to quote are taken as text. */
import { readSerdeYaml } from './serde-yaml';

/** `key: value` on one line, perhaps behind the dashes of a list: group 1 up to the value, group 2 the value. */
const KEY_AND_VALUE = /^([ \t]*(?:- +)*[^\s#"'[\]{}&*!|>%@`,?:-][^\n]*?:[ \t]+)(\S.*)$/;

/** The start of a block of text: `|` or `>` with its indicators, and nothing else on the line. */
const BLOCK_OF_TEXT = /^[|>][-+0-9]*(?:[ \t]+#.*)?$/;

/** How values start that are left alone, because they are quoted, or something else than text on purpose. */
const LEFT_ALONE = /^["'%|>,]|^[-?](?:[ \t]|$)/;

export interface Repair {
  readonly text: string;
  /** The lines that were changed, counted from 0. */
  readonly lines: readonly number[];
}

/** Puts quotes around the values that need them. Lines and their number stay. */
export function repairYaml(block: string): Repair {
  const changed: number[] = [];
  let textIndent: number | null = null;
  const lines = block.split('\n').map((line, index) => {
    const indent = line.length - line.trimStart().length;
    if (textIndent !== null && (line.trim() === '' || indent > textIndent)) return line;
    textIndent = null;
    const [, head, value] = KEY_AND_VALUE.exec(line.trimEnd()) ?? [];
    if (head === undefined || value === undefined) return line;
    if (BLOCK_OF_TEXT.test(value)) textIndent = indent;
    if (!isMeantAsText(value)) return line;
    changed.push(index);
    return `${head}'${value.replaceAll("'", "''")}'`;
  });
  return { text: lines.join('\n'), lines: changed };
}

function isMeantAsText(value: string): boolean {
  if (LEFT_ALONE.test(value)) return false;
  if (value.includes(': ') || /^[@`]/.test(value)) return true;
  // A whole list is left alone, `[draft] text` is none.
  return /^[[{]/.test(value) && !readSerdeYaml(value).ok;
}
