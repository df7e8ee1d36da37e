import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { WebviewPage } from '../ui/webview';
import { outFolder, projectRoot } from './folders';
import { makePackage } from './package';
import { readPng, writePng } from './png';
import { until } from './processes';
import { buildSample } from './sample';
import { startServer } from './vscode-server';
import { openWorkbench, type Workbench } from './workbench';

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
  /** Takes `media/readme/NAME-THEME.png`: the whole window, or a part of it. */
  readonly take: (name: string, clip?: Clip) => Promise<void>;
}

/**
 * `npm run pictures`: takes every picture of the README anew, from a real workbench on the sample, in both themes.
 * `npm run pictures -- --theme dark` takes those of one, `-- --only agents` those of one scene.
 */
export async function takePictures(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { theme: { type: 'string' }, only: { type: 'string' } },
  });
  const wanted = Object.keys(themes).filter(theme => (values.theme ?? theme) === theme) as Theme[];
  if (wanted.length === 0) throw new Error(`There is no theme "${values.theme}": light, dark.`);
  // What people install, and not the sources: only then does VS Code know whose notifications it shows.
  const vsix = path.join(outFolder, 'pictures', 'which-skill.vsix');
  mkdirSync(path.dirname(vsix), { recursive: true });
  if ((await makePackage(['--out', vsix])) !== 0) return 1;
  for (const theme of wanted) {
    for (const [name, scene, change, language] of scenes)
      if ((values.only ?? name) === name) await onSample(vsix, theme, scene, change, language);
  }
  return 0;
}

const scenes: readonly (readonly [
  name: string,
  act: (scene: Scene) => Promise<void>,
  change?: (project: string) => void,
  language?: string,
])[] = [
  ['verdicts', verdicts],
  ['migration', migration, asManyHaveIt],
  ['agents', agents, asSeveralAgentsHaveIt],
  ['chinese', inChinese, () => {}, 'zh-cn'],
];

async function onSample(
  vsix: string,
  theme: Theme,
  act: (scene: Scene) => Promise<void>,
  change: (project: string) => void = () => {},
  language?: string,
): Promise<void> {
  const sample = buildSample();
  // Below the home directory, as with people: what is shown is then the same in every run.
  const project = path.join(sample.home, 'orchard');
  renameSync(sample.orchard, project);
  change(project);
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
  try {
    const workbench = await openWorkbench(server, {
      folder: project,
      width: 900,
      height: 700,
      ...(language !== undefined && { language }),
    });
    try {
      await workbench.showView();
      await act({
        workbench,
        page: new WebviewPage(workbench),
        take: (name, clip) => take(workbench, `${name}-${theme}`, clip),
      });
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
}

/** The part in which the editor is, with its title. */
async function editorPart({ page }: Workbench): Promise<Clip> {
  const part = await page.locator('.part.editor').boundingBox();
  if (!part) throw new Error('There is no editor.');
  return part;
}

/** The side bar, with the bar of icons left of it, from the top down to the last row. */
async function sideBar({ page }: Workbench): Promise<Clip> {
  const bar = await page.locator('.part.sidebar').boundingBox();
  const rows = await page.locator('.part.sidebar .pane-body .monaco-list-rows').first().boundingBox();
  if (!bar || !rows) throw new Error('There is no side bar.');
  return { x: 0, y: bar.y, width: bar.x + bar.width, height: rows.y + rows.height - bar.y + 8 };
}

/** Every kind of verdict: the tree, the explanation, Problems, what the model sees, and two products side by side. */
async function verdicts({ workbench, page, take }: Scene): Promise<void> {
  const { tree } = workbench;
  const clean = () => workbench.runCommand('View: Close All Editors');
  await workbench.widenSideBar(690);
  await tree.expandAll(({ level, label }) => level <= 2 && !/^kimi-cli/.test(label));
  await tree.collapse('Built-in');
  await compose(workbench, 900, 1300);
  await take('skills', await sideBar(workbench));

  await workbench.page.setViewportSize({ width: 1100, height: 700 });
  await narrowSideBar(workbench, 400);
  await workbench.contextMenu('.claude/skills > release', 'Explain…');
  await page.untilHeading(/^release$/);
  await compose(workbench, 1100, 720);
  await take('explain');
  await clean();

  await tree.click('.kimi/skills > estimate');
  await workbench.waitForEditor('.kimi/skills/estimate/SKILL.md');
  await workbench.page.locator('.monaco-editor .squiggly-error').first().waitFor();
  await workbench.runCommand('Problems: Focus on Problems View');
  await workbench.page.locator('.markers-panel').getByText('unquoted ": " in a value').first().waitFor();
  await compose(workbench, 1100, 620);
  await workbench.runCommand('View: Focus Active Editor Group');
  await workbench.page.keyboard.press('Control+.');
  await workbench.page.locator('.action-widget').getByText('Quote the value').first().waitFor();
  await take('problems');
  await workbench.page.keyboard.press('Escape');
  await workbench.runCommand('View: Hide Panel');
  await clean();

  await workbench.runCommand('Which Skill: Show What the Model Sees');
  await page.untilHeading(/^What the model sees$/);
  await compose(workbench, 1100, 680);
  await take('listing', await editorPart(workbench));
  await clean();

  await workbench.runCommand('Which Skill: Compare kimi-cli and kimi-code');
  await page.untilHeading(/side by side/);
  await compose(workbench, 1100, 680);
  await take('compare', await editorPart(workbench));
}

/** The tree and the explanation once more, for the README in Simplified Chinese. VS Code's own words stay English. */
async function inChinese({ workbench, page, take }: Scene): Promise<void> {
  const { tree } = workbench;
  await workbench.widenSideBar(690);
  await tree.expandAll(({ level, label }) => level <= 2 && !/^kimi-cli/.test(label));
  await tree.collapse('内置');
  await compose(workbench, 900, 1300);
  await take('skills-zh-cn', await sideBar(workbench));

  await workbench.page.setViewportSize({ width: 1100, height: 700 });
  await narrowSideBar(workbench, 400);
  await workbench.contextMenu('.claude/skills > release', '解释…');
  await page.untilHeading(/^release$/);
  await compose(workbench, 1100, 720);
  await take('explain-zh-cn');
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
async function migration({ workbench, page, take }: Scene): Promise<void> {
  const { tree } = workbench;
  await workbench.page.setViewportSize({ width: 1180, height: 760 });
  await workbench.widenSideBar(370);
  for (const scope of ['User', 'Extra', 'Built-in']) await tree.collapse(scope);
  await compose(workbench, 1180, 760);
  await (await tree.locate('.claude/skills')).click({ button: 'right' });
  const item = workbench.page.locator('.monaco-menu .action-item', { hasText: /^Migrate to Canonical/ });
  await item.first().waitFor();
  await item.first().hover();
  await take('migrate-menu', { x: 0, y: 0, width: 505, height: 380 });
  await workbench.page.keyboard.press('Escape');

  await workbench.contextMenu('.claude/skills', 'Migrate to Canonical Directory');
  await page.untilHeading(/^Move 4 skills to \.agents\/skills$/);
  await compose(workbench, 1180, 1000);
  await take('migrate-preview', await editorPart(workbench));

  await compose(workbench, 900, 440);
  await page.button('Move').click();
  await until('the notification, and nothing but it', async () => {
    const shown = await workbench.notifications();
    return shown.length === 1 && /^Done: /.test(shown[0] ?? '');
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
async function agents({ workbench, page, take }: Scene): Promise<void> {
  await workbench.page.setViewportSize({ width: 1400, height: 800 });
  await workbench.runCommand('Which Skill: Show Skills and Agents');
  await page.untilHeading(/^Skills and agents$/);
  await page.untilText('my agents', text => /Codex/.test(text));
  await page.button(/^frost-watch, Codex: /).click();
  await page.untilText('the cell in full', text => /frost-watch · Codex: takes none/.test(text));
  await compose(workbench, 1400, 800);
  await take('agents', await editorPart(workbench));
  await workbench.runCommand('View: Close All Editors');

  await workbench.contextMenu('.claude/skills > frost-watch', 'Make Visible to Agents…');
  await workbench.quickPickEntries();
  await workbench.page.keyboard.press('Enter');
  await page.untilHeading(/^Make frost-watch visible/);
  await compose(workbench, 1400, 1000);
  await take('make-visible', await editorPart(workbench));
}
