/** In which language the command speaks. */
import { readFileSync } from 'node:fs';

/** Gives a template in the reader's language; undefined: as it is, in English. */
export type Translate = ((template: string) => string) | undefined;

/** The languages of `--lang`. */
export const LANGUAGES = ['en', 'zh-cn'] as const;

export type Language = (typeof LANGUAGES)[number];

/**
 * The language that `--lang` names, else that of the surroundings, by the variables that decide about messages, the first
 * that is set. Traditional Chinese is another language: there it is English.
 */
export function languageOf(
  named: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): Language {
  if (named !== null) return named === 'zh-cn' ? 'zh-cn' : 'en';
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || '';
  return /^zh(?![a-z])/i.test(locale) && !/hant|[_-](?:tw|hk|mo)/i.test(locale) ? 'zh-cn' : 'en';
}

/**
 * Reads the texts of a language.
 * @param file with the translations, by their templates; where it cannot be read, all stays English
 */
export function translateBy(file: string): Translate {
  try {
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
    return template => texts[template] ?? template;
  } catch {
    return undefined;
  }
}
