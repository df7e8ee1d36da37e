/** A resolution to be pasted into an issue: as Markdown for people, as JSON for programs, both without the home directory. */
import * as path from 'node:path';
import type { Comparison } from './compare';
import { type FileSystem, isFault } from './file-system';
import { GROUP_WORDS } from './group-words';
import { isWinner } from './is-winner';
import { clausesInRow, type Message, type MessageArg, message, renderMessage, term } from './message';
import { reasonWithPlace } from './reason-with-place';
import { resolutionJson } from './resolution-json';
import { scopeTerm } from './scope-term';
import { type Candidate, type CandidateVerdict, type Resolution, type Root, SCOPES } from './types';

export type ExportFormat = 'markdown' | 'json';

/**
 * The text, with a line end at its end. JSON is the same in any language.
 * @param files tells under which other path the home directory is known
 * @param translate gives templates of the Markdown in the reader's language
 */
export function exportText(
  format: ExportFormat,
  files: FileSystem,
  resolution: Resolution,
  comparisons: ReadonlyMap<string, Comparison>,
  translate?: (template: string) => string,
): string {
  const shorten = homeShortener(files, resolution.home);
  if (format === 'markdown') {
    const say = sayIn(resolution, translate);
    return `${shorten(markdownOf(resolution, comparisons, say))}\n`;
  }
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

type Say = (text: Message) => string;

/** Renders messages with paths below the project as relative ones. */
function sayIn({ projectRoot, home }: Resolution, translate?: (template: string) => string): Say {
  const prefix = projectRoot.endsWith(path.sep) ? projectRoot : projectRoot + path.sep;
  const showPath = (file: string) =>
    projectRoot !== home && file.startsWith(prefix) ? file.slice(prefix.length) : file;
  return text => renderMessage(text, { showPath, ...(translate && { translate }) });
}

/** The words of the JSON, for people. */
const VERDICTS: Readonly<Record<CandidateVerdict, MessageArg>> = {
  active: term('active'),
  listed: term('listed'),
  disabled: term('disabled'),
  shadowed: term('shadowed'),
  alias: term('alias'),
  ambiguous: term('ambiguous'),
  invalid: term('invalid'),
  unreadable: term('unreadable'),
  hidden: term('hidden'),
  untrusted: term('untrusted'),
  'on-demand': term('on-demand'),
  'not-read': term('not-read'),
};

function markdownOf(resolution: Resolution, comparisons: ReadonlyMap<string, Comparison>, say: Say): string {
  const { product, projectRoot, projectRootFrom, workDir, configuration, failure } = resolution;
  const how = projectRootFrom === 'git' ? message('found by its .git') : message('the work directory');
  const isRead = (root: Root) => root.verdict !== 'not-read';
  const facts = [
    message('project root: {0} ({1})', code(projectRoot), how),
    ...(workDir === projectRoot ? [] : [message('work directory: {0}', code(workDir))]),
    ...(configuration.file === null ? [] : [message('configuration: {0}', code(configuration.file))]),
    ...configuration.remarks.map(({ text }) => message('⚠ {0}', code(say(text)))),
    ...(failure
      ? [message('does not start here: {0}: {1}', code(failure.file), code(say(failure.reason)))]
      : []),
    inNumbers(resolution, resolution.roots.filter(isRead)),
  ];
  const lines = [
    `### ${say(message('Skills as {0} loads them', product))}`,
    '',
    ...facts.map(fact => `- ${say(fact)}`),
  ];
  for (const scope of SCOPES) {
    const roots = resolution.roots.filter(
      root => root.scope === scope && isRead(root) && isWorthTelling(root),
    );
    if (roots.length === 0) continue;
    const heading = message('{0}: {1}', scopeTerm(scope), inNumbers(resolution, roots));
    lines.push('', `#### ${say(heading)}`, '');
    for (const root of roots) lines.push(...rootLines(root, resolution, comparisons, say));
  }
  const unread = resolution.roots.filter(root => !isRead(root));
  if (unread.length > 0) lines.push('', `#### ${say(message('Not read here'))}`, '');
  for (const root of unread) lines.push(...rootLines(root, resolution, comparisons, say));
  return lines.join('\n');
}

function rootLines(
  root: Root,
  resolution: Resolution,
  comparisons: ReadonlyMap<string, Comparison>,
  say: Say,
): readonly string[] {
  const isPlain = root.verdict === 'active' && root.code === 'found';
  const state = isPlain ? message('{0}', GROUP_WORDS[root.group]) : root.reason;
  return [
    `- ${say(message('{0} ({1})', code(root.label), code(say(state))))}`,
    ...(root.carries ?? []).map(name => `  - ${say(message('{0}: no file', code(name)))}`),
    ...candidatesIn(resolution, [root]).map(candidate =>
      candidateLine(candidate, comparisons.get(candidate.id), say),
    ),
  ];
}

function candidateLine(candidate: Candidate, comparison: Comparison | undefined, say: Say): string {
  const { name, entry, verdict, unlisted } = candidate;
  const plain = candidate.form === 'flat' ? entry.replace(/\.md$/i, '') : entry;
  const isPlain = plain === name && candidate.form === 'directory';
  const shown = isPlain ? code(name) : message('{0} ({1})', code(name), code(entry));
  const more = unlisted ? [code(say(unlisted.reason))] : [];
  if (verdict === 'active') return `  - ✔ ${say(clausesInRow([shown, ...more]))}`;
  // The root above says why already.
  if (verdict === 'hidden') return `  - ✘ ${say(clausesInRow([shown, VERDICTS.hidden]))}`;
  const why = message('{0}: {1}', VERDICTS[verdict], code(say(reasonWithPlace(candidate))));
  const mark = isWinner(candidate) ? '⚠' : '✘';
  return `  - ${mark} ${say(clausesInRow([shown, why, ...differences(comparison), ...more]))}`;
}

function differences(comparison: Comparison | undefined): readonly Message[] {
  if (!comparison) return [];
  const { length } = comparison.differences;
  if (length === 0) return comparison.complete ? [message('identical')] : [];
  return [length === 1 ? message('differs in 1 file') : message('differs in {0} files', length)];
}

/** Text that Markdown takes for nothing else, and GitHub for no name of a person: a code span whose fence is long enough. */
function code(text: string): MessageArg {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return term('(empty)');
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

function inNumbers(resolution: Resolution, roots: readonly Root[]): Message {
  const candidates = candidatesIn(resolution, roots);
  if (candidates.length === 0) {
    const carried = roots.reduce((sum, { carries = [] }) => sum + carries.length, 0);
    return carried === 0 ? message('no skill') : message('{0} without a file', carried);
  }
  const loads = candidates.filter(isWinner).length;
  const others = candidates.length - loads;
  if (loads === 1)
    return others === 1 ? message('1 loads, 1 does not') : message('1 loads, {0} do not', others);
  return others === 1
    ? message('{0} load, 1 does not', loads)
    : message('{0} load, {1} do not', loads, others);
}
