/** What kimi-cli makes of the text of one skill file (rules 53 to 70). */
import type { Flow, NoFlow } from '../flow/read-flow';
import {
  type Frontmatter,
  firstBodyLine,
  positionAt,
  positionInFile,
  splitFrontmatter,
} from '../frontmatter';
import { type Message, message } from '../message';
import { readPlainFrontmatter } from '../plain-frontmatter';
import { universalNewlines } from '../python-text';
import type { ParseOutcome } from '../scan/found';
import type { Form, Remark } from '../types';
import { isTruthy, type PyValue } from '../yaml-types';
import { remarkOnFlow, remarksOnName, remarksOnShape } from './kimi-cli-remarks';

const NO_REMARKS: readonly Remark[] = [];

const NO_DESCRIPTION = 'No description provided.';

type Keys = ReadonlyMap<string, PyValue>;

/** A skill file taken apart. */
interface SkillText {
  /** The whole text, line ends as LF. */
  readonly text: string;
  readonly matter: Frontmatter;
  readonly defaultName: string;
  readonly form: Form;
}

/** Asynchronous only where the full YAML parser or that of diagrams is needed: both load on first use. */
export function parseKimiCliSkill(
  source: string,
  defaultName: string,
  form: Form,
): ParseOutcome | Promise<ParseOutcome> {
  const text = universalNewlines(source);
  const matter = splitFrontmatter(text);
  const skill: SkillText = { text, matter, defaultName, form };
  const plain = matter.block === null ? new Map<string, PyValue>() : readPlainFrontmatter(matter.block);
  return plain ? evaluate(skill, plain) : parseWithYaml(skill, matter.block ?? '');
}

async function parseWithYaml(skill: SkillText, block: string): Promise<ParseOutcome> {
  const { loadPyYaml } = await import('../lazy/yaml');
  const yaml = loadPyYaml(block);
  if (yaml.ok) return evaluate(skill, yaml.mapping);
  const { line, column } = positionInFile(skill.text, skill.matter, yaml.offset);
  return {
    ok: false,
    name: skill.defaultName,
    code: yaml.code,
    reason: yaml.reason,
    line: line + 1,
    column: column + 1,
  };
}

/** The order of the checks is the product's: the type before the texts (rule 68). */
function evaluate(skill: SkillText, keys: Keys): ParseOutcome | Promise<ParseOutcome> {
  const name = truthy(keys, 'name');
  const nameText = name ? textOf(name) : skill.defaultName;
  const drop = (key: string, code: string, reason: Message): ParseOutcome => ({
    ok: false,
    name: nameText ?? skill.defaultName,
    code,
    reason,
    ...positionOfKey(skill, key),
  });

  const type = truthy(keys, 'type');
  // Bytes, which a name may be, equal no text in Python: the type has to be one of two texts.
  const typeText = type ? (type.type === 'str' ? type.value : undefined) : 'standard';
  if (typeText !== 'standard' && typeText !== 'flow') {
    return drop('type', 'unknown-type', message('type is {0}: only standard and flow are known', show(type)));
  }
  const description = describe(skill, keys);
  if (nameText === undefined) {
    return drop('name', 'name-not-text', message('name is {0}, which is not text', show(name)));
  }
  if (description.text === undefined) {
    const shown = show(keys.get('description'));
    return drop(
      'description',
      'description-not-text',
      message('description is {0}, which is not text', shown),
    );
  }
  const said = { name: nameText, description: description.text, descriptionFrom: description.from };
  if (typeText === 'standard') return loaded(skill, said);
  return import('../lazy/flow').then(({ readFlow }) => loaded(skill, said, readFlow(skill.text)));
}

type Said = Pick<Extract<ParseOutcome, { ok: true }>, 'name' | 'description' | 'descriptionFrom'>;

/** A flow that does not hold is an ordinary skill (rule 70). */
function loaded(skill: SkillText, said: Said, flow?: Flow | NoFlow): ParseOutcome {
  const { name, description, descriptionFrom } = said;
  const onShape = remarksOnShape(skill.text, skill.matter);
  const onName = remarksOnName(name, skill.defaultName, skill.form, descriptionFrom);
  const onFlow = flow && !flow.ok ? [remarkOnFlow(flow)] : NO_REMARKS;
  const hasNone = onShape.length + onName.length + onFlow.length === 0;
  const remarks = hasNone ? NO_REMARKS : [...onShape, ...onName, ...onFlow];
  return { ok: true, name, description, descriptionFrom, type: flow?.ok ? 'flow' : 'standard', remarks };
}

/** Frontmatter, else the first line of the body, else a fixed text (rule 64). */
function describe(
  skill: SkillText,
  keys: Keys,
): { text: string | undefined; from: 'frontmatter' | 'body' | 'none' } {
  const declared = truthy(keys, 'description');
  if (declared) return { text: textOf(declared), from: 'frontmatter' };
  const line = firstBodyLine(skill.matter.body);
  return line === undefined ? { text: NO_DESCRIPTION, from: 'none' } : { text: line, from: 'body' };
}

/** What Python takes for false stands for a value that is not there (rule 67). */
function truthy(keys: Keys, key: string): PyValue | undefined {
  const value = keys.get(key);
  return value && isTruthy(value) ? value : undefined;
}

/** Text as the product accepts it: also bytes that are UTF-8, but no other value (rule 68). */
function textOf(value: PyValue): string | undefined {
  if (value.type === 'str') return value.value;
  return value.type === 'bytes' ? value.text : undefined;
}

/** A value as a person would name it. */
function show(value: PyValue | undefined): string | Message {
  switch (value?.type) {
    case 'str':
      return `“${value.value.length > 40 ? `${value.value.slice(0, 40)}…` : value.value}”`;
    case 'bool':
      return value.value ? message('the boolean true') : message('the boolean false');
    case 'int':
    case 'float':
      return message('the number {0}', value.source);
    case 'date':
      return message('the date {0}', value.source);
    case 'list':
      return message('a list');
    case 'map':
      return message('a mapping');
    case 'set':
      return message('a set');
    case 'bytes':
      return message('binary data');
    default:
      return message('nothing');
  }
}

/** Where a key of the frontmatter stands, counted from 1; nothing where it is not written in the usual way. */
function positionOfKey({ text, matter }: SkillText, key: string): { line?: number; column?: number } {
  if (matter.block === null) return {};
  const start = matter.block.search(new RegExp(`^(?:${key}|"${key}"|'${key}')\\s*:`, 'm'));
  if (start < 0) return {};
  const { line, column } = positionAt(text, matter.blockOffset + start);
  return { line: line + 1, column: column + 1 };
}
