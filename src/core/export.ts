/** A resolution to be pasted into an issue: as Markdown for people, as JSON for programs, both without the home directory. */
import * as path from 'node:path';
import type { Comparison } from './compare';
import { type FileSystem, isFault } from './file-system';
import { isWinner } from './is-winner';
import { type Message, renderMessage } from './message';
import { resolutionJson } from './resolution-json';
import { type Candidate, type Resolution, type Root, SCOPES, type Scope } from './types';

export type ExportFormat = 'markdown' | 'json';

/**
 * The text, with a line end at its end. It is English whatever the reader's language: whoever reads the issue may have
 * another one.
 * @param files tells under which other path the home directory is known
 */
export function exportText(
  format: ExportFormat,
  files: FileSystem,
  resolution: Resolution,
  comparisons: ReadonlyMap<string, Comparison>,
): string {
  const shorten = homeShortener(files, resolution.home);
  if (format === 'markdown') return `${shorten(markdownOf(resolution, comparisons))}\n`;
  const value = shortened(resolutionJson(resolution, comparisons), shorten);
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Replaces the home directory by `~` wherever it stands in a text as a whole path, or as the beginning of one. */
export function homeShortener(files: FileSystem, home: string): (text: string) => string {
  const real = files.realPath(home);
  const homes = [...new Set([home, ...(isFault(real) ? [] : [real])])]
    .map(place => place.replace(/[\\/]+$/, ''))
    .filter(place => place !== '' && !/^[A-Za-z]:$/.test(place))
    .sort((a, b) => b.length - a.length)
    .map(place => place.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (homes.length === 0) return text => text;
  // A path that only begins or ends with the same letters is another one: `/home/kim2`, `/backup/home/kim`.
  const pattern = new RegExp(`(?<![\\w./\\\\-])(?:${homes.join('|')})(?![\\w-]|\\.\\w)`, 'g');
  return text => text.replace(pattern, '~');
}

function shortened(value: unknown, shorten: (text: string) => string): unknown {
  if (typeof value === 'string') return shorten(value);
  if (Array.isArray(value)) return value.map(entry => shortened(entry, shorten));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shortened(entry, shorten)]));
}

/** Renders messages with paths below the project as relative ones. */
function sayIn({ projectRoot, home }: Resolution): (text: Message) => string {
  const prefix = projectRoot.endsWith(path.sep) ? projectRoot : projectRoot + path.sep;
  const showPath = (file: string) =>
    projectRoot !== home && file.startsWith(prefix) ? file.slice(prefix.length) : file;
  return text => renderMessage(text, { showPath });
}

const HEADINGS: Readonly<Partial<Record<Scope, string>>> = { builtin: 'Built-in' };

function markdownOf(resolution: Resolution, comparisons: ReadonlyMap<string, Comparison>): string {
  const say = sayIn(resolution);
  const { product, projectRoot, projectRootFrom, workDir, configuration, failure } = resolution;
  const how = projectRootFrom === 'git' ? 'found by its .git' : 'the work directory';
  const isRead = (root: Root) => root.verdict !== 'not-read';
  const lines = [
    `### Skills as ${product} loads them`,
    '',
    `- project root: ${code(projectRoot)} (${how})`,
    ...(workDir === projectRoot ? [] : [`- work directory: ${code(workDir)}`]),
    ...(configuration.file === null ? [] : [`- configuration: ${code(configuration.file)}`]),
    ...configuration.remarks.map(({ text }) => `- ⚠ ${code(say(text))}`),
    ...(failure ? [`- does not start here: ${code(failure.file)}: ${code(say(failure.reason))}`] : []),
    `- ${inNumbers(candidatesIn(resolution, resolution.roots.filter(isRead)))}`,
  ];
  for (const scope of SCOPES) {
    const roots = resolution.roots.filter(
      root => root.scope === scope && isRead(root) && isWorthTelling(root),
    );
    if (roots.length === 0) continue;
    const heading = HEADINGS[scope] ?? `${scope[0]!.toUpperCase()}${scope.slice(1)}`;
    lines.push('', `#### ${heading}: ${inNumbers(candidatesIn(resolution, roots))}`, '');
    for (const root of roots) lines.push(...rootLines(root, resolution, comparisons));
  }
  const unread = resolution.roots.filter(root => !isRead(root));
  if (unread.length > 0) lines.push('', '#### Not read here', '');
  for (const root of unread) lines.push(...rootLines(root, resolution, comparisons));
  return lines.join('\n');
}

function rootLines(
  root: Root,
  resolution: Resolution,
  comparisons: ReadonlyMap<string, Comparison>,
): readonly string[] {
  const say = sayIn(resolution);
  const state = root.verdict === 'active' && root.code === 'found' ? root.group : say(root.reason);
  return [
    `- ${code(root.label)} (${code(state)})`,
    ...(root.carries ?? []).map(name => `  - ${code(name)}: no file`),
    ...candidatesIn(resolution, [root]).map(candidate =>
      candidateLine(candidate, comparisons.get(candidate.id), say),
    ),
  ];
}

function candidateLine(
  candidate: Candidate,
  comparison: Comparison | undefined,
  say: (text: Message) => string,
): string {
  const { name, entry, verdict, reason, line, column, unlisted } = candidate;
  const plain = candidate.form === 'flat' ? entry.replace(/\.md$/i, '') : entry;
  const shown = `${code(name)}${plain === name && candidate.form === 'directory' ? '' : ` (${code(entry)})`}`;
  const more = unlisted ? `, ${code(say(unlisted.reason))}` : '';
  if (verdict === 'active') return `  - ✔ ${shown}${more}`;
  // The root above says why already.
  if (verdict === 'hidden') return `  - ✘ ${shown}, hidden`;
  const at =
    line === undefined ? '' : column === undefined ? `line ${line}: ` : `line ${line}, column ${column}: `;
  const mark = isWinner(candidate) ? '⚠' : '✘';
  return `  - ${mark} ${shown}, ${verdict}: ${code(`${at}${say(reason)}`)}${differences(comparison)}${more}`;
}

function differences(comparison: Comparison | undefined): string {
  if (!comparison) return '';
  const { length } = comparison.differences;
  if (length === 0) return comparison.complete ? ', identical' : '';
  return length === 1 ? ', differs in 1 file' : `, differs in ${length} files`;
}

/** Text that Markdown takes for nothing else, and GitHub for no name of a person: a code span whose fence is long enough. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '(empty)';
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

function isWorthTelling({ verdict, group, code: reason }: Root): boolean {
  return verdict !== 'missing' || group === 'configured' || reason !== 'no-directory';
}

function candidatesIn(resolution: Resolution, roots: readonly Root[]): readonly Candidate[] {
  const ids = new Set(roots.map(({ id }) => id));
  return resolution.candidates.filter(({ root }) => ids.has(root));
}

function inNumbers(candidates: readonly Candidate[]): string {
  const loads = candidates.filter(isWinner).length;
  const others = candidates.length - loads;
  return `${loads} ${loads === 1 ? 'loads' : 'load'}, ${others} ${others === 1 ? 'does' : 'do'} not`;
}
