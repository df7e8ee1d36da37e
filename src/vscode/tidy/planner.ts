/** Plans an intent on what is on disk now. */

import * as vscode from 'vscode';
import type { PlanContext } from '../../core/plan/context';
import type { Answers, Plan, PlanRequest } from '../../core/plan/types';
import type { ProfileId } from '../../core/types';
import { translate } from '../localize';
import { Refusal } from '../log';
import type { TargetState } from '../targets';
import { resolveOptionsFor } from '../workspace-targets';
import { type Engine, engine } from './engine';
import { withSelection } from './intent';
import { candidatesOf } from './meant';
import type { TidySurroundings } from './tidying';
import type { TrashCan } from './trash';

type Resolved = Extract<TargetState, { kind: 'resolved' }>;

/** The product that skills are rescued for. */
const RESCUED_FOR: ProfileId = 'kimi-code';

/** Codes of what is left out although it was meant: by its target, not by what it is. */
const LEFT_OUT_BY_TARGET = new Set(['identical', 'conflict', 'already-there']);

/** A request that can be about a whole root or scope. */
type OfMany = Extract<PlanRequest, { kind: 'copy' | 'move' | 'to-folder' | 'delete' }>;

function isOfMany({ kind }: PlanRequest): boolean {
  return kind === 'copy' || kind === 'move' || kind === 'to-folder' || kind === 'delete';
}

export class Planner {
  constructor(
    private readonly surroundings: TidySurroundings,
    private readonly trash: TrashCan,
  ) {}

  /** The resolution that a target has now. */
  async stateOf(key: string): Promise<Resolved> {
    for (const state of await this.surroundings.resolutions.states()) {
      if (state.kind === 'resolved' && state.target.key === key) return state;
    }
    throw new Refusal(vscode.l10n.t('The folder is not open any more.'));
  }

  async contextFor({ target, resolution }: Resolved, signal?: AbortSignal): Promise<PlanContext> {
    const { nodeWritableFiles, productsBeside } = await engine();
    const { settings, resolutions } = this.surroundings;
    const files = await resolutions.answering(nodeWritableFiles);
    const optionsFor = (profile: ProfileId) => resolveOptionsFor(target, settings, profile, files);
    return {
      files,
      options: optionsFor(resolution.profile),
      resolution,
      otherProducts: productsBeside(resolution.profile, this.surroundings.agents.list).map(optionsFor),
      userDirectory: settings.userCanonicalDirectory,
      hasTrash: await this.trash.exists(),
      restricted: !vscode.workspace.isTrusted,
      translate,
      ...(signal && { signal }),
    };
  }

  /**
   * Plans a request.
   * @param documents ids of documents such as `README.md` to take along with a whole root or scope
   * @throws the reason of the signal
   */
  async plan(
    key: string,
    request: PlanRequest,
    answers: Answers,
    documents: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<{ readonly plan: Plan; readonly state: Resolved }> {
    const loaded = await engine();
    const now = await this.stateOf(key);
    const { context, state } = await this.forRequest(request, now, signal);
    if (request.kind === 'rescue') {
      const asked = { ...request, documents: [...documents] };
      return { plan: await loaded.makePlan(context, asked, answers), state };
    }
    const plan = await loaded.makePlan(context, request, answers);
    if (documents.size === 0 || !isOfMany(request)) return { plan, state };
    return { plan: await this.planWith(loaded, context, plan, documents), state };
  }

  /**
   * A rescue is for a product of its own, whatever the tree shows, and its outcome concerns both. What is made visible to
   * agents is told for each of them.
   */
  private async forRequest(
    request: PlanRequest,
    state: Resolved,
    signal: AbortSignal,
  ): Promise<{ readonly context: PlanContext; readonly state: Resolved }> {
    const context = await this.contextFor(state, signal);
    if (request.kind !== 'rescue' && request.kind !== 'make-visible') return { context, state };
    const { resolve } = await engine();
    const resolved = async (profile: ProfileId) => {
      const { files } = context;
      const options = resolveOptionsFor(state.target, this.surroundings.settings, profile, files);
      return { options, resolution: await resolve({ ...options, files, signal }) };
    };
    if (request.kind === 'make-visible') {
      const others = [];
      for (const agent of request.agents) {
        if (agent !== state.resolution.profile) others.push(await resolved(agent));
      }
      return { context: { ...context, others }, state };
    }
    const [other, main] = [await resolved(request.from), await resolved(RESCUED_FOR)];
    return {
      context: { ...context, ...main, others: [other] },
      state: { ...state, resolution: main.resolution },
    };
  }

  /** The same with documents that a root or scope alone would leave out. */
  private async planWith(
    { makePlan }: Engine,
    context: PlanContext,
    without: Plan,
    documents: ReadonlySet<string>,
  ): Promise<Plan> {
    const request = without.request as OfMany;
    const isLeftOut = new Set(
      without.skipped.flatMap(({ code, candidate }) =>
        candidate === undefined || LEFT_OUT_BY_TARGET.has(code) || documents.has(candidate)
          ? []
          : [candidate],
      ),
    );
    const candidates = candidatesOf(request.what, context.resolution)
      .map(({ id }) => id)
      .filter(id => !isLeftOut.has(id));
    const plan = await makePlan(context, withSelection(request, { candidates }), without.answers);
    const leftOut = without.skipped.filter(
      ({ candidate }) => candidate !== undefined && isLeftOut.has(candidate),
    );
    return { ...plan, skipped: [...plan.skipped, ...leftOut] };
  }
}
