/** Showing a row while rows are made anew: VS Code forgets each of them that it is told to draw again. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { resetView, rowOf, run, untilTree, whichSkill } from './extension';
import { after, sample, suite, test, until } from './harness';

/** How often a row is shown in the midst of it. */
const TIMES = 12;

suite('a row that is shown', 'folder', () => {
  const root = path.join(sample().orchard, '.agents', 'skills');
  const folder = (number: number) => path.join(root, `passing-${number}`);

  after(async () => {
    for (let number = 0; number < TIMES; number++) rmSync(folder(number), { recursive: true, force: true });
    await resetView();
    await untilTree('the skills gone', tree => !tree.includes('passing-'));
  });

  test('is found again where the tree is grouped otherwise meanwhile', async () => {
    const api = await whichSkill();
    const file = path.join(root, 'api-style', 'SKILL.md');
    for (let number = 0; number < TIMES; number++) {
      await run('groupByName');
      const groups: Thenable<unknown>[] = [
        run('groupByScope'),
        api.reveal(file),
        run('groupByName'),
        api.reveal(file),
      ];
      // The row lies below another one now, and in a moment below the one before.
      await until('the first to be shown', () => api.selection().length > 0);
      groups.push(
        run('groupByScope'),
        api.reveal(file),
        vscode.commands.executeCommand('workbench.actions.treeView.whichSkill.skills.collapseAll'),
        api.reveal(file),
      );
      await Promise.all(groups);
    }
    await resetView();
    await api.reveal(file);
    await until('the row to be selected', () => api.selection().some(row => row.id.includes('api-style')));
  }, 60_000);

  test('is found again where skills come and go meanwhile', async () => {
    const api = await whichSkill();
    for (let number = 0; number < TIMES; number++) {
      mkdirSync(folder(number));
      const file = path.join(folder(number), 'SKILL.md');
      writeFileSync(file, `---\nname: passing-${number}\ndescription: Comes and goes\n---\n`);
      await until('its row', () => api.find(file));
      const shown = api.reveal(file);
      if (number > 0) rmSync(folder(number - 1), { recursive: true });
      await run('refresh');
      await shown;
    }
    const last = await rowOf(path.join(folder(TIMES - 1), 'SKILL.md'));
    await api.reveal(last.candidate.file);
    await until('the row to be selected', () => api.selection().some(({ id }) => id === last.id));
  }, 60_000);

  test('and goes while it is shown is no failure', async () => {
    const api = await whichSkill();
    for (let number = 0; number < TIMES; number++) {
      mkdirSync(folder(number), { recursive: true });
      const file = path.join(folder(number), 'SKILL.md');
      writeFileSync(file, `---\nname: passing-${number}\ndescription: Comes and goes\n---\n`);
      await until('its row', () => api.find(file));
      rmSync(folder(number), { recursive: true });
      void run('refresh');
      await api.reveal(file);
    }
    assert.equal(await api.find(path.join(folder(0), 'SKILL.md')), undefined);
  }, 60_000);
});
