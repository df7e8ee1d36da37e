import type { Command } from './command';

/** Looks at all directories again. */
export const refreshSkills: Command = {
  id: 'whichSkill.refresh',
  run: ({ refresh }) => refresh.now(),
};
