/** Explaining: the pages, the listing and comparing, as far as they can be seen from the extension host. */
import assert from 'node:assert/strict';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Page } from '../../src/vscode/pages/page';
import { closeEditors, resetView, rowOf, run, untilActive, untilTree, whichSkill } from './extension';
import { after, afterEach, before, sample, suite, test, until } from './harness';

/** The text of a page, one line a block. */
export function textOf({ markup = '' }: Page): string {
  return markup
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<\/(h1|h2|h3|p|li|tr|dd|pre|section)>/g, '\n')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** Waits until the active tab is called so. */
async function untilTab(label: string): Promise<void> {
  await until(`a tab “${label}”`, () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === label);
}

suite('explaining', 'folder', () => {
  const orchard = (...parts: string[]) => path.join(sample().orchard, ...parts);
  const winner = () => orchard('.kimi', 'skills', 'release', 'SKILL.md');
  const loser = () => orchard('.claude', 'skills', 'release', 'SKILL.md');
  const explainer = async () => (await whichSkill()).explainer();
  const explained = async (asked: { name: string } | { path: string }) =>
    textOf(await (await explainer()).explain(asked));

  before(resetView);
  afterEach(closeEditors);
  after(resetView);

  test('a loser: the whole chain', async () => {
    const text = await explained({ path: loser() });
    assert.match(text, /^release\n/);
    assert.match(text, /does not load .*“release” loads from \.kimi\/skills\/release\/SKILL\.md/);
    assert.match(text, /As kimi-cli 1\.49 sees it from/);
    assert.match(text, /\.claude\/skills\/release\/SKILL\.md shadowed/);
    assert.match(text, /Project, in \.claude\/skills, the directory of rank 2/);
    assert.match(text, /Against the one that loads: differs in \d+ files/);
    assert.match(text, /1 \.kimi\/skills Project .*holds one of these/);
    assert.match(text, /~\/\.agents\/skills User/);
    assert.match(text, /What the model is told\n.*- release/s);
  });

  test('the winner: what the model is told, and its command', async () => {
    const text = await explained({ path: winner() });
    assert.match(text, /^release\nloads “release” loads from/m);
    assert.match(text, /Its command is \/skill:release/);
  });

  test('a name that nothing is called by: what may have been meant', async () => {
    const text = await explained({ name: 'relase' });
    assert.match(text, /Nothing is called “relase” here/);
    assert.match(text, /Ask for “release”, if that was meant/);
  });

  test('a path that the tree does not show', async () => {
    const text = await explained({ path: orchard('README.md') });
    assert.match(text, /README\.md is not loaded as a skill/);
  });

  test('a broken skill: the place, the rule, and its fix', async () => {
    const page = await (await explainer()).explain({
      path: orchard('.kimi', 'skills', 'estimate', 'SKILL.md'),
    });
    const text = textOf(page);
    assert.match(text, /Line 3, column 29: unquoted/);
    assert.match(text, /Quote the value/);
    await page.act({ name: 'open', value: JSON.stringify({ file: winner(), line: 3 }) });
    const editor = await untilActive(winner());
    assert.equal(editor.selection.start.line, 2);
  });

  test('from a row, from a file, and again: one page for each', async () => {
    await run('explain', await rowOf(loser()));
    await untilTab('Explain release');
    await run('explain', vscode.Uri.file(loser()));
    await run('explain', vscode.Uri.file(winner()));
    await until('two pages', () => {
      const labels = vscode.window.tabGroups.activeTabGroup.tabs.map(({ label }) => label);
      return labels.join() === 'Explain release,Explain release';
    });
  });

  test('from a skill file in the editor', async () => {
    await vscode.window.showTextDocument(vscode.Uri.file(winner()));
    await run('explainEditor');
    await untilTab('Explain release');
  });

  test('a page says what is new after a change', async () => {
    const file = orchard('.kimi', 'skills', 'grafting.md');
    const page = await (await explainer()).explain({ name: 'grafting' });
    assert.match(textOf(page), /Nothing is called “grafting”/);
    writeFileSync(file, '---\nname: grafting\ndescription: Join two branches\n---\n');
    try {
      await run('refresh');
      await until('the page to know it', () => /“grafting” loads from/.test(textOf(page)));
    } finally {
      rmSync(file);
      await run('refresh');
    }
  });

  test('nothing from a file becomes markup', async () => {
    const file = orchard('.kimi', 'skills', 'sly.md');
    writeFileSync(
      file,
      '---\nname: "<img src=x onerror=alert(1)>"\ndescription: "</pre><script>1</script>"\n---\n',
    );
    try {
      await run('refresh');
      const { markup } = await (await explainer()).explain({ path: file });
      assert.doesNotMatch(markup ?? '', /<img|<script/);
      assert.match(markup ?? '', /&#60;img src=x onerror=alert\(1\)&#62;/);
    } finally {
      rmSync(file);
      await run('refresh');
    }
  });

  test('a rule has a page of its own, with the places where it applies', async () => {
    await vscode.commands.executeCommand('whichSkill.explainProblem', 'unquoted-colon');
    await untilTab('Unquoted “: ” in a value');
  });

  test('what the model sees: the text, and its size by scope and skill', async () => {
    await run('showListing');
    await untilTab('What the Model Sees');
    const { listing } = await explainer();
    const page = listing.page;
    assert(page);
    const text = textOf(page);
    assert.match(text, /The model is told of 15 skills in [\d,.]+ characters, about [\d,.]+ tokens\./);
    assert.match(text, /Project 7 [\d,.]+ [\d,.]+\nUser 4/);
    assert.match(text, /### Project\n- README/);
    const rows = () =>
      [...textOf(page).matchAll(/^(\S+) (?:Project|User|Extra|Built-in) [\d,.]+ /gm)].map(([, name]) => name);
    assert.equal(rows()[0], 'README');
    await page.act({ name: 'order', value: '', choice: 'longest' });
    assert.notEqual(rows()[0], 'README');
    assert.equal(rows().length, 15);
  });

  test('compare a copy with its winner: the files that differ, each in VS Code’s own comparison', async () => {
    await run('compareWithWinner', await rowOf(loser()));
    const { comparing } = await explainer();
    const page = comparing.shown;
    assert(page);
    const text = textOf(page);
    assert.match(text, /The two copies differ in 3 files/);
    assert.match(text, /SKILL\.md content/);
    assert.match(text, /checklist\.md only in this copy/);
    assert.match(text, /scripts only in the one that loads/);
    await page.act({ name: 'diff', value: JSON.stringify({ path: 'SKILL.md', kind: 'content' }) });
    const tab = await until(
      'the comparison',
      () =>
        vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff &&
        vscode.window.tabGroups.activeTabGroup.activeTab,
    );
    const input = tab.input as vscode.TabInputTextDiff;
    assert.deepEqual([input.original.fsPath, input.modified.fsPath], [loser(), winner()]);
  });

  test('rows say how far a copy has drifted', async () => {
    assert.match(
      await (await whichSkill()).renderTree(),
      /release {2}shadowed by \.kimi\/skills\/release · differs in 3 files/,
    );
    const copy = path.join(sample().home, '.kimi', 'skills', 'triage');
    cpSync(orchard('.agents', 'skills', 'triage'), copy, { recursive: true });
    try {
      await run('refresh');
      await untilTree('an identical copy', text =>
        /triage {2}shadowed by Project \S+ · identical/.test(text),
      );
    } finally {
      rmSync(copy, { recursive: true });
      await run('refresh');
    }
  });
});

suite('explaining in several folders', 'workspace', () => {
  afterEach(closeEditors);

  test('from the folder that the file is in, or from the one that is chosen', async () => {
    const file = path.join(sample().orchard, '.agents', 'skills', 'onboarding', 'SKILL.md');
    const explainer = await (await whichSkill()).explainer();
    const page = await explainer.explain({ path: file });
    assert.match(textOf(page), /“onboarding” loads from \.agents\/skills\/onboarding/);
    await page.act({ name: 'folder', value: '', choice: vscode.Uri.file(sample().cider).toString() });
    assert.match(textOf(page), /SKILL\.md is not loaded as a skill/);
  });

  test('what the model sees, of each folder', async () => {
    const explainer = await (await whichSkill()).explainer();
    const page = await explainer.listing.show();
    assert.match(textOf(page), /- api-style/);
    await page.act({ name: 'folder', value: '', choice: vscode.Uri.file(sample().cider).toString() });
    assert.match(textOf(page), /- bottling/);
    assert.doesNotMatch(textOf(page), /- api-style/);
  });
});
