/** Writing a text as a YAML value that every reader takes for that text. */
import { readPlainFrontmatter } from '../plain-frontmatter';

/** The text as it stands where no reader could mistake it, else in double quotes. */
export function yamlText(text: string): string {
  const plain =
    /^[A-Za-z][^\n]*$/.test(text) && !/\s$/.test(text)
      ? readPlainFrontmatter(`k: ${text}`)?.get('k')
      : undefined;
  return plain?.type === 'str' && plain.value === text ? text : doubleQuoted(text);
}

/** JSON's escapes are all among YAML's; what YAML does not allow even between quotes is escaped too. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The name made valid for the open format: small letters, digits and single hyphens, at most 64; empty where nothing is left. */
export function portableName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 65)
    .replace(/^-+/, '')
    .slice(0, 64)
    .replace(/-+$/, '');
}
