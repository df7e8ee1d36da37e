import * as vscode from 'vscode';
import type { Command } from './command';

/** Shows the settings of this extension. */
export const openSettings: Command = {
  id: 'whichSkill.openSettings',
  run: () => vscode.commands.executeCommand('workbench.action.openSettings', '@ext:which-skill.which-skill'),
};
