/**
 * Finding skills that were meant to be read but lie a little beside the rule: one level too deep, inside another skill,
 * `skill.md` for `SKILL.md`. Only close neighbours of what is scanned anyway, within a budget: never a crawl of the disk.
 */
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';
import { isFoundAsSkillFile, isSkillFileInAnyCase, SKILL_FILE } from './skill-file-names';

/** How deep below a folder that is no skill near misses are looked for. */
const DEEPEST = 4;

/** How many directories are listed for near misses in one root. */
export const MOST_DIRECTORIES = 400;

export interface NearMiss {
  readonly file: string;
  readonly code: 'too-deep' | 'inside-skill' | 'wrong-case';
}

/** What was taken from the two budgets of a root: beside skills, and inside them. */
export interface Spent {
  readonly beside: number;
  readonly inside: number;
}

export const NOTHING_SPENT: Spent = { beside: 0, inside: 0 };

/** Counts the directories that may still be listed in one root. */
export class SearchBudget {
  constructor(public left = MOST_DIRECTORIES) {}

  /** Takes one directory from the budget. False where none is left. */
  take(): boolean {
    if (this.left <= 0) return false;
    this.left--;
    return true;
  }
}

/**
 * Looks into a folder that has no `SKILL.md`. Links are not followed, so it ends in any layout. Gives a null for each
 * directory that was listed, so that whoever asks can pause.
 */
export function* lookInside(
  files: FileSystem,
  folder: string,
  budget: SearchBudget,
  depth = 1,
): Generator<NearMiss | null> {
  if (depth > DEEPEST || !budget.take()) return;
  const entries = files.readDirectory(folder);
  yield null;
  if (isFault(entries)) return;
  for (const { name, kind } of entries) {
    if (kind === 'file' && isSkillFileInAnyCase(name)) {
      const file = path.join(folder, name);
      const isExact = name === SKILL_FILE || isFoundAsSkillFile(files, file);
      yield { file, code: isExact ? 'too-deep' : 'wrong-case' };
      return;
    }
  }
  for (const { name, kind } of entries) {
    if (kind === 'directory' && !isSkipped(name))
      yield* lookInside(files, path.join(folder, name), budget, depth + 1);
  }
}

/** Looks for skills directly inside the folder of a skill. Gives a null for each directory that was looked into. */
export function* lookInsideSkill(files: FileSystem, folder: string): Generator<NearMiss | null> {
  const entries = files.readDirectory(folder);
  if (isFault(entries)) return;
  for (const { name, kind } of entries) {
    if (kind !== 'directory' || isSkipped(name)) continue;
    const file = path.join(folder, name, SKILL_FILE);
    const state = files.linkState(file);
    yield !isFault(state) && state.kind === 'file' ? { file, code: 'inside-skill' } : null;
  }
}

/** Directories in which nobody keeps skills, but that can be huge. */
function isSkipped(name: string): boolean {
  return name === 'node_modules' || name.startsWith('.');
}
