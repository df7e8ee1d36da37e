/** What Amp makes of the text of a skill file. */
import { type Message, message } from '../message';
import { readPlainFrontmatter } from '../plain-frontmatter';
import type { ParseOutcome } from '../scan/found';
import type { Remark } from '../types';
import { loadYaml12 } from './yaml12';

const LONGEST_NAME = 64;
/** Beyond these, Amp warns and loads the skill all the same. */
const LONGEST_DESCRIPTION = 1024;
const LONGEST_COMPATIBILITY = 500;

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** There has to be something between the dashes. */
const HEADER = /^---[ \t]*\r?\n([\s\S]+?)\r?\n---/;

type Keys = ReadonlyMap<string, unknown>;
type Lost = Extract<ParseOutcome, { ok: false }>;

export function parseAmpSkill(source: string, folder: string): ParseOutcome {
  const text = source.replace(/^\uFEFF/, '');
  const header = HEADER.exec(text);
  if (!header) return { ok: false, name: folder, ...whyNoHeader(text) };
  const block = (header[1] ?? '').replaceAll('\r\n', '\n');
  const plain = readPlainFrontmatter(block);
  // A key that comes twice is a fault, so that is left to the parser.
  if (plain && plain.size === block.match(/^[A-Za-z]/gm)?.length) {
    const keys = new Map([...plain].map(([key, value]) => [key, 'value' in value ? value.value : null]));
    return evaluate(keys, block, folder);
  }
  const yaml = loadYaml12(block, { uniqueKeys: true });
  if (!yaml.ok) {
    const { code, reason, line, column } = yaml;
    return {
      ok: false,
      name: folder,
      code,
      reason,
      ...(line !== undefined && { line: line + 2 }),
      ...(column !== undefined && { column: column + 1 }),
    };
  }
  const { value } = yaml;
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  return evaluate(new Map(isMapping ? Object.entries(value) : []), block, folder);
}

function whyNoHeader(text: string): Pick<Lost, 'code' | 'reason' | 'line'> {
  const lines = text.split('\n', 20);
  if (/^---[ \t]*\r?$/.test(lines[0] ?? '')) {
    if (lines[1]?.trimEnd() === '---') {
      const reason = message('its frontmatter is empty, and Amp wants name and description there');
      return { code: 'no-name', reason, line: 1 };
    }
    const reason = message('its frontmatter is never closed by a line that starts with ---');
    return { code: 'frontmatter-unclosed', reason, line: 1 };
  }
  const opener = lines.findIndex(line => line.trim() !== '');
  if (opener >= 0 && lines[opener]?.trim() === '---') {
    const reason = message('its frontmatter has to begin with --- at the very start of the file');
    return { code: 'frontmatter-not-first', reason, line: opener + 1 };
  }
  const reason = message('it has no frontmatter, and Amp wants name and description there');
  return { code: 'no-frontmatter', reason, line: 1 };
}

function evaluate(keys: Keys, block: string, folder: string): ParseOutcome {
  const [name, description] = [keys.get('name'), keys.get('description')];
  const shownName = name ? String(name) : folder;
  const lost = (key: string, code: string, reason: Message): ParseOutcome => {
    const line = block.split('\n').findIndex(text => new RegExp(`^["']?${key}["']?[ \\t]*:`).test(text));
    return { ok: false, name: shownName, code, reason, line: line >= 0 ? line + 2 : 1 };
  };
  if (!name) return lost('name', 'no-name', message('its frontmatter has no {0}, which Amp wants', 'name'));
  if (!description)
    return lost(
      'description',
      'no-description',
      message('its frontmatter has no {0}, which Amp wants', 'description'),
    );
  if (shownName.length > LONGEST_NAME) {
    const reason = message('name has {0} characters; Amp takes {1} at most', shownName.length, LONGEST_NAME);
    return lost('name', 'too-long-name', reason);
  }
  if (!NAME.test(shownName)) {
    const reason = message(
      'name {0} is not of lower-case letters, digits and single hyphens inside, as Amp wants',
      shownName,
    );
    return lost('name', 'bad-name', reason);
  }
  if (keys.get('isolatedContext') === true) {
    const reason = message('isolatedContext is true: Amp passes such a skill over without a word');
    return lost('isolatedContext', 'isolated-context', reason);
  }
  const text = String(description);
  return {
    ok: true,
    name: shownName,
    description: text,
    descriptionFrom: 'frontmatter',
    type: null,
    remarks: remarksOn(shownName, text, keys.get('compatibility'), folder),
  };
}

function remarksOn(
  name: string,
  description: string,
  compatibility: unknown,
  folder: string,
): readonly Remark[] {
  const remarks: Remark[] = [];
  const warn = (code: string, text: Message) => remarks.push({ code, severity: 'warning', text });
  if (name !== folder)
    warn('name-not-folder', message('its folder is called {0}: Amp warns of that', folder));
  const tooLong = (key: string, { length }: string, most: number) => {
    if (length > most)
      warn(`long-${key}`, message('{0} has {1} characters: Amp warns of more than {2}', key, length, most));
  };
  tooLong('description', description, LONGEST_DESCRIPTION);
  if (typeof compatibility === 'string') tooLong('compatibility', compatibility, LONGEST_COMPATIBILITY);
  return remarks;
}
