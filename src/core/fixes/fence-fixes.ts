/** Fixes for fences that are not where the product wants them. */
import { lateFrontmatter } from '../checks/fences';
import type { Problem } from '../checks/problem';
import { lineNumbered, type SkillSource } from '../checks/skill-source';
import { pyStrip } from '../python-text';
import type { OffsetEdit } from './edits';

/** A line that can be one of a frontmatter: a key, something indented, a list item, or a comment right below one. */
const MATTER_LINE = /^(?:[A-Za-z_][\w-]*[ \t]*:(?:\s|$)|[ \t]+\S|- )/;

/** Adds the closing fence below the last line that reads like frontmatter. */
export function closeFence({ text, matter }: SkillSource): readonly OffsetEdit[] | undefined {
  if (matter.state !== 'unclosed') return undefined;
  const lines = text.split('\n');
  let last = 0;
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (MATTER_LINE.test(line)) last = index;
    else if (line.trim() !== '' || !MATTER_LINE.test(lines[index + 1] ?? '')) break;
  }
  if (last === 0) return undefined;
  const { to } = lineNumbered(text, last);
  return [{ from: to, to, text: last === lines.length - 1 ? '\n---\n' : '\n---' }];
}

/** Takes away the blank lines above the frontmatter; a text above it goes below. */
export function moveFenceUp(source: SkillSource): readonly OffsetEdit[] | undefined {
  const late = lateFrontmatter(source);
  if (!late) return undefined;
  const { text } = source;
  const open = lineNumbered(text, late.open).from;
  const above = text.slice(0, open);
  if (pyStrip(above) === '') return [{ from: 0, to: open, text: '' }];
  const close = lineNumbered(text, late.close).to;
  const below = close < text.length ? close + 1 : close;
  const lineEnd = close < text.length ? '' : '\n';
  return [
    { from: 0, to: open, text: '' },
    { from: below, to: below, text: `${lineEnd}\n${above.trim()}\n` },
  ];
}

/** Draws a line within a text as `- - -`, which Markdown takes for the same and the product does not take for a fence. */
export function rewriteRule({ text }: SkillSource, { range }: Problem): readonly OffsetEdit[] | undefined {
  const line = lineNumbered(text, range.start.line);
  const at = text.slice(line.from, line.to).indexOf('---');
  return at < 0 ? undefined : [{ from: line.from + at, to: line.from + at + 3, text: '- - -' }];
}
