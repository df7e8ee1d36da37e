/** Plain words for what only some agents know: trust, switches, names of their own, an order of their own. */
import { type Message, message } from '../message';
import { PROFILE_IDS } from '../products';
import type { ProfileId } from '../types';
import type { RuleEntry, RulesOf } from './explanations';

/** Those whose rules are not those of the two Kimis. */
const AGENTS: readonly ProfileId[] = PROFILE_IDS.filter(id => id !== 'kimi-cli' && id !== 'kimi-code');

const NAMES_APART = message('Give each a name of its own, or remove one of the two.');

const ELSEWHERE = message('Copy the skills to a directory that is read, or link them from there.');

/** How a folder comes to be trusted. */
const TRUST: Partial<Record<ProfileId, Message>> = {
  'claude-code': message('Start Claude Code in the folder and say that you trust it, once you do.'),
  'copilot-cli': message(
    'Start Copilot CLI in the folder and say that you trust it, once you do: it then stands among trustedFolders in ~/.copilot/config.json.',
  ),
  'gemini-cli': message(
    'Start Gemini CLI in the folder and say that you trust it, once you do: ~/.gemini/trustedFolders.json keeps that. With security.folderTrust.enabled set to false in ~/.gemini/settings.json, every folder is trusted.',
  ),
  'qwen-code': message(
    'Start Qwen Code in the folder and say that you trust it, once you do: ~/.qwen/trustedFolders.json keeps that.',
  ),
};

export const agentRules: RulesOf = ({ id, name, insideSkills, clash }) => {
  const dropped = message('{0} drops this skill, and says so in its log at most.', name);
  const agents = (rule: RuleEntry): RuleEntry => ({ of: AGENTS, ...rule });

  return {
    untrusted: agents({
      title: message('Waits for trust'),
      what: message('{0} loads nothing from here until the folder is trusted.', name),
      why: message(
        'What lies in a folder can tell an agent what to do, so that {0} asks whether you trust it before it reads that.',
        name,
      ),
      remedy: TRUST[id] ?? message('Start {0} in the folder and say that you trust it, once you do.', name),
    }),
    'on-demand': {
      codes: ['nested'],
      rules: [
        agents({
          title: message('Read on demand'),
          what: message('{0} loads it once it works on a file beside this directory, and not before.', name),
          why: message(
            'Directories below the one that {0} is started in are looked at when a file near them is read or changed.',
            name,
          ),
          remedy: message(
            'Start {0} in that directory, or move the skills to the directory of the project if they are for all of it.',
            name,
          ),
        }),
      ],
    },
    'switched-off': {
      codes: ['disabled-by-setting', 'disabled-skill', 'skills-disabled', 'level-disabled', 'bundled-off'],
      rules: [
        agents({
          title: message('Switched off'),
          what: message(
            '{0} would read it, but is told not to: neither people nor the model get at it.',
            name,
          ),
          why: message('A setting, a variable or an argument says so. What was read is shown with its file.'),
          remedy: message('Take back the setting that is named.'),
        }),
      ],
    },
    disabled: {
      rules: [
        agents({
          title: message('Switched off'),
          what: message('{0} knows this skill, but neither people nor the model get at it.', name),
          why: message(
            'A setting names this skill. It keeps its name to itself all the same: no other copy takes its place.',
          ),
          remedy: message('Take back the setting that is named.'),
        }),
      ],
    },
    'extension-disabled': {
      codes: ['plugin-off', 'no-manifest'],
      rules: [
        agents({
          title: message('An extension that is not in use'),
          what: message('{0} reads the skills of an extension or plugin only while that is in use.', name),
          why: message('It is switched off, or lacks the file that says what it is.'),
          remedy: message('Switch it on, or copy the skills out of it.'),
        }),
      ],
    },
    'other-level': {
      codes: ['only-work-dir', 'outside-the-walk', 'not-on-the-way-up', 'below-work-dir'],
      rules: [
        agents({
          title: message('At another level'),
          what: message('{0} does not look here when it is started where this answer is about.', name),
          why: message(
            'Of the directories above and below the work directory, {0} reads some or none: the reason says which.',
            name,
          ),
          remedy: message('Start {0} in that directory, or copy the skills to one that it reads.', name),
        }),
      ],
    },
    'only-in-projects': {
      codes: [
        'sessions-only',
        'not-a-place',
        'plugin-not-looked-up',
        'other-plugin-place',
        'shared-not-read',
        'git-ignored',
        'tilde',
      ],
      rules: [
        agents({
          title: message('Not a place that is read'),
          what: message('{0} does not look here.', name),
          why: message(
            'It is close to a directory that {0} does read: the reason says what the difference is.',
            name,
          ),
          remedy: ELSEWHERE,
        }),
      ],
    },
    'all-listed': {
      of: ['codex'],
      title: message('Listed beside others'),
      what: message(
        '{0} lists every skill of this name, each with its path, and leaves the choice to its model.',
        name,
      ),
      why: message('{0} does not compare names: no copy takes the place of another.', name),
      remedy: NAMES_APART,
    },
    listed: {
      codes: ['declared-name'],
      rules: [
        {
          when: clash === 'all-first-called',
          title: message('Listed, but not what its name calls'),
          what: message('The model is told of both. Calling the name gives the other one.'),
          why: message(
            '{0} lists all skills of one name, and calls the one in the directory that comes first.',
            name,
          ),
          remedy: NAMES_APART,
        },
      ],
    },
    nearer: agents({
      title: message('The nearer directory comes first'),
      what: message('A skill of the same name nearer to the work directory comes before this one.'),
      why: message('From the work directory upward, {0} goes by the nearest.', name),
      remedy: NAMES_APART,
    }),
    'root-order': {
      codes: ['place-order', 'kind-order', 'add-dir-last', 'generic-before-brand', 'skills-before-commands'],
      rules: [
        agents({
          title: message('Order of directories'),
          what: message(
            'A skill of the same name in a directory that comes before takes the place of this one.',
          ),
          why: message(
            '{0} has its directories in an order of its own: that in which they are listed here.',
            name,
          ),
          remedy: NAMES_APART,
        }),
      ],
    },
    deeper: {
      when: insideSkills === 'always',
      title: message('What lies deeper comes later'),
      what: message('A skill of the same name higher up in the same directory takes the place of this one.'),
      why: message('{0} goes through a directory level by level.', name),
      remedy: NAMES_APART,
    },
    'read-order': {
      of: ['opencode'],
      title: message('Ambiguous'),
      what: message('Which of these is loaded can differ from one start of OpenCode to the next.'),
      why: message(
        'OpenCode reads all copies at once and keeps the one that it finishes last. Usually its own directories win over .agents, and .agents over .claude.',
      ),
      remedy: NAMES_APART,
    },
    'not-documented': {
      of: ['cursor'],
      title: message('Not documented'),
      what: message('What Cursor does here is not known.'),
      why: message(
        'Of Cursor only the directories are known, from its documentation. It was never looked at.',
      ),
      remedy: message('Give each skill a name of its own, and frontmatter that every tool can read.'),
    },
    'linked-skill-file': {
      of: ['codex'],
      title: message('A SKILL.md that is a link'),
      what: message('Codex passes over this skill.'),
      why: message('Codex follows a link to a folder, but not one to the file in it.'),
      remedy: message('Link the folder in place of the file.'),
    },
    'flat-file': agents({
      title: message('A single file, not a folder'),
      what: message('{0} passes over this file.', name),
      why: message('A skill is a folder with a SKILL.md in it: {0} takes no single files.', name),
      remedy: message(
        'Make it a folder: “Migrate Flat File to Folder” in the menu of its row and “which-skill to-folder” do so.',
      ),
    }),
    'bad-fence': {
      codes: ['unknown-language', 'json-syntax'],
      rules: [
        agents({
          title: message('A first line that is not just ---'),
          what: dropped,
          why: message(
            'Frontmatter begins with a line that is --- and nothing else. {0} is strict about it.',
            name,
          ),
          remedy: message('Have the first line be ---, and write the frontmatter in YAML.'),
        }),
      ],
    },
    'wrong-kind-of-value': {
      codes: [
        'argument-hint-not-text',
        'bad-allowed-tools',
        'flag-not-boolean',
        'metadata-not-a-mapping',
        'metadata-not-text',
        'short-description-not-text',
        'allowed-tools-not-list',
        'model-not-text',
        'bad-paths',
      ],
      rules: [
        agents({
          title: message('A value of the wrong kind'),
          what: dropped,
          why: message(
            '{0} looks at this key too, and takes the skill only where its value is of the right kind.',
            name,
          ),
          remedy: message('Correct the value, or remove the key.'),
        }),
      ],
    },
    'mended-before': {
      of: ['opencode'],
      title: message('A copy of a file that OpenCode mends'),
      what: message('OpenCode loads the first copy only.'),
      why: message(
        'OpenCode mends frontmatter that is no YAML as it stands when it first meets a text. Of a second file with the very same text it takes the frontmatter as it is, and drops the skill.',
      ),
      remedy: message('Write the frontmatter so that it needs no mending: put its values into quotes.'),
    },
    'name-changed': {
      codes: ['slash-name', 'display-name', 'declared-name-is-alias', 'empty-name', 'empty-description'],
      rules: [
        agents({
          title: message('Not as it is declared'),
          what: message('The skill loads, but {0} calls or shows it otherwise than is written.', name),
          why: message('{0} has rules of its own for what a skill is called.', name),
          remedy: message(
            'Declare a name of small letters, digits and single hyphens, the same as the folder’s.',
          ),
        }),
      ],
    },
    'not-user-invocable': {
      codes: ['no-command', 'not-invocable'],
      rules: [
        agents({
          title: message('No command for people'),
          what: message('The model can use the skill. People cannot call it by a command.'),
          why: message('Its frontmatter has user-invocable, and it is not true.'),
          remedy: message('Remove user-invocable, or set it to true, if people are to call it.'),
        }),
      ],
    },
    'name-only': {
      of: ['claude-code'],
      title: message('The model is given its name only'),
      what: message('The model knows that there is such a skill, but not what it is for.'),
      why: message('The setting skillOverrides says so.'),
      remedy: message('Take back the setting that is named.'),
    },
    repaired: {
      codes: ['tags-removed', 'frontmatter-cut', 'frontmatter-ignored', 'key-ignored', 'openai-yaml-ignored'],
      rules: [
        agents({
          title: message('Read otherwise than it is written'),
          what: message('The skill loads, but not all that its file says counts.'),
          why: message(
            '{0} reads such a file with rules of its own: the problem says which. Others may drop it.',
            name,
          ),
          remedy: message(
            'Write it so that every tool reads the same: plain “key: value” lines, with quotes around texts.',
          ),
        }),
      ],
    },
    'beside-builtin': {
      of: ['claude-code'],
      title: message('Beside a command of the same name'),
      what: message('Claude Code has something of this name by itself, and lists both.'),
      why: message('What is built in stays where it is a command.'),
      remedy: message('Give the skill another name.'),
    },
  };
};
