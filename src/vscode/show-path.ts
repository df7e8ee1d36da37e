/** Showing a path as short as it can be understood: below the project, below the home directory, or whole. */
import * as path from 'node:path';
import { visible } from './text';

/** Directories that a path is shown relative to. */
export interface Surroundings {
  readonly projectRoot?: string;
  /** The home directory, and its real path where that differs. */
  readonly homes: readonly string[];
}

/** A path for people: `.kimi/skills/deploy`, `~/.kimi/skills/deploy`, `/opt/team/skills`. */
export function showPath(file: string, { projectRoot, homes }: Surroundings): string {
  // A home directory that is the project root too keeps its `~`: every person reads that.
  if (projectRoot && !homes.includes(projectRoot)) {
    const below = pathBelow(projectRoot, file);
    if (below) return visible(below);
  }
  for (const home of homes) {
    const below = pathBelow(home, file);
    if (below !== undefined) return visible(below === '' ? '~' : `~${path.sep}${below}`);
  }
  return visible(file);
}

/** The path relative to a directory that it lies in; undefined where it does not lie there. */
export function pathBelow(directory: string, file: string): string | undefined {
  if (directory === path.parse(directory).root) return undefined;
  const relative = path.relative(directory, file);
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
    ? undefined
    : relative;
}
