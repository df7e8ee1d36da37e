/** What Qwen Code makes of the text of one skill file: YAML 1.2 where that goes, else a small parser of its own. */
import { type Message, message, namesInRow } from '../message';
import type { ParseOutcome } from '../scan/found';
import type { Form, Remark, Unlisted } from '../types';
import {
  type AgentBlock,
  keysOf,
  lineOfKey,
  readPlainKeys,
  showValue,
  unclosed,
  withoutFence,
} from './agent-frontmatter';
import { remarkOnFolder, remarkOnPortability } from './name-remarks';
import { loadYaml12 } from './yaml12';

const PRODUCT = 'Qwen Code';

/** Up to the first line that is just `---`. */
const FRONTMATTER = /^---\n([\s\S]*?)\n---(?:\n|$)/;

/** What a name may consist of. */
const NAME = /^[\p{L}\p{N}_:.-]+$/u;

type Keys = ReadonlyMap<string, unknown>;

/** What it declares, and the fault that kept it from being read as YAML. */
interface Read {
  readonly keys: Keys;
  readonly fault?: Remark;
}

export function parseQwenSkill(source: string, defaultName: string, form: Form): ParseOutcome {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const block = FRONTMATTER.exec(text)?.[1];
  if (block === undefined) {
    return text.startsWith('---\n') ? unclosed(defaultName) : withoutFence(text, defaultName, PRODUCT, true);
  }
  const place = { text: block, line: 2 };
  const { keys, fault } = readBlock(block);
  const failure = whyDropped(keys, place, fault);
  const name = keys.get('name');
  if (failure) {
    const shown = typeof name === 'string' && name !== '' ? name : defaultName;
    return { ok: false, name: shown, ...failure };
  }
  return loaded({ keys, ...(fault && { fault }) }, place, defaultName, form);
}

/** Keys without a value are as if they were not there. */
function readBlock(block: string): Read {
  const plain = readPlainKeys(block);
  if (plain) return { keys: withoutNulls(plain) };
  const yaml = loadYaml12(block, { uniqueKeys: true, oneDocument: true });
  const keys = yaml.ok ? keysOf(yaml.value) : undefined;
  if (keys) return { keys: withoutNulls(keys) };
  const own = readByLines(block);
  if (yaml.ok) return { keys: own };
  const text = message('no YAML ({0}): Qwen Code reads it by simpler rules of its own', yaml.reason);
  const line = yaml.line === undefined ? undefined : yaml.line + 2;
  return {
    keys: own,
    fault: { code: yaml.code, severity: 'warning', text, ...(line !== undefined && { line }) },
  };
}

function withoutNulls(keys: Keys): Keys {
  return new Map([...keys].filter(([, value]) => value !== null));
}

/**
 * The product's own parser: `key: value`, lists of `  - ` below a key, and one level of two blanks. What else is
 * indented is lost.
 */
function readByLines(block: string): Keys {
  const lines = block.split('\n').filter(line => line.trim() !== '' && !line.trim().startsWith('#'));
  const keys = new Map<string, unknown>();
  let key = '';
  let list: unknown[] | null = null;
  let object: { readonly key: string; readonly values: Record<string, unknown> } | null = null;
  const endList = () => {
    if (list) keys.set(key, list);
    if (list) key = '';
    list = null;
  };
  const endObject = () => {
    if (object) keys.set(object.key, object.values);
    object = null;
  };
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('  - ')) {
      list ??= [];
      list.push(readValue(line.slice(4).trim()));
      continue;
    }
    endList();
    const isIndented = line.startsWith('  ');
    if (isIndented && object) {
      const [inner, value] = splitAtColon(line.trim());
      if (inner !== '__proto__') object.values[inner] = readValue(value);
      continue;
    }
    if (!isIndented) endObject();
    if (!line.includes(':')) continue;
    const [name, value] = splitAtColon(line);
    if (value !== '') {
      keys.set(name, readValue(value));
      continue;
    }
    key = name;
    const next = lines[index + 1];
    if (next?.startsWith('  ') && !next.startsWith('  - ')) {
      object = { key, values: {} };
      key = '';
    }
  }
  endList();
  endObject();
  return keys;
}

function splitAtColon(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

function readValue(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  if (value === 'null') return null;
  if (value === '') return '';
  if (value.length >= 2 && value.startsWith('"') && value.endsWith('"'))
    return value.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

type Failure = Omit<Extract<ParseOutcome, { ok: false }>, 'ok' | 'name'>;

/** In the order in which the product looks. */
function whyDropped(keys: Keys, place: AgentBlock, fault: Remark | undefined): Failure | undefined {
  const drop = (key: string, code: string, reason: Message): Failure => ({
    code,
    reason,
    line: lineOfKey(place, key),
  });
  for (const key of ['name', 'description'] as const) {
    const value = keys.get(key) ?? '';
    if (value !== '') continue;
    // A fault of YAML is what a person has to mend, if it cost the key.
    if (fault && !keys.has(key)) return { code: fault.code, reason: fault.text, line: fault.line ?? 2 };
    const reason = keys.has(key)
      ? message('{0} is empty', key)
      : message('its frontmatter has no {0}, which Qwen Code wants', key);
    return drop(key, `no-${key}`, reason);
  }
  const name = asText(keys.get('name'));
  if (!NAME.test(name)) return drop('name', 'bad-name', whyBadName(name));
  if (asText(keys.get('description')).trim() === '')
    return drop('description', 'no-description', message('{0} is blank', 'description'));
  const tools = keys.get('allowedTools') ?? [];
  if (!Array.isArray(tools)) {
    const reason = message('allowedTools is {0}: Qwen Code takes a list only', showValue(tools));
    return drop('allowedTools', 'allowed-tools-not-list', reason);
  }
  const model = keys.get('model');
  if (model !== undefined && typeof model !== 'string')
    return drop('model', 'model-not-text', message('model is {0}, which is not text', showValue(model)));
  return whyBadPaths(keys.get('paths'), drop);
}

/** As JavaScript turns a value into text; empty where that fails, which loses the skill. */
function asText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '';
  }
}

function whyBadName(name: string): Message {
  const bad = [...name].find(one => !NAME.test(one));
  if (bad === ' ') return message('its name has a blank: Qwen Code takes letters, digits and _ : . - only');
  const shown = bad ?? '';
  return message('its name has {0}: Qwen Code takes letters, digits and _ : . - only', shown);
}

function whyBadPaths(
  paths: unknown,
  drop: (key: string, code: string, reason: Message) => Failure,
): Failure | undefined {
  if (paths === undefined || paths === null) return undefined;
  if (!Array.isArray(paths))
    return drop('paths', 'bad-paths', message('paths is {0}: Qwen Code takes a list only', showValue(paths)));
  for (const entry of patternsOf(paths)) {
    if (/^[\\/]/.test(entry))
      return drop(
        'paths',
        'bad-paths',
        message('{0} in paths is absolute: they start at the project', entry),
      );
    if (entry.split(/[\\/]/).includes('..'))
      return drop('paths', 'bad-paths', message('{0} in paths leads out of the project', entry));
  }
  return undefined;
}

function patternsOf(paths: unknown): readonly string[] {
  return Array.isArray(paths) ? paths.map(one => asText(one).trim()).filter(one => one !== '') : [];
}

function loaded({ keys, fault }: Read, place: AgentBlock, defaultName: string, form: Form): ParseOutcome {
  const name = asText(keys.get('name'));
  const whenToUse = keys.get('when_to_use');
  const unlisted = whyUnlisted(keys);
  const invocable = keys.get('user-invocable');
  const remarks = [
    fault,
    invocable === false || invocable === 'false' ? noCommand(lineOfKey(place, 'user-invocable')) : undefined,
    remarkOnFolder(name, defaultName, form),
    remarkOnPortability(name),
  ].filter(one => one !== undefined);
  return {
    ok: true,
    name,
    description: asText(keys.get('description')),
    descriptionFrom: 'frontmatter',
    type: null,
    ...(unlisted && { unlisted }),
    ...(typeof whenToUse === 'string' && whenToUse !== '' && { whenToUse }),
    remarks,
  };
}

function whyUnlisted(keys: Keys): Unlisted | undefined {
  const disabled = keys.get('disable-model-invocation');
  if (disabled === true || disabled === 'true')
    return {
      code: 'disabled',
      reason: message('not listed for the model: disable-model-invocation is true'),
    };
  const patterns = patternsOf(keys.get('paths'));
  if (patterns.length === 0) return undefined;
  const reason = message(
    'not listed for the model until it works on a file that matches {0}',
    namesInRow(patterns),
  );
  return { code: 'paths', reason };
}

function noCommand(line: number): Remark {
  const text = message('people cannot call it by a command: user-invocable is false');
  return { code: 'no-command', severity: 'information', text, line };
}
