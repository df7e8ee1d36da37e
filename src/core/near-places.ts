/**
 * Skill directories near those that are read: below the project root, spelt in another case, or in the plugins of
 * another tool. Each search lists a bounded number of directories, the nearest first, and follows no links.
 */
import * as path from 'node:path';
import { type DirectoryEntry, type FileSystem, isFault } from './file-system';
import { foldName } from './fold-name';
import { compareCodePoints } from './python-text';

/** How many directories one search lists. */
const MOST_LISTED = 200;

/** How many places one search gives. */
const MOST_FOUND = 30;

/** Levels below the project root that are looked at: `packages/web` is two. */
const PROJECT_LEVELS = 2;

/** Levels below `~/.claude/plugins`: `cache/market/plugin/version/skills` is five. */
const PLUGIN_LEVELS = 5;

/** Directories without skills that can be huge. */
const SKIPPED = new Set(['node_modules', 'vendor', 'dist', 'build', 'out', 'target', 'venv', '__pycache__']);

interface Listed {
  readonly directory: string;
  readonly depth: number;
  readonly entries: readonly DirectoryEntry[];
}

/** Lists a directory and those below it, level by level. */
function* levels(
  files: FileSystem,
  top: string,
  deepest: number,
): Generator<Listed, void, boolean | undefined> {
  let left = MOST_LISTED;
  let level = [top];
  for (let depth = 0; depth <= deepest && level.length > 0; depth++) {
    const next: string[] = [];
    for (const directory of level) {
      if (left-- <= 0) return;
      const listed = files.readDirectory(directory);
      if (isFault(listed)) continue;
      const entries = [...listed].sort((a, b) => compareCodePoints(a.name, b.name));
      const goesOn = yield { directory, depth, entries };
      if (goesOn === false) continue;
      for (const { name, kind } of entries) {
        if (kind === 'directory' && !name.startsWith('.') && !SKIPPED.has(name))
          next.push(path.join(directory, name));
      }
    }
    level = next;
  }
}

/**
 * Directories below a project root that would be read in one, such as `packages/web/.agents/skills`. Repositories of
 * their own are left out: they are other projects.
 * @param readPlaces such as `.agents/skills`
 */
export function placesBelow(
  files: FileSystem,
  root: string,
  readPlaces: readonly string[],
): readonly string[] {
  const found: string[] = [];
  const search = levels(files, root, PROJECT_LEVELS);
  let goesOn: boolean | undefined;
  for (let step = search.next(); !step.done; step = search.next(goesOn)) {
    const { directory, depth, entries } = step.value;
    goesOn = depth === 0 || !entries.some(({ name }) => name === '.git');
    if (depth === 0 || !goesOn) continue;
    for (const place of readPlaces) {
      const [first] = place.split('/');
      if (entries.some(({ name }) => name === first)) found.push(path.join(directory, place));
    }
    if (found.length >= MOST_FOUND) break;
  }
  return found;
}

/** Directories directly in a base that differ from a place that is read in case, or by a missing s: `.Agents/skill`. */
export function misspeltPlaces(
  files: FileSystem,
  base: string,
  readPlaces: readonly string[],
): readonly string[] {
  const listed = files.readDirectory(base);
  if (isFault(listed)) return [];
  const found: string[] = [];
  for (const { name } of listed) {
    if (!name.startsWith('.') || name.length > 12) continue;
    const meant = readPlaces.filter(place => simplify(place.split('/')[0] ?? '') === simplify(name));
    if (meant.length === 0) continue;
    const inside = files.readDirectory(path.join(base, name));
    if (isFault(inside)) continue;
    for (const { name: folder } of inside) {
      const place = `${name}/${folder}`;
      if (readPlaces.includes(place) || !meant.some(read => simplify(read) === simplify(place))) continue;
      // A disk that finds names in any case leads to it all the same.
      const isRead = meant.some(
        read => foldName(read) === foldName(place) && isOnePlace(files, base, read, place),
      );
      if (!isRead) found.push(place);
    }
  }
  return found.sort(compareCodePoints);
}

function isOnePlace(files: FileSystem, base: string, one: string, other: string): boolean {
  const real = files.realPath(path.join(base, one));
  return !isFault(real) && real === files.realPath(path.join(base, other));
}

/** Without case, and without the s at the end of a part. */
function simplify(place: string): string {
  return place.toLowerCase().replace(/s(?=\/|$)/g, '');
}

/** The `skills` directories of the plugins that Claude Code has installed or knows of. */
export function pluginPlaces(files: FileSystem, home: string): readonly string[] {
  const found: string[] = [];
  const search = levels(files, path.join(home, '.claude', 'plugins'), PLUGIN_LEVELS);
  let goesOn: boolean | undefined;
  for (let step = search.next(); !step.done; step = search.next(goesOn)) {
    const { directory } = step.value;
    const isSkills = path.basename(directory) === 'skills';
    if (isSkills) found.push(directory);
    goesOn = !isSkills;
    if (found.length >= MOST_FOUND) break;
  }
  return found;
}
