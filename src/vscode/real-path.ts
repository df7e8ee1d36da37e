import { realpathSync } from 'node:fs';

/** The path with its links followed, in the spelling of the file system; as it is where there is no such file. */
export function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}
