/** `which-skill undo`: takes back what the command did last. */
import * as path from 'node:path';
import { nodeFileSystem } from '../core/file-system';
import { type Message, message, renderMessage } from '../core/message';
import type { Note, Operation, Plan } from '../core/plan/types';
import { findProjectRoot } from '../core/project-root';
import type { Answer } from './answer';
import { carryOut, planJson, resultLine } from './carry-out';
import { jsonText } from './json';
import { printable, Shower, table } from './text';
import { operationRows, UNDO_WORDS } from './tidy-text';
import { unreadableText } from './unreadable';

export interface UndoQuestion {
  readonly apply: boolean;
  /** Take back the one before the last, where the last cannot be undone. */
  readonly before: boolean;
  readonly json: boolean;
}

/**
 * Shows what would be taken back; does it with `apply`. Exit status 1 where there is nothing, where a file has changed
 * since, or where the last change cannot be undone and nobody asked for the one before; 2 where it failed.
 * @param storage directory with the journal
 */
export async function undo(
  storage: string,
  { workDir, home }: { readonly workDir: string; readonly home: string },
  { apply, before, json }: UndoQuestion,
): Promise<Answer> {
  const engine = await import('../core/lazy/plan');
  const { nodeWritableFiles: files } = engine;
  const projectRoot = findProjectRoot(nodeFileSystem, workDir).path;
  const shower = new Shower({ projectRoot, home });
  const holder = engine.lockHolder(files, storage);
  if (holder)
    return { output: '', errors: `which-skill: ${printable(renderMessage(holder.text))}\n`, status: 2 };
  const unreadable = unreadableText(engine, storage);
  const [last] = engine.undoablePlans(files, storage);
  const final = engine.finalPlans(files, storage);
  if (!last) {
    const why = final.map(({ title }) => `${shower.message(title)} cannot be undone, and `).slice(0, 1);
    const errors = `${unreadable}which-skill: ${why.join('')}there is nothing that could be undone\n`;
    return { output: '', errors, status: 1 };
  }
  const planned = await engine.planUndo(files, last);
  const plan: Plan = { ...planned, notes: [...final.map(({ title }) => isFinal(title)), ...planned.notes] };
  const isMeant = final.length === 0 || before;
  const result = apply && isMeant && plan.ready ? await carryOut(plan, storage) : null;
  const isFailed = result !== null && result.status !== 'complete';
  const status = isFailed ? 2 : plan.ready && (isMeant || !apply) ? 0 : 1;
  if (json) return { output: jsonText(planJson(plan, result)), errors: unreadable, status };
  const title = shower.message(plan.title);
  const place = elsewhere(plan.operations, projectRoot);
  const command = final.length > 0 ? 'undo --before --apply' : 'undo --apply';
  const lines = [
    ...plan.notes.map(({ text }) => `⚠ ${shower.message(text)}`),
    ...(place === null ? [] : [`⚠ this was not done in this project, but in ${shower.path(place)}`]),
    table(operationRows(plan.operations, shower, UNDO_WORDS)).replace(/^/gm, '  '),
    ...plan.refusals.map(({ text }) => `✗ ${shower.message(text)}`),
    result
      ? resultLine(title, result)
      : plan.ready
        ? `${title}: nothing was done yet; which-skill ${command} does it.`
        : `${title}: this cannot be undone.`,
  ];
  return { output: `${lines.join('\n')}\n`, errors: unreadable, status };
}

function isFinal(title: Message): Note {
  const text = message('{0} came later, and cannot be undone; this is what was done before it', title);
  return { severity: 'warning', code: 'last-is-final', text };
}

/** Where all of it was done, if nothing of it in this project. */
function elsewhere(operations: readonly Operation[], projectRoot: string): string | null {
  const places = operations.flatMap(({ from, to }) => [from, to]).filter(place => place !== null);
  const isWithin = (folder: string, place: string) =>
    place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
  if (places.length === 0 || places.some(place => isWithin(projectRoot, place))) return null;
  let common = path.dirname(places[0]!);
  while (!places.every(place => isWithin(common, place)) && path.dirname(common) !== common)
    common = path.dirname(common);
  return common;
}
