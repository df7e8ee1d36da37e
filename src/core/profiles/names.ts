/** What is to be said about the names of skills whatever the product. */

/** Files that belong to a folder of skills rather than being one, but that can count as flat skills. */
const DOCUMENT_STEMS = new Set(['readme', 'changelog', 'license', 'contributing', 'notice', 'security']);

/** The name that the open Agent Skills format allows. */
const PORTABLE_NAME = /^(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)$/;

/** Whether a flat file of this name, without its ending, is rather a document about the folder. */
export function isDocumentStem(stem: string): boolean {
  return DOCUMENT_STEMS.has(stem.toLowerCase());
}

/** Whether a name keeps to the open Agent Skills format. */
export function isPortableName(name: string): boolean {
  return PORTABLE_NAME.test(name);
}
