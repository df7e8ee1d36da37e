/** Plain words for values that load, but not as they were meant, and for the open format. */
import { type Message, message } from '../message';
import type { RuleFamily, RulesOf } from './explanations';

const NAME_FIX = message('Change the declared name, or rename the folder: the quick fixes do either.');

const QUOTE = message('Put the value into quotes.');

const SHORTER = message('Say what the skill does and when to use it, and leave the rest to the body.');

const PORTABLE = message(
  'The open Agent Skills format allows small letters, digits and single hyphens, not at either end, and 64 characters at most.',
);

export const valueRules: RulesOf = ({ name }) => {
  const dropped = message('{0} drops this skill, and says so in its log at most.', name);

  /** Which words are no texts depends on the YAML that a product reads: 1.1 has many more of them. */
  const notText = (title: Message, yaml11: Message, others: Message): RuleFamily => ({
    rules: [
      { of: ['kimi-cli'], title, what: dropped, why: yaml11, remedy: QUOTE },
      { title, what: dropped, why: others, remedy: QUOTE },
    ],
  });

  return {
    'name-not-text': notText(
      message('A name that is not text'),
      message(
        'Without quotes, words such as on, yes and true are truth values, 1:30 and 12 are numbers, and 2026-01-02 is a date. A name has to be text.',
      ),
      message(
        'Without quotes, true and false are truth values, 12 is a number, and 2026-01-02 can be a date. A name has to be text.',
      ),
    ),
    'description-not-text': notText(
      message('A description that is not text'),
      message(
        'Without quotes, words such as on, yes and true are truth values, and numbers, dates and lists are what they look like. A description has to be text.',
      ),
      message(
        'Without quotes, true and false are truth values, and numbers, dates and lists are what they look like. A description has to be text.',
      ),
    ),
    'unknown-type': {
      rules: [
        {
          of: ['kimi-cli'],
          title: message('Unknown type'),
          what: message('kimi-cli drops this skill without a word.'),
          why: message(
            'kimi-cli knows standard and flow, in small letters, and nothing else. Other tools have other types.',
          ),
          remedy: message('Declare type: standard or type: flow, or remove the key.'),
        },
        {
          of: ['kimi-code'],
          title: message('Unknown type'),
          what: message('kimi-code skips this skill, and notes the reason in its log only.'),
          why: message(
            'kimi-code knows prompt, inline, flow and reference, in small letters, and nothing else: not even standard, which its predecessor has.',
          ),
          remedy: message(
            'Remove the key: without it, the skill is one that the model is told of, here as in kimi-cli.',
          ),
        },
      ],
    },
    'value-ignored': {
      rules: [
        {
          of: ['kimi-cli'],
          title: message('A value that counts as none'),
          what: message('kimi-cli uses its default in place of this value.'),
          why: message(
            'Without quotes, no, off, false, null and 0 are no texts, and count as if nothing was written.',
          ),
          remedy: message('Put the value into quotes if it is meant as text.'),
        },
        {
          title: message('A value that counts as none'),
          what: message('{0} uses its default in place of this value.', name),
          why: message(
            'Without quotes, true, false, null, numbers and dates are no texts, and count as if nothing was written.',
          ),
          remedy: message('Put the value into quotes if it is meant as text.'),
        },
      ],
    },
    'comment-in-value': {
      title: message('A # that cuts a value'),
      what: message('The value ends before the #. The rest is a comment, which the model never sees.'),
      why: message('In a value without quotes, # behind a blank starts a comment.'),
      remedy: QUOTE,
    },
    'key-wrong-case': {
      title: message('A key with capital letters'),
      what: message('The key is ignored, as if it were not there.'),
      why: message('{0} reads its keys in one spelling only.', name),
      remedy: message('Write the key in small letters.'),
    },
    'duplicate-key': {
      rules: [
        {
          of: ['kimi-cli'],
          title: message('A key declared twice'),
          what: message('The last one counts.'),
          why: message(
            'kimi-cli’s YAML parser lets a later key replace an earlier one. Stricter tools reject the file.',
          ),
          remedy: message('Remove one of them.'),
        },
        {
          title: message('A key declared twice'),
          what: dropped,
          why: message('The YAML parser of {0} takes a key that comes twice for an error.', name),
          remedy: message('Remove one of them.'),
        },
      ],
    },
    'no-description': {
      rules: [
        {
          of: ['kimi-cli'],
          title: message('No description'),
          what: message(
            'The first line of the body takes its place, cut to 240 characters; or “No description provided.”',
          ),
          why: message(
            'The description is all that the model knows about a skill until it opens it. Stricter tools pass over a skill without one.',
          ),
          remedy: message('Declare a description: the quick fix writes down the line that is used now.'),
        },
        {
          of: ['kimi-code'],
          title: message('No description'),
          what: message(
            'As the SKILL.md of a folder, kimi-code drops it, and says so in its log only. For a flat file, the first line of the body takes its place, cut to 240 characters.',
          ),
          why: message('A SKILL.md has to declare a description that is more than blanks.'),
          remedy: message('Declare a description: the quick fix takes the first line of the body.'),
        },
        {
          title: message('No description'),
          what: message(
            '{0} drops a skill that has to declare a description; of another one the model is told little.',
            name,
          ),
          why: message('The description is all that the model knows about a skill until it opens it.'),
          remedy: message('Declare a description: the quick fix takes the first line of the body.'),
        },
      ],
    },
    'document-as-skill': {
      title: message('A document that counts as a skill'),
      what: message('It is listed for the model as a skill, described by its first line.'),
      why: message(
        'Every file directly in a skills directory whose name ends in .md is a skill to {0}, README.md included.',
        name,
      ),
      remedy: message(
        'Move it out of the directory, or rename it to .markdown, which {0} passes over.',
        name,
      ),
    },
    'replaces-builtin': {
      title: message('In place of a skill that the product brings along'),
      what: message('{0} has a skill of this name built in. This file is loaded in place of it.', name),
      why: message('Whatever lies in a directory comes before what is built in.'),
      remedy: message('Give it another name, unless that is what it is for.'),
    },
    'not-typeable': {
      title: message('A name that cannot be typed as a command'),
      what: message('The skill loads and is listed for the model, but /skill: cannot call it.'),
      why: message(
        'A command is made of ASCII letters, digits, _ and -, with single colons between. Anything else ends it.',
      ),
      remedy: NAME_FIX,
    },
    'name-not-portable': {
      codes: ['bad-name', 'name-too-long', 'too-long-name'],
      rules: [
        {
          of: ['codex', 'copilot-cli', 'qwen-code', 'goose', 'amp'],
          title: message('A name outside the open format'),
          what: message(
            '{0} drops a skill whose name it does not take: that is an error. Of another name, it is only advice.',
            name,
          ),
          why: PORTABLE,
          remedy: NAME_FIX,
        },
        {
          title: message('A name outside the open format'),
          what: message('{0} does not mind. Other tools may reject the skill.', name),
          why: PORTABLE,
          remedy: NAME_FIX,
        },
      ],
    },
    'name-not-folder': {
      title: message('Name and folder differ'),
      what: message(
        '{0} goes by the declared name. Tools that go by the folder know the skill under another one.',
        name,
      ),
      why: message('The open Agent Skills format wants the folder to be called like the skill.'),
      remedy: NAME_FIX,
    },
    'description-too-long': {
      codes: ['too-long-description'],
      rules: [
        {
          of: ['copilot-cli'],
          title: message('A long description'),
          what: dropped,
          why: message(
            '{0} takes no more than 1,024 characters, which is what the open format allows.',
            name,
          ),
          remedy: SHORTER,
        },
        {
          title: message('A long description'),
          what: message(
            'It is more than the open format allows. {0} loads the skill; other tools may cut the text or reject the skill.',
            name,
          ),
          why: message('The open Agent Skills format allows 1,024 characters.'),
          remedy: SHORTER,
        },
      ],
    },
    'description-cut': {
      title: message('A description that is cut in the list'),
      what: message('The model is told the start of it only, until it opens the skill.'),
      why: message('{0} cuts descriptions in the list of skills that it gives the model.', name),
      remedy: message('Say first what the skill does and when to use it.'),
    },
    'body-too-long': {
      title: message('A long body'),
      what: message('The model reads all of it when it uses the skill.'),
      why: message('The open Agent Skills format advises 500 lines at most.'),
      remedy: message('Move details into files beside it, and name them in the body.'),
    },
    cut: {
      title: message('A very large file'),
      what: message('Only the first megabyte was looked at here. {0} reads all of it.', name),
      why: message('A skill file is text for a model, so that one of this size is no use.'),
      remedy: message('Move what is large into files beside it.'),
    },
  };
};
