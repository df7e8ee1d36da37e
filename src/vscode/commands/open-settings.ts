import * as vscode from 'vscode';
import { EXTENSION_ID } from '../extension-id';
import type { Command } from './command';

/** Shows the settings of this extension. */
export const openSettings: Command = {
  id: 'whichSkill.openSettings',
  run: () => vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${EXTENSION_ID}`),
};
