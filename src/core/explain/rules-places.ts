/** Plain words for where a skill lies: what is looked at, and what is passed over. */
import { message } from '../message';
import type { RuleTable } from './explanations';

const COPY = message('Copy it to where this product looks, or name its directory in extra_skill_dirs.');

export const PLACE_RULES: RuleTable = {
  'too-deep': {
    title: message('Too deep'),
    what: message('kimi-cli does not see this skill.'),
    why: message(
      'Only folders directly in a skills directory are skills. Folders that group skills are not looked into.',
    ),
    remedy: message('Lift the skill out of its group, or name the group’s directory in extra_skill_dirs.'),
  },
  'inside-skill': {
    title: message('A skill inside a skill'),
    what: message('kimi-cli loads the outer skill only.'),
    why: message(
      'Only folders directly in a skills directory are skills. What lies in a skill’s folder belongs to that skill.',
    ),
    remedy: message('Lift the inner skill out, if it is meant to be one of its own.'),
  },
  'wrong-case': {
    title: message('skill.md instead of SKILL.md'),
    what: message(
      'kimi-cli does not see this skill on Linux. On macOS and Windows, where case does not count, it does.',
    ),
    why: message('The file of a skill is called SKILL.md, exactly so.'),
    remedy: message(
      'Rename it. The quick fix takes two steps, so that it works where case does not count, too.',
    ),
  },
  'skill-file-in-root': {
    title: message('SKILL.md directly in a skills directory'),
    what: message('kimi-cli passes over this file.'),
    why: message('A SKILL.md belongs into a folder of its own, which gives the skill its default name.'),
    remedy: message('Make a folder in the skills directory and move the file there.'),
  },
  'link-as-text': {
    title: message('A text file that should be a link'),
    what: message('kimi-cli passes over this file.'),
    why: message(
      'Git writes a link as a small text file where links are not allowed, as on Windows without developer mode.',
    ),
    remedy: message('Turn on git’s core.symlinks and check the file out again, or make the link anew.'),
  },
  'link-to-folder-of-skills': {
    title: message('A link to a folder of skills'),
    what: message(
      'kimi-cli takes the link for a folder that could be one skill, finds no SKILL.md in it, and goes on.',
    ),
    why: message(
      'Only folders directly in a skills directory are skills. A link to many of them is one level too deep.',
    ),
    remedy: message('Link each skill, or name the folder in extra_skill_dirs.'),
  },
  'not-a-file': {
    title: message('Not a regular file'),
    what: message('kimi-cli passes over it.'),
    why: message('A skill is read from a regular file, or a link to one.'),
    remedy: message('Put a file in its place.'),
  },
  'broken-link': {
    title: message('A link that leads nowhere'),
    what: message('kimi-cli finds nothing behind this link, and says nothing.'),
    why: message('The file or folder that the link names is not there.'),
    remedy: message('Bring the target back, or remove the link: that removes nothing else.'),
    codes: ['root-broken-link'],
  },
  'link-loop': {
    title: message('A link in a circle'),
    what: message('kimi-cli finds nothing behind this link, and says nothing.'),
    why: message('Following the link leads back to where it started.'),
    remedy: message('Remove the link: that removes nothing else.'),
    codes: ['root-link-loop'],
  },
  unreadable: {
    title: message('Cannot be read'),
    what: message('kimi-cli drops this skill without a word.'),
    why: message('The system refuses to open the file or directory.'),
    remedy: message('Give the user who runs kimi-cli the permission to read it.'),
    codes: ['root-unreadable'],
  },
  pipe: {
    title: message('A pipe'),
    what: message('kimi-cli opens it and waits for ever: it does not start.'),
    why: message('Whatever ends in .md and is no directory is opened as a flat skill. A pipe has no end.'),
    remedy: message('Remove or rename the pipe.'),
  },
  'other-tool': {
    title: message('Another tool’s directory'),
    what: message('This product does not look here.'),
    why: message(
      'kimi-cli reads .kimi, .claude, .codex and .agents, each with skills in it, and in the home directory .config/agents too.',
    ),
    remedy: COPY,
    codes: ['other-tool-plugin'],
  },
  misspelt: {
    title: message('A directory that is spelt a little differently'),
    what: message('kimi-cli does not look here.'),
    why: message(
      'The directories are .agents/skills, .kimi/skills, .claude/skills and .codex/skills, letter by letter.',
    ),
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
    what: message('kimi-cli does not look here.'),
    why: message(
      'Without a .git anywhere above, the work directory itself is the project root, and kimi-cli does not climb.',
    ),
    remedy: message('Run git init in the directory that is meant to be the root, or start kimi-cli there.'),
  },
  'outside-roots': {
    title: message('Outside every skills directory'),
    what: message('This product does not look here.'),
    why: message('Skills are looked for in a few directories only, and directly in them.'),
    remedy: COPY,
  },
  'not-a-skill-file': {
    title: message('Not the file of a skill'),
    what: message('kimi-cli does not take this for a skill.'),
    why: message(
      'A skill is a folder with a SKILL.md, or a file whose name ends in .md, directly in a skills directory.',
    ),
    remedy: message('Give it that shape, if it is meant to be a skill.'),
  },
  'folder-without-skill': {
    title: message('A folder without SKILL.md'),
    what: message('kimi-cli passes over this folder.'),
    why: message('A folder in a skills directory is a skill only with a file called SKILL.md in it.'),
    remedy: message('Add a SKILL.md.'),
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
    why: message('Skills are read from disk each time kimi-cli starts.'),
    remedy: message('Check the path.'),
  },
};
