/** Checks on where a skill lies: what loses it, or another, without a fault in its text. */
import type { Comparison } from '../compare';
import type { FixId } from '../fixes/fix-id';
import { type Message, message } from '../message';
import type { Candidate, Resolution, Root } from '../types';
import type { RelatedFile, Severity } from './problem';

/** A candidate with all that decides about it. */
export interface Placement {
  readonly resolution: Resolution;
  readonly candidate: Candidate;
  readonly root: Root;
  /** The candidate that loads under this name, if that is another one. */
  readonly winner: Candidate | undefined;
  /** How copies differ from their winners, by candidate, where that was looked at. */
  readonly comparisons: ReadonlyMap<string, Comparison>;
}

export interface PlacementFinding {
  readonly message: Message;
  readonly severity?: Severity;
  readonly related?: readonly RelatedFile[];
  readonly fixes?: readonly FixId[];
}

/** One entry of the table of checks that need a resolution. */
export interface PlacementCheck {
  readonly code: string;
  readonly severity: Severity;
  readonly fixes: readonly FixId[];
  readonly find: (placement: Placement) => PlacementFinding | undefined;
}

/** A check that repeats a candidate's own reason. */
function reasonCheck(
  code: string,
  severity: Severity,
  fixes: readonly FixId[] = [],
  verdicts: readonly Candidate['verdict'][] = ['not-read', 'unreadable'],
): PlacementCheck {
  return {
    code,
    severity,
    fixes,
    find: ({ candidate, root }) =>
      candidate.code === code && verdicts.includes(candidate.verdict) && root.verdict === 'active'
        ? { message: candidate.reason }
        : undefined,
  };
}

const shadowed: PlacementCheck = {
  code: 'shadowed',
  severity: 'warning',
  fixes: [],
  find: ({ candidate, root, winner, comparisons }) => {
    if (candidate.verdict !== 'shadowed' || !winner) return undefined;
    const identical = isIdentical(comparisons.get(candidate.id));
    // A packaged skill is meant to be replaced by one of the same name.
    const harmless = identical || root.scope === 'builtin';
    return {
      message: identical ? message('{0}; the two are identical', candidate.reason) : candidate.reason,
      ...(harmless && { severity: 'information' }),
      related: [{ file: winner.file, message: message('this one loads as “{0}”', winner.name) }],
    };
  },
};

const ambiguous: PlacementCheck = {
  code: 'ambiguous',
  severity: 'warning',
  fixes: ['set-name'],
  find: ({ resolution, candidate, comparisons }) => {
    if (candidate.verdict !== 'ambiguous') return undefined;
    const rivals = resolution.candidates.filter(
      other =>
        other !== candidate &&
        other.verdict === 'ambiguous' &&
        other.winnerId === candidate.winnerId &&
        other.root === candidate.root,
    );
    return {
      message: candidate.reason,
      // Which of identical copies loads makes no difference.
      ...([candidate, ...rivals].every(
        ({ id, winnerId }) => id === winnerId || isIdentical(comparisons.get(id)),
      ) && { severity: 'information' }),
      related: rivals.map(({ file, name }) => ({ file, message: message('also declares “{0}”', name) })),
    };
  },
};

/** Skills in a directory that loses against a better one as a whole. */
const betterGeneric: PlacementCheck = {
  code: 'better-generic',
  severity: 'warning',
  fixes: ['copy-to-canonical'],
  find: placement => (hiddenByEmpty(placement) ? undefined : hidden(placement, 'better-generic')),
};

const firstBrandOnly: PlacementCheck = {
  code: 'first-brand-only',
  severity: 'information',
  fixes: ['copy-to-canonical'],
  find: placement => (hiddenByEmpty(placement) ? undefined : hidden(placement, 'first-brand-only')),
};

const emptyDirectoryHides: PlacementCheck = {
  code: 'empty-directory-hides',
  severity: 'warning',
  fixes: ['remove-empty-directory', 'copy-to-canonical'],
  find: placement => {
    const hider = hiddenByEmpty(placement);
    if (!hider) return undefined;
    return {
      message: message('not read: {0} exists and comes first, though no skill is in it', {
        path: hider.location,
      }),
      related: [
        { file: hider.location, message: message('the directory without skills that is read instead') },
      ],
    };
  },
};

function hidden({ resolution, candidate, root }: Placement, code: string): PlacementFinding | undefined {
  if (root.code !== code || candidate.verdict !== 'hidden') return undefined;
  const hider = resolution.roots.find(({ id }) => id === root.decidedBy);
  return {
    message: root.reason,
    related: hider ? [{ file: hider.location, message: message('the directory that is read instead') }] : [],
  };
}

/** The root without a skill that hides the candidate's root. */
export function hiddenByEmpty({
  resolution,
  candidate,
  root,
}: Pick<Placement, 'resolution' | 'candidate' | 'root'>): Root | undefined {
  return candidate.verdict === 'hidden' ? emptyHiderOf(resolution, root) : undefined;
}

/** The root without a skill that hides a root, if it is one. */
export function emptyHiderOf(resolution: Resolution, root: Root): Root | undefined {
  if (root.code !== 'better-generic' && root.code !== 'first-brand-only') return undefined;
  const hider = resolution.roots.find(
    ({ id, location }) => id === root.decidedBy || location === root.decidedBy,
  );
  if (!hider || resolution.candidates.some(other => other.root === hider.id)) return undefined;
  return hider;
}

function isIdentical(comparison: Comparison | undefined): boolean {
  return comparison?.complete === true && comparison.differences.length === 0;
}

/** Two folders of the skill itself lie deep on purpose as a rule: a skill can hold examples of skills. */
const insideSkill = reasonCheck('inside-skill', 'information', ['copy-to-root']);

/** The table. */
export const PLACEMENT_CHECKS: readonly PlacementCheck[] = [
  shadowed,
  ambiguous,
  betterGeneric,
  firstBrandOnly,
  emptyDirectoryHides,
  reasonCheck('wrong-case', 'warning', ['rename-to-skill-md']),
  insideSkill,
  reasonCheck('too-deep', 'warning', ['copy-to-root']),
  reasonCheck('dot-folder', 'information', ['copy-to-root']),
  reasonCheck('name-not-utf8', 'warning'),
  reasonCheck('link-to-folder-of-skills', 'warning', ['copy-to-root', 'add-extra-skill-dir']),
  reasonCheck('skill-file-in-root', 'warning'),
  reasonCheck('linked-skill-file', 'warning'),
  reasonCheck('link-as-text', 'warning', ['restore-link']),
  reasonCheck('not-a-file', 'warning'),
  reasonCheck('broken-link', 'warning', ['remove-link']),
  reasonCheck('link-loop', 'warning', ['remove-link']),
  reasonCheck('unreadable', 'error'),
  reasonCheck('pipe', 'error'),
];
