/** The names of files that are skills, or look as if they were. */

/** The file that makes a folder a skill. */
export const SKILL_FILE = 'SKILL.md';

/** Whether a file is called `SKILL.md`, in any case of letters. */
export function isSkillFileInAnyCase(name: string): boolean {
  return name.toUpperCase() === SKILL_FILE.toUpperCase();
}

/** Any file whose name ends in `.md` in any case, but for `SKILL.md` in any case (rule 39). */
export function isFlatNameInAnyCase(name: string): boolean {
  return name.toLowerCase().endsWith('.md') && !isSkillFileInAnyCase(name);
}

/** The name of a flat skill without its ending. */
export function flatStem(name: string): string {
  return name.slice(0, -'.md'.length);
}
