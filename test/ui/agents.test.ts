/** Several agents: the page with every skill against every agent, the tree by agent, and making a skill visible. */
import assert from 'node:assert/strict';
import { existsSync, lstatSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { EVERY_AGENT } from '../core/agents/every-agent';
import { projectRoot } from '../host/folders';
import { until } from '../host/processes';
import { buildSample } from '../host/sample';
import { type Server, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';
import { type BuiltLayout, buildLayout } from '../layout';
import { WebviewPage } from './webview';

let layout: BuiltLayout;
let server: Server;
let workbench: Workbench;
let page: WebviewPage;

before(async () => {
  const sample = buildSample();
  layout = buildLayout({
    ...EVERY_AGENT,
    'home/.claude/projects': null,
    'home/.codex/sessions': null,
    'home/.qwen/settings.json': '{}',
    'home/.kimi/config.toml': '',
  });
  server = await startServer({
    home: layout.at('home'),
    env: { ...sample.env, HOME: layout.at('home'), USERPROFILE: layout.at('home') },
    extension: projectRoot,
    settings: { 'git.enabled': false, 'whichSkill.product': 'kimi-cli' },
  });
  workbench = await openWorkbench(server, { folder: layout.at('P'), width: 1440, height: 900 });
  page = new WebviewPage(workbench);
  await workbench.showView();
});

after(async () => {
  await workbench?.screenshot('agents-last');
  await workbench?.close();
  server?.stop();
  layout?.remove();
});

test('rows say who of my agents does not read a skill', async () => {
  await workbench.widenSideBar(560);
  await workbench.tree.until('readers', text => /not by Claude Code/.test(text));
  assert.match(await workbench.tree.text(), /lint .*not by Claude Code · Checks style/);
  await workbench.screenshot('agents-rows');
});

test('the page: all agents, what differs, a cell in full, and the arrow keys', async () => {
  await workbench.runCommand('Which Skill: Show Skills and Agents');
  await page.untilHeading(/Skills and agents/);
  await page.untilText('my agents', text => /Codex/.test(text) && !/Goose/.test(text));
  await page.checkbox(/All agents/).check();
  await page.untilText('all agents', text => /Goose/.test(text) && /Cursor/.test(text));
  const cells = workbench.page
    .locator('iframe.webview.ready:visible')
    .first()
    .contentFrame()
    .locator('iframe#active-frame')
    .contentFrame();
  await cells.getByRole('button', { name: /^verbose, Copilot CLI: dropped/ }).click();
  await page.untilText('the reason', text => /Copilot CLI: takes none: .*1,?024/.test(text));
  await workbench.screenshot('agents-matrix');
  // Left of Copilot CLI, in the same row.
  await workbench.page.keyboard.press('Home');
  await until('the first cell of the row to have the focus', async () =>
    /^verbose, /.test((await cells.locator('td button:focus').getAttribute('aria-label')) ?? ''),
  );
  await workbench.page.keyboard.press('ArrowUp');
  await until('the row above', async () =>
    /^two-words, /.test((await cells.locator('td button:focus').getAttribute('aria-label')) ?? ''),
  );
});

test('the tree by agent', async () => {
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('Which Skill: Group by Agent');
  await workbench.tree.until('agents at the top', text => /Claude Code 2\.1/.test(text));
  const rows = await workbench.tree.rows();
  assert.deepEqual(
    rows.filter(({ level }) => level === 1).map(({ label }) => label),
    ['kimi-cli 1.49', 'Claude Code 2.1.197', 'Codex 0.171.0', 'Qwen Code 0.24.4'],
  );
  await workbench.screenshot('agents-tree');
  await workbench.runCommand('Which Skill: Group by Scope');
  await workbench.tree.until('scopes at the top', text => /^. Project/m.test(text));
});

test('made visible to my agents: asked for whom, shown under each, done', async () => {
  await workbench.contextMenu('.agents/skills > lint', 'Make Visible to Agents…');
  assert.ok((await workbench.quickPickEntries()).length >= 12);
  await workbench.page.keyboard.press('Enter');
  await page.untilHeading(/Make lint visible/);
  await page.untilText('the outcome under each', text => /Claude Code 2\.1\.197/.test(text));
  await workbench.screenshot('agents-make-visible');
  await page.button(/^Make Visible$/).click();
  const link = layout.at('P/.claude/skills/linting');
  await until('the link', async () => existsSync(link) && lstatSync(link).isSymbolicLink());
  await workbench.tree.until('all read it', text => !/lint .*not by Claude Code/.test(text));
});
