/**
 * Frontmatter in JavaScript: gray-matter, with which OpenCode reads skill files, runs it. Whoever opens a folder with such a
 * file in OpenCode runs what it says, without being asked. Nothing here ever does.
 */

/** The language behind the opening dashes, in any case of letters, with or without a byte order mark in front. */
const OPENING = /^\ufeff?---(?!-)[^\S\r\n]*(?:js|javascript)[^\S\r\n]*(?=\r?\n)/i;

/** Whether a text begins with frontmatter in JavaScript. */
export function opensJavaScript(text: string): boolean {
  return OPENING.test(text);
}
