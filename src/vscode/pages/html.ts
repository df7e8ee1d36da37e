/** HTML for pages. Whatever is put into it is text, unless it was made here: nothing from a file can become markup. */
import { visible } from '../text';

/** Markup that was made by {@link html}. */
export class Html {
  constructor(readonly markup: string) {}
}

/** What a template takes: text, to be escaped; other markup; or nothing. */
export type HtmlValue = string | number | Html | readonly HtmlValue[] | false | null | undefined;

/** A template of markup: `` html`<p>${text}</p>` ``. Attributes must be in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((before, part, index) => `${before}${markupOf(values[index - 1])}${part}`));
}

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map(markupOf).join('');
  return escapeText(visible(String(value)));
}

function escapeText(text: string): string {
  return text.replace(/[&<>"'`]/g, character => `&#${character.charCodeAt(0)};`);
}

/** What a click does: the page's `onAction` gets both. The pair is what focus is found again by after an update. */
export interface ActionTarget {
  readonly action: string;
  /** Told apart what the action is meant for. It comes back as it was given. */
  readonly value?: string;
}

export interface ButtonLook {
  /**
   * `primary` for the one thing that the page is for, `secondary` for the others, `link` in running text, where it
   * stands for the file or place that it opens.
   */
  readonly look?: 'primary' | 'secondary' | 'link';
  /** What a screen reader says where the label alone is not enough. */
  readonly spoken?: string;
  readonly disabled?: boolean;
  /** In a grid, whose arrow keys lead from button to button: only the first is reached by the tab key. */
  readonly roving?: 'first' | 'other';
  /** Of several that one chooses from: whether this is the chosen one. */
  readonly pressed?: boolean;
}

/** A button. */
export function button(label: HtmlValue, { action, value = '' }: ActionTarget, look: ButtonLook = {}): Html {
  const { look: kind = 'secondary', spoken, disabled, roving, pressed } = look;
  return html`<button type="button" class="${kind}" ${attributes(action, value)}${
    spoken === undefined ? '' : html` aria-label="${spoken}"`
  }${disabled ? new Html(' disabled') : ''}${
    roving ? new Html(` tabindex="${roving === 'first' ? 0 : -1}"`) : ''
  }${pressed === undefined ? '' : new Html(` aria-pressed="${pressed}"`)}>${label}</button>`;
}

/** A box to tick, with its label. `onAction` gets `checked`. */
export function checkbox(
  label: HtmlValue,
  checked: boolean,
  { action, value = '' }: ActionTarget,
  disabled = false,
): Html {
  return html`<label class="check"><input type="checkbox" ${attributes(action, value)}${new Html(
    `${checked ? ' checked' : ''}${disabled ? ' disabled' : ''}`,
  )}> <span>${label}</span></label>`;
}

/** A choice of one out of several, with its label. `onAction` gets `choice`. */
export function select(
  label: string,
  options: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
  { action, value = '' }: ActionTarget,
): Html {
  return html`<label class="choice"><span>${label}</span> <select ${attributes(action, value)}>${options.map(
    option =>
      html`<option value="${encode(option.value)}"${new Html(option.value === chosen ? ' selected' : '')}>${option.label}</option>`,
  )}</select></label>`;
}

/** One of the choices of {@link radios}. */
export interface RadioChoice {
  readonly value: string;
  readonly label: HtmlValue;
  /** Below the label. */
  readonly detail?: string;
}

/** A choice of one out of a few that are all seen, with what speaks for each. `onAction` gets `choice`. */
export function radios(
  question: HtmlValue,
  choices: readonly RadioChoice[],
  chosen: string | null,
  { action, value = '' }: ActionTarget,
): Html {
  const group = encode(`${action} ${value}`);
  return html`<fieldset><legend>${question}</legend>${choices.map(
    choice =>
      html`<label class="check"><input type="radio" name="${group}" value="${encode(choice.value)}" ${attributes(action, value)}${new Html(
        choice.value === chosen ? ' checked' : '',
      )}> <span>${choice.label}${choice.detail === undefined ? '' : html`<br><span class="muted">${choice.detail}</span>`}</span></label>`,
  )}</fieldset>`;
}

/** A line of text, with its label. `onAction` gets `choice` when it was changed and left, or Enter was pressed. */
export function textField(label: HtmlValue, text: string, { action, value = '' }: ActionTarget): Html {
  return html`<label class="choice"><span>${label}</span> <input type="text" spellcheck="false" value="${text}" ${attributes(action, value)}></label>`;
}

/**
 * A text that only leaves in sight the rows that hold it in their first cell, while it is typed: the page does that by
 * itself, and nobody is told. What {@link filteredCount} gives must be on the page too.
 * @param rows a selector
 * @param count how to say that some of the rows are left: `{0}` of `{1}`
 */
export function filterField(label: HtmlValue, rows: string, count: string): Html {
  return html`<label class="choice"><span>${label}</span> <input type="text" id="filter" spellcheck="false" data-filter="${rows}" data-count="${count}"></label>`;
}

/** Where the page says how many rows a {@link filterField} leaves in sight. */
export function filteredCount(): Html {
  return html`<span id="filtered" class="muted" role="status"></span>`;
}

/** A word that stands out, such as a verdict. The tone only supports what the word says. */
export function badge(word: string, tone: 'good' | 'warning' | 'error' | 'quiet' = 'quiet'): Html {
  return html`<span class="badge ${tone}">${word}</span>`;
}

/** Values can hold anything that a file name can, lone surrogates included: they travel encoded. */
function attributes(action: string, value: string): Html {
  return html`data-action="${action}" data-value="${encode(value)}"`;
}

/** A text in a form that every attribute and message can hold. */
export function encode(text: string): string {
  return Buffer.from(text, 'utf16le').toString('base64');
}

/** The text that {@link encode} was given. */
export function decode(encoded: string): string {
  return Buffer.from(encoded, 'base64').toString('utf16le');
}
