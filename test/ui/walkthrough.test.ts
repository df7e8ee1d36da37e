/** The walkthrough as a new user meets it: every step has its picture, in the colours of the theme, and its action. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { projectRoot } from '../host/folders';
import { until } from '../host/processes';
import { buildSample, type Sample } from '../host/sample';
import { type Server, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';
import { setTheme, themes, useTheme } from './themes';

let sample: Sample;
let server: Server;
let workbench: Workbench;
let walkthrough: Locator;

before(async () => {
  sample = buildSample();
  setTheme(sample.orchard, themes[0]);
  server = await startServer({ home: sample.home, env: sample.env, extension: projectRoot });
  workbench = await openWorkbench(server, { folder: sample.orchard, width: 1640, height: 860 });
  await workbench.showView();
  walkthrough = workbench.page.locator('.gettingStartedContainer');
  await open();
});

after(async () => {
  await workbench?.screenshot('walkthrough-last');
  await workbench?.close();
  server?.stop();
});

async function open(): Promise<void> {
  await workbench.runCommand('Welcome: Open Walkthrough...');
  await workbench.quickPick('Get Started with Which Skill');
  await step('See your skills').waitFor();
}

function step(title: string): Locator {
  return walkthrough.locator('.getting-started-step', { hasText: title }).first();
}

/** The picture beside the step that is open: in a frame of its own. */
function picture(): Locator {
  return workbench.page
    .locator('iframe.webview.ready:visible')
    .first()
    .contentFrame()
    .locator('iframe#active-frame')
    .contentFrame()
    .locator('svg');
}

const steps: readonly (readonly [title: string, shows: string])[] = [
  ['See your skills', '.kimi/skills'],
  ['Read a verdict', '≟ notes-old'],
  ['Open the winner', '.kimi/skills/release/SKILL.md'],
  ['Ask why', '~/.kimi/skills/release'],
  ['Move them into the shared directory', 'frost-watch'],
  ['Choose the product', 'kimi-code'],
];

// The pictures take the colours of the theme one and all: two that differ most will do.
for (const theme of [themes[0], themes[3]]) {
  describe(theme.name, () => {
    before(() => useTheme(workbench, sample.orchard, theme));

    for (const [title, shows] of steps) {
      test(`${title}: its picture, in the colours of the theme`, async () => {
        await step(title).click();
        await picture().getByText(shows, { exact: true }).first().waitFor();
        await until('the colours of the theme', async () => {
          const [drawn, foreground] = await picture()
            .getByText(shows, { exact: true })
            .first()
            .evaluate(text => {
              const { getComputedStyle } = globalThis as unknown as {
                getComputedStyle: (element: unknown) => {
                  fill: string;
                  getPropertyValue(name: string): string;
                };
              };
              const style = getComputedStyle(text);
              return [style.fill, style.getPropertyValue('--vscode-foreground')];
            });
          return foreground !== '' && drawn !== 'rgb(0, 0, 0)' && drawn !== '' && drawn !== 'none';
        });
        await workbench.screenshot(`walkthrough-${theme.short}-${title.toLowerCase().replaceAll(' ', '-')}`);
      });
    }
  });
}

describe('what a step offers', () => {
  const act = async (title: string, action: string) => {
    await open();
    await step(title).click();
    // While its picture is being loaded, the step takes the focus back, and a quick pick closes at that.
    const [, shows = ''] = steps.find(([one]) => one === title) ?? [];
    await picture().getByText(shows, { exact: true }).first().waitFor();
    await walkthrough.getByRole('button', { name: action, exact: true }).click();
  };

  test('conflicts only, and all again', async () => {
    await act('Read a verdict', 'Show Conflicts Only');
    await workbench.tree.until('only conflicts', text => !/api-style/.test(text));
    await walkthrough.getByRole('button', { name: 'Show All', exact: true }).click();
    await workbench.tree.until('all skills', text => /api-style/.test(text));
  });

  for (const [title, action, entry] of [
    ['Open the winner', 'Open Winner', /^changelog/],
    ['Ask why', 'Explain…', /^release/],
    ['Move them into the shared directory', 'Migrate Everything of a Scope', /^User/],
    ['Choose the product', 'Switch Product', /^kimi-code/],
  ] as const) {
    test(`${action} asks for what it needs`, async () => {
      await act(title, action);
      assert.ok((await workbench.quickPickEntries()).some(shown => entry.test(shown)));
      await workbench.page.keyboard.press('Escape');
    });
  }
});
