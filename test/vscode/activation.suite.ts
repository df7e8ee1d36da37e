/** Whatever is open, the extension activates and has what its manifest promises. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { before, shapes, suite, test } from './harness';

suite('activation', shapes, () => {
  const extension = () => {
    const found = vscode.extensions.getExtension('which-skill.which-skill');
    assert.ok(found, 'The extension is not there.');
    return found;
  };

  before(async () => {
    await extension().activate();
  });

  test('every command of the manifest is there', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const promised: { command: string }[] = extension().packageJSON.contributes.commands;
    assert.deepEqual(
      promised.map(({ command }) => command).filter(command => !registered.has(command)),
      [],
    );
  });

  test('the view can be focused', async () => {
    await vscode.commands.executeCommand('whichSkill.skills.focus');
  });

  test('commands without a row do nothing bad', async () => {
    await vscode.commands.executeCommand('whichSkill.refresh');
  });
});
