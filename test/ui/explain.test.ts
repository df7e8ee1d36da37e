/** Explaining as a person asks for it: the page, Problems, fixes, comparing, and what the model sees. Pictures are kept. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { projectRoot } from '../host/folders';
import { until } from '../host/processes';
import { buildSample, type Sample } from '../host/sample';
import { type Server, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';
import { setTheme, themes, useTheme } from './themes';
import { WebviewPage } from './webview';

let sample: Sample;
let server: Server;
let workbench: Workbench;
let page: WebviewPage;

const orchard = (...parts: string[]) => path.join(sample.orchard, ...parts);

before(async () => {
  sample = buildSample({ withFailure: true });
  setTheme(sample.orchard, themes[0]);
  server = await startServer({
    home: sample.home,
    env: sample.env,
    extension: projectRoot,
    settings: { 'git.enabled': false },
  });
  workbench = await openWorkbench(server, { folder: sample.orchard, width: 1440, height: 1000 });
  await workbench.showView();
  await workbench.widenSideBar(460);
  page = new WebviewPage(workbench);
});

after(async () => {
  await workbench?.screenshot('explain-last');
  await workbench?.close();
  server?.stop();
});

async function closeAll(): Promise<void> {
  await workbench.runCommand('Notifications: Clear All Notifications');
  await workbench.runCommand('View: Close All Editors');
}

describe('the page that explains', () => {
  test('from the menu of a row', async () => {
    await workbench.contextMenu('.claude/skills > release', 'Explain…');
    await page.untilHeading(/^release$/);
    const text = await page.text();
    assert.match(text, /does not load.*“release” loads from \.kimi\/skills\/release\/SKILL\.md/);
    assert.match(text, /What was found[\s\S]*What the model is told[\s\S]*Where kimi-cli 1\.49 looks/);
    await workbench.screenshot('explain-dark');
  });

  test('a link opens its file; the page is as it was when it is shown again', async () => {
    await page.button('.kimi/skills/release/SKILL.md').first().click();
    await workbench.waitForEditor('.kimi/skills/release/SKILL.md');
    await workbench.runCommand('View: Open Previous Editor in Group');
    await page.untilHeading(/^release$/);
  });

  test('the keyboard stays where it was when the page is made anew', async () => {
    await page.button('.kimi/skills/release/SKILL.md').first().focus();
    const file = orchard('.kimi', 'skills', 'release', 'SKILL.md');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('description: ', 'description: Now: '));
    await page.untilText('the winner to be dropped', now => /loads from \.claude/.test(now));
    assert.equal(await page.focused(), 'BUTTON open');
    writeFileSync(file, text);
    await page.untilText('the winner to be back', now => /loads from \.kimi/.test(now));
    await closeAll();
  });

  test('a button in the row of what does not load', async () => {
    await workbench.tree.inlineAction('.kimi/skills > estimate', 'Explain');
    await page.untilHeading(/^estimate$/);
    assert.match(await page.text(), /Line 3, column 29/);
    await workbench.screenshot('explain-broken-dark');
    await closeAll();
  });

  test('a button that shows the plan for what would change the answer', async () => {
    await workbench.tree.expand('~/.agents/skills');
    await workbench.contextMenu('~/.agents/skills > translate', 'Explain…');
    await page.untilHeading(/^translate$/);
    await workbench.screenshot('explain-hidden-dark');
    await page.button('Copy It…').first().click();
    await page.untilHeading(/^Copy /);
    await closeAll();
  });

  test('from the palette: a name that nothing has, and a path', async () => {
    await workbench.page.keyboard.press('F1');
    await workbench.quickPick('Which Skill: Explain…', '>Which Skill: Explain…');
    await workbench.quickPick('Explain the name “relase”', 'relase');
    await page.untilText('what may have been meant', text => /Ask for “release”/.test(text));
    await page.button('Ask for “release”, if that was meant').click();
    await page.untilHeading(/^release$/);
    await closeAll();
    await workbench.page.keyboard.press('F1');
    await workbench.quickPick('Which Skill: Explain…', '>Which Skill: Explain…');
    await workbench.quickPick('Explain the path README.md', 'README.md');
    await page.untilText('why it is none', text => /is not loaded as a skill/.test(text));
    await workbench.screenshot('explain-path-dark');
    await closeAll();
  });
});

describe('Problems', () => {
  const problems = () => workbench.page.locator('.markers-panel');

  test('a code leads to its rule, and the rule to its places', async () => {
    await workbench.runCommand('Problems: Focus on Problems View');
    await problems().getByText('unquoted ": " in a value').first().waitFor();
    await workbench.screenshot('problems-dark');
    await problems().locator('a', { hasText: 'unquoted-colon' }).first().click();
    await page.untilHeading(/Unquoted/);
    const text = await page.untilText('its place', now => /estimate\/SKILL\.md/.test(now));
    assert.match(text, /What to do/);
    await workbench.screenshot('rule-dark');
    await closeAll();
  });

  test('the lamp fixes it', async () => {
    const file = orchard('.kimi', 'skills', 'estimate', 'SKILL.md');
    const text = readFileSync(file, 'utf8');
    await workbench.tree.click('.kimi/skills > estimate');
    await workbench.waitForEditor('.kimi/skills/estimate/SKILL.md');
    await workbench.page.locator('.monaco-editor .squiggly-error').first().waitFor();
    // A click on a row leaves the keyboard there.
    await workbench.runCommand('View: Focus Active Editor Group');
    await workbench.page.keyboard.press('Control+.');
    const menu = workbench.page.locator('.action-widget');
    await menu.getByText('Quote the value').first().waitFor();
    await workbench.screenshot('fix-dark');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.monaco-editor .squiggly-error').first().waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('Control+s');
    await workbench.tree.until('the skill to load', tree => /estimate {2}Estimate a task/.test(tree));
    writeFileSync(file, text);
    await closeAll();
  });

  test('what is converted is shown first', async () => {
    const file = orchard('.claude', 'skills', 'menu', 'SKILL.md');
    await workbench.tree.inlineAction('.claude/skills > menu', 'Explain');
    await page.untilHeading(/^menu$/);
    await page.button(/^Convert to UTF-8/).click();
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('crème brûlée').waitFor();
    await workbench.screenshot('convert-dark');
    await dialog.getByText('Convert', { exact: true }).click();
    await until('the file to be UTF-8', () => readFileSync(file, 'utf8').includes('crème brûlée'));
    await page.untilText('it to load', text => /“menu” loads from/.test(text));
    rmSync(path.dirname(file), { recursive: true });
    await closeAll();
  });
});

describe('copies, and what the model sees', () => {
  test('the files that differ, each in VS Code’s own comparison', async () => {
    await workbench.contextMenu('.claude/skills > release', 'Compare with Winner');
    await page.untilHeading(/^Two copies of “release”$/);
    await workbench.screenshot('compare-dark');
    await page.button('SKILL.md').click();
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await closeAll();
  });

  test('the listing, longest first on wish', async () => {
    await workbench.runCommand('Which Skill: Show What the Model Sees');
    await page.untilHeading(/^What the model sees$/);
    await workbench.screenshot('listing-dark');
    await page.select('Order').focus();
    await page.select('Order').selectOption({ label: 'longest first' });
    await page.untilText('another order', text => !/By skill[\s\S]{0,80}README/.test(text));
    assert.equal(await page.focused(), 'SELECT order');
  });

  test('the language status of a skill file', async () => {
    await closeAll();
    await workbench.tree.click('.claude/skills > release');
    await workbench.waitForEditor('.claude/skills/release/SKILL.md');
    const status = workbench.page.locator('.statusbar-item[id="status.languageStatus"]');
    await status.hover();
    const hover = workbench.page.locator('.monaco-hover .hover-language-status');
    await hover.getByText('shadowed by .kimi/skills/release').first().waitFor();
    await workbench.screenshot('language-status-dark');
    await closeAll();
  });
});

describe('other themes', () => {
  for (const theme of themes.slice(1)) {
    test(theme.name, async () => {
      await useTheme(workbench, sample.orchard, theme);
      await workbench.contextMenu('.claude/skills > release', 'Explain…');
      await page.untilHeading(/^release$/);
      await workbench.screenshot(`explain-${theme.short}`);
      await workbench.runCommand('Which Skill: Show What the Model Sees');
      await page.untilHeading(/^What the model sees$/);
      await workbench.screenshot(`listing-${theme.short}`);
      await closeAll();
    });
  }
});
