/**
 * Pages: small documents of our own in an editor tab.
 *
 *     const pages = new Pages({ viewType: 'whichSkill.explain', log });      // one for each kind of page
 *     const page = pages.open(subject, { title, onAction });                 // shows the one that is open already, if any
 *     page.show({ title, body: html`<h1>…</h1>${button('Open', { action: 'open', value: file })}` });
 *
 * `body` goes into `<main>`: begin with one `<h1>`, then `<h2>`, lists, `<details>`, `<pre>`, `<table>`. All text is
 * escaped by `html`. `show` can be called at any time and as often as wanted: what is the same stays as it is on the page,
 * and focus, scroll position and opened `<details id="…">` are kept. `onAction` gets what was clicked or chosen (`button`, `checkbox`, `select` in html.ts).
 * `announce` has a screen reader say something. Nothing is loaded from anywhere: style and script are inline, under a
 * policy that allows only those two. Look: media/pages/page.css, whose classes are listed at its top.
 *
 * Pages are heavy enough to belong into a lazy part; each part that uses them has its own `Pages`.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { EXTENSION_ID } from '../extension-id';
import type { Log } from '../log';
import { oneLine } from '../text';
import { decode, type Html, html } from './html';
import { type FromPage, isFromPage, type ToPage } from './messages';

/** What somebody did on a page. */
export interface PageAction {
  readonly name: string;
  /** As given to the button. */
  readonly value: string;
  /** Whether the box is ticked now. */
  readonly checked?: boolean;
  /** The option chosen. */
  readonly choice?: string;
}

export interface PageOptions {
  /** The tab's. Can change with every `show`. */
  readonly title: string;
  readonly onAction: (action: PageAction, page: Page) => unknown;
  /** Called once, when the tab is closed. */
  readonly onClose?: () => void;
  /** Default: the active one. */
  readonly column?: vscode.ViewColumn;
  readonly preserveFocus?: boolean;
}

export interface PageContent {
  readonly title: string;
  readonly body: Html;
}

export interface PagesOptions {
  /** `whichSkill.…`; unique. */
  readonly viewType: string;
  readonly log: Log;
}

/** All pages of one kind. One for each subject: asked for again, it is shown again. */
export class Pages implements vscode.Disposable {
  private readonly pages = new Map<string, Page>();

  constructor(private readonly options: PagesOptions) {}

  /** Opens the page of a subject, or shows the one that is open; that one answers to the new `onAction` from now on. */
  open(subject: string, options: PageOptions): Page {
    const known = this.pages.get(subject);
    if (known) {
      known.adopt(options);
      return known;
    }
    const page = new Page(this.options, options, () => this.pages.delete(subject));
    this.pages.set(subject, page);
    return page;
  }

  /** The page of a subject, where it is open. */
  get(subject: string): Page | undefined {
    return this.pages.get(subject);
  }

  /** Those that are open. */
  get all(): readonly Page[] {
    return [...this.pages.values()];
  }

  dispose(): void {
    for (const page of this.all) page.dispose();
  }
}

/** One page in its tab. */
export class Page implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private content: PageContent | undefined;
  private isReady = false;

  constructor(
    { viewType, log }: PagesOptions,
    private options: PageOptions,
    forget: () => void,
  ) {
    this.panel = vscode.window.createWebviewPanel(
      viewType,
      oneLine(options.title),
      {
        viewColumn: options.column ?? vscode.ViewColumn.Active,
        ...(options.preserveFocus !== undefined && { preserveFocus: options.preserveFocus }),
      },
      { enableScripts: true, enableFindWidget: true, localResourceRoots: [] },
    );
    const icon = (theme: string) => vscode.Uri.joinPath(extensionUri(), 'media', `page-${theme}.svg`);
    this.panel.iconPath = { light: icon('light'), dark: icon('dark') };
    this.panel.onDidDispose(() => {
      forget();
      this.options.onClose?.();
    });
    this.panel.webview.onDidReceiveMessage((message: unknown) => {
      if (isFromPage(message)) void log.attempt(`page ${viewType}`, () => this.receive(message));
    });
    this.panel.webview.html = shell();
  }

  /** Puts content on the page, in place of what is there. */
  show(content: PageContent): void {
    this.content = content;
    const title = oneLine(content.title);
    if (this.panel.title !== title) this.panel.title = title;
    if (this.isReady) this.send({ kind: 'content', markup: content.body.markup });
  }

  /** Has a screen reader say something, without a change of what is seen. */
  announce(text: string): void {
    this.send({ kind: 'announce', text: oneLine(text) });
  }

  /** The markup that was last put on the page; for tests. */
  get markup(): string | undefined {
    return this.content?.body.markup;
  }

  get title(): string {
    return this.panel.title;
  }

  get visible(): boolean {
    return this.panel.visible;
  }

  /** @internal */
  adopt(options: PageOptions): void {
    this.options = options;
    this.panel.reveal(options.column, options.preserveFocus);
  }

  dispose(): void {
    this.panel.dispose();
  }

  /** As if something was clicked; for tests. */
  async act(action: PageAction): Promise<void> {
    await this.options.onAction(action, this);
  }

  private receive(message: FromPage): unknown {
    // A page that was hidden begins anew when it is shown again, and asks for its content.
    if (message.kind === 'ready') {
      this.isReady = true;
      if (this.content) this.send({ kind: 'content', markup: this.content.body.markup });
      return undefined;
    }
    const { name, value, checked, choice } = message;
    return this.act({
      name,
      value: decode(value),
      ...(checked !== undefined && { checked }),
      ...(choice !== undefined && { choice: decode(choice) }),
    });
  }

  private send(message: ToPage): void {
    void this.panel.webview.postMessage(message);
  }
}

/** The document around the content. It never changes, so that an update does not load it anew. */
function shell(): string {
  const nonce = randomBytes(18).toString('base64');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const { markup } = html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Which Skill</title>`;
  return `<!DOCTYPE html>
<html lang="${vscode.env.language.replace(/[^\w-]/g, '')}">
<head>
${markup}
<style nonce="${nonce}">${asset('page.css')}</style>
</head>
<body>
<main id="content"></main>
<div id="announcer" role="status" aria-live="polite"></div>
<script nonce="${nonce}">${asset('page.js')}</script>
</body>
</html>`;
}

const assets = new Map<string, string>();

function asset(name: string): string {
  const text =
    assets.get(name) ?? readFileSync(path.join(extensionUri().fsPath, 'media', 'pages', name), 'utf8');
  assets.set(name, text);
  return text;
}

function extensionUri(): vscode.Uri {
  const extension = vscode.extensions.getExtension(EXTENSION_ID);
  if (!extension) throw new Error('The extension does not find itself.');
  return extension.extensionUri;
}
