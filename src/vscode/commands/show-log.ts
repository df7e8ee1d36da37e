import type { Command } from './command';

/** Shows the output channel. */
export const showLog: Command = {
  id: 'whichSkill.showLog',
  run: ({ log }) => log.show(),
};
