/** What the products make of the keys of a frontmatter. */
import { type Message, message } from '../../core/message';
import type { ProfileId } from '../../core/types';

export interface KeyDescription {
  readonly what: Message;
  /** The values that are known, where there are only a few. */
  readonly values?: readonly { readonly value: string; readonly what: Message }[];
}

type Keys = Readonly<Record<string, KeyDescription>>;

const KIMI_CLI: Keys = {
  name: {
    what: message(
      'The name that the skill loads under. Without it, the name of its folder, or of the file without .md, counts.',
    ),
  },
  description: {
    what: message(
      'What the model is told about the skill: when to use it. Without it, the first line of the body counts.',
    ),
  },
  type: {
    what: message('The kind of skill. Any other value drops it.'),
    values: [
      { value: 'standard', what: message('Instructions as text. The same as no type at all.') },
      {
        value: 'flow',
        what: message(
          'A diagram in Mermaid or D2 that is walked through step by step, with /flow: and its name.',
        ),
      },
    ],
  },
};

const KIMI_CODE: Keys = {
  name: { what: message('The name that the skill loads under. A folder with SKILL.md has to declare it.') },
  description: {
    what: message(
      'What the model is told about the skill: its first 250 characters. A folder with SKILL.md has to declare it.',
    ),
  },
  type: {
    what: message(
      'The kind of skill. Any other value drops it; only prompt and inline are listed for the model.',
    ),
    values: [
      { value: 'prompt', what: message('Listed for the model. The same as no type at all.') },
      { value: 'inline', what: message('Listed for the model.') },
      { value: 'flow', what: message('Loads, and is not listed for the model.') },
      { value: 'reference', what: message('Loads, and is not listed for the model.') },
    ],
  },
  whenToUse: { what: message('When the model should use the skill: a line of its own in the listing.') },
  'disable-model-invocation': {
    what: message('With true, the skill loads and the model is not told of it.'),
  },
  'has-sub-skill': { what: message('With true, folders with SKILL.md inside this one are skills too.') },
};

const KEYS: Readonly<Partial<Record<ProfileId, Keys>>> = { 'kimi-cli': KIMI_CLI, 'kimi-code': KIMI_CODE };

/** The keys that a product knows, in the order in which they are usually written. */
export function keysOf(profile: ProfileId): ReadonlyMap<string, KeyDescription> {
  return new Map(Object.entries(KEYS[profile] ?? {}));
}
