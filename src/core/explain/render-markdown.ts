/** An outline as Markdown, for a page in the editor. Whatever a file says is shown as text, never as Markdown. */
import { type Message, type MessageStyle, renderMessage } from '../message';
import type { Outline, OutlineItem } from './outline';

export interface MarkdownStyle extends MessageStyle {
  /** Where a click on a file leads; undefined for no link. */
  readonly linkToFile?: (file: string, line: number | undefined) => string | undefined;
  /** Where a click on “Why?” leads. */
  readonly linkToRule?: (anchor: string) => string | undefined;
  /** The word for that. */
  readonly why?: string;
}

/** A heading, a section a heading of its own. No line end at the end. */
export function renderOutlineMarkdown(outline: Outline, style: MarkdownStyle = {}): string {
  const say = (text: Message) => escapeMarkdown(renderMessage(text, style));
  const parts = [`# ${say(outline.title)}`];
  for (const { title, items, isOrdered } of outline.sections) {
    parts.push(`## ${say(title)}`);
    parts.push(
      items.map((item, index) => itemText(item, isOrdered ? `${index + 1}.` : '-', say, style)).join('\n'),
    );
  }
  return parts.join('\n\n');
}

function itemText(
  { text, details, code, file, line, anchor }: OutlineItem,
  mark: string,
  say: (text: Message) => string,
  style: MarkdownStyle,
): string {
  const target = file === undefined ? undefined : style.linkToFile?.(file, line);
  const rule = anchor === undefined ? undefined : style.linkToRule?.(anchor);
  const first = `${mark} ${target === undefined ? say(text) : `[${say(text)}](<${target}>)`}`;
  const indent = ' '.repeat(mark.length + 1);
  const lines = details.map(detail => `${indent}- ${say(detail)}`);
  if (rule !== undefined) lines.push(`${indent}- [${escapeMarkdown(style.why ?? 'The rule')}](<${rule}>)`);
  return [first, ...lines, ...(code === undefined ? [] : [fenced(code, indent)])].join('\n');
}

/** A code block whose fence is longer than any within. */
function fenced(code: string, indent: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  const body = code.split(/\r\n|\r|\n/).map(line => `${indent}${line}`);
  return ['', `${indent}${fence}text`, ...body, `${indent}${fence}`].join('\n');
}

/** The text so that it renders as just that text, on one line. */
function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
