/** The trees that are measured: one root with many skills, in a project of its own. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot, temporaryFolder } from '../host/folders';

export interface BenchTree {
  readonly count: number;
  /** The project, with a `.git`. */
  readonly project: string;
  readonly home: string;
  /** The root that holds the skills. */
  readonly root: string;
  remove(): void;
}

/** Bytes of a skill file: most are small. */
const SIZE = 600;

export function skillAt(
  number: number,
  description = `Does the thing number ${number} when asked to`,
): string {
  const head = `---\nname: skill-${number}\ndescription: ${description}\n---\n\n# Skill ${number}\n\n`;
  return `${head}${'Do this, then that. '.repeat(Math.ceil((SIZE - head.length) / 20))}`.slice(0, SIZE);
}

/** Builds a tree with so many skills. */
export function buildTree(count: number): BenchTree {
  // Not beside all that other programs keep in `/tmp`: watching a directory costs by what it holds.
  const place = path.join(projectRoot, '.cache');
  mkdirSync(place, { recursive: true });
  const top = temporaryFolder('bench', place);
  const project = path.join(top, 'project');
  const root = path.join(project, '.agents', 'skills');
  mkdirSync(path.join(project, '.git'), { recursive: true });
  mkdirSync(path.join(top, 'home'));
  for (let number = 0; number < count; number++) {
    const folder = path.join(root, `skill-${number}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'SKILL.md'), skillAt(number));
  }
  return {
    count,
    project,
    home: path.join(top, 'home'),
    root,
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}
