/** Several agents: the page with every skill against every agent, the tree by agent, and making a skill visible. */
import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { EVERY_AGENT } from '../core/agents/every-agent';
import { projectRoot } from '../host/folders';
import { until } from '../host/processes';
import { buildSample } from '../host/sample';
import { type Server, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';
import { type BuiltLayout, buildLayout, skillText } from '../layout';
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

/** Where the cell with the focus is, and what stays in sight of the table that it is in. */
interface Sight {
  readonly label: string;
  readonly top: number;
  readonly left: number;
  readonly box: { readonly top: number; readonly left: number };
  readonly corner: { readonly top: number; readonly left: number };
  readonly heads: number;
  readonly names: number;
  readonly scrolled: number;
}

const SIGHT = `(() => {
  const at = selector => document.querySelector(selector).getBoundingClientRect();
  const cell = document.activeElement.closest('td');
  const { top = -1, left = -1 } = cell?.getBoundingClientRect() ?? {};
  const corner = at('.matrix thead th');
  return {
    label: document.activeElement.getAttribute('aria-label'), top, left, box: at('.matrix'), corner,
    heads: corner.bottom, names: corner.right, scrolled: document.querySelector('.matrix').scrollTop,
  };
})()`;

test('the page with 200 skills more: what is done to it stays while they come, heads stay in sight, and a filter is quick', async () => {
  const write = (name: string) => {
    const folder = layout.at(`P/.agents/skills/${name}`);
    mkdirSync(folder);
    writeFileSync(`${folder}/SKILL.md`, skillText(name));
  };
  const names = Array.from({ length: 200 }, (_, index) => `more-${String(index).padStart(3, '0')}`);
  const before = await page.evaluate<Sight>(SIGHT);
  assert.match(before.label, /^two-words, /);
  for (const name of names) write(name);
  await page.untilText('all of them', text => /^more-199\b/m.test(text));
  assert.equal((await page.evaluate<Sight>(SIGHT)).label, before.label);

  // From the far corner to the first column: no cell on the way is under the heads or the names.
  await workbench.page.keyboard.press('Control+End');
  for (let times = 0; times < 5; times++) await workbench.page.keyboard.press('PageUp');
  for (const key of [...Array<string>(9).fill('ArrowUp'), ...Array<string>(11).fill('ArrowLeft')]) {
    await workbench.page.keyboard.press(key);
    const { top, left, heads, names: right, label } = await page.evaluate<Sight>(SIGHT);
    assert.ok(top >= heads - 1 && left >= right - 1, label);
  }
  const there = await page.evaluate<Sight>(SIGHT);
  assert.match(there.label, /^more-1\d\d, kimi-cli: \.agents, takes /);
  assert.ok(there.scrolled > 1_000);
  assert.ok(
    Math.abs(there.corner.top - there.box.top) <= 2 && Math.abs(there.corner.left - there.box.left) <= 2,
  );
  await workbench.screenshot('agents-matrix-200');

  write('zebra');
  await page.untilText('one more', text => /^zebra\b/m.test(text));
  const { label, scrolled } = await page.evaluate<Sight>(SIGHT);
  assert.deepEqual([label, scrolled], [there.label, there.scrolled]);

  await page.textField('Filter').pressSequentially('MORE-19');
  await page.untilText('ten', text => /\b10 of \d+ names/.test(text));
  write('more-19x');
  await page.untilText('eleven', text => /\b11 of \d+ names/.test(text));
  await workbench.page.keyboard.type('x');
  await page.untilText('what was typed behind the rest', text => /\b1 of \d+ names/.test(text));
  assert.equal(await page.evaluate(`document.querySelectorAll('.matrix tbody tr:not([hidden])').length`), 1);
  // The way into the table leads to what is left of it.
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab']) await workbench.page.keyboard.press(key);
  assert.match((await page.evaluate<Sight>(SIGHT)).label, /^more-19x, kimi-cli/);
  await page.textField('Filter').fill('');
  await page.select('Sort by').selectOption('Most different first');
  const first = () => page.evaluate<string>(`document.querySelector('.matrix tbody th').textContent`);
  await until('the name of most files on top', async () => (await first()) === 'deploy');
  for (const name of [...names, 'zebra', 'more-19x'])
    rmSync(layout.at(`P/.agents/skills/${name}`), { recursive: true });
  await page.untilText('none of them', text => !/^(more|zebra)/m.test(text));
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
