/** What Copilot CLI makes of the text of a skill or command file. */
import { type Message, message } from '../message';
import { readPlainFrontmatter } from '../plain-frontmatter';
import type { ParseOutcome } from '../scan/found';
import type { Remark } from '../types';
import { loadYaml12 } from './yaml12';

const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1024;

/** Lines of the body that stand for a description, where there is none. */
const FALLBACK_LINES = 3;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._:\- ]*$/;

/** The dashes that open and close a header, each alone at the start of a line. */
const HEADER = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** What libyaml does not take in a text. */
const CONTROL = /[^\t\n\r\x20-\x7E\x85\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

type Keys = ReadonlyMap<string, unknown>;
type Lost = Extract<ParseOutcome, { ok: false }>;

export function parseCopilotSkill(text: string, defaultName: string): ParseOutcome {
  const header = HEADER.exec(text);
  if (header) return withHeader(text, defaultName, header);
  return { ok: false, name: defaultName, ...whyNoHeader(text) };
}

/** A command needs no header. */
export function parseCopilotCommand(text: string, defaultName: string): ParseOutcome {
  const header = HEADER.exec(text);
  return header ? withHeader(text, defaultName, header) : evaluate(new Map(), text, '', defaultName);
}

function whyNoHeader(text: string): Pick<Lost, 'code' | 'reason' | 'line'> {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  if (/^---[ \t]*\r?$/.test(lines[0] ?? '')) {
    const reason = message('its frontmatter is never closed by a line of just ---');
    return { code: 'frontmatter-unclosed', reason, line: 1 };
  }
  const opener = lines.slice(0, 20).findIndex(line => line.trim() !== '');
  if (opener >= 0 && lines[opener]?.trim() === '---') {
    const reason = message('its frontmatter has to begin with --- at the very start of the file');
    return { code: 'frontmatter-not-first', reason, line: opener + 1 };
  }
  return {
    code: 'no-frontmatter',
    reason: message('it has no frontmatter, and Copilot CLI wants one'),
    line: 1,
  };
}

function withHeader(text: string, defaultName: string, header: RegExpExecArray): ParseOutcome {
  const block = (header[1] ?? '').replaceAll('\r\n', '\n');
  const body = text.slice(header[0].length);
  const plain = readPlainFrontmatter(block);
  // A key that comes twice is a fault, so that is left to the parser.
  if (plain && plain.size === block.match(/^[A-Za-z]/gm)?.length) {
    const keys = new Map([...plain].map(([key, value]) => [key, 'value' in value ? value.value : null]));
    return evaluate(keys, body, block, defaultName);
  }
  const lost = (code: string, reason: Message, line?: number, column?: number): ParseOutcome => ({
    ok: false,
    name: defaultName,
    code,
    reason,
    ...(line !== undefined && { line: line + 2 }),
    ...(column !== undefined && { column: column + 1 }),
  });
  const control = CONTROL.exec(block);
  if (control) {
    const line = block.slice(0, control.index).split('\n').length - 1;
    return lost('control-character', message('a character that YAML does not allow'), line);
  }
  if (/^\.\.\.[ \t]*\n[\s]*\S/m.test(block))
    return lost('second-document', message('a second YAML document'));
  const yaml = loadYaml12(block, { uniqueKeys: true });
  if (!yaml.ok) return lost(yaml.code, yaml.reason, yaml.line, yaml.column);
  const { value } = yaml;
  // A list or a single value counts as a header without keys.
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  return evaluate(new Map(isMapping ? Object.entries(value) : []), body, block, defaultName);
}

/** A description in a block of lines that ends with the header. */
const LAST_BLOCK = /(?:^|\n)["']?description["']?[ \t]*:[ \t]*[|>][^\n]*(?:\n(?:[ \t][^\n]*)?)*$/;

function evaluate(keys: Keys, body: string, block: string, defaultName: string): ParseOutcome {
  const declared = keys.get('name');
  const shownName = typeof declared === 'string' && declared.trim() !== '' ? toName(declared) : defaultName;
  const lost = (key: string, code: string, reason: Message): ParseOutcome => {
    const line = block.split('\n').findIndex(text => new RegExp(`^["']?${key}["']?[ \\t]*:`).test(text));
    return { ok: false, name: shownName, code, reason, ...(line >= 0 && { line: line + 2 }) };
  };
  const wrongName = keys.has('name') ? whyNotName(declared) : whyNotFolder(defaultName);
  if (wrongName) return lost('name', wrongName.code, wrongName.reason);
  const own = keys.get('description');
  if (keys.has('description') && typeof own !== 'string')
    return lost('description', 'description-not-text', message('description is not text'));
  const description = typeof own === 'string' ? ownDescription(own, block) : firstText(body);
  const { length } = [...description];
  if (length > LONGEST_DESCRIPTION) {
    const reason = message(
      'description has {0} characters; Copilot CLI takes {1} at most',
      length,
      LONGEST_DESCRIPTION,
    );
    return lost('description', 'too-long-description', reason);
  }
  for (const key of ['disable-model-invocation', 'user-invocable']) {
    if (keys.has(key) && typeof keys.get(key) !== 'boolean')
      return lost(key, 'flag-not-boolean', message('{0} is neither true nor false', key));
  }
  if (keys.has('argument-hint') && typeof keys.get('argument-hint') !== 'string')
    return lost('argument-hint', 'argument-hint-not-text', message('{0} is not text', 'argument-hint'));
  if (keys.has('allowed-tools') && !isToolList(keys.get('allowed-tools')))
    return lost(
      'allowed-tools',
      'bad-allowed-tools',
      message('{0} is neither text nor a list of texts', 'allowed-tools'),
    );
  const reason = message('not listed for the model: disable-model-invocation is true');
  const isHidden = keys.get('disable-model-invocation') === true;
  return {
    ok: true,
    name: shownName === defaultName ? toName(defaultName) : shownName,
    description,
    descriptionFrom: typeof own === 'string' ? 'frontmatter' : description === '' ? 'none' : 'body',
    type: null,
    ...(isHidden && { unlisted: { code: 'disabled', reason } }),
    remarks: remarksOn(keys, declared),
  };
}

/** Blanks in a name become hyphens. */
function toName(text: string): string {
  return text.trim().replace(/\s+/g, '-');
}

function whyNotName(declared: unknown): Pick<Lost, 'code' | 'reason'> | undefined {
  if (typeof declared !== 'string')
    return { code: 'name-not-text', reason: message('name is not text: put it in quotes, or leave it out') };
  const name = declared.trim();
  if (name === '') return { code: 'no-name', reason: message('name is blank') };
  const { length } = [...name];
  if (length > LONGEST_NAME) {
    const reason = message('name has {0} characters; Copilot CLI takes {1} at most', length, LONGEST_NAME);
    return { code: 'too-long-name', reason };
  }
  if (NAME.test(name)) return undefined;
  return {
    code: 'bad-name',
    reason: message(
      'name {0} has to begin with a letter or digit of ASCII, and may go on with these and with - _ . : and blanks',
      name,
    ),
  };
}

/** Without a name, that of the folder or file counts, and has to keep to the same rules. */
function whyNotFolder(folder: string): Pick<Lost, 'code' | 'reason'> | undefined {
  const fault = whyNotName(folder);
  if (!fault) return undefined;
  const reason = message('it declares no name, and {0} cannot be one: {1}', folder, fault.reason);
  return { code: fault.code, reason };
}

function ownDescription(text: string, block: string): string {
  // The end of the line before the closing dashes is no part of the header.
  return text.endsWith('\n') && LAST_BLOCK.test(block) ? text.slice(0, -1) : text;
}

/** The first lines of a body that are neither blank nor headings. */
function firstText(body: string): string {
  const lines: string[] = [];
  for (const line of body.split('\n')) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    lines.push(text);
    if (lines.length === FALLBACK_LINES) break;
  }
  return [...lines.join(' ')].slice(0, LONGEST_DESCRIPTION).join('');
}

function isToolList(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every(one => typeof one === 'string'));
}

function remarksOn(keys: Keys, declared: unknown): readonly Remark[] {
  const remarks: Remark[] = [];
  if (typeof declared === 'string' && toName(declared) !== declared.trim()) {
    const text = message('its name becomes {0}: blanks are hyphens to Copilot CLI', toName(declared));
    remarks.push({ code: 'name-changed', severity: 'information', text });
  }
  if (keys.get('user-invocable') === false) {
    const text = message('people cannot call it with a slash: user-invocable is not true');
    remarks.push({ code: 'not-user-invocable', severity: 'information', text });
  }
  return remarks;
}
