/** The page behind a code in Problems: what the product does, the rule, and what to do. */
import * as vscode from 'vscode';
import { anchorOf, type Rule, ruleFor } from '../../core/explain/explanations';
import { message } from '../../core/message';
import type { ProfileId } from '../../core/types';
import { say } from '../localize';
import { Refusal } from '../log';
import { button, html } from '../pages/html';
import { Pages } from '../pages/page';
import type { ExplainingContext } from './context';
import { placeValue } from './explain-body';
import { openPlace } from './open-place';

/** A place where a rule applies here. */
export interface RulePlace {
  readonly file: string;
  readonly label: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** A rule as one product has it. */
export interface ProductRule {
  readonly anchor: string;
  readonly profile: ProfileId;
}

/** What is known about the places of a rule, and what can be done for all of them. */
export interface RuleFindings {
  /** Where the rule of an anchor applies at present. */
  places(rule: ProductRule): readonly RulePlace[];
  /** Fixes all of them. */
  fixAll(rule: ProductRule): Promise<void>;
  /** Whether that can be done. */
  canFixAll(rule: ProductRule): boolean;
  /** Fires when the places have changed. */
  readonly onDidChange: vscode.Event<void>;
}

export class RulePages implements vscode.Disposable {
  private readonly pages: Pages;
  private readonly open = new Map<string, () => void>();
  private readonly subscription: vscode.Disposable;

  constructor(
    { log }: ExplainingContext,
    private readonly findings: RuleFindings,
    private readonly explain: (file: string) => unknown,
  ) {
    this.pages = new Pages({ viewType: 'whichSkill.rule', log });
    this.subscription = findings.onDidChange(() => {
      for (const update of this.open.values()) update();
    });
  }

  /**
   * Shows the rule of a product behind a code; where none is known to hold for it, what is said at the places.
   * @throws Refusal where there is neither
   */
  show(code: string, profile: ProfileId): void {
    const about: ProductRule = { anchor: anchorOf(code), profile };
    const rule = ruleFor(profile, code);
    if (!rule && this.findings.places(about).length === 0)
      throw new Refusal(vscode.l10n.t('There is nothing more to say about {0}.', code));
    const title = rule ? say(rule.title) : code;
    const key = `${profile} ${about.anchor}`;
    const page = this.pages.open(key, {
      title,
      onAction: ({ name, value }) => {
        if (name === 'open') return openPlace(JSON.parse(value));
        if (name === 'explain') return this.explain(value);
        if (name === 'fix-all') return this.findings.fixAll(about);
        return undefined;
      },
      onClose: () => this.open.delete(key),
    });
    const update = () =>
      page.show({
        title,
        body: html`<h1>${title}</h1>
${rule && ruleBody(rule)}
${this.placesOf(about)}
<section><p class="muted">${say(message('Code in Problems: {0}', code))}</p></section>`,
      });
    this.open.set(key, update);
    update();
  }

  dispose(): void {
    this.subscription.dispose();
    this.pages.dispose();
  }

  private placesOf(about: ProductRule) {
    const places = this.findings.places(about);
    if (places.length === 0)
      return html`<section><h2>${say(message('Where it applies here'))}</h2><p class="muted">${say(message('Nowhere at present.'))}</p></section>`;
    const fixAll =
      this.findings.canFixAll(about) &&
      html`<div class="actions">${button(
        places.length === 1 ? say(message('Fix It')) : say(message('Fix All {0}', places.length)),
        { action: 'fix-all' },
        { look: 'primary' },
      )}</div>`;
    return html`<section><h2>${say(message('Where it applies here'))}</h2>${fixAll}<ul>${places.map(
      ({ file, label, line, column, text }) =>
        html`<li>${button(label, { action: 'open', value: placeValue({ file, line, column }) }, { look: 'link' })} <span class="detail">${text}</span> ${button(say(message('Explain')), { action: 'explain', value: file }, { look: 'link', spoken: say(message('Explain {0}', label)) })}</li>`,
    )}</ul></section>`;
  }
}

function ruleBody({ what, why, remedy }: Rule) {
  return html`<p class="lead">${say(what)}</p>
<section><h2>${say(message('The rule'))}</h2><p>${say(why)}</p></section>
<section><h2>${say(message('What to do'))}</h2><p>${say(remedy)}</p></section>`;
}
