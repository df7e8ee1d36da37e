import * as vscode from 'vscode';
import { chooseAgents, showMatrix } from './agents';
import { argumentOf, rowsOf } from './argument';
import type { Command, Services } from './command';
import { compareProducts } from './compare-products';
import { copyPath } from './copy-path';
import { copySkillCommand } from './copy-skill-command';
import { compareWithWinner, explainSkill, fixAll, showListing } from './explain';
import { explainEditor, goToWinner, whyNotLoaded } from './explain-editor';
import { filterAll, filterConflicts, filterDiffers, filterWinners } from './filter';
import { groupByAgent, groupByName, groupByScope } from './group';
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
import {
  copyToCanonical,
  deleteSkills,
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
  makeWin,
  deleteSkills,
  migrateScope,
  undoLast,
  recoverInterrupted,
];

/** Registers every command. What goes wrong in one is told to the person who called it. */
export function registerCommands(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    ...COMMANDS.map(command =>
      vscode.commands.registerCommand(command.id, (argument: unknown, selected: unknown) =>
        services.log.attempt(command.id, async () =>
          command.run(
            services,
            await argumentOf(argument, services.resolutions),
            rowsOf(argument, selected, services.tree.selection),
          ),
        ),
      ),
    ),
  );
}
