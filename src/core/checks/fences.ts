/** Checks on the fences of the frontmatter: nothing of it is read where they are not as the product wants them. */
import { factsOf } from '../explain/product-facts';
import { positionAt } from '../frontmatter';
import { EVALUATES_JAVASCRIPT, JAVASCRIPT_WARNING } from '../javascript-warning';
import { message } from '../message';
import { opensJavaScript } from '../profiles/javascript-frontmatter';
import { pyStrip } from '../python-text';
import { lineAround, lineNumbered, type SkillSource } from './skill-source';
import type { TextCheck } from './text-check';

/** How far down a frontmatter is looked for that does not start on the first line. */
const DEEPEST_OPENER = 60;

const FENCE = '---';

/** A line as frontmatter has it. */
const KEY_LINE = /^[ \t]*(?:name|description|type|license|metadata|allowed-tools|version)[ \t]*:/i;

/** Lines of a frontmatter that stands too low: its fences, counted from 0. */
export interface LateFrontmatter {
  readonly open: number;
  readonly close: number;
}

/** Finds a frontmatter below the first line: fences with a key of skills between them. */
export function lateFrontmatter({
  text,
  matter,
}: Pick<SkillSource, 'text' | 'matter'>): LateFrontmatter | undefined {
  if (matter.state !== 'none') return undefined;
  const lines = text.split('\n', DEEPEST_OPENER * 2);
  const open = lines.findIndex((line, index) => index > 0 && pyStrip(line) === FENCE);
  if (open < 0 || open > DEEPEST_OPENER) return undefined;
  const close = lines.findIndex((line, index) => index > open && pyStrip(line) === FENCE);
  if (close < 0) return undefined;
  return lines.slice(open + 1, close).some(line => KEY_LINE.test(line)) ? { open, close } : undefined;
}

function hasMark({ text, isMarkHarmless }: SkillSource): boolean {
  return text.startsWith('\ufeff') && !isMarkHarmless;
}

/** Whether the product read a frontmatter all the same. */
function isRead({ outcome }: SkillSource): boolean {
  return outcome.ok && outcome.descriptionFrom === 'frontmatter';
}

export const evaluatesJavaScript: TextCheck = {
  code: EVALUATES_JAVASCRIPT,
  severity: 'warning',
  fixes: [],
  find: ({ text }) => {
    if (!opensJavaScript(text)) return [];
    return [{ ...lineAround(text, 0), message: JAVASCRIPT_WARNING }];
  },
};

export const bom: TextCheck = {
  code: 'bom',
  severity: 'warning',
  fixes: ['strip-bom'],
  find: source => {
    if (!hasMark(source) || isRead(source)) return [];
    const { name } = factsOf(source.profile);
    const line = lineAround(source.text, 0);
    const beforeFence = pyStrip(source.text.slice(1, line.to)) === FENCE;
    return [
      {
        ...line,
        message: beforeFence
          ? message(
              'an invisible byte order mark stands before the ---: {0} does not read the frontmatter',
              name,
            )
          : message('an invisible byte order mark starts the file: {0} takes it for text', name),
      },
    ];
  },
};

export const frontmatterNotFirst: TextCheck = {
  code: 'frontmatter-not-first',
  severity: 'warning',
  fixes: ['move-fence-up'],
  find: source => {
    const late = hasMark(source) || isRead(source) ? undefined : lateFrontmatter(source);
    if (!late) return [];
    return [
      {
        ...lineNumbered(source.text, late.open),
        message: message(
          'the frontmatter starts on line {0}: {1} only reads one that starts on line 1',
          late.open + 1,
          factsOf(source.profile).name,
        ),
      },
    ];
  },
};

export const frontmatterUnclosed: TextCheck = {
  code: 'frontmatter-unclosed',
  severity: 'warning',
  fixes: ['close-fence'],
  find: source =>
    source.matter.state === 'unclosed' && !isRead(source)
      ? [
          {
            ...lineAround(source.text, 0),
            message: message(
              'no second --- closes the frontmatter: {0} takes all of it for body text',
              factsOf(source.profile).name,
            ),
          },
        ]
      : [],
};

export const noFrontmatter: TextCheck = {
  code: 'no-frontmatter',
  severity: 'information',
  fixes: ['fill-in'],
  find: source => {
    const { state } = source.matter;
    if (!source.outcome.ok) return [];
    if (state !== 'none' && state !== 'blank') return [];
    if (hasMark(source) || lateFrontmatter(source) || isDocument(source)) return [];
    const { name, description } = source.outcome;
    const line = lineAround(source.text, 0);
    return [
      {
        ...line,
        message: message(
          'no name and description are declared: {0} calls it “{1}” and describes it as “{2}”',
          factsOf(source.profile).name,
          short(name),
          short(description),
        ),
      },
    ];
  },
};

export const fenceInBlockScalar: TextCheck = {
  code: 'fence-in-block-scalar',
  severity: 'warning',
  fixes: ['rewrite-rule'],
  find: source => {
    const line = innerFence(source);
    if (line === undefined) return [];
    return [
      {
        ...lineNumbered(source.text, line),
        message: message('this --- inside a text ends the frontmatter: what follows counts as body'),
      },
    ];
  },
};

/** The line of a closing fence that was meant as text of a `|` or `>` value, counted from 0. */
function innerFence({ text, matter }: SkillSource): number | undefined {
  if (matter.block === null) return undefined;
  const lastKey = matter.block.split('\n').findLast(line => /^[^\s#]/.test(line));
  if (!lastKey || !/:[ \t]+[|>][-+0-9]*[ \t]*(?:#.*)?$/.test(lastKey)) return undefined;
  const fence = lineAround(text, matter.closeOffset);
  const isIndented = /^[ \t]/.test(text.slice(fence.from, fence.to));
  const rest = matter.body.split('\n');
  const next = rest.find(line => pyStrip(line) !== '');
  const laterFence = rest.some(line => pyStrip(line) === FENCE && !/^[ \t]/.test(line));
  const goesOn = next !== undefined && (/^[ \t]+\S/.test(next) || KEY_LINE.test(next));
  return laterFence && (isIndented || goesOn) ? positionAt(text, matter.closeOffset).line : undefined;
}

/** Whether the file is one that describes a folder rather than a skill: that has a check of its own. */
export function isDocument({ outcome }: SkillSource): boolean {
  return outcome.ok && outcome.remarks.some(({ code }) => code === 'document-as-skill');
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line;
}
