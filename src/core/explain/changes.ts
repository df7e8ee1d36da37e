/** What would change an answer: the remedies for what is wrong, and the ways to have a place read. */
import type { Problem } from '../checks/problem';
import { extraSkillDirsLine } from '../fixes/extra-skill-dirs';
import type { PlanWish } from '../fixes/plan-wish';
import { message, renderMessage } from '../message';
import { productOf } from '../products';
import type { Candidate, Resolution, Root } from '../types';
import type { Change } from './explanation';
import { anchorOf, ruleFor, ruleForVerdict } from './explanations';
import type { Place } from './places';

/**
 * The changes that a candidate's problems call for, each remedy once. What the editor says by itself counts too.
 * @param withAdvice also what would change no verdict
 */
export function changesForProblems(
  resolution: Resolution,
  candidate: Candidate,
  problems: readonly Problem[],
  withAdvice = false,
): readonly Change[] {
  const changes = new Map<string, Change>();
  for (const problem of problems) {
    const isAdvice = problem.severity === 'information' && candidate.winnerId !== null;
    if (isAdvice && !withAdvice) continue;
    const anchor = anchorOf(problem.code);
    const rule = ruleFor(resolution.profile, problem.code);
    if (changes.has(anchor)) continue;
    changes.set(anchor, {
      // Where no rule is known to hold, what is wrong says what is to be changed.
      text: rule?.remedy ?? message('Put this right: {0}.', problem.message),
      fixes: problem.fixes,
      candidate: candidate.id,
      plan: planFor(resolution, candidate, problem),
      paste: null,
    });
  }
  return [...changes.values()];
}

function planFor(resolution: Resolution, candidate: Candidate, problem: Problem): PlanWish | null {
  if (problem.fixes.includes('remove-empty-directory')) {
    const root = resolution.roots.find(({ id }) => id === candidate.root);
    return root?.decidedBy === undefined ? null : { kind: 'remove-empty-root', root: root.decidedBy };
  }
  if (problem.fixes.includes('copy-to-canonical')) return copy(candidate, 'canonical');
  if (problem.fixes.includes('copy-to-root')) return copy(candidate, { root: candidate.root });
  return null;
}

function copy(candidate: Candidate, to: 'canonical' | { root: string }): PlanWish {
  return { kind: 'copy', what: { candidates: [candidate.id] }, to };
}

/** What keeps a skill back that is read otherwise: a setting, a folder that is not trusted yet, a file that nobody works on. */
export function changesForSwitch(
  { profile, configuration }: Resolution,
  candidate: Candidate,
  root: Root,
): readonly Change[] {
  const held = candidate.verdict === 'disabled' ? candidate : root;
  if (!SWITCHES.has(held.verdict)) return [];
  const rule = ruleForVerdict(profile, held);
  const plain = { fixes: [], candidate: candidate.id, plan: null, paste: null };
  const reason = renderMessage(held.reason);
  const named = (configuration.inputs ?? []).filter(({ kind, name }) =>
    held.verdict === 'untrusted' ? kind === 'trust' : reason.includes(name),
  );
  return [
    ...(rule ? [{ ...plain, text: rule.remedy }] : []),
    ...named.map(({ name, value, file }) => ({
      ...plain,
      text:
        file === undefined
          ? message('Now {0} is {1}.', name, value)
          : message('Now {0} is {1}, in {2}.', name, value, { path: file }),
    })),
  ];
}

const SWITCHES: ReadonlySet<string> = new Set(['disabled', 'switched-off', 'untrusted', 'on-demand']);

/** The changes that bring a candidate in where its whole directory is not read. */
export function changesForUnread(
  resolution: Resolution,
  candidate: Candidate,
  root: Root,
): readonly Change[] {
  if (root.verdict !== 'not-read') return [];
  const rule = ruleFor(resolution.profile, root.code);
  const common = { fixes: [], candidate: candidate.id };
  return [
    ...(rule ? [{ ...common, text: rule.remedy, plan: null, paste: null }] : []),
    {
      ...common,
      fixes: ['copy-to-canonical'],
      text: message('Copy it to the directory that tools share, in the same scope.'),
      plan: copy(candidate, 'canonical'),
      paste: null,
    },
    ...(takesExtras(resolution)
      ? [
          {
            ...common,
            fixes: ['add-extra-skill-dir'] as const,
            text: message('Have {0} read as an extra directory, by this line in the configuration.', {
              path: root.location,
            }),
            plan: null,
            paste: extraSkillDirsLine(resolution, root.location),
          },
        ]
      : []),
  ];
}

/** Only the two Kimis can be told of further directories by `extra_skill_dirs`. */
function takesExtras({ profile }: Resolution): boolean {
  return productOf(profile).isKimi;
}

/** The changes that bring in something at a place that is no candidate. */
export function changesForPlace(resolution: Resolution, place: Place): readonly Change[] {
  const rule = ruleFor(resolution.profile, place.code);
  const common = { fixes: [], candidate: null, plan: null };
  return [
    ...(rule && place.root?.verdict !== 'active' ? [{ ...common, text: rule.remedy, paste: null }] : []),
    ...(place.readable === null || !takesExtras(resolution)
      ? []
      : [
          {
            ...common,
            text: message('Have {0} read as an extra directory, by this line in the configuration.', {
              path: place.readable,
            }),
            paste: extraSkillDirsLine(resolution, place.readable),
          },
        ]),
  ];
}
