/** Asking for a new skill: where, under which name, what for. */
import * as vscode from 'vscode';
import { message } from '../../core/message';
import type { PlanContext, UserDirectory } from '../../core/plan/context';
import type { Plan, PlanRequest } from '../../core/plan/types';
import { isReadByMost, rootsForNew } from '../../core/roots-for-new';
import { scopeTerm } from '../../core/scope-term';
import type { Root } from '../../core/types';
import { sayFor } from '../localize';
import { Refusal } from '../log';
import type { Say } from '../say';
import type { TargetState } from '../targets';
import { notificationText, pickText } from '../text';
import type { TreeNode } from '../tree/nodes';
import type { Dialogs } from './dialogs';
import type { Engine } from './engine';

type Resolved = Extract<TargetState, { kind: 'resolved' }>;

/** A directory that a new skill can go to. */
export interface Place {
  readonly state: Resolved;
  readonly root: Root;
}

interface PlacePick extends vscode.QuickPickItem {
  readonly place?: Place;
}

/**
 * The places that a row leaves to choose from: the row's own directory, those of its scope, or all.
 * @param userDirectory as the setting has it
 * @throws Refusal where a new skill cannot go there
 */
export function placesFor(
  row: unknown,
  states: readonly TargetState[],
  userDirectory: UserDirectory,
): readonly Place[] {
  const all = states.flatMap((state): Place[] => {
    if (state.kind !== 'resolved') return [];
    // Without a folder, what stands for the project is the top of the disk.
    const roots = rootsForNew(state.resolution, userDirectory).filter(
      ({ scope }) => state.target.kind !== 'none' || scope !== 'project',
    );
    return roots.map(root => ({ state, root }));
  });
  const node = row as TreeNode | undefined;
  if (node?.kind !== 'root' && node?.kind !== 'scope') return all;
  const here = all.filter(({ state }) => state.resolution.workDir === node.resolution.workDir);
  const places =
    node.kind === 'root'
      ? here.filter(({ root }) => root.id === node.root.id)
      : here.filter(({ root }) => root.scope === node.scope);
  if (places.length > 0) return places;
  throw new Refusal(vscode.l10n.t('{0} takes no new skills.', notificationText(node.label)));
}

/** Asks for the place, where there are several; undefined where somebody thinks better of it. */
export async function askForPlace(places: readonly Place[], dialogs: Dialogs): Promise<Place | undefined> {
  if (places.length < 2) return places[0];
  const picks: PlacePick[] = [];
  const isOfSeveral = new Set(places.map(({ state }) => state.target.key)).size > 1;
  let heading = '';
  for (const place of places) {
    const { state, root } = place;
    const say = sayFor(state.resolution);
    const scope = say(message('{0}', scopeTerm(root.scope)));
    const group = isOfSeveral ? `${state.target.label} · ${scope}` : scope;
    if (group !== heading) picks.push({ label: pickText(group), kind: vscode.QuickPickItemKind.Separator });
    heading = group;
    picks.push({
      label: pickText(root.label),
      description: [
        ...(isReadByMost(root) ? [vscode.l10n.t('shared: most tools read it')] : []),
        ...(root.verdict === 'missing' ? [vscode.l10n.t('will be made')] : []),
      ].join(' · '),
      place,
    });
  }
  const placeHolder = vscode.l10n.t('Where shall the new skill be?');
  return (await dialogs.pickOne(picks, { placeHolder, matchOnDescription: true }))?.place;
}

/** Asks for the name; it is judged while it is typed, by a plan for just that name. */
export function askForName(
  { makePlan }: Engine,
  context: PlanContext,
  { root, state }: Place,
  dialogs: Dialogs,
): Thenable<string | undefined> {
  const say = sayFor(state.resolution);
  return dialogs.input({
    title: vscode.l10n.t('New Skill in {0}', pickText(root.label)),
    prompt: vscode.l10n.t('Name: lower-case letters, digits and hyphens'),
    validateInput: async name =>
      judgementOf(await makePlan(context, { kind: 'create', root: root.id, name, description: '' }), say),
  });
}

/** Asks what it is for. Empty is an answer. */
export function askForDescription(name: string, dialogs: Dialogs): Thenable<string | undefined> {
  return dialogs.input({
    title: vscode.l10n.t('New Skill {0}', pickText(name)),
    prompt: vscode.l10n.t(
      'What it does, and when to use it: by this the model chooses it. It can be written later.',
    ),
  });
}

/** What is to be said of a name by the plan that it makes: what refuses it, else what warns of it. */
export function judgementOf(
  { refusals, conflicts, notes, skipped }: Plan,
  say: Say,
): vscode.InputBoxValidationMessage | undefined {
  const severities = vscode.InputBoxValidationSeverity;
  const [refusal] = refusals;
  if (refusal) return { severity: severities.Error, message: say(refusal.text) };
  const [conflict] = conflicts;
  if (conflict) return { severity: severities.Warning, message: say(conflict.text) };
  const told =
    notes.find(({ severity }) => severity === 'warning') ?? notes.find(({ code }) => code === 'not-portable');
  if (told) return { severity: severities.Warning, message: say(told.text) };
  const [left] = skipped;
  return left && { severity: severities.Info, message: say(left.text) };
}

/** The file that a plan makes. */
export function createdFile({ operations }: Plan): string | undefined {
  return operations.find(({ kind }) => kind === 'create-file')?.to ?? undefined;
}

/** The request for the answers. */
export function creation({ root }: Place, name: string, description: string): PlanRequest {
  return { kind: 'create', root: root.id, name: name.trim(), description };
}

/** What warns of it: asked about once more before anything is made. */
export function warningsOf({ notes }: Plan, say: Say): readonly string[] {
  return notes.filter(({ severity }) => severity === 'warning').map(({ text }) => say(text));
}
