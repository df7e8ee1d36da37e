/** `which-skill rescue --apply`: has the one product load what only the other one loads. */
import { message } from '../core/message';
import type { ResolveOptions } from '../core/resolve';
import type { Resolution } from '../core/types';
import type { Answer } from './answer';
import { carryOut, planJson, planLines, resultLine } from './carry-out';
import type { Disks } from './disks';
import { jsonText } from './json';
import type { Translate } from './language';
import { planEngine } from './plan-engine';
import { Shower } from './text';

/** One product: what it was resolved with, and the answer. */
export interface Resolved {
  readonly options: ResolveOptions;
  readonly resolution: Resolution;
}

/**
 * Plans and applies. Exit status 0 where all is done, 1 where something is left to a person or there is nothing to do, 2 where it failed.
 * @param before the product that is left
 * @param after the product that is taken up
 * @param storage directory for the journal
 */
export async function applyRescue(
  before: Resolved,
  after: Resolved,
  storage: string,
  json: boolean,
  translate: Translate,
  disks: Disks,
): Promise<Answer> {
  const { makePlan, nodeWritableFiles: files } = await planEngine(disks);
  const context = { files, ...after, others: [before], hasTrash: false };
  const plan = await makePlan(context, { kind: 'rescue', from: before.resolution.profile });
  const result = plan.ready ? await carryOut(plan, storage, disks) : null;
  const isFailed = result !== null && result.status !== 'complete';
  const left = [
    ...plan.refusals,
    ...plan.conflicts,
    ...plan.notes.filter(({ code }) => code === 'configure'),
  ];
  const status = isFailed ? 2 : left.length > 0 || result === null ? 1 : 0;
  if (json) return { output: jsonText(planJson(plan, result)), errors: '', status };
  const shower = new Shower(after.resolution, translate);
  const nothing = message(
    'Nothing to do: {0} loads all that {1} loads here.',
    after.resolution.product,
    before.resolution.product,
  );
  const lines = planLines(plan, shower);
  const last = result
    ? [
        resultLine(plan.title, result),
        ...(isFailed ? [] : [message('{0} takes it back.', 'which-skill undo --apply')]),
      ]
    : lines.length > 0
      ? [message('Nothing was done.')]
      : [nothing];
  const said = last.map(text => shower.message(text));
  return { output: `${[...lines, ...said].join('\n')}\n`, errors: '', status };
}
