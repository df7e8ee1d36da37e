/** The plugins that VS Code takes skills from: those that Copilot CLI installs, and those that the settings name. */
import * as path from 'node:path';
import { type FileSystem, isDirectory, isFault } from '../file-system';
import { objectOf, readWhole } from './agent-settings';

const MANIFESTS = ['plugin.json', '.claude-plugin/plugin.json', '.plugin/plugin.json'];

export interface VsCodePlugin {
  readonly name: string;
  /** Its directory of skills, or the plugin itself where that is one. */
  readonly location: string;
  /** Whether the plugin itself is the skill. */
  readonly isSkill: boolean;
}

/** The plugins that have skills, in the order of their names. */
export function vsCodePlugins(
  files: FileSystem,
  home: string,
  named: readonly string[],
): readonly VsCodePlugin[] {
  const installed = path.join(home, '.copilot', 'installed-plugins');
  const directories = directoriesIn(files, installed).flatMap(market => directoriesIn(files, market));
  const plugins = [...new Set([...directories, ...named])].flatMap(directory => pluginIn(files, directory));
  // A colon comes behind the name of a plugin and before that of a skill.
  const key = ({ name }: VsCodePlugin) => `${name}:`;
  return plugins.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function pluginIn(files: FileSystem, directory: string): readonly VsCodePlugin[] {
  const name = nameOf(files, directory);
  const skills = path.join(directory, 'skills');
  const holdsSkill = (place: string) => {
    const state = files.state(path.join(place, 'SKILL.md'));
    return !isFault(state) && state.kind === 'file';
  };
  if (directoriesIn(files, skills).some(holdsSkill)) return [{ name, location: skills, isSkill: false }];
  return holdsSkill(directory) ? [{ name, location: directory, isSkill: true }] : [];
}

function nameOf(files: FileSystem, directory: string): string {
  for (const manifest of MANIFESTS) {
    const text = readWhole(files, path.join(directory, manifest));
    if (text === null || text === undefined) continue;
    try {
      const name = objectOf(JSON.parse(text))?.name;
      if (typeof name === 'string' && name !== '') return name;
    } catch {
      // A manifest that does not hold names nothing.
    }
  }
  return path.basename(directory);
}

function directoriesIn(files: FileSystem, directory: string): readonly string[] {
  const entries = files.readDirectory(directory);
  if (isFault(entries)) return [];
  return entries
    .map(({ name }) => path.join(directory, name))
    .filter(location => isDirectory(files, location))
    .sort();
}
