/** `agents/openai.yaml` beside a skill file: who is to have the skill, and whether its model may take it by itself. */
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';
import type { MappingNode, YamlNode } from '../lazy/yaml/nodes';
import { readWhole } from './agent-settings';
import { fieldsOf, isGiven, isText, readSerdeYaml } from './serde-yaml';

export interface OpenAiYaml {
  readonly file: string;
  /** `ignored`: it does not hold, so that it counts as if it were not there. */
  readonly state: 'read' | 'ignored';
  /** The name that people are shown in place of the skill's own. */
  readonly displayName: string | null;
  /** Empty: for all. */
  readonly products: readonly string[];
  readonly implicit: boolean;
}

const PRODUCTS = ['chatgpt', 'codex', 'atlas'];

const TEXTS_OF_INTERFACE = [
  'display_name',
  'short_description',
  'icon_small',
  'icon_large',
  'brand_color',
  'default_prompt',
];

/** Reads it; null where there is none. Never throws. */
export function readOpenAiYaml(files: FileSystem, folder: string): OpenAiYaml | null {
  const file = path.join(folder, 'agents', 'openai.yaml');
  const state = files.state(file);
  if (isFault(state) || state.kind !== 'file') return null;
  const ignored: OpenAiYaml = { file, state: 'ignored', displayName: null, products: [], implicit: true };
  const yaml = readSerdeYaml(readWhole(files, file) ?? '');
  if (!yaml.ok || !isGiven(yaml.root)) return ignored;
  const read = mapOf(yaml.root, ['interface', 'policy', 'dependencies']);
  const face = read && mapOf(read.get('interface'), TEXTS_OF_INTERFACE);
  const policy = read && mapOf(read.get('policy'), ['allow_implicit_invocation', 'products']);
  if (!read || !face || !policy || !mapOf(read.get('dependencies'), ['tools'])) return ignored;
  if (![...face.values()].every(node => !isGiven(node) || isText(node))) return ignored;
  const products = productsOf(policy.get('products'));
  const implicit = flagOf(policy.get('allow_implicit_invocation'));
  if (!products || implicit === undefined) return ignored;
  return { file, state: 'read', displayName: shownName(face.get('display_name')), products, implicit };
}

/** The fields of a map; none where it is not given; undefined where it is no map, or holds one twice. */
function mapOf(
  node: YamlNode | undefined,
  names: readonly string[],
): ReadonlyMap<string, YamlNode> | undefined {
  if (!isGiven(node)) return new Map();
  if (node.kind !== 'mapping') return undefined;
  const read = fieldsOf(node satisfies MappingNode, names);
  return read.ok ? read.fields : undefined;
}

function shownName(node: YamlNode | undefined): string | null {
  const text = isGiven(node) && isText(node) ? node.text.trim().replace(/\s+/g, ' ') : '';
  return text === '' || [...text].length > 64 ? null : text;
}

/** Undefined where it is no list, or one of a product that Codex does not know. */
function productsOf(node: YamlNode | undefined): readonly string[] | undefined {
  if (node === undefined) return [];
  if (node.kind !== 'sequence') return undefined;
  const names = node.items.map(item => (isText(item) ? item.text.toLowerCase() : ''));
  return names.every(name => PRODUCTS.includes(name)) ? names : undefined;
}

/** True where it is not given, undefined where it is neither true nor false. */
function flagOf(node: YamlNode | undefined): boolean | undefined {
  if (!isGiven(node)) return true;
  if (!isText(node)) return undefined;
  if (/^(?:true|True|TRUE)$/.test(node.text)) return true;
  return /^(?:false|False|FALSE)$/.test(node.text) ? false : undefined;
}
