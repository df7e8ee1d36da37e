/** The groups of roots as words for people. */
import { type MessageArg, term } from './message';
import type { Group } from './types';

/** The word for each, the same as in JSON where the reader has English. */
export const GROUP_WORDS: Readonly<Record<Group, MessageArg>> = {
  brand: term('brand'),
  generic: term('generic'),
  override: term('override'),
  configured: term('configured'),
  plugins: term('plugins'),
  plugin: term('plugin'),
  commands: term('commands'),
  builtin: term('builtin'),
  unread: term('unread'),
};
