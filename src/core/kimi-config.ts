import path from 'node:path';
import { type Message, message } from './message';
import { parsePythonJson } from './python-json';
import { type KeyVisitor, readTomlOutline } from './toml-outline';

/** What kimi-cli's configuration says about skills. Nothing else of the file is kept: it holds API keys. */
export interface KimiConfig {
  /** Whether every existing brand directory is read, or only the first. The default where there is a failure. */
  readonly mergeAllAvailableSkills: boolean;
  /** The entries as written, empty ones too. Empty where there is a failure. */
  readonly extraSkillDirs: readonly string[];
  /** Line of the key `extra_skill_dirs`, counted from 1, where it is set. */
  readonly extraSkillDirsLine?: number;
  /** Why kimi-cli would not start with this file; null where nothing speaks against it. */
  readonly failure: ConfigFailure | null;
  /** Keys that look meant for skills and do nothing. */
  readonly ineffective: readonly IneffectiveKey[];
}

/** Why kimi-cli would not start. The message quotes nothing of the file but the two keys. */
export interface ConfigFailure {
  /** Stable short word: `bom`, `not-utf8`, `duplicate-key`, `bad-escape`, `toml-syntax`, `unknown-default-model`, … */
  readonly code: string;
  readonly message: Message;
  /** Line and column, counted from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** A key that kimi-cli passes over without a word (rule 85). */
export interface IneffectiveKey {
  /** As written in the file. */
  readonly key: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly code: 'inside-table' | 'wrong-spelling';
  readonly message: Message;
}

const mergeKey = 'merge_all_available_skills';
const extraKey = 'extra_skill_dirs';

/** Tables of kimi-cli's own; the name of any other one is the user's, and is not repeated. */
const knownTables: ReadonlySet<string> = new Set([
  'background',
  'hooks',
  'loop_control',
  'mcp',
  'mcp.client',
  'models',
  'notifications',
  'providers',
  'services',
  'skills',
]);

/** What kimi-cli goes by where there is no configuration file. */
export const defaultKimiConfig: KimiConfig = {
  mergeAllAvailableSkills: true,
  extraSkillDirs: [],
  failure: null,
  ineffective: [],
};

interface KeyPlace {
  readonly table: readonly string[];
  readonly key: string;
  readonly line: number;
}

type Data = Readonly<Record<string, unknown>>;
type Parsed =
  | { readonly data: unknown; readonly places: readonly KeyPlace[] }
  | { readonly failure: ConfigFailure };

/**
 * Reads a configuration file of kimi-cli as kimi-cli 1.49 does (rules 81 and 84 to 86).
 *
 * In: the file's bytes, and its path, whose suffix tells JSON from TOML. Out: the two keys about skills, or why kimi-cli
 * would not start. Never rejects on account of the file. Checked are the syntax, the two keys, and that the models and
 * providers that the file refers to are there; kimi-cli checks every other value as well.
 */
export async function readKimiConfig(input: {
  readonly bytes: Uint8Array;
  readonly path: string;
}): Promise<KimiConfig> {
  const json = path.extname(input.path).toLowerCase() === '.json';
  const text = decode(input.bytes);
  if (typeof text !== 'string') return failed(text);
  const parsed = json ? parseJsonConfig(text) : await parseTomlConfig(text);
  if ('failure' in parsed) return failed(parsed.failure);
  const { data, places } = parsed;
  const ineffective = findIneffective(places);
  const failure = findInvalid(data, places);
  if (failure) return { ...failed(failure), ineffective };
  const { [mergeKey]: merge = true, [extraKey]: extra = [] } = data as Data;
  const line = placeOf(places, extraKey)?.line;
  return {
    mergeAllAvailableSkills: asBoolean(merge) ?? true,
    extraSkillDirs: extra as readonly string[],
    ...(line === undefined ? {} : { extraSkillDirsLine: line }),
    failure: null,
    ineffective,
  };
}

function failed(failure: ConfigFailure): KimiConfig {
  return { ...defaultKimiConfig, failure };
}

/** Strict UTF-8, then Python's universal newlines. A byte order mark is no fault of the encoding, but of what follows. */
function decode(bytes: Uint8Array): string | ConfigFailure {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const line = firstLineNotUtf8(bytes);
    return {
      code: 'not-utf8',
      message: message('the file is not UTF-8 text, first on line {0}', line),
      line,
    };
  }
  if (text.startsWith('\uFEFF'))
    return {
      code: 'bom',
      message: message('the file starts with a byte order mark: save it as UTF-8 without one'),
      line: 1,
      column: 1,
    };
  return text.replace(/\r\n?/g, '\n');
}

/** No UTF-8 sequence goes across a line feed, so the lines can be tried one by one. */
function firstLineNotUtf8(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed === -1 ? bytes.length : feed;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
  return line;
}

function collectPlaces(): { readonly places: KeyPlace[]; readonly visit: KeyVisitor } {
  const places: KeyPlace[] = [];
  const visit: KeyVisitor = (table, key, line) => {
    if (meantKey(key)) places.push({ table: [...table], key, line });
  };
  return { places, visit };
}

function parseJsonConfig(text: string): Parsed {
  const { places, visit } = collectPlaces();
  const parsed = parsePythonJson(text, visit);
  if (parsed.ok) return { data: parsed.value, places };
  const { line, column } = parsed;
  if (looksLikeToml(text))
    return {
      failure: {
        code: 'toml-in-json',
        message: message('the file holds TOML but is named .json, so kimi-cli reads it as JSON'),
        line,
        column,
      },
    };
  return {
    failure: { code: 'json-syntax', message: message('line {0} is not valid JSON', line), line, column },
  };
}

async function parseTomlConfig(text: string): Promise<Parsed> {
  const { parseToml } = await import('./lazy/toml');
  const parsed = parseToml(text);
  const { places, visit } = collectPlaces();
  const { newerThan10 } = readTomlOutline(text, visit);
  if (parsed.ok) {
    if (newerThan10 === null) return { data: parsed.value, places };
    const newer = message('line {0} uses TOML 1.1, and kimi-cli reads TOML 1.0 only', newerThan10);
    return { failure: { code: 'toml-too-new', message: newer, line: newerThan10 } };
  }
  const { fault, line, column } = parsed;
  const at = { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
  if (/^\s*\{/.test(text)) {
    const wrong = message('the file holds JSON but is not named .json, so kimi-cli reads it as TOML');
    return { failure: { code: 'json-in-toml', message: wrong, ...at } };
  }
  if (line === undefined)
    return { failure: { code: 'toml-syntax', message: message('the file is not valid TOML') } };
  if (fault === 'duplicate')
    return { failure: { code: 'duplicate-key', message: duplicate(places, line), ...at } };
  if (fault === 'escape')
    return {
      failure: {
        code: 'bad-escape',
        message: message(
          'line {0} has a backslash in double quotes that starts no valid escape: write a Windows path in single quotes, or with /',
          line,
        ),
        ...at,
      },
    };
  return { failure: { code: 'toml-syntax', message: message('line {0} is not valid TOML', line), ...at } };
}

function looksLikeToml(text: string): boolean {
  return /^\s*(?:#|\[\[?[ \t]*[A-Za-z_]|[A-Za-z0-9_-]+[ \t]*=)/.test(text);
}

/** Rule 82: kimi-cli writes both keys into the file that it creates, so a line added by hand makes a second one. */
function duplicate(places: readonly KeyPlace[], line: number): Message {
  const second = places.find(place => place.line === line && place.table.length === 0);
  const first =
    second &&
    places.find(({ key, table, line: at }) => key === second.key && table.length === 0 && at < line);
  if (!first) return message('line {0} sets a key or table that is set before', line);
  return message(
    '{0} is set on line {1} and again on line {2}: keep one of them',
    first.key,
    first.line,
    line,
  );
}

function placeOf(places: readonly KeyPlace[], key: string): KeyPlace | undefined {
  return places.findLast(place => place.table.length === 0 && place.key === key);
}

/** The key that was meant, however it is spelled: in another case, joined by hyphens or not at all, or in the plural. */
function meantKey(key: string): typeof mergeKey | typeof extraKey | null {
  if (key.length > 40) return null;
  const letters = key.replace(/[^A-Za-z]/g, '').toLowerCase();
  if (/^extraskills?dir(?:s|ectory|ectories)?$/.test(letters)) return extraKey;
  return letters === 'mergeallavailableskills' ? mergeKey : null;
}

function findIneffective(places: readonly KeyPlace[]): readonly IneffectiveKey[] {
  const found: IneffectiveKey[] = [];
  for (const { table, key, line } of places) {
    const meant = meantKey(key);
    if (meant === null || (table.length === 0 && key === meant)) continue;
    if (table.length > 0)
      found.push({ key, line, code: 'inside-table', message: insideTable(table, key, line) });
    else
      found.push({
        key,
        line,
        code: 'wrong-spelling',
        message: message(
          '{0} on line {1} is not a key of kimi-cli, which ignores it: write {2}',
          key,
          line,
          meant,
        ),
      });
  }
  return found;
}

function insideTable(table: readonly string[], key: string, line: number): Message {
  const name = [table.join('.'), table[0] ?? ''].find(candidate => knownTables.has(candidate));
  if (name === undefined)
    return message(
      '{0} on line {1} belongs to a table, so kimi-cli ignores it: move it above the first table',
      key,
      line,
    );
  return message(
    '{0} on line {1} belongs to the table {2}, so kimi-cli ignores it: move it above the first table',
    key,
    line,
    `[${name}]`,
  );
}

/** Rule 84, as far as this reader goes: the two keys, and what the file's models and providers refer to. */
function findInvalid(data: unknown, places: readonly KeyPlace[]): ConfigFailure | null {
  if (!isTable(data))
    return { code: 'not-a-table', message: message('the file is not a table of keys and values'), line: 1 };
  return findInvalidSkillKeys(data, places) ?? findInvalidModels(data);
}

function findInvalidSkillKeys(data: Data, places: readonly KeyPlace[]): ConfigFailure | null {
  const at = (key: string): { line?: number } => {
    const line = placeOf(places, key)?.line;
    return line === undefined ? {} : { line };
  };
  if (Object.hasOwn(data, mergeKey) && asBoolean(data[mergeKey]) === null)
    return {
      code: 'invalid-merge',
      message: message('{0} must be true or false', mergeKey),
      ...at(mergeKey),
    };
  if (!Object.hasOwn(data, extraKey)) return null;
  const extra = data[extraKey];
  if (!Array.isArray(extra))
    return {
      code: 'invalid-extra',
      message: message('{0} must be a list of strings', extraKey),
      ...at(extraKey),
    };
  for (const [index, entry] of extra.entries()) {
    if (typeof entry !== 'string')
      return {
        code: 'invalid-extra',
        message: message('{0} must be a list of strings, and its entry {1} is none', extraKey, index + 1),
        ...at(extraKey),
      };
    if (entry.includes('\0'))
      return {
        code: 'nul-in-extra',
        message: message('entry {1} of {0} contains a NUL character', extraKey, index + 1),
        ...at(extraKey),
      };
  }
  return null;
}

function findInvalidModels(data: Data): ConfigFailure | null {
  const { default_model: chosen = '', models = {}, providers = {} } = data;
  if (typeof chosen !== 'string')
    return { code: 'invalid-default-model', message: message('{0} must be a string', 'default_model') };
  for (const [key, table] of Object.entries({ models, providers })) {
    if (!isTable(table) || !Object.values(table).every(isTable))
      return { code: 'invalid-models', message: message('{0} must be a table of tables', key) };
  }
  if (chosen !== '' && !Object.hasOwn(models as Data, chosen))
    return {
      code: 'unknown-default-model',
      message: message('{0} names a model that is not in {1}', 'default_model', 'models'),
    };
  for (const model of Object.values(models as Readonly<Record<string, Data>>)) {
    if (typeof model.provider !== 'string' || !Object.hasOwn(providers as Data, model.provider))
      return {
        code: 'unknown-provider',
        message: message('a model in {0} names a provider that is not in {1}', 'models', 'providers'),
      };
  }
  return null;
}

function isTable(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

const truths = new Map<string, boolean>([
  ...['1', 'true', 't', 'yes', 'y', 'on'].map(word => [word, true] as const),
  ...['0', 'false', 'f', 'no', 'n', 'off'].map(word => [word, false] as const),
]);

/** What counts as a truth value to kimi-cli's validation: also 0 and 1, and some words, without blanks around them. */
function asBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === 1) return value === 1;
  return typeof value === 'string' ? (truths.get(value.toLowerCase()) ?? null) : null;
}
