import type { PyValue } from '../../yaml-types';
import { decodeBase64 } from './base64';
import { isPossibleDate } from './dates';
import { quoted, YamlFault } from './fault';
import { mergeInto } from './merge';
import { type MappingNode, type Pair, type SequenceNode, standardTagPrefix, type YamlNode } from './nodes';
import { isZeroFloat, isZeroInt } from './numbers';

/** Tags of collections: which node they need. */
const collectionTags: Readonly<Record<string, 'sequence' | 'mapping'>> = {
  seq: 'sequence',
  omap: 'sequence',
  pairs: 'sequence',
  map: 'mapping',
  set: 'mapping',
};

/**
 * Makes sure that Python can make a value of everything that the root leads to (rule 61). Collections are filled
 * level by level, in the order in which PyYAML fills them. Throws `YamlFault`.
 */
export function construct(root: YamlNode): void {
  const seen = new Set<YamlNode>();
  const toFill: YamlNode[] = [];
  const visit = (node: YamlNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (collectionKind(node.tag)) toFill.push(node);
    else pyValue(node);
  };
  visit(root);
  for (const node of toFill) fill(node, visit);
}

function collectionKind(tag: string): 'sequence' | 'mapping' | undefined {
  const name = standardName(tag);
  return Object.hasOwn(collectionTags, name) ? collectionTags[name] : undefined;
}

/** `int` for `tag:yaml.org,2002:int`; empty for a tag that is not one of YAML's own. */
function standardName(tag: string): string {
  return tag.startsWith(standardTagPrefix) ? tag.slice(standardTagPrefix.length) : '';
}

function fill(node: YamlNode, visit: (node: YamlNode) => void): void {
  const name = standardName(node.tag);
  if (node.kind !== collectionKind(node.tag)) throw wrongTag(node, name);
  if (node.kind === 'mapping') {
    mergeInto(node);
    for (const pair of node.pairs) {
      visit(pair.key);
      requireHashable(pair);
      visit(pair.value);
    }
  } else if (node.kind === 'sequence') {
    for (const item of node.items) {
      if (name === 'seq') visit(item);
      else visitSinglePair(item, name, visit);
    }
  }
}

/** An item of `!!omap` or `!!pairs`, which is a map of one key. */
function visitSinglePair(item: YamlNode, name: string, visit: (node: YamlNode) => void): void {
  const pair = item.kind === 'mapping' && item.pairs.length === 1 ? item.pairs[0] : undefined;
  if (!pair)
    throw new YamlFault('wrong-tag', `an item of !!${name} that is no single "key: value"`, item.start);
  visit(pair.key);
  visit(pair.value);
}

function requireHashable({ key }: Pair): void {
  const kind = collectionKind(key.tag);
  if (!kind) return;
  const isTemplate = key.kind === 'mapping';
  const message = isTemplate ? 'a {…} map used as a key; "{{" needs quotes' : 'a list used as a key';
  throw new YamlFault('unhashable-key', message, key.start);
}

/** The value that Python makes of a node; a collection has to be filled first. Throws `YamlFault` if it makes none. */
export function pyValue(node: YamlNode): PyValue {
  const name = standardName(node.tag);
  switch (name) {
    case 'seq':
    case 'omap':
    case 'pairs':
      return { type: 'list', empty: (node as SequenceNode).items.length === 0 };
    case 'map':
      return { type: 'map', empty: (node as MappingNode).pairs.length === 0 };
    case 'set':
      return { type: 'set', empty: (node as MappingNode).pairs.length === 0 };
    case 'str':
      return { type: 'str', value: textOf(node, name) };
    case 'null':
      textOf(node, name);
      return { type: 'null' };
    case 'bool':
      return boolean(textOf(node, name), node);
    case 'int':
    case 'float':
      return number(name, textOf(node, name), node);
    case 'timestamp':
      return date(textOf(node, name), node);
    case 'binary':
      return binary(textOf(node, name), node);
    default:
      throw unknownTag(node, name);
  }
}

/** A scalar's text. A mapping has one too, if it has a key `=`: the text of that key's value. */
function textOf(node: YamlNode, tagName: string): string {
  const passed = new Set<YamlNode>();
  let current: YamlNode | undefined = node;
  while (current?.kind === 'mapping' && !passed.has(current)) {
    passed.add(current);
    current = current.pairs.find(pair => pair.key.tag === `${standardTagPrefix}value`)?.value;
  }
  if (current?.kind !== 'scalar') throw wrongTag(node, tagName);
  return current.text;
}

function boolean(text: string, node: YamlNode): PyValue {
  const lower = text.toLowerCase();
  if (lower === 'yes' || lower === 'true' || lower === 'on') return { type: 'bool', value: true };
  if (lower === 'no' || lower === 'false' || lower === 'off') return { type: 'bool', value: false };
  throw new YamlFault('bad-boolean', `${quoted(text)} is neither true nor false`, node.start);
}

function number(type: 'int' | 'float', text: string, node: YamlNode): PyValue {
  const zero = type === 'int' ? isZeroInt(text) : isZeroFloat(text);
  if (zero === undefined)
    throw new YamlFault('bad-number', `${quoted(text)} is not a possible number`, node.start);
  return { type, source: text, zero };
}

function date(text: string, node: YamlNode): PyValue {
  if (node.kind !== 'scalar' || !isPossibleDate(text)) {
    throw new YamlFault('bad-date', `${quoted(text)} is not a possible date`, node.start);
  }
  return { type: 'date', source: text };
}

function binary(text: string, node: YamlNode): PyValue {
  const value = decodeBase64(text);
  if (!value) throw new YamlFault('bad-binary', '!!binary without proper base64', node.start);
  return { type: 'bytes', value, text: utf8(value) };
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function wrongTag(node: YamlNode, name: string): YamlFault {
  const what = { scalar: 'a text', sequence: 'a list', mapping: 'a map' }[node.kind];
  return new YamlFault('wrong-tag', `the tag !!${name} on ${what}`, node.start);
}

function unknownTag(node: YamlNode, name: string): YamlFault {
  if (name === 'value') return new YamlFault('bare-equals', '"=" needs quotes', node.start);
  if (name === 'merge')
    return new YamlFault('merge', '"<<" needs quotes where it is no key of a map', node.start);
  const shown = name === '' ? node.tag : `!!${name}`;
  return new YamlFault('unknown-tag', `the unknown tag ${quoted(shown)}`, node.start);
}
