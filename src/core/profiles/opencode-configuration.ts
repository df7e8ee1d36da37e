/**
 * What OpenCode's configuration files and variables say about skills. A later file goes over an earlier one key by key; a
 * list takes the place of the other one.
 */
import * as path from 'node:path';
import { parse } from 'jsonc-parser';
import { type Message, message } from '../message';
import type { ConfigurationInput, ConfigurationRead, Remark } from '../types';
import { type JsonObject, objectOf, readSettings, settingAt, textsOf } from './agent-settings';
import type { ProfileContext } from './profile';

export interface OpencodeConfiguration {
  /** The directory that stands for the home directory where the product keeps skills there. */
  readonly home: string;
  /** Its directory for all projects: `~/.config/opencode`. */
  readonly global: string;
  /** `OPENCODE_CONFIG_DIR`. */
  readonly configDir: string | null;
  /** The variable that keeps it from `.claude` and `.agents`, where one does. */
  readonly noExternal: string | null;
  /** The variable that keeps it from `.claude`, where one does. */
  readonly noClaude: string | null;
  /** The variable that keeps it from the `.opencode` of the project, where one does. */
  readonly noProject: string | null;
  /** `skills.paths` as they are written. */
  readonly paths: readonly string[];
  /** Whether a permission keeps a skill from the model. */
  isDenied(name: string): boolean;
  readonly configuration: ConfigurationRead;
}

const FILES = ['opencode.json', 'opencode.jsonc'] as const;
const SWITCHES = [
  'OPENCODE_DISABLE_EXTERNAL_SKILLS',
  'OPENCODE_DISABLE_CLAUDE_CODE_SKILLS',
  'OPENCODE_DISABLE_CLAUDE_CODE',
  'OPENCODE_DISABLE_PROJECT_CONFIG',
] as const;
const PLACES = [
  'OPENCODE_TEST_HOME',
  'XDG_CONFIG_HOME',
  'OPENCODE_CONFIG',
  'OPENCODE_CONFIG_DIR',
  'OPENCODE_CONFIG_CONTENT',
  'OPENCODE_PERMISSION',
] as const;

/** @param levels the directories from the work directory up to the top of the work tree, nearest first */
export function readOpencodeConfiguration(
  context: ProfileContext,
  levels: readonly string[],
): OpencodeConfiguration {
  const { environment, workDir } = context;
  const switchOf = (...names: (typeof SWITCHES)[number][]) =>
    names.find(name => /^(?:1|true)$/i.test(environment[name] ?? '')) ?? null;
  const inputs: ConfigurationInput[] = [...SWITCHES, ...PLACES].flatMap(name => {
    const value = environment[name];
    return value ? [{ kind: 'variable' as const, name, value }] : [];
  });
  const home = environment.OPENCODE_TEST_HOME || context.home;
  const config = environment.XDG_CONFIG_HOME || path.join(context.home, '.config');
  const global = path.join(path.resolve(workDir, config), 'opencode');
  const configDir = environment.OPENCODE_CONFIG_DIR
    ? path.resolve(workDir, environment.OPENCODE_CONFIG_DIR)
    : null;
  const noProject = switchOf('OPENCODE_DISABLE_PROJECT_CONFIG');
  const remarks: Remark[] = [];
  let merged: JsonObject = {};
  const take = (values: JsonObject, file?: string) => {
    for (const keys of [['skills', 'paths'], ['skills', 'urls'], ['permission']]) {
      const value = settingAt(values, ...keys);
      if (value === undefined) continue;
      const of = file === undefined ? {} : { file };
      inputs.push({ kind: 'setting', name: keys.join('.'), value: JSON.stringify(value), ...of });
    }
    merged = over(merged, values);
  };
  for (const file of configFiles(context, { levels, home, global, configDir, noProject })) {
    if (file === null) {
      const content = objectOf(parse(environment.OPENCODE_CONFIG_CONTENT ?? ''));
      if (content) take(content);
      continue;
    }
    const { state, values } = readSettings(context.files, file, true);
    if (state === 'malformed') remarks.push(warning('config-json-syntax', notJson(file)));
    take(values, file);
  }
  const ofVariable = objectOf(parse(environment.OPENCODE_PERMISSION ?? ''));
  const permission = ofVariable
    ? over({ permission: asRules(merged.permission) }, { permission: ofVariable })
    : merged;
  if (textsOf(settingAt(merged, 'skills', 'urls')).length > 0) {
    const text = message('skills.urls names skills that OpenCode downloads: they are not shown');
    remarks.push({ code: 'urls-not-read', severity: 'information', text });
  }
  const rules = rulesOf(asRules(permission.permission));
  const globalFile = FILES.map(name => path.join(global, name)).find(
    file => !('fault' in context.files.state(file)),
  );
  return {
    home,
    global,
    configDir,
    noExternal: switchOf('OPENCODE_DISABLE_EXTERNAL_SKILLS'),
    noClaude: switchOf('OPENCODE_DISABLE_CLAUDE_CODE_SKILLS', 'OPENCODE_DISABLE_CLAUDE_CODE'),
    noProject,
    paths: textsOf(settingAt(merged, 'skills', 'paths')).map(one => withVariables(one, environment)),
    isDenied: name => isDenied(rules, name),
    configuration: {
      file: globalFile ?? null,
      shareDir: global,
      mergeBrands: true,
      extraSkillDirs: [],
      inputs,
      remarks,
    },
  };
}

interface Where {
  readonly levels: readonly string[];
  readonly home: string;
  readonly global: string;
  readonly configDir: string | null;
  readonly noProject: string | null;
}

/** From the least to the most important; null stands for `OPENCODE_CONFIG_CONTENT`. */
function configFiles(context: ProfileContext, where: Where): readonly (string | null)[] {
  const { environment, workDir } = context;
  const { levels, home, global, configDir, noProject } = where;
  const within = (dir: string) => FILES.map(name => path.join(dir, name));
  const custom = environment.OPENCODE_CONFIG;
  const project = noProject === null ? levels : [];
  return [
    path.join(global, 'config.json'),
    ...within(global),
    ...(custom ? [path.resolve(workDir, custom)] : []),
    ...project.toReversed().flatMap(within),
    ...[...project, home].flatMap(dir => within(path.join(dir, '.opencode'))),
    ...(configDir === null ? [] : within(configDir)),
    null,
    ...within(systemDir(context)),
  ];
}

function systemDir({ platform, overrides }: ProfileContext): string {
  if (overrides.systemDir !== undefined) return path.join(overrides.systemDir, 'opencode');
  if (platform === 'darwin') return '/Library/Application Support/opencode';
  return platform === 'win32' ? 'C:\\ProgramData\\opencode' : '/etc/opencode';
}

/** One over the other, key by key; a list or a single value takes the place of the other. */
function over(under: JsonObject, upper: JsonObject): JsonObject {
  const values = new Map(Object.entries(under));
  for (const [key, value] of Object.entries(upper)) {
    const [one, other] = [objectOf(values.get(key)), objectOf(value)];
    // A rule that is given anew is the last one, but keeps its place among the keys.
    values.set(key, one && other ? over(one, other) : value);
  }
  return Object.fromEntries(values);
}

/** `{env:NAME}` in a text of the configuration. */
function withVariables(text: string, environment: ProfileContext['environment']): string {
  return text.replace(/\{env:([^}]+)\}/g, (_, name: string) => environment[name] ?? '');
}

/** A single word stands for all permissions. */
function asRules(permission: unknown): JsonObject {
  return typeof permission === 'string' ? { '*': permission } : (objectOf(permission) ?? {});
}

interface Rule {
  readonly pattern: string;
  readonly action: unknown;
}

/** The rules about skills, in their order. */
function rulesOf(permissions: JsonObject): readonly Rule[] {
  return Object.entries(permissions)
    .filter(([tool]) => matches('skill', tool))
    .flatMap(([, rule]) =>
      Object.entries(typeof rule === 'string' ? { '*': rule } : (objectOf(rule) ?? {})).map(
        ([pattern, action]) => ({ pattern, action }),
      ),
    );
}

/** The last rule that matches decides. */
function isDenied(rules: readonly Rule[], name: string): boolean {
  return rules.findLast(({ pattern }) => matches(name, pattern))?.action === 'deny';
}

/** `*` for any text, `?` for one character. Not by a regular expression: a pattern of many `*` would take for ever. */
function matches(text: string, pattern: string): boolean {
  let [at, of] = [0, 0];
  let [star, held] = [-1, 0];
  while (at < text.length) {
    if (pattern[of] === '*') {
      [star, held] = [of, at];
      of++;
    } else if (of < pattern.length && (pattern[of] === '?' || pattern[of] === text[at])) {
      at++;
      of++;
    } else if (star >= 0) {
      of = star + 1;
      held++;
      at = held;
    } else return false;
  }
  while (pattern[of] === '*') of++;
  return of === pattern.length;
}

function notJson(file: string): Message {
  return message('{0} is no JSON object: nothing in it is counted, and OpenCode may not start', {
    path: file,
  });
}

function warning(code: string, text: Message): Remark {
  return { code, severity: 'warning', text };
}
