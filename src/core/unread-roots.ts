/**
 * Directories in which people keep skills, but that the product does not look at from this work directory. Only known
 * places near the known ones are asked for, one look each.
 */
import * as path from 'node:path';
import { type FileSystem, isDirectory } from './file-system';
import { message } from './message';
import type { RootPlan } from './profiles/profile';
import { ancestors, type ProjectRoot } from './project-root';

/** Skill directories of other tools and misspelt ones, below a project. */
const PROJECT_PLACES = [
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
 * @param readPlaces the directories that the product does read below a project, such as `.agents/skills`
 */
export function unreadRoots(
  files: FileSystem,
  workDir: string,
  project: ProjectRoot,
  home: string,
  readPlaces: readonly string[],
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
    for (const place of readPlaces) {
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
  const otherTool = message('another tool’s directory');
  const misspelt = message('misspelt: the directory is .agents, with an s');
  for (const place of PROJECT_PLACES) {
    const isMisspelt = place.startsWith('.agent/');
    if (project.path !== home)
      add(
        project.path,
        place,
        'project',
        isMisspelt ? 'misspelt' : 'other-tool',
        isMisspelt ? misspelt : otherTool,
      );
  }
  for (const place of HOME_PLACES) {
    const isMisspelt = place.startsWith('.agent/');
    add(home, place, 'user', isMisspelt ? 'misspelt' : 'other-tool', isMisspelt ? misspelt : otherTool);
  }
  return plans;
}
