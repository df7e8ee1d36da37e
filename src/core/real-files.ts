/** Where the files of candidates really lie, so that one that is reached on several ways is told. */
import * as path from 'node:path';
import type { FileSystem } from './file-system';
import { rememberedRealPaths } from './real-path';
import type { Found } from './scan/found';
import type { Resolution } from './types';

/**
 * Looks up real paths of skill files. Where no link leads to the skill itself, only the directory that it lies in has to
 * be looked up, which many have in common.
 * @param realPath where any other path leads
 */
export function realSkillFiles(
  realPath: (file: string) => string,
): (place: Pick<Found, 'entry' | 'form' | 'dir' | 'file' | 'link'>) => string {
  return ({ entry, form, dir, file, link }) => {
    if (link !== undefined) return realPath(file);
    // A root that is a skill itself can be a link like any other.
    const isRoot = file.length === dir.length + 1 + entry.length && file.endsWith(entry);
    const above = form === 'directory' && !isRoot ? path.dirname(dir) : dir;
    const real = realPath(above);
    return real === above || !file.startsWith(above) ? file : path.join(real, file.slice(above.length));
  };
}

/**
 * Looks up real paths, each once, and those of the skills in some resolutions with far fewer questions than there are
 * skills. A path that leads nowhere stays as it is.
 */
export function realFilesOf(files: FileSystem, resolutions: readonly Resolution[]): (file: string) => string {
  const realPath = rememberedRealPaths(files);
  const realFile = realSkillFiles(realPath);
  const known = new Map<string, string>();
  for (const { candidates } of resolutions) {
    for (const candidate of candidates) {
      // Only of what was read as a skill it is certain that every link was seen.
      if (candidate.description !== null && !known.has(candidate.file))
        known.set(candidate.file, realFile(candidate));
    }
  }
  return file => known.get(file) ?? realPath(file);
}
