/** The commands that make and name skills. */
import type { Command } from './command';

/** Asks for place, name and description of a new skill, makes and opens it. */
export const newSkill: Command = {
  id: 'whichSkill.newSkill',
  run: ({ tidying }, _argument, rows) => tidying.newSkill(rows),
};

/** Gives a skill another name: its folder, and what it declares. */
export const renameSkill: Command = {
  id: 'whichSkill.rename',
  run: ({ tidying }, _argument, rows) => tidying.start('rename', rows),
};
