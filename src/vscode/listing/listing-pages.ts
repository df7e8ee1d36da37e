import * as vscode from 'vscode';
import { type ListedSize, type ListingSize, measureListing, type Size } from '../../core/listing-size';
import { message } from '../../core/message';
import { loadProfile } from '../../core/profiles/load-profile';
import { scopeTerm } from '../../core/scope-term';
import type { Skill } from '../../core/types';
import { openFile } from '../commands/open-file';
import type { ExplainingContext } from '../explain/context';
import { type Answering, answering } from '../explain/subject';
import { sayFor } from '../localize';
import { button, type Html, html, select } from '../pages/html';
import { type Page, Pages } from '../pages/page';
import type { Say } from '../say';

type Order = 'listed' | 'longest';

/** What the model is told of the skills, and how much of its attention that takes; made anew with every resolution. */
export class ListingPages implements vscode.Disposable {
  private readonly pages: Pages;
  private readonly subscription: vscode.Disposable;
  private order: Order = 'listed';
  private folder: string | undefined;
  private updating: Promise<void> = Promise.resolve();

  constructor(private readonly context: ExplainingContext) {
    this.pages = new Pages({ viewType: 'whichSkill.listing', log: context.log });
    this.subscription = context.resolutions.onDidChange(() => {
      const page = this.page;
      if (!page) return;
      this.updating = this.update(page);
      context.log.background('updating the listing', this.updating);
    });
  }

  /** The page, where it is open. */
  get page(): Page | undefined {
    return this.pages.get('listing');
  }

  async show(): Promise<Page> {
    const page = this.pages.open('listing', {
      title: vscode.l10n.t('What the Model Sees'),
      onAction: async ({ name, value, choice }) => {
        if (name === 'open') await openFile(value);
        if (name === 'order') this.order = choice === 'longest' ? 'longest' : 'listed';
        if (name === 'folder') this.folder = choice;
        if (name === 'copy') {
          await vscode.env.clipboard.writeText(value);
          page.announce(vscode.l10n.t('Copied'));
        }
        if (name === 'order' || name === 'folder') await this.update(page);
      },
    });
    await this.update(page);
    return page;
  }

  async whenIdle(): Promise<void> {
    await this.updating;
  }

  dispose(): void {
    this.subscription.dispose();
    this.pages.dispose();
  }

  private async update(page: Page): Promise<void> {
    const folders = answering(await this.context.resolutions.states());
    const from = folders.find(({ key }) => key === this.folder) ?? folders[0];
    if (!from) return;
    const title = vscode.l10n.t('What the Model Sees');
    page.show({ title, body: await listingBody(from, folders, this.order) });
  }
}

async function listingBody(from: Answering, folders: readonly Answering[], order: Order): Promise<Html> {
  const { resolution } = from;
  const say = sayFor(resolution);
  const { listing, product } = await loadProfile(resolution.profile);
  if (!listing) {
    const unknown = message('What {0} tells its model about skills is not known.', product.name);
    return html`<h1>${say(message('What the model sees'))}</h1><p class="lead">${say(unknown)}</p>`;
  }
  const sizes = measureListing(listing, resolution);
  const chosen =
    folders.length > 1 &&
    select(
      say(message('Folder')),
      folders.map(({ key, label }) => ({ value: key, label })),
      from.key,
      { action: 'folder' },
    );
  return html`<h1>${say(message('What the model sees'))}</h1>
<p class="lead">${summary(sizes, say)}</p>
<p class="muted">${say(message('As {0} puts it into the system prompt, started in {1}. Tokens are estimated at 4 bytes each.', resolution.product, { path: resolution.workDir }))} ${chosen}</p>
${resolution.failure && html`<p class="note error">${say(message('{0} would not start here at all: {1}', resolution.product, resolution.failure.reason))}</p>`}
${sizes.skills.length > 0 && html`${scopeTable(sizes, say)}${skillTable(sizes, order, say)}`}
${sizes.unlisted.length > 0 && unlistedList(sizes.unlisted, say)}
<section><h2>${say(message('The text, exactly'))}</h2><div class="actions">${button(say(message('Copy')), { action: 'copy', value: sizes.text }, { spoken: say(message('Copy the text')) })}</div><pre tabindex="0">${sizes.text}</pre></section>`;
}

function summary({ skills, whole }: ListingSize, say: Say): string {
  if (skills.length === 0) return say(message('The model is told of no skill.'));
  const [characters, tokens] = [figure(whole.characters), figure(whole.tokens)];
  return skills.length === 1
    ? say(message('The model is told of 1 skill in {0} characters, about {1} tokens.', characters, tokens))
    : say(
        message(
          'The model is told of {0} skills in {1} characters, about {2} tokens.',
          skills.length,
          characters,
          tokens,
        ),
      );
}

function scopeTable({ scopes }: ListingSize, say: Say): Html {
  return html`<section><h2>${say(message('By scope'))}</h2><table class="columns"><thead><tr><th scope="col">${say(message('Scope'))}</th><th scope="col" class="figure">${say(message('Skills'))}</th>${sizeHeads(say)}</tr></thead><tbody>${scopes.map(
    size =>
      html`<tr><th scope="row">${say(message('{0}', scopeTerm(size.scope)))}</th><td class="figure">${figure(size.count)}</td>${sizeCells(size)}</tr>`,
  )}</tbody></table></section>`;
}

function skillTable({ skills, whole }: ListingSize, order: Order, say: Say): Html {
  const rows = order === 'listed' ? skills : [...skills].sort((a, b) => b.characters - a.characters);
  const choice = select(
    say(message('Order')),
    [
      { value: 'listed', label: say(message('as listed')) },
      { value: 'longest', label: say(message('longest first')) },
    ],
    order,
    { action: 'order' },
  );
  return html`<section><h2>${say(message('By skill'))}</h2><div class="actions">${choice}</div><table class="columns"><thead><tr><th scope="col">${say(message('Skill'))}</th><th scope="col">${say(message('Scope'))}</th>${sizeHeads(say)}<th scope="col" class="figure">${say(message('Share'))}</th></tr></thead><tbody>${rows.map(
    row => skillRow(row, whole, say),
  )}</tbody></table></section>`;
}

function skillRow({ skill, ...size }: ListedSize, whole: Size, say: Say): Html {
  const share = Math.round((size.characters / Math.max(1, whole.characters)) * 100);
  return html`<tr><td>${button(skill.name, { action: 'open', value: skill.file }, { look: 'link' })}</td><td class="word">${say(message('{0}', scopeTerm(skill.scope)))}</td>${sizeCells(size)}<td class="figure">${share} %</td></tr>`;
}

function unlistedList(unlisted: readonly Skill[], say: Say): Html {
  return html`<section><h2>${say(message('Loads, and is not listed'))}</h2><ul>${unlisted.map(
    ({ name, file }) => html`<li>${button(name, { action: 'open', value: file }, { look: 'link' })}</li>`,
  )}</ul></section>`;
}

function sizeHeads(say: Say): Html {
  return html`<th scope="col" class="figure">${say(message('Characters'))}</th><th scope="col" class="figure">${say(message('Tokens, about'))}</th>`;
}

function sizeCells({ characters, tokens }: Size): Html {
  return html`<td class="figure">${figure(characters)}</td><td class="figure">${figure(tokens)}</td>`;
}

function figure(count: number): string {
  return count.toLocaleString(vscode.env.language);
}
