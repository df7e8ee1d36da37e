/** A skill file's text taken apart for the checks: what the product makes of it, and where in the file everything stands. */
import { isDeepStrictEqual } from 'node:util';
import { type Frontmatter, positionAt, splitFrontmatter } from '../frontmatter';
import { loadProfile } from '../profiles/load-profile';
import { universalNewlines } from '../python-text';
import type { ParseOutcome } from '../scan/found';
import type { Form, ProfileId, Root } from '../types';
import type { PyValue, YamlOutcome } from '../yaml-types';
import type { Range } from './problem';

/** What a text alone does not tell: where it stands. */
export interface TextContext {
  readonly profile: ProfileId;
  /** Absolute path. */
  readonly file: string;
  readonly form: Form;
  /** The name that it has without a declared one: its folder, or its file name without `.md`. */
  readonly defaultName: string;
  /** The root that it lies in, where its rules are not those of the product's other roots. */
  readonly root?: Pick<Root, 'group' | 'location'>;
}

export interface SkillSource extends TextContext {
  /** As given, with its own line ends and its byte order mark. */
  readonly original: string;
  /** Line ends as LF, byte order mark kept. All offsets in findings are offsets in this. */
  readonly text: string;
  readonly matter: Frontmatter;
  /**
   * What PyYAML makes of the block; null where the file has none. kimi-cli reads it in this way; for other products it tells
   * no more than where in the file a key stands.
   */
  readonly yaml: YamlOutcome | null;
  /** Whether the text starts with a byte order mark that makes no difference to the product. */
  readonly isMarkHarmless: boolean;
  /** The product's verdict on this text alone. */
  readonly outcome: ParseOutcome;
}

/** A key of the frontmatter and its value, as offsets in the source's `text`. */
export interface KeyPlace {
  readonly value: PyValue;
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly from: number;
  /** Same as `from` where nothing is written. */
  readonly to: number;
}

/** Takes a text apart. Loads the YAML parser where there is frontmatter. Never rejects on account of the text. */
export async function readSource(original: string, context: TextContext): Promise<SkillSource> {
  const text = universalNewlines(original);
  const profile = await loadProfile(context.profile);
  const { parse } = (context.root && profile.rulesFor?.(context.root)) ?? profile;
  const outcome = await parse(original, context.defaultName, context.form);
  const isMarkHarmless =
    text.startsWith(MARK) &&
    isDeepStrictEqual(outcome, await parse(original.slice(MARK.length), context.defaultName, context.form));
  const matter = isMarkHarmless ? splitBehindMark(text) : splitFrontmatter(text);
  const yaml = matter.block === null ? null : (await import('../lazy/yaml')).loadPyYaml(matter.block);
  return { ...context, original, text, matter, yaml, isMarkHarmless, outcome };
}

/** The byte order mark. */
const MARK = '\ufeff';

function splitBehindMark(text: string): Frontmatter {
  const matter = splitFrontmatter(text.slice(MARK.length));
  if (matter.block === null) return matter;
  const { blockOffset, closeOffset, bodyOffset } = matter;
  const shift = MARK.length;
  return {
    ...matter,
    blockOffset: blockOffset + shift,
    closeOffset: closeOffset + shift,
    bodyOffset: bodyOffset + shift,
  };
}

/** Where a key of the frontmatter stands; undefined where it is not there or not written in the outermost map itself. */
export function keyPlace({ yaml, matter }: SkillSource, key: string): KeyPlace | undefined {
  if (!yaml?.ok) return undefined;
  const value = yaml.mapping.get(key);
  const place = yaml.positions.get(key);
  if (!value || !place) return undefined;
  const shift = matter.blockOffset;
  return {
    value,
    keyFrom: place.key.start.offset + shift,
    keyTo: place.key.end.offset + shift,
    from: place.value.start.offset + shift,
    to: place.value.end.offset + shift,
  };
}

/** The text of a value as it is written in the file. */
export function writtenValue(source: SkillSource, place: KeyPlace): string {
  return source.text.slice(place.from, place.to);
}

/** The range of two offsets in the source's `text`, as an editor counts. */
export function rangeBetween({ text }: Pick<SkillSource, 'text'>, from: number, to: number): Range {
  return { start: editorPosition(text, from), end: editorPosition(text, to) };
}

function editorPosition(text: string, offset: number): Range['start'] {
  const { line, column } = positionAt(text, offset);
  const mark = line === 0 && text.startsWith('\ufeff') ? 1 : 0;
  return { line, character: Math.max(0, column - mark) };
}

/** Start and end of the line that an offset lies in, its line end left out. */
export function lineAround(text: string, offset: number): { readonly from: number; readonly to: number } {
  const from = offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return { from, to: end === -1 ? text.length : end };
}

/** Start and end of a line by its number, counted from 0; the last line where there are fewer. */
export function lineNumbered(text: string, line: number): { readonly from: number; readonly to: number } {
  let from = 0;
  for (let count = 0; count < line; count++) {
    const next = text.indexOf('\n', from);
    if (next === -1) break;
    from = next + 1;
  }
  return lineAround(text, from);
}

/** The place to point at for what is said about the name: the declared one, else the first line. */
export function nameSpan(source: SkillSource): { readonly from: number; readonly to: number } {
  const place = keyPlace(source, 'name');
  return place && place.to > place.from ? place : lineAround(source.text, 0);
}
