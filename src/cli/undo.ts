/** `which-skill undo`: takes back what the command did last. */
import { renderMessage } from '../core/message';
import type { Answer } from './answer';
import { carryOut, planJson, resultLine } from './carry-out';
import { jsonText } from './json';
import { printable } from './text';

/**
 * Shows what would be taken back; does it with `apply`. Exit status 1 where there is nothing, or where a file has changed
 * since; 2 where it failed.
 * @param storage directory with the journal
 */
export async function undo(
  storage: string,
  { apply, json }: { readonly apply: boolean; readonly json: boolean },
): Promise<Answer> {
  const { lockHolder, nodeWritableFiles: files, planUndo, undoablePlans } = await import('../core/lazy/plan');
  const holder = lockHolder(files, storage);
  if (holder)
    return { output: '', errors: `which-skill: ${printable(renderMessage(holder.text))}\n`, status: 2 };
  const [last] = undoablePlans(files, storage);
  if (!last) return { output: '', errors: 'which-skill: there is nothing that could be undone\n', status: 1 };
  const plan = await planUndo(files, last);
  const result = apply && plan.ready ? await carryOut(plan, storage) : null;
  const isFailed = result !== null && result.status !== 'complete';
  const status = isFailed ? 2 : plan.ready ? 0 : 1;
  if (json) return { output: jsonText(planJson(plan, result)), errors: '', status };
  const title = printable(renderMessage(plan.title));
  const lines = [
    ...plan.operations.map(({ kind, from, to }) => `  ${kind} ${printable(from ?? to ?? '')}`),
    ...plan.refusals.map(({ text }) => `✗ ${printable(renderMessage(text))}`),
    ...plan.notes.map(({ text }) => `⚠ ${printable(renderMessage(text))}`),
    result
      ? resultLine(title, result)
      : plan.ready
        ? `${title}: nothing was done yet; which-skill undo --apply does it.`
        : `${title}: this cannot be undone.`,
  ];
  return { output: `${lines.join('\n')}\n`, errors: '', status };
}
