/** What a team does not want in its repository: skills of the project that are lost, doubled, or in one tool's directory. */
import * as path from 'node:path';
import { type Message, message } from './message';
import { TOOL_DIRECTORIES } from './plan/tool-directories';
import { skillPath } from './skill-path';
import type { Candidate, Resolution, Root } from './types';

/**
 * - `dropped`: the product does not load it, because of what is in it or of how it is called or lies
 * - `shadowed`: another skill of the project loads in its place
 * - `ambiguous`: the order in which a file system lists the directory decides whether it loads
 * - `brand`: it lies in a directory of one tool's own, where others do not find it
 */
export type CheckRule = 'dropped' | 'shadowed' | 'ambiguous' | 'brand';

export const CHECK_RULES: readonly CheckRule[] = ['dropped', 'shadowed', 'ambiguous', 'brand'];

/** One skill against one rule. */
export interface CheckFinding {
  readonly rule: CheckRule;
  /** The stable short word of the verdict, or of the rule. */
  readonly code: string;
  readonly name: string;
  readonly file: string;
  /** Where in the file the reason lies, counted from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The file of the project that loads under the name, where it is another one. */
  readonly winner?: string;
  readonly text: Message;
}

/** What came out of a check. */
export interface ProjectCheck {
  /** How many skills of the project were looked at. */
  readonly checked: number;
  /** In the order of the candidates, for each in the order of the rules. */
  readonly findings: readonly CheckFinding[];
}

/** The shared directory of a project. */
const CANONICAL = '.agents/skills';

/** Directories of a project that belong to a tool. */
const BRAND_PLACES: ReadonlySet<string> = new Set(
  TOOL_DIRECTORIES.flatMap(({ project }) => project).filter(place => place !== CANONICAL),
);

/** What lies beside a skill by intention: a skill can hold examples of skills, and a folder can be hidden. */
const INTENDED: ReadonlySet<string> = new Set(['inside-skill', 'dot-folder']);

/**
 * Checks the skills of the project: those that lie below its root. What the machine has elsewhere neither counts nor
 * excuses anything, so give a resolution that was made without a home directory.
 */
export function checkProject(resolution: Resolution, rules: ReadonlySet<CheckRule>): ProjectCheck {
  const roots = new Map(resolution.roots.map(root => [root.id, root]));
  const byId = new Map(resolution.candidates.map(candidate => [candidate.id, candidate]));
  const isOwn = ({ file }: Candidate) => isBelow(resolution.projectRoot, file);
  const findings: CheckFinding[] = [];
  let checked = 0;
  for (const candidate of resolution.candidates) {
    const root = roots.get(candidate.root);
    if (!root || !isOwn(candidate) || isDocument(candidate)) continue;
    const inBrand = isBrand(root, resolution.projectRoot);
    // What the product does not read is only of interest as something that others could share.
    if (root.verdict === 'not-read' && !(inBrand && rules.has('brand'))) continue;
    checked++;
    const winner = byId.get(candidate.winnerId ?? '');
    const found = [
      dropped(candidate, root),
      shadowed(candidate, winner !== undefined && isOwn(winner) ? winner : undefined),
      ambiguous(candidate),
      inBrand ? brand(candidate, root) : null,
    ];
    findings.push(...found.filter(finding => finding !== null).filter(({ rule }) => rules.has(rule)));
  }
  return { checked, findings };
}

function dropped(candidate: Candidate, root: Root): CheckFinding | null {
  const { verdict, code } = candidate;
  const isLost =
    verdict === 'invalid' ||
    verdict === 'unreadable' ||
    verdict === 'hidden' ||
    (verdict === 'not-read' && root.verdict === 'active' && !INTENDED.has(code));
  return isLost ? finding('dropped', candidate, candidate.reason) : null;
}

function shadowed(candidate: Candidate, winner: Candidate | undefined): CheckFinding | null {
  if (candidate.verdict !== 'shadowed' || !winner) return null;
  const text = message('shadowed by {0}', { path: skillPath(winner) });
  return { ...finding('shadowed', candidate, text), winner: winner.file };
}

function ambiguous(candidate: Candidate): CheckFinding | null {
  return candidate.verdict === 'ambiguous' ? finding('ambiguous', candidate, candidate.reason) : null;
}

/** A link in a brand directory is how a tool that reads only there is served: what it leads to lies elsewhere. */
function brand(candidate: Candidate, root: Root): CheckFinding | null {
  if (candidate.link !== undefined) return null;
  const text = message(
    '{0} is one tool’s own directory; the one that tools share is {1}',
    root.label,
    CANONICAL,
  );
  return { ...finding('brand', candidate, text), code: 'brand-directory' };
}

function finding(rule: CheckRule, candidate: Candidate, text: Message): CheckFinding {
  const { code, name, file, line, column } = candidate;
  return {
    rule,
    code,
    name,
    file,
    text,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

/** A `README.md` that counts as a skill by accident is nobody's loss. */
function isDocument({ remarks }: Candidate): boolean {
  return remarks.some(({ code }) => code === 'document-as-skill');
}

/** By where the directory really is: a link to the shared one is no place of its own. */
function isBrand({ group, location, path: real }: Root, projectRoot: string): boolean {
  if (!isBelow(projectRoot, real)) return false;
  const place = path.relative(projectRoot, real).split(path.sep).join('/');
  return (group === 'brand' && real === location) || BRAND_PLACES.has(place);
}

function isBelow(directory: string, file: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}
