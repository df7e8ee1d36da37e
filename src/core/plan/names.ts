/** Names of files and folders: which are safe to make, and how a skill's name becomes one. */
import { type Message, message } from '../message';

/** Names that Windows keeps for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:\.|$)/i;

/** The longest name that file systems take, in bytes. */
const LONGEST = 255;

/** The longest name of a skill in the open format. */
const LONGEST_SKILL_NAME = 64;

/** Why a new file or folder may not have this name on any system; null where it may. */
export function whyBadName(name: string): Message | null {
  if (name.trim() === '') return message('a name must not be empty');
  if (name === '.' || name === '..') return message('{0} is no name but a place', name);
  if (/[/\\]/.test(name)) return message('a name must not hold a slash or backslash');
  if (/[\u0000-\u001f\u007f]/.test(name)) return message('a name must not hold control characters');
  if (/[<>:"|?*]/.test(name)) return message('Windows does not allow any of {0} in a name', '< > : " | ? *');
  if (/[. ]$/.test(name)) return message('Windows does not allow a name that ends in a dot or blank');
  if (RESERVED.test(name)) return message('{0} is a device on Windows', name);
  if (!name.isWellFormed()) return message('the name is not valid text');
  if (Buffer.byteLength(name) > LONGEST) return message('the name is longer than {0} bytes', LONGEST);
  return null;
}

/**
 * A name as the open format has it: lower case, digits, single hyphens, at most 64. Accents go, everything else that
 * does not fit becomes a hyphen. Empty where nothing is left, as of a name in Chinese.
 */
export function portableName(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{Mark}+/gu, '');
  return letters
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SKILL_NAME)
    .replace(/^-+|-+$/g, '');
}

/** A flat file's name without its `.md`, in whatever case that is written. */
export function stemOf(entry: string): string {
  return entry.replace(/\.md$/i, '');
}

/** The first of `name-2`, `name-3`, … that is free. An ending `.md` stays at the end. */
export function freeName(entry: string, isTaken: (name: string) => boolean): string {
  const stem = stemOf(entry);
  const ending = entry.slice(stem.length);
  for (let number = 2; ; number++) {
    const name = `${stem}-${number}${ending}`;
    if (!isTaken(name)) return name;
  }
}
