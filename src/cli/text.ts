/** Turning a resolution into text for a terminal. */
import * as path from 'node:path';
import type { Comparison } from '../core/compare';
import { isWinner } from '../core/is-winner';
import { type Message, renderMessage, withVisibleBlanks } from '../core/message';
import type { Candidate, CandidateVerdict, Resolution, Root, Scope } from '../core/types';

export const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  managed: 'Managed',
  project: 'Project',
  user: 'User',
  extra: 'Extra',
  builtin: 'Built-in',
};

/** The word for a verdict in front of a path. */
export const VERDICT_WORDS: Readonly<Record<CandidateVerdict, string>> = {
  active: 'wins',
  listed: 'also listed',
  disabled: 'switched off',
  shadowed: 'shadowed',
  alias: 'alias',
  ambiguous: 'ambiguous',
  invalid: 'dropped',
  unreadable: 'dropped',
  hidden: 'hidden',
  untrusted: 'waits for trust',
  'on-demand': 'on demand',
  'not-read': 'not read',
};

/** Shows paths and messages for one resolution: below the project as relative paths, below the home directory with `~`. */
export class Shower {
  constructor(private readonly resolution: Pick<Resolution, 'projectRoot' | 'home'>) {}

  readonly path = (file: string): string => {
    const { projectRoot, home } = this.resolution;
    const inProject = projectRoot !== home ? relativeTo(projectRoot, file) : undefined;
    // The root itself has no name below itself that would mean something in a sentence.
    if (inProject) return printable(inProject);
    const inHome = relativeTo(home, file);
    return printable(inHome === undefined ? file : path.join('~', inHome));
  };

  message(text: Message): string {
    return printableText(renderMessage(text, { showPath: this.path }));
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

/** How many candidates load and how many do not. Those in places that nobody reads do not count. */
export function counts(candidates: readonly Candidate[]): string {
  const loading = candidates.filter(isWinner).length;
  const others = candidates.length - loading;
  if (candidates.length === 0) return 'nothing';
  const loads = loading === 0 ? 'none loads' : `${loading} ${loading === 1 ? 'loads' : 'load'}`;
  return others === 0 ? loads : `${loads}, ${others} ${others === 1 ? 'does' : 'do'} not`;
}

/** The one reason of a candidate with the place in its file and how it compares with the winner. */
export function reasonOf(candidate: Candidate, shower: Shower, comparison: Comparison | undefined): string {
  const place =
    candidate.line === undefined
      ? ''
      : `line ${candidate.line}${candidate.column === undefined ? '' : `, column ${candidate.column}`}: `;
  return [
    `${place}${shower.message(candidate.reason)}`,
    ...(comparison ? [comparisonText(comparison)] : []),
  ].join('; ');
}

function comparisonText({ differences, complete }: Comparison): string {
  if (differences.length === 0) return complete ? 'identical' : 'identical as far as compared';
  return `differs in ${differences.length} ${differences.length === 1 ? 'file' : 'files'}`;
}

/** The state of a root in a few words. */
export function rootState(root: Root, shower: Shower): string {
  if (root.verdict !== 'active') return shower.message(root.reason);
  const kind = root.group === 'generic' && root.scope === 'project' ? 'canonical' : root.group;
  const link = root.path === root.location ? '' : ` -> ${shower.path(root.path)}`;
  return root.code === 'found' ? `${kind}${link}` : `${kind}${link}: ${shower.message(root.reason)}`;
}

/** Columns of text, padded to the widest cell but for the last. */
export function table(rows: readonly (readonly string[])[]): string {
  const widthOf = (column: number) => Math.max(...rows.map(row => row[column]?.length ?? 0));
  const widths = rows[0]?.map((_, column) => widthOf(column)) ?? [];
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map(row => line(row).trimEnd()).join('\n');
}
