/** The page in the active editor: its content is two frames deep. */
import type { FrameLocator, Locator } from 'playwright-core';
import { until } from '../host/processes';
import type { Workbench } from '../host/workbench';

/** A page of the extension, as a person sees it. */
export class WebviewPage {
  private readonly frame: FrameLocator;

  constructor(workbench: Workbench) {
    this.frame = workbench.page
      .locator('iframe.webview.ready:visible')
      .first()
      .contentFrame()
      .locator('iframe#active-frame')
      .contentFrame();
  }

  /** Waits until the page has a heading of this text. */
  async untilHeading(text: RegExp): Promise<void> {
    await this.frame.locator('h1', { hasText: text }).waitFor({ timeout: 30_000 });
  }

  async text(): Promise<string> {
    return (await this.frame.locator('main').allInnerTexts()).join('\n');
  }

  /** Waits until the page's text is as asked for. */
  async untilText(what: string, holds: (text: string) => boolean): Promise<string> {
    let text = '';
    await until(
      () => `${what}. The page says:\n${text}`,
      async () => {
        text = await this.text();
        return holds(text);
      },
    );
    return text;
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name, exact: typeof name === 'string' });
  }

  radio(name: string | RegExp): Locator {
    return this.frame.getByRole('radio', { name });
  }

  checkbox(name: string | RegExp): Locator {
    return this.frame.getByRole('checkbox', { name });
  }

  textField(name: string | RegExp): Locator {
    return this.frame.getByRole('textbox', { name });
  }

  select(name: string | RegExp): Locator {
    return this.frame.getByRole('combobox', { name });
  }

  /** What a script of the test finds out in the page. */
  async evaluate<T>(expression: string): Promise<T> {
    return (await this.frame.locator('body').evaluate(expression)) as T;
  }

  /** The kind of the theme that it is shown in, as VS Code tells it. */
  theme(): Promise<string> {
    return this.evaluate('document.body.dataset.vscodeThemeKind');
  }

  /** What has the keyboard: tag, action, and whether it is on. */
  async focused(): Promise<string> {
    return this.frame.locator('body').evaluate(body => {
      const { activeElement } = (body as unknown as { ownerDocument: { activeElement: Focusable | null } })
        .ownerDocument;
      return activeElement
        ? `${activeElement.tagName} ${activeElement.getAttribute('data-action') ?? ''}`
        : '';
    });
  }
}

/** The part of the DOM's own type that is needed: its types would leak into the whole project. */
interface Focusable {
  readonly tagName: string;
  getAttribute(name: string): string | null;
}
