/** What Codex makes of the text of one skill file. Each rule was checked against the recorded outcomes. */
import type { MappingNode, YamlNode } from '../lazy/yaml/nodes';
import { type Message, message } from '../message';
import { readPlainFrontmatter } from '../plain-frontmatter';
import type { ParseOutcome } from '../scan/found';
import type { Remark } from '../types';
import { repairYaml } from './codex-repair';
import { remarkOnFolder, remarkOnPortability } from './name-remarks';
import { fieldsOf, isGiven, isText, lineOfNode, readSerdeYaml, type SerdeFault } from './serde-yaml';

/** Characters, not bytes, of a name, be it declared or that of the folder. A plugin's name before it does not count. */
const LONGEST_NAME = 64;

const FENCE = '---';

/** Keys by which other products keep a skill from their model, or from people. */
const IGNORED_KEYS = /^(disable-model-invocation|user-invocable)[ \t]*:/m;

interface Said {
  /** Null where nothing is given. */
  readonly name: string | null;
  readonly description: string | null;
}

type Reading = ({ readonly ok: true } & Said) | SerdeFault;

/** Never throws. */
export function parseCodexSkill(source: string, folder: string): ParseOutcome {
  const defaultName = onOneLine(folder) || 'skill';
  const drop = (code: string, reason: Message, line: number) =>
    ({ ok: false, name: defaultName, code, reason, line }) as const;
  const block = frontmatterOf(source);
  if (block === null) {
    const { code, reason, line } = whyNoFrontmatter(source);
    return drop(code, reason, line);
  }
  const plain = readPlainBlock(block);
  if (plain) return evaluate(plain, { block, defaultName, repaired: [] });
  const first = readBlock(block);
  if (first.ok) return evaluate(first, { block, defaultName, repaired: [] });
  const repair = repairYaml(block);
  const second = repair.lines.length > 0 ? readBlock(repair.text) : first;
  if (second.ok) return evaluate(second, { block, defaultName, repaired: repair.lines });
  return { ...drop(second.code, second.reason, second.line + 2), column: second.column + 1 };
}

const BLANK = /\p{White_Space}/u;

/** Text as Rust trims it: a byte order mark is no blank there. By hand, since a pattern for the end tries every blank before. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text[start] ?? '')) start++;
  while (end > start && BLANK.test(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}

/** Runs of blanks of any kind become one blank, those at the ends go. */
function onOneLine(text: string): string {
  return trimmed(text).replace(/\p{White_Space}+/gu, ' ');
}

/** What stands between the first two fences; null where that is nothing, or where there are no two. */
function frontmatterOf(source: string): string | null {
  const end = source.indexOf('\n');
  if (end < 0 || trimmed(source.slice(0, end)) !== FENCE) return null;
  for (let start = end + 1; start < source.length; ) {
    const next = source.indexOf('\n', start);
    const stop = next < 0 ? source.length : next;
    if (trimmed(source.slice(start, stop)) === FENCE) {
      if (start === end + 1) return null;
      return source.slice(end + 1, start - 1).replace(/\r\n|\r$/g, '\n');
    }
    start = stop + 1;
  }
  return null;
}

function whyNoFrontmatter(source: string): { code: string; reason: Message; line: number } {
  if (source.startsWith('\ufeff')) {
    const reason = message('it starts with a byte order mark, so that Codex sees no frontmatter in it');
    return { code: 'bom', reason, line: 1 };
  }
  const lines = source.split('\n');
  if (trimmed(lines[0] ?? '') === FENCE) {
    const isEmpty = lines.length > 1 && trimmed(lines[1] ?? '') === FENCE;
    if (isEmpty)
      return { code: 'no-frontmatter', reason: message('there is nothing in its frontmatter'), line: 1 };
    const reason = message('its frontmatter is never closed: a second --- is missing');
    return { code: 'frontmatter-unclosed', reason, line: 1 };
  }
  const opener = lines.findIndex(line => trimmed(line) !== '');
  if (opener > 0 && trimmed(lines[opener] ?? '') === FENCE) {
    const reason = message('its frontmatter starts on line {0}; only line 1 counts', opener + 1);
    return { code: 'frontmatter-not-first', reason, line: opener + 1 };
  }
  const reason = message('it has no frontmatter, and Codex wants a description there');
  return { code: 'no-frontmatter', reason, line: 1 };
}

/** The quick path. A key that comes twice may be an error, and a mark in the text is one: those are left to YAML. */
function readPlainBlock(block: string): Said | undefined {
  if (block.includes('\ufeff')) return undefined;
  const plain = readPlainFrontmatter(block);
  if (!plain || plain.size !== block.match(/^[A-Za-z]/gm)?.length || plain.has('metadata')) return undefined;
  const textOf = (key: string) => {
    const value = plain.get(key);
    return value && 'value' in value ? String(value.value) : null;
  };
  return { name: textOf('name'), description: textOf('description') };
}

/** Reads the block as YAML, into the fields that Codex knows. */
function readBlock(block: string): Reading {
  const yaml = readSerdeYaml(block);
  if (!yaml.ok) return yaml;
  const { root } = yaml;
  if (!isGiven(root)) return { ok: true, name: null, description: null };
  const fault = (code: string, reason: Message, node: YamlNode): SerdeFault => ({
    ok: false,
    code,
    reason,
    line: lineOfNode(block, node),
    column: 0,
  });
  if (root.kind !== 'mapping') {
    return fault('not-a-mapping', message('its frontmatter is no mapping of keys to values'), root);
  }
  const odd = root.pairs.find(({ key }) => key.kind !== 'scalar');
  if (odd) return fault('not-a-mapping', message('a key of its frontmatter is no text'), odd.key);
  const read = fieldsOf(root, ['name', 'description', 'metadata']);
  if (!read.ok)
    return fault('duplicate-key', message('{0} is there for the second time', read.twice), read.key);
  const said: Record<'name' | 'description', string | null> = { name: null, description: null };
  for (const key of ['name', 'description'] as const) {
    const node = read.fields.get(key);
    if (!isGiven(node)) continue;
    if (!isText(node)) return fault(`${key}-not-text`, notText(key, node), node);
    said[key] = node.text;
  }
  return wrongMetadata(read.fields.get('metadata'), fault) ?? { ok: true, ...said };
}

function notText(key: string, { kind }: YamlNode): Message {
  return kind === 'sequence'
    ? message('{0} is a list, not text', key)
    : message('{0} is a mapping, not text', key);
}

/** `metadata` has to be a map; of it only `short-description` is read. */
function wrongMetadata(
  node: YamlNode | undefined,
  fault: (code: string, reason: Message, node: YamlNode) => SerdeFault,
): SerdeFault | undefined {
  if (!isGiven(node)) return undefined;
  if (node.kind !== 'mapping')
    return fault('metadata-not-a-mapping', message('metadata is no mapping of keys to values'), node);
  return wrongShortDescription(node, fault);
}

function wrongShortDescription(
  metadata: MappingNode,
  fault: (code: string, reason: Message, node: YamlNode) => SerdeFault,
): SerdeFault | undefined {
  const read = fieldsOf(metadata, ['short-description']);
  if (!read.ok)
    return fault('duplicate-key', message('{0} is there for the second time', read.twice), read.key);
  const node = read.fields.get('short-description');
  if (!isGiven(node) || isText(node)) return undefined;
  return fault('metadata-not-text', notText('short-description', node), node);
}

interface Block {
  readonly block: string;
  readonly defaultName: string;
  /** Lines of the block, counted from 0, that were only understood after a repair. */
  readonly repaired: readonly number[];
}

function evaluate(said: Said, { block, defaultName, repaired }: Block): ParseOutcome {
  const name = onOneLine(said.name ?? '') || defaultName;
  const description = onOneLine(said.description ?? '');
  const lineOf = (key: string) => {
    const line = block.split('\n').findIndex(text => new RegExp(`^["']?${key}["']?[ \\t]*:`).test(text));
    return line + 2;
  };
  if (description === '') {
    const reason =
      said.description === null
        ? message('its frontmatter has no description, which Codex wants')
        : message('description is blank');
    return { ok: false, name, code: 'no-description', reason, line: lineOf('description') };
  }
  const length = [...name].length;
  if (length > LONGEST_NAME) {
    const reason = message('name has {0} characters; Codex takes {1} at most', length, LONGEST_NAME);
    return { ok: false, name, code: 'name-too-long', reason, line: lineOf('name') };
  }
  const remarks: readonly (Remark | undefined)[] = [
    ...repaired.map(remarkOnRepair),
    remarkOnIgnoredKey(block),
    remarkOnFolder(name, defaultName, 'directory'),
    remarkOnPortability(name),
  ];
  return {
    ok: true,
    name,
    description,
    descriptionFrom: 'frontmatter',
    type: null,
    remarks: remarks.filter(one => one !== undefined),
  };
}

function remarkOnRepair(line: number): Remark {
  return {
    code: 'repaired',
    severity: 'warning',
    text: message(
      'line {0} is not YAML as it stands; Codex takes the value as text, others may not',
      line + 2,
    ),
    line: line + 2,
  };
}

function remarkOnIgnoredKey(block: string): Remark | undefined {
  const found = IGNORED_KEYS.exec(block);
  if (!found) return undefined;
  const line = block.slice(0, found.index).split('\n').length + 1;
  const text = message(
    'Codex ignores {0}: what keeps a skill from its model is agents/openai.yaml beside the skill file',
    found[1] ?? '',
  );
  return { code: 'key-ignored', severity: 'information', text, line };
}
