/**
 * js-yaml 4, the library with which kimi-code itself reads frontmatter, and version 3 by its means. Loaded on first use:
 * elsewhere import this module with `import()` only.
 */
import { DEFAULT_SCHEMA, type LoadOptions, load, Type, YAMLException } from 'js-yaml';
import { type Message, message } from '../message';
import { notYaml } from '../yaml-library-text';

export type JsYamlOutcome =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** Stable short word, the same as for PyYAML where the fault is the same: `unquoted-colon`, `tab`, … */
      readonly code: string;
      readonly reason: Message;
      /** Counted from 0, in the block. Absent where the library names no place. */
      readonly line?: number;
      readonly column?: number;
    };

/** An unquoted value in which a colon and a blank come. */
const UNQUOTED_COLON = /^[ -]*(?:-|[\w.][\w.-]*):[ \t](?!["'|>&*!{[@`%#])[^#\n]*?:(?:[ \t]|$)/;

/** A value that starts with a character that YAML keeps for itself. */
const RESERVED_START = /:[ \t]+([@`%])/;

/** Loads a block as js-yaml's `load` does. Never throws. */
export function loadJsYaml(block: string): JsYamlOutcome {
  return loadWith(block, {});
}

/** What version 3 takes for a whole number: octal by a 0 in front, and groups of sixty. */
const INTEGER_3 =
  /^[-+]?(?:0|0b[01_]*[01]|0x[\da-fA-F_]*[\da-fA-F]|0[0-7_]*[0-7]|[1-9](?:[\d_]*\d)?(?:(?::[0-5]?\d)+)?)$/;

const FLOAT_3 =
  /^(?:[-+]?(?:0|[1-9][\d_]*)(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|\.[\d_]+(?:[eE][-+]?\d+)?|[-+]?\d[\d_]*(?::[0-5]?\d)+\.[\d_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Numbers are only told from texts: nobody asks which number it is. */
const SCHEMA_3 = DEFAULT_SCHEMA.extend({
  implicit: [
    new Type('tag:yaml.org,2002:int', {
      kind: 'scalar',
      resolve: (data: string | null) => data !== null && INTEGER_3.test(data),
      construct: Number,
    }),
    new Type('tag:yaml.org,2002:float', {
      kind: 'scalar',
      resolve: (data: string | null) => data !== null && FLOAT_3.test(data) && !data.endsWith('_'),
      construct: Number,
    }),
  ],
});

const TAB_AT_START = /^ *\t/;

/** Lines that are taken one by one, each with a reading of its own; after that all others at once. */
const MOST_MENDED = 16;

/**
 * Loads a block as `safeLoad` of js-yaml 3 does, which has other numbers, and to which a tab in the indentation is a
 * blank that does not count. Never throws.
 */
export function loadJsYaml3(block: string): JsYamlOutcome {
  const lines = block.split('\n');
  // A mapping that starts with a tab is indented by it, and ends where the next line is not.
  const first = lines.findIndex(line => /^\s*[^\s#]/.test(line));
  for (let count = 1; ; count++) {
    const outcome = loadWith(lines.join('\n'), { schema: SCHEMA_3 });
    const at = outcome.ok ? -1 : (outcome.line ?? -1);
    if (at === first || !TAB_AT_START.test(lines[at] ?? '')) return outcome;
    const end = count < MOST_MENDED ? at + 1 : lines.length;
    for (let next = at; next < end; next++)
      lines[next] = (lines[next] ?? '').replace(/^[ \t]+/, blanks => blanks.replaceAll('\t', ''));
  }
}

function loadWith(block: string, options: LoadOptions): JsYamlOutcome {
  try {
    return { ok: true, value: load(block, options) };
  } catch (error) {
    if (!(error instanceof YAMLException))
      return { ok: false, code: 'syntax', reason: message('too much to take in') };
    const mark = error.mark as { line: number; column: number } | undefined;
    const fault = explain(error.reason ?? '', block.split('\n')[mark?.line ?? -1] ?? '');
    return { ok: false, ...fault, ...(mark && { line: mark.line, column: mark.column }) };
  }
}

/** The library names a fault by what it came upon; a person wants to know what to change in the line. */
function explain(reason: string, line: string): { code: string; reason: Message } {
  if (reason === 'bad indentation of a mapping entry') {
    if (UNQUOTED_COLON.test(line))
      return { code: 'unquoted-colon', reason: message('unquoted ": " in a value') };
    const reserved = RESERVED_START.exec(line)?.[1];
    if (reserved !== undefined)
      return {
        code: 'reserved-character',
        reason: message('"{0}" cannot start an unquoted text', reserved),
      };
    return {
      code: 'indentation',
      reason: message('a line whose indentation fits no line above it, or text after a value'),
    };
  }
  if (/\t/.test(line) && /indent|document separator/.test(reason))
    return { code: 'tab', reason: message('a tab where only spaces are allowed') };
  if (reason.startsWith('duplicated mapping key'))
    return {
      code: 'duplicate-key',
      reason: message('{0} is declared for the second time', keyOf(line) ?? message('a key')),
    };
  if (reason.includes('quoted scalar'))
    return { code: 'unclosed-quote', reason: message('a quotation mark that nothing closes') };
  if (reason.includes('flow collection'))
    return { code: 'unclosed-bracket', reason: message('a bracket that nothing closes') };
  if (reason.includes('single document'))
    return { code: 'second-document', reason: message('a second document') };
  if (reason.startsWith('unidentified alias')) return { code: 'alias', reason: notYaml(reason) };
  if (reason.startsWith('unknown tag')) return { code: 'unknown-tag', reason: notYaml(reason) };
  if (reason.includes('escape')) return { code: 'bad-escape', reason: notYaml(reason) };
  if (reason.includes('non-printable'))
    return { code: 'control-character', reason: message('a character that YAML does not allow') };
  return { code: 'syntax', reason: notYaml(reason) };
}

/** The key at the start of a line; undefined where it is not written in the usual way. */
function keyOf(line: string): string | undefined {
  return /^\s*["']?([\w-]{1,40})["']?\s*:/.exec(line)?.[1];
}
