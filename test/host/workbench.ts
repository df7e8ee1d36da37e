import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { chromiumFlags, findChromium } from './chromium';
import { outFolder, temporaryFolder } from './folders';
import { until } from './processes';
import type { Opened, Server } from './vscode-server';

/** One row of a tree, as it stands on the screen. */
export interface Row {
  /** 1 at the top. */
  readonly level: number;
  /** Undefined: it cannot be expanded. */
  readonly expanded: boolean | undefined;
  readonly label: string;
  /** The grey text on the right of the label. */
  readonly description: string;
  /** The name of its codicon, as in `circle-slash`; empty where it has none. */
  readonly icon: string;
  /** What a screen reader says. */
  readonly ariaLabel: string;
}

/** An open editor. */
export interface Tab {
  readonly name: string;
  readonly active: boolean;
  /** True for the one that the next click on a file replaces. */
  readonly preview: boolean;
}

/** A part of what the browser's own `Element` has: the DOM's types would leak into the whole project. */
interface Element {
  readonly textContent: string | null;
  readonly classList: Iterable<string>;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Element | null;
}

export interface WorkbenchOptions extends Opened {
  /** Called with what a test module's `run()` settled to: 0 when it passed. */
  readonly onTestsEnd?: (code: number) => void;
  readonly width?: number;
  readonly height?: number;
  /**
   * The display language, `zh-cn`: extensions speak it. What is VS Code's own stays English, since its language packs
   * come from its marketplace only.
   */
  readonly language?: string;
}

const viewTitle = 'Which Skill';
/** Rows proper: the copies that stick to the top while scrolling are left out. */
const rowSelector = '.part.sidebar .pane-body .monaco-list-rows > .monaco-list-row';
const tooltip = '.monaco-hover.workbench-hover, .workbench-hover-container .monaco-hover';
const quickInput = '.quick-input-widget .quick-input-box input';

/**
 * Opens a workbench in a Chromium of its own, and waits until it can be used.
 */
export async function openWorkbench(server: Server, options: WorkbenchOptions = {}): Promise<Workbench> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumFlags,
    // What Chromium leaves there when it is ended goes with the folder.
    env: { ...definedEnvironment(), TMPDIR: temporaryFolder('chromium') },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  try {
    const { width = 1280, height = 900 } = options;
    const context = await browser.newContext({
      viewport: { width, height },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(20_000);
    // What a language pack does before the workbench starts.
    if (options.language !== undefined)
      await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(options.language)}`);
    const page = await context.newPage();
    const workbench = new Workbench(browser, page, server);
    await page.exposeFunction('codeAutomationExit', (code: number) => options.onTestsEnd?.(code));
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
      workbench.consoleLines.push(args.map(String).join(' '));
    });
    page.on('pageerror', error => workbench.consoleLines.push(String(error)));
    await page.goto(server.address(options));
    await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    return workbench;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** The workbench as a person sees it: everything here looks at the page and acts with mouse and keyboard. */
export class Workbench {
  /** What the page's tests printed, and errors of the page. For the output of a failing test. */
  readonly consoleLines: string[] = [];
  readonly tree: Tree;

  constructor(
    private readonly browser: Browser,
    readonly page: Page,
    readonly server: Server,
  ) {
    this.tree = new Tree(page);
  }

  /** Opens the Which Skill view from the activity bar and waits for its first row, or its welcome text. */
  async showView(): Promise<void> {
    const icon = this.page.locator(`.activitybar .action-label[aria-label^="${viewTitle}"]`);
    await icon.waitFor({ timeout: 60_000 });
    const shown = this.page.locator('.part.sidebar .composite.title', {
      hasText: new RegExp(viewTitle, 'i'),
    });
    // A window that has just been reloaded may show the view by itself, and a click would then hide it.
    await until(
      'the Which Skill view',
      async () => {
        if (await shown.isVisible()) return true;
        // A badge on the icon takes the click for it.
        await icon.click({ force: true });
        await shown.waitFor({ timeout: 2_000 }).catch(() => {});
        return shown.isVisible();
      },
      60_000,
    );
    await until(
      'a first row or a welcome text in the Which Skill view',
      async () => {
        // Until the extension has answered, the welcome text stands there with a progress bar above it.
        if (await this.page.locator('.part.sidebar .monaco-progress-container.active').count()) return false;
        return (await this.page.locator(rowSelector).count()) > 0 || (await this.welcome()) !== '';
      },
      60_000,
    );
  }

  /** Makes the side bar this wide, in pixels, by pulling at its edge. */
  async widenSideBar(width: number): Promise<void> {
    const sideBar = this.page.locator('.part.sidebar');
    const box = await sideBar.boundingBox();
    if (!box) throw new Error('There is no side bar.');
    const edge = box.x + box.width + 1;
    const middle = box.y + box.height / 2;
    await this.page.mouse.move(edge, middle);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width, middle, { steps: 4 });
    await this.page.mouse.up();
    await until(
      'the side bar to be wider',
      async () => ((await sideBar.boundingBox())?.width ?? 0) > box.width,
    );
    await this.page.mouse.move(0, 0);
  }

  /** The text in the system's clipboard. */
  clipboard(): Promise<string> {
    return this.page.evaluate('navigator.clipboard.readText()');
  }

  /** Loads the page anew, as Reload Window does: the extension host starts again. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
  }

  /** The text that the view shows where it has no rows; empty where it has some. */
  async welcome(): Promise<string> {
    const text = this.page.locator('.part.sidebar .welcome-view-content');
    return (await text.first().isVisible()) ? (await text.allInnerTexts()).join('\n').trim() : '';
  }

  /** The line above the rows of the view (`TreeView.message`); empty where there is none. */
  async message(): Promise<string> {
    const text = this.page.locator('.part.sidebar .pane-body .message');
    return (await text.first().isVisible()) ? ((await text.first().textContent()) ?? '').trim() : '';
  }

  /** Runs a command from the palette, by its title as shown there (`Which Skill: Refresh`). */
  async runCommand(title: string): Promise<void> {
    const input = this.page.locator(quickInput);
    // A page that is just being shown takes the focus, and so closes the palette: then it is opened once more.
    await until(
      `the palette to take "${title}"`,
      async () => {
        await this.page.keyboard.press('F1');
        try {
          await input.fill(`>${title}`, { timeout: 3_000 });
          await this.quickPickEntry(title).click({ timeout: 5_000 });
          return true;
        } catch {
          return false;
        }
      },
      60_000,
    );
    // The command may open a quick pick of its own, in the same place.
    await until(
      'the palette to close',
      async () => !(await input.isVisible()) || !(await input.inputValue()).startsWith('>'),
    );
  }

  /**
   * Chooses an entry of the open quick pick.
   * @param label the entry's label, or its beginning
   * @param filter typed first; default: the label
   */
  async quickPick(label: string, filter = label): Promise<void> {
    const input = this.page.locator(quickInput);
    await input.waitFor();
    await input.fill(filter);
    await this.quickPickEntry(label).click();
  }

  private quickPickEntry(label: string): Locator {
    const name = this.page.locator('.label-name', { hasText: new RegExp(`^${forExpression(label)}`) });
    return this.page
      .locator('.quick-input-widget .quick-input-list .monaco-list-row')
      .filter({ has: name })
      .first();
  }

  /** The entries of the open quick pick: label, and description after two spaces. */
  async quickPickEntries(): Promise<string[]> {
    const rows = this.page.locator('.quick-input-widget .quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    return (await readRows(rows)).map(({ label, description }) =>
      description ? `${label}  ${description}` : label,
    );
  }

  /** Chooses a command of a row's context menu. */
  async contextMenu(row: string, command: string): Promise<void> {
    await (await this.tree.locate(row)).click({ button: 'right' });
    const item = this.page
      .locator('.monaco-menu .action-item .action-label', {
        hasText: new RegExp(`^${forExpression(command)}$`),
      })
      .first();
    await item.waitFor();
    // A menu takes no click in its first moments: the button that opened it may still be down.
    await until(`the menu to take "${command}"`, async () => {
      if (!(await item.isVisible())) return true;
      await item.click({ timeout: 1_000 }).catch(() => {});
      return !(await item.isVisible());
    });
  }

  /** The commands of a row's context menu, separators as `-`. The menu is closed again. */
  async contextMenuCommands(row: string): Promise<string[]> {
    await (await this.tree.locate(row)).click({ button: 'right' });
    const items = this.page.locator('.monaco-menu .action-item');
    await items.first().waitFor();
    const texts = await items.locator('.action-label').allInnerTexts();
    await this.page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
    return texts.map(text => text.trim() || '-');
  }

  /** Clicks a button in the view's title bar, by its tooltip. */
  async viewAction(name: string): Promise<void> {
    // The buttons are shown while the pointer is over the view.
    await this.page.locator('.part.sidebar .pane-body, .part.sidebar .content').first().hover();
    await this.page
      .locator(
        `.part.sidebar .title-actions .action-label[aria-label^="${name}"], .part.sidebar .pane-header .action-label[aria-label^="${name}"]`,
      )
      .first()
      .click();
  }

  /** The buttons of the active editor's title bar, by their tooltips. */
  async editorActions(): Promise<string[]> {
    const buttons = this.page.locator('.editor-group-container.active .editor-actions .action-label');
    return (
      await buttons.evaluateAll((all: Element[]) => all.map(one => one.getAttribute('aria-label') ?? ''))
    ).filter(Boolean);
  }

  /** Clicks a button of the active editor's title bar. */
  async editorAction(name: string): Promise<void> {
    await this.page
      .locator(`.editor-group-container.active .editor-actions .action-label[aria-label^="${name}"]`)
      .first()
      .click();
  }

  async tabs(): Promise<Tab[]> {
    return this.page.locator('.tabs-container .tab').evaluateAll((tabs: Element[]) =>
      tabs.map(tab => ({
        name: tab.getAttribute('data-resource-name') ?? '',
        active: [...tab.classList].includes('active'),
        preview: [...(tab.querySelector('.tab-label')?.classList ?? [])].includes('italic'),
      })),
    );
  }

  /** Waits until the active editor shows a file whose path, as its breadcrumbs give it, ends with `pathEnd`. */
  async waitForEditor(pathEnd: string): Promise<void> {
    let shown = '';
    await until(
      () => `an editor of ${pathEnd}; the active one is ${shown || 'none'}`,
      async () => {
        shown = await this.activePath();
        return shown === pathEnd || shown.endsWith(`/${pathEnd}`);
      },
    );
  }

  /** The path of the active editor as its breadcrumbs show it, with slashes. */
  async activePath(): Promise<string> {
    const parts = await this.page
      .locator(
        '.editor-group-container.active .breadcrumbs-control .monaco-breadcrumb-item .monaco-icon-label',
      )
      .allInnerTexts();
    return parts.map(part => part.trim()).join('/');
  }

  /** The texts of the notifications on the screen. */
  async notifications(): Promise<string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
  }

  /** Keeps a picture in `out/screenshots/NAME.png`. */
  async screenshot(name: string): Promise<string> {
    const file = path.isAbsolute(name) ? name : path.join(outFolder, 'screenshots', `${name}.png`);
    mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
    return file;
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

/** The tree of the Which Skill view. */
export class Tree {
  constructor(private readonly page: Page) {}

  /** All rows. The window grows where it is too small for them: rows out of sight do not exist in the page. */
  async rows(): Promise<Row[]> {
    await this.fit();
    return readRows(this.page.locator(rowSelector));
  }

  private async fit(): Promise<void> {
    const viewport = this.page.viewportSize();
    const list = this.page.locator('.part.sidebar .pane-body .monaco-list-rows').first();
    if (viewport === null || (await list.count()) === 0) return;
    const content = (await list.boundingBox())?.height ?? 0;
    const room =
      (await this.page.locator('.part.sidebar .pane-body .monaco-list').first().boundingBox())?.height ?? 0;
    if (content <= room) return;
    await this.page.setViewportSize({
      width: viewport.width,
      height: viewport.height + Math.ceil(content - room) + 66,
    });
    await this.settled();
  }

  /** All rows as indented text: `▾`, `▸` or two blanks, the label, and the description after two blanks. */
  async text(): Promise<string> {
    return (await this.rows())
      .map(({ level, expanded, label, description }) => {
        const twistie = expanded === undefined ? ' ' : expanded ? '▾' : '▸';
        return `${'  '.repeat(level - 1)}${twistie} ${label}${description ? `  ${description}` : ''}`.trimEnd();
      })
      .join('\n');
  }

  /** Waits until the rows as text satisfy `condition`; gives that text. */
  async until(what: string, condition: (text: string) => boolean, timeout?: number): Promise<string> {
    let text = '';
    await until(
      () => `${what}. The tree is:\n${text}`,
      async () => {
        text = await this.text();
        return condition(text);
      },
      timeout,
    );
    return text;
  }

  /**
   * Finds a row by the labels from some ancestor down to it: `deploy`, or `.claude/skills > deploy`.
   * The ancestors must be expanded.
   */
  async locate(where: string): Promise<Locator> {
    const labels = where.split(' > ');
    await this.hideTooltip();
    let rows: Row[] = [];
    const index = await until(
      () =>
        `a row "${where}". The rows are:\n${rows.map(row => `${'  '.repeat(row.level)}${row.label}`).join('\n')}`,
      async () => {
        rows = await this.rows();
        const found = indexOf(rows, labels);
        return found >= 0 && { found };
      },
    );
    return this.page.locator(`${rowSelector}[data-index="${index.found}"]`);
  }

  async click(where: string): Promise<void> {
    await (await this.locate(where)).locator('.label-name').first().click();
  }

  /**
   * Takes the pointer to where it points at nothing, and waits until no tooltip is left: one that stands over a row
   * would take its clicks. Which place is empty differs between versions of the workbench.
   */
  async hideTooltip(): Promise<void> {
    const { width = 0, height = 0 } = this.page.viewportSize() ?? {};
    const places = [
      [0, 0],
      [width / 2, height - 3],
      // The tooltip of a row that was drawn anew under the pointer only goes when another one comes: that of an icon.
      [24, 100],
      [width / 2, 3],
    ] as const;
    let tries = 0;
    let text = '';
    await until(
      () => `the tooltip to go: ${text}`,
      async () => {
        const [x, y] = places[tries++ % places.length]!;
        await this.page.mouse.move(x, y);
        const left = this.page.locator(tooltip).first();
        text = (await left.allInnerTexts()).join();
        return left.waitFor({ state: 'hidden', timeout: 1_000 }).then(
          () => true,
          () => false,
        );
      },
    );
  }

  /** The text of a row's tooltip. */
  async tooltip(where: string): Promise<string> {
    await (await this.locate(where)).locator('.label-name').first().hover();
    const text = this.page.locator(tooltip).first();
    await text.waitFor();
    return (await text.allInnerTexts()).join('\n').trim();
  }

  /** Clicks one of the buttons that a row shows while the pointer is over it, by its tooltip. */
  async inlineAction(where: string, name: string): Promise<void> {
    const row = await this.locate(where);
    await row.hover();
    await row.locator(`.actions .action-label[aria-label^="${name}"]`).click();
  }

  /** The row itself, for what it says. */
  async row(where: string): Promise<Row> {
    return (await readRows(await this.locate(where)))[0]!;
  }

  async expand(where: string): Promise<void> {
    await this.setExpanded(where, true);
  }

  async collapse(where: string): Promise<void> {
    await this.setExpanded(where, false);
  }

  /** Expands row after row until none is left that matches. */
  async expandAll(matches: (row: Row) => boolean = () => true): Promise<void> {
    for (;;) {
      const rows = await this.rows();
      const index = rows.findIndex(row => row.expanded === false && matches(row));
      if (index < 0) return;
      await this.setExpanded(trail(rows, index), true);
    }
  }

  private async setExpanded(where: string, expanded: boolean): Promise<void> {
    const row = await this.locate(where);
    if ((await row.getAttribute('aria-expanded')) === String(expanded)) return;
    await row.locator('.monaco-tl-twistie').click();
    await until(`"${where}" to be ${expanded ? 'expanded' : 'collapsed'}`, async () => {
      const again = await this.locate(where);
      const loading = await again.locator('.codicon-tree-item-loading').count();
      // A row that turns out to have nothing below loses its twistie.
      return loading === 0 && (await again.getAttribute('aria-expanded')) !== String(!expanded);
    });
    await this.settled();
  }

  /** Waits until two looks at the rows, with a painted frame between them, are the same. */
  private async settled(): Promise<void> {
    let before = '';
    await until('the tree to come to rest', async () => {
      const now = JSON.stringify(await readRows(this.page.locator(rowSelector)));
      const same = now === before;
      before = now;
      return same;
    });
  }
}

async function readRows(rows: Locator): Promise<Row[]> {
  return rows.evaluateAll((all: Element[]) =>
    all
      .map(row => {
        const icon = row.querySelector('.custom-view-tree-node-item-icon');
        return {
          index: Number(row.getAttribute('data-index')),
          level: Number(row.getAttribute('aria-level')),
          expanded:
            row.getAttribute('aria-expanded') === null
              ? undefined
              : row.getAttribute('aria-expanded') === 'true',
          label: row.querySelector('.label-name')?.textContent ?? '',
          description: row.querySelector('.label-description')?.textContent ?? '',
          icon:
            [...(icon?.classList ?? [])].find(name => /^codicon-/.test(name))?.slice('codicon-'.length) ?? '',
          ariaLabel: row.getAttribute('aria-label') ?? '',
        };
      })
      .sort((a, b) => a.index - b.index)
      .map(({ index: _, ...row }) => row),
  );
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
}

/** The index of the row that the labels lead to, or -1. */
function indexOf(rows: readonly Row[], labels: readonly string[]): number {
  return rows.findIndex((_, index) => {
    const ancestors = pathOf(rows, index);
    let next = labels.length - 1;
    if (ancestors.at(-1) !== labels[next]) return false;
    for (let at = ancestors.length - 1; at >= 0 && next >= 0; at--)
      if (ancestors[at] === labels[next]) next--;
    return next < 0;
  });
}

/** The labels from the top of the tree down to this row. */
function pathOf(rows: readonly Row[], index: number): string[] {
  const labels: string[] = [];
  let level = Number.POSITIVE_INFINITY;
  for (let at = index; at >= 0; at--) {
    const row = rows[at];
    if (!row || row.level >= level) continue;
    labels.unshift(row.label);
    level = row.level;
  }
  return labels;
}

function trail(rows: readonly Row[], index: number): string {
  return pathOf(rows, index).join(' > ');
}

/** A text as a part of a regular expression that means nothing but it. */
export function forExpression(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
