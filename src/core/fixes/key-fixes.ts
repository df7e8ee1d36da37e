/** Fixes that write keys of the frontmatter. */
import type { Problem } from '../checks/problem';
import { keyPlace, lineNumbered, type SkillSource } from '../checks/skill-source';
import { type Message, message } from '../message';
import type { OffsetEdit } from './edits';
import { problemOffset } from './text-fix';
import { portableName, yamlText } from './yaml-text';

/** Stands where the product has nothing to say either. */
const PLACEHOLDER = 'Say here what this skill does and when to use it';

/** Writes down the name and the description that the product uses now, as far as they are not declared. */
export function fillIn(source: SkillSource): readonly OffsetEdit[] | undefined {
  const { outcome, matter, text } = source;
  const name = outcome.ok ? outcome.name : source.defaultName;
  const description =
    outcome.ok && outcome.descriptionFrom !== 'none' && outcome.description !== ''
      ? outcome.description
      : PLACEHOLDER;
  const lines = [
    ...(name !== '' && !keyPlace(source, 'name') ? [`name: ${yamlText(name)}`] : []),
    ...(keyPlace(source, 'description') && !isEmpty(source, 'description')
      ? []
      : [`description: ${yamlText(description)}`]),
  ];
  if (lines.length === 0) return undefined;
  const added = `${lines.join('\n')}\n`;
  if (matter.state === 'none')
    return text.startsWith('\ufeff') ? undefined : [insert(0, `---\n${added}---\n\n`)];
  if (matter.state === 'blank') return [insert(lineNumbered(text, 1).from, added)];
  if (matter.state !== 'closed') return undefined;
  const empty = keyPlace(source, 'description');
  if (empty) return [{ from: empty.from, to: empty.to, text: ` ${yamlText(description)}` }];
  return [insert(lineNumbered(text, matter.closeLine).from, added)];
}

function isEmpty(source: SkillSource, key: string): boolean {
  const place = keyPlace(source, key);
  return place !== undefined && place.from === place.to;
}

/** The name that a fix would declare; undefined where there is none better. */
export function betterName({ outcome, defaultName }: SkillSource, code: string): string | undefined {
  const wanted =
    code === 'name-not-folder' || code === 'ambiguous' ? defaultName : portableName(outcome.name);
  return wanted === '' || wanted === outcome.name ? undefined : wanted;
}

export function setNameTitle(source: SkillSource, { code }: Problem): Message {
  return message('Call it “{0}”', betterName(source, code) ?? '');
}

/** Declares a better name, in place of the one that is there or as a new first line. */
export function setName(source: SkillSource, { code }: Problem): readonly OffsetEdit[] | undefined {
  const name = betterName(source, code);
  if (name === undefined) return undefined;
  const place = keyPlace(source, 'name');
  if (place) {
    const blank = place.from === place.to ? ' ' : '';
    return [{ from: place.from, to: withoutLineEnds(source, place), text: blank + yamlText(name) }];
  }
  const { matter, text } = source;
  const line = `name: ${yamlText(name)}\n`;
  if (matter.state === 'closed' || matter.state === 'blank')
    return [insert(lineNumbered(text, 1).from, line)];
  return matter.state === 'none' && !text.startsWith('\ufeff')
    ? [insert(0, `---\n${line}---\n\n`)]
    : undefined;
}

/** A block of text ends with its line end, which belongs to what follows. */
function withoutLineEnds({ text }: SkillSource, { from, to }: { from: number; to: number }): number {
  return from + text.slice(from, to).trimEnd().length;
}

/** Writes a key in small letters. */
export function renameKey(source: SkillSource, problem: Problem): readonly OffsetEdit[] | undefined {
  const from = problemOffset(source, problem);
  const length = problem.range.end.character - problem.range.start.character;
  const key = source.text.slice(from, from + length);
  return [{ from, to: from + length, text: key.toLowerCase() }];
}

/** Declares another type. */
export function setType(type: 'standard' | 'flow') {
  return (source: SkillSource): readonly OffsetEdit[] | undefined => {
    const place = keyPlace(source, 'type');
    return place ? [{ from: place.from, to: withoutLineEnds(source, place), text: type }] : undefined;
  };
}

function insert(at: number, text: string): OffsetEdit {
  return { from: at, to: at, text };
}
