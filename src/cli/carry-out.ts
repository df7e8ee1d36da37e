/** Carrying a plan out from the command line, and saying what it does. */

import { type Message, message, namesInRow, renderMessage } from '../core/message';
import type { ApplyResult } from '../core/plan/apply';
import type { Plan, Question } from '../core/plan/types';
import type { Disks } from './disks';
import { planEngine } from './plan-engine';
import type { Shower } from './text';

/** What was done. Loads the plan engine. */
export async function carryOut(plan: Plan, storage: string, disks: Disks): Promise<ApplyResult> {
  const { applyPlan, nodeWritableFiles: files } = await planEngine(disks);
  return applyPlan(plan, { files, storage, trash: null });
}

/** The steps of a plan, one a line, and what it leaves undone with the reasons. */
export function planLines(plan: Plan, shower: Shower): readonly string[] {
  const about = ({ path, text }: { readonly path?: string; readonly text: Message }) =>
    path === undefined ? text : message('{0}: {1}', { path }, text);
  return [
    ...plan.operations.map(({ text }) => `  ${shower.message(text)}`),
    ...plan.conflicts
      .filter(({ answer }) => answer === 'skip')
      .map(({ text }) => `⚠ ${shower.message(message('skipped: {0}', text))}`),
    ...plan.refusals.map(refusal => `✗ ${shower.message(about(refusal))}`),
    ...plan.notes.map(
      ({ severity, text }) => `${severity === 'warning' ? '⚠' : '·'} ${shower.message(text)}`,
    ),
    ...plan.skipped
      .filter(({ code }) => code !== 'conflict')
      .map(skipped => `· ${shower.message(message('left out: {0}', about(skipped)))}`),
  ];
}

/** How it ended, in one line. */
export function resultLine(title: Message, result: ApplyResult): Message {
  const { status, done, total, failure, leftovers } = result;
  if (status === 'complete') return message('Done: {0}.', title);
  const stopped = failure
    ? message('{0}: stopped after {1} of {2}: {3}. Nothing is lost.', title, done, total, failure.text)
    : message('{0}: stopped after {1} of {2}. Nothing is lost.', title, done, total);
  return leftovers.length > 0 ? message('{0} Left over: {1}.', stopped, namesInRow(leftovers)) : stopped;
}

/** The public shape of what a plan does and how it ended. */
export function planJson(plan: Plan, result: ApplyResult | null) {
  const told = ({ code, path, text }: { code: string; path?: string; text: Message }) => ({
    code,
    path: path ?? null,
    reason: renderMessage(text),
  });
  return {
    title: renderMessage(plan.title),
    ready: plan.ready,
    operations: plan.operations.map(({ kind, from, to }) => ({ kind, from, to })),
    conflicts: plan.conflicts.map(({ source, target, identical, differences, ...question }) => ({
      source,
      target,
      ...questionJson(question),
      identical,
      differences,
    })),
    questions: plan.questions.map(questionJson),
    refusals: plan.refusals.map(told),
    notes: plan.notes.map(told),
    skipped: plan.skipped.map(told),
    outcome: plan.outcome.map(({ text, ...row }) => ({ ...row, reason: renderMessage(text) })),
    tools: plan.tools.map(({ tool, change, skills }) => ({ tool, change, skills })),
    applied: result && resultJson(result),
  };
}

/** The public shape of how a plan ended. */
export function resultJson({ id, status, done, total, failure, leftovers }: ApplyResult) {
  const reason = failure ? renderMessage(failure.text) : null;
  return { id, status, done, total, reason, leftovers };
}

function questionJson({ id, kind, text, choices, answer }: Omit<Question, 'fault'>) {
  return { id, kind, reason: renderMessage(text), choices: choices.map(({ value }) => value), answer };
}
