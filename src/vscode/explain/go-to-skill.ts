/** Finding a skill by its name or description: the winner of each name on top, what loses below it with the reason. */
import * as vscode from 'vscode';
import { isWinner } from '../../core/is-winner';
import { message } from '../../core/message';
import { productOf } from '../../core/products';
import type { Candidate } from '../../core/types';
import { openFile } from '../commands/open-file';
import { sayFor } from '../localize';
import { Refusal } from '../log';
import { pickText } from '../text';
import { isOpenable, nameForRow } from '../tree/candidate-node';
import { Lookup, lookOf, stateOf } from '../tree/candidate-state';
import type { ExplainingContext } from './context';
import { type Answering, answering } from './subject';

/** One candidate to choose. */
export interface SkillItem extends vscode.QuickPickItem {
  readonly file: string;
  readonly openable: boolean;
}

export class GoToSkill {
  constructor(
    private readonly context: Pick<ExplainingContext, 'resolutions' | 'tree' | 'log'>,
    private readonly explain: (file: string) => Promise<unknown>,
  ) {}

  /** @throws Refusal where there is no skill at all */
  async show(): Promise<vscode.QuickPick<SkillItem>> {
    const buttons = {
      explain: { iconPath: new vscode.ThemeIcon('question'), tooltip: vscode.l10n.t('Explain') },
      reveal: { iconPath: new vscode.ThemeIcon('list-tree'), tooltip: vscode.l10n.t('Show in the View') },
    };
    const folders = answering(await this.context.resolutions.states());
    const items = folders.flatMap(folder =>
      itemsOf(folder, folders.length > 1, [buttons.explain, buttons.reveal]),
    );
    if (items.length === 0) throw new Refusal(vscode.l10n.t('There is no skill here.'));
    const pick = vscode.window.createQuickPick<SkillItem>();
    pick.placeholder = vscode.l10n.t('Name or description of a skill');
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.items = items;
    const then = (what: string, work: () => unknown) => {
      pick.hide();
      void this.context.log.attempt(what, work);
    };
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item) then('opening a skill', () => this.open(item));
    });
    pick.onDidTriggerItemButton(({ button, item }) => {
      if (button === buttons.reveal) then('showing a skill', () => this.context.tree.reveal(item.file));
      else then('explaining a skill', () => this.explain(item.file));
    });
    pick.onDidHide(() => pick.dispose());
    pick.show();
    return pick;
  }

  /** What no editor can show is explained instead. */
  private async open({ file, openable }: SkillItem): Promise<void> {
    await (openable ? openFile(file) : this.explain(file));
  }
}

/** The names in their order, the candidates of each in rank order with the winner first. */
export function itemsOf(
  { label: folder, resolution }: Answering,
  withFolder: boolean,
  buttons: readonly vscode.QuickInputButton[] = [],
): readonly SkillItem[] {
  const { fold } = productOf(resolution.profile);
  const say = sayFor(resolution);
  const lookup = new Lookup(resolution);
  const names = new Map<string, Candidate[]>();
  for (const candidate of resolution.candidates) {
    const key = fold(candidate.name);
    const others = names.get(key);
    if (others) others.push(candidate);
    else names.set(key, [candidate]);
  }
  const sorted = [...names].sort(([a], [b]) => a.localeCompare(b)).map(([, candidates]) => candidates);
  return sorted.flatMap(candidates =>
    [...candidates]
      .sort((a, b) => Number(isWinner(b)) - Number(isWinner(a)))
      .map(candidate => {
        const { icon } = lookOf(candidate.verdict);
        const state = stateOf(candidate, lookup);
        const place = say(message('{0}', { path: candidate.file }));
        const description = candidate.description ?? '';
        return {
          label: pickText(nameForRow(candidate.name, say)),
          description: pickText(withFolder ? `${folder} · ${place}` : place),
          detail: pickText(
            [...(state ? [say(state)] : []), description].filter(part => part !== '').join(' · '),
          ),
          iconPath: new vscode.ThemeIcon(
            icon.codicon,
            icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color),
          ),
          buttons,
          file: candidate.file,
          openable: isOpenable(candidate),
        };
      }),
  );
}
