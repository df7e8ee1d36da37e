/**
 * What Qwen Code's settings, variables and arguments say about skills. Lists of all settings files are put together. Where
 * the folder is not trusted only the workspace's settings are left out: its skills are read all the same.
 */
import * as path from 'node:path';
import { message } from '../message';
import type { ConfigurationInput, ConfigurationRead, Remark } from '../types';
import { isGiven } from './agent-arguments';
import { readSettings, type SettingsFile, settingAt, textsOf } from './agent-settings';
import { folderTrust } from './agent-trust';
import type { ProfileContext } from './profile';

const LEVELS = ['project', 'user', 'extension', 'bundled'] as const;
export type QwenLevel = (typeof LEVELS)[number];

export interface QwenConfiguration {
  /** The product's own directory: `~/.qwen`, or `QWEN_HOME`. */
  readonly data: string;
  /** Whether the work directory is the home directory, which is no project. */
  readonly isHome: boolean;
  /** What keeps a level from being read, by level. */
  readonly off: ReadonlyMap<QwenLevel, string>;
  /** `skills.directories`, as they are written. */
  readonly directories: readonly string[];
  /** Names, in lower case. */
  readonly disabled: ReadonlySet<string>;
  readonly disabledByDefault: ReadonlySet<string>;
  readonly enabled: ReadonlySet<string>;
  readonly configuration: ConfigurationRead;
}

const LISTS = ['directories', 'disabledLevels', 'disabled', 'defaultDisabled', 'enabled'] as const;
const TRUST_ENABLED = ['security', 'folderTrust', 'enabled'] as const;
const MODES = [
  { argument: '--bare', variable: 'QWEN_CODE_SIMPLE', levels: LEVELS },
  { argument: '--safe-mode', variable: 'QWEN_CODE_SAFE_MODE', levels: LEVELS.slice(0, 3) },
] as const;

/** Reads the settings of the machine, the user and the workspace. */
export function readQwenConfiguration(context: ProfileContext): QwenConfiguration {
  const { files, workDir, home, environment } = context;
  const data = dataDir(context);
  const isHome = workDir === home;
  const settings = settingsFiles(context, data, isHome);
  const list = (key: (typeof LISTS)[number]) =>
    settings.flatMap(({ values }) => textsOf(settingAt(values, 'skills', key)).map(one => one.trim()));
  const names = (key: (typeof LISTS)[number]) => new Set(list(key).map(one => one.toLowerCase()));
  const off = new Map<QwenLevel, string>();
  for (const word of list('disabledLevels')) {
    const level = LEVELS.find(one => one === word);
    if (level) off.set(level, 'skills.disabledLevels');
  }
  const inputs: ConfigurationInput[] = [];
  const told = (name: string) => {
    const value = environment[name];
    if (value) inputs.push({ kind: 'variable', name, value });
  };
  told('QWEN_HOME');
  for (const { argument, variable, levels } of MODES.toReversed()) {
    const isOn = isGiven(context.overrides.arguments ?? [], argument);
    if (isOn) inputs.push({ kind: 'argument', name: argument, value: '' });
    told(variable);
    if (!isOn && !/^(?:1|true)$/i.test(environment[variable] ?? '')) continue;
    for (const level of levels) off.set(level, isOn ? argument : variable);
  }
  const remarks: Remark[] = [];
  for (const { file, state, values } of settings) {
    if (state === 'malformed')
      remarks.push({
        code: 'config-json-syntax',
        severity: 'warning',
        text: message('{0} is no JSON object, so nothing in it counts', { path: file }),
      });
    for (const key of LISTS) {
      const value = settingAt(values, 'skills', key);
      if (value === undefined) continue;
      inputs.push({ kind: 'setting', name: `skills.${key}`, value: JSON.stringify(value), file });
    }
  }
  inputs.push(...trustInputs(context, data, settings));
  const user = path.join(data, 'settings.json');
  return {
    data,
    isHome,
    off,
    directories: list('directories').filter(entry => entry !== ''),
    disabled: names('disabled'),
    disabledByDefault: names('defaultDisabled'),
    enabled: names('enabled'),
    configuration: {
      file: 'fault' in files.state(user) ? null : user,
      shareDir: data,
      mergeBrands: true,
      extraSkillDirs: [],
      inputs,
      remarks,
    },
  };
}

function dataDir({ environment, home, workDir }: ProfileContext): string {
  const chosen = environment.QWEN_HOME;
  return chosen ? path.resolve(workDir, expandHome(chosen, home)) : path.join(home, '.qwen');
}

/** A leading `~` as the home directory. */
export function expandHome(entry: string, home: string): string {
  if (entry === '~') return home;
  return /^~[\\/]/.test(entry) ? path.join(home, entry.slice(2)) : entry;
}

/** From the least to the most important, those of the workspace only where it is trusted. */
function settingsFiles(context: ProfileContext, data: string, isHome: boolean): readonly SettingsFile[] {
  const { files, workDir, environment } = context;
  const read = (file: string) => readSettings(files, file, true);
  const system = environment.QWEN_CODE_SYSTEM_SETTINGS_PATH || path.join(systemDir(context), 'settings.json');
  const defaults =
    environment.QWEN_CODE_SYSTEM_DEFAULTS_PATH || path.join(path.dirname(system), 'system-defaults.json');
  const own = [read(defaults), read(path.join(data, 'settings.json'))];
  const last = read(system);
  const isOn = [...own, last]
    .map(({ values }) => settingAt(values, ...TRUST_ENABLED))
    .findLast(value => value !== undefined);
  const trusted = isOn !== true || trustOf(context, data).trusted === true;
  const workspace = trusted && !isHome ? [read(path.join(workDir, '.qwen', 'settings.json'))] : [];
  return [...own, ...workspace, last];
}

function systemDir({ platform, overrides }: ProfileContext): string {
  if (overrides.systemDir !== undefined) return path.join(overrides.systemDir, 'qwen-code');
  if (platform === 'darwin') return '/Library/Application Support/QwenCode';
  return platform === 'win32' ? 'C:\\ProgramData\\qwen-code' : '/etc/qwen-code';
}

function trustOf({ files, environment, workDir }: ProfileContext, data: string) {
  const location = environment.QWEN_CODE_TRUSTED_FOLDERS_PATH || path.join(data, 'trustedFolders.json');
  return folderTrust(files, location, workDir);
}

/** Shown where trust is switched on: it decides whether the workspace's settings count. */
function trustInputs(
  context: ProfileContext,
  data: string,
  settings: readonly SettingsFile[],
): readonly ConfigurationInput[] {
  const set = settings.filter(({ values }) => settingAt(values, ...TRUST_ENABLED) !== undefined);
  if (set.length === 0) return [];
  const inputs: ConfigurationInput[] = set.map(({ file, values }) => ({
    kind: 'setting',
    name: TRUST_ENABLED.join('.'),
    value: JSON.stringify(settingAt(values, ...TRUST_ENABLED)),
    file,
  }));
  const { rule, level, file } = trustOf(context, data);
  if (rule !== undefined && level !== undefined)
    inputs.push({ kind: 'trust', name: rule, value: level, file: file.file });
  return inputs;
}
