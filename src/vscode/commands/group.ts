import type { Command } from './command';

/** Shows scopes, their roots, and the skills of each. */
export const groupByScope: Command = {
  id: 'whichSkill.groupByScope',
  run: ({ viewState }) => viewState.setGrouping('scope'),
};

/** Shows names, and the candidates of each in rank order. */
export const groupByName: Command = {
  id: 'whichSkill.groupByName',
  run: ({ viewState }) => viewState.setGrouping('name'),
};

/** Shows the agents that somebody works with, and what each of them loads. */
export const groupByAgent: Command = {
  id: 'whichSkill.groupByAgent',
  run: ({ viewState }) => viewState.setGrouping('agent'),
};
