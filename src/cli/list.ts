/** `which-skill list`: the tree as text. */
import type { Comparison } from '../core/compare';
import type { DetectedProduct } from '../core/detect-product';
import { evidenceWithName } from '../core/evidence';
import { inputInWords } from '../core/explain/outline';
import { isWinner } from '../core/is-winner';
import { isJavaScriptRemark } from '../core/javascript-warning';
import { productOf } from '../core/products';
import { resolutionJson } from '../core/resolution-json';
import { type Candidate, type Resolution, type Root, SCOPES } from '../core/types';
import type { Answer, Terminal } from './answer';
import { jsonText } from './json';
import { counts, printable, printableText, reasonOf, rootState, SCOPE_NAMES, Shower } from './text';

/** The whole resolution, for people or as JSON. */
export function list(
  resolution: Resolution,
  comparisons: ReadonlyMap<string, Comparison>,
  json: boolean,
  terminal: Terminal | null,
  detected: DetectedProduct | null = null,
): Answer {
  if (json)
    return { output: jsonText(resolutionJson(resolution, comparisons, detected)), errors: '', status: 0 };
  const shower = new Shower(resolution);
  const lines = [...header(resolution, shower, detected)];
  const nothingLoads = resolution.skills.length === 0;
  for (const scope of SCOPES) {
    const roots = resolution.roots.filter(
      root => root.scope === scope && root.verdict !== 'not-read' && isWorthShowing(root, nothingLoads),
    );
    const inScope = candidatesIn(resolution, roots);
    if (roots.length === 0) continue;
    lines.push('', `${SCOPE_NAMES[scope]}  ${scopeCounts(roots, inScope)}`);
    for (const root of roots)
      lines.push(...rootLines(root, candidatesIn(resolution, [root]), comparisons, shower));
  }
  const unread = resolution.roots.filter(root => root.verdict === 'not-read');
  if (unread.length > 0) lines.push('', 'Not read here');
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
  yield `${resolution.product} · ${counts(candidatesIn(resolution, read))}`;
  if (productOf(resolution.profile).evidence !== 'recorded')
    yield shower.message(evidenceWithName(resolution.profile));
  for (const reason of detected?.why.slice(0, 1) ?? []) yield `chosen for you: ${shower.message(reason)}`;
  const how =
    resolution.projectRootFrom === 'git' ? 'found by its .git' : 'the work directory: no .git up to the top';
  yield `project root ${printable(resolution.projectRoot)} (${how})`;
  if (resolution.configuration.file !== null)
    yield `configuration ${shower.path(resolution.configuration.file)}`;
  for (const input of resolution.configuration.inputs ?? [])
    yield `read ${shower.message(inputInWords(input))}`;
  // They name their lines themselves.
  for (const { text } of resolution.configuration.remarks) yield `  ⚠ ${shower.message(text)}`;
  if (resolution.skills.length === 0) yield 'No skills load here. The directories that are looked at:';
}

/** What is compiled into the product has no candidates. */
function scopeCounts(roots: readonly Root[], candidates: readonly Candidate[]): string {
  const carried = roots.flatMap(root => root.carries ?? []).length;
  if (carried === 0) return counts(candidates);
  return `${candidates.length === 0 ? '' : `${counts(candidates)}, `}${carried} compiled in`;
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
  const nameWidth = Math.min(30, Math.max(0, ...candidates.map(candidate => candidate.name.length)));
  for (const candidate of candidates) {
    const name = printable(candidate.name).padEnd(nameWidth);
    yield `    ${mark(candidate)} ${name}  ${state(candidate, comparisons.get(candidate.id), shower)}`;
    // What OpenCode would run, it runs wherever it lies.
    const said = candidate.remarks.filter(
      remark => remark.severity === 'warning' && (isWinner(candidate) || isJavaScriptRemark(remark)),
    );
    for (const { text, line } of said) {
      yield `      ⚠ ${line === undefined ? '' : `line ${line}: `}${shower.message(text)}`;
    }
  }
}

function state(candidate: Candidate, comparison: Comparison | undefined, shower: Shower): string {
  if (candidate.verdict === 'active') {
    return [
      candidate.form === 'flat' ? 'flat file.' : '',
      candidate.type === 'flow' ? 'flow.' : '',
      candidate.unlisted ? `(${shower.message(candidate.unlisted.reason)})` : '',
      printableText(candidate.description ?? ''),
    ]
      .filter(part => part !== '')
      .join(' ');
  }
  const word = candidate.verdict === 'invalid' ? 'invalid: ' : '';
  const entry = candidate.name === candidate.entry ? '' : `(${printable(candidate.entry)}) `;
  return `${entry}${word}${reasonOf(candidate, shower, comparison)}`;
}

function mark({ verdict }: Candidate): string {
  if (verdict === 'active') return '●';
  if (verdict === 'alias') return '↷';
  return verdict === 'ambiguous' ? '⚠' : '⊘';
}

/** Keeps a line to the width of the terminal, characters being taken for equally wide. */
function clip(line: string, width: number): string {
  const characters = [...line];
  return characters.length > width ? `${characters.slice(0, Math.max(width - 1, 1)).join('')}…` : line;
}
