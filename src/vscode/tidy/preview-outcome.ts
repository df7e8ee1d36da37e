/** What a plan leads to: who wins before and after, and what other tools see. */
import * as vscode from 'vscode';
import { fewNames, message, namesInRow, withVisibleBlanks } from '../../core/message';
import type { Holder, OutcomeRow, ToolChange } from '../../core/plan/types';
import { productOf } from '../../core/products';
import { scopeTerm } from '../../core/scope-term';
import type { ProfileId } from '../../core/types';
import { badge, type Html, html } from '../pages/html';
import type { Say } from '../say';

/** Up to this many names, all are seen at once. */
const FEW = 12;

/** Skills that a line about other tools names. */
const NAMED = 3;

/**
 * The section about who wins.
 * @param other set where it is about another product than the one that is planned for
 */
export function outcomeSection(
  outcome: readonly OutcomeRow[],
  product: string,
  say: Say,
  other?: ProfileId,
): Html | null {
  if (outcome.length === 0) return null;
  const title = other
    ? vscode.l10n.t('The same for {0}', productOf(other).name)
    : vscode.l10n.t('Who wins, before and after');
  const heading = html`<h2 id="outcome${other ?? ''}">${title}</h2><p class="detail">${vscode.l10n.t('Every name that is touched, as {0} would load it.', product)}</p>`;
  const calm = outcome.filter(({ change }) => change === 'same' || change === 'moved');
  const striking = outcome.filter(row => !calm.includes(row));
  if (outcome.length <= FEW) return html`${heading}${table([...striking, ...calm], say)}`;
  return html`${heading}${striking.length > 0 ? table(striking, say) : null}${
    calm.length > 0
      ? html`<details id="calm${other ?? ''}"><summary>${
          striking.length > 0
            ? vscode.l10n.t('{0} more names load the same skill as before', calm.length)
            : vscode.l10n.t('All {0} names load the same skill as before', calm.length)
        }</summary>${table(calm, say)}</details>`
      : null
  }`;
}

function table(rows: readonly OutcomeRow[], say: Say): Html {
  return html`<table class="columns"><thead><tr><th scope="col">${vscode.l10n.t('Name')}</th><th scope="col">${vscode.l10n.t('Before')}</th><th scope="col">${vscode.l10n.t('After')}</th><th scope="col">${vscode.l10n.t('Change')}</th></tr></thead><tbody>${rows.map(
    ({ name, before, after, change }) =>
      html`<tr><th scope="row">${withVisibleBlanks(name) || vscode.l10n.t('(no name)')}</th><td>${holder(before, say)}</td><td>${holder(after, say)}</td><td>${changeBadge(change)}</td></tr>`,
  )}</tbody></table>`;
}

function holder(held: Holder | null, say: Say): Html {
  if (!held) return html`<span class="muted">${vscode.l10n.t('nothing')}</span>`;
  const place = html`<span class="path">${say(message('{0}', { path: held.path }))}</span> <span class="muted">${say(message('{0}', scopeTerm(held.scope)))}</span>`;
  return held.ambiguous ? html`${place} ${badge(vscode.l10n.t('ambiguous'), 'warning')}` : place;
}

function changeBadge(change: OutcomeRow['change']): Html {
  switch (change) {
    case 'same':
      return badge(vscode.l10n.t('as before'));
    case 'moved':
      return badge(vscode.l10n.t('same skill, new place'), 'good');
    case 'gained':
      return badge(vscode.l10n.t('loads now'), 'good');
    case 'lost':
      return badge(vscode.l10n.t('loads no more'), 'error');
    case 'other':
      return badge(vscode.l10n.t('another one'), 'warning');
  }
}

/** The section about other tools. */
export function toolsSection(tools: readonly ToolChange[], say: Say): Html | null {
  if (tools.length === 0) return null;
  const groups = [...byWhatChanges(tools.filter(({ change }) => change === 'loses'))];
  groups.push(...byWhatChanges(tools.filter(({ change }) => change === 'gains')));
  return html`<h2 id="tools">${vscode.l10n.t('Other tools')}</h2><ul>${groups.map(
    group =>
      html`<li>${
        group[0]!.change === 'loses'
          ? badge(vscode.l10n.t('loses'), 'warning')
          : badge(vscode.l10n.t('gains'), 'good')
      } ${inWords(group, say)}</li>`,
  )}</ul>`;
}

/** Tools that lose, or gain, the same skills are one line. */
function byWhatChanges(tools: readonly ToolChange[]): readonly (readonly ToolChange[])[] {
  const groups = new Map<string, ToolChange[]>();
  for (const tool of tools) {
    const key = tool.skills.join('\0');
    const group = groups.get(key);
    if (group) group.push(tool);
    else groups.set(key, [tool]);
  }
  return [...groups.values()];
}

function inWords(group: readonly ToolChange[], say: Say): string {
  const [first, ...rest] = group;
  if (rest.length === 0) return say(first!.text);
  const { change, skills } = first!;
  const names = say(namesInRow(group.map(({ tool }) => tool)));
  const shown = say(fewNames(skills, NAMED));
  return change === 'loses'
    ? vscode.l10n.t('{0} no longer find {1}', names, shown)
    : vscode.l10n.t('{0} find {1} from now on', names, shown);
}
