/** What people with a screen reader, a keyboard, or eyes that need contrast meet: pages and rows, in every theme. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { projectRoot } from '../host/folders';
import { until } from '../host/processes';
import { buildSample, type Sample } from '../host/sample';
import { type Server, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';
import { faultsIn } from './axe';
import { setTheme, themes, useTheme } from './themes';
import { WebviewPage } from './webview';

let sample: Sample;
let server: Server;
let workbench: Workbench;
let page: WebviewPage;

before(async () => {
  sample = buildSample({ withFailure: true });
  const program = path.join(sample.orchard, '.agents', 'skills', 'program');
  mkdirSync(program);
  writeFileSync(path.join(program, 'SKILL.md'), '---js\n{ name: "program", description: "d" }\n---\n');
  setTheme(sample.orchard, themes[0]);
  server = await startServer({
    home: sample.home,
    env: sample.env,
    extension: projectRoot,
    settings: { 'git.enabled': false },
  });
  workbench = await openWorkbench(server, { folder: sample.orchard, width: 1440, height: 1000 });
  await workbench.showView();
  await workbench.widenSideBar(640);
  await workbench.tree.expandAll(({ level }) => level <= 2);
  page = new WebviewPage(workbench);
});

after(async () => {
  await workbench?.screenshot('accessibility-last');
  await workbench?.close();
  server?.stop();
});

/** The document of the page that is shown. */
async function shownPage(): Promise<Frame> {
  return until('the page', async () => {
    const outer = await workbench.page.locator('iframe.webview.ready:visible').first().elementHandle();
    const inner = await (await outer?.contentFrame())?.locator('iframe#active-frame').elementHandle();
    return inner?.contentFrame();
  });
}

describe('every page, in every theme', () => {
  const pages: readonly (readonly [title: string, open: () => Promise<void>, heading: RegExp])[] = [
    [
      'explaining a copy that loses',
      () => workbench.contextMenu('.claude/skills > release', 'Explain…'),
      /^release$/,
    ],
    [
      'explaining a file that is broken',
      () => workbench.contextMenu('.kimi/skills > estimate', 'Explain…'),
      /^estimate$/,
    ],
    [
      'a rule',
      async () => {
        await workbench.contextMenu('.kimi/skills > estimate', 'Explain…');
        await page.untilHeading(/^estimate$/);
        await page
          .button(/^More about this/)
          .first()
          .click();
      },
      /Unquoted/,
    ],
    [
      'two copies',
      () => workbench.contextMenu('.claude/skills > release', 'Compare with Winner'),
      /^Two copies/,
    ],
    [
      'what the model sees',
      () => workbench.runCommand('Which Skill: Show What the Model Sees'),
      /^What the model sees$/,
    ],
    [
      'two products',
      () => workbench.runCommand('Which Skill: Compare kimi-cli and kimi-code'),
      /side by side/,
    ],
    [
      'skills and agents',
      async () => {
        await workbench.runCommand('Which Skill: Show Skills and Agents');
        await page.untilHeading(/^Skills and agents$/);
        await page.checkbox(/All agents/).check();
        await page.untilText('all agents, and a warning', text =>
          /run as a program(?:.|\n)*Goose/.test(text),
        );
      },
      /^Skills and agents$/,
    ],
    [
      'a plan',
      () => workbench.contextMenu('.claude/skills', 'Migrate to Canonical Directory'),
      /^Move \d+ skills/,
    ],
  ];
  for (const [title, open, heading] of pages) {
    describe(title, () => {
      before(async () => {
        await open();
        await page.untilHeading(heading);
      });
      after(() => workbench.runCommand('View: Close All Editors'));

      for (const theme of themes) {
        test(theme.name, async () => {
          await useTheme(workbench, sample.orchard, theme);
          await until('the theme on the page', async () => (await page.theme()) === theme.kind);
          await page.untilHeading(heading);
          assert.deepEqual(await faultsIn(await shownPage()), []);
        });
      }
    });
  }
});

describe('the rows', () => {
  for (const theme of themes) {
    test(`contrast: ${theme.name}`, async () => {
      await useTheme(workbench, sample.orchard, theme);
      await workbench.tree.hideTooltip();
      await workbench.screenshot(`rows-${theme.short}`);
      const faults = await faultsIn(
        workbench.page.mainFrame(),
        '.part.sidebar .pane-body .monaco-list-rows',
        ['color-contrast'],
      );
      assert.deepEqual(faults, []);
    });
  }

  /** What is heard where the sign is seen. Each state has a sign of its own shape: none is told by colour alone. */
  const heard: Readonly<Record<string, RegExp>> = {
    pass: /^[^,]+, loads\b/,
    'circle-slash': /^[^,]+, shadowed\b/,
    error: /would not start|^[^,]+, (invalid|unreadable|link target missing)|keeps .* from starting/,
    link: /, same (file|directory|files)\b/,
    warning: /, ambiguous\b|, no such directory/,
    'eye-closed': /, (not read|hidden)\b|^Not read here, /,
  };

  test('say what became of what they stand for, right after its name', async () => {
    const rows = await workbench.tree.rows();
    for (const [icon, words] of Object.entries(heard)) {
      const shown = rows.filter(row => row.icon === icon);
      assert.ok(shown.length > 0, `there is a row with the sign ${icon}`);
      assert.deepEqual(
        shown.map(({ ariaLabel }) => ariaLabel).filter(label => !words.test(label)),
        [],
        `rows with the sign ${icon}`,
      );
    }
  });

  test('say their reasons, too, and nothing is seen that is not heard', async () => {
    const rows = await workbench.tree.rows();
    const unheard = rows.filter(({ label, ariaLabel }) => !ariaLabel.includes(label.replace(/^⚠ /, '')));
    assert.deepEqual(unheard, []);
    const { ariaLabel } = await workbench.tree.row('.claude/skills > release');
    assert.match(ariaLabel, /^release, shadowed.*\.kimi\/skills\/release.*differs in 3 files/);
  });

  test('are items of a tree with levels, found by role and name', async () => {
    const tree = workbench.page.locator('.part.sidebar').getByRole('tree');
    const row = tree.getByRole('treeitem', { name: /^estimate, invalid/ });
    assert.equal(await row.count(), 1);
    assert.equal(await row.getAttribute('aria-level'), '3');
    const scope = tree.getByRole('treeitem', { name: /^Project, /, expanded: true });
    assert.equal(await scope.count(), 1);
  });

  test('the buttons of the view have names', async () => {
    const buttons = workbench.page.locator('.part.sidebar .title-actions').getByRole('button');
    const names = await buttons.evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? ''));
    assert.ok(names.some(name => name.startsWith('Switch Product')));
    assert.deepEqual(
      names.filter(name => name.trim() === ''),
      [],
    );
  });
});

describe('a page', () => {
  before(async () => {
    await workbench.contextMenu('.claude/skills > release', 'Explain…');
    await page.untilHeading(/^release$/);
  });
  after(() => workbench.runCommand('View: Close All Editors'));

  test('is read in the order in which it is seen: one heading first, and the keyboard goes from top to bottom', async () => {
    const frame = await shownPage();
    const tops = (await frame.evaluate(
      `[...document.querySelectorAll('main h1, main h2, main button, main summary, main input, main select')].map(one => one.getBoundingClientRect().top)`,
    )) as number[];
    // Two on one line may begin at a slightly different height.
    assert.ok(tops.length > 5);
    assert.ok(tops.every((top, index) => index === 0 || top >= tops[index - 1]! - 6));
    assert.equal(await frame.evaluate(`document.querySelector('main').firstElementChild.tagName`), 'H1');
    assert.equal(
      await frame.evaluate(`document.querySelectorAll('[tabindex]:not([tabindex="0"])').length`),
      0,
    );
  });

  test('has the name of what it is about', async () => {
    assert.equal(await (await shownPage()).title(), 'release');
  });

  test('does not move where less motion is asked for', async () => {
    await workbench.page.emulateMedia({ reducedMotion: 'reduce' });
    const frame = await shownPage();
    const moving = await frame.evaluate(
      `[...document.querySelectorAll('body, body *')].filter(one => { const style = getComputedStyle(one); return style.animationName !== 'none' || style.transitionDuration !== '0s' || style.scrollBehavior === 'smooth'; }).length`,
    );
    await workbench.page.emulateMedia({ reducedMotion: null });
    assert.equal(moving, 0);
  });
});
