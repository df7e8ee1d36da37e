import type { Command } from './command';

/** Shows every candidate, whatever its words. */
export const filterAll: Command = {
  id: 'whichSkill.filterAll',
  run: ({ viewState }) => viewState.clear(),
};

/** Shows what loses, what is broken, and what wins over something. */
export const filterConflicts: Command = {
  id: 'whichSkill.filterConflicts',
  run: ({ viewState }) => viewState.setFilter('conflicts'),
};

/** Shows what another product loads from another file, or does not load, or loads alone. */
export const filterDiffers: Command = {
  id: 'whichSkill.filterDiffers',
  run: ({ viewState }) => viewState.setFilter('differs'),
};

/** Shows what loads, and nothing else. */
export const filterWinners: Command = {
  id: 'whichSkill.filterWinners',
  run: ({ viewState }) => viewState.setFilter('winners'),
};
