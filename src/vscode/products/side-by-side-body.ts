/** The page with both products: what is lost on the way, and every name with what each of them loads. */
import * as vscode from 'vscode';
import type { ComparedName, NameDifference, NameInProduct } from '../../core/compare-products';
import { clausesInRow, type Message, message } from '../../core/message';
import type { LostSkill, Mend } from '../../core/rescue';
import type { Resolution, Skill } from '../../core/types';
import { badge, button, type Html, html, select } from '../pages/html';
import type { Say } from '../say';
import { isDifference, placeOf } from './differences';
import type { Pair } from './side-by-side';

/** What the page shows beside the comparison itself. */
export interface SideBySideView {
  readonly say: Say;
  /** All that there are, to choose from. */
  readonly folders: readonly { readonly value: string; readonly label: string }[];
  /** Whether names without a difference are shown too. */
  readonly showsAll: boolean;
}

/** The whole page. */
export function sideBySideBody(pair: Pair, view: SideBySideView): Html {
  const { before, after } = pair;
  const { say } = view;
  return html`<h1>${vscode.l10n.t('{0} and {1}, side by side', before.product, after.product)}</h1>
<p class="lead">${summary(pair, say)}</p>
<p class="muted">${say(message('As both see it from {0}', { path: before.workDir }))} ${folderChoice(pair, view)}</p>
${lostSection(pair, say)}${lostBackSection(pair, say)}${namesSection(pair, view)}`;
}

function summary({ names, before, after }: Pair, say: Say): string {
  const of = (difference: NameDifference) => names.filter(name => name.difference === difference).length;
  const only = (index: 0 | 1) =>
    names.filter(({ difference, products }) => difference === 'only-some' && products[index]?.skill).length;
  const parts: readonly (readonly [number, string])[] = [
    [of('same'), vscode.l10n.t('the same file in both')],
    [of('other-file'), vscode.l10n.t('another file in each')],
    [only(0), vscode.l10n.t('only in {0}', before.profile)],
    [only(1), vscode.l10n.t('only in {0}', after.profile)],
    [of('none'), vscode.l10n.t('dropped by both')],
  ];
  const counted = parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => vscode.l10n.t('{count} {words}', { count, words }));
  const all = names.length === 1 ? vscode.l10n.t('1 name') : vscode.l10n.t('{0} names', names.length);
  if (counted.length === 0) return vscode.l10n.t('{0}.', all);
  return vscode.l10n.t('{0}.', vscode.l10n.t('{0}: {1}', all, say(clausesInRow(counted))));
}

function folderChoice({ key }: Pair, { folders }: SideBySideView): Html | null {
  return folders.length > 1 ? select(vscode.l10n.t('Folder'), folders, key, { action: 'folder' }) : null;
}

function lostSection({ key, lost, before, after }: Pair, say: Say): Html {
  const canMend = lost.some(({ mend }) => mend?.kind === 'copy' || mend?.kind === 'edit');
  return html`<section><h2 id="lost">${vscode.l10n.t('Loaded by {0}, not by {1}', before.profile, after.profile)}</h2>${
    lost.length === 0
      ? html`<p>${vscode.l10n.t('Nothing is lost in the move to {0}.', after.profile)}</p>`
      : html`${canMend && html`<p>${vscode.l10n.t('One plan can mend this: it is shown before anything happens, and can be undone.')}</p><div class="actions">${button(vscode.l10n.t('Rescue …'), { action: 'rescue', value: key }, { look: 'primary' })}</div>`}${lostList(lost, say)}`
  }</section>`;
}

function lostBackSection({ lostBack, before, after }: Pair, say: Say): Html {
  return html`<section><h2 id="lost-back">${vscode.l10n.t('Loaded by {0}, not by {1}', after.profile, before.profile)}</h2>${
    lostBack.length === 0
      ? html`<p>${vscode.l10n.t('Nothing would be lost by going back to {0}.', before.profile)}</p>`
      : html`<p>${vscode.l10n.t('Going back to {0} would lose this, and a colleague who uses it does not have it.', before.profile)}</p>${lostList(lostBack, say)}`
  }</section>`;
}

function lostList(lost: readonly LostSkill[], say: Say): Html {
  return html`<ul class="cards">${lost.map(
    ({ skill, loss, reason, mend, isDocument }) =>
      html`<li><h3>${openButton(skill.name || vscode.l10n.t('(no name)'), skill.file)} ${lossBadge(loss)} ${isDocument && badge(vscode.l10n.t('document'))}</h3><p class="detail">${say(message('{0}', placeOf(skill)))}</p><p>${say(reason)}</p>${mend && html`<p class="detail">→ ${say(mendInWords(mend))}</p>`}</li>`,
  )}</ul>`;
}

function lossBadge(loss: LostSkill['loss']): Html {
  switch (loss) {
    case 'gone':
      return badge(vscode.l10n.t('lost'), 'error');
    case 'other-name':
      return badge(vscode.l10n.t('another name'), 'warning');
    case 'other-file':
      return badge(vscode.l10n.t('another file'), 'warning');
    case 'unlisted':
      return badge(vscode.l10n.t('not listed'), 'warning');
  }
}

function mendInWords(mend: Mend): Message {
  switch (mend.kind) {
    case 'copy': {
      const to = { path: mend.to };
      if (mend.occupied) return message('copy it to {0}, where something is already', to);
      return mend.edit
        ? message('copy it to {0}, and put its frontmatter right there', to)
        : message('copy it to {0}', to);
    }
    case 'edit':
      return message('put its frontmatter right');
    case 'configure':
      return message('name {0} in extra_skill_dirs of {1}', mend.entry, { path: mend.file });
    case 'by-hand':
      return message('by hand: {0}', mend.why);
  }
}

function namesSection({ names, before, after }: Pair, { say, showsAll }: SideBySideView): Html {
  const shown = showsAll ? names : names.filter(isDifference);
  const choice = select(
    vscode.l10n.t('Show'),
    [
      { value: 'differences', label: vscode.l10n.t('Differences') },
      { value: 'all', label: vscode.l10n.t('All names') },
    ],
    showsAll ? 'all' : 'differences',
    { action: 'names' },
  );
  return html`<section><h2 id="names">${vscode.l10n.t('Name by name')}</h2><p>${choice}</p>${
    shown.length === 0
      ? html`<p>${vscode.l10n.t('Both load the same.')}</p>`
      : html`<table class="columns"><thead><tr><th scope="col">${vscode.l10n.t('Name')}</th>${[
          before,
          after,
        ].map(
          ({ profile }) => html`<th scope="col">${profile}</th>`,
        )}<th scope="col">${vscode.l10n.t('Difference')}</th></tr></thead><tbody>${shown.map(name => row(name, [before, after], say))}</tbody></table>`
  }</section>`;
}

function row(name: ComparedName, resolutions: readonly Resolution[], say: Say): Html {
  return html`<tr><th scope="row">${name.name || vscode.l10n.t('(no name)')}</th>${name.products.map(
    (product, index) => html`<td>${cell(product, resolutions[index], say)}</td>`,
  )}<td>${differenceBadge(name)}</td></tr>`;
}

function cell({ skill, candidate, why }: NameInProduct, resolution: Resolution | undefined, say: Say): Html {
  if (skill) return html`${openButton(shortPlace(skill, say), skill.file)}${unlisted(skill)}`;
  const said = why ? say(why.reason) : '';
  const reason = resolution && candidate ? say(message('{0}: {1}', placeOf(candidate), said)) : said;
  return html`<span class="muted">${vscode.l10n.t('not loaded')}</span><br>${reason}`;
}

function unlisted({ listed }: Skill): Html | null {
  return listed ? null : html` <span class="muted">${vscode.l10n.t('not listed for the model')}</span>`;
}

function shortPlace(skill: Skill, say: Say): string {
  return say(message('{0}', placeOf(skill)));
}

function openButton(label: string, file: string): Html {
  const spoken = vscode.l10n.t('Open {0}', file);
  return button(label, { action: 'open', value: file }, { look: 'link', spoken });
}

function differenceBadge({ difference, comparison }: ComparedName): Html {
  switch (difference) {
    case 'same':
      return badge(vscode.l10n.t('the same'), 'good');
    case 'other-file': {
      const count = comparison?.differences.length ?? 0;
      if (comparison?.complete && count === 0) return badge(vscode.l10n.t('identical copies'), 'quiet');
      return badge(
        count === 1 ? vscode.l10n.t('differs in 1 file') : vscode.l10n.t('differs in {0} files', count),
        'warning',
      );
    }
    case 'only-some':
      return badge(vscode.l10n.t('only in one'), 'warning');
    case 'none':
      return badge(vscode.l10n.t('in none'), 'error');
  }
}
