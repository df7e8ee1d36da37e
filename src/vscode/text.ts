/**
 * Making text from skill files fit to be shown. Names and descriptions are whatever somebody wrote into a file that
 * was perhaps only just downloaded: they must not break out of their row, add links, or reorder what stands beside them.
 */

/** The longest text in one row. Longer ones are cut: the tooltip has all of it. */
const LONGEST_ROW_TEXT = 300;

/** Characters without a shape of their own: controls, and those that change the direction of the text around them. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Bytes of a name that are not UTF-8, kept as lone surrogates by the core. */
const STRAY_BYTE = /(?<![\ud800-\udbff])[\udc80-\udcff]/g;

/** The text on one line, with nothing invisible in it and no longer than a row can hold. */
export function oneLine(text: string): string {
  const line = visible(text.trim().replace(/\s+/g, ' '));
  return line.length > LONGEST_ROW_TEXT ? `${line.slice(0, LONGEST_ROW_TEXT).toWellFormed()}…` : line;
}

/** The text with a visible stand-in for each character that has no shape. Line ends and tabs stay. */
export function visible(text: string): string {
  return text
    .replace(STRAY_BYTE, byte => `\\x${(byte.charCodeAt(0) - 0xdc00).toString(16)}`)
    .toWellFormed()
    .replace(INVISIBLE, character =>
      /[\t\n\r]/.test(character)
        ? character
        : `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}

/** The text as Markdown that renders to just that text: no emphasis, no link, no HTML, no icon, no automatic link. */
export function markdownText(text: string): string {
  return visible(text)
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
    .replace(/\s*\n\s*/g, '  \n');
}

/** The text for a notification, where `[title](command:…)` would become a link that runs a command. */
export function notificationText(text: string): string {
  return oneLine(text).replaceAll('](', '] (');
}

/** The text for a quick pick, where `$(name)` would become an icon. */
export function pickText(text: string): string {
  return oneLine(text).replaceAll('$(', '\\$(');
}
