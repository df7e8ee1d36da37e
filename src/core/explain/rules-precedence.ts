/** Plain words for who wins. */
import { message } from '../message';
import type { RulesOf } from './explanations';

const CHANGE = message(
  'Remove or rename the other copy, change the declared name of this one, or bring the copies together.',
);

const DIRECTORY_DECIDES = message(
  'Which of these is loaded depends on the order in which the file system lists the directory. It can differ between machines and change when files are written.',
);

export const precedenceRules: RulesOf = ({ name, isAmbiguous }) => ({
  wins: {
    title: message('Loads'),
    what: message('This is the file that is loaded under its name.'),
    why: message('It is the first of its name in the order of directories.'),
    remedy: message('Nothing to do.'),
  },
  shadowed: {
    title: message('Shadowed'),
    what: message(
      'Another skill of the same name is loaded in place of this one, and nothing is said about it.',
    ),
    why: message('Of several skills with one name, the one in the directory that comes first is loaded.'),
    remedy: CHANGE,
  },
  'scope-order': {
    rules: [
      {
        of: ['kimi-cli', 'kimi-code'],
        title: message('Order of scopes'),
        what: message(
          'A skill of the same name in a scope that comes before is loaded in place of this one.',
        ),
        why: message(
          'Skills of the project come before those of the user, then come extra directories and plugins, and last the packaged ones.',
        ),
        remedy: CHANGE,
      },
      {
        title: message('Order of scopes'),
        what: message(
          'A skill of the same name in a scope that comes before is loaded in place of this one.',
        ),
        why: message('{0} has an order of its own among the scopes: that in which it lists them.', name),
        remedy: CHANGE,
      },
    ],
  },
  'brand-order': {
    of: ['kimi-cli'],
    title: message('Order of brand directories'),
    what: message(
      'A skill of the same name in a brand directory that comes before is loaded in place of this one.',
    ),
    why: message('Within a scope, .kimi comes before .claude, and .claude before .codex.'),
    remedy: CHANGE,
  },
  'brand-before-generic': {
    rules: [
      {
        of: ['kimi-cli'],
        title: message('Brand before generic'),
        what: message('A skill of the same name in a brand directory is loaded in place of this one.'),
        why: message(
          'Within a scope, .kimi, .claude and .codex all come before the generic directory .agents.',
        ),
        remedy: CHANGE,
      },
      {
        title: message('Brand before generic'),
        what: message('A skill of the same name in a brand directory is loaded in place of this one.'),
        why: message(
          'Within a scope, the directory that is {0}’s own comes before the one that tools share.',
          name,
        ),
        remedy: CHANGE,
      },
    ],
  },
  'plugins-last': {
    title: message('Plugins come last'),
    what: message('A skill of the same name in an extra directory is loaded in place of the plugin’s.'),
    why: message('Among the extra directories, those of plugins come last.'),
    remedy: CHANGE,
  },
  'extra-order': {
    title: message('Order of extra directories'),
    what: message(
      'A skill of the same name in an extra directory that is named earlier is loaded in place of this one.',
    ),
    why: message('Extra directories count in the order in which they are named.'),
    remedy: message('Change the order in extra_skill_dirs, or rename one of the two.'),
  },
  'entry-order': {
    title: message('Order within a directory'),
    what: message('Another skill of the same name in the same directory is loaded in place of this one.'),
    why: message(
      'Within one directory, folders and files are taken in the order of their names, and the first of a declared name counts.',
    ),
    remedy: message('Give each a name of its own.'),
  },
  'skills-dir': {
    rules: [
      {
        of: ['kimi-cli'],
        title: message('Replaced by --skills-dir'),
        what: message(
          'The directories given by --skills-dir are read in place of those of the project and the user.',
        ),
        why: message(
          '--skills-dir comes before everything else, and the project’s and user’s directories are not looked at.',
        ),
        remedy: message('Start without --skills-dir.'),
      },
      {
        title: message('Replaced by --skills-dir'),
        what: message(
          'The directories given by --skills-dir are read in place of those of the project and the user.',
        ),
        why: message(
          'What --skills-dir names counts as the user’s, and the project’s and user’s own directories are not looked at.',
        ),
        remedy: message('Start without --skills-dir.'),
      },
    ],
  },
  'flat-after-directory': {
    title: message('Folder before flat file'),
    what: message('The folder of the same name is loaded in place of this file.'),
    why: message('Within one directory, a folder with a SKILL.md comes before a .md file.'),
    remedy: message('Remove one of the two, or change the declared name of one.'),
  },
  'same-file': {
    title: message('Another path to the same file'),
    what: message('This is no copy: a link makes the very same file appear here too. It is loaded once.'),
    why: message('Both paths lead to one file, so nothing is lost.'),
    remedy: message('Nothing to do.'),
  },
  ambiguous: {
    codes: ['directory-order'],
    rules: [
      {
        of: ['kimi-cli'],
        title: message('Ambiguous'),
        what: DIRECTORY_DECIDES,
        why: message(
          'Of several folders with one declared name in one directory, kimi-cli takes the one that is listed last; of flat files, the first. It does not sort them.',
        ),
        remedy: message('Give each a name of its own.'),
      },
      {
        when: isAmbiguous,
        title: message('Ambiguous'),
        what: DIRECTORY_DECIDES,
        why: message(
          'Of several folders with one declared name in one directory, {0} takes one by the order in which they are listed. It does not sort them.',
          name,
        ),
        remedy: message('Give each a name of its own.'),
      },
      {
        title: message('Ambiguous'),
        what: message('Which of these is loaded can differ from one start of {0} to the next.', name),
        why: message('{0} gives none of several skills with one name a firm place before the others.', name),
        remedy: message('Give each a name of its own.'),
      },
    ],
  },
  'better-generic': {
    of: ['kimi-cli'],
    title: message('Only the first generic directory counts'),
    what: message('kimi-cli reads the other directory and not this one.'),
    why: message(
      'Of ~/.config/agents/skills and ~/.agents/skills, only the first that exists is read, even when it is empty, whatever the settings say.',
    ),
    remedy: message(
      'Keep your skills in one of the two: copy them, or remove the other directory if it is empty.',
    ),
  },
  'first-brand-only': {
    of: ['kimi-cli'],
    title: message('Only the first brand directory counts'),
    what: message('kimi-cli reads an earlier brand directory and not this one.'),
    why: message(
      'With merge_all_available_skills = false, only the first of .kimi, .claude and .codex that exists is read, even when it is empty.',
    ),
    remedy: message('Turn merge_all_available_skills on, or copy the skills.'),
  },
  'empty-directory-hides': {
    title: message('An empty directory hides another'),
    what: message('{0} reads a directory without a single skill, and therefore not this one.', name),
    why: message(
      'A directory counts as existing even when it is empty, and only the first that exists is read.',
    ),
    remedy: message('Remove the empty directory, or copy the skills into it.'),
  },
  'same-directory': {
    title: message('The same directory'),
    what: message('It is read once, as the first of the two.'),
    why: message(
      'Directories are compared by their real path: a link to one that is read already adds nothing.',
    ),
    remedy: message('Nothing to do.'),
  },
});
