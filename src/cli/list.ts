/** `which-skill list`: the tree as text. */
import type { Comparison } from '../core/compare';
import type { DetectedProduct } from '../core/detect-product';
import { evidenceWithName } from '../core/evidence';
import { inputInWords } from '../core/explain/outline';
import { isWinner } from '../core/is-winner';
import { isJavaScriptRemark } from '../core/javascript-warning';
import { clausesInRow, type Message, message } from '../core/message';
import { productOf } from '../core/products';
import { resolutionJson } from '../core/resolution-json';
import { scopeTerm } from '../core/scope-term';
import { type Candidate, type Resolution, type Root, SCOPES } from '../core/types';
import type { Answer, Terminal } from './answer';
import { jsonText } from './json';
import type { Translate } from './language';
import { counts, padTo, printable, printableText, reasonOf, rootState, Shower, widthOf } from './text';

/** The whole resolution, for people or as JSON. */
export function list(
  resolution: Resolution,
  comparisons: ReadonlyMap<string, Comparison>,
  json: boolean,
  terminal: Terminal | null,
  detected: DetectedProduct | null = null,
  translate: Translate = undefined,
): Answer {
  if (json)
    return { output: jsonText(resolutionJson(resolution, comparisons, detected)), errors: '', status: 0 };
  const shower = new Shower(resolution, translate);
  const lines = [...header(resolution, shower, detected)];
  const nothingLoads = resolution.skills.length === 0;
  for (const scope of SCOPES) {
    const roots = resolution.roots.filter(
      root => root.scope === scope && root.verdict !== 'not-read' && isWorthShowing(root, nothingLoads),
    );
    const inScope = candidatesIn(resolution, roots);
    if (roots.length === 0) continue;
    lines.push('', shower.message(message('{0}  {1}', scopeTerm(scope), scopeCounts(roots, inScope))));
    for (const root of roots)
      lines.push(...rootLines(root, candidatesIn(resolution, [root]), comparisons, shower));
  }
  const unread = resolution.roots.filter(root => root.verdict === 'not-read');
  if (unread.length > 0) lines.push('', shower.message(message('Not read here')));
  for (const root of unread)
    lines.push(...rootLines(root, candidatesIn(resolution, [root]), comparisons, shower));
  const shown = terminal ? lines.map(line => clip(line, terminal.width)) : lines;
  return { output: `${shown.join('\n')}\n`, errors: '', status: 0 };
}

function* header(
  resolution: Resolution,
  shower: Shower,
  detected: DetectedProduct | null,
): Generator<string> {
  const read = resolution.roots.filter(root => root.verdict !== 'not-read');
  const say = (text: Message) => shower.message(text);
  yield say(message('{0} · {1}', resolution.product, counts(candidatesIn(resolution, read))));
  if (productOf(resolution.profile).evidence !== 'recorded')
    yield shower.message(evidenceWithName(resolution.profile));
  for (const reason of detected?.why.slice(0, 1) ?? []) yield say(message('chosen for you: {0}', reason));
  const how =
    resolution.projectRootFrom === 'git'
      ? message('found by its .git')
      : message('the work directory: no .git up to the top');
  yield say(message('project root {0} ({1})', printable(resolution.projectRoot), how));
  if (resolution.configuration.file !== null)
    yield say(message('configuration {0}', { path: resolution.configuration.file }));
  for (const input of resolution.configuration.inputs ?? [])
    yield say(message('read {0}', inputInWords(input)));
  // They name their lines themselves.
  for (const { text } of resolution.configuration.remarks) yield `  ⚠ ${shower.message(text)}`;
  if (resolution.skills.length === 0)
    yield say(message('No skills load here. The directories that are looked at:'));
}

/** What is compiled into the product has no candidates. */
function scopeCounts(roots: readonly Root[], candidates: readonly Candidate[]): Message {
  const carried = roots.flatMap(root => root.carries ?? []).length;
  if (carried === 0) return counts(candidates);
  const compiledIn = message('{0} compiled in', carried);
  return candidates.length === 0 ? compiledIn : clausesInRow([counts(candidates), compiledIn]);
}

/** Directories that are not there are only worth a line where somebody named them, or where nothing was found at all. */
function isWorthShowing(root: Root, nothingLoads: boolean): boolean {
  if (root.verdict !== 'missing' || nothingLoads) return true;
  return root.group === 'configured' || root.group === 'builtin' || root.code !== 'no-directory';
}

function candidatesIn(resolution: Resolution, roots: readonly Root[]): readonly Candidate[] {
  const ids = new Set(roots.map(root => root.id));
  return resolution.candidates.filter(candidate => ids.has(candidate.root));
}

function* rootLines(
  root: Root,
  candidates: readonly Candidate[],
  comparisons: ReadonlyMap<string, Comparison>,
  shower: Shower,
): Generator<string> {
  yield `  ${printable(root.label)}  ${rootState(root, shower)}`;
  const nameWidth = Math.min(30, Math.max(0, ...candidates.map(({ name }) => widthOf(name))));
  for (const candidate of candidates) {
    const name = padTo(printable(candidate.name), nameWidth);
    yield `    ${mark(candidate)} ${name}  ${state(candidate, comparisons.get(candidate.id), shower)}`;
    // What OpenCode would run, it runs wherever it lies.
    const said = candidate.remarks.filter(
      remark => remark.severity === 'warning' && (isWinner(candidate) || isJavaScriptRemark(remark)),
    );
    for (const { text, line } of said) {
      yield `      ⚠ ${shower.message(line === undefined ? text : message('line {0}: {1}', line, text))}`;
    }
  }
}

function state(candidate: Candidate, comparison: Comparison | undefined, shower: Shower): string {
  if (candidate.verdict === 'active') {
    return [
      candidate.form === 'flat' ? shower.message(message('flat file.')) : '',
      candidate.type === 'flow' ? shower.message(message('flow.')) : '',
      candidate.unlisted ? shower.message(message('({0})', candidate.unlisted.reason)) : '',
      printableText(candidate.description ?? ''),
    ]
      .filter(part => part !== '')
      .join(' ');
  }
  const reason = reasonOf(candidate, comparison);
  const text = candidate.verdict === 'invalid' ? message('invalid: {0}', reason) : reason;
  const entry = candidate.name === candidate.entry ? '' : shower.message(message('({0}) ', candidate.entry));
  return `${entry}${shower.message(text)}`;
}

function mark({ verdict }: Candidate): string {
  if (verdict === 'active') return '●';
  if (verdict === 'alias') return '↷';
  return verdict === 'ambiguous' ? '⚠' : '⊘';
}

/** Keeps a line to the width of the terminal. */
function clip(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  let clipped = '';
  for (const character of line) {
    if (clipped !== '' && widthOf(clipped + character) > width - 1) break;
    clipped += character;
  }
  return `${clipped}…`;
}
