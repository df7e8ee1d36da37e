/** The buttons on a page that carry out what would change an answer. */
import * as vscode from 'vscode';
import { checkCandidate } from '../../core/checks/check-resolution';
import type { Change } from '../../core/explain/explanation';
import type { FileSystem } from '../../core/file-system';
import type { Fix } from '../../core/fixes/fix';
import { fixesFor } from '../../core/fixes/fixes-for';
import type { PlanWish } from '../../core/fixes/plan-wish';
import type { Resolution } from '../../core/types';
import type { Drifts } from '../drifts';
import { unsavedText } from '../problems/problems';
import type { Say } from '../say';

export interface FixButton {
  readonly label: string;
  /** What comes back when it is clicked. */
  readonly value: string;
  readonly spoken?: string;
}

/** What a button stands for: a fix by candidate and id, or a plan. */
type Meaning = { readonly candidate: string; readonly fix: string } | { readonly plan: PlanWish };

/** The buttons of one change. What is only a line to paste has buttons of its own. */
export async function fixButtonsFor(
  change: Change,
  files: FileSystem,
  resolution: Resolution,
  drifts: Drifts,
  say: Say,
): Promise<readonly FixButton[]> {
  const { candidate, plan } = change;
  if (plan) return [{ label: planLabel(plan), value: meaning({ plan }) }];
  if (candidate === null) return [];
  const fixes = await fixesOfChange(change, files, resolution, drifts);
  return fixes.map(({ id, title }) => ({ label: say(title), value: meaning({ candidate, fix: id }) }));
}

function meaning(value: Meaning): string {
  return JSON.stringify(value);
}

function planLabel({ kind }: PlanWish): string {
  return kind === 'copy' ? vscode.l10n.t('Copy It…') : vscode.l10n.t('Remove the Empty Directory…');
}

async function fixesOfChange(
  { candidate, fixes: wanted, paste }: Change,
  files: FileSystem,
  resolution: Resolution,
  drifts: Drifts,
): Promise<readonly Fix[]> {
  if (candidate === null || paste) return [];
  return (await fixesOfCandidate(candidate, files, resolution, drifts)).filter(({ id }) =>
    wanted.includes(id),
  );
}

/** The fix that a button stands for, worked out from what is on disk now; undefined where it is not needed any more. */
export async function fixOfButton(
  value: string,
  files: FileSystem,
  resolution: Resolution,
  drifts: Drifts,
): Promise<Fix | PlanWish | undefined> {
  const meant = JSON.parse(value) as Meaning;
  if ('plan' in meant) return meant.plan;
  return (await fixesOfCandidate(meant.candidate, files, resolution, drifts)).find(
    ({ id }) => id === meant.fix,
  );
}

/** Each fix once: of several problems with one fix, that of the first. */
async function fixesOfCandidate(
  id: string,
  files: FileSystem,
  resolution: Resolution,
  drifts: Drifts,
): Promise<readonly Fix[]> {
  const candidate = resolution.candidates.find(one => one.id === id);
  if (!candidate) return [];
  const unsaved = unsavedText(candidate.file);
  const problems = await checkCandidate(files, resolution, candidate, drifts.of(resolution), unsaved);
  const fixes = new Map<string, Fix>();
  for (const problem of problems) {
    for (const fix of await fixesFor(files, resolution, problem, unsaved)) {
      if (!fixes.has(fix.id)) fixes.set(fix.id, fix);
    }
  }
  return [...fixes.values()];
}
