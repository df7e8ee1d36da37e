import * as vscode from 'vscode';
import type { FoundProblem } from '../../core/checks/agent-problems';
import { anchorOf } from '../../core/explain/explanations';
import type { ExportFormat } from '../../core/export';
import type { Fix } from '../../core/fixes/fix';
import type { FixId } from '../../core/fixes/fix-id';
import type { PlanWish } from '../../core/fixes/plan-wish';
import { message } from '../../core/message';
import { PROFILE_IDS } from '../../core/products';
import type { ProfileId, Resolution } from '../../core/types';
import { candidateOf } from '../candidate-of';
import type { SkillArgument } from '../commands/command';
import { ComparePages } from '../compare/compare-pages';
import { FrontmatterHelp, SKILL_FILES } from '../editor/frontmatter-help';
import { LanguageStatus } from '../editor/language-status';
import { LoserDecorations } from '../editor/loser-decorations';
import { ListingPages } from '../listing/listing-pages';
import { sayFor } from '../localize';
import { Refusal } from '../log';
import type { Page } from '../pages/page';
import { applyFix, type FixSurroundings } from '../problems/apply-fix';
import { fixManyAndTell, fixManyByChoice, fixManyOfRule } from '../problems/fix-many';
import { EXPLAIN_PROBLEM, Problems } from '../problems/problems';
import { APPLY_FIX, FIX_ALL_IN_ROOT, QuickFixes } from '../problems/quick-fixes';
import { askThrough } from '../real-path';
import { resolutionsOf } from '../targets';
import { ask } from './ask';
import type { ExplainingContext } from './context';
import { ExplainPages } from './explain-pages';
import { fixOfButton } from './fix-buttons';
import { GoToSkill } from './go-to-skill';
import { type ProductRule, RulePages, type RulePlace } from './rule-pages';
import { type Answering, type Asked, answering } from './subject';
import { copyListingEntry, exportToClipboard } from './tell-others';

/** All that explains, put together. */
export class Explainer implements vscode.Disposable {
  readonly problems: Problems;
  readonly pages: ExplainPages;
  readonly rules: RulePages;
  readonly comparing: ComparePages;
  readonly listing: ListingPages;
  readonly status: LanguageStatus;
  readonly goTo: GoToSkill;
  readonly decorations: LoserDecorations;
  private readonly fixing: FixSurroundings;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly context: ExplainingContext) {
    const { log, refresh, resolutions } = context;
    askThrough(resolutions);
    this.fixing = {
      log,
      files: () => this.problems.files(),
      refresh: () => refresh.now(),
      plan: (wish, resolution) => this.plan(wish, resolution),
    };
    this.problems = new Problems(context);
    this.comparing = new ComparePages(context);
    this.listing = new ListingPages(context);
    this.status = new LanguageStatus(context);
    this.goTo = new GoToSkill(context, file => this.explain({ path: file }));
    this.decorations = new LoserDecorations(context);
    this.rules = new RulePages(
      context,
      {
        places: rule => this.placesOf(rule),
        canFixAll: rule => this.canFixAll(rule),
        fixAll: rule => fixManyOfRule(this.foundFor(rule), this.fixing),
        onDidChange: this.problems.onDidChange,
      },
      file => this.explain({ path: file }),
    );
    this.pages = new ExplainPages(context, {
      compare: (from, candidate) => this.comparing.compare(from, candidate),
      rule: (code, profile) => this.rules.show(code, profile),
      fix: (from, value) => this.fixFromPage(from, value),
    });
    const help = new FrontmatterHelp(context);
    this.disposables = [
      this.problems,
      this.comparing,
      this.listing,
      this.status,
      this.rules,
      this.pages,
      this.decorations,
      vscode.languages.registerCodeActionsProvider(
        SKILL_FILES,
        new QuickFixes(this.problems),
        QuickFixes.kinds,
      ),
      vscode.languages.registerHoverProvider(SKILL_FILES, help),
      vscode.languages.registerCompletionItemProvider(SKILL_FILES, help, ':', ' '),
      this.command(EXPLAIN_PROBLEM, (code: unknown, profile: unknown) =>
        this.rules.show(String(code), this.profileFor(String(code), profile)),
      ),
      this.command(APPLY_FIX, (fix: unknown, resolution: unknown) =>
        applyFix(fix as Fix, resolution as Resolution, this.fixing),
      ),
      this.command(FIX_ALL_IN_ROOT, (fix: unknown, root: unknown, resolution: unknown) =>
        fixManyAndTell(fix as FixId, String(root), resolution as Resolution, this.fixing),
      ),
    ];
  }

  /** Explains a name or a path on a page. */
  explain(asked: Asked): Promise<Page> {
    return this.pages.open(asked);
  }

  /** Explains what a person chooses. */
  async ask(): Promise<void> {
    const asked = await ask(answering(await this.context.resolutions.states()));
    if (asked) await this.explain(asked);
  }

  /** Compares a copy with what loads in its place. */
  async compare({ file }: SkillArgument): Promise<void> {
    const states = await this.context.resolutions.states();
    const found = candidateOf(file, states);
    const from = answering(states).find(({ resolution }) => resolution === found?.resolution);
    if (!found || !from)
      throw new Refusal(vscode.l10n.t('This file is no skill, and nothing that looks like one.'));
    await this.comparing.compare(from, found.candidate.id);
  }

  /** Fixes all problems of one kind in one root, after asking which. */
  fixAll(): Promise<void> {
    return fixManyByChoice(this.problems, this.fixing);
  }

  /** Copies the whole answer as text. */
  export(format: ExportFormat): Promise<void> {
    return exportToClipboard(format, this.context);
  }

  /** Copies what the model is told of a skill. */
  copyListingEntry(skill: SkillArgument): Promise<void> {
    return copyListingEntry(skill, this.context);
  }

  /** Settles when everything on the screen says what is known. */
  async whenIdle(): Promise<void> {
    await this.problems.whenIdle();
    await this.pages.whenIdle();
    await this.listing.whenIdle();
    await this.status.whenIdle();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private command(id: string, run: (...args: unknown[]) => unknown): vscode.Disposable {
    return vscode.commands.registerCommand(id, (...args: unknown[]) =>
      this.context.log.attempt(id, () => run(...args)),
    );
  }

  private async fixFromPage({ resolution }: Answering, value: string): Promise<void> {
    const files = await this.problems.files();
    const fix = await fixOfButton(value, files, resolution, this.context.drifts);
    if (!fix) throw new Refusal(vscode.l10n.t('There is nothing left to fix.'));
    if ('kind' in fix) await this.plan(fix, resolution);
    else await applyFix(fix, resolution, this.fixing);
  }

  /** A plan is shown by what moves skills about: nothing is done here. */
  private async plan(wish: PlanWish, resolution: Resolution): Promise<void> {
    await this.context.tidying.plan(wish, resolution);
  }

  private placesOf(rule: ProductRule): readonly RulePlace[] {
    return this.foundFor(rule).map(({ problem, resolution }) => {
      const say = sayFor(resolution);
      return {
        file: problem.file,
        label: say(message('{0}', { path: problem.file })),
        line: problem.range.start.line + 1,
        column: problem.range.start.character + 1,
        text: say(problem.message),
      };
    });
  }

  private canFixAll(rule: ProductRule): boolean {
    return this.foundFor(rule).some(({ problem }) => problem.fixes.some(id => FOR_MANY.has(id)));
  }

  private foundFor({ anchor, profile }: ProductRule): readonly FoundProblem[] {
    return this.problems.all
      .flatMap(one => [one, ...(one.beside ?? [])])
      .filter(
        ({ problem, resolution }) => anchorOf(problem.code) === anchor && resolution.profile === profile,
      );
  }

  /** The product that a code is asked about; where none is named, the one that it was found for, else the one that is shown. */
  private profileFor(code: string, asked: unknown): ProfileId {
    const { latest } = this.context.resolutions;
    const found = this.problems.all.find(({ problem }) => problem.code === code)?.resolution;
    const shown = resolutionsOf(latest ?? [])[0];
    return PROFILE_IDS.find(id => id === asked) ?? (found ?? shown)?.profile ?? PROFILE_IDS[0]!;
  }
}

/** Fixes that need no look at each file. */
const FOR_MANY: ReadonlySet<FixId> = new Set<FixId>([
  'quote-value',
  'escape-backslash',
  'add-space-after-colon',
  'replace-tabs',
  'remove-control-characters',
  'dedent',
  'close-fence',
  'move-fence-up',
  'rewrite-rule',
  'fill-in',
  'rename-key',
  'strip-bom',
  'rename-to-skill-md',
  'remove-link',
]);
