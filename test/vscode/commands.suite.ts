import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { EXTENSION_ID } from '../../src/vscode/extension-id';
import { closeEditors, resetView, rowOf, run, untilActive, whichSkill } from './extension';
import { after, afterEach, before, sample, suite, test, until } from './harness';

suite('commands', 'folder', () => {
  const orchard = (...parts: string[]) => path.join(sample().orchard, ...parts);
  const winner = () => orchard('.kimi', 'skills', 'release', 'SKILL.md');
  const loser = () => orchard('.claude', 'skills', 'release', 'SKILL.md');

  before(resetView);
  afterEach(closeEditors);
  after(resetView);

  test('all that the manifest names are there', async () => {
    const { packageJSON } = vscode.extensions.getExtension(EXTENSION_ID)!;
    const declared = packageJSON.contributes.commands
      .map(({ command }: { command: string }) => command)
      .sort();
    const registered = (await vscode.commands.getCommands(true))
      .filter(id => /^whichSkill\.[a-zA-Z]+$/.test(id))
      .sort();
    assert.deepEqual(
      registered.filter(id => declared.includes(id)),
      declared,
    );
  });

  test('open a skill in a preview tab', async () => {
    await run('open', await rowOf(winner()));
    await untilActive(winner());
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview, true);
  });

  test('open the winner from any row of the name', async () => {
    for (const file of [
      loser(),
      path.join(sample().home, '.kimi', 'skills', 'release', 'SKILL.md'),
      winner(),
    ]) {
      await closeEditors();
      await run('openWinner', await rowOf(file));
      await untilActive(winner());
    }
  });

  test('open to the side', async () => {
    await run('open', await rowOf(winner()));
    await untilActive(winner());
    await run('openToSide', await rowOf(loser()));
    const editor = await untilActive(loser());
    assert.equal(editor.viewColumn, vscode.ViewColumn.Two);
  });

  test('reveal a file in the explorer', async () => {
    await run('revealInExplorer', await rowOf(loser()));
    // What the explorer has selected is not told to extensions, but it can be asked to copy the path of it.
    await until('the explorer to have the file selected', async () => {
      await vscode.commands.executeCommand('copyFilePath');
      return (await vscode.env.clipboard.readText()) === loser();
    });
  });

  test('copy the path', async () => {
    await run('copyPath', await rowOf(loser()));
    assert.equal(await vscode.env.clipboard.readText(), loser());
  });

  test('copy the command of a skill', async () => {
    await run('copySkillCommand', await rowOf(winner()));
    assert.equal(await vscode.env.clipboard.readText(), '/skill:release');
  });

  test('copy no command for a name that cannot be typed, or that does not load', async () => {
    await vscode.env.clipboard.writeText('untouched');
    await run('copySkillCommand', { file: winner(), name: 'two words', winner: winner() });
    await run('copySkillCommand', await rowOf(orchard('.kimi', 'skills', 'estimate', 'SKILL.md')));
    assert.equal(await vscode.env.clipboard.readText(), 'untouched');
    const menu = (
      await (await whichSkill()).item(await rowOf(orchard('.kimi', 'skills', 'estimate', 'SKILL.md')))
    ).contextValue;
    assert.doesNotMatch(menu ?? '', /typeable/);
  });

  test('ask which skill is meant where there is no row', async () => {
    for (const command of ['open', 'openWinner', 'openToSide']) {
      const done = run(command);
      await until('the quick pick to take the first entry', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return vscode.window.activeTextEditor !== undefined;
      });
      await done;
      await closeEditors();
    }
  });

  test('group and filter, and remember both', async () => {
    const api = await whichSkill();
    const remembered = () => {
      const { grouping, filter } = api.remembered();
      return [grouping, filter];
    };
    await run('groupByName');
    await run('filterConflicts');
    assert.deepEqual(remembered(), ['name', 'conflicts']);
    await run('groupByScope');
    await run('filterWinners');
    assert.deepEqual(remembered(), ['scope', 'winners']);
  });

  test('show the log and the settings', async () => {
    await run('showLog');
    await run('openSettings');
    await until(
      'the settings to be open',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Settings',
    );
    await vscode.commands.executeCommand('workbench.action.closePanel');
  });
});

suite('the title of an editor', 'folder', () => {
  const skill = (...parts: string[]) => path.join(sample().orchard, ...parts, 'SKILL.md');

  afterEach(closeEditors);

  async function stateOf(file: string): Promise<string | undefined> {
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    const api = await whichSkill();
    await api.whenIdle();
    return api.editorState();
  }

  test('says whether its file wins', async () => {
    assert.equal(await stateOf(skill('.kimi', 'skills', 'release')), 'wins');
    assert.equal(await stateOf(skill('.claude', 'skills', 'release')), 'loses');
    assert.equal(await stateOf(skill('.kimi', 'skills', 'estimate')), 'lost');
    assert.equal(await stateOf(path.join(sample().orchard, '.claude', 'skills', 'changelog.md')), 'wins');
  });

  test('knows a file by its real path too', async () => {
    const alias = path.join(sample().orchard, '.agents', 'skills', 'changelog.md');
    assert.equal(await stateOf(alias), 'loses');
  });

  test('says nothing on any other file', async () => {
    assert.equal(await stateOf(path.join(sample().orchard, 'README.md')), undefined);
    assert.equal(
      await stateOf(path.join(sample().orchard, '.agents', 'skills', 'api-style', 'references', 'errors.md')),
      undefined,
    );
  });

  test('leads to the winner', async () => {
    assert.equal(await stateOf(skill('.claude', 'skills', 'release')), 'loses');
    await run('goToWinner', vscode.Uri.file(skill('.claude', 'skills', 'release')));
    await untilActive(skill('.kimi', 'skills', 'release'));
  });

  test('leads to the winner from the palette', async () => {
    assert.equal(await stateOf(skill('.claude', 'skills', 'release')), 'loses');
    await run('goToWinner');
    await untilActive(skill('.kimi', 'skills', 'release'));
  });
});
