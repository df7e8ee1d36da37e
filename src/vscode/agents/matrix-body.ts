/** The page with every skill against every agent, as markup. */
import * as vscode from 'vscode';
import { evidenceOf } from '../../core/evidence';
import { inputInWords } from '../../core/explain/outline';
import type { CellState, Matrix, MatrixCell, MatrixRow } from '../../core/matrix';
import { clausesInRow, message, sentencesInRow } from '../../core/message';
import { productOf, productTitle } from '../../core/products';
import { skillPath } from '../../core/skill-path';
import type { ProfileId, Resolution } from '../../core/types';
import { button, checkbox, filteredCount, filterField, type Html, html, select } from '../pages/html';
import type { Say } from '../say';

/** Which names are shown. `trouble`: where an agent drops a file, or may take another one the next time. */
export type Shown = 'all' | 'differences' | 'trouble';

/** `agents`: those that most agents take come first. */
export type SortedBy = 'name' | 'agents' | 'differences';

export interface MatrixView {
  readonly mine: readonly ProfileId[];
  readonly showsAllAgents: boolean;
  readonly shown: Shown;
  readonly sortedBy: SortedBy;
  /** The cell that is told of in full, as `profile name`; null for none. */
  readonly cell: string | null;
  readonly folder: string;
  readonly folders: readonly { readonly value: string; readonly label: string }[];
}

const TROUBLE: ReadonlySet<CellState> = new Set(['dropped', 'ambiguous']);

/** The whole page. */
export function matrixBody(matrix: Matrix, view: MatrixView & { readonly say: Say }): Html {
  const rows = shownRows(matrix, view);
  return html`<h1>${vscode.l10n.t('Skills and agents')}</h1>
<p class="lead">${summary(matrix)}</p>
${warnings(matrix, view.say)}
${controls(matrix, view)}
${matrix.rows.length === 0 ? html`<p>${vscode.l10n.t('None of these agents loads a skill here.')}</p>` : table(matrix, rows, view)}
${details(matrix, view)}
${evidence(matrix, view)}`;
}

function shownRows({ rows }: Matrix, { shown, sortedBy }: MatrixView): readonly MatrixRow[] {
  const passing = rows.filter(row => {
    if (shown === 'differences') return row.differs;
    return shown === 'all' || row.cells.some(({ state }) => TROUBLE.has(state));
  });
  // A sort is stable, and the rows are in order of their names.
  if (sortedBy === 'agents') return [...passing].sort((a, b) => taking(b) - taking(a));
  if (sortedBy === 'differences')
    return [...passing].sort((a, b) => b.files.length - a.files.length || taking(a) - taking(b));
  return passing;
}

/** How many agents take a file under the name. */
function taking({ cells }: MatrixRow): number {
  return cells.filter(({ file }) => file !== null).length;
}

function summary({ rows, resolutions }: Matrix): string {
  const everywhere = rows.filter(row => !row.differs).length;
  const differing = rows.length - everywhere;
  const names = rows.length === 1 ? vscode.l10n.t('1 name') : vscode.l10n.t('{0} names', rows.length);
  if (resolutions.length < 2 || rows.length === 0) return names;
  return differing === 0
    ? vscode.l10n.t('{0}, and all {1} agents agree on them.', names, resolutions.length)
    : vscode.l10n.t(
        '{0}: the {1} agents agree on {2} of them and differ on {3}.',
        names,
        resolutions.length,
        everywhere,
        differing,
      );
}

/** What is to be known of files whoever is asked. A part that stays on the page is told once, and not with every update. */
function warnings({ warnings: all }: Matrix, say: Say): Html | null {
  if (all.length === 0) return null;
  return html`<section class="note error" role="alert" aria-labelledby="warnings"><h2 id="warnings">⚠ ${vscode.l10n.t('Warning: what stands in these files is run as a program')}</h2><ul>${all.map(
    ({ file, text }) =>
      html`<li>${button(say(message('{0}', { path: file })), { action: 'open', value: file }, { look: 'link' })}<br>${say(text)}</li>`,
  )}</ul></section>`;
}

function controls({ resolutions }: Matrix, view: MatrixView & { say: Say }): Html {
  const { folders, folder, shown, sortedBy, showsAllAgents, mine, say } = view;
  return html`<div class="controls">
${filterField(vscode.l10n.t('Filter'), '.matrix tbody tr', vscode.l10n.t('{0} of {1} names'))}${filteredCount()}
${select(
  vscode.l10n.t('Show'),
  [
    { value: 'all', label: vscode.l10n.t('All names') },
    { value: 'differences', label: vscode.l10n.t('Differences') },
    { value: 'trouble', label: vscode.l10n.t('Dropped or ambiguous') },
  ],
  shown,
  { action: 'shown' },
)}
${select(
  vscode.l10n.t('Sort by'),
  [
    { value: 'name', label: vscode.l10n.t('Name') },
    { value: 'agents', label: vscode.l10n.t('Most agents first') },
    { value: 'differences', label: vscode.l10n.t('Most different first') },
  ],
  sortedBy,
  { action: 'sort' },
)}
${folders.length > 1 && select(vscode.l10n.t('Folder'), folders, folder, { action: 'folder' })}
${mine.length > 0 && checkbox(vscode.l10n.t('All agents, not only mine'), showsAllAgents, { action: 'agents' })}
${button(vscode.l10n.t('My Agents …'), { action: 'choose' })}
</div><p class="muted">${say(message('As started in {0}', { path: resolutions[0]?.workDir ?? '' }))}</p>`;
}

function table({ resolutions }: Matrix, rows: readonly MatrixRow[], view: MatrixView & { say: Say }): Html {
  if (rows.length === 0) return html`<p>${vscode.l10n.t('No name is left with this filter.')}</p>`;
  const label = vscode.l10n.t('Skills and agents');
  return html`<div class="matrix"><table role="grid" aria-label="${label}"><thead><tr><th scope="col" class="name">${vscode.l10n.t('Name')}</th>${resolutions.map(
    resolution => head(resolution),
  )}</tr></thead><tbody>${rows.map((row, index) => bodyRow(row, resolutions, view, index === 0))}</tbody></table></div>`;
}

/** Whose column it is, and what is to be kept in mind of all that stands in it. */
function head({ profile, failure }: Resolution): Html {
  const { name, version, evidence: how } = productOf(profile);
  const known = {
    recorded: '',
    read: vscode.l10n.t('not run'),
    documented: vscode.l10n.t('documentation only'),
  };
  const below = [
    version.split('.').slice(0, 2).join('.'),
    known[how],
    failure ? `⚠ ${vscode.l10n.t('does not start')}` : '',
  ];
  return html`<th scope="col">${name}<br><span class="muted">${below.filter(part => part !== '').join(' · ')}</span></th>`;
}

function bodyRow(
  row: MatrixRow,
  resolutions: readonly Resolution[],
  view: MatrixView & { say: Say },
  isFirst: boolean,
): Html {
  const name = row.name || vscode.l10n.t('(no name)');
  return html`<tr><th scope="row" class="name" title="${name}">${name}</th>${row.cells.map((cell, index) =>
    bodyCell(row, cell, resolutions[index], view, isFirst && index === 0),
  )}</tr>`;
}

function bodyCell(
  row: MatrixRow,
  cell: MatrixCell,
  resolution: Resolution | undefined,
  view: MatrixView & { say: Say },
  isFirst: boolean,
): Html {
  const value = `${cell.profile} ${row.name}`;
  const shown = shortly(cell, resolution);
  // What is seen is a part of what is heard, so that people who speak to their computer can name it.
  const spoken = vscode.l10n.t(
    '{0}: {1}',
    view.say(clausesInRow([row.name, productOf(cell.profile).name])),
    view.say(clausesInRow([shown, inWords(cell, view.say)])),
  );
  const isSecond = cell.file !== null && cell.file > 0;
  return html`<td class="${cell.state}${isSecond ? ' other' : ''}">${button(
    shown,
    { action: 'cell', value },
    { look: 'link', spoken, roving: isFirst ? 'first' : 'other', pressed: view.cell === value },
  )}</td>`;
}

/** What stands in a cell: where the file is that the agent takes, or in a word why there is none. */
function shortly({ state, skill, candidate }: MatrixCell, resolution: Resolution | undefined): string {
  if (!skill) return lostWord(state);
  const root = resolution?.roots.find(({ id }) => id === candidate?.root);
  const place = (root?.label ?? '').replace(/[\\/]skills$/, '') || skill.scope;
  return `${place}${mark(state)}`;
}

function mark(state: CellState): string {
  switch (state) {
    case 'several':
      return vscode.l10n.t(' + more');
    case 'ambiguous':
      return vscode.l10n.t(' (ambiguous)');
    case 'unlisted':
      return vscode.l10n.t(' (not listed)');
    case 'disabled':
      return vscode.l10n.t(' (off)');
    default:
      return '';
  }
}

function lostWord(state: CellState): string {
  switch (state) {
    case 'dropped':
      return vscode.l10n.t('dropped');
    case 'waiting':
      return vscode.l10n.t('waits');
    case 'other-name':
      return vscode.l10n.t('other name');
    default:
      return '–';
  }
}

/** A cell as a sentence. */
function inWords({ state, skill, skills, reason }: MatrixCell, say: Say): string {
  const why = reason ? say(reason) : '';
  if (!skill) return why === '' ? vscode.l10n.t('takes none') : vscode.l10n.t('takes none: {0}', why);
  const place = say(message('{0}', { path: skillPath(skill) }));
  if (state === 'several') return vscode.l10n.t('lists {0} of this name, first {1}', skills.length, place);
  return why === '' ? vscode.l10n.t('takes {0}', place) : vscode.l10n.t('takes {0}: {1}', place, why);
}

/** The chosen cell in full. */
function details({ rows }: Matrix, { cell: chosen, say }: MatrixView & { say: Say }): Html | null {
  if (chosen === null) return null;
  const [profile, ...rest] = chosen.split(' ');
  const name = rest.join(' ');
  const cell = rows.find(row => row.name === name)?.cells.find(one => one.profile === profile);
  if (!cell) return null;
  const file = cell.skill?.file ?? cell.candidate?.file;
  return html`<div class="bar" role="status"><p><strong>${name || vscode.l10n.t('(no name)')}</strong> · ${vscode.l10n.t('{0}: {1}', productOf(cell.profile).name, inWords(cell, say))}</p><div class="actions">${
    file !== undefined &&
    button(
      vscode.l10n.t('Open'),
      { action: 'open', value: file },
      { spoken: vscode.l10n.t('Open {0}', file) },
    )
  }${button(vscode.l10n.t('Close'), { action: 'close' })}</div></div>`;
}

/** How the rules of each are known: nobody is told more than that. */
function evidence({ resolutions }: Matrix, { say }: { say: Say }): Html {
  return html`<details id="evidence"><summary>${vscode.l10n.t('How this is known')}</summary><ul>${resolutions.map(
    ({ profile, failure, configuration }) => {
      const product = productOf(profile);
      const inputs = configuration.inputs ?? [];
      return html`<li>${vscode.l10n.t('{0}: {1}', productTitle(product), say(evidenceOf(profile)))}${
        failure && html`<br>⚠ ${say(message('does not start here: {0}', failure.reason))}`
      }${inputs.length > 0 && html`<br><span class="muted">${vscode.l10n.t('Read: {0}', say(sentencesInRow(inputs.map(inputInWords))))}</span>`}</li>`;
    },
  )}</ul></details>`;
}
