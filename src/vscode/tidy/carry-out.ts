/** Applying a plan in front of a person: with progress, a way to cancel, and a way back. */
import * as vscode from 'vscode';
import { namesInRow } from '../../core/message';
import type { ApplyEnvironment, ApplyResult } from '../../core/plan/apply';
import type { Plan } from '../../core/plan/types';
import type { Say } from '../say';
import { oneLine } from '../text';
import type { Dialogs } from './dialogs';
import type { Engine } from './engine';

/** Shows how far it is; cancelling ends it between two steps, with everything consistent. */
export function withProgress(
  dialogs: Dialogs,
  title: string,
  say: Say,
  work: (more: Pick<ApplyEnvironment, 'signal' | 'onProgress'>) => Promise<ApplyResult>,
): Thenable<ApplyResult> {
  return dialogs.progress(title, async (progress, token) => {
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    let before = 0;
    try {
      return await work({
        signal: controller.signal,
        onProgress({ done, total, operation }) {
          const increment = total === 0 ? 0 : ((done - before) / total) * 100;
          before = done;
          progress.report({ increment, message: `${done}/${total} · ${oneLine(say(operation.text))}` });
        },
      });
    } finally {
      subscription.dispose();
    }
  });
}

/** Does what a plan says. */
export async function carryOut(
  { applyPlan }: Engine,
  plan: Plan,
  environment: ApplyEnvironment,
  dialogs: Dialogs,
  say: Say,
): Promise<ApplyResult> {
  return withProgress(dialogs, say(plan.title), say, more => applyPlan(plan, { ...environment, ...more }));
}

/** What became of it, in a sentence; what is left over is named. */
export function resultInWords(
  { status, done, total, failure, leftovers }: ApplyResult,
  title: string,
  say: Say,
): string {
  const why = failure ? say(failure.text) : '';
  switch (status) {
    case 'complete':
      return vscode.l10n.t('Done: {0}.', title);
    case 'cancelled':
      return done === 0
        ? vscode.l10n.t('Cancelled: nothing has been changed.')
        : vscode.l10n.t('Cancelled: {0} of {1} are done, the others are as they were.', done, total);
    case 'cleaned':
      return vscode.l10n.t('Cleaned up: {0} of {1} are done, the others are as they were.', done, total);
    case 'failed':
      return done === 0
        ? vscode.l10n.t('Nothing has been changed: {0}.', why)
        : vscode.l10n.t('Stopped: {0}. {1} of {2} are done, the others are as they were.', why, done, total);
    case 'interrupted':
      return leftovers.length > 0
        ? vscode.l10n.t(
            'Interrupted: {0}. Nothing is lost; left over: {1}.',
            why,
            say(namesInRow(leftovers.slice(0, 3))),
          )
        : vscode.l10n.t('Interrupted: {0}. Nothing is lost.', why);
  }
}
