/** Small edits of a skill file's frontmatter: whole lines are added or replaced, everything else stays as it is. */
import { splitFrontmatter } from '../frontmatter';

export type FilledKey = 'name' | 'description';

/** Which of the two keys the frontmatter does not have, not even empty. None where no frontmatter could be added. */
export function missingKeys(text: string): readonly FilledKey[] {
  const { state, block } = splitFrontmatter(text);
  if (state === 'unclosed' || (state === 'none' && text.startsWith('\ufeff'))) return [];
  const has = (key: FilledKey) => new RegExp(`^(?:${key}|"${key}"|'${key}')\\s*:`, 'm').test(block ?? '');
  return (['name', 'description'] as const).filter(key => !has(key));
}

/** The text with lines for these keys in front of what its frontmatter holds; with a frontmatter, where it has none. */
export function fillIn(text: string, values: Readonly<Partial<Record<FilledKey, string>>>): string {
  const end = lineEnd(text);
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${scalar(value)}${end}`);
  if (splitFrontmatter(text).state === 'none') return `---${end}${lines.join('')}---${end}${end}${text}`;
  const opener = /^[^\r\n]*(?:\r\n|\r|\n)/.exec(text)?.[0] ?? '';
  return opener + lines.join('') + text.slice(opener.length);
}

/** The text with another name declared; null where its name is not one plain line. */
export function rename(text: string, name: string): string | null {
  const { block } = splitFrontmatter(text);
  if (block === null) return missingKeys(text).includes('name') ? fillIn(text, { name }) : null;
  if (missingKeys(text).includes('name')) return fillIn(text, { name });
  // The value ends with its line where the next one starts a key, a comment, or closes the frontmatter.
  const line =
    /^(name[ \t]*:[ \t]*)([^\s|>&*!][^\r\n]*)(?=(?:\r\n|\r|\n)(?:[A-Za-z"'#]|[ \t]*---[ \t]*(?:[\r\n]|$)))/m;
  const found = line.exec(text);
  if (!found || found[2]!.includes(' #')) return null;
  return text.slice(0, found.index) + found[1] + scalar(name) + text.slice(found.index + found[0].length);
}

/** A text as YAML that every product reads as just this text. */
export function scalar(text: string): string {
  const isPlain =
    /^[A-Za-z][A-Za-z0-9_]*(?:[ .,/()-]+[A-Za-z0-9_()]+)*[.]?$/.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  if (isPlain) return text;
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

function lineEnd(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}
