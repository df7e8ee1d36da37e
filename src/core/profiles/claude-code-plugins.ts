/** Where the plugins of Claude Code keep their skills: those named by `--plugin-dir`, and those that lie in a directory of skills. */
import * as path from 'node:path';
import { type FileSystem, isDirectory, isFault } from '../file-system';
import { type JsonObject, readSettings, textsOf } from './agent-settings';

const MANIFEST = path.join('.claude-plugin', 'plugin.json');

export interface ClaudeCodePlugin {
  readonly name: string;
  readonly dir: string;
  /** Directories whose folders are skills, or that are one themselves. */
  readonly places: readonly string[];
}

/** A plugin in a directory; one without a manifest is named after the directory. */
export function readPlugin(files: FileSystem, dir: string): ClaudeCodePlugin {
  const manifest = readSettings(files, path.join(dir, MANIFEST), false).values;
  return { name: nameOf(manifest, dir), dir, places: placesOf(files, dir, manifest) };
}

function nameOf({ name }: JsonObject, dir: string): string {
  return typeof name === 'string' && name !== '' ? name : path.basename(dir);
}

/** `skills`, what the manifest names beside it, and without any of these the plugin itself, if it is a skill. */
function placesOf(files: FileSystem, dir: string, { skills }: JsonObject): readonly string[] {
  const named = typeof skills === 'string' ? [skills] : textsOf(skills);
  const places = [...new Set(['skills', ...named].map(place => path.resolve(dir, place)))].filter(
    place => place !== dir && isDirectory(files, place),
  );
  if (places.length > 0) return places;
  return isFile(files, path.join(dir, 'SKILL.md')) ? [dir] : [];
}

function isFile(files: FileSystem, location: string): boolean {
  const state = files.state(location);
  return !isFault(state) && state.kind === 'file';
}

/**
 * The plugins among the folders of a directory of skills. What is the skill of such a folder stays one, whatever the
 * plugin; the rest is the plugin's.
 */
export function pluginsInSkills(files: FileSystem, skillsDir: string): readonly ClaudeCodePlugin[] {
  return namesIn(files, skillsDir).flatMap(name => {
    const dir = path.join(skillsDir, name);
    if (!isFile(files, path.join(dir, MANIFEST))) return [];
    const plugin = readPlugin(files, dir);
    return [{ ...plugin, places: plugin.places.filter(place => place !== dir) }];
  });
}

/** A plugin's skill is called after its folder, but for characters that are not allowed there. */
export function pluginSkillName(folder: string): string {
  return folder.replace(/[^A-Za-z0-9_-]/g, '-');
}

/** The names in a directory; none where it cannot be listed. */
export function namesIn(files: FileSystem, directory: string): readonly string[] {
  const listed = files.readDirectory(directory);
  return isFault(listed) ? [] : listed.map(({ name }) => name);
}
