import { closeSync, openSync, readSync } from 'node:fs';
import * as vscode from 'vscode';
import { type FoundProblem, joinProblems } from '../../core/checks/agent-problems';
import type { Problem, Range, Severity } from '../../core/checks/problem';
import { type FileSystem, nodeFileSystem } from '../../core/file-system';
import type { Resolution } from '../../core/types';
import type { AgentView } from '../agents/agent-views';
import { ComparedCopies } from '../compare/compared-copies';
import { Debounce } from '../debounce';
import type { ExplainingContext } from '../explain/context';
import { sayFor } from '../localize';
import { Setting } from '../setting';
import { resolutionsOf } from '../targets';
import { visible } from '../text';
import { toUri } from '../uri';
import { CheckedFiles } from './checked-files';

/** Milliseconds without a further keystroke before an unsaved text is checked. */
const QUIET = 250;
const LIMIT = 1_500;

/** The command behind a code in Problems. */
export const EXPLAIN_PROBLEM = 'whichSkill.explainProblem';

/** Stands for what the comparisons of copies depend on. */
const COPIES = 'copies';

const SEVERITIES: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/** What is wrong with the skill files, in VS Code's Problems: made anew with every resolution, and while somebody types. */
export class Problems implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection('which-skill');
  private readonly enabled = new Setting<boolean>('problems.enabled');
  private readonly copies = new ComparedCopies();
  private readonly checked = new CheckedFiles(
    () => this.context.resolutions.resolver.guarded(),
    file => unsavedText(file),
  );
  private readonly typing: Debounce;
  private readonly typedIn = new Set<string>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[];
  private byFile = new Map<string, FoundProblem[]>();
  /** What the product's problems and those of other agents are joined from. */
  private own: readonly FoundProblem[] = [];
  private losses: readonly FoundProblem[] = [];
  private views: readonly AgentView[] = [];
  private shown = new Map<string, string>();
  private running = new AbortController();
  private updating: Promise<void> = Promise.resolve();

  /** Fires after any of them changed. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly context: ExplainingContext) {
    const { resolutions, agents, log } = context;
    this.typing = new Debounce(() => this.recheckTyped(), QUIET, LIMIT);
    const again = () => {
      this.updating = this.update();
      log.background('checking skill files', this.updating);
    };
    this.disposables = [
      this.collection,
      this.enabled,
      this.changed,
      this.enabled.onDidChange(() => this.publish()),
      resolutions.onDidChange(again),
      agents.onDidChange(again),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.typed(document)),
      // What was typed and is given up does not count any more.
      vscode.workspace.onDidCloseTextDocument(document => this.typed(document)),
    ];
    again();
  }

  /** What was found in a file, also what VS Code says by itself. */
  in(file: string): readonly FoundProblem[] {
    return this.byFile.get(file) ?? [];
  }

  /** All that was found. */
  get all(): readonly FoundProblem[] {
    return [...this.byFile.values()].flat();
  }

  /** What fixes are made out with: without disks that do not answer. */
  files(): Promise<FileSystem> {
    return this.context.resolutions.answering(nodeFileSystem);
  }

  /** Has the file's problems say what its text is now. */
  async refreshed(file: string): Promise<readonly FoundProblem[]> {
    if (this.typedIn.has(file)) await this.typing.flush();
    return this.in(file);
  }

  /** Settles when everything was checked. */
  async whenIdle(): Promise<void> {
    await this.whenChecked();
    await this.typing.flush();
  }

  dispose(): void {
    this.running.abort();
    this.typing.dispose();
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private async update(): Promise<void> {
    this.running.abort();
    this.running = new AbortController();
    const { signal } = this.running;
    const { resolutions, drifts, log } = this.context;
    try {
      const states = await resolutions.states();
      const all = resolutionsOf(states);
      const start = performance.now();
      const found: FoundProblem[] = [];
      await resolutions.looking(COPIES, async files => {
        for (const resolution of all) drifts.set(resolution, await this.copies.of(resolution, files, signal));
      });
      drifts.announce();
      for (const resolution of all) {
        found.push(...(await this.checked.check(resolution, drifts.of(resolution), signal)));
      }
      this.views = [...(await this.context.views.current(states)).values()];
      const losses = await this.lossesOf(all, signal);
      signal.throwIfAborted();
      this.own = found;
      this.losses = losses;
      this.byFile = this.grouped(found, losses);
      this.publish();
      log.debug(`checked in ${Math.round(performance.now() - start)} ms: ${found.length} problems`);
      this.changed.fire();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** What other agents than the product lose, agent by agent. */
  private async lossesOf(
    own: readonly Resolution[],
    signal: AbortSignal,
    file?: string,
  ): Promise<readonly FoundProblem[]> {
    const losses: FoundProblem[] = [];
    for (const { resolutions, readers } of this.views) {
      for (const resolution of resolutions) {
        if (own.some(({ profile }) => profile === resolution.profile)) continue;
        losses.push(...(await this.checked.losses(resolution, readers, signal, file)));
      }
    }
    return losses;
  }

  /** By file. */
  private grouped(
    own: readonly FoundProblem[],
    losses: readonly FoundProblem[],
  ): Map<string, FoundProblem[]> {
    const files = this.context.resolutions.resolver.guarded();
    const byFile = new Map<string, FoundProblem[]>();
    for (const one of joinProblems(files, own, losses)) {
      const others = byFile.get(one.problem.file);
      if (others) others.push(one);
      else byFile.set(one.problem.file, [one]);
    }
    return byFile;
  }

  /** Settles when everything was checked: a check that is given up for another one does not count. */
  private async whenChecked(): Promise<void> {
    for (;;) {
      const { updating } = this;
      await updating.catch(() => {});
      if (updating === this.updating) return;
    }
  }

  private typed(document: vscode.TextDocument): void {
    const file = document.uri.fsPath;
    if (document.uri.scheme !== 'file' || !this.isCandidate(file)) return;
    this.typedIn.add(file);
    this.typing.call();
  }

  private isCandidate(file: string): boolean {
    const own = resolutionsOf(this.context.resolutions.latest ?? []);
    return [...own, ...this.views.flatMap(({ resolutions }) => resolutions)].some(({ candidates }) =>
      candidates.some(candidate => candidate.file === file),
    );
  }

  /** What was typed while everything is checked is checked after that; a check of everything that starts now knows it. */
  private async recheckTyped(): Promise<void> {
    await this.whenChecked();
    const { signal } = this.running;
    const files = [...this.typedIn];
    this.typedIn.clear();
    for (const file of files) {
      const found: FoundProblem[] = [];
      const own = resolutionsOf(this.context.resolutions.latest ?? []);
      for (const resolution of own) {
        for (const candidate of resolution.candidates.filter(one => one.file === file)) {
          const comparisons = this.context.drifts.of(resolution);
          const problems = await this.checked.checkOne(resolution, candidate, comparisons);
          found.push(...problems.map(problem => ({ problem, resolution })));
        }
      }
      const losses = await this.lossesOf(own, signal, file);
      if (signal.aborted) return;
      this.own = [...this.own.filter(one => one.problem.file !== file), ...found];
      this.losses = [...this.losses.filter(one => one.problem.file !== file), ...losses];
    }
    this.byFile = this.grouped(this.own, this.losses);
    this.publish();
    this.changed.fire();
  }

  /** Gives VS Code what has changed, and nothing else: a list that is set again flickers. */
  private publish(): void {
    const next = new Map<string, string>();
    const isOn = this.enabled.valueFor(undefined) !== false;
    for (const [file, found] of isOn ? this.byFile : []) {
      const uri = toUri(file);
      const diagnostics = found.filter(isForProblems).map(toDiagnostic);
      if (!uri || diagnostics.length === 0) continue;
      const text = JSON.stringify(diagnostics);
      next.set(file, text);
      if (this.shown.get(file) !== text) this.collection.set(uri, diagnostics);
    }
    for (const file of this.shown.keys()) {
      const uri = next.has(file) ? undefined : toUri(file);
      if (uri) this.collection.delete(uri);
    }
    this.shown = next;
  }
}

/** What VS Code reports about a `SKILL.md` by itself is not said twice. */
function isForProblems({ problem }: FoundProblem): boolean {
  return !problem.knownToEditor;
}

function toDiagnostic({ problem, resolution }: FoundProblem): vscode.Diagnostic {
  const say = sayFor(resolution);
  const diagnostic = new vscode.Diagnostic(
    toRange(problem.range),
    visible(say(problem.message)),
    SEVERITIES[problem.severity],
  );
  diagnostic.source = 'Which Skill';
  diagnostic.code = codeOf(problem, resolution);
  diagnostic.relatedInformation = problem.related.flatMap(({ file, message }) => {
    const uri = toUri(file);
    if (!uri) return [];
    const start = new vscode.Location(uri, new vscode.Position(0, 0));
    return [new vscode.DiagnosticRelatedInformation(start, visible(say(message)))];
  });
  return diagnostic;
}

function codeOf({ code }: Problem, { profile }: Resolution): vscode.Diagnostic['code'] {
  const query = encodeURIComponent(JSON.stringify([code, profile]));
  return { value: code, target: vscode.Uri.parse(`command:${EXPLAIN_PROBLEM}?${query}`) };
}

/** The range as VS Code has it: the two count alike. */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** What an editor has of a file and has not saved. A byte order mark that it hides is there again. */
export function unsavedText(file: string): string | undefined {
  const document = vscode.workspace.textDocuments.find(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === file,
  );
  if (!document) return undefined;
  return `${hasByteOrderMark(file) ? '\ufeff' : ''}${document.getText()}`;
}

function hasByteOrderMark(file: string): boolean {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const start = Buffer.alloc(3);
      return readSync(descriptor, start, 0, 3, 0) === 3 && start.equals(Buffer.of(0xef, 0xbb, 0xbf));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
