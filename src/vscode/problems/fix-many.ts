/** One fix for all files of a root, or for all that a rule applies to. */
import * as vscode from 'vscode';
import type { FoundProblem } from '../../core/checks/agent-problems';
import type { FileSystem } from '../../core/file-system';
import type { FixId } from '../../core/fixes/fix-id';
import { fixAllInRoot, fixesFor } from '../../core/fixes/fixes-for';
import type { Resolution } from '../../core/types';
import { sayFor } from '../localize';
import { Refusal } from '../log';
import { pickText } from '../text';
import { applyEdits, type FixSurroundings, operate, refuseRestricted } from './apply-fix';
import type { Problems } from './problems';

/**
 * Does a fix to all files of a root, and says how many there were.
 * @throws Refusal where there is nothing to fix, or an editor holds changes of one of the files
 */
export async function fixMany(
  id: FixId,
  root: string,
  resolution: Resolution,
  surroundings: FixSurroundings,
): Promise<number> {
  refuseRestricted();
  const fixed = await fixAllInRoot(await surroundings.files(), resolution, root, id);
  const dirty = vscode.workspace.textDocuments.find(
    ({ isDirty, uri }) => isDirty && fixed.some(({ file }) => file === uri.fsPath),
  );
  if (dirty) {
    throw new Refusal(vscode.l10n.t('Save or revert {0} first: it has unsaved changes.', dirty.uri.fsPath));
  }
  const edited = fixed.filter(({ edits }) => edits.length > 0);
  if (edited.length > 0) await applyEdits(edited, true);
  for (const { operations } of fixed)
    for (const operation of operations) await operate(operation, surroundings);
  await surroundings.refresh();
  return fixed.length;
}

interface KindPick extends vscode.QuickPickItem {
  readonly fix: FixId;
  readonly root: string;
  readonly resolution: Resolution;
}

/** Asks which kind of problem should be fixed, and in which root; does it, and says what was done. */
export async function fixManyByChoice(problems: Problems, surroundings: FixSurroundings): Promise<void> {
  const picks = await kindsOf(await surroundings.files(), problems.all);
  if (picks.length === 0) {
    throw new Refusal(
      vscode.l10n.t('There is no problem here that could be fixed in several files at once.'),
    );
  }
  const pick = await vscode.window.showQuickPick(picks, {
    placeHolder: vscode.l10n.t('Fix all problems of which kind?'),
    matchOnDescription: true,
  });
  if (pick) await fixManyAndTell(pick.fix, pick.root, pick.resolution, surroundings);
}

/** Does a fix to all files of a root, and tells how many there were. */
export async function fixManyAndTell(
  id: FixId,
  root: string,
  resolution: Resolution,
  surroundings: FixSurroundings,
): Promise<void> {
  const count = await fixMany(id, root, resolution, surroundings);
  const text = count === 1 ? vscode.l10n.t('Fixed 1 file.') : vscode.l10n.t('Fixed {0} files.', count);
  surroundings.log.background('telling what was fixed', vscode.window.showInformationMessage(text));
}

/** What can be fixed in many files at once, by kind and root. */
async function kindsOf(files: FileSystem, found: readonly FoundProblem[]): Promise<readonly KindPick[]> {
  const kinds = new Map<string, { pick: KindPick; files: Set<string> }>();
  for (const one of found) {
    const kind = await kindOf(files, one);
    if (!kind) continue;
    const key = JSON.stringify([kind.fix, kind.root, one.resolution.workDir]);
    const known = kinds.get(key) ?? { pick: kind, files: new Set<string>() };
    known.files.add(one.problem.file);
    kinds.set(key, known);
  }
  return [...kinds.values()].map(({ pick, files }) => ({
    ...pick,
    detail: files.size === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', files.size),
  }));
}

async function kindOf(
  files: FileSystem,
  { problem, resolution }: FoundProblem,
): Promise<KindPick | undefined> {
  if (problem.severity === 'information') return undefined;
  const candidate = resolution.candidates.find(({ id }) => id === problem.candidate);
  const root = resolution.roots.find(({ id }) => id === candidate?.root);
  if (!root) return undefined;
  const fix = (await fixesFor(files, resolution, problem)).find(one => one.isForMany && one.isPreferred);
  if (!fix) return undefined;
  const say = sayFor(resolution);
  return {
    label: pickText(say(fix.title)),
    description: pickText(root.label),
    fix: fix.id,
    root: root.id,
    resolution,
  };
}

/** Fixes all that a rule applies to, root by root. @throws Refusal where each needs a look of its own */
export async function fixManyOfRule(
  problems: readonly FoundProblem[],
  surroundings: FixSurroundings,
): Promise<void> {
  const done = new Set<string>();
  const files = await surroundings.files();
  let count = 0;
  for (const one of problems) {
    const fixes = await fixesFor(files, one.resolution, one.problem);
    const fix = fixes.find(({ isForMany }) => isForMany);
    const candidate = one.resolution.candidates.find(({ id }) => id === one.problem.candidate);
    const key = JSON.stringify([fix?.id, candidate?.root, one.resolution.workDir]);
    if (!fix || !candidate || done.has(key)) continue;
    done.add(key);
    count += await fixMany(fix.id, candidate.root, one.resolution, surroundings);
  }
  if (count === 0) throw new Refusal(vscode.l10n.t('Nothing here can be fixed without a look at each file.'));
}
