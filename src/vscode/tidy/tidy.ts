/** Changing files: from what somebody wants over a plan and its preview to what is done, and back. */

import * as vscode from 'vscode';
import { message, namesInRow, sentencesInRow } from '../../core/message';
import type { ApplyEnvironment, ApplyResult } from '../../core/plan/apply';
import type { PlanContext } from '../../core/plan/context';
import type { Answers, Destination, Plan, PlanRequest, Refusal as Refused } from '../../core/plan/types';
import { PROFILE_IDS, productOf, productTitle } from '../../core/products';
import { skillPath } from '../../core/skill-path';
import type { Resolution } from '../../core/types';
import { candidateOf } from '../candidate-of';
import { openFile } from '../commands/open-file';
import { sayAtHome, sayFor, say as sayPlainly } from '../localize';
import { Refusal } from '../log';
import { Pages } from '../pages/page';
import { askThrough } from '../real-path';
import type { Say } from '../say';
import type { TargetState } from '../targets';
import { notificationText, pickText } from '../text';
import type { TreeNode } from '../tree/nodes';
import { carryOut, resultInWords, withProgress } from './carry-out';
import { type Dialogs, windowDialogs } from './dialogs';
import { type Engine, engine } from './engine';
import { type Intent, requestFor, transfer, type Way } from './intent';
import { type Meant, meantBy } from './meant';
import {
  askForDescription,
  askForName,
  askForPlace,
  createdFile,
  creation,
  judgementOf,
  type Place,
  placesFor,
  warningsOf,
} from './new-skill';
import { pickRows } from './pick-rows';
import { Planner } from './planner';
import { type Applied, type Confirmed, Preview } from './preview';
import { sentence } from './preview-operations';
import type { TidySurroundings, Wish } from './tidying';
import { SystemTrash, type TrashCan } from './trash';

/** Reasons that a notification has room for. */
const FEW = 3;

export class Tidy implements vscode.Disposable {
  /** Tests put their own in the place of these two. */
  dialogs: Dialogs = windowDialogs;
  trash: TrashCan;
  /** The preview that was shown last. */
  preview: Preview | undefined;
  private readonly pages: Pages;

  constructor(private readonly surroundings: TidySurroundings) {
    askThrough(surroundings.resolutions);
    this.trash = new SystemTrash(surroundings.storage);
    this.pages = new Pages({ viewType: 'whichSkill.preview', log: surroundings.log });
  }

  /** Plans what is wanted of the rows and shows it; asks where there are no rows. */
  async start(wish: Wish, rows: readonly unknown[]): Promise<void> {
    if (this.isRestricted()) return;
    const states = await this.surroundings.resolutions.states();
    const chosen = rows.length > 0 ? rows : await pickRows(wish, states, this.dialogs);
    if (!chosen) return;
    const { isDocument } = await engine();
    const meant = meantBy(chosen, states, isDocument);
    if (wish === 'win') return this.startWinning(meant);
    if (wish === 'rename') return this.startRenaming(meant);
    if (wish === 'make-visible') return this.startMakingVisible(meant);
    const request = requestFor(wish, meant.what);
    const answers = wish === 'delete' ? await this.askForFate(meant) : {};
    if (answers) await this.show({ target: meant.target, ways: [{ request, answers }] });
  }

  /** Asks for whom, and shows what that takes. */
  private async startMakingVisible({ target, what }: Meant): Promise<void> {
    const mine = this.surroundings.agents.list;
    const items = [...mine, ...PROFILE_IDS.filter(id => !mine.includes(id))].map(agent => ({
      agent,
      label: productTitle(productOf(agent)),
      description: sayAtHome(namesInRow(productOf(agent).readPlaces)),
      picked: mine.includes(agent),
    }));
    const chosen = await this.dialogs.pick(items, {
      canPickMany: true,
      placeHolder: vscode.l10n.t('Which agents should load it, all from the same file?'),
    });
    if (!chosen || chosen.length === 0) return;
    const agents = chosen.map(({ agent }) => agent);
    await this.show({ target, ways: [{ request: { kind: 'make-visible', what, agents }, answers: {} }] });
  }

  /** Asks for a new skill, makes and opens it. Nothing is shown first: it takes nobody anything, or somebody is asked. */
  async newSkill([row]: readonly unknown[]): Promise<void> {
    if (this.isRestricted()) return;
    const { dialogs, planner } = this;
    const states = await this.surroundings.resolutions.states();
    const places = placesFor(row, states, this.surroundings.settings.userCanonicalDirectory);
    if (places.length === 0) {
      throw new Refusal(vscode.l10n.t('There is no directory here that a new skill could go to.'));
    }
    const place = await askForPlace(places, dialogs);
    if (!place) return;
    const loaded = await engine();
    const context = await planner.contextFor(place.state);
    const name = await askForName(loaded, context, place, dialogs);
    if (name === undefined) return;
    const description = await askForDescription(name, dialogs);
    if (description === undefined) return;
    await this.create(place, creation(place, name, description));
  }

  private async create({ state }: Place, request: PlanRequest): Promise<void> {
    const loaded = await engine();
    const say = sayFor(state.resolution);
    const now = await this.planner.stateOf(state.target.key);
    const plan = await loaded.makePlan(await this.planner.contextFor(now), request);
    const file = createdFile(plan);
    if (!plan.ready || file === undefined) throw new Refusal(nothingToDo(plan, say));
    const warnings = warningsOf(plan, say);
    if (warnings.length > 0) {
      const go = vscode.l10n.t('Create Anyway');
      const question = vscode.l10n.t('Create {0}?', notificationText(say(message('{0}', { path: file }))));
      if ((await this.dialogs.ask(question, warnings.join('\n'), go)) !== go) return;
    }
    const result = await loaded.applyPlan(plan, await this.environment(loaded));
    await this.afterwards(result, say(plan.title), say, plan);
    if (result.status === 'complete') await openFile(file, { preview: false });
  }

  /** Plans a request of another part, such as a fix, and shows it. */
  async plan(request: PlanRequest, { workDir, profile }: Resolution): Promise<void> {
    if (this.isRestricted()) return;
    const states = await this.surroundings.resolutions.states();
    const state = states.find(
      one =>
        one.kind === 'resolved' && one.resolution.workDir === workDir && one.resolution.profile === profile,
    );
    if (!state) throw new Refusal(vscode.l10n.t('The folder that this was about is not open any more.'));
    await this.show({ target: state.target.key, ways: [{ request, answers: {} }] });
  }

  /** Plans to copy what was dropped; the preview lets it be moved instead. */
  async drop(target: unknown, rows: readonly unknown[]): Promise<void> {
    if (this.isRestricted()) return;
    const to = destinationOf(target as TreeNode);
    const states = await this.surroundings.resolutions.states();
    const { isDocument } = await engine();
    const meant = meantBy(rows, states, isDocument);
    const { workDir } = (target as Extract<TreeNode, { resolution: unknown }>).resolution;
    if (meant.resolution.workDir !== workDir) {
      throw new Refusal(vscode.l10n.t('Skills can be dropped within one folder of the workspace only.'));
    }
    await this.show({
      target: meant.target,
      ways: [{ request: transfer('copy', meant.what, to), answers: {} }],
    });
  }

  /** Plans to have kimi-code load what only kimi-cli loads; asks for the folder where there are several. */
  async rescue(target?: string): Promise<void> {
    if (this.isRestricted()) return;
    const states = await this.surroundings.resolutions.states();
    const key = target ?? (await this.pickFolder(states));
    if (key === undefined) return;
    await this.show({ target: key, ways: [{ request: { kind: 'rescue', from: 'kimi-cli' }, answers: {} }] });
  }

  private async pickFolder(states: readonly TargetState[]): Promise<string | undefined> {
    const folders = states.filter(({ kind }) => kind === 'resolved');
    if (folders.length < 2) return folders[0]?.target.key;
    const picks = folders.map(({ target }) => ({ label: pickText(target.label), key: target.key }));
    const placeHolder = vscode.l10n.t('Rescue the skills of which folder?');
    return (await this.dialogs.pickOne(picks, { placeHolder }))?.key;
  }

  /** Takes back what was last changed, or says why that cannot be. */
  async undoLast(): Promise<void> {
    if (this.isRestricted()) return;
    const loaded = await engine();
    const { nodeWritableFiles: files } = loaded;
    const { storage } = this.surroundings;
    const say = await this.sayHere();
    const holder = loaded.lockHolder(files, storage);
    if (holder) throw new Refusal(notificationText(say(holder.text)));
    this.tellUnreadable(loaded, true);
    const [last] = loaded.undoablePlans(files, storage);
    const [final] = loaded.finalPlans(files, storage);
    if (!last) throw new Refusal(vscode.l10n.t('There is nothing that could be undone.'));
    if (final) {
      const question = vscode.l10n.t('“{0}” cannot be undone.', notificationText(say(final.title)));
      const before = vscode.l10n.t('What was done before it is “{0}”.', notificationText(say(last.title)));
      const go = vscode.l10n.t('Undo That');
      if ((await this.dialogs.ask(question, before, go)) !== go) return;
    }
    await this.undo(loaded, last.id);
  }

  /** Offers to finish or clean up what was interrupted. `always`: says so where there is nothing. */
  async offerRecovery(always: boolean): Promise<void> {
    const { storage } = this.surroundings;
    const loaded = await engine();
    const files = loaded.nodeWritableFiles;
    if (!vscode.workspace.isTrusted || loaded.isLocked(files, storage)) return;
    const [interrupted] = loaded.interruptedPlans(files, storage);
    const isToldUnreadable = this.tellUnreadable(loaded, always || interrupted !== undefined);
    if (!interrupted) {
      if (always && !isToldUnreadable)
        this.tell('information', vscode.l10n.t('No operation was interrupted.'));
      return;
    }
    const { id, title, done, total, leftovers } = interrupted;
    const say = await this.sayHere();
    const [finish, clean] = [vscode.l10n.t('Finish'), vscode.l10n.t('Clean Up')];
    const said = say(title);
    const text =
      leftovers.length > 0
        ? vscode.l10n.t(
            'Interrupted: {0}. {1} of {2} are done; nothing is lost. Left over: {3}',
            said,
            done,
            total,
            say(namesInRow(leftovers.slice(0, FEW))),
          )
        : vscode.l10n.t('Interrupted: {0}. {1} of {2} are done; nothing is lost.', said, done, total);
    const answer = await this.dialogs.tell('warning', text, finish, clean);
    if (answer !== finish && answer !== clean) return;
    const how = answer === finish ? 'finish' : 'clean';
    const environment = await this.environment(loaded);
    const result = await withProgress(this.dialogs, said, say, more =>
      loaded.recover(id, how, { ...environment, ...more }),
    );
    await this.afterwards(result, said, say);
  }

  /**
   * Names the journals that cannot be read, in the log and where somebody asks: what they tell of is lost to undo and
   * recovery. Out: whether anybody was told.
   */
  private tellUnreadable({ nodeWritableFiles, unreadableJournals }: Engine, isAsked: boolean): boolean {
    const unreadable = unreadableJournals(nodeWritableFiles, this.storage);
    for (const file of unreadable) {
      const text = vscode.l10n.t(
        'The journal {0} cannot be read: what it tells of cannot be taken back.',
        file,
      );
      this.surroundings.log.info(text);
      if (isAsked) this.tell('warning', text);
    }
    return isAsked && unreadable.length > 0;
  }

  /** Where the journal is. */
  get storage(): string {
    return this.surroundings.storage;
  }

  dispose(): void {
    this.preview?.dispose();
    this.pages.dispose();
  }

  private get planner(): Planner {
    return new Planner(this.surroundings, this.trash);
  }

  private async startWinning({ target, what, resolution }: Meant): Promise<void> {
    const id = 'candidates' in what ? what.candidates[0] : undefined;
    if (id === undefined || ('candidates' in what && what.candidates.length > 1)) {
      throw new Refusal(vscode.l10n.t('Select one skill that should win.'));
    }
    const { planner } = this;
    const context = await planner.contextFor(await planner.stateOf(target));
    const plans = await (await engine()).plansToWin(context, id);
    const say = sayFor(resolution);
    if (plans.length === 0) {
      const reason = resolution.candidates.find(candidate => candidate.id === id)?.reason;
      throw new Refusal(
        vscode.l10n.t(
          'No move, copy or deletion would make it win: {0}.',
          notificationText(reason ? say(reason) : ''),
        ),
      );
    }
    const ways = plans.map(
      ({ request, answers }) => ({ request: request as PlanRequest, answers }) satisfies Way,
    );
    const candidate = resolution.candidates.find(other => other.id === id);
    const place = candidate && say(message('{0}', { path: skillPath(candidate) }));
    const heading = place === undefined ? null : vscode.l10n.t('Make {0} win', place);
    await this.show(
      { target, ways },
      plans.map(plan => wayInWords(plan, say)),
      heading,
    );
  }

  private async startRenaming({ target, what, resolution }: Meant): Promise<void> {
    const id = 'candidates' in what && what.candidates.length === 1 ? what.candidates[0] : undefined;
    const candidate = resolution.candidates.find(other => other.id === id);
    if (!candidate) throw new Refusal(vscode.l10n.t('Select one skill that should get another name.'));
    const { makePlan } = await engine();
    const { planner } = this;
    const context = await planner.contextFor(await planner.stateOf(target));
    const say = sayFor(resolution);
    const requestOf = (name: string): PlanRequest => ({ kind: 'rename', what, name: name.trim() });
    const name = await this.dialogs.input({
      title: vscode.l10n.t('Rename {0}', pickText(candidate.name)),
      prompt: vscode.l10n.t('New name, for the folder and for what the skill calls itself'),
      value: candidate.name,
      validateInput: async typed => judgementOf(await makePlan(context, requestOf(typed)), say),
    });
    if (name !== undefined) await this.show({ target, ways: [{ request: requestOf(name), answers: {} }] });
  }

  /** Shows the preview, where there is anything to decide or to do; says why not where there is not. */
  private async show(
    intent: Intent,
    titles: readonly string[] = [],
    heading: string | null = null,
  ): Promise<void> {
    this.preview?.dispose();
    const preview = new Preview({
      surroundings: this.surroundings,
      planner: this.planner,
      pages: this.pages,
      intent,
      apply: confirmed => this.apply(confirmed),
    });
    this.preview = preview;
    const plan = await preview.prepare(titles, heading);
    if (isWorthShowing(plan)) {
      preview.show();
      return;
    }
    preview.dispose();
    this.preview = undefined;
    const { resolution } = await this.planner.stateOf(intent.target);
    throw new Refusal(nothingToDo(plan, sayFor(resolution)));
  }

  private async apply({ plan, resolution, next }: Confirmed): Promise<Applied> {
    const say = sayFor(resolution);
    if (!(await this.mayDeleteForGood(plan, say))) return { kind: 'declined' };
    const loaded = await engine();
    const result = await carryOut(loaded, plan, await this.environment(loaded), this.dialogs, say);
    const title = say(plan.title);
    if (result.status === 'complete') {
      await this.afterwards(result, title, say, plan);
      if (next) this.surroundings.log.background('showing the next plan', this.show(next));
      return { kind: 'done' };
    }
    await this.afterwards(result, title, say);
    return { kind: 'failed', why: resultInWords(result, title, say) };
  }

  private async environment({ nodeWritableFiles }: Engine): Promise<ApplyEnvironment> {
    const { storage, resolutions } = this.surroundings;
    return {
      files: await resolutions.answering(nodeWritableFiles, [storage]),
      storage,
      trash: this.trashIsThere ? place => this.trash.put(place) : null,
    };
  }

  private trashIsThere = true;

  /** Looks at the disk again, shows what is new, and tells what became of it. Does not wait for an answer to that. */
  private async afterwards(result: ApplyResult, title: string, say: Say, plan?: Plan): Promise<void> {
    const { refresh, log } = this.surroundings;
    await refresh.now();
    if (plan) await this.revealNew(plan);
    const text = resultInWords(result, title, say);
    const severity =
      result.status === 'complete' ? 'information' : result.status === 'cancelled' ? 'warning' : 'error';
    const undo = vscode.l10n.t('Undo');
    const canUndo = result.undoable && result.id !== null;
    log.info(text);
    const answered = this.dialogs.tell(severity, text, ...(canUndo ? [undo] : [])).then(async answer => {
      if (answer !== undo || result.id === null) return;
      const { id } = result;
      await log.attempt('undo', async () => this.undo(await engine(), id));
    });
    log.background('telling what was done', answered);
  }

  private async revealNew({ operations }: Plan): Promise<void> {
    const { resolutions, tree } = this.surroundings;
    const states = await resolutions.states();
    for (const { kind, to } of operations) {
      if ((kind !== 'copy' && kind !== 'move' && kind !== 'create-file') || to === null) continue;
      const found = candidateOf(to, states) ?? candidateOf(`${to}/SKILL.md`, states);
      if (!found) continue;
      await tree.reveal(found.candidate.file);
      return;
    }
  }

  private async undo(loaded: Engine, id: string): Promise<void> {
    const { storage, resolutions } = this.surroundings;
    const { nodeWritableFiles, undoablePlans, planUndo } = loaded;
    const files = await resolutions.answering(nodeWritableFiles, [storage]);
    const journal = undoablePlans(files, storage).find(other => other.id === id);
    if (!journal) throw new Refusal(vscode.l10n.t('This has been undone already.'));
    const say = await this.sayHere();
    const context = await this.contextHere();
    const whole = await planUndo(files, journal, context);
    const others = whole.ready ? {} : await this.askForOthers(loaded, whole, say);
    if (!others) return;
    const plan = whole.ready ? whole : await planUndo(files, journal, context, others);
    if (!plan.ready) {
      const why =
        plan.refusals.length > 0
          ? reasons(plan.refusals, say)
          : say(sentencesInRow(plan.notes.map(({ text }) => text)));
      throw new Refusal(
        vscode.l10n.t(
          '“{0}” cannot be undone: {1}.',
          notificationText(say(journal.title)),
          notificationText(why),
        ),
      );
    }
    const result = await carryOut(loaded, plan, await this.environment(loaded), this.dialogs, say);
    const lost = reasons(plan.notes, say);
    await this.afterwards(
      { ...result, undoable: false },
      lost === '' ? say(plan.title) : vscode.l10n.t('{0} ({1})', say(plan.title), lost),
      say,
    );
  }

  /**
   * Where only some skills can be taken back: whether to do that, with the reasons for the others.
   * Out: the answers to plan with; undefined to do nothing.
   */
  private async askForOthers(
    { OTHERS, UNDO_REST }: Engine,
    { title, questions, refusals }: Plan,
    say: Say,
  ): Promise<Answers | undefined> {
    const choice = questions
      .find(({ id }) => id === UNDO_REST)
      ?.choices.find(({ value }) => value === OTHERS);
    if (!choice) return {};
    const question = vscode.l10n.t('“{0}” cannot be undone as a whole.', notificationText(say(title)));
    const shown = refusals.slice(0, 10).map(({ text }) => sentence(text, say));
    const more =
      refusals.length > shown.length ? [vscode.l10n.t('… and {0} more', refusals.length - shown.length)] : [];
    const last = vscode.l10n.t('What stays can still be undone later.');
    const go = say(choice.label);
    const answer = await this.dialogs.ask(question, [...shown, ...more, last].join('\n'), go);
    return answer === go ? { [UNDO_REST]: OTHERS } : undefined;
  }

  /** Where there is no trash, a deletion needs a word first. Out: the answers; undefined to do nothing. */
  private async askForFate({ resolution, what }: Meant): Promise<Answers | undefined> {
    this.trashIsThere = await this.trash.exists();
    if (this.trashIsThere) return {};
    const { candidates } = what as { readonly candidates?: readonly string[] };
    const names = resolution.candidates.filter(({ id }) => candidates?.includes(id)).map(({ name }) => name);
    const question =
      names.length === 1
        ? vscode.l10n.t('There is no trash here. What should become of “{0}”?', names[0] ?? '')
        : vscode.l10n.t('There is no trash here. What should become of the skills?');
    const [backup, forGood] = [vscode.l10n.t('Keep a Backup'), vscode.l10n.t('Delete for Good')];
    const detail = vscode.l10n.t(
      'A backup lies in a folder beside the root, where no product reads it, and Undo brings it back. What is deleted for good is gone. The plan is shown before anything happens.',
    );
    const answer = await this.dialogs.ask(notificationText(question), detail, backup, forGood);
    if (answer === undefined) return undefined;
    return { removal: answer === forGood ? 'permanently' : 'backup' };
  }

  /** The last question before what nothing can bring back. */
  private async mayDeleteForGood({ operations }: Plan, say: Say): Promise<boolean> {
    this.trashIsThere = await this.trash.exists();
    const gone = operations.filter(({ kind }) => kind === 'delete');
    if (gone.length === 0) return true;
    const yes = vscode.l10n.t('Delete for Good');
    const question =
      gone.length === 1
        ? vscode.l10n.t('Delete 1 skill for good?')
        : vscode.l10n.t('Delete {0} skills for good?', gone.length);
    const list = gone.slice(0, 10).map(({ text }) => sentence(text, say));
    const detail = [...list, vscode.l10n.t('Nothing brings this back.')].join('\n');
    return (await this.dialogs.ask(question, detail, yes)) === yes;
  }

  /** Whether nothing may be changed here; says why, and how that is changed. */
  private isRestricted(): boolean {
    if (vscode.workspace.isTrusted) return false;
    const manage = vscode.l10n.t('Manage Workspace Trust');
    const text = vscode.l10n.t(
      'Restricted Mode: nothing is copied, moved or deleted in a folder that you have not said you trust.',
    );
    const answered = this.dialogs.tell('warning', text, manage).then(async answer => {
      if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
    });
    this.surroundings.log.background('explaining Restricted Mode', answered);
    return true;
  }

  private tell(severity: 'information' | 'warning', text: string): void {
    this.surroundings.log.background('telling', this.dialogs.tell(severity, text));
  }

  /** What loads in the first folder: an undo says what changes there. Null where no folder is open. */
  private async contextHere(): Promise<PlanContext | null> {
    for (const state of await this.surroundings.resolutions.states()) {
      if (state.kind === 'resolved') return this.planner.contextFor(state);
    }
    return null;
  }

  /** Renders messages of no certain folder: with paths as short as the first folder allows. */
  private async sayHere(): Promise<Say> {
    for (const state of await this.surroundings.resolutions.states()) {
      if (state.kind === 'resolved') return sayFor(state.resolution);
    }
    return sayPlainly;
  }
}

function destinationOf(target: TreeNode): Destination {
  switch (target.kind) {
    case 'root':
      return { root: target.root.id };
    case 'candidate':
      return { root: target.root.id };
    case 'scope':
      if (target.scope === 'project' || target.scope === 'user') return { scope: target.scope };
  }
  throw new Refusal(vscode.l10n.t('Drop skills onto a directory, or onto Project or User.'));
}

/** What a way to make a skill win does, with the places that tell it from the others. */
function wayInWords({ title, operations }: Plan, say: Say): string {
  const main = operations.find(({ kind }) => kind === 'copy' || kind === 'move');
  const goes = operations.flatMap(({ kind, from }) =>
    from !== null && (kind === 'trash' || kind === 'set-aside') ? [{ path: from }] : [],
  );
  if (!main) return goes.length > 0 ? vscode.l10n.t('Delete {0}', say(namesInRow(goes))) : say(title);
  const text = sentence(main.text, say);
  return goes.length > 0 ? vscode.l10n.t('{0}, in place of the one that is there', text) : text;
}

function isWorthShowing({ operations, conflicts, questions, skipped, notes, request }: Plan): boolean {
  return (
    // What has to be mended by hand is worth knowing too.
    (request.kind === 'rescue' && notes.length > 0) ||
    operations.length > 0 ||
    conflicts.length > 0 ||
    questions.length > 0 ||
    skipped.some(({ code }) => code === 'document')
  );
}

function nothingToDo({ refusals, skipped, request }: Plan, say: Say): string {
  const all = refusals.length > 0 ? refusals : skipped;
  if (all.length === 0 && request.kind === 'rescue') {
    return vscode.l10n.t('kimi-code loads all that kimi-cli loads here.');
  }
  if (all.length === 0) return vscode.l10n.t('There is nothing to do.');
  const text = notificationText(reasons(all, say));
  return refusals.length > 0
    ? vscode.l10n.t('This cannot be done: {0}.', text)
    : vscode.l10n.t('There is nothing to do: {0}.', text);
}

function reasons(all: readonly Pick<Refused, 'text'>[], say: Say): string {
  const texts = [...new Set(all.map(({ text }) => say(text)))];
  return say(sentencesInRow(texts.length > FEW ? [...texts.slice(0, FEW), '…'] : texts));
}
