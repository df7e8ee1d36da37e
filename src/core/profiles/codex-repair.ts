/** What Codex does to frontmatter that is not YAML: values that people forgot to quote are taken as text. */
import { readSerdeYaml } from './serde-yaml';

/** How a line with a key starts, perhaps behind the dashes of a list. */
const KEY_START = /^[ \t]*(?:- +)*[^\s#"'[\]{}&*!|>%@`,?:-]/;

/** What stands between a key and its value. */
const COLON = /:[ \t]+(?=\S)/g;

/**
 * Where the value starts in a line that is `key: value`. In steps, since one pattern would look for the end of the line from
 * each colon: what ends a line to JavaScript, though not here, is never in a value.
 */
function valueStart(line: string): number | undefined {
  const start = KEY_START.exec(line)?.[0].length;
  if (start === undefined) return undefined;
  const lastEnd = Math.max(...['\r', '\u2028', '\u2029'].map(end => line.lastIndexOf(end)));
  COLON.lastIndex = Math.max(start, lastEnd + 1);
  const colon = COLON.exec(line);
  return colon ? colon.index + colon[0].length : undefined;
}

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
    const whole = line.trimEnd();
    const start = valueStart(whole);
    if (start === undefined) return line;
    const value = whole.slice(start);
    if (BLOCK_OF_TEXT.test(value)) textIndent = indent;
    if (!isMeantAsText(value)) return line;
    changed.push(index);
    return `${whole.slice(0, start)}'${value.replaceAll("'", "''")}'`;
  });
  return { text: lines.join('\n'), lines: changed };
}

function isMeantAsText(value: string): boolean {
  if (LEFT_ALONE.test(value)) return false;
  if (value.includes(': ') || /^[@`]/.test(value)) return true;
  // A whole list is left alone, `[draft] text` is none.
  return /^[[{]/.test(value) && !readSerdeYaml(value).ok;
}
