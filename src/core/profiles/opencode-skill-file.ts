/**
 * What OpenCode makes of the text of one skill file: frontmatter by the rules of gray-matter 4 with js-yaml 3, and where
 * that fails, once more with mended lines.
 */
import { type Message, message } from '../message';
import type { Found, ParseOutcome } from '../scan/found';
import type { Form, Remark, Unlisted } from '../types';
import {
  type AgentBlock,
  keysOf,
  lineOfKey,
  readPlainKeys,
  showValue,
  withoutFence,
} from './agent-frontmatter';
import { opensJavaScript } from './javascript-frontmatter';
import { remarkOnFolder, remarkOnPortability } from './name-remarks';

const PRODUCT = 'OpenCode';

/** Said of a file that could only be read the second time. */
const MENDED = message(
  'no YAML ({0}): OpenCode takes the whole line for text, and can lose the skill when it reads the file again',
);

/** Whether a skill could only be read the second time, with mended lines. */
export function isMended({ outcome, remarks }: Found): boolean {
  return outcome.kind === 'skill' && remarks.some(({ text }) => text.template === MENDED.template);
}

interface Matter {
  /** What stands behind the opening dashes, in lower case; empty for YAML. */
  readonly language: string;
  readonly block: AgentBlock;
  readonly isClosed: boolean;
}

type Keys = ReadonlyMap<string, unknown>;
type Dropped = Extract<ParseOutcome, { ok: false }>;

/** Asynchronous only where the frontmatter needs the full YAML parser, which loads on first use. */
export function parseOpencodeSkill(
  source: string,
  defaultName: string,
  form: Form,
): ParseOutcome | Promise<ParseOutcome> {
  const text = source.replace(/^\ufeff/, '');
  const matter = splitMatter(text);
  if (!matter) return withoutFence(text, defaultName, PRODUCT, true);
  const file = { source, matter, defaultName, form };
  if (opensJavaScript(text)) return evaluated(defaultName);
  const { language, block } = matter;
  if (language === 'json') return fromJson(file);
  if (language !== '' && language !== 'yaml' && language !== 'yml') {
    const reason = message('OpenCode knows no frontmatter in {0}: only YAML, JSON and JavaScript', language);
    return { ok: false, name: defaultName, code: 'unknown-language', reason, line: 1 };
  }
  // Nothing but comments is no frontmatter at all.
  const isNothing = (line: string) => line.trim() === '' || /^\s*#[^\n]/.test(line);
  if (block.text.split('\n').every(isNothing)) return evaluate(file, new Map(), []);
  const plain = readPlainKeys(block.text.replaceAll('\r\n', '\n'));
  return plain ? evaluate(file, plain, closing(matter)) : fromYaml(file);
}

interface SkillFile {
  readonly source: string;
  readonly matter: Matter;
  readonly defaultName: string;
  readonly form: Form;
}

/** Up to the first line that begins with `---`, whatever follows on it; to the end of the file where there is none. */
function splitMatter(text: string): Matter | undefined {
  if (!text.startsWith('---') || text[3] === '-') return undefined;
  const behind = text.slice(3);
  const opening = behind.slice(0, behind.search(/\r?\n/));
  const named = opening.trim();
  const rest = named === '' ? behind : behind.slice(opening.length);
  const close = rest.indexOf('\n---');
  const block = rest.slice(0, close < 0 ? rest.length : close);
  // The block starts with the end of the opening line, which is no line of its own.
  const skipped = /^[^\S\n]*\n/.exec(block)?.[0] ?? '';
  return {
    // Other names of a language are known in any case of letters, `json` only as it is.
    language: named === 'json' || named.toLowerCase() !== 'json' ? named.toLowerCase() : named,
    block: { text: block.slice(skipped.length), line: skipped === '' ? 1 : 2 },
    isClosed: close >= 0,
  };
}

/** What it loads as, only running it would tell, and nothing is ever run here. */
function evaluated(name: string): Dropped {
  const reason = message(
    'OpenCode runs its frontmatter as JavaScript when it looks for skills, and loads what comes of that: it is not run here, so its name is not known',
  );
  return { ok: false, name, code: 'evaluates-javascript', reason, line: 1 };
}

function fromJson(file: SkillFile): ParseOutcome {
  const { matter, defaultName } = file;
  try {
    const keys = keysOf(JSON.parse(matter.block.text));
    return keys ? evaluate(file, keys, closing(matter)) : noMapping(file);
  } catch {
    const reason = message('its frontmatter is no JSON');
    return { ok: false, name: defaultName, code: 'json-syntax', reason, line: matter.block.line };
  }
}

async function fromYaml(file: SkillFile): Promise<ParseOutcome> {
  const { loadJsYaml3 } = await import('../lazy/js-yaml');
  const { source, matter, defaultName } = file;
  const { text, line: start } = matter.block;
  const yaml = loadJsYaml3(text);
  if (yaml.ok) {
    const keys = keysOf(yaml.value);
    return keys ? evaluate(file, keys, closing(matter)) : noMapping(file);
  }
  const mended = mendedBlock(source);
  const again = mended === undefined ? undefined : loadJsYaml3(mended);
  const line = yaml.line === undefined ? {} : { line: start + yaml.line };
  if (!again?.ok) return { ok: false, name: defaultName, code: yaml.code, reason: yaml.reason, ...line };
  const keys = keysOf(again.value);
  if (!keys) return noMapping(file);
  const told = { ...MENDED, args: [yaml.reason] };
  const remark: Remark = { code: yaml.code, severity: 'warning', text: told, ...line };
  return evaluate(file, keys, [remark, ...closing(matter)]);
}

/**
 * The block with each value that holds a colon as a text of its own, as OpenCode tries it the second time; undefined where
 * that changes nothing. A byte order mark, or anything behind the dashes, keeps it from trying.
 */
function mendedBlock(source: string): string | undefined {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(source)?.[1];
  if (block === undefined) return undefined;
  const lines = block.split(/\r?\n/).map(line => {
    const [start = '', key] = /^([a-zA-Z_][a-zA-Z0-9_]*)\s*:/.exec(line) ?? [];
    const value = line.slice(start.length).trimStart();
    const text = value.trimEnd();
    // To JavaScript these end a line.
    const isCut = /[\r\u2028\u2029]/.test(value);
    const isLeft =
      key === undefined || isCut || !text.includes(':') || text.startsWith('"') || text.startsWith("'");
    return isLeft ? line : `${key}: |-\n  ${text}`;
  });
  const mended = lines.join('\n');
  return mended === block ? undefined : mended;
}

function closing({ isClosed }: Matter): readonly Remark[] {
  if (isClosed) return [];
  const text = message('its frontmatter is never closed: OpenCode takes the whole file for it');
  return [{ code: 'frontmatter-unclosed', severity: 'warning', text, line: 1 }];
}

function noMapping({ matter, defaultName }: SkillFile): Dropped {
  const reason = message('its frontmatter is no mapping of keys to values');
  return { ok: false, name: defaultName, code: 'not-a-mapping', reason, line: matter.block.line };
}

/** The name has to be text, even an empty one; the description text, or not there at all. */
function evaluate(file: SkillFile, keys: Keys, remarks: readonly Remark[]): ParseOutcome {
  const { matter, defaultName, form } = file;
  const [name, description] = [keys.get('name'), keys.get('description')];
  const drop = (key: string, code: string, reason: Message): Dropped => ({
    ok: false,
    name: typeof name === 'string' ? name : defaultName,
    code,
    reason,
    line: lineOfKey(matter.block, key),
  });
  if (name === undefined)
    return drop('name', 'no-name', message('its frontmatter has no {0}, which OpenCode wants', 'name'));
  if (typeof name !== 'string')
    return drop('name', 'name-not-text', message('{0} is {1}, which is not text', 'name', showValue(name)));
  if (description !== undefined && typeof description !== 'string') {
    const reason = message('{0} is {1}, which is not text', 'description', showValue(description));
    return drop('description', 'description-not-text', reason);
  }
  return {
    ok: true,
    name,
    description: description ?? '',
    descriptionFrom: description === undefined ? 'none' : 'frontmatter',
    type: null,
    ...(description === undefined && { unlisted: NO_DESCRIPTION }),
    remarks: [
      ...remarks,
      name.trim() === '' ? emptyName(lineOfKey(matter.block, 'name')) : undefined,
      remarkOnFolder(name, defaultName, form),
      remarkOnPortability(name),
    ].filter(one => one !== undefined),
  };
}

const NO_DESCRIPTION: Unlisted = {
  code: 'no-description',
  reason: message('not listed for the model: it has no description'),
};

function emptyName(line: number): Remark {
  const text = message('its name is empty, which OpenCode lists as it is');
  return { code: 'empty-name', severity: 'warning', text, line };
}
