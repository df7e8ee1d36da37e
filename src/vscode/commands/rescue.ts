import type { Command } from './command';

/** Plans to have kimi-code load what only kimi-cli loads, and shows the plan. */
export const rescue: Command = {
  id: 'whichSkill.rescue',
  run: ({ tidying }) => tidying.rescue(),
};
