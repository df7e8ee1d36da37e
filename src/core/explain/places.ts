/** Why a path that the tree does not show is no skill here. */
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';
import { type Message, message } from '../message';
import { productOf } from '../products';
import type { Candidate, Resolution, Root } from '../types';
import { factsOf } from './product-facts';

export interface Place {
  readonly code: string;
  readonly reason: Message;
  /** The root that it lies in, if any. */
  readonly root: Root | null;
  /** The directory to name in `extra_skill_dirs` so that it would be read; null where that would not help. */
  readonly readable: string | null;
}

/** The candidate that a path stands for: its file, its folder, the entry, or the real file behind its link. */
export function candidateAt(files: FileSystem, resolution: Resolution, file: string): Candidate | undefined {
  const { candidates, roots } = resolution;
  const byText = candidates.find(candidate => standsFor(candidate, roots, file));
  if (byText) return byText;
  const real = files.realPath(file);
  if (isFault(real)) return undefined;
  const byRealPath = candidates.find(candidate => standsFor(candidate, roots, real));
  if (byRealPath) return byRealPath;
  const linked = candidates.filter(({ link }) => link !== undefined);
  return linked.find(({ file: skillFile, dir, form }) =>
    [skillFile, ...(form === 'directory' ? [dir] : [])].some(place => files.realPath(place) === real),
  );
}

function standsFor(candidate: Candidate, roots: readonly Root[], file: string): boolean {
  if (candidate.file === file) return true;
  if (candidate.code === 'wrong-case' && candidate.file.toLowerCase() === file.toLowerCase()) return true;
  if (candidate.form === 'directory' && candidate.dir === file && !roots.some(root => root.path === file))
    return true;
  const root = roots.find(({ id }) => id === candidate.root);
  if (!root || root.location === root.path) return false;
  // The same through the link that the root is.
  const below = path.relative(root.path, candidate.file);
  return path.join(root.location, below) === file || path.join(root.location, candidate.entry) === file;
}

/** The candidate in whose folder a path lies. */
export function candidateAround(resolution: Resolution, file: string): Candidate | undefined {
  return resolution.candidates
    .filter(
      ({ form, dir, code }) => form === 'directory' && isBelow(dir, file) && code !== 'skill-file-in-root',
    )
    .sort((a, b) => b.dir.length - a.dir.length)[0];
}

/** Says why there is no candidate at a path. */
export function placeOf(files: FileSystem, resolution: Resolution, file: string): Place {
  const state = files.linkState(file);
  const root = rootAround(resolution, file);
  if (isFault(state)) {
    const reason = root
      ? message('there is nothing at {0}, though its directory {1} is known', { path: file }, root.label)
      : message('there is nothing at {0}', { path: file });
    return { code: 'does-not-exist', reason, root, readable: null };
  }
  const isFolder = isDirectoryBehind(files, file);
  const isSkillFolder = isFolder && !isFault(files.state(path.join(file, 'SKILL.md')));
  if (root) return insideRoot(root, file, isFolder, isSkillFolder, factsOf(resolution.profile).levels);
  return outside(files, resolution, file, isFolder);
}

/** @param levels how many levels of folders that are no skills the product goes through */
function insideRoot(
  root: Root,
  file: string,
  isFolder: boolean,
  isSkillFolder: boolean,
  levels: number,
): Place {
  const below = relativeTo(root, file) ?? '';
  if (below === '') {
    return { code: root.code, reason: root.reason, root, readable: null };
  }
  const depth = below.split(path.sep).length;
  const name = path.basename(file);
  const isSkillFile = !isFolder && depth > 1 && /^skill\.md$/i.test(name);
  const isTooDeep = (isFolder ? depth : depth - 1) > levels + 1;
  if (isSkillFile || isSkillFolder || (isFolder && isTooDeep)) {
    const folder = isSkillFile ? path.dirname(file) : file;
    return {
      code: 'too-deep',
      reason: isTooDeep
        ? message('it lies deeper than skills are looked for')
        : message('it lies in a folder that is not looked into for skills'),
      root,
      readable: isSkillFile || isSkillFolder ? path.dirname(folder) : null,
    };
  }
  if (isFolder) {
    const reason = message('the folder holds no SKILL.md');
    return { code: 'folder-without-skill', reason, root, readable: null };
  }
  const reason = /\.(markdown|mdx|mdown|txt)$/i.test(name)
    ? message('its name ends in {0}: only .md counts', path.extname(name))
    : message('{0} is neither a SKILL.md nor a .md file directly in the directory', name);
  return { code: 'not-a-skill-file', reason, root, readable: null };
}

function outside(files: FileSystem, resolution: Resolution, file: string, isFolder: boolean): Place {
  const skillsFolder = skillsFolderOf(file, isFolder);
  const holder = skillsHolder(resolution, file);
  const skillFile = isFolder ? path.join(file, 'SKILL.md') : file;
  const isSkill = path.basename(skillFile) === 'SKILL.md' && !isFault(files.state(skillFile));
  const common = { root: null, readable: isSkill || holder ? skillsFolder : null };
  if (holder) {
    const { base, isMisspelt, place } = holder;
    if (isMisspelt)
      return {
        ...common,
        code: 'misspelt',
        reason: message('{0} is not spelt as {1} wants it', place, factsOf(resolution.profile).name),
      };
    if (isBelow(resolution.projectRoot, base) && base !== resolution.projectRoot) {
      const reason = message('it lies below the project root, and only the root’s own directories are read');
      return { ...common, code: 'below-project-root', reason };
    }
    if (isBelow(base, resolution.projectRoot)) {
      const reason =
        resolution.projectRootFrom === 'git'
          ? message('it lies above the project root {0}, which has a .git of its own', {
              path: resolution.projectRoot,
            })
          : message('it lies above the work directory, and no .git makes a project root up there');
      return { ...common, code: 'above-work-dir', reason };
    }
    const reason = message('it belongs to {0}, which is neither this project nor the home directory', {
      path: base,
    });
    return { ...common, code: 'outside-roots', reason };
  }
  if (!isSkill && !isFolder && !/\.md$/i.test(file)) {
    return {
      root: null,
      readable: null,
      code: 'not-a-skill-file',
      reason: message('it is no SKILL.md and no .md file'),
    };
  }
  return {
    ...common,
    code: 'outside-roots',
    reason: message('it lies in none of the directories that are looked at'),
  };
}

/** The directory whose entries would be skills, for a skill's folder, its SKILL.md, or a flat file. */
function skillsFolderOf(file: string, isFolder: boolean): string {
  const isSkillFile = /^skill\.md$/i.test(path.basename(file));
  if (isFolder && /^skills?$/i.test(path.basename(file))) return file;
  return isFolder || !isSkillFile ? path.dirname(file) : path.dirname(path.dirname(file));
}

/** The `.agents/skills`, or one much like it, that a path lies in. */
function skillsHolder(
  resolution: Resolution,
  file: string,
): { base: string; place: string; isMisspelt: boolean } | undefined {
  const known = productOf(resolution.profile).readPlaces;
  const found = /^(.*?)[\\/](\.[\w-]+)[\\/](skills?)(?=[\\/]|$)/i.exec(file);
  if (!found) return undefined;
  const [, base = '', brand = '', folder = ''] = found;
  const place = `${brand}/${folder}`;
  if (known.includes(place)) return { base: base || path.parse(file).root, place, isMisspelt: false };
  const meant = `${brand.toLowerCase().replace(/^\.agent$/, '.agents')}/skills`;
  return known.includes(meant) ? { base, place, isMisspelt: true } : undefined;
}

/** The innermost root that a path lies in, as the path reads or behind its links. */
function rootAround({ roots }: Resolution, file: string): Root | null {
  const around = roots.filter(
    root => root.location !== '' && root.verdict !== 'missing' && relativeTo(root, file) !== undefined,
  );
  return around.sort((a, b) => b.location.length - a.location.length)[0] ?? null;
}

function relativeTo(root: Root, file: string): string | undefined {
  for (const base of [root.location, root.path]) {
    if (isBelow(base, file)) return path.relative(base, file);
  }
  return undefined;
}

/** Whether a path lies in a directory, or is it. */
export function isBelow(directory: string, file: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function isDirectoryBehind(files: FileSystem, file: string): boolean {
  const state = files.state(file);
  return !isFault(state) && state.kind === 'directory';
}
