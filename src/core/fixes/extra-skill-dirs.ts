/** The line for the configuration that makes a product read one more directory. It is only ever shown to be pasted. */
import * as path from 'node:path';
import type { PasteLine } from '../explain/explanation';
import type { Resolution } from '../types';

/**
 * The whole line, with the entries that are there already: a second line of the same key would keep the product from
 * starting, and one below a `[table]` would be ignored (rule 82).
 */
export function extraSkillDirsLine(resolution: Resolution, directory: string): PasteLine {
  const { configuration } = resolution;
  const shown = shorten(directory, resolution.home);
  const entries = [...configuration.extraSkillDirs.filter(entry => entry !== shown), shown];
  return {
    file: configuration.file ?? path.join(configuration.shareDir, 'config.toml'),
    replacesLine: configuration.extraSkillDirsLine ?? null,
    text: `extra_skill_dirs = [${entries.map(tomlString).join(', ')}]`,
  };
}

function shorten(directory: string, home: string): string {
  const inHome = path.relative(home, directory);
  const isBelow = inHome !== '' && !inHome.startsWith('..') && !path.isAbsolute(inHome);
  return (isBelow ? path.join('~', inHome) : directory).replaceAll('\\', path.sep === '\\' ? '/' : '\\');
}

/** A basic string of TOML: JSON's escapes are all among TOML's. */
function tomlString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\u007f', '\\u007f');
}
