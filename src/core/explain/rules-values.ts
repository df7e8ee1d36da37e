/** Plain words for values that load, but not as they were meant, and for the open format. */
import { message } from '../message';
import type { RuleTable } from './explanations';

const NAME_FIX = message('Change the declared name, or rename the folder: the quick fixes do either.');

export const VALUE_RULES: RuleTable = {
  'name-not-text': {
    title: message('A name that is not text'),
    what: message('kimi-cli drops this skill without a word.'),
    why: message(
      'Without quotes, words such as on, yes and true are truth values, 1:30 and 12 are numbers, and 2026-01-02 is a date. A name has to be text.',
    ),
    remedy: message('Put the value into quotes.'),
  },
  'description-not-text': {
    title: message('A description that is not text'),
    what: message('kimi-cli drops this skill without a word.'),
    why: message(
      'Without quotes, words such as on, yes and true are truth values, and numbers, dates and lists are what they look like. A description has to be text.',
    ),
    remedy: message('Put the value into quotes.'),
  },
  'unknown-type': {
    title: message('Unknown type'),
    what: message('kimi-cli drops this skill without a word.'),
    why: message(
      'kimi-cli knows standard and flow, in small letters, and nothing else. Other tools have other types.',
    ),
    remedy: message('Declare type: standard or type: flow, or remove the key.'),
  },
  'value-ignored': {
    title: message('A value that counts as none'),
    what: message('kimi-cli uses its default in place of this value.'),
    why: message(
      'Without quotes, no, off, false, null and 0 are no texts, and count as if nothing was written.',
    ),
    remedy: message('Put the value into quotes if it is meant as text.'),
  },
  'comment-in-value': {
    title: message('A # that cuts a value'),
    what: message('The value ends before the #. The rest is a comment, which the model never sees.'),
    why: message('In a value without quotes, # behind a blank starts a comment.'),
    remedy: message('Put the value into quotes.'),
  },
  'key-wrong-case': {
    title: message('A key with capital letters'),
    what: message('The key is ignored, and the default used.'),
    why: message('kimi-cli reads name, description and type in small letters only.'),
    remedy: message('Write the key in small letters.'),
  },
  'duplicate-key': {
    title: message('A key declared twice'),
    what: message('The last one counts.'),
    why: message(
      'kimi-cli’s YAML parser lets a later key replace an earlier one. Stricter tools reject the file.',
    ),
    remedy: message('Remove one of them.'),
  },
  'no-description': {
    title: message('No description'),
    what: message(
      'The first line of the body takes its place, cut to 240 characters; or “No description provided.”',
    ),
    why: message(
      'The description is all that the model knows about a skill until it opens it. Stricter tools pass over a skill without one.',
    ),
    remedy: message('Declare a description: the quick fix writes down the line that is used now.'),
  },
  'document-as-skill': {
    title: message('A document that counts as a skill'),
    what: message('It is listed for the model as a skill, described by its first line.'),
    why: message(
      'Every file directly in a skills directory whose name ends in .md is a skill to kimi-cli, README.md included.',
    ),
    remedy: message('Move it out of the directory, or rename it to .markdown, which kimi-cli passes over.'),
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
    title: message('A name outside the open format'),
    what: message('kimi-cli does not mind. Other tools may reject the skill.'),
    why: message(
      'The open Agent Skills format allows small letters, digits and single hyphens, not at either end, and 64 characters at most.',
    ),
    remedy: NAME_FIX,
  },
  'name-not-folder': {
    title: message('Name and folder differ'),
    what: message(
      'kimi-cli goes by the declared name. Tools that go by the folder know the skill under another one.',
    ),
    why: message('The open Agent Skills format wants the folder to be called like the skill.'),
    remedy: NAME_FIX,
  },
  'description-too-long': {
    title: message('A long description'),
    what: message(
      'kimi-cli gives all of it to the model, in every session. Other tools may cut or reject it.',
    ),
    why: message('The open Agent Skills format allows 1,024 characters.'),
    remedy: message('Say what the skill does and when to use it, and leave the rest to the body.'),
  },
  'body-too-long': {
    title: message('A long body'),
    what: message('The model reads all of it when it uses the skill.'),
    why: message('The open Agent Skills format advises 500 lines at most.'),
    remedy: message('Move details into files beside it, and name them in the body.'),
  },
  cut: {
    title: message('A very large file'),
    what: message('Only the first megabyte was looked at here. kimi-cli reads all of it.'),
    why: message('A skill file is text for a model, so that one of this size is no use.'),
    remedy: message('Move what is large into files beside it.'),
  },
};
