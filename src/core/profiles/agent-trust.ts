/** Which folders are trusted, as Gemini CLI and Qwen Code keep it: `trustedFolders.json` in the product's own directory. */
import * as path from 'node:path';
import type { FileSystem } from '../file-system';
import { resolvePath } from '../real-path';
import { readSettings, type SettingsFile } from './agent-settings';

const LEVELS: readonly unknown[] = ['TRUST_FOLDER', 'TRUST_PARENT', 'DO_NOT_TRUST'];

export interface FolderTrust {
  /** Undefined where no rule speaks of the folder. */
  readonly trusted: boolean | undefined;
  /** The path of the rule that decides. */
  readonly rule?: string;
  readonly level?: string;
  readonly file: SettingsFile;
  /** A rule that is none, which keeps Gemini CLI from starting. */
  readonly badRule?: string;
}

/** Reads the file, and what its longest matching rule says of a folder. `TRUST_PARENT` speaks of the directory above. */
export function folderTrust(files: FileSystem, location: string, folder: string): FolderTrust {
  const file = readSettings(files, location, true);
  const real = resolvePath(files, folder);
  const rules = Object.entries(file.values);
  const badRule = rules.find(([, level]) => !LEVELS.includes(level))?.[0];
  let decides: { readonly rule: string; readonly level: string } | undefined;
  for (const [rule, level] of rules) {
    if (typeof level !== 'string' || !LEVELS.includes(level)) continue;
    const place = path.resolve(folder, rule);
    const top = resolvePath(files, level === 'TRUST_PARENT' ? path.dirname(place) : place);
    const isInside = real === top || real.startsWith(top.endsWith(path.sep) ? top : top + path.sep);
    if (isInside && rule.length > (decides?.rule.length ?? -1)) decides = { rule, level };
  }
  const trusted = decides && decides.level !== 'DO_NOT_TRUST';
  return { trusted, ...decides, file, ...(badRule !== undefined && { badRule }) };
}
