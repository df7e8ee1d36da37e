/** What a frontmatter's YAML comes to in Python. Types and tiny helpers only, so that no parser is loaded for them. */
import type { Message } from './message';

/** A value as PyYAML's `safe_load` makes it, as far as kimi-cli can tell such values apart (rules 67, 68). */
export type PyValue =
  | { readonly type: 'str'; readonly value: string }
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  /** `source` is the text in the file; `zero` tells whether the number is 0, which Python takes for false. */
  | { readonly type: 'int'; readonly source: string; readonly zero: boolean }
  | { readonly type: 'float'; readonly source: string; readonly zero: boolean }
  /** A date, or a date with a time. */
  | { readonly type: 'date'; readonly source: string }
  /** `!!binary`. `text` is the bytes read as UTF-8, or `undefined` where they are not UTF-8. */
  | { readonly type: 'bytes'; readonly value: Uint8Array; readonly text: string | undefined }
  | { readonly type: 'list'; readonly empty: boolean }
  | { readonly type: 'map'; readonly empty: boolean }
  | { readonly type: 'set'; readonly empty: boolean };

/** A place in the block: 0-based line, 0-based column in UTF-16 units, and the offset from the block's start. */
export interface YamlPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** From the first character of something in the block to just behind its last. */
export interface YamlRange {
  readonly start: YamlPosition;
  readonly end: YamlPosition;
}

/** Where a key of the outermost mapping and its value stand. The value's range is empty where nothing is written. */
export interface YamlEntryRange {
  readonly key: YamlRange;
  readonly value: YamlRange;
}

/**
 * Why a block does not load. These are stable: checks and translations go by them.
 */
export type YamlErrorCode =
  | 'alias'
  | 'anchor'
  | 'bad-binary'
  | 'bad-boolean'
  | 'bad-date'
  | 'bad-directive'
  | 'bad-escape'
  | 'bad-number'
  | 'bare-equals'
  | 'block-scalar'
  | 'comment-only'
  | 'control-character'
  | 'duplicate-anchor'
  | 'empty-key'
  | 'flow'
  | 'indentation'
  | 'key-without-colon'
  | 'long-key'
  | 'merge'
  | 'misplaced-dash'
  | 'misplaced-question-mark'
  | 'not-a-mapping'
  | 'reserved-character'
  | 'second-document'
  | 'syntax'
  | 'tab'
  | 'text-after-value'
  | 'too-deep'
  | 'too-large'
  | 'unclosed-bracket'
  | 'unclosed-quote'
  | 'unhashable-key'
  | 'unknown-tag'
  | 'unquoted-colon'
  | 'wrong-tag';

/** The block does not load, so that the skill is skipped (rules 60, 61). */
export interface YamlFailure {
  readonly ok: false;
  readonly code: YamlErrorCode;
  /** What is wrong, as a fragment of a sentence without a full stop, such as `unquoted ": " in a value`. */
  readonly reason: Message;
  /** 0-based line in the block. */
  readonly line: number;
  /** 0-based column in UTF-16 units. */
  readonly column: number;
  /** The same place as an offset from the block's start. */
  readonly offset: number;
}

/** The block loads to a mapping. */
export interface YamlSuccess {
  readonly ok: true;
  /** The string keys with their values: the last of the same keys counts, merge keys are applied. */
  readonly mapping: ReadonlyMap<string, PyValue>;
  /** Where each key of `mapping` that is written in the outermost mapping itself stands. */
  readonly positions: ReadonlyMap<string, YamlEntryRange>;
}

/** What came of loading a block. */
export type YamlOutcome = YamlSuccess | YamlFailure;

/** Whether Python takes the value for true (rule 67). */
export function isTruthy(value: PyValue): boolean {
  switch (value.type) {
    case 'null':
      return false;
    case 'bool':
      return value.value;
    case 'str':
    case 'bytes':
      return value.value.length > 0;
    case 'int':
    case 'float':
      return !value.zero;
    case 'list':
    case 'map':
    case 'set':
      return !value.empty;
    case 'date':
      return true;
  }
}
