/** Frontmatter as agents read it: what several of them have in common, whatever their parser. */
import { type Message, message } from '../message';
import { readPlainFrontmatter } from '../plain-frontmatter';
import type { ParseOutcome } from '../scan/found';

/** The part of a skill file that an agent reads as YAML. */
export interface AgentBlock {
  readonly text: string;
  /** Line of the file, counted from 1, at which it starts. */
  readonly line: number;
}

type Dropped = Extract<ParseOutcome, { ok: false }>;

/**
 * The quick path for a block of plain `key: value` lines, each key once: what js-yaml, of version 3 or 4, and the YAML 1.2
 * of `yaml` make of it. Undefined says that one of these has to read it.
 */
export function readPlainKeys(block: string): ReadonlyMap<string, unknown> | undefined {
  const plain = readPlainFrontmatter(block);
  if (!plain || plain.size !== block.match(/^[A-Za-z]/gm)?.length) return undefined;
  return new Map([...plain].map(([key, value]) => [key, 'value' in value ? value.value : null]));
}

/** What a YAML value holds by its keys; undefined where it is no mapping. */
export function keysOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMapping ? new Map(Object.entries(value)) : undefined;
}

/** Line of the file, counted from 1, of a key at the top of the block; its first line where it is not written in the usual way. */
export function lineOfKey({ text, line }: AgentBlock, key: string): number {
  const pattern = new RegExp(`^[ \\t]*(?:${key}|"${key}"|'${key}')[ \\t]*:`);
  const found = text.split(/\r?\n/).findIndex(one => pattern.test(one));
  return found < 0 ? line : line + found;
}

/**
 * Why an agent sees no frontmatter in a file that does not start with `---` and a line end.
 * @param product as people call it
 * @param takesBom whether a byte order mark in front of it does no harm
 */
export function withoutFence(source: string, name: string, product: string, takesBom: boolean): Dropped {
  const drop = (code: string, reason: Message, line = 1): Dropped => ({
    ok: false,
    name,
    code,
    reason,
    line,
  });
  if (!takesBom && source.startsWith('\ufeff') && /^\ufeff---\r?\n/.test(source))
    return drop(
      'bom',
      message('a byte order mark stands before its frontmatter, and {0} takes that for text', product),
    );
  const lines = source.split(/\r?\n/, 20);
  const opener = lines.findIndex(line => line.trim() !== '');
  const first = lines[opener] ?? '';
  if (opener > 0 && first.trim() === '---')
    return drop(
      'frontmatter-not-first',
      message('its frontmatter starts on line {0}; only line 1 counts', opener + 1),
      opener + 1,
    );
  if (opener === 0 && first.trim().startsWith('---'))
    return drop('bad-fence', message('its first line is not just ---, so {0} sees no frontmatter', product));
  return drop(
    'no-frontmatter',
    message('it has no frontmatter, and {0} wants name and description there', product),
  );
}

/** A fence that nothing closes. */
export function unclosed(name: string): Dropped {
  const reason = message('its frontmatter is never closed: a second --- is missing');
  return { ok: false, name, code: 'frontmatter-unclosed', reason, line: 1 };
}

/** A value as a person would name it. */
export function showValue(value: unknown): string | Message {
  if (value === null || value === undefined) return message('nothing');
  if (typeof value === 'string') return `“${value.length > 40 ? `${value.slice(0, 40)}…` : value}”`;
  if (typeof value === 'boolean') return value ? message('the boolean true') : message('the boolean false');
  if (typeof value === 'number' || typeof value === 'bigint') return message('the number {0}', String(value));
  if (value instanceof Date) return message('the date {0}', shownDate(value));
  if (value instanceof Uint8Array) return message('binary data');
  return Array.isArray(value) ? message('a list') : message('a mapping');
}

function shownDate(value: Date): string {
  return Number.isNaN(value.getTime()) ? '?' : value.toISOString().slice(0, 10);
}
