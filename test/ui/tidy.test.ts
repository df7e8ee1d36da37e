/** Tidying up as a person does it: the menu of a row, the preview, the notification. Pictures of the preview are kept. */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { EXTENSION_ID } from '../../src/vscode/extension-id';
import { projectRoot } from '../host/folders';
import { until } from '../host/processes';
import { buildSample, type Sample } from '../host/sample';
import { type Server, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';
import { setTheme, themes, useTheme } from './themes';
import { WebviewPage } from './webview';

let sample: Sample;
let kept: Sample;
let server: Server;
let workbench: Workbench;
let page: WebviewPage;

const orchard = (...parts: string[]) => path.join(sample.orchard, ...parts);
const width = 1440;

before(async () => {
  sample = buildSample();
  kept = buildSample();
  setTheme(sample.orchard, themes[0]);
  server = await startServer({
    home: sample.home,
    env: sample.env,
    extension: projectRoot,
    settings: { 'git.enabled': false },
  });
  workbench = await openWorkbench(server, { folder: sample.orchard, width, height: 900 });
  await workbench.showView();
  await workbench.widenSideBar(480);
  page = new WebviewPage(workbench);
});

beforeEach(putBack);

afterEach(async () => {
  await workbench.runCommand('Notifications: Clear All Notifications');
  await workbench.runCommand('View: Close All Editors');
});

after(async () => {
  await workbench?.screenshot('tidy-last');
  await workbench?.close();
  server?.stop();
});

/** The skills as they were, whatever the last test did to them. */
async function putBack(): Promise<void> {
  for (const name of ['.agents', '.claude', '.codex', '.kimi']) {
    rmSync(orchard(name), { recursive: true, force: true });
    cpSync(path.join(kept.orchard, name), orchard(name), { recursive: true, verbatimSymlinks: true });
  }
  await refresh();
}

async function refresh(): Promise<void> {
  await workbench.runCommand('Which Skill: Refresh');
}

/** A picture that shows the whole page, however long. */
async function picture(name: string, height = 900): Promise<void> {
  await workbench.page.setViewportSize({ width, height });
  await workbench.page.mouse.move(width - 4, 40);
  await workbench.screenshot(name);
  await workbench.page.setViewportSize({ width, height: 900 });
}

/** What was confirmed is done, told, and shown: only then does the focus rest. */
async function done(): Promise<void> {
  await notified(/^Done: /);
}

async function notified(text: RegExp): Promise<void> {
  await until(`a notification ${text}`, async () =>
    (await workbench.notifications()).some(shown => text.test(shown)),
  );
}

function otherRelease(): void {
  mkdirSync(orchard('.agents/skills/release'));
  writeFileSync(
    orchard('.agents/skills/release/SKILL.md'),
    '---\nname: release\ndescription: Cut a release the short way\n---\n\nTag it.\n',
  );
}

/** Pulls one row onto another. VS Code answers a drag only after it has moved over its target for a while. */
async function drag(row: string, onto: string): Promise<void> {
  const from = await (await workbench.tree.locate(row)).locator('.label-name').first().boundingBox();
  const to = await (await workbench.tree.locate(onto)).locator('.label-name').first().boundingBox();
  assert(from && to);
  const { mouse } = workbench.page;
  await mouse.move(from.x + 10, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(from.x + 14, from.y + from.height / 2 + 4, { steps: 3 });
  await mouse.move(to.x + 10, to.y + to.height / 2, { steps: 12 });
  const target = workbench.page.locator('.part.sidebar .monaco-list-row.drop-target');
  await until('the row to take it', async () => {
    await mouse.move(to.x + 11, to.y + to.height / 2);
    await mouse.move(to.x + 10, to.y + to.height / 2);
    return (await target.count()) > 0;
  });
  await mouse.up();
}

describe('migrating', () => {
  test('a directory: shown first, then done, then undone from the notification', async () => {
    await workbench.contextMenu('.claude/skills', 'Migrate to Canonical Directory');
    await page.untilHeading(/^Move 2 skills to \.agents\/skills$/);
    assert.ok(existsSync(orchard('.claude/skills/release')), 'nothing is written yet');
    await picture('tidy-preview-dark', 1120);
    await page.button('Move').click();
    await workbench.tree.until('the moved skills', text => /\.agents\/skills.*\n(.*\n)*.*weigh/.test(text));
    assert.deepEqual(readdirSync(orchard('.claude/skills')).sort(), ['README.md', 'changelog.md', 'retired']);
    await notified(/Done: Move 2 skills/);
    await picture('tidy-done');
    await workbench.page.locator('.notifications-toasts').getByRole('button', { name: 'Undo' }).click();
    await until('it to be undone', () => existsSync(orchard('.claude/skills/weigh/SKILL.md')));
    assert.ok(!existsSync(orchard('.agents/skills/weigh')));
  });

  test('a change in the preview plans anew, and the keyboard stays where it was', async () => {
    await workbench.contextMenu('.claude/skills > release', 'Copy to Canonical Directory');
    await page.untilHeading(/^Copy release/);
    const copy = page.radio(/^Copy: everything stays/);
    await copy.focus();
    await workbench.page.keyboard.press('ArrowDown');
    await page.untilHeading(/^Move release/);
    assert.equal(await page.focused(), 'INPUT keeping');
    await workbench.page.keyboard.press('ArrowDown');
    await page.untilText('the link to be planned', text =>
      /leave (a )?links? /i.test(text.split('What will be done')[1] ?? ''),
    );
    assert.equal(await page.focused(), 'INPUT keeping');
    await page.button('Move').focus();
    await workbench.page.keyboard.press('Enter');
    await until('a link in the old place', () => {
      try {
        return readlinkSync(orchard('.claude/skills/release')) === '../../.agents/skills/release';
      } catch {
        return false;
      }
    });
    await done();
  });

  test('several selected rows at once', async () => {
    await workbench.tree.click('.kimi/skills > release');
    const other = await workbench.tree.locate('.kimi/skills > estimate');
    await other.click({ modifiers: ['ControlOrMeta'] });
    await workbench.contextMenu('.kimi/skills > estimate', 'Migrate to Canonical Directory');
    await page.untilHeading(/^Move 2 skills/);
    await page.button('Cancel').click();
  });

  test('a flat file becomes a folder', async () => {
    writeFileSync(orchard('.claude/skills/Frost Watch.md'), '# Frost\n\nWarn the halls before a frost.\n');
    await refresh();
    await workbench.contextMenu('.claude/skills > Frost Watch', 'Migrate Flat File to Folder');
    await page.untilHeading(/^Turn Frost Watch into a folder$/);
    await picture('tidy-flat-file', 1250);
    await page.radio(/^frost-watch/).check();
    await page.radio(/^Fill it in/).check();
    await page.untilText('the text that is filled in', text => /\+ description: /.test(text));
    await picture('tidy-flat-file-filled', 1350);
    await page.button('Make Folders').click();
    await until('the folder', () => existsSync(orchard('.claude/skills/frost-watch/SKILL.md')));
    await done();
  });

  test('everything of a scope', async () => {
    await workbench.contextMenu('Project', 'Migrate Everything of This Scope');
    await page.untilHeading(/^Move \d+ skills/);
    await page.untilText('the two releases as a conflict', text =>
      /another skill goes there by this very plan/.test(text),
    );
    await picture('tidy-scope', 1500);
  });
});

describe('conflicts', () => {
  test('nothing is overwritten unless asked; what differs can be compared', async () => {
    otherRelease();
    await refresh();
    await workbench.contextMenu('.kimi/skills > release', 'Migrate to Canonical Directory');
    await page.untilHeading(/^Move: nothing to do yet$/);
    await page.untilText('the conflict', text => /is there already, and is not the same/.test(text));
    assert.equal(await page.button('Move').isDisabled(), true);
    await picture('tidy-conflict', 1000);
    await page.button('Compare SKILL.md').click();
    await until('a comparison', async () =>
      (await workbench.tabs()).some(({ name, active }) => active && name.includes('SKILL.md')),
    );
    await picture('tidy-compare');
    await workbench.runCommand('View: Close Editor');
    await page.radio(/^Keep both/).check();
    await page.textField('Name:').fill('release-long');
    await workbench.page.keyboard.press('Tab');
    await page.untilText('the new name in the plan', text =>
      /release-long/.test(text.split('What will be done')[1] ?? ''),
    );
    await picture('tidy-conflict-both', 1300);
    await page.button('Move').click();
    await until('both of them', () => existsSync(orchard('.agents/skills/release-long/SKILL.md')));
    await done();
  });

  test('make this one win: the ways to do it', async () => {
    await workbench.contextMenu('.claude/skills > release', 'Make This One Win');
    await page.untilHeading(/^Make \.claude\/skills\/release win$/);
    await page.untilText('the ways', text => /Ways to do it/.test(text));
    await picture('tidy-win', 1100);
  });
});

describe('deleting', () => {
  const dialog = () => workbench.page.locator('.monaco-dialog-box');

  test('without a trash a question comes first; the backup can be undone after a reload', async () => {
    await workbench.contextMenu('.kimi/skills > release', 'Delete');
    await dialog().getByText('There is no trash here').waitFor();
    await picture('tidy-no-trash');
    await dialog().getByRole('button', { name: 'Keep a Backup' }).click();
    await page.untilHeading(/^Delete release$/);
    await picture('tidy-delete', 900);
    await page.button('Delete').click();
    await until('it to be gone', () => !existsSync(orchard('.kimi/skills/release')));
    await notified(/Done: Delete release/);
    await workbench.reload();
    await workbench.showView();
    await workbench.runCommand('Which Skill: Undo Last Operation');
    await until('it to be back', () => existsSync(orchard('.kimi/skills/release/SKILL.md')));
  });

  test('the Delete key, and Escape', async () => {
    await workbench.tree.click('.kimi/skills > release');
    await (await workbench.tree.locate('.kimi/skills > release')).click();
    await workbench.page.keyboard.press('Delete');
    await dialog().getByText('There is no trash here').waitFor();
    await workbench.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    assert.ok(existsSync(orchard('.kimi/skills/release')));
  });
});

test('what was interrupted is offered to be cleaned up when the view is opened again', async () => {
  await workbench.contextMenu('.kimi/skills > estimate', 'Copy to Canonical Directory');
  await page.untilHeading(/^Copy estimate/);
  await page.button('Copy').click();
  await done();
  // As if VS Code had ended before the last step was done.
  const storage = path.join(path.dirname(server.settingsFile), 'globalStorage', EXTENSION_ID);
  const journals = path.join(storage, 'journal');
  const journal = path.join(journals, readdirSync(journals).sort().at(-1)!);
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
  writeFileSync(journal, `${lines.filter(line => !/"type":"(done|end)"/.test(line)).join('\n')}\n`);
  await workbench.reload();
  await workbench.showView();
  await notified(/^Interrupted: Copy estimate/);
  await picture('tidy-interrupted');
  await workbench.page.locator('.notifications-toasts').getByRole('button', { name: 'Clean Up' }).click();
  await notified(/^(Cleaned up|Done)/);
  assert.ok(existsSync(orchard('.kimi/skills/estimate/SKILL.md')));
});

test('a skill dragged onto a root is copied there', async () => {
  await drag('.kimi/skills > estimate', '~/.kimi/skills');
  await page.untilHeading(/^Copy estimate to ~\/\.kimi\/skills$/);
  await picture('tidy-dropped', 1000);
});

describe('many, and the other theme', () => {
  test('two hundred skills are a page that can be read', async () => {
    for (let number = 1; number <= 200; number++) {
      const name = `tree-${String(number).padStart(3, '0')}`;
      mkdirSync(orchard('.kimi/skills', name));
      writeFileSync(
        orchard('.kimi/skills', name, 'SKILL.md'),
        `---\nname: ${name}\ndescription: Look after tree ${number}\n---\n`,
      );
      if (number > 12) continue;
      mkdirSync(orchard('.agents/skills', name));
      writeFileSync(
        orchard('.agents/skills', name, 'SKILL.md'),
        `---\nname: ${name}\ndescription: Old\n---\n`,
      );
    }
    await refresh();
    await workbench.contextMenu('.kimi/skills', 'Migrate to Canonical Directory');
    await page.untilHeading(/^Move \d+ skills/);
    await picture('tidy-200', 1500);
    await page.select(/^For all 12/).selectOption({ label: 'Keep both, this one under another name' });
    await page.untilText('all of them to be kept', text => /12 questions|Each of the 12/.test(text));
    await page.button('Move').click();
    await until('all of them to be moved', () => !existsSync(orchard('.kimi/skills/tree-200')));
    await notified(/Done: Move/);
  });

  test('the light theme', async () => {
    await useTheme(workbench, sample.orchard, themes[1]);
    otherRelease();
    await refresh();
    await workbench.contextMenu('.kimi/skills', 'Copy to Canonical Directory');
    await page.untilHeading(/^Copy/);
    await picture('tidy-preview-light', 1250);
    await useTheme(workbench, sample.orchard, themes[0]);
  });
});
