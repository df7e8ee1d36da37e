/** What Gemini CLI makes of the text of one skill file: YAML where that goes, else a search line by line. */
import { message } from '../message';
import type { ParseOutcome } from '../scan/found';
import type { Form, Remark } from '../types';
import { keysOf, lineOfKey, readPlainKeys, unclosed, withoutFence } from './agent-frontmatter';
import { remarkOnFolder, remarkOnPortability } from './name-remarks';

const PRODUCT = 'Gemini CLI';

/** From the very first byte. What follows the closing dashes on their line is passed over. */
const FRONTMATTER = /^---\r?\n([\s\S]*?)\r?\n---/;

/** What is not left in a name. */
const REPLACED_IN_NAMES = /[:\\/<>*?"|]/g;

interface Declared {
  readonly name: string;
  readonly description: string;
  /** What kept it from being read as YAML, where that is how it is. */
  readonly byLines?: Remark;
}

/** Asynchronous only where the frontmatter needs the full YAML parser, which loads on first use. */
export function parseGeminiSkill(
  source: string,
  defaultName: string,
  form: Form,
): ParseOutcome | Promise<ParseOutcome> {
  const block = FRONTMATTER.exec(source)?.[1];
  if (block === undefined) {
    return /^---\r?\n/.test(source)
      ? unclosed(defaultName)
      : withoutFence(source, defaultName, PRODUCT, false);
  }
  const plain = readPlainKeys(block.replaceAll('\r\n', '\n'));
  const declared = plain && fromKeys(plain);
  if (declared) return outcomeOf(declared, block, defaultName, form);
  return plain
    ? outcomeOf(fromLines(block), block, defaultName, form)
    : fromYaml(block).then(read => outcomeOf(read, block, defaultName, form));
}

/** Both as text, or none of it. */
function fromKeys(keys: ReadonlyMap<string, unknown>): Declared | undefined {
  const [name, description] = [keys.get('name'), keys.get('description')];
  return typeof name === 'string' && typeof description === 'string' ? { name, description } : undefined;
}

async function fromYaml(block: string): Promise<Declared | undefined> {
  const { loadJsYaml } = await import('../lazy/js-yaml');
  const yaml = loadJsYaml(block);
  const declared = yaml.ok ? fromKeys(keysOf(yaml.value) ?? new Map()) : undefined;
  if (declared) return declared;
  const read = fromLines(block);
  if (!read || yaml.ok) return read;
  const text = message('no YAML ({0}): Gemini CLI looks for name and description line by line', yaml.reason);
  const line = yaml.line === undefined ? undefined : yaml.line + 2;
  const byLines: Remark = {
    code: yaml.code,
    severity: 'warning',
    text,
    ...(line !== undefined && { line }),
  };
  return { ...read, byLines };
}

/**
 * The product's own search: the last line that begins with either key, however far indented, with all that is indented
 * below a description joined to it. Quotes stay.
 */
function fromLines(block: string): Declared | undefined {
  const lines = block.split(/\r?\n/);
  let name: string | undefined;
  let description: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const ofName = valueIn(line, 'name');
    if (ofName !== undefined) {
      name = ofName;
      continue;
    }
    const ofDescription = valueIn(line, 'description');
    if (ofDescription === undefined) continue;
    const parts = [ofDescription];
    while (/^[ \t]+\S/.test(lines[at + 1] ?? '')) parts.push((lines[++at] ?? '').trim());
    description = parts.filter(part => part !== '').join(' ');
  }
  return name !== undefined && description !== undefined ? { name, description } : undefined;
}

/**
 * What stands behind a key, blanks at its ends left out; undefined in a line that has not just this key. In steps, since one
 * pattern for all of it would look for the end from each blank.
 */
function valueIn(line: string, key: string): string | undefined {
  const start = line.trimStart();
  if (!start.startsWith(`${key}:`)) return undefined;
  const value = start.slice(key.length + 1).trimStart();
  // To JavaScript these end a line.
  return /[\r\u2028\u2029]/.test(value) ? undefined : value.trimEnd();
}

/** A line of the block that begins with the key, in quotes or not. */
const NAME_LINE = /^[^\S\r\n\u2028\u2029]*["']?name["']?\s*:/m;

function outcomeOf(
  declared: Declared | undefined,
  block: string,
  defaultName: string,
  form: Form,
): ParseOutcome {
  const place = { text: block, line: 2 };
  if (!declared) {
    const key = NAME_LINE.test(block) ? 'description' : 'name';
    const reason = message('its frontmatter has no {0}, which Gemini CLI wants', key);
    return { ok: false, name: defaultName, code: `no-${key}`, reason, line: lineOfKey(place, key) };
  }
  const { description, byLines } = declared;
  const name = declared.name.replace(REPLACED_IN_NAMES, '-');
  const remarks = [
    byLines,
    remarkOnReplaced(declared.name, name, lineOfKey(place, 'name')),
    remarkOnEmpty(name, 'name', lineOfKey(place, 'name')),
    remarkOnEmpty(description, 'description', lineOfKey(place, 'description')),
    remarkOnFolder(name, defaultName, form),
    remarkOnPortability(name),
  ].filter(one => one !== undefined);
  return { ok: true, name, description, descriptionFrom: 'frontmatter', type: null, remarks };
}

function remarkOnReplaced(written: string, name: string, line: number): Remark | undefined {
  if (written === name) return undefined;
  const text = message('its name is written {0}, and Gemini CLI calls it {1}', written, name);
  return { code: 'name-changed', severity: 'warning', text, line };
}

function remarkOnEmpty(value: string, key: string, line: number): Remark | undefined {
  if (value.trim() !== '') return undefined;
  const text = message('its {0} is empty, which Gemini CLI lists as it is', key);
  return { code: `empty-${key}`, severity: 'warning', text, line };
}
