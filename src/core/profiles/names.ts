/** What is to be said about the names of skills whatever the product. */

/** Files that belong to a folder of skills rather than being one, but that can count as flat skills. */
const DOCUMENT_STEMS = new Set(['readme', 'changelog', 'license', 'contributing', 'notice', 'security']);

/** The longest name that the open Agent Skills format allows. */
const LONGEST_NAME = 64;

const HYPHEN = 0x2d;

/** Whether a flat file of this name, without its ending, is rather a document about the folder. */
export function isDocumentStem(stem: string): boolean {
  return DOCUMENT_STEMS.has(stem.toLowerCase());
}

/**
 * Whether a name keeps to the open Agent Skills format: 1 to 64 small letters, digits and hyphens, the hyphens single and
 * neither first nor last. By hand, since every skill's name goes through here.
 */
export function isPortableName(name: string): boolean {
  if (name.length === 0 || name.length > LONGEST_NAME) return false;
  let before = HYPHEN;
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    const isLetterOrDigit = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
    if (!isLetterOrDigit && (code !== HYPHEN || before === HYPHEN)) return false;
    before = code;
  }
  return before !== HYPHEN;
}
