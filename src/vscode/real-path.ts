import { type FileSystem, isFault, nodeFileSystem } from '../core/file-system';

let current: () => FileSystem = () => nodeFileSystem;

/**
 * The file system for small questions that cannot wait, such as from a hover: what a far disk has not answered is not
 * known then.
 */
export function filesForNow(): FileSystem {
  return current();
}

/** Sets what `filesForNow` gives: disks come and go. */
export function askThrough(files: () => FileSystem): void {
  current = files;
}

/** The path with its links followed, in the spelling of the file system; as it is where there is no such file. */
export function realPath(file: string): string {
  const real = current().realPath(file);
  return isFault(real) ? file : real;
}
