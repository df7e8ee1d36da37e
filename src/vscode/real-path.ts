import { type FileSystem, isFault, nodeFileSystem } from '../core/file-system';

let current: () => FileSystem = () => nodeFileSystem;

/**
 * The file system for small questions that cannot wait, such as from a hover: what a far disk has not answered is not
 * known then.
 */
export function filesForNow(): FileSystem {
  return current();
}

/**
 * Says who knows about far disks. Each lazy part has a copy of its own of all that it is made of, this file too, and so
 * says it when it begins.
 */
export function askThrough(resolutions: { guarded(): FileSystem }): void {
  current = () => resolutions.guarded();
}

/** The path with its links followed, in the spelling of the file system; as it is where there is no such file. */
export function realPath(file: string): string {
  const real = current().realPath(file);
  return isFault(real) ? file : real;
}
