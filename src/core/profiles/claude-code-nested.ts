/** What Claude Code calls the skills of directories below the work directory, once it comes to read them. */
import * as path from 'node:path';
import { exists, type FileSystem } from '../file-system';
import type { Found } from '../scan/found';
import type { Root } from '../types';
import { namesIn } from './claude-code-plugins';
import type { RootPlan } from './profile';

/**
 * A function that names a found skill of such a directory.
 * @param loaded the names that are taken at the start
 */
export function nestedSkills(
  files: FileSystem,
  workDir: string,
  nested: readonly RootPlan[],
  loaded: ReadonlySet<string>,
): (found: Found, root: Root) => Found {
  const counts = new Map<string, number>();
  for (const { location, verdict } of nested) {
    if (verdict !== 'on-demand') continue;
    for (const name of namesIn(files, location))
      if (exists(files, path.join(location, name, 'SKILL.md'))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return (found, root) => {
    const { outcome, name } = found;
    if (outcome.kind !== 'skill') return found;
    const place = path
      .relative(workDir, path.dirname(path.dirname(root.location)))
      .split(path.sep)
      .join('/');
    const isTaken = loaded.has(name);
    const isNotAlone = isTaken || (counts.get(name) ?? 0) > 1;
    const addition = isTaken
      ? `(scoped to ${place}/ — use this instead of the unscoped "${name}" skill when the files being changed are under ${place}/)`
      : `(from ${place}/.claude/skills — applies when working on files under ${place}/)`;
    const description = `${outcome.description} ${addition}`;
    return { ...found, name: isNotAlone ? `${place}:${name}` : name, outcome: { ...outcome, description } };
  };
}
