/** The names of files that are skills, or look as if they were. */
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';

/** The file that makes a folder a skill. */
export const SKILL_FILE = 'SKILL.md';

/** Whether a file is called `SKILL.md`, in any case of letters. */
export function isSkillFileInAnyCase(name: string): boolean {
  return name.toUpperCase() === SKILL_FILE.toUpperCase();
}

/**
 * Whether a file that is listed under another name is the `SKILL.md` of its folder all the same: so on a disk that finds
 * names in any case.
 */
export function isFoundAsSkillFile(files: FileSystem, file: string): boolean {
  const [own, exact] = [files.linkState(file), files.linkState(path.join(path.dirname(file), SKILL_FILE))];
  return !isFault(own) && !isFault(exact) && own.inode !== 0 && own.inode === exact.inode;
}

/** Any file whose name ends in `.md` in any case, but for `SKILL.md` in any case (rule 39). */
export function isFlatNameInAnyCase(name: string): boolean {
  return name.toLowerCase().endsWith('.md') && !isSkillFileInAnyCase(name);
}

/** The name of a flat skill without its ending. */
export function flatStem(name: string): string {
  return name.slice(0, -'.md'.length);
}
