/**
 * Directories in which people keep skills, but that the product does not look at from this work directory. Only known
 * places near the known ones are asked for, one look each, and a few places around them within a budget.
 */
import * as path from 'node:path';
import { type FileSystem, isDirectory } from './file-system';
import { message } from './message';
import { misspeltPlaces, placesBelow, pluginPlaces } from './near-places';
import type { RootPlan, UnreadPlaces } from './profiles/profile';
import { ancestors, type ProjectRoot } from './project-root';

/** Skill directories of other tools and misspelt ones, below a project. */
const PROJECT_PLACES = [
  '.kimi/skills',
  '.claude/skills',
  '.codex/skills',
  '.kimi-code/skills',
  '.agent/skills',
  '.github/skills',
  '.cursor/skills',
  '.gemini/skills',
  '.qwen/skills',
  '.opencode/skills',
  '.opencode/skill',
  '.goose/skills',
  '.vscode/skills',
];

/** The same below the home directory. */
const HOME_PLACES = [
  '.kimi/skills',
  '.kimi/plugins',
  '.claude/skills',
  '.codex/skills',
  '.config/agents/skills',
  '.kimi-code/skills',
  '.agent/skills',
  '.copilot/skills',
  '.cursor/skills',
  '.gemini/skills',
  '.qwen/skills',
  '.config/opencode/skills',
  '.config/opencode/skill',
  '.config/amp/skills',
  '.config/goose/skills',
];

/**
 * Names the directories that exist there and are not read.
 */
export function unreadRoots(
  files: FileSystem,
  workDir: string,
  project: ProjectRoot,
  home: string,
  places: UnreadPlaces,
): readonly RootPlan[] {
  const plans: RootPlan[] = [];
  const add = (
    base: string,
    place: string,
    scope: 'project' | 'user',
    code: string,
    reason: RootPlan['reason'],
  ) => {
    const location = path.join(base, place);
    if (!isDirectory(files, location)) return;
    const label = scope === 'user' ? `~/${place}` : path.relative(project.path, location) || place;
    plans.push({ location, label, scope, group: 'unread', verdict: 'not-read', code, reason });
  };

  for (const directory of ancestors(workDir)) {
    const isRoot = directory === project.path;
    if (isRoot && project.from === 'git') break;
    if (isRoot || directory === home) continue;
    for (const place of places.readPlaces) {
      if (project.from === 'git') {
        add(
          directory,
          place,
          'project',
          'below-project-root',
          message('it lies below the project root {0}, and only the root’s own directories are read', {
            path: project.path,
          }),
        );
      } else {
        add(
          directory,
          place,
          'project',
          'above-work-dir',
          message('it lies above the work directory, and no .git makes a project root up there'),
        );
      }
    }
  }
  if (project.from === 'git' && project.path !== home) {
    const known = new Set(plans.map(({ location }) => location));
    const below = message(
      'it lies below the project root {0}, and only the root’s own directories are read',
      {
        path: project.path,
      },
    );
    for (const location of placesBelow(files, project.path, places.readPlaces)) {
      if (known.has(location)) continue;
      add(project.path, path.relative(project.path, location), 'project', 'below-project-root', below);
    }
  }
  const reasonFor = (place: string): Pick<RootPlan, 'code' | 'reason'> => {
    const known = places.known.get(place);
    if (known) return known;
    if (place.startsWith('.agent/'))
      return { code: 'misspelt', reason: message('misspelt: the directory is .agents, with an s') };
    return { code: 'other-tool', reason: message('another tool’s directory') };
  };
  for (const place of project.path === home ? [] : PROJECT_PLACES) {
    const { code, reason } = reasonFor(place);
    add(project.path, place, 'project', code, reason);
  }
  for (const place of HOME_PLACES) {
    const { code, reason } = reasonFor(place);
    add(home, place, 'user', code, reason);
  }
  const misspelt = message('misspelt: the product looks for the exact name only');
  for (const [base, scope] of [
    [project.path, 'project'],
    [home, 'user'],
  ] as const) {
    if (scope === 'project' && base === home) continue;
    for (const place of misspeltPlaces(files, base, places.readPlaces)) {
      if (!place.startsWith('.agent/')) add(base, place, scope, 'misspelt', misspelt);
    }
  }
  const plugin = message('a plugin of Claude Code, which only Claude Code reads');
  for (const location of pluginPlaces(files, home)) {
    add(home, path.relative(home, location), 'user', 'other-tool-plugin', plugin);
  }
  return plans;
}
