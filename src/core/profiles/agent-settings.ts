/** Reading the settings files of agents: JSON, some with comments and commas at the end. Never written. */
import { type ParseError, parse } from 'jsonc-parser';
import { type FileSystem, isFault } from '../file-system';

/** The most that is read of a settings file, in bytes. */
const LARGEST = 4 * 1024 * 1024;

export type JsonObject = Readonly<Record<string, unknown>>;

/** What a settings file holds. */
export interface SettingsFile {
  readonly file: string;
  /** `missing`: there is none. `unreadable`: it cannot be read. `malformed`: it is no JSON object. */
  readonly state: 'read' | 'missing' | 'unreadable' | 'malformed';
  /** Empty unless it was read. */
  readonly values: JsonObject;
}

/**
 * Reads a settings file. Never throws.
 * @param comments whether the product allows comments, and a comma after the last entry
 */
export function readSettings(files: FileSystem, file: string, comments: boolean): SettingsFile {
  const text = readWhole(files, file);
  if (text === null) return { file, state: 'missing', values: {} };
  if (text === undefined) return { file, state: 'unreadable', values: {} };
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, {
    disallowComments: !comments,
    allowTrailingComma: comments,
    allowEmptyContent: false,
  });
  const values = objectOf(value);
  if (errors.length > 0 || values === undefined) return { file, state: 'malformed', values: {} };
  return { file, state: 'read', values };
}

/** The text of a small file; null where there is none, undefined where it cannot be read. */
export function readWhole(files: FileSystem, file: string): string | null | undefined {
  const state = files.state(file);
  if (isFault(state)) return state.fault === 'ENOENT' || state.fault === 'ENOTDIR' ? null : undefined;
  if (state.kind !== 'file' || state.size > LARGEST) return undefined;
  const reader = files.open(file);
  if (isFault(reader)) return undefined;
  const bytes = reader.read(state.size);
  reader.close();
  return isFault(bytes) ? undefined : Buffer.from(bytes).toString('utf8');
}

/** A value that is an object; undefined for anything else. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** The value at a path of keys, such as `security.folderTrust.enabled`; undefined where one of them is not there. */
export function settingAt(values: JsonObject, ...keys: readonly string[]): unknown {
  let value: unknown = values;
  for (const key of keys) {
    const object = objectOf(value);
    if (!object || !Object.hasOwn(object, key)) return undefined;
    value = object[key];
  }
  return value;
}

/** The texts of a list; empty for any other value. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];
}
