/** Fixes that write keys of the frontmatter. */
import { lateFrontmatter } from '../checks/fences';
import type { Problem } from '../checks/problem';
import { keyPlace, lineAround, lineNumbered, type SkillSource } from '../checks/skill-source';
import { isYamlFault } from '../checks/yaml-errors';
import { firstBodyLine } from '../frontmatter';
import { dropEarlierKeys, withoutKey } from '../mend-frontmatter';
import { type Message, message } from '../message';
import { type OffsetEdit, smallestEdit } from './edits';
import { problemOffset } from './text-fix';
import { portableName, yamlText } from './yaml-text';

/** Stands where the product has nothing to say either. */
const PLACEHOLDER = 'Say here what this skill does and when to use it';

/** Writes down the name and the description that the product uses now, or would use if it did, as far as they are not declared. */
export function fillIn(source: SkillSource): readonly OffsetEdit[] | undefined {
  const { outcome, matter, text, yaml } = source;
  // Where only the product can read the YAML, it is not known which keys are there.
  const isBlind = yaml?.ok === false && yaml.code !== 'comment-only' && !isYamlFault(outcome);
  if (lateFrontmatter(source) || isBlind) return undefined;
  const used = outcome.ok && outcome.descriptionFrom !== 'none' ? outcome.description : undefined;
  const description = (outcome.ok ? used : firstBodyLine(matter.body)) || PLACEHOLDER;
  const keys = [
    { key: 'name', value: outcome.ok ? outcome.name : source.defaultName },
    { key: 'description', value: description },
  ].filter(({ value }) => value !== '');
  const edits = keys.flatMap(({ key, value }) => fillBlank(source, key, value));
  const added = keys
    .filter(({ key }) => !keyPlace(source, key))
    .map(({ key, value }) => `${key}: ${yamlText(value)}\n`)
    .join('');
  if (added === '') return edits.length > 0 ? edits : undefined;
  if (matter.state === 'none')
    return text.startsWith('\ufeff') ? undefined : [insert(0, `---\n${added}---\n\n`)];
  if (matter.state === 'blank') return [insert(lineNumbered(text, 1).from, added)];
  if (matter.state !== 'closed') return undefined;
  return [...edits, insert(lineAround(text, matter.closeOffset).from, added)];
}

/** Writes a value behind a key that has none, or a blank one. */
function fillBlank(source: SkillSource, key: string, value: string): readonly OffsetEdit[] {
  const place = keyPlace(source, key);
  if (!place) return [];
  const { from, to, value: written } = place;
  if (from === to) return [{ from, to, text: ` ${yamlText(value)}` }];
  return written.type === 'str' && written.value.trim() === ''
    ? [{ from, to: withoutLineEnds(source, place), text: yamlText(value) }]
    : [];
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

/** Removes the type: without it, a skill is an ordinary one. */
export function removeType(source: SkillSource): readonly OffsetEdit[] | undefined {
  return editLines(source, lines => withoutKey(lines, 'type'));
}

/** Of each key that comes several times, keeps the last. */
export function keepLastKeys(source: SkillSource): readonly OffsetEdit[] | undefined {
  return editLines(source, lines => {
    let [before, after] = [lines, dropEarlierKeys(lines)];
    while (after.length < before.length) [before, after] = [after, dropEarlierKeys(after)];
    return after;
  });
}

/** The edit that a change of the frontmatter's lines comes to; lines come and go with their ends. */
function editLines(
  source: SkillSource,
  change: (lines: readonly string[]) => readonly string[],
): readonly OffsetEdit[] | undefined {
  const { text, matter } = source;
  if (matter.state !== 'closed') return undefined;
  const before = text.slice(matter.blockOffset, lineAround(text, matter.closeOffset).from);
  const after = change(before.match(/[^\n]*\n|[^\n]+$/g) ?? []).join('');
  return after === before ? undefined : [smallestEdit(matter.blockOffset, before, after)];
}

function insert(at: number, text: string): OffsetEdit {
  return { from: at, to: at, text };
}
