/** Real paths of places that need not exist, as Python's `Path.resolve()` gives them (rule 30). */
import * as path from 'node:path';
import { type FileSystem, isFault } from './file-system';

/** More links than this in one path are taken for a loop, as the kernel does. */
const MOST_LINKS = 40;

/** The path with every link followed as far as it exists; the rest is kept as text. A loop is left as it is. */
export function resolvePath(files: FileSystem, start: string, links = 0): string {
  const real = files.realPath(start);
  if (!isFault(real)) return real;
  const parent = path.dirname(start);
  if (parent === start || links > MOST_LINKS) return start;
  const target = files.readLink(start);
  if (!isFault(target)) return resolvePath(files, path.resolve(parent, target), links + 1);
  return path.join(resolvePath(files, parent, links), path.basename(start));
}

/**
 * The same as Python gives it on macOS: letters stay as they are written, where the system itself would put them as the
 * disk has them (rule 32).
 */
export function resolveAsWritten(files: FileSystem, start: string, links = 0): string {
  const { root } = path.parse(start);
  let place = root;
  for (const name of start.slice(root.length).split(path.sep).filter(Boolean)) {
    const step = path.join(place, name);
    const target = files.readLink(step);
    const isFollowed = !isFault(target) && links <= MOST_LINKS;
    place = isFollowed ? resolveAsWritten(files, path.resolve(place, target), links + 1) : step;
  }
  return place;
}

/** Looks up where paths really lead, each once. A path that leads nowhere stays as it is. */
export function rememberedRealPaths(files: FileSystem): (file: string) => string {
  const known = new Map<string, string>();
  return file => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const found = files.realPath(file);
    const real = isFault(found) ? file : found;
    known.set(file, real);
    return real;
  };
}
