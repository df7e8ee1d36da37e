/**
 * Filling in and correcting the frontmatter of a skill file so that kimi-code loads it, with as few changes as can be.
 * Everything outside the lines that are wrong stays as it is, line ends included.
 */
import { type Message, message } from './message';
import { splitKimiCodeText } from './profiles/kimi-code-frontmatter';
import { parseKimiCodeSkill } from './profiles/kimi-code-skill-file';
import type { Form } from './types';

/** What the skill is to say of itself where it does not say so yet. */
export interface WantedFrontmatter {
  readonly name: string;
  readonly description: string;
}

export interface MendedText {
  readonly text: string;
  /** What was done, in this order: stable short words. */
  readonly changes: readonly FrontmatterChange[];
}

export type FrontmatterChange =
  | 'move-fence-up'
  | 'close-fence'
  | 'add-frontmatter'
  | 'drop-earlier-key'
  | 'remove-type'
  | 'set-name'
  | 'set-description';

/** What is done, in words that follow on “put its frontmatter right”. */
export const CHANGE_WORDS: Readonly<Record<FrontmatterChange, Message>> = {
  'move-fence-up': message('move it to line 1'),
  'close-fence': message('close it'),
  'add-frontmatter': message('declare name and description'),
  'drop-earlier-key': message('keep the last of the keys that come twice'),
  'remove-type': message('remove the type'),
  'set-name': message('declare the name'),
  'set-description': message('declare the description'),
};

/** `key:` at the start of a line; group 1 is the key, quotes left out. */
const KEY = /^["']?([A-Za-z][\w-]*)["']?[ \t]*:(?:\s|$)/;

/**
 * The text with what kimi-code wants. Out: null where no such change is enough, as with YAML that js-yaml does not take;
 * the text itself, without changes, where it loads already.
 */
export async function mendFrontmatter(
  text: string,
  form: Form,
  wanted: WantedFrontmatter,
): Promise<MendedText | null> {
  const loads = async (tried: string) => {
    const parsed = await parseKimiCodeSkill(tried, wanted.name, form);
    return parsed.ok ? true : parsed.code;
  };
  const changes: FrontmatterChange[] = [];
  let mended = text;
  // Each round puts one fault right; there are no more than a few kinds of them.
  for (let round = 0; round < 8; round++) {
    const state = await loads(mended);
    if (state === true) return { text: mended, changes };
    const step = mendOne(mended, state, wanted);
    if (!step || step.text === mended) return null;
    mended = step.text;
    changes.push(step.change);
  }
  return null;
}

function mendOne(
  text: string,
  code: string,
  { name, description }: WantedFrontmatter,
): { text: string; change: FrontmatterChange } | null {
  switch (code) {
    case 'frontmatter-not-first':
      return { text: text.trimStart(), change: 'move-fence-up' };
    case 'frontmatter-unclosed':
      return { text: closeFence(text), change: 'close-fence' };
    case 'no-frontmatter': {
      const end = lineEnd(text);
      const lines = ['---', `name: ${scalar(name)}`, `description: ${scalar(description)}`, '---', ''];
      const body = text.replace(/^\ufeff/, '');
      return { text: lines.join(end) + (body === '' ? '' : end + body), change: 'add-frontmatter' };
    }
    case 'duplicate-key':
      return editBlock(text, 'drop-earlier-key', dropEarlierKeys);
    case 'unknown-type':
      return editBlock(text, 'remove-type', lines => withoutKey(lines, 'type'));
    case 'no-name':
    case 'name-not-text':
      return editBlock(text, 'set-name', lines => [
        `name: ${scalar(name)}${lineEnd(text)}`,
        ...withoutKey(lines, 'name'),
      ]);
    case 'no-description':
    case 'description-not-text':
      return editBlock(text, 'set-description', lines =>
        afterName(withoutKey(lines, 'description'), `description: ${scalar(description)}${lineEnd(text)}`),
      );
    default:
      return null;
  }
}

/** After the name, where a reader looks for it. */
function afterName(lines: readonly string[], added: string): string[] {
  const at = lines.findIndex(line => KEY.exec(line)?.[1] === 'name') + 1;
  return [...lines.slice(0, at), added, ...lines.slice(at)];
}

/** Where the lines of keys end, something else begins: prose, or the end of the file. */
function closeFence(text: string): string {
  const end = lineEnd(text);
  const lines = text.split(/\r?\n/);
  let last = 0;
  while (last + 1 < lines.length && (KEY.test(lines[last + 1]!) || /^[ \t]+\S/.test(lines[last + 1]!)))
    last++;
  return [...lines.slice(0, last + 1), '---', ...lines.slice(last + 1)].join(end);
}

/** Lines come and go with their ends. */
function editBlock(
  text: string,
  change: FrontmatterChange,
  edit: (lines: readonly string[]) => readonly string[],
): { text: string; change: FrontmatterChange } | null {
  if (splitKimiCodeText(text).state !== 'closed') return null;
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const close = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  const mended = [...lines.slice(0, 1), ...edit(lines.slice(1, close)), ...lines.slice(close)];
  return { text: mended.join(''), change };
}

/** Without a key and the lines that belong to its value. */
export function withoutKey(lines: readonly string[], key: string): string[] {
  const kept: string[] = [];
  let isInside = false;
  for (const line of lines) {
    const found = KEY.exec(line)?.[1];
    if (found !== undefined) isInside = found === key;
    else if (/^\S/.test(line) && !line.startsWith('#')) isInside = false;
    if (!isInside) kept.push(line);
  }
  return kept;
}

/** Without the first of those of a key that comes several times: the last counts in kimi-cli. */
export function dropEarlierKeys(lines: readonly string[]): string[] {
  const keys = lines.map(line => KEY.exec(line)?.[1]);
  const twice = keys.findIndex((key, index) => key !== undefined && keys.indexOf(key, index + 1) > index);
  const key = keys[twice];
  if (key === undefined) return [...lines];
  let next = twice + 1;
  while (next < lines.length && keys[next] === undefined) next++;
  return [...lines.slice(0, twice), ...lines.slice(next)];
}

/** A text as YAML: bare where that is certainly read as this text, else in double quotes. */
function scalar(text: string): string {
  const isPlain =
    /^[A-Za-z][\w ./()-]*$/.test(text) &&
    text === text.trim() &&
    !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
