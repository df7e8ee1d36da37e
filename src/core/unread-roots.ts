/**
 * Directories in which people keep skills, but that the product does not look at from this work directory. Only known
 * places near the known ones are asked for, one look each, and a few places around them within a budget.
 */
import * as path from 'node:path';
import { type FileSystem, isDirectory } from './file-system';
import { message } from './message';
import { misspeltPlaces, placesBelow, pluginPlaces } from './near-places';
import type { Profile, RootPlan } from './profiles/profile';
import { ancestors, type ProjectRoot } from './project-root';

/** Skill directories of other tools and misspelt ones, below a project. */
const PROJECT_PLACES = [
  '.agents/skills',
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
  '.agents/skills',
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
  { product, unread: { known, elsewhere, plugins } }: Profile,
): readonly RootPlan[] {
  const { readPlaces } = product;
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

  const isGit = project.from === 'git';
  const beside = elsewhere ?? {
    code: isGit ? 'below-project-root' : 'above-work-dir',
    reason: isGit
      ? message('it lies below the project root {0}, and only the root’s own directories are read', {
          path: project.path,
        })
      : message('it lies above the work directory, and no .git makes a project root up there'),
  };
  for (const directory of ancestors(workDir)) {
    const isRoot = directory === project.path;
    if (directory !== home && !(isRoot && !elsewhere))
      for (const place of readPlaces) add(directory, place, 'project', beside.code, beside.reason);
    if (isRoot && isGit) break;
  }
  if (isGit && project.path !== home) {
    const seen = new Set(plans.map(({ location }) => location));
    for (const location of placesBelow(files, project.path, readPlaces)) {
      if (seen.has(location)) continue;
      add(project.path, path.relative(project.path, location), 'project', beside.code, beside.reason);
    }
  }
  const reasonFor = (place: string): Pick<RootPlan, 'code' | 'reason'> => {
    const reason = known.get(place);
    if (reason) return reason;
    if (place.startsWith('.agent/'))
      return { code: 'misspelt', reason: message('misspelt: the directory is .agents, with an s') };
    if (place.endsWith('agents/skills'))
      return {
        code: 'shared-not-read',
        reason: message('the directory that tools share, which it does not read'),
      };
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
    for (const place of misspeltPlaces(files, base, readPlaces)) {
      if (!place.startsWith('.agent/')) add(base, place, scope, 'misspelt', misspelt);
    }
  }
  const ofClaude = {
    code: 'other-tool-plugin',
    reason: message('a plugin of Claude Code, which only Claude Code reads'),
  };
  for (const location of pluginPlaces(files, home)) {
    const said = plugins ? plugins(location) : ofClaude;
    if (said) add(home, path.relative(home, location), 'user', said.code, said.reason);
  }
  return plans;
}
