/** What a product makes of the keys of a frontmatter: for a hover, and for completion. */
import type { Range } from '../checks/problem';
import {
  keyPlace,
  rangeBetween,
  readSource,
  type SkillSource,
  type TextContext,
} from '../checks/skill-source';
import { type Message, message } from '../message';
import type { PyValue } from '../yaml-types';

/** One key that is written in a frontmatter. */
export interface KeyReading {
  readonly key: string;
  readonly keyRange: Range;
  readonly valueRange: Range;
  /** What the product makes of the value. */
  readonly meaning: Message;
  /** What the key is for; null for one that nobody knows. */
  readonly about: Message | null;
  /** Whether kimi-cli looks at it at all. */
  readonly isRead: boolean;
}

/** A key or value that can be offered. */
export interface KnownWord {
  readonly word: string;
  readonly about: Message;
}

/** The keys of the open format and of this product, those that it reads first. */
export const KNOWN_KEYS: readonly (KnownWord & { readonly isRead: boolean })[] = [
  {
    word: 'name',
    isRead: true,
    about: message('What the skill is called: in the listing, and behind /skill:'),
  },
  {
    word: 'description',
    isRead: true,
    about: message('What the model is told: what the skill does, and when to use it'),
  },
  { word: 'type', isRead: true, about: message('standard, or flow for one that follows a diagram') },
  { word: 'license', isRead: false, about: message('Licence of the skill. kimi-cli does not look at it') },
  {
    word: 'compatibility',
    isRead: false,
    about: message('What the skill needs to work. kimi-cli does not look at it'),
  },
  {
    word: 'metadata',
    isRead: false,
    about: message('Anything else, as a map. kimi-cli does not look at it'),
  },
  {
    word: 'allowed-tools',
    isRead: false,
    about: message('Tools that the skill may use, in products that know the key. kimi-cli does not'),
  },
  {
    word: 'disable-model-invocation',
    isRead: false,
    about: message('Keeps the skill from the model, in products that know the key. kimi-cli does not'),
  },
  {
    word: 'user-invocable',
    isRead: false,
    about: message('Whether people can call the skill, in products that know the key. kimi-cli does not'),
  },
  {
    word: 'argument-hint',
    isRead: false,
    about: message('What to type behind the command, in products that know the key. kimi-cli does not'),
  },
];

/** The values of `type`. */
export const TYPE_VALUES: readonly KnownWord[] = [
  { word: 'standard', about: message('An ordinary skill, as without the key') },
  { word: 'flow', about: message('A skill that follows its first mermaid or d2 diagram, by /flow:') },
];

/** The keys of a text with what becomes of them; none where the frontmatter does not load. Never rejects. */
export async function readKeys(text: string, context: TextContext): Promise<readonly KeyReading[]> {
  const source = await readSource(text, context);
  if (!source.yaml?.ok) return [];
  return [...source.yaml.positions.keys()].flatMap((key): readonly KeyReading[] => {
    const place = keyPlace(source, key);
    if (!place) return [];
    const known = KNOWN_KEYS.find(({ word }) => word === key);
    return [
      {
        key,
        keyRange: rangeBetween(source, place.keyFrom, place.keyTo),
        valueRange: rangeBetween(source, place.from, place.to),
        meaning: meaningOf(source, key, place.value),
        about: known?.about ?? null,
        isRead: known?.isRead ?? false,
      },
    ];
  });
}

function meaningOf(source: SkillSource, key: string, value: PyValue): Message {
  const { outcome } = source;
  if (!KNOWN_KEYS.some(({ word, isRead }) => isRead && word === key)) {
    return message('kimi-cli passes over this key, but its value has to be valid YAML');
  }
  if (!outcome.ok) return message('kimi-cli drops this skill: {0}', outcome.reason);
  switch (key) {
    case 'name':
      return value.type === 'str' && value.value === outcome.name
        ? message('Called “{0}”', outcome.name)
        : message('Counts as none: called “{0}” by default', outcome.name);
    case 'type':
      return value.type === 'str' && value.value === 'flow' && outcome.type !== 'flow'
        ? message('Loads as standard: its flow does not hold')
        : message('Loads as {0}', outcome.type ?? 'standard');
    default:
      return outcome.descriptionFrom === 'frontmatter'
        ? message('The model is told: {0}', outcome.description)
        : message('Counts as none. The model is told: {0}', outcome.description);
  }
}
