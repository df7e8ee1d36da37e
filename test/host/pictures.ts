import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { FrameLocator } from 'playwright-core';
import { WebviewPage } from '../ui/webview';
import { outFolder, projectRoot } from './folders';
import { makePackage } from './package';
import { readPng, writePng } from './png';
import { until } from './processes';
import { buildSample } from './sample';
import { startServer } from './vscode-server';
import { type Wording, wordingIn } from './wording';
import { forExpression, openWorkbench, type Workbench } from './workbench';

const folder = path.join(projectRoot, 'media', 'readme');
const themes = { light: 'Default Light Modern', dark: 'Default Dark Modern' } as const;
type Theme = keyof typeof themes;

/** More of them cannot be told apart in what the workbench draws. */
const colours = 48;

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a picture is taken with. */
interface Scene {
  readonly workbench: Workbench;
  readonly page: WebviewPage;
  /** What stands on rows, buttons and pages, in the language of the picture. */
  readonly wording: Wording;
  /** The home directory of the sample. */
  readonly home: string;
  /** Takes `media/readme/NAME-THEME.png`, in Chinese `NAME-zh-cn-THEME.png`: the whole window, or a part of it. */
  readonly take: (name: string, clip?: Clip) => Promise<void>;
}

/**
 * `npm run pictures`: takes every picture of the READMEs anew, from a real workbench on the sample, in both themes and both
 * languages. What is VS Code's own stays English: its language packs come from its marketplace only.
 * `npm run pictures -- --theme dark` takes those of one theme, `-- --language zh-cn` those of one language (`en`, `zh-cn`),
 * `-- --only agents` those of one scene.
 */
export async function takePictures(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { theme: { type: 'string' }, language: { type: 'string' }, only: { type: 'string' } },
  });
  const chosen = <T extends string>(what: string, all: readonly T[], value?: string): T[] => {
    const found = all.filter(one => one === (value ?? one));
    if (found.length === 0) throw new Error(`There is no ${what} "${value}": ${all.join(', ')}.`);
    return found;
  };
  const names = chosen('scene', Object.keys(scenes) as SceneName[], values.only);
  const wanted = chosen('theme', Object.keys(themes) as Theme[], values.theme);
  const spoken = chosen('language', ['en', 'zh-cn'], values.language);
  // What people install, and not the sources: only then does VS Code know whose notifications it shows.
  const vsix = path.join(outFolder, 'pictures', 'which-skill.vsix');
  mkdirSync(path.dirname(vsix), { recursive: true });
  if ((await makePackage(['--out', vsix])) !== 0) return 1;
  for (const name of names)
    for (const language of spoken)
      for (const theme of wanted) await onSample(vsix, theme, language, scenes[name]);
  return 0;
}

interface SceneOf {
  readonly act: (scene: Scene) => Promise<void>;
  /** Makes the project what the scene is about; default: left as the sample has it. */
  readonly change?: (project: string) => void;
}

const scenes = {
  verdicts: { act: verdicts },
  everyday: { act: everyday },
  migration: { act: migration, change: asManyHaveIt },
  agents: { act: agents, change: asSeveralAgentsHaveIt },
} satisfies Record<string, SceneOf>;
type SceneName = keyof typeof scenes;

async function onSample(
  vsix: string,
  theme: Theme,
  language: string,
  { act, change }: SceneOf,
): Promise<void> {
  const sample = buildSample();
  // Below the home directory, as with people: what is shown is then the same in every run.
  const project = path.join(sample.home, 'orchard');
  renameSync(sample.orchard, project);
  change?.(project);
  const server = await startServer({
    home: sample.home,
    env: sample.env,
    vsix,
    settings: {
      'git.enabled': false,
      'workbench.colorTheme': themes[theme],
      'whichSkill.product': 'kimi-cli',
      // What has nothing to do with skills draws the eye away from them.
      'workbench.layoutControl.enabled': false,
      'window.commandCenter': false,
      'workbench.editor.showTabs': 'single',
      'editor.minimap.enabled': false,
    },
  });
  const suffix = language === 'en' ? '' : `-${language}`;
  try {
    const workbench = await openWorkbench(server, {
      folder: project,
      width: 900,
      height: 700,
      ...(language !== 'en' && { language }),
    });
    try {
      await workbench.showView();
      await act({
        workbench,
        page: new WebviewPage(workbench),
        wording: wordingIn(language),
        home: sample.home,
        take: (name, clip) => take(workbench, `${name}${suffix}-${theme}`, clip),
      });
    } catch (error) {
      await workbench.screenshot('pictures-failed');
      throw error;
    } finally {
      await workbench.close();
    }
  } finally {
    server.stop();
  }
}

async function take({ page }: Workbench, name: string, clip?: Clip): Promise<void> {
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide', ...(clip && { clip }) });
  const file = path.join(folder, `${name}.png`);
  const picture = writePng(readPng(taken), colours);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, picture);
  console.log(`${path.relative(projectRoot, file)}  ${Math.round(picture.length / 1024)} KB`);
}

/** The window in this size; the pointer points at nothing, and no tooltip is left from where it was. */
async function compose({ page, tree }: Workbench, width: number, height: number): Promise<void> {
  await tree.hideTooltip();
  await page.setViewportSize({ width, height });
  await until('the workbench to fill the window', async () => {
    const box = await page.locator('.monaco-workbench').boundingBox();
    return box?.width === width && box.height === height;
  });
}

/** The part in which the editor is, with its title. */
async function editorPart({ page }: Workbench): Promise<Clip> {
  const part = await page.locator('.part.editor').boundingBox();
  if (!part) throw new Error('There is no editor.');
  return part;
}

/** From the corner of the window to the end of the menu that is open. */
async function withMenu({ page }: Workbench): Promise<Clip> {
  const menu = await page.locator('.monaco-menu').first().boundingBox();
  if (!menu) throw new Error('There is no menu.');
  return { x: 0, y: 0, width: menu.x + menu.width + 12, height: menu.y + menu.height + 12 };
}

/** The side bar, with the bar of icons left of it, from the top down to the last row. */
async function sideBar({ page }: Workbench): Promise<Clip> {
  const bar = await page.locator('.part.sidebar').boundingBox();
  const rows = await page.locator('.part.sidebar .pane-body .monaco-list-rows').first().boundingBox();
  if (!bar || !rows) throw new Error('There is no side bar.');
  return { x: 0, y: bar.y, width: bar.x + bar.width, height: rows.y + rows.height - bar.y + 8 };
}

/** A text as a whole. */
function exactly(text: string): RegExp {
  return new RegExp(`^${forExpression(text)}$`);
}

/** A text from its beginning up to a line break, which stands where something is filled in that is not known. */
function beginning(text: string): RegExp {
  return new RegExp(`^${forExpression(text.split('\n', 1)[0] ?? '')}`);
}

/** Every kind of verdict: the tree, the explanation, Problems, what the model sees, and two products side by side. */
async function verdicts({ workbench, page, wording: { say, title }, take }: Scene): Promise<void> {
  const { tree } = workbench;
  const clean = () => workbench.runCommand('View: Close All Editors');
  await workbench.widenSideBar(690);
  await tree.expandAll(({ level, label }) => level <= 2 && !/^kimi-cli/.test(label));
  await tree.collapse(say('Built-in'));
  await compose(workbench, 900, 1300);
  await take('skills', await sideBar(workbench));

  await workbench.page.setViewportSize({ width: 1100, height: 700 });
  await narrowSideBar(workbench, 400);
  await workbench.contextMenu('.claude/skills > release', title('explain'));
  await page.untilHeading(/^release$/);
  await compose(workbench, 1100, 720);
  await take('explain');
  await clean();

  await tree.click('.kimi/skills > estimate');
  await workbench.waitForEditor('.kimi/skills/estimate/SKILL.md');
  await workbench.page.locator('.monaco-editor .squiggly-error').first().waitFor();
  await workbench.runCommand('Problems: Focus on Problems View');
  const problem = workbench.page.locator('.markers-panel').getByText(say('unquoted ": " in a value'));
  await problem.first().waitFor();
  await compose(workbench, 1100, 620);
  await workbench.runCommand('View: Focus Active Editor Group');
  await workbench.page.keyboard.press('Control+.');
  await workbench.page.locator('.action-widget').getByText(say('Quote the value')).first().waitFor();
  await take('problems');
  await workbench.page.keyboard.press('Escape');
  await workbench.runCommand('View: Hide Panel');
  await clean();

  await workbench.runCommand(`Which Skill: ${title('showListing')}`);
  await page.untilHeading(exactly(say('What the model sees')));
  await compose(workbench, 1100, 680);
  await take('listing', await editorPart(workbench));
  await clean();

  await workbench.runCommand(`Which Skill: ${title('compareProducts')}`);
  await page.untilHeading(exactly(say('{0} and {1}, side by side', 'kimi-cli 1.49', 'kimi-code 0.38')));
  await compose(workbench, 1100, 680);
  await take('compare', await editorPart(workbench));
}

/** What greets people on the first day, and what they do with skills on every other one. */
async function everyday({
  workbench,
  page,
  wording: { say, title, named },
  home,
  take,
}: Scene): Promise<void> {
  const { tree } = workbench;
  const input = workbench.page.locator('.quick-input-widget .quick-input-box input');
  const said = workbench.page.locator('.quick-input-widget .quick-input-message');
  const run = (command: string) => workbench.runCommand(`Which Skill: ${title(command)}`);
  const clean = () => workbench.runCommand('View: Close All Editors');

  // Only where there is room does VS Code show a step's picture beside it.
  await compose(workbench, 1320, 840);
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.runCommand('Welcome: Open Walkthrough...');
  await workbench.quickPick(named('walkthrough.title'));
  await innerPage(workbench).locator('svg').getByText('.kimi/skills').first().waitFor();
  await take('walkthrough', await editorPart(workbench));
  await clean();
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');

  // So wide that what is asked for lies on the view, and nothing but rows is round it.
  const asking = () => compose(workbench, 1160, 800);
  await asking();
  await workbench.widenSideBar(842);
  const view = { x: 0, y: 0, width: 890, height: 438 };

  await run('newSkill');
  await workbench.quickPick('.agents/skills');
  await input.fill('release');
  const shadowed = say('{0} goes on winning: the new one would be shadowed', '.kimi/skills/release/SKILL.md');
  await said.getByText(shadowed).waitFor();
  await asking();
  await take('new-skill', view);
  await workbench.page.keyboard.press('Escape');

  await run('goToSkill');
  await input.fill('release');
  await until('its three copies on top', async () => {
    const entries = await workbench.quickPickEntries();
    return entries.length >= 3 && entries.slice(0, 3).every(entry => /^release /.test(entry));
  });
  await asking();
  await take('go-to-skill', view);
  await workbench.page.keyboard.press('Escape');

  await run('filterText');
  await input.fill('hall');
  await tree.until('only what has the word', text => /forecast/.test(text) && !/onboarding/.test(text));
  await asking();
  await take('filter-text', { ...view, height: 306 });
  await workbench.page.keyboard.press('Escape');
  await tree.until('everything again', text => /onboarding/.test(text));

  await workbench.page.setViewportSize({ width: 1180, height: 900 });
  await workbench.contextMenu('.agents/skills > onboarding', title('rename'));
  await input.fill('first-steps');
  await workbench.page.keyboard.press('Enter');
  await page.untilHeading(exactly(say('Rename {0} to {1}', 'onboarding', 'first-steps')));
  await narrowSideBar(workbench, 400);
  await compose(workbench, 1180, 830);
  await take('rename', await editorPart(workbench));
  await clean();

  await run('exportMarkdown');
  await workbench.runCommand('Notifications: Clear All Notifications');
  await workbench.runCommand('Explorer: Focus on Folders View');
  await workbench.page.locator('.explorer-viewlet').getByText('.claude').waitFor();
  await compose(workbench, 1180, 700);
  // The badge takes the pointer for its icon.
  await workbench.page
    .locator('.activitybar .action-label[aria-label^="Which Skill"]')
    .hover({ force: true });
  const counted = workbench.page.getByText(say('{0} skill files do not load because of an error', '3'));
  await counted.last().waitFor();
  await take('badge', { x: 0, y: 0, width: 449, height: 320 });

  // Where it is pasted, in an issue, it looks much like this.
  writeFileSync(path.join(home, 'orchard', 'issue.md'), await workbench.clipboard());
  await workbench.page.locator('.explorer-viewlet').getByText('issue.md').dblclick();
  await workbench.waitForEditor('issue.md');
  await workbench.runCommand('View: Focus Active Editor Group');
  await workbench.runCommand('Markdown: Open Preview');
  await compose(workbench, 1180, 960);
  const scopes = innerPage(workbench).getByRole('heading', { level: 4 });
  await scopes.nth(1).waitFor();
  const editor = await editorPart(workbench);
  // The first scope, whole: those below it look the same.
  const second = await scopes.nth(1).boundingBox();
  await take('export', { ...editor, height: (second?.y ?? Number.NaN) - editor.y - 12 });
}

/** The page in an editor that is not one of ours. */
function innerPage({ page }: Workbench): FrameLocator {
  const outer = page.locator('iframe.webview.ready:visible').first().contentFrame();
  return outer.locator('iframe#active-frame').contentFrame();
}

async function narrowSideBar({ page }: Workbench, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (!box) throw new Error('There is no side bar.');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width + 1, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + width, middle, { steps: 6 });
  await page.mouse.up();
  await until('the side bar to be narrower', async () => {
    const now = await page.locator('.part.sidebar').boundingBox();
    return (now?.width ?? 0) < box.width;
  });
}

/** A project as many have it: skills in one tool's own directory, and two in the shared one. */
function asManyHaveIt(project: string): void {
  const at = (...parts: string[]) => path.join(project, ...parts);
  for (const name of ['.agents', '.claude', '.codex', '.kimi', '.github', 'packages', 'tools'])
    rmSync(at(name), { recursive: true, force: true });
  const skills: readonly (readonly [directory: string, description: string])[] = [
    ['.agents/skills/api-style', 'Conventions for endpoints, errors and paging'],
    ['.agents/skills/triage', 'Lead a report of spoilt fruit from intake to an answer'],
    ['.claude/skills/cold-store', 'Plan which varieties go into which cold store'],
    ['.claude/skills/frost-watch', 'Warn the halls before a frost'],
    ['.claude/skills/harvest-report', 'Write the weekly report of the harvest'],
    ['.claude/skills/pruning-plan', 'Plan the pruning of an orchard, row by row'],
  ];
  for (const [directory, description] of skills) {
    mkdirSync(at(directory), { recursive: true });
    const name = path.basename(directory);
    writeFileSync(
      at(directory, 'SKILL.md'),
      `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n`,
    );
  }
  writeFileSync(at('.claude/skills/README.md'), '# Skills of this project\n');
}

/** The migration, from the menu of a directory to the notification with Undo. */
async function migration({ workbench, page, wording: { say, title }, take }: Scene): Promise<void> {
  const { tree } = workbench;
  await workbench.page.setViewportSize({ width: 1180, height: 760 });
  await workbench.widenSideBar(370);
  for (const scope of ['User', 'Extra', 'Built-in']) await tree.collapse(say(scope));
  await compose(workbench, 1180, 760);
  await (await tree.locate('.claude/skills')).click({ button: 'right' });
  const item = workbench.page.locator('.monaco-menu .action-item', {
    hasText: beginning(title('migrateToCanonical')),
  });
  await item.first().waitFor();
  await item.first().hover();
  await take('migrate-menu', await withMenu(workbench));
  await workbench.page.keyboard.press('Escape');

  await workbench.contextMenu('.claude/skills', title('migrateToCanonical'));
  await page.untilHeading(exactly(say('Move {0} skills to {1}', '4', '.agents/skills')));
  await compose(workbench, 1180, 1000);
  await take('migrate-preview', await editorPart(workbench));

  await compose(workbench, 900, 440);
  await page.button(say('Move')).click();
  const done = beginning(say('Done: {0}.', '\n'));
  await until('the notification, and nothing but it', async () => {
    const shown = await workbench.notifications();
    return shown.length === 1 && done.test(shown[0] ?? '');
  });
  await take('migrate-done');
}

/** The same project on a machine with several agents. */
function asSeveralAgentsHaveIt(project: string): void {
  asManyHaveIt(project);
  const home = path.dirname(project);
  for (const directory of ['.claude/projects', '.codex/sessions', '.qwen/tmp', '.copilot/logs'])
    mkdirSync(path.join(home, directory), { recursive: true });
  mkdirSync(path.join(project, '.github/skills/review'), { recursive: true });
  writeFileSync(
    path.join(project, '.github/skills/review/SKILL.md'),
    '---\nname: review\ndescription: Look over a change before it goes out\n---\n\n# review\n',
  );
}

/** Every skill against every agent, and what it takes that all of them load one. */
async function agents({ workbench, page, wording: { say, title }, take }: Scene): Promise<void> {
  await workbench.page.setViewportSize({ width: 1400, height: 800 });
  await workbench.runCommand(`Which Skill: ${title('showMatrix')}`);
  await page.untilHeading(exactly(say('Skills and agents')));
  await page.untilText('my agents', text => /Codex/.test(text));
  await page.button(/^frost-watch[,，] ?Codex[:：]/).click();
  const cell = `frost-watch · Codex`;
  await page.untilText('the cell in full', text => text.includes(cell) && text.includes(say('takes none')));
  await compose(workbench, 1400, 800);
  await take('agents', await editorPart(workbench));
  await workbench.runCommand('View: Close All Editors');

  await workbench.contextMenu('.claude/skills > frost-watch', title('makeVisible'));
  await workbench.quickPickEntries();
  await workbench.page.keyboard.press('Enter');
  await page.untilHeading(beginning(say('Make {0} visible to {1}', 'frost-watch', '\n')));
  await compose(workbench, 1400, 1000);
  await take('make-visible', await editorPart(workbench));
}
