/** Names for skills, judged before anything is made: by the product, by the open format, and by every file system. */
import { type Message, message, renderMessage } from '../message';
import { isPortableName } from '../profiles/names';
import type { Form, ProfileId, Root } from '../types';
import { scalar } from './frontmatter-edit';
import { whyBadName } from './names';
import { parserFor } from './product-rules';

/** What is to be said against a name. With an `error` it cannot be used; a `warning` is advice. */
export interface NameJudgement {
  readonly severity: 'error' | 'warning';
  readonly code: 'bad-name' | 'product-refuses' | 'other-name' | 'not-portable';
  readonly text: Message;
}

/**
 * Judges a name for a skill in a root; null where nothing is to be said against it.
 * @param product as people call it, for the text
 */
export async function judgeName(
  { profile, product }: { readonly profile: ProfileId; readonly product: string },
  root: Pick<Root, 'group' | 'location'>,
  name: string,
  form: Form = 'directory',
): Promise<NameJudgement | null> {
  const bad = whyBadName(name);
  if (bad) return { severity: 'error', code: 'bad-name', text: bad };
  const parse = await parserFor(profile, root);
  const parsed = await parse(newSkillText(name, name), name, form);
  if (!parsed.ok) {
    const text = message('{0} would not load it: {1}', product, parsed.reason);
    return { severity: 'error', code: 'product-refuses', text };
  }
  if (parsed.name !== name) {
    const text = message('{0} would call it {1}', product, parsed.name);
    return { severity: 'error', code: 'other-name', text };
  }
  if (isPortableName(name)) return null;
  return {
    severity: 'warning',
    code: 'not-portable',
    text: message(
      'outside the open format: lower-case letters, digits and single hyphens, at most 64; stricter products do not load it',
    ),
  };
}

/** What a new skill says before somebody has written it. */
const NO_DESCRIPTION = message('Say what this skill does, and when to use it.');
const BODY = message(
  'Say here what the agent is to do, step by step. Only the description above is read before the skill is chosen.',
);

/**
 * The text of a new skill file: valid frontmatter, and what is to be written below it.
 * @param description may be blank
 * @param translate gives what stands there until somebody writes something in that person's language
 */
export function newSkillText(
  name: string,
  description: string,
  translate?: (template: string) => string,
): string {
  const say = (text: Message) => renderMessage(text, translate && { translate });
  return [
    '---',
    `name: ${scalar(name)}`,
    `description: ${scalar(description.trim() || say(NO_DESCRIPTION))}`,
    '---',
    '',
    `# ${name}`,
    '',
    say(BODY),
    '',
  ].join('\n');
}
