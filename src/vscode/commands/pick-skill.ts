import * as vscode from 'vscode';
import { type Message, message } from '../../core/message';
import { scopeTerm } from '../../core/scope-term';
import type { Candidate } from '../../core/types';
import { sayFor } from '../localize';
import { Refusal } from '../log';
import type { Resolutions } from '../resolutions';
import { pickText } from '../text';
import { nameForRow } from '../tree/candidate-node';
import { Lookup, lookOf, stateOf } from '../tree/candidate-state';
import type { SkillArgument } from './command';

interface SkillPick extends vscode.QuickPickItem {
  readonly argument?: SkillArgument;
}

/** Asks which skill a command is meant for. Undefined where the person thinks better of it. */
export async function pickSkill(
  resolutions: Resolutions,
  placeHolder: string,
  fits: (candidate: Candidate) => boolean = () => true,
): Promise<SkillArgument | undefined> {
  const picks = picksOf(await resolutions.states(), fits);
  if (picks.length === 0)
    throw new Refusal(vscode.l10n.t('There is no skill here that this command could be meant for.'));
  const pick = await vscode.window.showQuickPick(picks, {
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return pick?.argument;
}

function picksOf(
  states: Awaited<ReturnType<Resolutions['states']>>,
  fits: (candidate: Candidate) => boolean,
): readonly SkillPick[] {
  const picks: SkillPick[] = [];
  for (const state of states) {
    if (state.kind !== 'resolved') continue;
    const { resolution, target } = state;
    const say = sayFor(resolution);
    const lookup = new Lookup(resolution);
    let heading = '';
    for (const candidate of resolution.candidates.filter(fits)) {
      const scope = say(message('{0}', scopeTerm(candidate.scope)));
      const group = states.length > 1 ? `${target.label} · ${scope}` : scope;
      if (group !== heading) picks.push({ label: group, kind: vscode.QuickPickItemKind.Separator });
      heading = group;
      picks.push(pickOf(candidate, stateOf(candidate, lookup), text => pickText(say(text))));
    }
  }
  return picks;
}

function pickOf(
  candidate: Candidate,
  state: Message | undefined,
  say: (message: Message) => string,
): SkillPick {
  const { file, name, winner, description } = candidate;
  const { icon } = lookOf(candidate.verdict);
  return {
    label: pickText(nameForRow(name, say)),
    description: say(message('{0}', { path: file })),
    detail: state ? say(state) : pickText(description ?? ''),
    iconPath: new vscode.ThemeIcon(
      icon.codicon,
      icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color),
    ),
    argument: { file, name, winner },
  };
}
