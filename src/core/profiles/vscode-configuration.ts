/** Reading VS Code's settings, as far as its rules for skills depend on them: read, never written. */

import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileSystem, isDirectory, isFault } from '../file-system';
import { type Message, message } from '../message';
import type { ConfigurationInput, ConfigurationRead, Remark } from '../types';
import { type JsonObject, objectOf, readSettings } from './agent-settings';
import type { ProfileContext } from './profile';

const USE_SKILLS = 'chat.useAgentSkills';
const LOCATIONS = 'chat.agentSkillsLocations';
const PARENTS = 'chat.useCustomizationsInParentRepositories';
const PLUGINS = 'chat.pluginLocations';
const TRUST = 'security.workspace.trust.enabled';

/** The settings that a workspace can give as well, where its folder is trusted. */
const IN_WORKSPACE = [USE_SKILLS, LOCATIONS, PARENTS];

/** Where VS Code looks unless `chat.agentSkillsLocations` says false, in its order. */
export const VSCODE_PLACES = [
  '.agents/skills',
  '.github/skills',
  '.claude/skills',
  '~/.agents/skills',
  '~/.copilot/skills',
  '~/.claude/skills',
] as const;

/** A directory that is looked at, or switched off: relative to a folder, or to the home directory where it starts with `~/`. */
export interface VsCodePlace {
  readonly place: string;
  readonly isOn: boolean;
  readonly isDefault: boolean;
}

export interface VsCodeConfiguration {
  /** The folders that are open. */
  readonly folders: readonly string[];
  readonly useSkills: boolean;
  readonly places: readonly VsCodePlace[];
  readonly parents: boolean;
  /** Directories of plugins that the settings name and switch on. */
  readonly plugins: readonly string[];
  readonly read: ConfigurationRead;
}

interface Layer {
  readonly values: JsonObject;
  readonly file?: string;
}

/**
 * Reads the settings of the user and of the workspace; `overrides.settings` takes the place of both. Whether the folder is
 * trusted is in no file that can be read, so that it is taken for trusted, and a remark says so.
 */
export function readVsCodeConfiguration(context: ProfileContext): VsCodeConfiguration {
  const { files, workDir, overrides } = context;
  const extensions =
    context.environment.VSCODE_EXTENSIONS || path.join(context.home, '.vscode', 'extensions');
  const remarks: Remark[] = isDirectory(files, extensions) ? [EXTENSIONS_LEFT_OUT] : [];
  const words = readWords(overrides.arguments ?? []);
  const workspace = readWorkspace(files, workDir, words.folders);
  const userFile = overrides.configFile
    ? path.resolve(workDir, overrides.configFile)
    : path.join(userData(context, words.userData), 'User', 'settings.json');
  const layers = overrides.settings
    ? [{ values: overrides.settings }]
    : [
        ...(overrides.configFile === null ? [] : [readLayer(files, userFile, remarks)]),
        ...(workspace.settings ?? [
          readLayer(files, path.join(workDir, '.vscode', 'settings.json'), remarks),
        ]),
      ];
  const [user = { values: {} }, ...others] = layers;
  const restricted = others.some(({ values }) => IN_WORKSPACE.some(name => Object.hasOwn(values, name)));
  if (restricted && user.values[TRUST] !== false) remarks.push(TAKEN_FOR_TRUSTED);
  const locations = merged(layers, LOCATIONS, Object.fromEntries(VSCODE_PLACES.map(place => [place, true])));
  return {
    folders: workspace.folders,
    useSkills: last(layers, USE_SKILLS) !== false,
    places: placesOf(locations, remarks),
    parents: last(layers, PARENTS) === true,
    plugins: pluginsOf(user.values[PLUGINS], context),
    read: {
      file: user.file ?? null,
      shareDir: path.dirname(path.dirname(userFile)),
      mergeBrands: true,
      extraSkillDirs: [],
      inputs: layers.flatMap((layer, index) => inputsOf(layer, index === 0)),
      remarks,
    },
  };
}

const EXTENSIONS_LEFT_OUT: Remark = {
  code: 'extensions-left-out',
  severity: 'information',
  text: message(
    'skills that extensions bring along come last and are left out: which of them are on, VS Code alone knows',
  ),
};

const TAKEN_FOR_TRUSTED: Remark = {
  code: 'trust-unknown',
  severity: 'information',
  text: message(
    'VS Code takes the settings of a workspace only where its folder is trusted; which ones are, no file tells, so this one is taken for trusted',
  ),
};

/** Command line words that are followed by a value. */
const WITH_VALUE = /^--(?:user-data-dir|extensions-dir|profile|locale|log|goto|sync)$|^-g$/;

/** The folders among the words of a command line, and where it wants the data of the user to be. */
function readWords(words: readonly string[]): { folders: readonly string[]; userData: string | undefined } {
  const folders: string[] = [];
  let userData: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word.startsWith('--user-data-dir=')) userData = word.slice('--user-data-dir='.length);
    else if (WITH_VALUE.test(word)) {
      index++;
      if (word === '--user-data-dir') userData = words[index];
    } else if (!word.startsWith('-')) folders.push(word);
  }
  return { folders, userData };
}

/** Where VS Code keeps the data of a user. */
function userData(
  { environment, home, platform, workDir }: ProfileContext,
  chosen: string | undefined,
): string {
  if (chosen) return path.resolve(workDir, chosen);
  if (environment.VSCODE_PORTABLE) return path.join(environment.VSCODE_PORTABLE, 'user-data');
  if (environment.VSCODE_APPDATA) return path.join(environment.VSCODE_APPDATA, 'Code');
  if (platform === 'win32')
    return path.join(environment.APPDATA || path.join(home, 'AppData', 'Roaming'), 'Code');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Code');
  return path.join(environment.XDG_CONFIG_HOME || path.join(home, '.config'), 'Code');
}

/** The folders that are open: the work directory and those beside it, or those that a `.code-workspace` file names. */
function readWorkspace(
  files: FileSystem,
  workDir: string,
  words: readonly string[],
): { readonly folders: readonly string[]; readonly settings?: readonly Layer[] } {
  const state = files.state(workDir);
  const isFile = !isFault(state) && state.kind === 'file' && workDir.endsWith('.code-workspace');
  if (!isFile) {
    const others = words.map(word => path.resolve(workDir, word));
    return { folders: [...new Set([workDir, ...others])] };
  }
  const { values } = readSettings(files, workDir, true);
  const entries = Array.isArray(values.folders) ? values.folders : [];
  const folders = entries.flatMap((entry: unknown) => {
    const { path: place, uri } = objectOf(entry) ?? {};
    if (typeof place === 'string') return [path.resolve(path.dirname(workDir), place)];
    return typeof uri === 'string' && uri.startsWith('file:///') ? [fileURLToPath(uri)] : [];
  });
  return { folders, settings: [{ values: objectOf(values.settings) ?? {}, file: workDir }] };
}

function readLayer(files: FileSystem, file: string, remarks: Remark[]): Layer {
  const { state, values } = readSettings(files, file, true);
  if (state === 'missing') return { values };
  if (state !== 'read') {
    const text = message('{0} cannot be read, so that what it says is left out', { path: file });
    remarks.push({ code: 'config-unreadable', severity: 'warning', text });
  }
  return { values, file };
}

function inputsOf({ values, file }: Layer, isUser: boolean): readonly ConfigurationInput[] {
  return [...IN_WORKSPACE, ...(isUser ? [PLUGINS] : [])].flatMap(name =>
    Object.hasOwn(values, name)
      ? [{ kind: 'setting' as const, name, value: JSON.stringify(values[name]), ...(file && { file }) }]
      : [],
  );
}

/** The value of the layer that counts most. */
function last(layers: readonly Layer[], name: string): unknown {
  return layers.findLast(({ values }) => Object.hasOwn(values, name))?.values[name];
}

/** Where all layers give an object, their keys come together; a value of another kind takes the place of all before. */
function merged(layers: readonly Layer[], name: string, start: JsonObject): unknown {
  let value: unknown = start;
  for (const { values } of layers) {
    if (!Object.hasOwn(values, name)) continue;
    const [before, now] = [objectOf(value), objectOf(values[name])];
    value = before && now ? { ...before, ...now } : values[name];
  }
  return value;
}

/** The directories in the order in which they are looked at. A setting that is no object leaves none. */
function placesOf(value: unknown, remarks: Remark[]): readonly VsCodePlace[] {
  const locations = objectOf(value);
  if (!locations) {
    const text = message('{0} is no object, so that VS Code looks nowhere', LOCATIONS);
    remarks.push({ code: 'config-ignored', severity: 'warning', text });
  }
  const said = new Map<string, boolean>();
  for (const [key, one] of Object.entries(locations ?? {})) {
    const isOn = flagOf(one);
    if (isOn !== undefined && key.trim() !== '') said.set(key.trim(), isOn);
  }
  const defaults = VSCODE_PLACES.map(place => ({
    place,
    isOn: locations !== undefined && said.get(place) !== false,
    isDefault: true,
  }));
  const others = [...said].flatMap(([place, isOn]): readonly VsCodePlace[] => {
    if (!isOn || defaults.some(one => one.place === place)) return [];
    const why = whyRejected(place);
    if (!why) return [{ place, isOn, isDefault: false }];
    const text = message('{0} in {1} is ignored: {2}', place, LOCATIONS, why);
    remarks.push({ code: 'config-ignored', severity: 'warning', text });
    return [];
  });
  return [...defaults, ...others];
}

function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

function whyRejected(place: string): Message | undefined {
  if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(place)) return message('absolute paths are not allowed');
  if (place.includes('\\')) return message('backslashes are not allowed');
  if (/[*?[\]{}]/.test(place)) return message('patterns are not allowed');
  return /^~(?!\/)/.test(place) ? message('only ~/ stands for the home directory') : undefined;
}

/** The plugins that the settings switch on. The workspace has no say in that. */
function pluginsOf(value: unknown, { home }: ProfileContext): readonly string[] {
  return Object.entries(objectOf(value) ?? {}).flatMap(([key, one]) => {
    const place = key.trim().replace(/^~(?=\/|$)/, home);
    return flagOf(one) === true && path.isAbsolute(place) ? [path.normalize(place)] : [];
  });
}
