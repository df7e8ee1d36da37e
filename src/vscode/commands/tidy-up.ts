/** The commands that change files. Each only says what is wanted; the plan is shown before anything happens. */
import type { Wish } from '../tidy/tidying';
import type { Command } from './command';

function tidy(id: string, wish: Wish): Command {
  return { id, run: ({ tidying }, _argument, rows) => tidying.start(wish, rows) };
}

/** Copies skills into the canonical directory of their scope. */
export const copyToCanonical = tidy('whichSkill.copyToCanonical', 'copy');

/** Moves skills into the canonical directory of their scope. */
export const migrateToCanonical = tidy('whichSkill.migrateToCanonical', 'move');

/** Moves skills into the canonical directory of their scope, and leaves links behind. */
export const migrateLeavingLink = tidy('whichSkill.migrateLeavingLink', 'move-leaving-link');

/** Makes `name/SKILL.md` of `name.md`. */
export const migrateFlatFile = tidy('whichSkill.migrateFlatFile', 'to-folder');

/** Moves skills into the canonical directory of the project. */
export const moveToProject = tidy('whichSkill.moveToProject', 'to-project');

/** Moves skills into the canonical directory of the user. */
export const moveToUser = tidy('whichSkill.moveToUser', 'to-user');

/** Changes things so that a skill loads that does not. */
export const makeWin = tidy('whichSkill.makeWin', 'win');

/** Deletes skills. */
export const deleteSkills = tidy('whichSkill.delete', 'delete');

/** Moves all skills of a scope into its canonical directory. */
export const migrateScope = tidy('whichSkill.migrateScope', 'migrate-scope');

/** Takes back what was last changed. */
export const undoLast: Command = {
  id: 'whichSkill.undoLast',
  run: ({ tidying }) => tidying.undoLast(),
};

/** Finishes or cleans up what was interrupted. */
export const recoverInterrupted: Command = {
  id: 'whichSkill.recoverInterrupted',
  run: ({ tidying }) => tidying.offerRecovery(true),
};

/** Has somebody's agents load the same file. */
export const makeVisible = tidy('whichSkill.makeVisible', 'make-visible');
