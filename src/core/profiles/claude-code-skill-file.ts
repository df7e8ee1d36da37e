/** What Claude Code makes of the text of a skill or command file. No skill is lost by what is in its file. */
import { message, namesInRow } from '../message';
import { readPlainFrontmatter } from '../plain-frontmatter';
import type { ParseOutcome } from '../scan/found';
import type { Remark, Unlisted } from '../types';
import { loadYaml12, type Yaml12Outcome } from './yaml12';

type Keys = ReadonlyMap<string, unknown>;

/** What stands for a description where there is not a word in the file. */
const NO_TEXT = { skill: 'Skill', command: 'Custom command' } as const;

const OPENER = /^---\s*\n/;
const FENCE = '---';

interface Header {
  readonly block: string;
  /** Line at which the block starts, counted from 0. */
  readonly blockLine: number;
  readonly body: string;
}

/** The header at the very start of a text: it ends at the next three dashes, wherever they are. Null where there is none. */
function headerOf(text: string): Header | null {
  const opener = OPENER.exec(text)?.[0];
  if (opener === undefined) return null;
  const end = text.indexOf(FENCE, opener.length);
  if (end < 0) return null;
  const body = text.slice(end + FENCE.length).replace(/^\s*\n/, '');
  return { block: text.slice(opener.length, end), blockLine: linesOf(opener), body };
}

/** A skill, named by its folder. Another declared name is one that it answers to as well. */
export function parseClaudeCodeSkill(text: string, defaultName: string): ParseOutcome {
  return parse(text, defaultName, 'skill');
}

/** A file in a directory of commands, named by its path. */
export function parseClaudeCodeCommand(text: string, defaultName: string): ParseOutcome {
  return parse(text, defaultName, 'command');
}

function parse(source: string, name: string, kind: keyof typeof NO_TEXT): ParseOutcome {
  const text = source.replaceAll('\r\n', '\n');
  const header = headerOf(text);
  const read = header ? readBlock(header.block, header.blockLine) : { keys: NO_KEYS, fault: null };
  const { keys } = read;
  const body = header?.body ?? text;
  const declared = textOf(keys.get('description'));
  const fromBody = declared === undefined ? firstLine(body) : undefined;
  const whenToUse = textOf(keys.get('when_to_use'));
  const other = keys.get('name');
  const alias = kind === 'skill' && typeof other === 'string' && other !== name ? other : '';
  const unlisted = whyUnlisted(keys);
  const description = declared ?? fromBody ?? NO_TEXT[kind];
  const remarks = [
    header ? undefined : remarkOnMissingHeader(source),
    read.fault ?? undefined,
    header ? remarkOnCutHeader(header) : undefined,
    alias === '' ? undefined : remarkOnName(name, alias),
    remarkOnInvocation(keys),
  ].filter(one => one !== undefined);
  return {
    ok: true,
    name,
    description: whenToUse === undefined ? description : `${description} - ${whenToUse}`,
    descriptionFrom: declared !== undefined ? 'frontmatter' : fromBody !== undefined ? 'body' : 'none',
    type: null,
    ...(unlisted && { unlisted }),
    ...(alias !== '' && { alias }),
    remarks,
  };
}

interface BlockRead {
  readonly keys: Keys;
  /** What is to be said where the block was mended, or where nothing of it counts. */
  readonly fault: Remark | null;
}

const NO_KEYS: Keys = new Map();

/** The block as it is; failing that, mended in the way that the program does; failing that, nothing of it. */
function readBlock(block: string, blockLine: number): BlockRead {
  const plain = readPlainFrontmatter(block);
  if (plain) {
    const keys = new Map([...plain].map(([key, value]) => [key, 'value' in value ? value.value : null]));
    return { keys, fault: null };
  }
  if (block.trim() === '') return { keys: NO_KEYS, fault: null };
  const first = loadYaml12(block, { uniqueKeys: false });
  if (first.ok) return { keys: keysOf(first.value), fault: null };
  const second = loadYaml12(mended(block), { uniqueKeys: false });
  // A fault at the end of the block is shown at its last line.
  const line =
    first.line === undefined ? {} : { line: blockLine + Math.min(first.line, linesOf(block.trimEnd())) + 1 };
  return second.ok
    ? { keys: keysOf(second.value), fault: { ...mendedRemark(first), ...line } }
    : { keys: NO_KEYS, fault: { ...ignoredRemark(first), ...line } };
}

/** How many lines end in a text. */
function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

type YamlFault = Extract<Yaml12Outcome, { ok: false }>;

function mendedRemark({ code, reason }: YamlFault): Remark {
  const text = message(
    'its frontmatter is no YAML ({0}); Claude Code puts such values in quotes by itself, other tools do not',
    reason,
  );
  return { code, severity: 'warning', text };
}

function ignoredRemark({ reason }: YamlFault): Remark {
  const text = message('nothing in its frontmatter counts, since it is no YAML: {0}', reason);
  return { code: 'frontmatter-ignored', severity: 'warning', text };
}

/** Values of one line, at the top, that hold a character which means something to YAML. */
const TOP_LINE = /^([a-zA-Z_-]+):\s+(\S.*)$/;
const SPECIAL = /[{}[\]*&#!|>%@`]|: /;
const IN_QUOTES = /^(?:".*"|'.*')$/;

function mended(block: string): string {
  return block
    .replace(/^\t+/gm, tabs => '  '.repeat(tabs.length))
    .split('\n')
    .map(line => {
      const [, key, value = ''] = TOP_LINE.exec(line) ?? [];
      if (key === undefined || IN_QUOTES.test(value) || !SPECIAL.test(value)) return line;
      return `${key}: "${value.replace(/[\\"]/g, '\\$&')}"`;
    })
    .join('\n');
}

/** A list or a single value counts as a header without keys. */
function keysOf(value: unknown): Keys {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : NO_KEYS;
}

/** Text, or a number or boolean as text, its ends trimmed; undefined for a blank one and for anything else. */
function textOf(value: unknown): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const text = isText ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

/** Characters of a description that is taken from the body. */
const LONGEST_FALLBACK = 100;

/** The first line of the body that is not blank, without the signs of a heading. */
function firstLine(body: string): string | undefined {
  for (const line of body.split(/[\r\n]/)) {
    const text = line.trim();
    if (text === '') continue;
    const words = /^#+\s+(\S.*)$/.exec(text)?.[1] ?? text;
    return words.length > LONGEST_FALLBACK ? `${words.slice(0, LONGEST_FALLBACK - 3)}...` : words;
  }
  return undefined;
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function whyUnlisted(keys: Keys): Unlisted | undefined {
  if (isTrue(keys.get('disable-model-invocation')))
    return {
      code: 'disabled',
      reason: message('not listed for the model: disable-model-invocation is true'),
    };
  const paths = pathsOf(keys.get('paths'));
  if (paths.length === 0) return undefined;
  return {
    code: 'paths',
    reason: message('not listed until a file is worked on that fits its paths: {0}', namesInRow(paths)),
  };
}

/** The patterns that keep a skill back; none where one of them alone fits everything. */
function pathsOf(value: unknown): readonly string[] {
  const entries = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const patterns = entries
    .filter(entry => typeof entry === 'string')
    .map(entry => entry.trim())
    .filter(entry => entry !== '');
  return patterns.every(pattern => pattern === '**') ? [] : patterns;
}

function remarkOnMissingHeader(source: string): Remark | undefined {
  const warning = (code: string, text: Remark['text'], line?: number): Remark => {
    return { code, severity: 'warning', text, ...(line !== undefined && { line }) };
  };
  if (/^\uFEFF---/.test(source))
    return warning('bom', message('its frontmatter does not count: a byte order mark comes before it'), 1);
  const lines = source.split('\n', 20);
  const opener = lines.findIndex(line => line.trim() !== '');
  const first = lines[opener]?.trim() ?? '';
  if (opener > 0 && first === '---') {
    const text = message('its frontmatter does not count: it starts on line {0}', opener + 1);
    return warning('frontmatter-not-first', text, opener + 1);
  }
  if (opener === 0 && first.startsWith('---') && /^---\s*$/.test(lines[0] ?? ''))
    return warning(
      'frontmatter-unclosed',
      message('its frontmatter does not count: it is never closed by another ---'),
      1,
    );
  return undefined;
}

/** Where the header ends in the middle of a line. */
function remarkOnCutHeader({ block, blockLine }: Header): Remark | undefined {
  if (block === '' || block.endsWith('\n')) return undefined;
  const line = blockLine + linesOf(block) + 1;
  return {
    code: 'frontmatter-cut',
    severity: 'warning',
    text: message('its frontmatter ends at the --- in line {0}, in the middle of a text', line),
    line,
  };
}

function remarkOnName(folder: string, declared: string): Remark {
  return {
    code: 'declared-name-is-alias',
    severity: 'information',
    text: message('it is listed as {0}, after its folder; it also answers to {1}', folder, declared),
  };
}

function remarkOnInvocation(keys: Keys): Remark | undefined {
  if (!keys.has('user-invocable') || isTrue(keys.get('user-invocable'))) return undefined;
  return {
    code: 'not-user-invocable',
    severity: 'information',
    text: message('people cannot call it with a slash: user-invocable is not true'),
  };
}
