/** What the view shows where there is no folder, no skill, no trust, more than one folder, or no start at all. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { projectRoot, temporaryFolder } from '../host/folders';
import { until } from '../host/processes';
import { buildSample, type Sample } from '../host/sample';
import { type Opened, type ServerOptions, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';

interface State extends ServerOptions {
  readonly sample: Sample;
  readonly opened: Opened;
  readonly screenshot: string;
}

async function inWorkbench(state: State, look: (workbench: Workbench) => Promise<void>): Promise<void> {
  const { sample, opened, screenshot, ...options } = state;
  const server = await startServer({
    home: sample.home,
    env: sample.env,
    extension: projectRoot,
    ...options,
  });
  try {
    const workbench = await openWorkbench(server, opened);
    try {
      await workbench.showView();
      await workbench.widenSideBar(560);
      await look(workbench);
    } finally {
      await workbench.screenshot(screenshot);
      await workbench.close();
    }
  } finally {
    server.stop();
  }
}

test('no folder: the user’s own skills', async () => {
  const sample = buildSample();
  await inWorkbench({ sample, opened: {}, screenshot: 'no-folder' }, async ({ tree, page }) => {
    const text = await tree.text();
    assert.match(text, /No folder open/);
    assert.match(text, /~\/\.kimi\/skills/);
    assert.doesNotMatch(text, /orchard/);
    // What helps is a click away.
    await tree.click('No folder open: these skills load in any folder');
    await page.locator('.quick-input-widget', { hasText: 'Open Folder' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

test('nothing found: the directories that were looked at', async () => {
  const sample = buildSample();
  const home = temporaryFolder('home');
  const folder = path.join(home, 'empty-project');
  mkdirSync(path.join(folder, '.git'), { recursive: true });
  const state = {
    sample,
    home,
    env: { ...sample.env, HOME: home, USERPROFILE: home, PATH: process.env.PATH },
  };
  await inWorkbench({ ...state, opened: { folder }, screenshot: 'nothing-found' }, async workbench => {
    const { tree, page } = workbench;
    const text = await tree.text();
    assert.match(text, /No skills found/);
    for (const looked of ['.kimi/skills', '.agents/skills', '~/.kimi/skills', '~/.config/agents/skills'])
      assert.ok(text.includes(looked), `${looked} is missing in:\n${text}`);
    const refused = async (command: string, why: RegExp) => {
      await workbench.runCommand(`Which Skill: ${command}`);
      await until(`${why}`, async () => (await workbench.notifications()).some(said => why.test(said)));
      await workbench.runCommand('Notifications: Clear All Notifications');
    };
    await refused('Migrate Everything of This Scope', /^There is no skill here yet .* New Skill… makes one/);
    const skill = path.join(folder, '.agents', 'skills', 'tidy');
    mkdirSync(skill, { recursive: true });
    writeFileSync(path.join(skill, 'SKILL.md'), '---\nname: tidy\ndescription: Where it should be.\n---\n');
    await tree.until('the skill, in an open directory', now => /tidy {2}Where it should be/.test(now));
    await refused(
      'Migrate to Canonical Directory',
      /^All skills here lie in their canonical directory already/,
    );
    await refused('Migrate Everything of This Scope', /^No skill here lies in a directory of one tool alone/);
    rmSync(skill, { recursive: true });
    await tree.until('nothing again', now => /No skills found/.test(now));
    await tree.inlineAction('No skills found', 'Open Settings');
    await page.locator('.settings-editor').waitFor();
  });
});

test('Restricted Mode (case 65): skills are shown and can be opened, and nothing is copied, moved or deleted', async () => {
  const sample = buildSample();
  const state = { sample, restricted: true, opened: { folder: sample.orchard } };
  await inWorkbench({ ...state, screenshot: 'restricted' }, async workbench => {
    const { tree } = workbench;
    const text = await tree.text();
    assert.match(text, /Restricted Mode/);
    assert.match(text, /release {2}Cut a release, tag it/);
    // Reading goes on as ever.
    await tree.click('.kimi/skills > release');
    await workbench.waitForEditor('.kimi/skills/release/SKILL.md');
    const files = () => readdirSync(sample.orchard, { recursive: true, encoding: 'utf8' }).sort();
    const before = files();
    const refused = async (what: string, act: () => Promise<void>) => {
      await act();
      await until(`${what} to be refused`, async () =>
        (await workbench.notifications()).some(said =>
          /^Restricted Mode: nothing is copied, moved or/.test(said),
        ),
      );
      await workbench.runCommand('Notifications: Clear All Notifications');
      assert.deepEqual(files(), before, what);
    };
    for (const command of [
      'Copy to Canonical Directory',
      'Migrate to Canonical Directory',
      'Migrate, and Leave a Link',
      'Move to User',
      'Delete',
    ]) {
      await refused(command, () => workbench.contextMenu('.kimi/skills > release', command));
    }
    await refused('the rescue', () => workbench.runCommand('Which Skill: Rescue Skills for kimi-code'));
    const tabs = await workbench.tabs();
    assert.equal(tabs.length, 1, 'no preview was opened');
    await tree.click('Restricted Mode: skills are only shown');
    await workbench.page.locator('.workspace-trust-editor').waitFor();
  });
});

test('several folders: each has its own tree', async () => {
  const sample = buildSample();
  const state = { sample, opened: { workspace: sample.workspaceFile } };
  await inWorkbench({ ...state, screenshot: 'workspace' }, async ({ tree }) => {
    const top = (await tree.rows()).filter(({ level }) => level === 1);
    assert.deepEqual(
      top.map(({ label }) => label),
      ['orchard', 'cider'],
    );
    await tree.expandAll(({ level }) => level <= 3);
    assert.match((await tree.row('cider > .kimi/skills > onboarding')).description, /somebody new to Cider/);
  });
});

test('kimi-cli would not start: a row at the top says so, and opens the file', async () => {
  const sample = buildSample({ withFailure: true });
  const state = { sample, opened: { folder: sample.orchard } };
  await inWorkbench({ ...state, screenshot: 'failure' }, async workbench => {
    const [first] = await workbench.tree.rows();
    assert.match(first?.label ?? '', /kimi-cli would not start here/);
    assert.equal(first?.icon, 'error');
    await workbench.tree.click(first!.label);
    await workbench.waitForEditor('.claude/skills/menu/SKILL.md');
  });
});
