/** What Claude Code's skills depend on beside the skill files: arguments, variables, settings, trust. Read, never written. */
import * as path from 'node:path';
import { type Message, message } from '../message';
import { ancestors } from '../project-root';
import type { ConfigurationInput, ConfigurationRead, Remark } from '../types';
import { isGiven, valuesOf } from './agent-arguments';
import type { AgentRoot } from './agent-roots';
import {
  type JsonObject,
  objectOf,
  readSettings,
  type SettingsFile,
  settingAt,
  textsOf,
} from './agent-settings';
import type { ProfileContext } from './profile';

/** The kinds of places that a switch can take away. */
export type ClaudeCodePlace = 'managed' | 'user' | 'project' | 'additional' | 'plugin';

/** What `skillOverrides` makes of a skill. */
export type SkillOverride = 'on' | 'name-only' | 'user-invocable-only' | 'off';

export interface ClaudeCodeConfiguration {
  readonly read: ConfigurationRead;
  /** `~/.claude`, or what `CLAUDE_CONFIG_DIR` names. */
  readonly configDir: string;
  /** Where whoever administers the machine lays things down. */
  readonly managedDir: string;
  readonly addDirs: readonly string[];
  readonly pluginDirs: readonly string[];
  /** Why nothing in places of this kind is read; undefined where it is. */
  readonly kept: (place: ClaudeCodePlace) => AgentRoot['kept'];
  readonly overrideOf: (name: string) => SkillOverride;
  /** Whether the plugin of this name that lies in a directory of skills is switched on. */
  readonly isSkillsDirPluginOn: (plugin: string) => boolean;
  /** Whether people have said that they trust the work directory. */
  readonly trusted: boolean;
  /** Why the skills that come with the program are left out; null where they are not. */
  readonly bundledOff: Message | null;
  /** How much of a description is shown. */
  readonly longestDescription: number;
}

const LONGEST_DESCRIPTION = 1536;

const OVERRIDES: readonly string[] = ['on', 'name-only', 'user-invocable-only', 'off'];

/** Reads all of it. What is not as it should be counts as not there. */
export function readClaudeCodeConfiguration(context: ProfileContext): ClaudeCodeConfiguration {
  const { files, environment, home, workDir, overrides, platform } = context;
  const args = overrides.arguments ?? [];
  const configDir = path.resolve(workDir, environment.CLAUDE_CONFIG_DIR || path.join(home, '.claude'));
  const system = overrides.systemDir ?? systemDir(platform);
  const managedDir = path.join(system, platform === 'linux' ? 'claude-code' : 'ClaudeCode');
  const inputs: ConfigurationInput[] = [];
  const remarks: Remark[] = [];

  const sourcesGiven = valuesOf(args, '--setting-sources').at(-1);
  const sources = sourcesGiven?.split(',').map(source => source.trim());
  const hasSource = (source: string) => sources === undefined || sources.includes(source);
  const projectDir = path.join(workDir, '.claude');
  // In the home directory the two are one file.
  const hasOwnSettings = projectDir !== configDir || !hasSource('user');
  /** In the order in which a later one counts more. */
  const settings: readonly SettingsFile[] = [
    ...(hasSource('user') ? [readSettings(files, path.join(configDir, 'settings.json'), false)] : []),
    ...(hasSource('project') && hasOwnSettings
      ? [readSettings(files, path.join(projectDir, 'settings.json'), false)]
      : []),
    ...(hasSource('local') ? [readSettings(files, path.join(projectDir, 'settings.local.json'), false)] : []),
    ...valuesOf(args, '--settings').map(given => settingsGiven(context, given)),
    readSettings(files, path.join(managedDir, 'managed-settings.json'), false),
  ];
  for (const { file, state } of settings) {
    if (state !== 'malformed' && state !== 'unreadable') continue;
    const text = message('{0} is not read: it is no JSON object', { path: file });
    remarks.push({ code: 'malformed-settings', severity: 'warning', text });
  }
  const managed = settings.at(-1);
  const settingOf = (name: string, of: readonly SettingsFile[] = settings) => {
    let found: unknown;
    for (const { file, values } of of) {
      const value = settingAt(values, name);
      if (value === undefined) continue;
      found = value;
      inputs.push({ kind: 'setting', name, value: JSON.stringify(value), file });
    }
    return found;
  };
  /** Objects of several files count together, key by key. */
  const entriesOf = (name: string) => {
    const entries = new Map<string, unknown>();
    for (const { file, values } of settings) {
      const object = objectOf(settingAt(values, name));
      if (!object) continue;
      for (const [key, value] of Object.entries(object)) entries.set(key, value);
      inputs.push({ kind: 'setting', name, value: JSON.stringify(object), file });
    }
    return entries;
  };
  const argument = (name: string, value = 'true') => inputs.push({ kind: 'argument', name, value });
  const isSwitched = (name: string) => {
    const given = isGiven(args, name);
    if (given) argument(name);
    return given;
  };
  const isSet = (name: string) => {
    const value = environment[name];
    if (!value) return false;
    inputs.push({ kind: 'variable', name, value });
    return /^(?:1|true|yes|on)$/i.test(value.trim());
  };

  if (environment.CLAUDE_CONFIG_DIR)
    inputs.push({ kind: 'variable', name: 'CLAUDE_CONFIG_DIR', value: environment.CLAUDE_CONFIG_DIR });
  if (sourcesGiven !== undefined) argument('--setting-sources', sourcesGiven);
  const given = (name: string, many: boolean) =>
    valuesOf(args, name, many).map(value => {
      argument(name, value);
      return path.resolve(workDir, value);
    });
  const addDirs = given('--add-dir', true);
  const pluginDirs = given('--plugin-dir', false);
  const noCommands = isSwitched('--disable-slash-commands');
  const safe = isSet('CLAUDE_CODE_SAFE_MODE') || isSwitched('--safe-mode');
  const bare = isSwitched('--bare');
  const noPolicy = isSet('CLAUDE_CODE_DISABLE_POLICY_SKILLS');
  const strict = settingOf('strictPluginOnlyCustomization', managed ? [managed] : []);
  const pluginsOnly = strict === true || textsOf(strict).includes('skills');
  const skillOverrides = entriesOf('skillOverrides');
  const enabledPlugins = entriesOf('enabledPlugins');
  const noBundled = settingOf('disableBundledSkills') === true || isSet('CLAUDE_CODE_DISABLE_BUNDLED_SKILLS');
  const longest = settingOf('skillListingMaxDescChars');
  const budget = environment.SLASH_COMMAND_TOOL_CHAR_BUDGET;
  if (budget) inputs.push({ kind: 'variable', name: 'SLASH_COMMAND_TOOL_CHAR_BUDGET', value: budget });
  settingOf('skillListingBudgetFraction');
  const trust = readTrust(context);
  if (trust.input) inputs.push(trust.input);

  const off = (code: string, reason: Message) => ({ verdict: 'switched-off', code, reason }) as const;
  const kept: ClaudeCodeConfiguration['kept'] = place => {
    if (noCommands)
      return off('no-slash-commands', message('switched off by {0}', '--disable-slash-commands'));
    if (safe) return off('safe-mode', message('switched off by the safe mode'));
    if (bare && place !== 'additional') return off('bare', message('switched off by {0}', '--bare'));
    if (place === 'managed' && noPolicy)
      return off('no-policy-skills', message('switched off by {0}', 'CLAUDE_CODE_DISABLE_POLICY_SKILLS'));
    if (pluginsOnly && place !== 'managed' && place !== 'plugin')
      return off(
        'plugins-only',
        message('switched off by {0} in the managed settings', 'strictPluginOnlyCustomization'),
      );
    if ((place === 'user' || place === 'project') && !hasSource(place))
      return off('setting-sources', message('left out by {0}', `--setting-sources ${sourcesGiven}`));
    return undefined;
  };
  const user = settings.find(({ state }) => state === 'read');
  return {
    read: {
      file: user?.file ?? null,
      shareDir: configDir,
      mergeBrands: true,
      extraSkillDirs: [],
      builtinSkills: !noBundled,
      inputs,
      remarks,
    },
    configDir,
    managedDir,
    addDirs,
    pluginDirs,
    kept,
    overrideOf: name => {
      const value = skillOverrides.get(name);
      return typeof value === 'string' && OVERRIDES.includes(value) ? (value as SkillOverride) : 'on';
    },
    isSkillsDirPluginOn: plugin => enabledPlugins.get(`${plugin}@skills-dir`) !== false,
    trusted: trust.trusted,
    bundledOff: noBundled
      ? message('switched off by {0}', 'disableBundledSkills')
      : (kept('plugin')?.reason ?? null),
    longestDescription:
      typeof longest === 'number' && Number.isInteger(longest) && longest > 0 ? longest : LONGEST_DESCRIPTION,
  };
}

function systemDir(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support';
  return platform === 'win32' ? 'C:\\Program Files' : '/etc';
}

/** `--settings` takes the name of a file, or the settings themselves. */
function settingsGiven({ files, workDir }: ProfileContext, given: string): SettingsFile {
  if (!given.trimStart().startsWith('{')) return readSettings(files, path.resolve(workDir, given), false);
  const file = '--settings';
  try {
    return { file, state: 'read', values: objectOf(JSON.parse(given)) ?? {} };
  } catch {
    return { file, state: 'malformed', values: {} };
  }
}

/** Whether people have trusted the work directory, or one that it lies in. */
function readTrust({ files, environment, home, workDir }: ProfileContext): {
  readonly trusted: boolean;
  readonly input: ConfigurationInput | null;
} {
  const file = path.join(environment.CLAUDE_CONFIG_DIR || home, '.claude.json');
  const projects: JsonObject = objectOf(readSettings(files, file, false).values.projects) ?? {};
  for (const directory of ancestors(workDir)) {
    if (settingAt(projects, directory, 'hasTrustDialogAccepted') === true)
      return { trusted: true, input: { kind: 'trust', name: directory, value: 'trusted', file } };
  }
  return { trusted: false, input: null };
}
