/** What every suite needs of the extension: its own interface for tests, and the few things that VS Code has no promise for. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { WhichSkillApi } from '../../src/vscode/api';
import { EXTENSION_ID } from '../../src/vscode/extension-id';
import type { CandidateNode } from '../../src/vscode/tree/nodes';
import { until } from './harness';

/** The interface that `activate` gives, when everything has come to rest. */
export async function whichSkill(): Promise<WhichSkillApi> {
  const extension = vscode.extensions.getExtension<WhichSkillApi>(EXTENSION_ID);
  assert(extension, 'the extension is installed');
  const api = await extension.activate();
  await api.whenIdle();
  return api;
}

/** Runs one of the extension's commands, and waits until it has had its effect on the tree. */
export async function run(command: string, ...args: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(`whichSkill.${command}`, ...args);
  await (await whichSkill()).whenIdle();
}

/** The row of a skill file. */
export async function rowOf(file: string): Promise<CandidateNode> {
  const row = await (await whichSkill()).find(file);
  assert(row, `there is a row for ${file}`);
  return row;
}

/** Waits until the active editor shows a file. */
export async function untilActive(file: string): Promise<vscode.TextEditor> {
  return until(
    `${file} to be in the active editor, not ${vscode.window.activeTextEditor?.document.uri.fsPath}`,
    () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.fsPath === file ? editor : undefined;
    },
  );
}

/** What stands above the rows, without why the product was chosen: that depends on the machine. */
export async function heading(): Promise<{ readonly message: string; readonly description: string }> {
  const { message, description } = (await whichSkill()).heading();
  return { message: message.replace(/ · chosen automatically: [^·]*?(?= ·|$)/, ''), description };
}

/** Closes all editors. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await until('all editors to be closed', () => vscode.window.activeTextEditor === undefined);
}

/** Groups by scope and shows all. */
export async function resetView(): Promise<void> {
  await run('groupByScope');
  await run('filterAll');
}

/** Waits until the tree as text has, or has no more, what was asked for. */
export async function untilTree(what: string, holds: (text: string) => boolean): Promise<string> {
  const api = await whichSkill();
  return until(what, async () => {
    const text = await api.renderTree({ all: true });
    return holds(text) ? text : undefined;
  });
}
