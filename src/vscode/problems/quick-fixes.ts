import * as vscode from 'vscode';
import type { FoundProblem } from '../../core/checks/agent-problems';
import { textContextOf } from '../../core/checks/check-resolution';
import type { Fix } from '../../core/fixes/fix';
import type { FixId } from '../../core/fixes/fix-id';
import { editBetween, fixesFor } from '../../core/fixes/fixes-for';
import { fixAllInText } from '../../core/fixes/text-fixes';
import type { ProfileId, Resolution } from '../../core/types';
import { sayFor } from '../localize';
import { oneLine } from '../text';
import { EXPLAIN_PROBLEM, type Problems, toRange, unsavedText } from './problems';

/** Carries out a fix that is more than edits of one text. Arguments: the fix, its resolution. */
export const APPLY_FIX = 'whichSkill.applyFix';

/** All fixes of one kind in a root. Arguments: id of the fix, id of the root, its resolution. */
export const FIX_ALL_IN_ROOT = 'whichSkill.fixAllInRoot';

const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append('whichSkill');

/** The lamp beside a problem. */
export class QuickFixes implements vscode.CodeActionProvider {
  static readonly kinds: vscode.CodeActionProviderMetadata = {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, FIX_ALL],
  };

  constructor(private readonly problems: Problems) {}

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const found = await this.problems.refreshed(document.uri.fsPath);
    if (found.length === 0) return [];
    const { only } = context;
    const actions: vscode.CodeAction[] = [];
    if (!only || only.intersects(vscode.CodeActionKind.QuickFix)) {
      for (const one of found) {
        if (!toRange(one.problem.range).intersection(range)) continue;
        actions.push(...(await this.quickFixes(document, one, found, context.diagnostics)));
      }
    }
    // Not in the menu of the lamp, which asks for everything: in that of sources, and on saving.
    if (only?.intersects(FIX_ALL) || only?.contains(FIX_ALL))
      actions.push(...(await fixAllInFile(document, found)));
    return actions;
  }

  private async quickFixes(
    document: vscode.TextDocument,
    one: FoundProblem,
    all: readonly FoundProblem[],
    diagnostics: readonly vscode.Diagnostic[],
  ): Promise<readonly vscode.CodeAction[]> {
    const { problem, resolution } = one;
    const say = sayFor(resolution);
    const diagnostic = diagnostics.filter(({ code }) => codeText(code) === problem.code);
    const files = await this.problems.files();
    const fixes = await fixesFor(files, resolution, problem, unsavedText(problem.file));
    const actions = fixes.map(fix => toAction(document, fix, resolution, say(fix.title), diagnostic));
    // What mends it in another agent can be something else.
    const known = new Set(fixes.map(({ id }) => id));
    for (const other of one.beside ?? []) {
      const text = unsavedText(other.problem.file);
      for (const fix of await fixesFor(files, other.resolution, other.problem, text)) {
        if (known.has(fix.id)) continue;
        known.add(fix.id);
        const title = sayFor(other.resolution)(fix.title);
        actions.push(toAction(document, { ...fix, isPreferred: false }, other.resolution, title, diagnostic));
      }
    }
    for (const fix of fixes.filter(({ isForMany }) => isForMany)) {
      const inFile = all.filter(other => other.problem.code === problem.code).length;
      if (inFile > 1 && fix.edits.length > 0) {
        const title = vscode.l10n.t('{0}: all {1} in this file', say(fix.title), inFile);
        const action = await fixAllAction(
          document,
          resolution,
          problem.candidate,
          title,
          vscode.CodeActionKind.QuickFix,
          fix.id,
        );
        if (action) actions.push(action);
      }
      const inRoot = this.inRoot(one);
      if (inRoot) actions.push(toRootAction(fix.id, say(fix.title), inRoot, resolution));
    }
    actions.push(explainAction(problem.code, resolution.profile, diagnostic));
    return actions;
  }

  /** The root of a problem, and how many of the same kind there are in it, if more than this one. */
  private inRoot({
    problem,
    resolution,
  }: FoundProblem): { root: string; label: string; count: number } | undefined {
    const candidates = new Map(resolution.candidates.map(candidate => [candidate.id, candidate]));
    const id = candidates.get(problem.candidate ?? '')?.root;
    const root = resolution.roots.find(one => one.id === id);
    if (!root) return undefined;
    const count = new Set(
      this.problems.all
        .filter(other => other.problem.code === problem.code)
        .filter(other => candidates.get(other.problem.candidate ?? '')?.root === root.id)
        .map(other => other.problem.file),
    ).size;
    return count > 1 ? { root: root.id, label: root.label, count } : undefined;
  }
}

function toAction(
  document: vscode.TextDocument,
  fix: Fix,
  resolution: Resolution,
  title: string,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction {
  const action = new vscode.CodeAction(oneLine(title), vscode.CodeActionKind.QuickFix);
  action.isPreferred = fix.isPreferred;
  action.diagnostics = diagnostics;
  if (fix.edits.length > 0 && fix.operations.length === 0 && fix.preview === null) {
    action.edit = new vscode.WorkspaceEdit();
    action.edit.set(
      document.uri,
      fix.edits.map(({ range, newText }) => new vscode.TextEdit(toRange(range), newText)),
    );
  } else {
    action.command = { command: APPLY_FIX, title: action.title, arguments: [fix, resolution] };
  }
  return action;
}

function toRootAction(
  id: FixId,
  title: string,
  { root, label, count }: { root: string; label: string; count: number },
  resolution: Resolution,
): vscode.CodeAction {
  const text = vscode.l10n.t('{0}: all {1} files in {2}', title, count, label);
  const action = new vscode.CodeAction(oneLine(text), vscode.CodeActionKind.QuickFix);
  action.command = { command: FIX_ALL_IN_ROOT, title: action.title, arguments: [id, root, resolution] };
  return action;
}

function explainAction(
  code: string,
  profile: ProfileId,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction {
  const action = new vscode.CodeAction(vscode.l10n.t('Explain this problem'), vscode.CodeActionKind.QuickFix);
  action.diagnostics = diagnostics;
  action.command = { command: EXPLAIN_PROBLEM, title: action.title, arguments: [code, profile] };
  return action;
}

async function fixAllInFile(
  document: vscode.TextDocument,
  found: readonly FoundProblem[],
): Promise<readonly vscode.CodeAction[]> {
  const first = found.find(({ problem }) => problem.candidate !== undefined);
  if (!first) return [];
  const title = vscode.l10n.t('Fix all problems of this skill file');
  const action = await fixAllAction(document, first.resolution, first.problem.candidate, title, FIX_ALL);
  return action ? [action] : [];
}

async function fixAllAction(
  document: vscode.TextDocument,
  resolution: Resolution,
  candidateId: string | undefined,
  title: string,
  kind: vscode.CodeActionKind,
  id?: FixId,
): Promise<vscode.CodeAction | undefined> {
  const candidate = resolution.candidates.find(one => one.id === candidateId);
  if (!candidate) return undefined;
  const text = document.getText();
  const { text: after, fixed } = await fixAllInText(text, textContextOf(resolution, candidate), id);
  if (fixed === 0) return undefined;
  const action = new vscode.CodeAction(oneLine(title), kind);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.set(
    document.uri,
    editBetween(text, after).map(({ range, newText }) => new vscode.TextEdit(toRange(range), newText)),
  );
  return action;
}

function codeText(code: vscode.Diagnostic['code']): string | undefined {
  return typeof code === 'object' ? String(code.value) : code === undefined ? undefined : String(code);
}
