import type { Command } from './command';

/** Has somebody say which agents they work with. */
export const chooseAgents: Command = {
  id: 'whichSkill.chooseAgents',
  run: ({ agents }) => agents.choose(),
};

/** Shows every skill against every agent. */
export const showMatrix: Command = {
  id: 'whichSkill.showMatrix',
  run: ({ agents }) => agents.showMatrix(),
};
