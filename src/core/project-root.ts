/** Finding the project that a work directory belongs to (rules 8 to 12). */
import * as path from 'node:path';
import { exists, type FileSystem } from './file-system';

export interface ProjectRoot {
  readonly path: string;
  /** `git`: it holds a `.git` of any kind. `work-dir`: there is none up to the top, so the work directory itself. */
  readonly from: 'git' | 'work-dir';
}

/** The nearest directory, from the work directory upwards by text, in which `.git` exists. */
export function findProjectRoot(files: FileSystem, workDir: string): ProjectRoot {
  for (const directory of ancestors(workDir)) {
    if (exists(files, path.join(directory, '.git'))) return { path: directory, from: 'git' };
  }
  return { path: workDir, from: 'work-dir' };
}

/** The directory itself, then its parents up to the top of the file system. */
export function* ancestors(start: string): Generator<string> {
  let directory = start;
  while (true) {
    yield directory;
    const parent = path.dirname(directory);
    if (parent === directory) return;
    directory = parent;
  }
}
