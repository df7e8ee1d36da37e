/** Plain words for directories that are named or missing, and for the configuration. */
import { message } from '../message';
import type { RulesOf } from './explanations';

export const configurationRules: RulesOf = ({ name }) => ({
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
    what: message('{0} looks for this directory and passes over it without a word.', name),
    why: message('A directory that is not there has no skills.'),
    remedy: message('Make it, to keep skills there.'),
  },
  'root-not-a-directory': {
    codes: ['not-a-directory'],
    rules: [
      {
        title: message('A file where a directory should be'),
        what: message('{0} passes over it without a word: no skill behind it is read.', name),
        why: message(
          'Only a directory, or a link to one, counts. Git writes a link as a small text file where links are not allowed.',
        ),
        remedy: message('Put a directory, or a real link, in its place.'),
      },
    ],
  },
  'extra-dir-missing': {
    codes: ['no-place'],
    rules: [
      {
        title: message('An extra directory that is not there'),
        what: message('{0} passes over this entry of extra_skill_dirs without a word.', name),
        why: message(
          'An entry is an absolute path, starts with ~, or is relative to the project root. Variables and patterns are not filled in.',
        ),
        remedy: message('Correct the entry, or remove it.'),
      },
    ],
  },
  'not-installed': {
    title: message('Packaged skills not found'),
    what: message('{0} brings skills of its own along; where they lie could not be found out here.', name),
    why: message(
      'They lie in the installation of {0}, which is looked for in the usual places and on the PATH.',
      name,
    ),
    remedy: message('Name the directory in the settings, if it matters.'),
  },
  'compiled-in': {
    title: message('Compiled in'),
    what: message('{0} has skills of its own compiled in: there is no file of them to open.', name),
    why: message('What is compiled in comes last: a skill of that name in any directory takes its place.'),
    remedy: message('Nothing to do.'),
  },
  'inside-table': {
    title: message('A key inside a table'),
    what: message('{0} ignores the key.', name),
    why: message(
      'In TOML, a key below a [table] line belongs to that table. The keys about skills have to stand above the first one.',
    ),
    remedy: message(
      'Edit the line that is there near the top of the file: a second one would keep {0} from starting.',
      name,
    ),
  },
  'wrong-spelling': {
    title: message('A key in another spelling'),
    what: message('{0} ignores the key.', name),
    why: message('The keys are merge_all_available_skills and extra_skill_dirs, in exactly this spelling.'),
    remedy: message('Correct the spelling.'),
  },
  'config-ignored': {
    title: message('A setting of the wrong kind'),
    what: message('{0} ignores the key and uses its default.', name),
    why: message('A key counts only where its value is of the kind that is wanted.'),
    remedy: message('Correct the value.'),
  },
  'configuration-failure': {
    rules: [
      {
        of: ['kimi-cli'],
        title: message('A configuration that cannot be read'),
        what: message('kimi-cli does not start.'),
        why: message(
          'Any invalid value, a key that is set twice, a byte order mark, or a text that is not TOML keeps kimi-cli from starting.',
        ),
        remedy: message('Correct the line that is named.'),
      },
      {
        title: message('A configuration that cannot be read'),
        what: message('{0} does not start.', name),
        why: message('A file that is not what it has to be by its syntax keeps {0} from starting.', name),
        remedy: message('Correct the line that is named.'),
      },
    ],
  },
});
