/** Asking which skills, or which scope, a command is meant for. */
import * as vscode from 'vscode';
import { type Message, message, namesInRow } from '../../core/message';
import { scopeTerm } from '../../core/scope-term';
import { skillPath } from '../../core/skill-path';
import { type Candidate, type Resolution, SCOPES, type Scope } from '../../core/types';
import { sayFor } from '../localize';
import { Refusal } from '../log';
import type { TargetState } from '../targets';
import { pickText } from '../text';
import { nameForRow } from '../tree/candidate-node';
import { Lookup, stateOf } from '../tree/candidate-state';
import { isProducts } from '../tree/tidy-words';
import type { Dialogs } from './dialogs';
import type { Wish } from './tidying';

interface RowPick extends vscode.QuickPickItem {
  /** Stands for the row, as `meantBy` takes it. */
  readonly row?: unknown;
}

/** The rows that a person chooses for a wish; undefined where they think better of it. @throws Refusal where there are none */
export async function pickRows(
  wish: Wish,
  states: readonly TargetState[],
  dialogs: Dialogs,
): Promise<readonly unknown[] | undefined> {
  const items = wish === 'migrate-scope' ? scopePicks(states) : skillPicks(wish, states);
  if (!items.some(({ row }) => row !== undefined)) {
    throw new Refusal(whyNone(wish, states));
  }
  const options = { placeHolder: placeHolder(wish), matchOnDescription: true, matchOnDetail: true };
  if (wish === 'migrate-scope' || wish === 'win' || wish === 'rename') {
    const pick = await dialogs.pickOne(items, options);
    return pick?.row === undefined ? undefined : [pick.row];
  }
  const picks = await dialogs.pick(items, { ...options, canPickMany: true });
  return picks && picks.length > 0 ? picks.map(({ row }) => row) : undefined;
}

function placeHolder(wish: Wish): string {
  switch (wish) {
    case 'copy':
      return vscode.l10n.t('Which skills should be copied to the canonical directory?');
    case 'move':
    case 'move-leaving-link':
      return vscode.l10n.t('Which skills should be moved to the canonical directory?');
    case 'to-folder':
      return vscode.l10n.t('Which flat files should become folders?');
    case 'to-project':
      return vscode.l10n.t('Which skills should be moved to the project?');
    case 'to-user':
      return vscode.l10n.t('Which skills should be moved to your own skills?');
    case 'make-visible':
      return vscode.l10n.t('Which skills should more agents load?');
    case 'win':
      return vscode.l10n.t('Which skill should be the one that loads?');
    case 'rename':
      return vscode.l10n.t('Which skill should get another name?');
    case 'delete':
      return vscode.l10n.t('Which skills should be deleted?');
    case 'migrate-scope':
      return vscode.l10n.t('All skills of which scope should be moved to its canonical directory?');
  }
}

/** What stands in the way of a command that there is nothing for: mostly that all is as it would have it. */
function whyNone(wish: Wish, states: readonly TargetState[]): string {
  const lookups = resolved(states).map(({ resolution }) => ({ resolution, lookup: new Lookup(resolution) }));
  if (
    !lookups.some(({ resolution, lookup }) => resolution.candidates.some(one => fits('delete', one, lookup)))
  )
    return vscode.l10n.t('There is no skill here yet that could be changed. New Skill… makes one.');
  switch (wish) {
    case 'copy':
    case 'move':
    case 'move-leaving-link':
      return vscode.l10n.t('All skills here lie in their canonical directory already.');
    case 'migrate-scope':
      return vscode.l10n.t(
        'No skill here lies in a directory of one tool alone: there is nothing to migrate.',
      );
    case 'to-folder':
      return vscode.l10n.t('No skill here is a flat file.');
    case 'to-project':
      return vscode.l10n.t('All skills here are those of the project already.');
    case 'to-user':
      return vscode.l10n.t('All skills here are your own already.');
    case 'win':
      return vscode.l10n.t('No skill here loses to another one.');
    default:
      return vscode.l10n.t('There is nothing here that this command could be meant for.');
  }
}

function skillPicks(wish: Wish, states: readonly TargetState[]): readonly RowPick[] {
  const picks: RowPick[] = [];
  for (const { resolution, target } of resolved(states)) {
    const say = sayFor(resolution);
    const lookup = new Lookup(resolution);
    let heading = '';
    for (const candidate of resolution.candidates.filter(one => fits(wish, one, lookup))) {
      const { label } = lookup.roots.get(candidate.root)!;
      const group = states.length > 1 ? `${target.label} · ${label}` : label;
      if (group !== heading) picks.push({ label: pickText(group), kind: vscode.QuickPickItemKind.Separator });
      heading = group;
      const state = stateOf(candidate, lookup);
      picks.push({
        label: pickText(nameForRow(candidate.name, say)),
        description: pickText(say(message('{0}', { path: skillPath(candidate) }))),
        detail: pickText(state ? say(state) : (candidate.description ?? '')),
        row: { kind: 'candidate', candidate, resolution },
      });
    }
  }
  return picks;
}

function fits(wish: Wish, { form, scope, root, verdict }: Candidate, { roots }: Lookup): boolean {
  const home = roots.get(root);
  if (!home || isProducts(home)) return false;
  const isCanonical = home.group === 'generic' && home.verdict === 'active';
  switch (wish) {
    case 'copy':
    case 'move':
    case 'move-leaving-link':
      return !isCanonical;
    case 'to-folder':
      return form === 'flat';
    case 'to-project':
      return scope !== 'project';
    case 'to-user':
      return scope !== 'user';
    case 'win':
      return verdict !== 'active' && verdict !== 'invalid' && verdict !== 'unreadable' && verdict !== 'alias';
    default:
      return true;
  }
}

function scopePicks(states: readonly TargetState[]): readonly RowPick[] {
  return resolved(states).flatMap(({ resolution, target }) =>
    SCOPES.filter(scope => hasBrandSkills(scope, resolution)).map(scope => {
      const say = sayFor(resolution);
      const label: Message = message('{0}', scopeTerm(scope));
      return {
        label: states.length > 1 ? `${pickText(target.label)} · ${say(label)}` : say(label),
        description: pickText(say(namesInRow(brandRoots(scope, resolution)))),
        row: { kind: 'scope', scope, resolution },
      };
    }),
  );
}

function hasBrandSkills(scope: Scope, resolution: Resolution): boolean {
  return (scope === 'project' || scope === 'user') && brandRoots(scope, resolution).length > 0;
}

function brandRoots(scope: Scope, { roots, candidates }: Resolution): readonly string[] {
  return roots
    .filter(root => root.scope === scope && root.group === 'brand')
    .filter(({ id }) => candidates.some(({ root }) => root === id))
    .map(({ label }) => label);
}

function resolved(states: readonly TargetState[]): readonly Extract<TargetState, { kind: 'resolved' }>[] {
  return states.flatMap(state => (state.kind === 'resolved' ? [state] : []));
}
