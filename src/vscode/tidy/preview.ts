/** A plan in front of a person: shown, changed, then confirmed or cancelled. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import { isDirectory, isFault } from '../../core/file-system';
import type { Answers, Plan, PlanRequest, Refusal } from '../../core/plan/types';
import type { Resolution } from '../../core/types';
import { uriOf } from '../commands/open-file';
import { sayFor } from '../localize';
import type { Page, PageAction, Pages } from '../pages/page';
import { filesForNow } from '../real-path';
import { type Intent, type Keeping, withKeeping } from './intent';
import type { Planner } from './planner';
import { headingOf, previewPage, summary } from './preview-page';
import type { TidySurroundings } from './tidying';

/** What happens after a plan was confirmed. */
export interface Confirmed {
  readonly plan: Plan;
  readonly resolution: Resolution;
  /** What is to be planned next. */
  readonly next: Intent | null;
}

/** What became of a confirmed plan. `declined`: somebody thought better of it at the last question. */
export type Applied =
  | { readonly kind: 'done' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly why: string };

export interface PreviewOptions {
  readonly surroundings: TidySurroundings;
  readonly planner: Planner;
  readonly pages: Pages;
  readonly intent: Intent;
  readonly apply: (confirmed: Confirmed) => Promise<Applied>;
}

/** The only preview: a new one takes the place of the last. */
const SUBJECT = 'preview';

export class Preview implements vscode.Disposable {
  private page: Page | undefined;
  private plan: Plan | undefined;
  private resolution: Resolution | undefined;
  private request: PlanRequest;
  private answers: Answers;
  private way = 0;
  private titles: readonly string[] = [];
  private heading: string | null = null;
  private readonly documents = new Set<string>();
  private offered: readonly Refusal[] = [];
  private next: number | null = null;
  private isApplying = false;
  private failure: string | null = null;
  private planning = new AbortController();
  private settled: Promise<void> = Promise.resolve();
  private readonly subscription: vscode.Disposable;

  constructor(private readonly options: PreviewOptions) {
    const { request, answers } = options.intent.ways[0]!;
    this.request = request;
    this.answers = answers;
    const { resolutions, log } = options.surroundings;
    // What is planned must be true of the disk as it is now.
    this.subscription = resolutions.onDidChange(() => {
      if (this.page && !this.isApplying) void log.attempt('planning again', () => this.replan());
    });
  }

  /**
   * Plans without showing anything: what there is to show decides whether to.
   * @param titles of the ways, where there are several
   * @param heading in place of the plan's title
   */
  async prepare(titles: readonly string[] = [], heading: string | null = null): Promise<Plan> {
    this.titles = titles;
    this.heading = heading;
    await this.makePlan();
    return this.plan!;
  }

  show(): void {
    this.page = this.options.pages.open(SUBJECT, {
      title: this.title,
      onAction: action => this.act(action),
      onClose: () => this.close(),
    });
    this.render();
  }

  /** The plan as it stands. Settles when nothing is being planned. */
  async current(): Promise<Plan> {
    await this.settled;
    return this.plan!;
  }

  /** What is on the page, for tests. */
  get markup(): string {
    return this.page?.markup ?? '';
  }

  /** As if something on the page was used. */
  async act(action: PageAction): Promise<void> {
    if (this.isApplying) return;
    const { name, value, choice = '', checked = false } = action;
    switch (name) {
      case 'answer':
        if (choice !== '') await this.answer({ ...this.answers, [value]: choice });
        return;
      case 'answer-all':
        if (choice !== '') await this.answerAll(value, choice);
        return;
      case 'keeping':
        return this.change(withKeeping(this.request, choice as Keeping));
      case 'keeping-move':
        return this.change(withKeeping(this.request, 'move'));
      case 'place':
        if (this.request.kind !== 'to-folder') return;
        return this.change({ ...this.request, to: choice === 'canonical' ? 'canonical' : 'same' });
      case 'way':
        return this.takeWay(Number(choice));
      case 'document':
        if (checked) this.documents.add(value);
        else this.documents.delete(value);
        return this.replan();
      case 'next':
        this.next = checked ? Number(value) : null;
        return this.render();
      case 'compare':
        return this.compare(value);
      case 'confirm':
        return this.confirm();
      case 'cancel':
        this.dispose();
    }
  }

  dispose(): void {
    const { page } = this;
    this.close();
    page?.dispose();
  }

  private close(): void {
    this.page = undefined;
    this.planning.abort();
    this.subscription.dispose();
  }

  private get title(): string {
    if (this.heading !== null) return this.heading;
    return this.plan && this.resolution ? headingOf(this.plan, sayFor(this.resolution)) : '';
  }

  private async answer(answers: Answers): Promise<void> {
    this.answers = answers;
    await this.replan();
  }

  /** An answer for all of a kind takes the place of those that were given one by one. */
  private async answerAll(kind: string, choice: string): Promise<void> {
    const others = Object.entries(this.answers).filter(([id]) => !id.startsWith(`${kind}:`));
    await this.answer({ ...Object.fromEntries(others), [`${kind}:*`]: choice });
  }

  private async change(request: PlanRequest): Promise<void> {
    this.request = request;
    await this.replan();
  }

  private async takeWay(index: number): Promise<void> {
    const way = this.options.intent.ways[index];
    if (!way) return;
    this.way = index;
    this.answers = way.answers;
    await this.change(way.request);
  }

  private async replan(): Promise<void> {
    this.failure = null;
    await this.makePlan();
    if (!this.page || !this.plan || !this.resolution) return;
    this.render();
    this.page.announce(summary(this.plan, sayFor(this.resolution)));
  }

  private makePlan(): Promise<void> {
    this.planning.abort();
    this.planning = new AbortController();
    const { signal } = this.planning;
    this.settled = this.planOnce(signal);
    return this.settled;
  }

  private async planOnce(signal: AbortSignal): Promise<void> {
    const { planner, intent } = this.options;
    try {
      const { plan, state } = await planner.plan(
        intent.target,
        this.request,
        this.answers,
        this.documents,
        signal,
      );
      if (signal.aborted) return;
      this.plan = plan;
      this.resolution = state.resolution;
      this.next = null;
      this.offerDocuments();
    } catch (error) {
      // A newer one is being made in its place.
      if (!signal.aborted) throw error;
    }
  }

  /** Those that are ticked stay on the list. */
  private offerDocuments(): void {
    const leftOut = this.plan!.skipped.filter(({ code }) => code === 'document');
    const ticked = this.offered.filter(({ candidate }) => this.documents.has(candidate ?? ''));
    this.offered = [...ticked, ...leftOut].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  private render(): void {
    const { page, plan, resolution, request, way, titles, documents, offered, next } = this;
    if (!page || !plan || !resolution) return;
    const { ways } = this.options.intent;
    const { isApplying, failure, heading } = this;
    page.show({
      title: this.title,
      body: previewPage(
        {
          plan,
          request,
          resolution,
          ways,
          way,
          titles,
          documents,
          offered,
          heading,
          next,
          isApplying,
          failure,
        },
        sayFor(resolution),
      ),
    });
  }

  private async compare(value: string): Promise<void> {
    const [candidate, inside = ''] = value.split('\0');
    const conflict = this.plan?.conflicts.find(other => other.candidate === candidate);
    if (!conflict) return;
    const { source, differences } = conflict;
    const target = this.standsAt(conflict.target);
    const chosen =
      inside !== '' && inside !== '.'
        ? inside
        : (differences.find(({ kind, path: name }) => kind === 'content' && name === 'SKILL.md')?.path ??
          differences.find(({ kind }) => kind === 'content')?.path);
    const [left, right] = [target, source].map(place => fileIn(place, chosen));
    const name = path.basename(chosen ?? source);
    const title = vscode.l10n.t('{0}: there now ↔ to be put there', name);
    await vscode.commands.executeCommand('vscode.diff', uriOf(left!), uriOf(right!), title);
  }

  /** What is at a place, or will be by this very plan. */
  private standsAt(place: string): string {
    if (!isFault(filesForNow().linkState(place))) return place;
    return this.plan?.operations.find(({ to, kind }) => to === place && kind !== 'make-link')?.from ?? place;
  }

  private async confirm(): Promise<void> {
    await this.settled;
    const { plan, resolution, next } = this;
    if (!plan?.ready || !resolution) return;
    const request = next === null ? undefined : plan.notes[next]?.followUp;
    const { target } = this.options.intent;
    this.isApplying = true;
    this.render();
    let applied: Applied;
    try {
      applied = await this.options.apply({
        plan,
        resolution,
        next: request ? { target, ways: [{ request, answers: {} }] } : null,
      });
    } finally {
      this.isApplying = false;
      this.render();
    }
    if (applied.kind === 'done') this.dispose();
    if (applied.kind !== 'failed') return;
    await this.makePlan();
    this.failure = applied.why;
    this.render();
  }
}

/** A file of a skill: of a folder the one that is asked for, else its `SKILL.md`; a flat file is itself. */
function fileIn(place: string, inside: string | undefined): string {
  if (!isDirectory(filesForNow(), place)) return place;
  return path.join(place, inside ?? 'SKILL.md');
}
