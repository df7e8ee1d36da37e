/**
 * Making a plan: a request and answers in, a plan out. Nothing is written. Asking again with more answers gives the next
 * plan; the questions of the last one say which answers there are.
 */

import * as path from 'node:path';
import { isFault } from '../file-system';
import { type Message, message, namesInRow } from '../message';
import { productOf } from '../products';
import { skillPath } from '../skill-path';
import type { Resolution } from '../types';
import { noteBackups } from './backups';
import {
  type ChangedWinner,
  changedWinners,
  keepQuestions,
  namesToHold,
  noteWinnerChanges,
} from './changed-winners';
import type { PlanContext } from './context';
import { noteNewcomer, planCreation } from './create';
import { Draft } from './draft';
import { noteInvisible, planVisible } from './make-visible';
import { outcomeOf, resolveAfter, toolChanges } from './outcome';
import { PlaceSet } from './place-set';
import { planDeletion, planEmptyRoot } from './removal';
import { planRename } from './rename';
import { planRescue } from './rescue-request';
import type { Item } from './selection';
import { planFolders } from './to-folder';
import { planTransfers } from './transfer';
import type { Answers, Operation, OtherOutcome, OutcomeRow, Plan, PlanRequest } from './types';

/**
 * Plans what is asked for.
 * @throws only the reason of the context's signal
 */
export async function makePlan(
  context: PlanContext,
  request: PlanRequest,
  answers: Answers = {},
): Promise<Plan> {
  let tried = await tryPlan(context, request, answers, new Set());
  for (;;) {
    const held = new Set([...tried.draft.held, ...namesToHold(tried, request)]);
    if (held.size === tried.draft.held.size) break;
    const again = await tryPlan(context, request, answers, held);
    keepQuestions(tried.draft, again.draft);
    tried = again;
  }
  return finish(context, tried, request, answers, titleOf(request, tried.items, tried.draft));
}

/**
 * A plan for what is no request about skills: the operations are put into the draft, and all that a plan says of its
 * consequences is worked out as ever.
 * @throws only the reason of the context's signal
 */
export async function planDirectly(
  context: PlanContext,
  request: Exclude<Plan['request'], PlanRequest>,
  title: Message,
  fill: (draft: Draft) => Promise<void>,
): Promise<Plan> {
  const draft = new Draft(context, {});
  await fill(draft);
  return finish(context, await consequencesOf(context, draft, []), request, {}, title);
}

async function finish(
  context: PlanContext,
  { draft, items, after, outcome, changed }: Tried,
  request: Plan['request'],
  answers: Answers,
  title: Message,
): Promise<Plan> {
  const { operations, questions, conflicts } = draft;
  noteDanglingLinks(draft);
  draft.notes.push(...(await noteWinnerChanges(context, changed, operations, draft.slices)));
  if (after) noteShadowed(draft, after);
  if (after) noteNewcomer(draft, after, outcome);
  noteBackups(draft);
  const others = context.others && (await otherOutcomes(context, operations, items));
  if (request.kind === 'make-visible' && after) {
    const resolutions = [after, ...(others ?? []).map(other => other.resolution)];
    draft.notes.push(...noteInvisible(context, request, items, operations, resolutions));
  }
  const open = [...questions, ...conflicts].some(({ answer }) => answer === null);
  return {
    version: 1,
    title,
    request,
    answers,
    operations,
    conflicts,
    questions,
    notes: draft.notes,
    skipped: draft.skipped,
    refusals: draft.refusals,
    outcome,
    ...(others && { others: others.map(other => other.told) }),
    tools: after ? toolChanges(context, operations, after) : [],
    ready: operations.length > 0 && !open,
  };
}

interface Tried {
  readonly draft: Draft;
  readonly items: readonly Item[];
  readonly after: Resolution | null;
  readonly outcome: readonly OutcomeRow[];
  readonly changed: readonly ChangedWinner[];
}

async function tryPlan(
  context: PlanContext,
  request: PlanRequest,
  answers: Answers,
  held: ReadonlySet<string>,
): Promise<Tried> {
  const draft = new Draft(context, answers, held);
  return consequencesOf(context, draft, await fill(draft, request));
}

async function consequencesOf(context: PlanContext, draft: Draft, items: readonly Item[]): Promise<Tried> {
  draft.tidyBackups();
  const { operations, slices } = draft;
  const after = operations.length > 0 ? await resolveAfter(context, operations) : null;
  const outcome = after ? outcomeOf(context.resolution, after, operations) : [];
  const changed = await changedWinners(context.files, outcome, operations, slices);
  return { draft, items, after, outcome, changed };
}

async function otherOutcomes(
  context: PlanContext,
  operations: readonly Operation[],
  items: readonly Item[],
): Promise<readonly { readonly told: OtherOutcome; readonly resolution: Resolution }[]> {
  const outcomes: { readonly told: OtherOutcome; readonly resolution: Resolution }[] = [];
  for (const { options, resolution } of operations.length > 0 ? (context.others ?? []) : []) {
    const after = await resolveAfter({ ...context, options }, operations);
    const { profile, product } = resolution;
    // Also where the skill is and stays: an agent that reads it there is told of as the others are.
    const places = items.map(({ from }) => from);
    const outcome = outcomeOf(resolution, after, operations, places);
    outcomes.push({ told: { profile, product, outcome }, resolution: after });
  }
  return outcomes;
}

async function fill(draft: Draft, request: PlanRequest): Promise<readonly Item[]> {
  switch (request.kind) {
    case 'copy':
    case 'move':
      return planTransfers(draft, request);
    case 'to-folder':
      return planFolders(draft, request);
    case 'delete':
      return planDeletion(draft, request);
    case 'rename':
      return planRename(draft, request);
    case 'create':
      await planCreation(draft, request);
      return [];
    case 'remove-empty-root':
      planEmptyRoot(draft, request.root);
      return [];
    case 'rescue':
      return planRescue(draft, request);
    case 'make-visible':
      return planVisible(draft, request);
  }
}

function titleOf(request: PlanRequest, items: readonly Item[], draft: Draft): Message {
  const one = items.length === 1 ? items[0]!.candidate.name : null;
  const count = items.length;
  const places = draft.operations.flatMap(({ kind, to }) =>
    (kind === 'copy' || kind === 'move') && to !== null ? [path.dirname(to)] : [],
  );
  const place = new Set(places).size === 1 ? { path: places[0]! } : null;
  switch (request.kind) {
    case 'copy':
      if (one !== null) return place ? message('Copy {0} to {1}', one, place) : message('Copy {0}', one);
      return place ? message('Copy {0} skills to {1}', count, place) : message('Copy {0} skills', count);
    case 'move':
      if (one !== null) return place ? message('Move {0} to {1}', one, place) : message('Move {0}', one);
      return place ? message('Move {0} skills to {1}', count, place) : message('Move {0} skills', count);
    case 'to-folder':
      return one === null
        ? message('Turn {0} flat files into folders', count)
        : message('Turn {0} into a folder', one);
    case 'delete':
      return one === null ? message('Delete {0} skills', count) : message('Delete {0}', one);
    case 'rename':
      return one === null
        ? message('Rename to {0}', request.name)
        : message('Rename {0} to {1}', one, request.name);
    case 'create':
      return message('New skill {0}', request.name.trim());
    case 'make-visible': {
      const names = namesInRow(request.agents.map(id => productOf(id).name));
      return one === null
        ? message('Make {0} skills visible to {1}', count, names)
        : message('Make {0} visible to {1}', one, names);
    }
    case 'rescue': {
      const { profile } = draft.context.resolution;
      const skills = new Set(draft.operations.flatMap(({ kind, unit }) => (kind === 'copy' ? [unit] : [])))
        .size;
      return skills === 1
        ? message('Rescue 1 skill for {0}', profile)
        : message('Rescue {0} skills for {1}', skills, profile);
    }
    case 'remove-empty-root':
      return message('Remove the empty directory {0}', {
        path: draft.operations[0]?.from ?? request.root,
      });
  }
}

/** Links elsewhere to what goes away: they will lead nowhere, unless a link is left. */
function noteDanglingLinks(draft: Draft): void {
  const { files, resolution } = draft.context;
  const leaving = draft.operations.flatMap(({ kind, from }) =>
    from !== null && kind !== 'copy' && kind !== 'remove-directory' ? [from] : [],
  );
  const links = new Set(draft.operations.flatMap(({ kind, to }) => (kind === 'make-link' ? [to] : [])));
  const gone = new PlaceSet(leaving.filter(place => !links.has(place)));
  for (const candidate of resolution.candidates) {
    const place = skillPath(candidate);
    if (candidate.link === undefined || gone.holding(place) !== undefined) continue;
    const reals = [files.realPath(place), files.realPath(candidate.file)];
    const target = reals.map(real => (isFault(real) ? undefined : gone.holding(real))).find(Boolean);
    if (target === undefined) continue;
    draft.notes.push({
      severity: 'warning',
      code: 'dangling-link',
      text: message('{0} is a link to {1}, and will lead nowhere', { path: place }, { path: target }),
      path: place,
    });
  }
}

/** What is put in a new place but does not win there, with the plan that would change that. */
function noteShadowed(draft: Draft, after: Resolution): void {
  const byPlace = new Map(after.candidates.map(candidate => [skillPath(candidate), candidate]));
  const byId = new Map(after.candidates.map(candidate => [candidate.id, candidate]));
  const before = new Map(draft.context.resolution.candidates.map(candidate => [candidate.id, candidate]));
  const copied = new Set(draft.operations.flatMap(({ kind, from }) => (kind === 'copy' ? [from] : [])));
  for (const operation of draft.operations) {
    if (operation.kind !== 'copy' && operation.kind !== 'move') continue;
    const placed = byPlace.get(operation.to);
    if (!placed || placed.winnerId === placed.id || placed.verdict === 'alias') continue;
    const winner = byId.get(placed.winnerId ?? '');
    if (!winner) {
      const text = message('{0} will not load: {1}', { path: operation.to }, placed.reason);
      draft.notes.push({ severity: 'warning', code: 'does-not-load', text, path: operation.to });
      continue;
    }
    const places = [{ path: skillPath(winner) }, { path: operation.to }] as const;
    const wonBefore = before.get(winner.id)?.winnerId === winner.id;
    draft.notes.push({
      severity: 'warning',
      code: 'still-shadowed',
      text: !wonBefore
        ? message('{0} wins over {1} from now on: delete it, or choose another name', ...places)
        : operation.kind === 'copy' && copied.has(skillPath(winner))
          ? message('{0} goes on winning over {1}: delete it, or move it instead of copying', ...places)
          : message('{0} goes on winning over {1}: delete it, or choose another name', ...places),
      path: skillPath(winner),
      ...(before.has(winner.id) && { followUp: { kind: 'delete', what: { candidates: [winner.id] } } }),
    });
  }
}
