/** Plain words for where a skill lies: what is looked at, and what is passed over. */
import { message } from '../message';
import { productOf } from '../products';
import type { RulesOf } from './explanations';

const ONLY_DIRECTLY = message(
  'Only folders directly in a skills directory are skills. Folders that group skills are not looked into.',
);

export const placeRules: RulesOf = ({
  id,
  name,
  places,
  levels,
  insideSkills,
  takesRootFile,
  takesFiles,
}) => {
  // Only the two Kimis can be told of further directories in this way.
  const takesExtras = productOf(id).isKimi;
  const copy = takesExtras
    ? message('Copy it to where this product looks, or name its directory in extra_skill_dirs.')
    : message('Copy it to where this product looks.');
  const doesNotLook = message('{0} does not look here.', name);
  const passesOver = message('{0} passes over it.', name);
  const nothingBehind = message('{0} finds nothing behind this link, and says nothing.', name);

  return {
    'too-deep': {
      rules: [
        {
          when: levels === 0,
          title: message('Too deep'),
          what: message('{0} does not see this skill.', name),
          why: ONLY_DIRECTLY,
          remedy: takesExtras
            ? message('Lift the skill out of its group, or name the group’s directory in extra_skill_dirs.')
            : message('Lift the skill out of its group.'),
        },
        {
          when: Number.isFinite(levels),
          title: message('Too deep'),
          what: message('{0} does not see this skill.', name),
          why: message(
            'Folders that group skills are gone through for {0} levels below the skills directory, but for some that are never looked into, such as node_modules and those whose names start with a dot.',
            levels,
          ),
          remedy: message('Lift the skill out of its group.'),
        },
      ],
    },
    'inside-skill': {
      rules: [
        {
          when: insideSkills === 'declared',
          title: message('A skill inside a skill'),
          what: message('{0} loads the outer skill only.', name),
          why: message(
            'What lies in a skill’s folder belongs to that skill, unless it declares has-sub-skill: true. Skills inside are then called after it.',
          ),
          remedy: message(
            'Lift the inner skill out, or declare has-sub-skill: true in the outer one, if it is meant to be a skill.',
          ),
        },
        {
          when: insideSkills === 'never',
          title: message('A skill inside a skill'),
          what: message('{0} loads the outer skill only.', name),
          why: message('What lies in a skill’s folder belongs to that skill.'),
          remedy: message('Lift the inner skill out, if it is meant to be one of its own.'),
        },
      ],
    },
    'wrong-case': {
      title: message('skill.md instead of SKILL.md'),
      what: message(
        '{0} does not see this skill on Linux. On macOS and Windows, where case does not count, it does.',
        name,
      ),
      why: message('The file of a skill is called SKILL.md, exactly so.'),
      remedy: message(
        'Rename it. The quick fix takes two steps, so that it works where case does not count, too.',
      ),
    },
    'skill-file-in-root': {
      when: !takesRootFile,
      title: message('SKILL.md directly in a skills directory'),
      what: message('{0} passes over this file.', name),
      why: message('A SKILL.md belongs into a folder of its own, which gives the skill its default name.'),
      remedy: message('Make a folder in the skills directory and move the file there.'),
    },
    'dot-folder': {
      title: message('In a folder whose name starts with a dot'),
      what: message('{0} does not see this skill.', name),
      why: message('Folders whose names start with a dot are not gone through for skills.'),
      remedy: message('Lift the skill out, or rename the folder.'),
    },
    'name-not-utf8': {
      title: message('A file name that is not UTF-8'),
      what: passesOver,
      why: message('{0} asks for files by names that are text, and this name is none.', name),
      remedy: message('Rename it.'),
    },
    'link-as-text': {
      title: message('A text file that should be a link'),
      what: message('{0} passes over this file.', name),
      why: message(
        'Git writes a link as a small text file where links are not allowed, as on Windows without developer mode.',
      ),
      remedy: message('Turn on git’s core.symlinks and check the file out again, or make the link anew.'),
    },
    'link-to-folder-of-skills': {
      when: levels === 0,
      title: message('A link to a folder of skills'),
      what: message(
        '{0} takes the link for a folder that could be one skill, finds no SKILL.md in it, and goes on.',
        name,
      ),
      why: message(
        'Only folders directly in a skills directory are skills. A link to many of them is one level too deep.',
      ),
      remedy: takesExtras
        ? message('Link each skill, or name the folder in extra_skill_dirs.')
        : message('Link each skill.'),
    },
    'not-a-file': {
      title: message('Not a regular file'),
      what: passesOver,
      why: message('A skill is read from a regular file, or a link to one.'),
      remedy: message('Put a file in its place.'),
    },
    'broken-link': {
      codes: ['root-broken-link'],
      rules: [
        {
          title: message('A link that leads nowhere'),
          what: nothingBehind,
          why: message('The file or folder that the link names is not there.'),
          remedy: message('Bring the target back, or remove the link: that removes nothing else.'),
        },
      ],
    },
    'link-loop': {
      codes: ['root-link-loop'],
      rules: [
        {
          title: message('A link in a circle'),
          what: nothingBehind,
          why: message('Following the link leads back to where it started.'),
          remedy: message('Remove the link: that removes nothing else.'),
        },
      ],
    },
    unreadable: {
      codes: ['root-unreadable'],
      rules: [
        {
          title: message('Cannot be read'),
          what: message('{0} loads nothing from here.', name),
          why: message('The system refuses to open the file or directory.'),
          remedy: message('Give the user who runs {0} the permission to read it.', name),
        },
      ],
    },
    pipe: {
      of: ['kimi-cli'],
      title: message('A pipe'),
      what: message('kimi-cli opens it and waits for ever: it does not start.'),
      why: message('Whatever ends in .md and is no directory is opened as a flat skill. A pipe has no end.'),
      remedy: message('Remove or rename the pipe.'),
    },
    'only-kimi-cli': {
      of: ['kimi-code'],
      title: message('A directory that only kimi-cli reads'),
      what: message('kimi-code does not look here. Who upgrades loses what loads from here, without a word.'),
      why: message(
        'kimi-code reads .kimi-code/skills and .agents/skills, of the project and of the user. It reads none of .kimi, .claude, .codex and ~/.config/agents.',
      ),
      remedy: message(
        'Copy the skills to .agents/skills, which both products read: “Rescue Skills for kimi-code” in the palette and “which-skill rescue” do so for all at once.',
      ),
    },
    'data-elsewhere': {
      codes: ['copilot-home'],
      rules: [
        {
          of: ['kimi-code'],
          title: message('Not the data directory'),
          what: doesNotLook,
          why: message('KIMI_CODE_HOME takes the place of ~/.kimi-code, for skills as for all else.'),
          remedy: message('Copy the skills, or unset KIMI_CODE_HOME.'),
        },
        {
          title: message('Not the data directory'),
          what: doesNotLook,
          why: message('A variable names another directory in place of this one: the reason says which.'),
          remedy: message('Copy the skills, or unset the variable.'),
        },
      ],
    },
    'other-tool': {
      codes: ['other-tool-plugin'],
      rules: [
        {
          of: ['kimi-cli'],
          title: message('Another tool’s directory'),
          what: doesNotLook,
          why: message(
            'kimi-cli reads .kimi, .claude, .codex and .agents, each with skills in it, and in the home directory .config/agents too.',
          ),
          remedy: copy,
        },
        {
          title: message('Another tool’s directory'),
          what: doesNotLook,
          why: message('In a project, {0} reads {1} and nothing else.', name, places),
          remedy: copy,
        },
      ],
    },
    misspelt: {
      title: message('A directory that is spelt a little differently'),
      what: doesNotLook,
      why: message('The directories are {0}, letter by letter.', places),
      remedy: message('Rename the directory, or copy the skills.'),
    },
    'below-project-root': {
      title: message('Below the project root'),
      what: message('Nothing here is read, even when the program is started in this directory.'),
      why: message(
        'The project root is the nearest directory upward that has a .git. Its skills directories are read, and none below it.',
      ),
      remedy: message('Copy the skills to the project root.'),
    },
    'above-work-dir': {
      title: message('Above the work directory'),
      what: doesNotLook,
      why: message(
        'Without a .git anywhere above, the work directory itself is the project root, and {0} does not climb.',
        name,
      ),
      remedy: message(
        'Run git init in the directory that is meant to be the root, or start {0} there.',
        name,
      ),
    },
    'outside-roots': {
      title: message('Outside every skills directory'),
      what: doesNotLook,
      why: message('Skills are looked for in a few directories only.'),
      remedy: copy,
    },
    'not-a-skill-file': {
      title: message('Not the file of a skill'),
      what: message('{0} does not take this for a skill.', name),
      why: takesFiles
        ? message(
            'A skill is a folder with a SKILL.md, or a file whose name ends in .md, directly in a skills directory.',
          )
        : message('A skill is a folder with a SKILL.md in a skills directory.'),
      remedy: message('Give it that shape, if it is meant to be a skill.'),
    },
    'folder-without-skill': {
      rules: [
        {
          when: levels === 0,
          title: message('A folder without SKILL.md'),
          what: message('{0} passes over this folder.', name),
          why: message('A folder in a skills directory is a skill only with a file called SKILL.md in it.'),
          remedy: message('Add a SKILL.md.'),
        },
        {
          title: message('A folder without SKILL.md'),
          what: message('{0} takes this for a folder that groups skills, and looks for them in it.', name),
          why: message(
            'A folder is a skill only with a file called SKILL.md in it. Others are gone through for skills.',
          ),
          remedy: message('Add a SKILL.md, if it is meant to be a skill.'),
        },
      ],
    },
    'part-of-skill': {
      title: message('A file of a skill'),
      what: message(
        'It belongs to the skill in whose folder it lies: the model opens it when the skill tells it to.',
      ),
      why: message('Only SKILL.md is read when skills are loaded.'),
      remedy: message('Nothing to do, as long as SKILL.md mentions it.'),
    },
    'does-not-exist': {
      title: message('Not there'),
      what: message('There is nothing at this path.'),
      why: message('Skills are read from disk each time {0} starts.', name),
      remedy: message('Check the path.'),
    },
  };
};
