/** Reading what of Codex's configuration its rules for skills depend on: read, never written. */
import * as path from 'node:path';
import { isDirectory, isFault } from '../file-system';
import { type Message, message } from '../message';
import { resolvePath } from '../real-path';
import type { ConfigurationInput, ConfigurationRead, Failure, Remark } from '../types';
import { type JsonObject, objectOf, readWhole, settingAt } from './agent-settings';
import type { ProfileContext } from './profile';

/** An entry of `skills.config`: it switches one file, or all skills of a name, on or off. */
export interface CodexSwitch {
  readonly path?: string;
  readonly name?: string;
  readonly enabled: boolean;
}

export interface CodexConfiguration {
  /** Where Codex keeps its data: `$CODEX_HOME`, else `~/.codex`. */
  readonly data: string;
  /** What makes a directory the project root for `.agents/skills`. Empty: the work directory is it. */
  readonly markers: readonly string[];
  /** Whether the skills that Codex brings along are on. */
  readonly bundled: boolean;
  /** In order: later ones count for more. */
  readonly switches: readonly CodexSwitch[];
  readonly read: ConfigurationRead;
  /** Codex lists no skill at all where its configuration does not load. */
  readonly failure: Failure | null;
}

const DEFAULT_MARKERS = ['.git'];

const PLUGINS_LEFT_OUT: Remark = {
  code: 'plugins-left-out',
  severity: 'information',
  text: message('skills of plugins that Codex has installed are left out: how it finds them is not known'),
};

/** What one file, or the command line, says. */
interface Layer {
  readonly values: JsonObject;
  readonly inputs: readonly ConfigurationInput[];
  readonly failure: Failure | null;
}

const NOTHING: Layer = { values: {}, inputs: [], failure: null };

/** Reads the configuration that Codex would read. Never throws for what is on disk. */
export async function readCodexConfiguration(context: ProfileContext): Promise<CodexConfiguration> {
  const { environment, home, workDir, overrides } = context;
  const chosen = overrides.shareDir || environment.CODEX_HOME;
  const data = chosen ? path.resolve(workDir, chosen) : path.join(home, '.codex');
  const file = overrides.configFile
    ? path.resolve(workDir, overrides.configFile)
    : path.join(data, 'config.toml');
  const systemFile = path.join(overrides.systemDir ?? '/etc', 'codex', 'config.toml');
  const system = await readFile(context, systemFile);
  const user = overrides.configFile === null ? NOTHING : await readFile(context, file);
  const session = await readArguments(overrides.arguments ?? []);
  // From the least to the most that counts. Only the last two may switch single skills.
  const layers = [system, user, session];
  const remarks: Remark[] = isDirectory(context.files, path.join(data, 'plugins')) ? [PLUGINS_LEFT_OUT] : [];
  const failure = layers.map(layer => layer.failure ?? typeFault(layer.values, file)).find(Boolean) ?? null;
  const variable: ConfigurationInput[] = environment.CODEX_HOME
    ? [{ kind: 'variable', name: 'CODEX_HOME', value: environment.CODEX_HOME }]
    : [];
  const bundled = lastOf(layers, 'skills', 'bundled', 'enabled');
  const markers = lastOf(layers, 'project_root_markers');
  return {
    data,
    markers: isTexts(markers) ? markers : DEFAULT_MARKERS,
    bundled: bundled !== false,
    switches: failure
      ? []
      : [user, session].flatMap(({ values }) => switchesOf(context, values, data, remarks)),
    read: {
      file: user === NOTHING ? null : file,
      shareDir: data,
      mergeBrands: true,
      extraSkillDirs: [],
      builtinSkills: bundled !== false,
      inputs: [...variable, ...layers.flatMap(({ inputs }) => inputs)],
      remarks,
    },
    failure,
  };
}

/** What the layer says that counts most. */
function lastOf(layers: readonly Layer[], ...keys: readonly string[]): unknown {
  return layers.map(({ values }) => settingAt(values, ...keys)).findLast(value => value !== undefined);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(one => typeof one === 'string');
}

async function readFile({ files }: ProfileContext, file: string): Promise<Layer> {
  const text = readWhole(files, file);
  if (text === null) return NOTHING;
  if (text === undefined)
    return { ...NOTHING, failure: { file, code: 'config-unreadable', reason: message('it cannot be read') } };
  const { parseToml } = await import('../lazy/toml');
  const parsed = parseToml(text.replace(/\r\n/g, '\n'));
  if (parsed.ok)
    return { values: parsed.value, inputs: inputsOf(parsed.value, { kind: 'setting', file }), failure: null };
  const { line } = parsed;
  const reason =
    line === undefined ? message('the file is not valid TOML') : message('line {0} is not valid TOML', line);
  const failure = { file, code: 'config-toml-syntax', reason, ...(line !== undefined && { line }) };
  return { ...NOTHING, failure };
}

/** `-c key=value`: the value is TOML, or text where it is none. */
async function readArguments(words: readonly string[]): Promise<Layer> {
  const values: Record<string, unknown> = {};
  const inputs: ConfigurationInput[] = [];
  const { parseToml } = words.length > 0 ? await import('../lazy/toml') : { parseToml: undefined };
  for (const word of configurationWords(words)) {
    const [, key, text] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (key === undefined || text === undefined || !parseToml) continue;
    const parsed = parseToml(`value = ${text.trim()}`);
    const value = parsed.ok ? parsed.value.value : text.trim().replace(/^(["'])(.*)\1$/s, '$2');
    const keys = key.trim().split('.');
    setAt(values, keys, value);
    if (isAboutSkills(keys)) inputs.push({ kind: 'argument', name: `-c ${key.trim()}`, value: text.trim() });
  }
  return { values, inputs, failure: null };
}

function* configurationWords(words: readonly string[]): Generator<string> {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--') return;
    if (word === '-c' || word === '--config') yield words[++index] ?? '';
    else if (word.startsWith('--config=')) yield word.slice('--config='.length);
    else if (/^-c[^-]/.test(word)) yield word.slice(2).replace(/^=/, '');
  }
}

function setAt(values: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  let here = values;
  for (const key of keys.slice(0, -1)) {
    const inner = { ...objectOf(Object.hasOwn(here, key) ? here[key] : undefined) };
    Object.defineProperty(here, key, { value: inner, enumerable: true, configurable: true, writable: true });
    here = inner;
  }
  const last = keys.at(-1) ?? '';
  Object.defineProperty(here, last, { value, enumerable: true, configurable: true, writable: true });
}

function isAboutSkills([first]: readonly string[]): boolean {
  return first === 'skills' || first === 'project_root_markers';
}

function inputsOf(
  values: JsonObject,
  from: Pick<ConfigurationInput, 'kind' | 'file'>,
): readonly ConfigurationInput[] {
  const paths = [['project_root_markers'], ['skills', 'bundled', 'enabled'], ['skills', 'config']];
  return paths.flatMap(keys => {
    const value = settingAt(values, ...keys);
    return value === undefined ? [] : [{ ...from, name: keys.join('.'), value: JSON.stringify(value) }];
  });
}

/** A value of the wrong type keeps the whole configuration from loading. */
function typeFault(values: JsonObject, file: string): Failure | null {
  const fault = (reason: Message): Failure => ({ file, code: 'config-wrong-value', reason });
  const markers = settingAt(values, 'project_root_markers');
  if (markers !== undefined && !isTexts(markers))
    return fault(message('{0} is no list of texts', 'project_root_markers'));
  const bundled = settingAt(values, 'skills', 'bundled', 'enabled');
  if (bundled !== undefined && typeof bundled !== 'boolean')
    return fault(message('{0} is neither true nor false', 'skills.bundled.enabled'));
  const entries = settingAt(values, 'skills', 'config');
  if (entries === undefined) return null;
  if (!Array.isArray(entries)) return fault(message('{0} is no list of tables', 'skills.config'));
  const isWhole = (entry: unknown) => typeof objectOf(entry)?.enabled === 'boolean';
  return entries.every(isWhole)
    ? null
    : fault(message('an entry of {0} does not say enabled = true or false', 'skills.config'));
}

/** The entries that name exactly one of path and name. */
function switchesOf(
  { files, home }: ProfileContext,
  values: JsonObject,
  data: string,
  remarks: Remark[],
): readonly CodexSwitch[] {
  const entries = settingAt(values, 'skills', 'config');
  return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown): readonly CodexSwitch[] => {
    const { path: place, name, enabled } = objectOf(entry) ?? {};
    const isNamed = typeof name === 'string' && place === undefined && name.trim() !== '';
    const isPlaced = typeof place === 'string' && name === undefined;
    if (typeof enabled !== 'boolean' || !(isNamed || isPlaced)) {
      const text = message(
        'an entry of {0} is ignored: it has to have either a path or a name',
        'skills.config',
      );
      remarks.push({ code: 'config-ignored', severity: 'warning', text });
      return [];
    }
    if (isNamed) return [{ name: name.trim(), enabled }];
    const whole = String(place).replace(/^~(?=\/|$)/, home);
    const location = path.resolve(data, whole);
    const state = files.state(location);
    if (!isFault(state) && state.kind === 'directory') {
      const text = message(
        'an entry of {0} does nothing: {1} is a folder, not a skill file',
        'skills.config',
        {
          path: location,
        },
      );
      remarks.push({ code: 'config-ignored', severity: 'warning', text });
    }
    return [{ path: resolvePath(files, location), enabled }];
  });
}
