/** Which program a terminal would start by a name. Nothing is run. */
import * as path from 'node:path';
import { type FileSystem, isFault } from './file-system';

/** What the search depends on. */
export interface ProgramSearch {
  readonly files: FileSystem;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The first file of that name on the PATH that can be run, or null where there is none. Never throws. */
export function findProgram({ files, environment, platform }: ProgramSearch, name: string): string | null {
  const windows = platform === 'win32';
  const variable = windows ? Object.keys(environment).find(key => key.toUpperCase() === 'PATH') : 'PATH';
  for (const quoted of (environment[variable ?? ''] ?? '').split(windows ? ';' : ':')) {
    const folder = windows ? quoted.replace(/^"(.*)"$/, '$1') : quoted;
    if (!path.isAbsolute(folder)) continue;
    for (const suffix of windows ? ['.exe', '.cmd', '.bat'] : ['']) {
      const file = path.join(folder, name + suffix);
      const state = files.state(file);
      if (isFault(state) || state.kind !== 'file') continue;
      if (windows || (state.mode & 0o111) !== 0) return file;
    }
  }
  return null;
}
