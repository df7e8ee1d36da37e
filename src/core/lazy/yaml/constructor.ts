import { message } from '../../message';
import type { PyValue } from '../../yaml-types';
import { decodeBase64 } from './base64';
import { isPossibleDate } from './dates';
import { quoted, YamlFault } from './fault';
import { Merger } from './merge';
import { type Pair, standardTagPrefix, type YamlNode } from './nodes';
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
 * Makes sure that Python can make a value of everything that the root leads to (rule 61), and returns what tells a
 * node's value. Collections are filled level by level, in the order in which PyYAML fills them; that matters because
 * filling a map can change the tag of a key that something else refers to. Throws `YamlFault`.
 */
export function construct(root: YamlNode): (node: YamlNode) => PyValue {
  const scalars = new Map<YamlNode, PyValue>();
  const toFill = new Set<YamlNode>();
  const merger = new Merger();
  const visit = (node: YamlNode): void => {
    if (scalars.has(node) || toFill.has(node)) return;
    if (collectionKind(node.tag)) toFill.add(node);
    else scalars.set(node, scalarValue(node));
  };
  visit(root);
  for (const node of toFill) fill(node, merger, visit);
  return node => scalars.get(node) ?? collectionValue(node);
}

function collectionKind(tag: string): 'sequence' | 'mapping' | undefined {
  const name = standardName(tag);
  return Object.hasOwn(collectionTags, name) ? collectionTags[name] : undefined;
}

/** `int` for `tag:yaml.org,2002:int`; empty for a tag that is not one of YAML's own. */
function standardName(tag: string): string {
  return tag.startsWith(standardTagPrefix) ? tag.slice(standardTagPrefix.length) : '';
}

function fill(node: YamlNode, merger: Merger, visit: (node: YamlNode) => void): void {
  const name = standardName(node.tag);
  if (node.kind !== collectionKind(node.tag)) throw wrongTag(node, name);
  if (node.kind === 'mapping') {
    merger.merge(node);
    for (const pair of node.pairs) {
      visit(pair.key);
      requireHashable(pair, node);
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
    throw new YamlFault(
      'wrong-tag',
      message('an item of {0} that is no single "key: value"', `!!${name}`),
      item.start,
    );
  visit(pair.key);
  visit(pair.value);
}

function requireHashable({ key }: Pair, map: YamlNode): void {
  if (!collectionKind(key.tag)) return;
  const isMap = key.kind === 'mapping';
  const isTemplate = isMap && key.start === map.start + 1;
  const what = isMap ? message('a map used as a key') : message('a list used as a key');
  const text = isTemplate ? message('"{{" starts a map inside a map, so the text needs quotes') : what;
  throw new YamlFault('unhashable-key', text, key.start);
}

/** The value of a collection that has been filled. */
function collectionValue(node: YamlNode): PyValue {
  if (node.kind === 'mapping') {
    return { type: standardName(node.tag) === 'set' ? 'set' : 'map', empty: node.pairs.length === 0 };
  }
  return { type: 'list', empty: node.kind === 'sequence' && node.items.length === 0 };
}

/** The value that Python makes of a node whose tag is not one of a collection. Throws `YamlFault` if it makes none. */
function scalarValue(node: YamlNode): PyValue {
  const name = standardName(node.tag);
  switch (name) {
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
  throw new YamlFault('bad-boolean', message('{0} is neither true nor false', quoted(text)), node.start);
}

function number(type: 'int' | 'float', text: string, node: YamlNode): PyValue {
  const zero = type === 'int' ? isZeroInt(text) : isZeroFloat(text);
  if (zero === undefined)
    throw new YamlFault('bad-number', message('{0} is not a possible number', quoted(text)), node.start);
  return { type, source: text, zero };
}

function date(text: string, node: YamlNode): PyValue {
  if (node.kind !== 'scalar' || !isPossibleDate(text)) {
    throw new YamlFault('bad-date', message('{0} is not a possible date', quoted(text)), node.start);
  }
  return { type: 'date', source: text };
}

function binary(text: string, node: YamlNode): PyValue {
  const value = decodeBase64(text);
  if (!value) throw new YamlFault('bad-binary', message('!!binary without proper base64'), node.start);
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
  const what = { scalar: message('a text'), sequence: message('a list'), mapping: message('a map') };
  return new YamlFault('wrong-tag', message('the tag {0} on {1}', `!!${name}`, what[node.kind]), node.start);
}

function unknownTag(node: YamlNode, name: string): YamlFault {
  if (name === 'value') return new YamlFault('bare-equals', message('"=" needs quotes'), node.start);
  if (name === 'merge')
    return new YamlFault('merge', message('"<<" needs quotes where it is no key of a map'), node.start);
  const shown = name === '' ? node.tag : `!!${name}`;
  return new YamlFault('unknown-tag', message('the unknown tag {0}', quoted(shown)), node.start);
}
