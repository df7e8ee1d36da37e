/** Plain words for directories that are named or missing, and for the configuration. */
import { message } from '../message';
import type { RuleTable } from './explanations';

export const CONFIGURATION_RULES: RuleTable = {
  found: {
    title: message('Read'),
    what: message('This directory is there and is read.'),
    why: message(
      'Every directory in the list that exists is read, in this order, but for those that a better one hides.',
    ),
    remedy: message('Nothing to do.'),
  },
  'no-directory': {
    title: message('Not there'),
    what: message('kimi-cli looks for this directory and passes over it without a word.'),
    why: message('A directory that is not there has no skills.'),
    remedy: message('Make it, to keep skills there.'),
  },
  'root-not-a-directory': {
    title: message('A file where a directory should be'),
    what: message('kimi-cli passes over it without a word: no skill behind it is read.'),
    why: message(
      'Only a directory, or a link to one, counts. Git writes a link as a small text file where links are not allowed.',
    ),
    remedy: message('Put a directory, or a real link, in its place.'),
    codes: ['not-a-directory'],
  },
  'extra-dir-missing': {
    title: message('An extra directory that is not there'),
    what: message('kimi-cli passes over this entry of extra_skill_dirs without a word.'),
    why: message(
      'An entry is an absolute path, starts with ~, or is relative to the project root. Variables and patterns are not filled in.',
    ),
    remedy: message('Correct the entry, or remove it.'),
    codes: ['no-place'],
  },
  'not-installed': {
    title: message('Packaged skills not found'),
    what: message('kimi-cli brings skills of its own along; where they lie could not be found out here.'),
    why: message(
      'They lie in the installation of kimi-cli, which is looked for in the usual places and on the PATH.',
    ),
    remedy: message('Name the directory in the settings, if it matters.'),
  },
  'inside-table': {
    title: message('A key inside a table'),
    what: message('kimi-cli ignores the key.'),
    why: message(
      'In TOML, a key below a [table] line belongs to that table. The keys about skills have to stand above the first one.',
    ),
    remedy: message(
      'Edit the line that is there near the top of the file: a second one would keep kimi-cli from starting.',
    ),
  },
  'wrong-spelling': {
    title: message('A key in another spelling'),
    what: message('kimi-cli ignores the key.'),
    why: message('The keys are merge_all_available_skills and extra_skill_dirs, in exactly this spelling.'),
    remedy: message('Correct the spelling.'),
  },
  'configuration-failure': {
    title: message('A configuration that cannot be read'),
    what: message('kimi-cli does not start.'),
    why: message(
      'Any invalid value, a key that is set twice, a byte order mark, or a text that is not TOML keeps kimi-cli from starting.',
    ),
    remedy: message('Correct the line that is named.'),
  },
};
