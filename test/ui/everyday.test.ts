/** New skill, rename, looking for words, Go to Skill and the badge, by clicks and keys in a real workbench. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { projectRoot } from '../host/folders';
import { until } from '../host/processes';
import { buildSample, type Sample } from '../host/sample';
import { type Server, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';
import { WebviewPage } from './webview';

let sample: Sample;
let server: Server;
let workbench: Workbench;
let page: WebviewPage;

const orchard = (...parts: string[]) => path.join(sample.orchard, ...parts);
const input = () => workbench.page.locator('.quick-input-widget .quick-input-box input');
const said = () => workbench.page.locator('.quick-input-widget .quick-input-message');

/** Waits until the input asks for something. */
const asks = (what: RegExp) =>
  until(`the input to ask ${what}`, async () => what.test((await said().textContent()) ?? ''));

before(async () => {
  sample = buildSample();
  server = await startServer({
    home: sample.home,
    env: sample.env,
    extension: projectRoot,
    settings: { 'git.enabled': false },
  });
  workbench = await openWorkbench(server, { folder: sample.orchard });
  page = new WebviewPage(workbench);
  await workbench.showView();
  await workbench.widenSideBar(560);
});

after(async () => {
  await workbench?.screenshot('everyday-last');
  await workbench?.close();
  server?.stop();
});

beforeEach(() => workbench.runCommand('View: Close All Editors'));

describe('New Skill', () => {
  test('from the title bar: the name is judged while it is typed, the file is opened', async () => {
    await workbench.viewAction('New Skill');
    assert.deepEqual((await workbench.quickPickEntries()).slice(0, 2), [
      '.agents/skills  shared: most tools read it',
      '.kimi/skills',
    ]);
    await workbench.quickPick('.agents/skills');
    await asks(/^Name:/);
    await input().fill('release');
    await asks(/^\.kimi\/skills\/release\/SKILL\.md goes on winning: the new one would be shadowed/);
    await workbench.screenshot('new-skill-shadowed');
    await input().fill('handover');
    await asks(/handover is there already, and nothing is overwritten/);
    await input().fill('grafting');
    await asks(/^Name:/);
    await workbench.page.keyboard.press('Enter');
    await asks(/^What it does/);
    await input().fill('Join two branches');
    await workbench.page.keyboard.press('Enter');
    await workbench.waitForEditor('.agents/skills/grafting/SKILL.md');
    await workbench.tree.until('the new row', text => /grafting {2}Join two branches/.test(text));
    await workbench.screenshot('new-skill');
  });

  test('from the menu of a directory', async () => {
    await workbench.contextMenu('.kimi/skills', 'New Skill…');
    await asks(/^Name:/);
    await input().fill('thinning');
    await workbench.page.keyboard.press('Enter');
    await asks(/^What it does/);
    await workbench.page.keyboard.press('Enter');
    await workbench.waitForEditor('.kimi/skills/thinning/SKILL.md');
  });
});

describe('Rename', () => {
  test('F2 on the row that the arrow keys have come to: input, preview, done, and Undo', async () => {
    await workbench.tree.click('.agents/skills > handover');
    await workbench.waitForEditor('.agents/skills/handover/SKILL.md');
    await (await workbench.tree.locate('.agents/skills > handover')).click();
    // The focus moves on, the selection stays: it is the row with the focus that is meant.
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('F2');
    await asks(/^New name/);
    assert.equal(await input().inputValue(), 'onboarding');
    await input().fill('triage');
    await asks(/triage is there already/);
    await workbench.screenshot('rename-taken');
    await input().fill('welcome');
    await asks(/^the winner changes: onboarding loads from ~\/work\/team-skills\/onboarding/);
    await workbench.page.keyboard.press('Enter');
    await page.untilHeading(/^Rename onboarding to welcome$/);
    await workbench.screenshot('rename-preview');
    assert.ok(existsSync(orchard('.agents/skills/onboarding')));
    await page.button('Rename').click();
    await workbench.tree.until('the new name', text => /▸ welcome {2}First steps/.test(text));
    assert.match(readFileSync(orchard('.agents/skills/welcome/SKILL.md'), 'utf8'), /^name: welcome$/m);
    await workbench.runCommand('Which Skill: Undo Last Operation');
    await until('it to be back', () => existsSync(orchard('.agents/skills/onboarding/SKILL.md')));
  });
});

describe('filtering by words', () => {
  test('while they are typed; Escape takes it back, Enter keeps it over a reload', async () => {
    await workbench.runCommand('Which Skill: Filter by Text…');
    await input().fill('first steps');
    await workbench.tree.until('only what matches', text => /onboarding/.test(text) && !/release/.test(text));
    await workbench.page.keyboard.press('Escape');
    await workbench.tree.until('everything again', text => /release/.test(text));
    await workbench.runCommand('Which Skill: Filter by Text…');
    await input().fill('first steps');
    await workbench.page.keyboard.press('Enter');
    await workbench.tree.until('only what matches', text => /onboarding/.test(text) && !/release/.test(text));
    assert.match(await workbench.message(), /matching “first steps”/);
    await workbench.screenshot('filter-text');
    await workbench.reload();
    await workbench.showView();
    await workbench.tree.until('only what matches', text => /onboarding/.test(text) && !/release/.test(text));
    await workbench.runCommand('Which Skill: Clear Text Filter');
    await workbench.tree.until('everything again', text => /release/.test(text));
  });
});

describe('Go to Skill', () => {
  test('finds by description, the winner above its losers, and opens the file', async () => {
    await workbench.runCommand('Which Skill: Go to Skill…');
    await input().fill('release');
    await until('the entries', async () => (await workbench.quickPickEntries()).length >= 3);
    assert.deepEqual((await workbench.quickPickEntries()).slice(0, 3), [
      'release  .kimi/skills/release/SKILL.md',
      'release  .claude/skills/release/SKILL.md',
      'release  ~/.kimi/skills/release/SKILL.md',
    ]);
    await workbench.screenshot('go-to-skill');
    await input().fill('packing halls');
    await until('the one with these words', async () => (await workbench.quickPickEntries()).length === 1);
    await workbench.page.keyboard.press('Enter');
    await workbench.waitForEditor('.kimi/skills/release/SKILL.md');
  });

  test('its buttons explain, and show the row', async () => {
    const row = () =>
      workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: '.claude/skills/release' });
    await workbench.runCommand('Which Skill: Go to Skill…');
    await input().fill('release');
    await row().hover();
    await row().getByRole('button', { name: 'Explain' }).click();
    await page.untilHeading(/release/);
    await workbench.runCommand('Which Skill: Go to Skill…');
    await input().fill('release');
    await row().hover();
    await row().getByRole('button', { name: 'Show in the View' }).click();
    await until('the row to be selected', async () => {
      const selected = workbench.page.locator('.part.sidebar .monaco-list-row.selected');
      return /shadowed/.test((await selected.first().getAttribute('aria-label')) ?? '');
    });
  });
});

describe('the badge', () => {
  test('counts skill files with errors on the icon of the view', async () => {
    const badge = workbench.page.locator('.activitybar .action-item', {
      has: workbench.page.locator('[aria-label^="Which Skill"]'),
    });
    await until('the badge', async () =>
      /3/.test((await badge.locator('.badge-content').textContent()) ?? ''),
    );
  });
});

describe('what is open, and My Agents', () => {
  test('are remembered over a reload', async () => {
    await workbench.runCommand('Which Skill: My Agents');
    for (const agent of ['Codex', 'Claude Code']) {
      await workbench.quickPick(agent);
      await input().fill('');
    }
    await workbench.page.keyboard.press('Enter');
    const readers = /api-style {2}.*not by Claude Code/;
    await workbench.tree.until('who reads what', text => readers.test(text));
    await workbench.tree.collapse('.kimi/skills');
    await workbench.tree.expand('.agents/skills > api-style');
    await workbench.reload();
    await workbench.showView();
    const text = await workbench.tree.until('the tree as it was', now => /▸ \.kimi\/skills/.test(now));
    assert.match(text, /▾ api-style/);
    await workbench.tree.until('who reads what, as before', now => readers.test(now));
    await workbench.tree.expand('.kimi/skills');
  });
});
