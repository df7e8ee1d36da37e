/** Turning a resolution into text for a terminal. */
import * as path from 'node:path';
import type { Comparison } from '../core/compare';
import { countsInWords } from '../core/counts-in-words';
import { GROUP_WORDS } from '../core/group-words';
import { isWinner } from '../core/is-winner';
import { type Message, message, renderMessage, sentencesInRow, withVisibleBlanks } from '../core/message';
import { reasonWithPlace } from '../core/reason-with-place';
import type { Candidate, CandidateVerdict, Resolution, Root } from '../core/types';
import type { Translate } from './language';

/** The word for a verdict in front of a path. */
export const VERDICT_WORDS: Readonly<Record<CandidateVerdict, Message>> = {
  active: message('wins'),
  listed: message('also listed'),
  disabled: message('switched off'),
  shadowed: message('shadowed'),
  alias: message('alias'),
  ambiguous: message('ambiguous'),
  invalid: message('dropped'),
  unreadable: message('dropped'),
  hidden: message('hidden'),
  untrusted: message('waits for trust'),
  'on-demand': message('on demand'),
  'not-read': message('not read'),
};

/** Shows paths and messages for one resolution: below the project as relative paths, below the home directory with `~`. */
export class Shower {
  constructor(
    private readonly resolution: Pick<Resolution, 'projectRoot' | 'home'>,
    private readonly translate: Translate,
  ) {}

  readonly path = (file: string): string => {
    const { projectRoot, home } = this.resolution;
    const inProject = projectRoot !== home ? relativeTo(projectRoot, file) : undefined;
    // The root itself has no name below itself that would mean something in a sentence.
    if (inProject) return printable(inProject);
    const inHome = relativeTo(home, file);
    return printable(inHome === undefined ? file : path.join('~', inHome));
  };

  message(text: Message): string {
    const { path: showPath, translate } = this;
    return printableText(renderMessage(text, { showPath, ...(translate && { translate }) }));
  }
}

/** The path below a directory; undefined where it is not below it. */
function relativeTo(directory: string, file: string): string | undefined {
  const relative = path.relative(directory, file);
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
    ? undefined
    : relative;
}

/** What a terminal or an eye takes for something else than text, but for the ASCII control characters; also lone surrogates. */
export const STEERING = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/** A character as its code, in the notation of JSON. */
export function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * A name, a path or a sentence on one line that cannot steer a terminal: line ends, tabs, other control characters and
 * those that turn the direction of writing are shown as their code.
 */
export function printable(text: string): string {
  return withVisibleBlanks(text)
    .replace(/[\u0000-\u001f]/g, codeOf)
    .replace(STEERING, codeOf);
}

/** As a shell takes it for one word. */
export function quoted(word: string): string {
  const shown = printable(word);
  return /^[\w@%+=:,./~-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}

/** The same of a longer text, such as a description: line ends and tabs become blanks. */
export function printableText(text: string): string {
  return printable(text.replace(/[\t\n\r]+/g, ' '));
}

/** A message that belongs to no resolution. */
export function inWords(text: Message, translate: Translate): string {
  return printableText(renderMessage(text, translate && { translate }));
}

/** What goes to the errors, with the name of the command in front. */
export function errorLine(text: string): string {
  return `which-skill: ${text}\n`;
}

/** How many candidates load and how many do not. Those in places that nobody reads do not count. */
export function counts(candidates: readonly Candidate[]): Message {
  const loading = candidates.filter(isWinner).length;
  return candidates.length === 0
    ? message('nothing')
    : countsInWords({ loads: loading, others: candidates.length - loading });
}

/** The one reason of a candidate with the place in its file and how it compares with the winner. */
export function reasonOf(candidate: Candidate, comparison: Comparison | undefined): Message {
  const reason = reasonWithPlace(candidate);
  return comparison ? sentencesInRow([reason, comparisonInWords(comparison)]) : reason;
}

function comparisonInWords({ differences, complete }: Comparison): Message {
  const { length } = differences;
  if (length === 0) return complete ? message('identical') : message('identical as far as compared');
  return length === 1 ? message('differs in 1 file') : message('differs in {0} files', length);
}

/** The state of a root in a few words. */
export function rootState(root: Root, shower: Shower): string {
  if (root.verdict !== 'active') return shower.message(root.reason);
  const isCanonical = root.group === 'generic' && root.scope === 'project';
  const kind = isCanonical ? message('canonical') : message('{0}', GROUP_WORDS[root.group]);
  const link = root.path === root.location ? kind : message('{0} -> {1}', kind, { path: root.path });
  return shower.message(root.code === 'found' ? link : message('{0}: {1}', link, root.reason));
}

/** Columns of text, padded to the widest cell but for the last. */
export function table(rows: readonly (readonly string[])[]): string {
  const widest = (column: number) => Math.max(...rows.map(row => widthOf(row[column] ?? '')));
  const widths = rows[0]?.map((_, column) => widest(column)) ?? [];
  const line = (row: readonly string[]) =>
    row.map((cell, column) => padTo(cell, widths[column] ?? 0)).join('  ');
  return rows.map(row => line(row).trimEnd()).join('\n');
}

/** Characters that a terminal shows twice as wide as Latin letters: Han, kana, hangul, and punctuation that goes with them. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/gu;

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  return text.length + (text.match(WIDE) ?? []).filter(({ length }) => length === 1).length;
}

/** The text with blanks after it, up to so many columns. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
