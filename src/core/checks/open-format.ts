/** Checks against the open Agent Skills format, as far as a product does not enforce it, and on what a name can be used for. */

import { factsOf } from '../explain/product-facts';
import type { FixId } from '../fixes/fix-id';
import { positionAt } from '../frontmatter';
import { type Message, message } from '../message';
import { isDocument } from './fences';
import type { Severity } from './problem';
import { keyPlace, lineAround, lineNumbered, nameSpan, type SkillSource } from './skill-source';
import type { TextCheck } from './text-check';

/** Characters that the format allows a description. */
const LONGEST_DESCRIPTION = 1024;

/** Lines that the format advises a body to stay below. */
const LONGEST_BODY = 500;

/** A check that shows a remark of the product's parser at the name. */
function nameCheck(
  code: string,
  severity: Severity,
  fixes: readonly FixId[],
  say: (source: SkillSource) => Message | undefined,
  knownToEditor: (source: SkillSource) => boolean = () => false,
): TextCheck {
  return {
    code,
    severity,
    fixes,
    find: source => {
      if (!source.outcome.ok || !source.outcome.remarks.some(remark => remark.code === code)) return [];
      const text = say(source);
      if (!text) return [];
      return [
        { ...firstLine(source, nameSpan(source)), message: text, knownToEditor: knownToEditor(source) },
      ];
    },
  };
}

function firstLine({ text }: SkillSource, span: { from: number; to: number }): { from: number; to: number } {
  return { from: span.from, to: Math.min(span.to, lineAround(text, span.from).to) };
}

const hasRemark = ({ outcome }: SkillSource, code: string) =>
  outcome.ok && outcome.remarks.some(remark => remark.code === code);

export const documentAsSkill = nameCheck(
  'document-as-skill',
  'warning',
  ['rename-to-markdown'],
  ({ outcome, profile }) =>
    message('{0} counts this document as a skill called “{1}”', factsOf(profile).name, outcome.name),
);

/** What the product brings along by itself is replaced. */
export const replacesBuiltin = nameCheck(
  'replaces-builtin',
  'warning',
  ['set-name', 'rename-folder'],
  ({ outcome, profile }) =>
    message('it takes the place of the “{0}” that {1} brings along', outcome.name, factsOf(profile).name),
);

export const notTypeable = nameCheck('not-typeable', 'warning', ['set-name', 'rename-folder'], source =>
  isDocument(source)
    ? undefined
    : message('“/skill:{0}” cannot be typed: only letters, digits, _ and - can', source.outcome.name),
);

export const nameNotPortable = nameCheck(
  'name-not-portable',
  'information',
  ['set-name', 'rename-folder'],
  source =>
    isDocument(source) || hasRemark(source, 'not-typeable')
      ? undefined
      : message(
          'the name “{0}” is outside the open format: small letters, digits and single hyphens, 64 at most',
          source.outcome.name,
        ),
  // VS Code looks at the characters of a declared name only.
  source => keyPlace(source, 'name') !== undefined && /[^a-z0-9-]/.test(source.outcome.name),
);

export const nameNotFolder = nameCheck(
  'name-not-folder',
  'information',
  ['rename-folder', 'set-name'],
  ({ outcome, defaultName, profile }) =>
    message(
      '{0} calls it “{1}”; VS Code and others go by its folder and call it “{2}”',
      factsOf(profile).name,
      outcome.name,
      defaultName,
    ),
  () => true,
);

export const descriptionTooLong: TextCheck = {
  code: 'description-too-long',
  severity: 'information',
  fixes: [],
  find: source => {
    const place = keyPlace(source, 'description');
    if (place?.value.type !== 'str' || place.value.value.length <= LONGEST_DESCRIPTION) return [];
    const length = [...place.value.value].length;
    if (length <= LONGEST_DESCRIPTION) return [];
    return [
      {
        from: place.from,
        to: place.to,
        message: message(
          'the description has {0} characters: the open format allows {1}, and other tools may go by that',
          length,
          LONGEST_DESCRIPTION,
        ),
      },
    ];
  },
};

/**
 * The check for descriptions that the product cuts in what it tells its model.
 * @param longest UTF-16 units that are left whole
 */
export function descriptionCut(longest: number): TextCheck {
  return {
    code: 'description-cut',
    severity: 'information',
    fixes: [],
    find: source => {
      const { outcome, text, profile } = source;
      if (!outcome.ok || outcome.unlisted || outcome.description.length <= longest) return [];
      const place = keyPlace(source, 'description');
      const { name } = factsOf(profile);
      const said = message(
        'in its list of skills, {0} cuts a description after {1} characters',
        name,
        longest,
      );
      return [{ ...firstLine(source, place ?? lineAround(text, 0)), message: said }];
    },
  };
}

export const bodyTooLong: TextCheck = {
  code: 'body-too-long',
  severity: 'information',
  fixes: [],
  find: ({ text, matter }) => {
    const lines = matter.body.trimEnd().split('\n').length;
    if (lines <= LONGEST_BODY) return [];
    return [
      {
        ...lineNumbered(text, positionAt(text, matter.bodyOffset).line + LONGEST_BODY),
        message: message(
          'the body has {0} lines: the open format advises {1} at most, and references for the rest',
          lines,
          LONGEST_BODY,
        ),
      },
    ];
  },
};
