/** Every command, and how it is called. */
import { askThrough } from '../real-path';
import { chooseAgents, showMatrix } from './agents';
import { argumentOf, isFromKey, rowsOf } from './argument';
import type { Command, Services } from './command';
import { compareProducts } from './compare-products';
import { copyPath } from './copy-path';
import { copySkillCommand } from './copy-skill-command';
import { compareWithWinner, explainSkill, fixAll, showListing } from './explain';
import { explainEditor, goToWinner, whyNotLoaded } from './explain-editor';
import { filterAll, filterConflicts, filterDiffers, filterWinners } from './filter';
import { clearFilterText, filterText } from './filter-text';
import { groupByAgent, groupByName, groupByScope } from './group';
import { newSkill, renameSkill } from './make-skills';
import { openSettings } from './open-settings';
import { openSkill } from './open-skill';
import { openToSide } from './open-to-side';
import { openWinner } from './open-winner';
import { refreshSkills } from './refresh-skills';
import { rescue } from './rescue';
import { revealInExplorer } from './reveal-in-explorer';
import { revealInFileManager } from './reveal-in-file-manager';
import { showLog } from './show-log';
import { switchProduct } from './switch-product';
import { copyListingEntry, exportJson, exportMarkdown, goToSkill } from './tell-others';
import {
  copyToCanonical,
  deleteSkills,
  makeVisible,
  makeWin,
  migrateFlatFile,
  migrateLeavingLink,
  migrateScope,
  migrateToCanonical,
  moveToProject,
  moveToUser,
  recoverInterrupted,
  undoLast,
} from './tidy-up';

const COMMANDS: readonly Command[] = [
  openSkill,
  openWinner,
  openToSide,
  revealInExplorer,
  revealInFileManager,
  copyPath,
  copySkillCommand,
  refreshSkills,
  switchProduct,
  groupByScope,
  groupByName,
  groupByAgent,
  chooseAgents,
  showMatrix,
  filterAll,
  filterConflicts,
  filterWinners,
  filterText,
  clearFilterText,
  newSkill,
  renameSkill,
  goToSkill,
  copyListingEntry,
  exportMarkdown,
  exportJson,
  explainSkill,
  compareWithWinner,
  showListing,
  fixAll,
  filterDiffers,
  compareProducts,
  rescue,
  explainEditor,
  goToWinner,
  whyNotLoaded,
  showLog,
  openSettings,
  copyToCanonical,
  migrateToCanonical,
  migrateLeavingLink,
  migrateFlatFile,
  moveToProject,
  moveToUser,
  makeVisible,
  makeWin,
  deleteSkills,
  migrateScope,
  undoLast,
  recoverInterrupted,
];

const BY_ID: ReadonlyMap<string, Command> = new Map(COMMANDS.map(command => [command.id, command]));

/**
 * Runs a command on what it was called on: a row, several, or nothing.
 * @throws Refusal where it cannot be done
 */
export async function runCommand(
  id: string,
  services: Services,
  argument: unknown,
  selected: unknown,
): Promise<void> {
  const command = BY_ID.get(id);
  if (!command) throw new Error(`no command ${id}`);
  const { resolutions, tree } = services;
  askThrough(resolutions);
  const rows = isFromKey(argument) ? await tree.rowsForKey() : rowsOf(argument, selected);
  const first = isFromKey(argument) ? rows[0] : argument;
  await command.run(services, await argumentOf(first, resolutions), rows);
}
