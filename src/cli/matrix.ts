/** `which-skill matrix`: every name against every agent, with the file that the agent takes or why it takes none. */
import { evidenceOf } from '../core/evidence';
import type { FileSystem } from '../core/file-system';
import { buildMatrix, type CellState, type Matrix, type MatrixCell, type MatrixRow } from '../core/matrix';
import { clausesInRow, type Message, message, renderMessage } from '../core/message';
import { productOf } from '../core/products';
import { evidenceJson } from '../core/resolution-json';
import type { Resolution } from '../core/types';
import type { Answer } from './answer';
import { jsonText } from './json';
import type { Translate } from './language';
import { padTo, printable, Shower, widthOf } from './text';

export type MatrixFormat = 'text' | 'markdown' | 'json';

/** What is shown for a cell without a number. */
const MARKS: Readonly<Record<CellState, string>> = {
  loads: '',
  several: '+',
  ambiguous: '?',
  unlisted: '°',
  disabled: '×',
  waiting: '…',
  dropped: '!',
  'other-name': '~',
  'passed-over': '-',
};

const LEGEND: Readonly<Record<CellState, Message | null>> = {
  loads: null,
  several: message('lists several'),
  ambiguous: message('can differ from run to run'),
  unlisted: message('the model is not told'),
  disabled: message('switched off'),
  waiting: message('waits for trust or for work there'),
  dropped: message('dropped for what is in it'),
  'other-name': message('under another name'),
  'passed-over': message('not read there'),
};

/** The matrix of the resolutions of one work directory. */
export async function matrix(
  files: FileSystem,
  resolutions: readonly Resolution[],
  format: MatrixFormat,
  translate: Translate,
): Promise<Answer> {
  const built = await buildMatrix(files, resolutions);
  return { output: render(built, format, translate), errors: '', status: 0 };
}

function render(built: Matrix, format: MatrixFormat, translate: Translate): string {
  if (format === 'json') return jsonText(toJson(built));
  return format === 'markdown' ? markdownOf(built, translate) : textOf(built, translate);
}

function textOf({ resolutions, rows, warnings }: Matrix, translate: Translate): string {
  const [first] = resolutions;
  if (!first) return '';
  const shower = new Shower(first, translate);
  const letters = resolutions.map((_, index) => String.fromCharCode(0x41 + index));
  const head = resolutions.map(
    (resolution, index) => `${letters[index]} ${shower.message(titleOf(resolution))}`,
  );
  const told = warnings.map(
    ({ file, text }) => `⚠ ${shower.message(message('{0}: {1}', { path: file }, text))}`,
  );
  const end = told.length === 0 ? '' : `\n${told.join('\n')}\n`;
  if (rows.length === 0)
    return `${head.join('\n')}\n\n${shower.message(message('None of them loads a skill here.'))}\n${end}`;
  const width = Math.min(32, Math.max(...rows.map(({ name }) => widthOf(printable(name)))));
  const column = 2;
  const pad = ' '.repeat(width + 2);
  const lines = [...head, '', `${pad}${letters.map(letter => letter.padEnd(column)).join(' ')}`.trimEnd()];
  for (const row of rows) {
    const marks = row.cells.map(cell => `${cell.file === null ? '' : cell.file + 1}${MARKS[cell.state]}`);
    lines.push(
      `${padTo(printable(row.name), width)}  ${marks.map(mark => mark.padEnd(column)).join(' ')}`.trimEnd(),
    );
    row.files.forEach((file, index) => {
      lines.push(`${pad}${index + 1} ${shower.path(file)}`);
    });
    for (const [reason, agents] of reasonsOf(row, letters, shower)) lines.push(`${pad}${agents} ${reason}`);
  }
  const used = new Set(rows.flatMap(({ cells }) => cells.map(({ state }) => state)));
  const legend = (Object.keys(MARKS) as CellState[])
    .filter(state => used.has(state))
    .flatMap(state => (LEGEND[state] ? [message('{0} {1}', MARKS[state], LEGEND[state])] : []));
  const inRow = clausesInRow(legend);
  if (legend.length > 0) lines.push('', shower.message(message('A number is a file; {0}.', inRow)));
  return `${lines.join('\n')}\n${end}`;
}

/** Rules that were not checked against the real program say so. */
function titleOf({ product, profile }: Resolution): Message {
  return productOf(profile).evidence === 'recorded'
    ? message('{0}', product)
    : message('{0} ({1})', product, evidenceOf(profile));
}

/** What is to be said about the cells of a row, each reason once, with the agents that it is about. */
function reasonsOf(
  { cells }: MatrixRow,
  letters: readonly string[],
  shower: Shower,
): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  cells.forEach(({ reason, state }, index) => {
    // Where one lists several, all say how many; the mark is enough.
    if (!reason || state === 'several') return;
    const text = shower.message(reason);
    reasons.set(text, `${reasons.get(text) ?? ''}${letters[index] ?? ''}`);
  });
  return reasons;
}

function markdownOf({ resolutions, rows, warnings }: Matrix, translate: Translate): string {
  const [first] = resolutions;
  if (!first) return '';
  const shower = new Shower(first, translate);
  const head = [message('Skill'), ...resolutions.map(titleOf)].map(text => shower.message(text));
  const cell = (row: MatrixRow, { file, state, reason }: MatrixCell) => {
    const shown = file === null ? '–' : code(shower.path(row.files[file] ?? ''));
    const words = state === 'loads' || state === 'passed-over' ? null : LEGEND[state];
    const said = reason && file === null ? reason : words;
    const why = said ? escaped(shower.message(said)) : '';
    return why === '' ? shown : `${shown} ${why}`;
  };
  const lines = [
    head.map(escaped),
    head.map(() => '---'),
    ...rows.map(row => [code(printable(row.name)), ...row.cells.map(one => cell(row, one))]),
  ];
  const told = warnings.map(
    ({ file, text }) =>
      `\n${shower.message(message('**Warning:** {0}: {1}', code(shower.path(file)), escaped(shower.message(text))))}\n`,
  );
  return `${lines.map(line => `| ${line.join(' | ')} |`).join('\n')}\n${told.join('')}`;
}

/** Text in a cell of a Markdown table. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&');
}

/** A path or a name as code in a Markdown table: in there only the bar and the backtick mean something. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const gap = longest > 0 ? ' ' : '';
  return `${fence}${gap}${text.replaceAll('|', '\\|')}${gap}${fence}`;
}

/** The public shape of `matrix --json`. */
function toJson({ resolutions, rows, warnings }: Matrix) {
  return {
    workDir: resolutions[0]?.workDir ?? null,
    agents: resolutions.map(({ profile, product, failure }) => ({
      profile,
      product,
      evidence: evidenceJson(profile),
      failure: failure && { file: failure.file, reason: renderMessage(failure.reason) },
    })),
    skills: rows.map(({ name, differs, cells }) => ({
      name,
      differs,
      agents: cells.map(({ profile, state, skill, skills, candidate, reason }) => ({
        profile,
        state,
        file: skill?.file ?? null,
        files: skills.map(({ file }) => file),
        candidate: candidate?.file ?? null,
        code: candidate?.code ?? null,
        reason: reason ? renderMessage(reason) : null,
      })),
    })),
    warnings: warnings.map(({ file, text }) => ({ file, text: renderMessage(text) })),
  };
}
