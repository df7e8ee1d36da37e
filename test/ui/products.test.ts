/** Two products as a person meets them: the offer after an upgrade, the page, the rescue, the switch, the differences. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
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

before(async () => {
  sample = buildSample();
  // As kimi-code's own migration leaves it.
  const home = (...parts: string[]) => path.join(sample.home, ...parts);
  mkdirSync(home('.kimi-code', 'skills', 'commit'), { recursive: true });
  writeFileSync(home('.kimi', '.migrated-to-kimi-code'), '');
  writeFileSync(
    home('.kimi-code', 'skills', 'commit', 'SKILL.md'),
    '---\nname: commit\ndescription: Write a commit message\n---\n\nSay why.\n',
  );
  server = await startServer({
    home: sample.home,
    env: sample.env,
    extension: projectRoot,
    settings: { 'git.enabled': false, 'whichSkill.product': 'kimi-code' },
  });
  workbench = await openWorkbench(server, { folder: sample.orchard, width: 1440, height: 1000 });
  await workbench.showView();
  await workbench.widenSideBar(520);
  page = new WebviewPage(workbench);
});

after(async () => {
  await workbench?.screenshot('products-last');
  await workbench?.close();
  server?.stop();
});

test('the tree for kimi-code: its own directories, and what is compiled in', async () => {
  await workbench.tree.expand('Built-in > kimi-code');
  const text = await workbench.tree.text();
  assert.match(text, /~\/\.kimi-code\/skills {2}brand/);
  assert.match(text, /triage {2}loads, not listed for the model: its type is flow/);
  assert.match(text, /write-goal {2}no file/);
  await workbench.screenshot('kimi-code-tree');
});

test('after an upgrade the rescue is offered once; Show leads to the page with what is lost', async () => {
  await until('the offer', async () =>
    (await workbench.notifications()).some(text => /This machine has moved to kimi-code/.test(text)),
  );
  await workbench.screenshot('rescue-offer');
  await workbench.page
    .locator('.notifications-toasts')
    .getByRole('button', { name: 'Show', exact: true })
    .click();
  await page.untilHeading(/kimi-cli 1\.49 and kimi-code 0\.38, side by side/);
  const text = await page.text();
  assert.match(text, /Loaded by kimi-cli, not by kimi-code/);
  assert.match(text, /copy it to \.agents\/skills\/release/);
  assert.match(text, /Going back to kimi-cli would lose this/);
  await workbench.screenshot('side-by-side');
});

test('the rescue: one preview with the outcome for both, confirmed, and nothing is lost any more', async () => {
  await page.button('Rescue …').click();
  const preview = new WebviewPage(workbench);
  await preview.untilHeading(/Rescue 5 skills for kimi-code/);
  const text = await preview.text();
  assert.match(text, /as kimi-code 0\.38 would load it/);
  assert.match(text, /as kimi-cli 1\.49 would load it/);
  assert.equal(await preview.checkbox(/README\.md/).isChecked(), false);
  await workbench.screenshot('rescue-preview');
  await preview.button('Rescue').click();
  await until('the copy', async () =>
    existsSync(path.join(sample.orchard, '.agents', 'skills', 'release', 'SKILL.md')),
  );
  await workbench.tree.until('the rescued skill', shown => /release {2}Cut a release/.test(shown));
  await workbench.runCommand('Notifications: Clear All Notifications');
  await workbench.runCommand('Which Skill: Compare kimi-cli and kimi-code');
  const after = new WebviewPage(workbench);
  await after.untilHeading(/side by side/);
  await after.untilText(
    'what was rescued to be gone from the page',
    shown => !/copy it to \.agents\/skills\/release/.test(shown),
  );
  await workbench.screenshot('side-by-side-rescued');
  await workbench.runCommand('View: Close All Editors');
});

test('the switch in the header says what the machine looks like, and everything follows', async () => {
  await workbench.viewAction('Switch Product');
  const entries = await workbench.quickPickEntries();
  await workbench.screenshot('switch-product');
  assert.match(entries[0] ?? '', /^Automatic .*now kimi-/);
  await workbench.quickPick('kimi-cli');
  await workbench.tree.until('the tree of kimi-cli', text => /\.kimi\/skills {2}brand/.test(text));
  assert.match(await workbench.message(), /^kimi-cli 1\.49/);
});

test('only what differs between the two', async () => {
  await workbench.runCommand('Which Skill: Show Differences between Agents Only');
  await workbench.tree.until('notes on the other product', text =>
    /kimi-code loads an identical copy, \.agents\/skills\/release/.test(text),
  );
  assert.match(await workbench.message(), /differences between agents only/);
  await workbench.screenshot('differs');
});
