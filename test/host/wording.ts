import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './folders';

/** What the extension says in one language. */
export interface Wording {
  /** The title of a command, by its id without `whichSkill.`. Throws where there is none. */
  readonly title: (command: string) => string;
  /** A text of the manifest, by its key. Throws where there is none. */
  readonly named: (key: string) => string;
  /** A message, by its English template. */
  readonly say: (template: string, ...args: readonly string[]) => string;
}

/** @param language `en`, or one that there is a `package.nls.LANGUAGE.json` and a bundle for */
export function wordingIn(language: string): Wording {
  const texts = (file: string): Record<string, string> =>
    JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'));
  const bundle = `l10n/bundle.l10n.${language}.json`;
  const messages = existsSync(path.join(projectRoot, bundle)) ? texts(bundle) : {};
  const manifest = texts(language === 'en' ? 'package.nls.json' : `package.nls.${language}.json`);
  const named = (key: string) => {
    const text = manifest[key];
    if (text === undefined) throw new Error(`The manifest has no text "${key}" in ${language}.`);
    return text;
  };
  return {
    named,
    title: command => named(`command.${command}`),
    say: (template, ...args) =>
      (messages[template] ?? template).replace(/\{(\d+)\}/g, (whole, index) => args[Number(index)] ?? whole),
  };
}
