/** How what became of a candidate is put into a row: a word, an icon, and the reason as short as it can be said. */
import * as path from 'node:path';
import type { Comparison } from '../../core/compare';
import { isWinner } from '../../core/is-winner';
import { type Message, type MessageArg, message } from '../../core/message';
import { SKILL_FILE } from '../../core/scan/skill-file-names';
import { scopeTerm } from '../../core/scope-term';
import { skillPath } from '../../core/skill-path';
import { stoppersOf } from '../../core/stoppers';
import type { Candidate, CandidateVerdict, Resolution, Root, Scope } from '../../core/types';
import type { Differences } from '../products/differences';
import { type Icon, NOT_LOADED_COLOR } from './nodes';

/** How a verdict looks. */
export interface VerdictLook {
  /** For screen readers and tooltips. */
  readonly word: Message;
  readonly icon: Icon;
  /** Whether the row's text is toned down. Never the only sign: icon and description say it too. */
  readonly dimmed: boolean;
}

const dim: Pick<Icon, 'color'> = { color: NOT_LOADED_COLOR };
const error = { codicon: 'error', color: 'problemsErrorIcon.foreground' };

const LOOKS: Readonly<Record<CandidateVerdict, VerdictLook>> = {
  active: { word: message('loads'), icon: { codicon: 'pass', color: 'charts.green' }, dimmed: false },
  listed: { word: message('also listed'), icon: { codicon: 'list-flat', ...dim }, dimmed: false },
  disabled: {
    word: message('switched off'),
    icon: { codicon: 'circle-large-outline', ...dim },
    dimmed: true,
  },
  shadowed: { word: message('shadowed'), icon: { codicon: 'circle-slash', ...dim }, dimmed: true },
  alias: { word: message('same file'), icon: { codicon: 'link', ...dim }, dimmed: true },
  ambiguous: {
    word: message('ambiguous'),
    icon: { codicon: 'warning', color: 'problemsWarningIcon.foreground' },
    dimmed: false,
  },
  invalid: { word: message('invalid'), icon: error, dimmed: false },
  unreadable: { word: message('unreadable'), icon: error, dimmed: false },
  hidden: { word: message('hidden'), icon: { codicon: 'eye-closed', ...dim }, dimmed: true },
  untrusted: { word: message('waits for trust'), icon: { codicon: 'shield', ...dim }, dimmed: true },
  'on-demand': { word: message('on demand'), icon: { codicon: 'history', ...dim }, dimmed: true },
  'not-read': { word: message('not read'), icon: { codicon: 'eye-closed', ...dim }, dimmed: true },
};

/** How a verdict looks, whatever it is about. */
export function lookOf(verdict: CandidateVerdict): VerdictLook {
  return LOOKS[verdict];
}

/** The remarks of a candidate that deserve a warning in its row; the others are for the tooltip. */
export function warningsOf(candidate: Candidate): readonly Message[] {
  return candidate.remarks.filter(remark => remark.severity === 'warning').map(remark => remark.text);
}

/** Finds candidates and roots of a resolution by their id. */
export class Lookup {
  readonly candidates: ReadonlyMap<string, Candidate>;
  readonly roots: ReadonlyMap<string, Root>;
  /** Short name of the product. */
  readonly product: string;
  private readonly ambiguous = new Map<string, Candidate[]>();
  private readonly stoppers: ReadonlySet<string>;

  /**
   * @param comparisons how copies differ from their winners, as far as that is known by now
   * @param differences from another product, where the rows are to tell them
   */
  constructor(
    resolution: Resolution,
    readonly comparisons: ReadonlyMap<string, Comparison> = new Map(),
    private readonly differences?: Differences,
  ) {
    this.candidates = new Map(resolution.candidates.map(candidate => [candidate.id, candidate]));
    this.roots = new Map(resolution.roots.map(root => [root.id, root]));
    this.stoppers = new Set(stoppersOf(resolution).map(({ file }) => file));
    this.product = resolution.profile;
    for (const candidate of resolution.candidates) {
      if (candidate.verdict !== 'ambiguous' || candidate.winnerId === null) continue;
      const others = this.ambiguous.get(candidate.winnerId);
      if (others) others.push(candidate);
      else this.ambiguous.set(candidate.winnerId, [candidate]);
    }
  }

  /** The candidate that loads in place of this one; undefined where this one loads, or none does. */
  winnerOver(candidate: Candidate): Candidate | undefined {
    return isWinner(candidate) ? undefined : this.candidates.get(candidate.winnerId ?? '');
  }

  /** What another product makes of it, where that is to be told. */
  differenceOf({ id }: Candidate): Message | undefined {
    return this.differences?.notes.get(id);
  }

  /** Whether this file is why the product does not start. */
  stopsProduct(candidate: Candidate): boolean {
    return this.stoppers.has(candidate.file);
  }

  /** Another candidate that the order of the directory could prefer to this one. */
  rivalOf(candidate: Candidate): Candidate | undefined {
    return this.ambiguous.get(candidate.winnerId ?? '')?.find(other => other !== candidate);
  }
}

/** Why a candidate does not load, in a few words; undefined where it does, for certain. */
export function stateOf(candidate: Candidate, lookup: Lookup): Message | undefined {
  if (lookup.stopsProduct(candidate))
    return message('keeps {0} from starting: {1}', lookup.product, candidate.reason);
  const winner = lookup.winnerOver(candidate);
  switch (candidate.verdict) {
    case 'active':
      return candidate.code === 'all-listed' ? candidate.reason : undefined;
    case 'listed':
      return winner
        ? message('also listed; calling it gives {0}', place(winner, candidate.scope))
        : candidate.reason;
    case 'shadowed':
      return winner ? message('shadowed by {0}', place(winner, candidate.scope)) : candidate.reason;
    case 'alias': {
      if (!winner) return candidate.reason;
      const shown = place(winner, candidate.scope);
      return candidate.form === 'directory'
        ? message('same files as {0}', shown)
        : message('same file as {0}', shown);
    }
    case 'disabled':
    case 'untrusted':
    case 'on-demand':
      return candidate.reason;
    case 'ambiguous': {
      const rival = lookup.rivalOf(candidate);
      return rival && candidate.code === 'directory-order'
        ? message('ambiguous with {0}: directory order decides', rival.entry)
        : candidate.reason;
    }
    case 'invalid':
      return instead(invalid(candidate), winner, candidate.scope);
    case 'unreadable':
      return instead(candidate.reason, winner, candidate.scope);
    case 'hidden':
      return hiddenRoot(lookup.roots.get(candidate.root)) ?? candidate.reason;
    case 'not-read':
      return notRead(candidate);
  }
}

/** The near misses in a few words; the reason of the core has more of them. */
function notRead({ code, file, reason }: Candidate): Message {
  switch (code) {
    case 'too-deep':
      return message('not read: too deep');
    case 'inside-skill':
      return message('not read: inside another skill');
    case 'below-project-root':
      return message('not read: below the project root');
    case 'wrong-case':
      return message('not read: named {0}, not {1}', path.basename(file), SKILL_FILE);
    default:
      return message('not read: {0}', reason);
  }
}

/** Why a root is passed over as a whole, where another one is the reason. */
export function hiddenRoot(root: Root | undefined): Message | undefined {
  return root?.verdict === 'hidden' && root.decidedBy !== undefined
    ? message('not read: {0} exists', { path: root.decidedBy })
    : undefined;
}

function invalid({ line, reason }: Candidate): Message {
  return line === undefined
    ? message('invalid: {0}', reason)
    : message('invalid: line {0}, {1}', line, reason);
}

/** A file that is dropped lets another of its name through (rule 42): that is worth a word. */
function instead(state: Message, winner: Candidate | undefined, scope: Scope): Message {
  return winner ? message('{0}; {1} loads instead', state, place(winner, scope)) : state;
}

/** Where a candidate is, with its scope where that is not the one it is shown in. */
export function place(candidate: Candidate, seenFrom: Scope): MessageArg {
  const path = { path: skillPath(candidate) };
  return candidate.scope === seenFrom ? path : message('{0} {1}', scopeTerm(candidate.scope), path);
}
