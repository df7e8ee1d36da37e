/**
 * YAML 1.2 as most agents read it, by the npm package `yaml`. For the rules of agents only: they are a part of their
 * own, and the package is in it.
 */
import { type Document, isNode, isScalar, LineCounter, parseDocument, visit, type YAMLError } from 'yaml';
import { type Message, message } from '../message';
import { notYaml } from '../yaml-library-text';

export type Yaml12Outcome =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** Stable short word, the same as for the other parsers where the fault is the same: `unquoted-colon`, `tab`, … */
      readonly code: string;
      readonly reason: Message;
      /** Counted from 0, in the block. Absent where no place is known. */
      readonly line?: number;
      readonly column?: number;
    };

export interface Yaml12Options {
  /** Whether a key that comes twice is a fault. Else the last one counts. */
  readonly uniqueKeys: boolean;
  /** Whether a second document is a fault. Else only the first one counts. */
  readonly oneDocument?: boolean;
}

/** Values that refer to others many times over are a way to fill the memory. */
const MOST_ALIASES = 100;

/** An unquoted value in which a colon and a blank come. */
const UNQUOTED_COLON = /^ *(?:- +)*[\w.-]+:[ \t](?!["'|>&*!{[@`%#])[^#\n]*?:(?:[ \t]|$)/;

/** A value that starts with a character that YAML keeps for itself. */
const RESERVED_START = /:[ \t]+([@`%])/;

/** Loads a block. Never throws: faults come back, warnings do not count. */
export function loadYaml12(block: string, { uniqueKeys, oneDocument = false }: Yaml12Options): Yaml12Outcome {
  if (isNestedTooDeep(block)) return { ok: false, code: 'syntax', reason: message('too much to take in') };
  // The library makes an error of each of many faults, and where in the program that was is of no use.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return load(block, uniqueKeys, oneDocument);
  } catch (error) {
    const name = /Unresolved alias.*: (.*)$/.exec(error instanceof Error ? error.message : '')?.[1];
    if (name !== undefined)
      return { ok: false, code: 'alias', reason: message('*{0} refers to nothing: quote the text', name) };
    return { ok: false, code: 'syntax', reason: message('too much to take in') };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function load(block: string, uniqueKeys: boolean, oneDocument: boolean): Yaml12Outcome {
  const lines = new LineCounter();
  const document = parseDocument(block, {
    uniqueKeys: false,
    // The library says nothing of a second document where it is to be silent.
    logLevel: oneDocument ? 'error' : 'silent',
    lineCounter: lines,
    // Else it looks for the line of every fault, and only the first one is told.
    prettyErrors: false,
  });
  const [error] = document.errors;
  if (error) return { ok: false, ...explain(error, block, lines) };
  const twice = uniqueKeys ? keyThatComesTwice(document) : undefined;
  if (twice !== undefined)
    return { ok: false, code: 'duplicate-key', reason: COMES_TWICE, ...placeOf(block, twice) };
  return { ok: true, value: document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown };
}

/**
 * How many levels are taken in. The library goes into itself for each: some hundreds of levels fill the stack, and what
 * fills it at the wrong moment ends the whole process.
 */
const MOST_LEVELS = 100;

/** Whether values lie in each other too deep, by the most that brackets, indentation and signs in a row could mean. */
function isNestedTooDeep(block: string): boolean {
  let brackets = 0;
  for (const bracket of block.match(/[[\]{}]/g) ?? []) {
    brackets = Math.max(0, brackets + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (brackets > MOST_LEVELS) return true;
  }
  const indents: number[] = [];
  for (const line of block.split('\n')) {
    const start = /^[ \t]*(?:[-?:][ \t]+)*/.exec(line)?.[0] ?? '';
    if (line.trim() === '') continue;
    const indent = start.length - start.trimStart().length;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    const signs = start.match(/[-?:]/g)?.length ?? 0;
    if (indents.length + signs > MOST_LEVELS) return true;
  }
  return false;
}

const COMES_TWICE = message('a key for the second time');

/** Where a key comes for the second time in one mapping. The library would compare each key with all before it. */
function keyThatComesTwice(document: Document): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : key;
        if (seen.has(value)) {
          found = isNode(key) ? (key.range?.[0] ?? 0) : 0;
          return visit.BREAK;
        }
        seen.add(value);
      }
      return undefined;
    },
  });
  return found;
}

function placeOf(block: string, offset: number): { readonly line: number; readonly column: number } {
  const before = block.slice(0, offset).split('\n');
  return { line: before.length - 1, column: before.at(-1)?.length ?? 0 };
}

/** The library names a fault by what it came upon; a person wants to know what to change in the line. */
function explain(
  { code, pos: [offset], message: text }: YAMLError,
  block: string,
  lines: LineCounter,
): Omit<Extract<Yaml12Outcome, { ok: false }>, 'ok'> {
  const start = offset < 0 ? undefined : lines.linePos(offset);
  const place = start && { line: start.line - 1, column: start.col - 1 };
  const line = block.split('\n')[place?.line ?? -1] ?? '';
  const fault = (of: string, reason: Message) => ({ code: of, reason, ...place });
  if ((code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY') && UNQUOTED_COLON.test(line))
    return fault('unquoted-colon', message('a ": " inside a text that is not in quotes'));
  if (code === 'BAD_SCALAR_START')
    return fault(
      'reserved-character',
      message('{0} cannot start a text that is not in quotes', RESERVED_START.exec(line)?.[1] ?? '@'),
    );
  if (code === 'MULTIPLE_DOCS') return fault('second-document', message('a second YAML document'));
  if (code === 'TAB_AS_INDENT') return fault('tab', message('a tab where only spaces are allowed'));
  if (code === 'MISSING_CHAR' && /quote/.test(text))
    return fault('unclosed-quote', message('a quotation mark that nothing closes'));
  if (/Flow (?:map|sequence)/.test(text))
    return fault('unclosed-bracket', message('a bracket that nothing closes'));
  if (code === 'UNEXPECTED_TOKEN')
    return fault('text-after-value', message('text after a value that has ended: quote the whole text'));
  if (code === 'MULTILINE_IMPLICIT_KEY' || code === 'BAD_INDENT' || code === 'BLOCK_AS_IMPLICIT_KEY')
    return fault(
      'indentation',
      message('a line whose indentation fits no line above it, or that is no "key: value"'),
    );
  return fault(code === 'BAD_ALIAS' ? 'alias' : 'syntax', notYaml(text));
}
