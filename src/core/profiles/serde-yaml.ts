/**
 * YAML as serde_yaml reads it into a struct with named fields: Codex and Goose are written in Rust. Its scanner is a port
 * of libyaml, which reads as PyYAML does but for tabs, so that the scanner for PyYAML serves here.
 */
import { requirePrintable } from '../lazy/yaml/characters';
import { compose } from '../lazy/yaml/composer';
import { YamlFault } from '../lazy/yaml/fault';
import { type MappingNode, type ScalarNode, standardTagPrefix, type YamlNode } from '../lazy/yaml/nodes';
import { scan } from '../lazy/yaml/scanner';
import { type Message, message } from '../message';

/** Why a text does not load: line and column counted from 0. */
export interface SerdeFault {
  readonly ok: false;
  readonly code: string;
  readonly reason: Message;
  readonly line: number;
  readonly column: number;
}

export type SerdeYaml = { readonly ok: true; readonly root: YamlNode | undefined } | SerdeFault;

/** A tab behind the first character of a line: libyaml takes it for a blank. */
const INNER_TEXT = /\S[^\n]*/g;

/** Reads a text that holds one document. `root` is undefined where there is none in it. Never throws. */
export function readSerdeYaml(text: string): SerdeYaml {
  const lines = text.replace(/\r\n?|[\x85\u2028\u2029]/g, '\n');
  const read = readLines(lines);
  if (read.ok || !lines.includes('\t')) return read;
  return readLines(lines.replace(INNER_TEXT, rest => rest.replaceAll('\t', ' ')));
}

function readLines(text: string): SerdeYaml {
  try {
    requirePrintable(text);
    const mark = text.indexOf('\ufeff');
    if (mark >= 0)
      throw new YamlFault('control-character', message('the invisible character {0}', 'U+FEFF'), mark);
    return { ok: true, root: compose(scan(text), text) };
  } catch (error) {
    const fault =
      error instanceof YamlFault ? error : new YamlFault('too-deep', message('too much to take in'), 0);
    const place = placeIn(text, fault.offset);
    return { ok: false, code: fault.code, reason: fault.reason, ...place };
  }
}

/** Line and column of an offset, counted from 0. */
function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length - 1, column: offset - lineStart };
}

/** The line of a node, counted from 0. */
export function lineOfNode(text: string, node: YamlNode): number {
  return placeIn(text, node.start).line;
}

export type Fields =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, YamlNode> }
  | { readonly ok: false; readonly twice: string; readonly key: YamlNode };

/** The named fields of a map. One that comes twice is an error; other keys may. */
export function fieldsOf(map: MappingNode, names: readonly string[]): Fields {
  const fields = new Map<string, YamlNode>();
  for (const { key, value } of map.pairs) {
    if (key.kind !== 'scalar' || !names.includes(key.text)) continue;
    if (fields.has(key.text)) return { ok: false, twice: key.text, key };
    fields.set(key.text, value);
  }
  return { ok: true, fields };
}

/** Whether a node is there and says something: a null is as good as none. */
export function isGiven(node: YamlNode | undefined): node is YamlNode {
  return node !== undefined && !(node.kind === 'scalar' && node.tag === `${standardTagPrefix}null`);
}

/** Whether a node is a text. Numbers, dates and the like are, as they are written. */
export function isText(node: YamlNode): node is ScalarNode {
  return node.kind === 'scalar';
}
