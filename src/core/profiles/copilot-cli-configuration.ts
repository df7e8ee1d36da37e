/** What Copilot CLI's skills depend on beside the skill files: arguments, variables, settings, trust. Read, never written. */
import * as path from 'node:path';
import { message } from '../message';
import { ancestors } from '../project-root';
import type { ConfigurationInput, ConfigurationRead, Remark } from '../types';
import { isGiven, valuesOf } from './agent-arguments';
import { readSettings, textsOf } from './agent-settings';
import type { ProfileContext } from './profile';

export interface CopilotConfiguration {
  readonly read: ConfigurationRead;
  /** `-C` moves it. */
  readonly workDir: string;
  /** `~/.copilot`, or what `COPILOT_HOME` names. */
  readonly home: string;
  readonly isHomeMoved: boolean;
  readonly pluginDirs: readonly string[];
  readonly addDirs: readonly string[];
  /** Directories that people name, as written: those of the variable before those of the settings. */
  readonly custom: readonly {
    readonly entry: string;
    readonly from: 'COPILOT_SKILLS_DIRS' | 'skillDirectories';
  }[];
  readonly disabled: ReadonlySet<string>;
  /** Whether sessions in the work directory load the project's skills. */
  readonly trusted: boolean;
}

/** Reads all of it. What is not as it should be counts as not there. */
export function readCopilotConfiguration(context: ProfileContext): CopilotConfiguration {
  const { files, environment, home: userHome, overrides } = context;
  const args = overrides.arguments ?? [];
  const inputs: ConfigurationInput[] = [];
  const remarks: Remark[] = [];
  const given = (name: string) =>
    valuesOf(args, name).map(value => {
      inputs.push({ kind: 'argument', name, value });
      return value;
    });
  const variable = (name: string) => {
    const value = environment[name];
    if (value) inputs.push({ kind: 'variable', name, value });
    return value || undefined;
  };

  const workDir = given('-C').reduce((directory, value) => path.resolve(directory, value), context.workDir);
  const moved = variable('COPILOT_HOME');
  const home = moved === undefined ? path.join(userHome, '.copilot') : path.resolve(workDir, moved);
  const { file, state, values } = readSettings(files, path.join(home, 'settings.json'), true);
  if (state === 'malformed' || state === 'unreadable') {
    const text = message('{0} is not read: it is no JSON object', { path: file });
    remarks.push({ code: 'malformed-settings', severity: 'warning', text });
  }
  const setting = (...names: readonly string[]) =>
    names.flatMap(name => {
      const value = values[name];
      if (value !== undefined) inputs.push({ kind: 'setting', name, value: JSON.stringify(value), file });
      return textsOf(value);
    });
  const fromVariable = (variable('COPILOT_SKILLS_DIRS') ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '');
  const fromSettings = setting('skillDirectories', 'skill_directories');
  const config = readSettings(files, path.join(home, 'config.json'), true);
  const folders = new Set(textsOf(config.values.trustedFolders ?? config.values.trusted_folders));
  const folder = [...ancestors(workDir)].find(directory => folders.has(directory));
  if (folder !== undefined) inputs.push({ kind: 'trust', name: folder, value: 'trusted', file: config.file });
  const trustsAll = variable('COPILOT_ALLOW_ALL') === 'true';
  const trustsThis = isGiven(args, '--trust-folder');
  if (trustsThis) inputs.push({ kind: 'argument', name: '--trust-folder', value: 'true' });
  return {
    workDir,
    home,
    isHomeMoved: moved !== undefined,
    pluginDirs: given('--plugin-dir').map(directory => path.resolve(workDir, directory)),
    addDirs: given('--add-dir').map(directory => path.resolve(workDir, directory)),
    custom: [
      ...fromVariable.map(entry => ({ entry, from: 'COPILOT_SKILLS_DIRS' }) as const),
      ...fromSettings.map(entry => ({ entry, from: 'skillDirectories' }) as const),
    ],
    disabled: new Set(setting('disabledSkills', 'disabled_skills')),
    trusted: folder !== undefined || trustsAll || trustsThis,
    read: {
      file: state === 'read' ? file : null,
      shareDir: home,
      mergeBrands: true,
      extraSkillDirs: [...fromVariable, ...fromSettings],
      inputs,
      remarks,
    },
  };
}
