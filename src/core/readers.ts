/** Which agents take a file. */
import type { FileSystem } from './file-system';
import { realFilesOf } from './real-files';
import type { ProfileId, Resolution } from './types';

/** Who takes the files of one work directory. */
export interface Readers {
  /** The agents that were asked, in their order. */
  readonly agents: readonly ProfileId[];
  /** Those that take the file of a skill; none for a file that no agent takes. */
  of(file: string): readonly ProfileId[];
}

/**
 * Looks up who takes what. A skill that a setting switches off is taken by nobody.
 * @param files what tells whether two paths lead to one file
 */
export function readersOf(files: FileSystem, resolutions: readonly Resolution[]): Readers {
  const realPath = realFilesOf(files, resolutions);
  const readers = new Map<string, ProfileId[]>();
  for (const { profile, skills } of resolutions) {
    for (const { file, enabled } of skills) {
      if (enabled === false) continue;
      const others = readers.get(realPath(file));
      if (!others) readers.set(realPath(file), [profile]);
      else if (!others.includes(profile)) others.push(profile);
    }
  }
  return { agents: resolutions.map(({ profile }) => profile), of: file => readers.get(realPath(file)) ?? [] };
}
