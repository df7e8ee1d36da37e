/**
 * What Gemini CLI's settings, variables and trust say about skills. Settings of the workspace count in a trusted folder only,
 * and never for whether it is one.
 */
import * as path from 'node:path';
import { message } from '../message';
import type { ConfigurationInput, ConfigurationRead, Failure, Remark } from '../types';
import { readSettings, type SettingsFile, settingAt, textsOf } from './agent-settings';
import { folderTrust } from './agent-trust';
import type { ProfileContext } from './profile';

export interface GeminiConfiguration {
  /** The directory that stands for the home directory. */
  readonly home: string;
  readonly trusted: boolean;
  /** False where a setting switches all skills off. */
  readonly enabled: boolean;
  /** Names of skills that are switched off, in lower case. */
  readonly disabled: ReadonlySet<string>;
  readonly configuration: ConfigurationRead;
  readonly failure: Failure | null;
}

const ENABLED = ['skills', 'enabled'] as const;
const DISABLED = ['skills', 'disabled'] as const;
const TRUST_ENABLED = ['security', 'folderTrust', 'enabled'] as const;

/** Reads the settings of the machine, the user and the workspace, and whether the folder is trusted. */
export function readGeminiConfiguration(context: ProfileContext): GeminiConfiguration {
  const { files, environment, workDir } = context;
  const home = environment.GEMINI_CLI_HOME || context.home;
  const own = path.join(home, '.gemini');
  const system =
    environment.GEMINI_CLI_SYSTEM_SETTINGS_PATH || path.join(systemDir(context), 'settings.json');
  const defaults =
    environment.GEMINI_CLI_SYSTEM_DEFAULTS_PATH || path.join(path.dirname(system), 'system-defaults.json');
  const read = (file: string) => readSettings(files, file, true);
  const user = read(path.join(own, 'settings.json'));
  const ofMachine = [read(defaults), user, read(system)];
  const trust = isTrusted(context, own, ofMachine);
  const isHome = sameDirectory(context, workDir, home);
  const workspace = trust.trusted && !isHome ? [read(path.join(workDir, '.gemini', 'settings.json'))] : [];
  // The later one counts: the system's settings last.
  const all = [ofMachine[0]!, user, ...workspace, ofMachine[2]!];
  const inputs = [...trust.inputs, ...variables(context, ['GEMINI_CLI_HOME'])];
  for (const settings of all) {
    for (const keys of [ENABLED, DISABLED]) {
      const value = settingAt(settings.values, ...keys);
      if (value !== undefined) inputs.push(settingInput(settings, keys, value));
    }
  }
  const broken = all.find(({ state }) => state === 'malformed');
  return {
    home,
    trusted: trust.trusted,
    enabled: last(all, ENABLED) !== false,
    disabled: new Set(
      all.flatMap(({ values }) => textsOf(settingAt(values, ...DISABLED)).map(name => name.toLowerCase())),
    ),
    configuration: {
      file: user.state === 'missing' ? null : user.file,
      shareDir: own,
      mergeBrands: true,
      extraSkillDirs: [],
      inputs,
      remarks: [...trust.remarks],
    },
    failure: trust.failure ?? (broken ? notJson(broken) : null),
  };
}

/** Where whoever administers the machine lays down settings. */
function systemDir({ platform, overrides }: ProfileContext): string {
  if (overrides.systemDir !== undefined) return path.join(overrides.systemDir, 'gemini-cli');
  if (platform === 'darwin') return '/Library/Application Support/GeminiCli';
  return platform === 'win32' ? 'C:\\ProgramData\\gemini-cli' : '/etc/gemini-cli';
}

interface Trust {
  readonly trusted: boolean;
  readonly inputs: ConfigurationInput[];
  readonly remarks: readonly Remark[];
  readonly failure: Failure | null;
}

/** Variables come before the setting that switches trust off, and that before the file of trusted folders. */
function isTrusted(context: ProfileContext, own: string, settings: readonly SettingsFile[]): Trust {
  const { environment, files, workDir } = context;
  const names = ['GEMINI_RESTRICTED_MODE', 'GEMINI_CLI_TRUST_WORKSPACE', 'GEMINI_CLI_TRUSTED_FOLDERS_PATH'];
  const inputs = variables(context, names);
  const told = { inputs, remarks: [], failure: null };
  const { GEMINI_RESTRICTED_MODE: restricted, GEMINI_CLI_TRUST_WORKSPACE: trusts } = environment;
  if (restricted === 'true' || trusts === 'false') return { ...told, trusted: false };
  if (trusts === 'true') return { ...told, trusted: true };
  for (const one of settings) {
    const value = settingAt(one.values, ...TRUST_ENABLED);
    if (value !== undefined) inputs.push(settingInput(one, TRUST_ENABLED, value));
  }
  if (last(settings, TRUST_ENABLED) === false) return { ...told, trusted: true };
  const location = environment.GEMINI_CLI_TRUSTED_FOLDERS_PATH || path.join(own, 'trustedFolders.json');
  const { trusted, rule, level, file, badRule } = folderTrust(files, location, workDir);
  if (rule !== undefined && level !== undefined)
    inputs.push({ kind: 'trust', name: rule, value: level, file: location });
  return { ...told, trusted: trusted === true, failure: failureOf(file, badRule) };
}

function failureOf(file: SettingsFile, badRule: string | undefined): Failure | null {
  if (file.state === 'malformed') return notJson(file);
  if (badRule === undefined) return null;
  const reason = message('what it says of {0} is no level of trust', badRule);
  return { file: file.file, code: 'config-trust', reason };
}

function notJson({ file }: SettingsFile): Failure {
  return {
    file,
    code: 'config-json-syntax',
    reason: message('it is no JSON object'),
  };
}

/** The value of the last file that sets it. */
function last(settings: readonly SettingsFile[], keys: readonly string[]): unknown {
  return settings.map(({ values }) => settingAt(values, ...keys)).findLast(value => value !== undefined);
}

function variables({ environment }: ProfileContext, names: readonly string[]): ConfigurationInput[] {
  return names.flatMap(name => {
    const value = environment[name];
    return value ? [{ kind: 'variable' as const, name, value }] : [];
  });
}

function settingInput({ file }: SettingsFile, keys: readonly string[], value: unknown): ConfigurationInput {
  return { kind: 'setting', name: keys.join('.'), value: JSON.stringify(value), file };
}

function sameDirectory({ files }: ProfileContext, one: string, other: string): boolean {
  const real = (place: string) => {
    const found = files.realPath(place);
    return typeof found === 'string' ? found : place;
  };
  return one === other || real(one) === real(other);
}
