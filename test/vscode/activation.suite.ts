/** Whatever is open, the extension activates and has what its manifest promises. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { EXTENSION_ID } from '../../src/vscode/extension-id';
import { closeEditors } from './extension';
import { before, shapes, suite, test, until } from './harness';

suite('activation', shapes, () => {
  const extension = () => {
    const found = vscode.extensions.getExtension(EXTENSION_ID);
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

  test('VS Code says how long its start took', async () => {
    await vscode.commands.executeCommand('perfview.show');
    const row = await until('its row among the activation times', () =>
      vscode.workspace.textDocuments
        .find(({ uri }) => uri.scheme === 'perf')
        ?.getText()
        .split('\n')
        .find(line => line.includes(EXTENSION_ID) && line.split('|').length > 7),
    );
    const [, , , load, activate, finish] = row.split('|').map(cell => cell.trim());
    for (const time of [load, activate, finish]) assert.match(time ?? '', /^\d+$/, row);
    const times = { load: Number(load), activate: Number(activate), finish: Number(finish) };
    writeFileSync(path.join(__dirname, '..', 'activation.json'), `${JSON.stringify(times)}\n`);
    await closeEditors();
  });

  test('commands without a row do nothing bad', async () => {
    await vscode.commands.executeCommand('whichSkill.refresh');
  });
});
