import { pySplitLines, pyStrip } from '../python-text';

/** The diagram languages that a flow can be written in. */
export type FlowLanguage = 'mermaid' | 'd2';

/** A line of the file, without its end. */
export interface SourceLine {
  readonly text: string;
  /** Its number in the file, counted from 0, as an editor counts: only LF ends a line there. */
  readonly line: number;
}

/** A closed fenced block. */
export interface FlowBlock {
  readonly language: FlowLanguage;
  /** What stands between the fences. */
  readonly lines: readonly SourceLine[];
  /** Line of the opening fence. */
  readonly line: number;
}

/** Where the search for a diagram ended. */
export interface FenceSearch {
  readonly block: FlowBlock | null;
  /** Line of an opening fence that nothing closes, where that is what the search ended in. */
  readonly unclosed: number | null;
}

/** What Python takes for the end of a line and an editor does not. */
const innerLineEnd = /[\v\f\x1c-\x1e\x85\u2028\u2029]/;

const pythonSpace = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/**
 * Finds the first closed fenced block whose language is mermaid or d2 (rules 70 and 71).
 *
 * In: the whole file, frontmatter included, with LF line ends. Three or more backticks or tildes at any indentation open
 * a block; as many or more of the same and nothing after them close it; there is no nesting, so a block inside another
 * one is plain text.
 */
export function findFlowBlock(text: string): FenceSearch {
  let open: { readonly fence: string; readonly language: string; readonly line: number } | null = null;
  let content: SourceLine[] = [];
  for (const line of sourceLines(text)) {
    const fence = fenceAt(line.text);
    if (open === null) {
      if (fence === null) continue;
      open = { fence: fence.fence, language: languageOf(fence.info), line: line.line };
      content = [];
    } else if (fence?.fence.startsWith(open.fence) && fence.info === '') {
      const { language } = open;
      if (language === 'mermaid' || language === 'd2')
        return { block: { language, lines: content, line: open.line }, unclosed: null };
      open = null;
    } else content.push(line);
  }
  return { block: null, unclosed: open?.line ?? null };
}

function* sourceLines(text: string): Generator<SourceLine> {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [line, whole] of lines.entries()) {
    if (!innerLineEnd.test(whole)) yield { text: whole, line };
    else for (const part of pySplitLines(`${whole}\n`)) yield { text: part, line };
  }
}

function fenceAt(line: string): { readonly fence: string; readonly info: string } | null {
  const stripped = pyStrip(line);
  const fence = /^(?:`{3,}|~{3,})/.exec(stripped)?.[0];
  return fence === undefined ? null : { fence, info: pyStrip(stripped.slice(fence.length)) };
}

/** The first word of the info string, without one pair of braces around it, in lower case. */
function languageOf(info: string): string {
  const word = info.split(pythonSpace, 1)[0]?.toLowerCase() ?? '';
  return word.startsWith('{') && word.endsWith('}') ? word.slice(1, -1) : word;
}
