import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { closeEditors, resetView, untilTree } from './extension';
import { after, afterEach, before, sample, suite, test } from './harness';

suite('the tree is looked at again', 'folder', () => {
  const orchard = (...parts: string[]) => path.join(sample().orchard, ...parts);
  const fresh = () => orchard('.agents', 'skills', 'grafting');

  before(resetView);
  afterEach(closeEditors);
  after(async () => {
    rmSync(fresh(), { recursive: true, force: true });
    for (const key of ['extraSkillDirs', 'mergeBrands', 'skillsDirs']) await set(key, undefined);
  });

  test('when a skill file is saved', async () => {
    const file = orchard('.agents', 'skills', 'onboarding', 'SKILL.md');
    const document = await vscode.workspace.openTextDocument(file);
    const before = document.getText();
    const editor = await vscode.window.showTextDocument(document);
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    await editor.edit(edit => edit.replace(all, before.replace(/^description: .*$/m, 'description: Anew')));
    await document.save();
    await untilTree('the new description', text => text.includes('onboarding  Anew'));
    await editor.edit(edit => edit.replace(new vscode.Range(0, 0, document.lineCount, 0), before));
    await document.save();
    await untilTree('the old description', text => !text.includes('Anew'));
  });

  test('when VS Code creates, renames and deletes files', async () => {
    const edit = new vscode.WorkspaceEdit();
    const contents = Buffer.from('---\nname: grafting\ndescription: Join two trees\n---\n');
    edit.createFile(vscode.Uri.file(path.join(fresh(), 'SKILL.md')), { contents });
    await vscode.workspace.applyEdit(edit);
    await untilTree('the new skill', text => text.includes('grafting  Join two trees'));
    const remove = new vscode.WorkspaceEdit();
    remove.deleteFile(vscode.Uri.file(fresh()), { recursive: true });
    await vscode.workspace.applyEdit(remove);
    await untilTree('the skill to be gone', text => !text.includes('grafting'));
  });

  test('when another program changes a folder of skills', async () => {
    mkdirSync(fresh(), { recursive: true });
    writeFileSync(path.join(fresh(), 'SKILL.md'), '---\nname: grafting\ndescription: From outside\n---\n');
    await untilTree('the new skill', text => text.includes('grafting  From outside'));
    renameSync(fresh(), `${fresh()}-old`);
    await untilTree('the folder’s new name', text => text.includes('(grafting-old)'));
    rmSync(`${fresh()}-old`, { recursive: true });
    await untilTree('the skill to be gone', text => !text.includes('grafting'));
  });

  test('when a setting changes', async () => {
    await set('extraSkillDirs', ['tools/skills']);
    await untilTree('the extra directory of the settings alone', text => {
      return !text.includes('team-skills') && text.includes('tools/skills  from the settings');
    });
    await set('extraSkillDirs', undefined);
    await untilTree('the configured ones', text => text.includes('team-skills'));
    await set('mergeBrands', 'off');
    await untilTree('the second brand passed over', text => {
      return text.includes('.claude/skills  not read: .kimi/skills exists');
    });
    await set('mergeBrands', undefined);
    await set('skillsDirs', ['tools/skills']);
    await untilTree('the given directory in place of the project’s', text => {
      return text.includes('.kimi/skills  not read: --skills-dir takes its place');
    });
    await set('skillsDirs', undefined);
    await untilTree('the project again', text => /^ {2}▾ \.kimi\/skills {2}brand$/m.test(text));
  });
});

function set(key: string, value: unknown): Thenable<void> {
  const settings = vscode.workspace.getConfiguration('whichSkill.kimiCli');
  return settings.update(key, value, vscode.ConfigurationTarget.Workspace);
}
