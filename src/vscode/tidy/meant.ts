/** From the rows that a command was called on to the skills that are meant. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Selection } from '../../core/plan/types';
import type { Candidate, Resolution, Scope } from '../../core/types';
import { candidateOf } from '../candidate-of';
import { Refusal } from '../log';
import type { TargetState } from '../targets';
import { notificationText } from '../text';
import type { TreeNode } from '../tree/nodes';

/** Skills of one resolution. */
export interface Meant {
  readonly target: string;
  readonly resolution: Resolution;
  readonly what: Selection;
}

/** A part of what is meant: one row. */
type Part =
  | { readonly state: Resolved; readonly candidate: Candidate }
  | { readonly state: Resolved; readonly root: string }
  | { readonly state: Resolved; readonly scope: Scope };

type Resolved = Extract<TargetState, { kind: 'resolved' }>;

/**
 * What the rows stand for. A row is a node of the tree, the URI of a file or folder, or anything with a `file`.
 * @param isDocument whether an entry is to be left out where a whole root is meant
 * @throws Refusal where a row is no skill, or rows of several folders are mixed
 */
export function meantBy(
  rows: readonly unknown[],
  states: readonly TargetState[],
  isDocument: (entry: string) => boolean,
): Meant {
  const parts = rows.map(row => partOf(row, states));
  const first = parts[0];
  if (!first) throw new Refusal(vscode.l10n.t('No skill is selected.'));
  const { target, resolution } = first.state;
  if (parts.some(({ state }) => state.target.key !== target.key)) {
    throw new Refusal(vscode.l10n.t('Select skills of one folder of the workspace only.'));
  }
  const common = { target: target.key, resolution };
  if (parts.length === 1) {
    if ('root' in first) return { ...common, what: { root: first.root } };
    if ('scope' in first) return { ...common, what: { scope: first.scope } };
  }
  const candidates = new Set<string>();
  for (const part of parts) {
    for (const { id } of candidatesIn(part, isDocument)) candidates.add(id);
  }
  return { ...common, what: { candidates: [...candidates] } };
}

function candidatesIn(part: Part, isDocument: (entry: string) => boolean): readonly Candidate[] {
  if ('candidate' in part) return [part.candidate];
  return part.state.resolution.candidates.filter(({ root, scope, form, entry }) => {
    const isIn = 'root' in part ? root === part.root : scope === part.scope;
    return isIn && !(form === 'flat' && isDocument(entry));
  });
}

function partOf(row: unknown, states: readonly TargetState[]): Part {
  const node = row as TreeNode;
  if (node.kind === 'root') return { state: stateOf(node.resolution, states), root: node.root.id };
  if (node.kind === 'scope') return { state: stateOf(node.resolution, states), scope: node.scope };
  if (node.kind === 'candidate') {
    const state = stateOf(node.resolution, states);
    const candidate = state.resolution.candidates.find(({ id }) => id === node.candidate.id);
    if (candidate) return { state, candidate };
  }
  const file = row instanceof vscode.Uri ? row.fsPath : (row as { readonly file?: string } | null)?.file;
  if (file === undefined) throw new Refusal(vscode.l10n.t('This row is no skill.'));
  const found = candidateOf(file, states) ?? candidateOf(path.join(file, 'SKILL.md'), states);
  if (!found) {
    throw new Refusal(vscode.l10n.t('{0} is none of the skills in the tree.', notificationText(file)));
  }
  return { state: stateOf(found.resolution, states), candidate: found.candidate };
}

/** The present state of the folder that a row was built for: the row may be older. */
function stateOf({ workDir }: Resolution, states: readonly TargetState[]): Resolved {
  for (const state of states) {
    if (state.kind === 'resolved' && state.resolution.workDir === workDir) return state;
  }
  throw new Refusal(vscode.l10n.t('The tree has changed meanwhile. Try again.'));
}

/** The skills that a selection holds. */
export function candidatesOf(what: Selection, { candidates }: Resolution): readonly Candidate[] {
  if ('candidates' in what) return candidates.filter(({ id }) => what.candidates.includes(id));
  if ('root' in what) return candidates.filter(({ root }) => root === what.root);
  return candidates.filter(({ scope }) => scope === what.scope);
}
