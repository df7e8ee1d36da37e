/** An outline as plain text. */
import { type Message, type MessageStyle, renderMessage } from '../message';
import type { Outline, OutlineItem, OutlineSection } from './outline';

export interface TextStyle extends MessageStyle {
  /** Makes a line fit to be shown: a name can hold anything. */
  readonly clean?: (line: string) => string;
}

/** One line an item, its details indented below it. No line end at the end. */
export function renderOutlineText(outline: Outline, style: TextStyle = {}): string {
  const { clean = line => line } = style;
  const say = (text: Message) => clean(renderMessage(text, style));
  const lines = [say(outline.title)];
  for (const section of outline.sections) {
    lines.push('', say(section.title));
    section.items.forEach((item, index) => {
      lines.push(...itemLines(section, item, index, say, clean));
    });
  }
  return lines.join('\n');
}

function* itemLines(
  { isOrdered }: OutlineSection,
  { text, details, code }: OutlineItem,
  index: number,
  say: (text: Message) => string,
  clean: (line: string) => string,
): Generator<string> {
  yield `  ${isOrdered ? `${index + 1} ` : ''}${say(text)}`;
  for (const detail of details) yield `      ${say(detail)}`;
  for (const line of code === undefined ? [] : code.split('\n')) yield `      ${clean(line)}`;
}
