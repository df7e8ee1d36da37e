/** Making a skill win that does not: the plans that would achieve it, each tried on the planned layout first. */

import { productOf } from '../products';
import { skillPath } from '../skill-path';
import type { Candidate } from '../types';
import type { PlanContext } from './context';
import { makePlan } from './make-plan';
import { resolveAfter } from './outcome';
import type { Answers, Plan, PlanRequest } from './types';

/** How many rivals a plan may take out of the way. */
const MOST_RIVALS = 20;

/**
 * The plans after each of which this skill, or its copy, is what loads under its name; the gentlest first. None for a
 * skill that wins already, or that the product drops for what is in it.
 */
export async function plansToWin(context: PlanContext, id: string): Promise<readonly Plan[]> {
  const candidate = context.resolution.candidates.find(other => other.id === id);
  if (!candidate || (candidate.winnerId === id && candidate.verdict === 'active')) return [];
  const root = context.resolution.roots.find(other => other.id === candidate.root);
  const winner = context.resolution.candidates.find(other => other.id === candidate.winnerId);
  const what = { candidates: [id] };
  const tries: [PlanRequest, Answers][] = [];
  // What becomes of other products is only said of those plans that are shown.
  const { otherProducts: _, ...trial } = context;
  if (root?.verdict === 'hidden' && root.decidedBy !== undefined) {
    tries.push([{ kind: 'remove-empty-root', root: root.decidedBy }, {}]);
    tries.push([{ kind: 'copy', what, to: { root: root.decidedBy } }, {}]);
  }
  if (root?.verdict === 'not-read' || candidate.verdict === 'not-read') {
    tries.push([{ kind: 'copy', what, to: 'canonical' }, {}]);
  }
  const rivals = await rivalsOf(trial, candidate);
  if (rivals.length > 0) {
    const removal = context.hasTrash ? 'trash' : 'backup';
    tries.push([{ kind: 'delete', what: { candidates: rivals } }, { removal }]);
  }
  if (winner && winner.root !== candidate.root) {
    tries.push([{ kind: 'move', what, to: { root: winner.root } }, { 'conflict:*': 'replace' }]);
    tries.push([{ kind: 'copy', what, to: { root: winner.root } }, { 'conflict:*': 'replace' }]);
  }
  if (candidate.scope !== 'project') tries.push([{ kind: 'copy', what, to: { scope: 'project' } }, {}]);

  const plans: Plan[] = [];
  for (const [request, answers] of tries) {
    const plan = await makePlan(trial, request, answers);
    if (plan.ready && (await wins(context, plan, candidate)))
      plans.push(await makePlan(context, request, answers));
  }
  return plans;
}

/** All that would have to go so that the skill wins where it is; none where that does not help. */
async function rivalsOf(context: PlanContext, candidate: Candidate): Promise<readonly string[]> {
  const { fold } = productOf(context.resolution.profile);
  const rivals: string[] = [];
  while (rivals.length < MOST_RIVALS) {
    const request: PlanRequest = { kind: 'delete', what: { candidates: rivals } };
    const { operations } = await makePlan(context, request, { removal: 'backup' });
    const after = await resolveAfter(context, operations);
    const here = after.candidates.find(({ id }) => id === candidate.id);
    if (here?.verdict === 'active') return rivals;
    const next = after.candidates.find(
      ({ id, name, verdict, winnerId }) =>
        id !== candidate.id &&
        fold(name) === fold(candidate.name) &&
        (winnerId === id || verdict === 'ambiguous') &&
        !rivals.includes(id),
    );
    if (!here || !next) return [];
    rivals.push(next.id);
  }
  return [];
}

async function wins(context: PlanContext, plan: Plan, candidate: Candidate): Promise<boolean> {
  const after = await resolveAfter(context, plan.operations);
  const from = skillPath(candidate);
  const places = plan.operations.flatMap(operation =>
    (operation.kind === 'copy' || operation.kind === 'move') && operation.from === from ? [operation.to] : [],
  );
  if (places.length === 0) places.push(from);
  return after.candidates.some(
    ({ id, winnerId, verdict, ...place }) =>
      id === winnerId && verdict === 'active' && places.includes(skillPath(place)),
  );
}
