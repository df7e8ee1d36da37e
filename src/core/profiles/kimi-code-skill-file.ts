/** What kimi-code makes of the text of one skill file (rules 13 to 17 of its specification). */
import { type Message, message } from '../message';
import { readPlainFrontmatter } from '../plain-frontmatter';
import type { ParseOutcome } from '../scan/found';
import type { Form, Unlisted } from '../types';
import { descriptionFromBody, type KimiCodeText, splitKimiCodeText } from './kimi-code-frontmatter';
import { remarksOnKimiCodeSkill } from './kimi-code-remarks';

const NO_DESCRIPTION = 'No description provided.';

/** The types that load. Of these only those that are put into the model's hands at once are listed (rule 19). */
const TYPES: ReadonlySet<string> = new Set(['prompt', 'inline', 'flow', 'reference']);
const LISTED_TYPES: ReadonlySet<string | null> = new Set([null, 'prompt', 'inline']);

type Keys = ReadonlyMap<string, unknown>;

interface SkillFile {
  readonly source: string;
  readonly text: KimiCodeText;
  readonly defaultName: string;
  readonly form: Form;
}

/** Asynchronous only where the frontmatter needs the full YAML parser, which loads on first use. */
export function parseKimiCodeSkill(
  source: string,
  defaultName: string,
  form: Form,
): ParseOutcome | Promise<ParseOutcome> {
  const text = splitKimiCodeText(source);
  const file: SkillFile = { source, text, defaultName, form };
  if (text.state === 'unclosed') {
    const reason = message('its frontmatter is never closed: a second --- is missing');
    return { ok: false, name: defaultName, code: 'frontmatter-unclosed', reason, line: 1 };
  }
  if (text.state === 'none' && form === 'directory') return withoutFrontmatter(file);
  if (text.block === '') return evaluate(file, new Map());
  const plain = readPlainBlock(text.block);
  return plain ? evaluate(file, plain) : parseWithYaml(file);
}

/** In the directory form the fence has to be the very first line. */
function withoutFrontmatter({ source, defaultName }: SkillFile): ParseOutcome {
  const lines = source.split(/\r?\n/, 20);
  const opener = lines.findIndex(line => line.trim() !== '');
  if (opener > 0 && lines[opener]?.trim() === '---') {
    const reason = message('its frontmatter starts on line {0}; only line 1 counts', opener + 1);
    return { ok: false, name: defaultName, code: 'frontmatter-not-first', reason, line: opener + 1 };
  }
  const reason = message('it has no frontmatter, and kimi-code wants name and description there');
  return { ok: false, name: defaultName, code: 'no-frontmatter', reason, line: 1 };
}

/** The quick path. A key that comes twice is an error to js-yaml, so that is left to it. */
function readPlainBlock(block: string): Keys | undefined {
  const plain = readPlainFrontmatter(block);
  if (!plain || plain.size !== block.match(/^[A-Za-z]/gm)?.length) return undefined;
  const keys = new Map<string, unknown>();
  for (const [key, value] of plain) keys.set(key, 'value' in value ? value.value : null);
  return keys;
}

async function parseWithYaml(file: SkillFile): Promise<ParseOutcome> {
  const { loadJsYaml } = await import('../lazy/js-yaml');
  const { text, defaultName } = file;
  const yaml = loadJsYaml(text.block);
  if (!yaml.ok) {
    const { code, reason, line, column } = yaml;
    if (line === undefined) return { ok: false, name: defaultName, code, reason };
    // A fault at the end of the block is shown at its last line.
    const shown = Math.min(line, text.block.split('\n').length - 1);
    const indent = line === 0 ? text.blockColumn : 0;
    return {
      ok: false,
      name: defaultName,
      code,
      reason,
      line: text.blockLine + shown + 1,
      column: shown === line ? (column ?? 0) + indent + 1 : 1,
    };
  }
  const value = yaml.value ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    const reason = message('its frontmatter is no mapping of keys to values');
    return { ok: false, name: defaultName, code: 'not-a-mapping', reason, line: text.blockLine + 1 };
  }
  return evaluate(file, new Map(Object.entries(value)));
}

/** The order of the checks is the product's: the type before name and description. */
function evaluate(file: SkillFile, keys: Keys): ParseOutcome {
  const { text, defaultName, form } = file;
  const name = textOf(keys.get('name'));
  const description = textOf(keys.get('description'));
  const drop = (key: string, code: string, reason: Message): ParseOutcome => {
    const place = lineOfKey(text, key);
    return { ok: false, name: name ?? defaultName, code, reason, ...(place !== null && { line: place }) };
  };
  // Only a key that is not there is none: a blank or empty value is a type that is not known.
  const type = textOf(keys.get('type')) ?? null;
  if (keys.has('type') && !(type !== null && TYPES.has(type))) {
    const shown = show(keys.get('type'));
    const known = message('type is {0}: only prompt, inline, flow and reference are known', shown);
    return drop('type', 'unknown-type', known);
  }
  if (form === 'directory') {
    if (name === undefined) return drop('name', missingCode(keys, 'name'), whyMissing(keys, 'name'));
    if (description === undefined)
      return drop('description', missingCode(keys, 'description'), whyMissing(keys, 'description'));
  }
  const fromBody = description === undefined ? descriptionFromBody(text.body) : undefined;
  const descriptionFrom =
    description !== undefined ? 'frontmatter' : fromBody !== undefined ? 'body' : 'none';
  const whenToUse = aliased(keys, ['whenToUse', 'when-to-use', 'when_to_use']);
  const unlisted = whyUnlisted(keys, type);
  return {
    ok: true,
    name: name ?? defaultName,
    description: description ?? fromBody ?? NO_DESCRIPTION,
    descriptionFrom,
    type,
    ...(unlisted && { unlisted }),
    ...(typeof whenToUse === 'string' && whenToUse !== '' && { whenToUse }),
    ...(holdsSubSkills(keys) && { holdsSkills: true }),
    remarks: remarksOnKimiCodeSkill(name ?? defaultName, defaultName, form, descriptionFrom),
  };
}

/** A text, its ends trimmed; undefined for a blank one and for any other value. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** The value of a key that has several spellings: the last of them in the file counts. */
function aliased(keys: Keys, spellings: readonly string[]): unknown {
  let found: unknown;
  for (const [key, value] of keys) if (spellings.includes(key)) found = value;
  return found;
}

/** Nothing but the boolean true counts, at the top or below `metadata` (rule 10). */
function holdsSubSkills(keys: Keys): boolean {
  const says = (value: unknown) => value === true;
  if (says(keys.get('has-sub-skill')) || says(keys.get('hasSubSkill'))) return true;
  const metadata = keys.get('metadata');
  if (typeof metadata !== 'object' || metadata === null) return false;
  const own = new Map(Object.entries(metadata));
  return says(own.get('has-sub-skill')) || says(own.get('hasSubSkill'));
}

function whyUnlisted(keys: Keys, type: string | null): Unlisted | undefined {
  const disabled = ['disableModelInvocation', 'disable-model-invocation', 'disable_model_invocation'];
  if (aliased(keys, disabled) === true)
    return {
      code: 'disabled',
      reason: message('not listed for the model: disable-model-invocation is true'),
    };
  if (LISTED_TYPES.has(type)) return undefined;
  return { code: 'type', reason: message('not listed for the model: its type is {0}', type ?? '') };
}

function missingCode(keys: Keys, key: 'name' | 'description'): string {
  const value = keys.get(key) ?? null;
  return value === null || typeof value === 'string' ? `no-${key}` : `${key}-not-text`;
}

function whyMissing(keys: Keys, key: 'name' | 'description'): Message {
  const value = keys.get(key) ?? null;
  if (value === null) return message('its frontmatter has no {0}, which kimi-code wants', key);
  if (typeof value === 'string') return message('{0} is blank', key);
  return message('{0} is {1}, which is not text', key, show(value));
}

/** A value as a person would name it. */
function show(value: unknown): string | Message {
  if (value === null) return message('nothing');
  if (typeof value === 'string') return `“${value.length > 40 ? `${value.slice(0, 40)}…` : value}”`;
  if (typeof value === 'boolean') return value ? message('the boolean true') : message('the boolean false');
  if (typeof value === 'number' || typeof value === 'bigint') return message('the number {0}', String(value));
  if (value instanceof Date) return message('the date {0}', value.toISOString().slice(0, 10));
  if (value instanceof Uint8Array) return message('binary data');
  return Array.isArray(value) ? message('a list') : message('a mapping');
}

/** Line in the file, counted from 1, of a key of the frontmatter; null where it is not written in the usual way. */
function lineOfKey({ block, blockLine, state }: KimiCodeText, key: string): number | null {
  const pattern = new RegExp(`^(?:${key}|"${key}"|'${key}')[ \\t]*:`);
  const line = block.split('\n').findIndex(text => pattern.test(text));
  if (line >= 0) return blockLine + line + 1;
  return state === 'closed' ? 1 : null;
}
