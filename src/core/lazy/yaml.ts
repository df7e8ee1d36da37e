/**
 * The YAML of frontmatter, as PyYAML 6.0.3's `safe_load` reads it. Loaded on first use: elsewhere import this module
 * with `import()` only, and its types from `../yaml-types`.
 *
 * PyYAML follows YAML 1.1 with a scanner of its own, and a skill is lost or kept by its peculiarities: where tabs may
 * stand, how far a key may be from its colon, which unquoted texts are no strings. No YAML library for JavaScript
 * offers these, so the path from text to values is here, in small steps: `scanner` (tokens), `composer` (nodes),
 * `constructor` (values).
 */
import { type Message, message } from '../message';
import type { PyValue, YamlEntryRange, YamlOutcome, YamlPosition } from '../yaml-types';
import { requirePrintable } from './yaml/characters';
import { compose } from './yaml/composer';
import { construct } from './yaml/constructor';
import { YamlFault } from './yaml/fault';
import { type MappingNode, type Pair, standardTagPrefix, type YamlNode } from './yaml/nodes';
import { scan } from './yaml/scanner';

export { isTruthy } from '../yaml-types';

/**
 * Loads the block of a frontmatter as `splitFrontmatter` gives it, so LF is its only line end (others that YAML knows
 * are taken for LF). Never throws: what makes PyYAML or Python raise an error comes back as a failure, and so does a
 * block that is no mapping (rules 60, 61).
 */
export function loadPyYaml(block: string): YamlOutcome {
  const text = block.replace(/\r\n?|[\x85\u2028\u2029]/g, '\n');
  try {
    return load(text);
  } catch (error) {
    const fault =
      error instanceof YamlFault ? error : new YamlFault('too-deep', message('too much to take in'), 0);
    const { line, column } = positions(text)(fault.offset);
    return { ok: false, code: fault.code, reason: fault.reason, line, column, offset: fault.offset };
  }
}

function load(text: string): YamlOutcome {
  requirePrintable(text);
  const root = compose(scan(text), text);
  if (!root) throw new YamlFault('comment-only', message('nothing but comments'), 0);
  const toValue = construct(root);
  if (root.kind !== 'mapping' || root.tag !== `${standardTagPrefix}map`)
    throw notAMapping(root, toValue(root));
  return entries(root, toValue, text);
}

function notAMapping(root: YamlNode, value: PyValue): YamlFault {
  const colon = value.type === 'str' ? /^[^\s:]+:(?=\S)/.exec(value.value) : null;
  if (colon)
    return new YamlFault('not-a-mapping', message('no space after the colon of "{0}"', colon[0]), root.start);
  return new YamlFault(
    'not-a-mapping',
    message('{0} instead of "key: value" lines', kindOf(value)),
    root.start,
  );
}

function kindOf({ type }: PyValue): Message {
  switch (type) {
    case 'list':
      return message('a list');
    case 'set':
      return message('a set');
    case 'null':
      return message('nothing');
    default:
      return message('a single value');
  }
}

function entries(root: MappingNode, toValue: (node: YamlNode) => PyValue, text: string): YamlOutcome {
  const lastPairs = new Map<string, Pair>();
  for (const pair of root.pairs) {
    const key = toValue(pair.key);
    if (key.type === 'str') lastPairs.set(key.value, pair);
  }
  const mapping = new Map<string, PyValue>();
  const ranges = new Map<string, YamlEntryRange>();
  const position = positions(text);
  for (const [key, pair] of lastPairs) {
    mapping.set(key, toValue(pair.value));
    ranges.set(key, rangesOf(pair, position));
  }
  return { ok: true, mapping, positions: ranges };
}

function rangesOf(pair: Pair, position: (offset: number) => YamlPosition): YamlEntryRange {
  return {
    key: { start: position(pair.keyStart), end: position(pair.keyEnd) },
    value: { start: position(pair.valueStart), end: position(pair.valueEnd) },
  };
}

/** Turns offsets into positions; the starts of lines are looked up when they are first needed. */
function positions(text: string): (offset: number) => YamlPosition {
  let lineStarts: number[] | undefined;
  return offset => {
    if (!lineStarts) {
      lineStarts = [0];
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
    }
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: offset - lineStarts[low]!, offset };
  };
}
