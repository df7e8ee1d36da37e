/** Checking everything that a resolution looked at: every skill file, open or not, and the directories around them. */
import * as path from 'node:path';
import { type Comparison, compareWithWinners } from '../compare';
import { anchorOf } from '../explain/explanations';
import { factsOf } from '../explain/product-facts';
import type { FileSystem } from '../file-system';
import { isWinner } from '../is-winner';
import { EVALUATES_JAVASCRIPT, isJavaScript, JAVASCRIPT_WARNING } from '../javascript-warning';
import { message } from '../message';
import { LARGEST_TEXT } from '../read-text';
import { Slices } from '../slices';
import type { Candidate, Resolution, Root } from '../types';
import { byPlace, checkSource } from './check-text';
import { notUtf8Problem } from './not-utf8';
import { PLACEMENT_CHECKS, type Placement } from './placement-checks';
import { type Problem, type Range, type RelatedFile, START } from './problem';
import { firstNotUtf8, readBytes, toText } from './read-bytes';
import { SURROUNDING_CHECKS } from './root-checks';
import { nameSpan, rangeBetween, readSource, type SkillSource, type TextContext } from './skill-source';

export interface CheckOptions {
  /** As `compareWithWinners` gives it; it is called where this is left out. */
  readonly comparisons?: ReadonlyMap<string, Comparison>;
  /** Texts that an editor has and that are not saved yet, by file. */
  readonly unsaved?: ReadonlyMap<string, string>;
  readonly signal?: AbortSignal;
}

/**
 * All problems, by file and place. Works in slices of time.
 * @throws only the reason of the signal, when it is aborted
 */
export async function checkResolution(
  files: FileSystem,
  resolution: Resolution,
  options: CheckOptions = {},
): Promise<readonly Problem[]> {
  const comparisons = options.comparisons ?? (await compareWithWinners(files, resolution, options.signal));
  const slices = new Slices(options.signal);
  const problems = [...checkSurroundings(resolution)];
  for (const candidate of resolution.candidates) {
    if (slices.due) await slices.pause();
    const unsaved = options.unsaved?.get(candidate.file);
    problems.push(...(await checkCandidate(files, resolution, candidate, comparisons, unsaved)));
  }
  return problems.sort(byPlace);
}

/**
 * The problems of one candidate: those of its text, where the product looks at it, and those of its place.
 * @param comparisons of the copies of its name at least
 * @param unsaved what an editor has in place of what is on disk
 */
export async function checkCandidate(
  files: FileSystem,
  resolution: Resolution,
  candidate: Candidate,
  comparisons: ReadonlyMap<string, Comparison> = new Map(),
  unsaved?: string,
): Promise<readonly Problem[]> {
  const { roots, candidates } = lookup(resolution);
  const root = roots.get(candidate.root);
  if (!root) return [];
  if (root.verdict === 'not-read') return isJavaScript(candidate) ? [javascriptProblem(candidate)] : [];
  const winner = isWinner(candidate) ? undefined : candidates.get(candidate.winnerId ?? '');
  const placement: Placement = { resolution, candidate, root, winner, comparisons };
  const isSkillFile = isParsed(candidate);
  if (!isSkillFile) return placementProblems(placement, undefined);
  const context = textContextOf(resolution, candidate);
  if (unsaved !== undefined) return textAndPlace(placement, await readSource(unsaved, context));
  const bytes = readBytes(files, candidate.file);
  if (!bytes) return placementProblems(placement, undefined);
  const bad = firstNotUtf8(bytes);
  if (bad >= 0 && !(bytes.length === LARGEST_TEXT && bad >= bytes.length - 3)) {
    const problem = notUtf8Problem(resolution.profile, candidate, bytes.subarray(0, bad), bytes[bad] ?? 0);
    const found = root.verdict === 'active' ? [problem] : [];
    if (factsOf(resolution.profile).badBytes !== 'replaced') return found;
    return [...found, ...onDisk(placement, await readSource(toText(bytes), context))];
  }
  return onDisk(placement, await readSource(toText(bytes), context));
}

interface Lookup {
  readonly roots: ReadonlyMap<string, Root>;
  readonly candidates: ReadonlyMap<string, Candidate>;
}

const lookups = new WeakMap<Resolution, Lookup>();

/** The roots and candidates of a resolution by their ids, made once. */
function lookup(resolution: Resolution): Lookup {
  const known = lookups.get(resolution);
  if (known) return known;
  const made = {
    roots: new Map(resolution.roots.map(root => [root.id, root])),
    candidates: new Map(resolution.candidates.map(candidate => [candidate.id, candidate])),
  };
  lookups.set(resolution, made);
  return made;
}

/** The problems of directories and of the configuration. */
export function checkSurroundings(resolution: Resolution): readonly Problem[] {
  return SURROUNDING_CHECKS.flatMap(check =>
    check.find(resolution).map(({ file, line, message }) => ({
      code: check.code,
      severity: check.severity,
      file,
      range: line === undefined ? START : wholeLine(line - 1),
      message,
      related: [],
      fixes: check.fixes,
      anchor: anchorOf(check.code),
      knownToEditor: false,
    })),
  );
}

/** What the text of a candidate is judged by. */
export function textContextOf(resolution: Resolution, candidate: Candidate): TextContext {
  const { file, form, dir } = candidate;
  const defaultName = form === 'directory' ? path.basename(dir) : path.basename(file).replace(/\.md$/i, '');
  const root = lookup(resolution).roots.get(candidate.root);
  return { profile: resolution.profile, file, form, defaultName, ...(root && { root }) };
}

/** What lies beside the rule, but is a skill file all the same. */
const NEAR_MISSES = new Set([
  'too-deep',
  'inside-skill',
  'wrong-case',
  'link-to-folder-of-skills',
  'dot-folder',
]);

/** Whether the product reads the file of the candidate, or would if it looked there. */
function isParsed({ verdict, code }: Candidate): boolean {
  if (verdict === 'unreadable') return false;
  return verdict !== 'not-read' || NEAR_MISSES.has(code);
}

/** The same for the text that the resolution is about. */
function onDisk(placement: Placement, source: SkillSource): readonly Problem[] {
  const found = textAndPlace(placement, source);
  return [...found, ...lossBeyondText(placement, source, found)];
}

/** A text is only judged where the product reads it; of the others, the place is all that matters. */
function textAndPlace(placement: Placement, source: SkillSource): readonly Problem[] {
  const { candidate, root } = placement;
  const isRead =
    root.verdict === 'active' && candidate.verdict !== 'not-read' && candidate.verdict !== 'alias';
  const ofText = isRead
    ? checkSource(source).map(problem => ({
        ...problem,
        ...(problem.severity === 'error' && { related: inItsPlace(placement) }),
        candidate: candidate.id,
      }))
    : isJavaScript(candidate) && candidate.verdict !== 'alias'
      ? [javascriptProblem(candidate)]
      : [];
  return [...ofText, ...placementProblems(placement, source)];
}

/**
 * What loses a skill by more than its text: a setting, a file beside it, another file that is the same. The text alone does
 * not tell, so that the reason is that of the candidate.
 */
function lossBeyondText(
  { resolution, candidate, root }: Placement,
  source: SkillSource,
  found: readonly Problem[],
): readonly Problem[] {
  if (root.verdict !== 'active' || candidate.verdict !== 'invalid') return [];
  if (found.some(({ code, severity }) => severity === 'error' || code === candidate.code)) return [];
  const { code, reason, line, file, id } = candidate;
  return [
    {
      code,
      severity: 'error',
      file,
      range: line === undefined ? rangeOfName(source) : wholeLine(line - 1),
      message: message('{0}: {1} drops this skill', reason, factsOf(resolution.profile).name),
      related: [],
      fixes: [],
      anchor: anchorOf(code),
      knownToEditor: false,
      candidate: id,
      loss: { kind: 'dropped', reason },
    },
  ];
}

/** Whether the place, and not the text, keeps the product from loading it. */
function lossIn({ candidate, root }: Placement, severity: Problem['severity']): Pick<Problem, 'loss'> {
  const { verdict, reason } = candidate;
  if (root.verdict !== 'active' || severity === 'information') return {};
  if (verdict === 'unreadable') return { loss: { kind: 'dropped', reason } };
  return verdict === 'not-read' ? { loss: { kind: 'passed-over', reason } } : {};
}

/** What OpenCode would run is said of, also where the product does not look. */
function javascriptProblem({ file, id }: Candidate): Problem {
  return {
    code: EVALUATES_JAVASCRIPT,
    severity: 'warning',
    file,
    range: wholeLine(0),
    message: JAVASCRIPT_WARNING,
    related: [],
    fixes: [],
    anchor: anchorOf(EVALUATES_JAVASCRIPT),
    knownToEditor: false,
    candidate: id,
  };
}

/** What loads under the name of a skill that is dropped: without a word, another copy takes its place. */
function inItsPlace({ winner }: Placement): readonly RelatedFile[] {
  if (!winner) return [];
  return [{ file: winner.file, message: message('this one loads as “{0}” in its place', winner.name) }];
}

function placementProblems(placement: Placement, source: SkillSource | undefined): readonly Problem[] {
  const { candidate } = placement;
  const range: Range = source ? rangeOfName(source) : START;
  return PLACEMENT_CHECKS.flatMap(check => {
    const finding = check.find(placement);
    if (!finding) return [];
    return [
      {
        code: check.code,
        severity: finding.severity ?? check.severity,
        file: candidate.file,
        range,
        message: finding.message,
        related: finding.related ?? [],
        fixes: finding.fixes ?? check.fixes,
        anchor: anchorOf(check.code),
        knownToEditor: false,
        candidate: candidate.id,
        ...lossIn(placement, finding.severity ?? check.severity),
      },
    ];
  });
}

function rangeOfName(source: SkillSource): Range {
  const { from, to } = nameSpan(source);
  const end = source.text.indexOf('\n', from);
  return rangeBetween(source, from, end === -1 ? to : Math.min(to, end));
}

/** A line as a whole: editors cut the range to what is there. */
function wholeLine(line: number): Range {
  return { start: { line, character: 0 }, end: { line, character: 1000 } };
}
