/** What the tests of plans have in common: a layout on disk, a plan for it, applying it, and comparing whole trees. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { renderMessage } from '../../../src/core/message';
import { type ApplyEnvironment, type ApplyResult, applyPlan } from '../../../src/core/plan/apply';
import type { PlanContext } from '../../../src/core/plan/context';
import { readJournals } from '../../../src/core/plan/journal';
import { makePlan } from '../../../src/core/plan/make-plan';
import type { Answers, Operation, Plan, PlanRequest } from '../../../src/core/plan/types';
import { planUndo } from '../../../src/core/plan/undo';
import { nodeWritableFiles } from '../../../src/core/plan/writable-files';
import { resolve } from '../../../src/core/resolve';
import { type BuiltLayout, buildLayout, type Layout } from '../../layout';
import { treeOf } from '../../tree-of';

export { treeOf };

/** `R/` is a repository with a `.git` directory, `home/` the home directory; both in one folder that is removed. */
export class World {
  readonly built: BuiltLayout;
  readonly home: string;
  readonly repo: string;
  readonly storage: string;

  /** @param layout what to build, or a folder that was built before */
  constructor(layout: Layout | BuiltLayout) {
    this.built = isBuilt(layout) ? layout : buildLayout({ 'R/.git': null, home: null, ...layout });
    this.home = this.built.at('home');
    this.repo = this.built.at('R');
    this.storage = this.built.at('storage');
  }

  at(relative: string): string {
    return this.built.at(relative);
  }

  async context(more: Partial<PlanContext> = {}): Promise<PlanContext> {
    const options = {
      profile: 'kimi-cli',
      workDir: this.repo,
      home: this.home,
      environment: {},
      overrides: { builtinDir: null },
    } as const;
    const resolution = await resolve(options);
    return {
      files: nodeWritableFiles,
      options,
      resolution,
      hasTrash: false,
      now: new Date('2026-01-02T03:04:05Z'),
      ...more,
    };
  }

  /** What is different where the product is started in a folder of the repository. */
  async contextFrom(workDir: string): Promise<Pick<PlanContext, 'options' | 'resolution'>> {
    const { options: there } = await this.context();
    const options = { ...there, workDir };
    return { options, resolution: await resolve(options) };
  }

  async plan(request: PlanRequest, answers: Answers = {}, more: Partial<PlanContext> = {}): Promise<Plan> {
    return makePlan(await this.context(more), request, answers);
  }

  environment(more: Partial<ApplyEnvironment> = {}): ApplyEnvironment {
    return { files: nodeWritableFiles, storage: this.storage, trash: null, ...more };
  }

  async apply(plan: Plan, more: Partial<ApplyEnvironment> = {}): Promise<ApplyResult> {
    return applyPlan(plan, this.environment(more));
  }

  /** Plans, applies, and expects that to succeed. */
  async do(request: PlanRequest, answers: Answers = {}, more: Partial<PlanContext> = {}): Promise<Plan> {
    const plan = await this.plan(request, answers, more);
    const result = await this.apply(plan);
    assert.equal(
      result.status,
      'complete',
      result.failure ? renderMessage(result.failure.text) : 'not complete',
    );
    assert.deepEqual(result.leftovers, []);
    return plan;
  }

  /** The plan that takes the last one back. */
  async undoPlan(): Promise<Plan> {
    return planUndo(nodeWritableFiles, readJournals(nodeWritableFiles, this.storage)[0]!);
  }

  async undo(): Promise<void> {
    const plan = await this.undoPlan();
    assert.deepEqual(
      plan.refusals.map(({ text }) => this.text(text)),
      [],
    );
    const result = await this.apply(plan);
    assert.equal(
      result.status,
      'complete',
      result.failure ? renderMessage(result.failure.text) : 'not complete',
    );
  }

  /** A message, with paths below the folder of the layout. */
  text(text: Parameters<typeof renderMessage>[0]): string {
    return renderMessage(text, { showPath: file => path.relative(this.built.root, file) });
  }

  relative(file: string | null): string {
    return file === null ? '-' : path.relative(this.built.root, file);
  }

  /** Operations as lines: what, from, to. */
  lines(operations: readonly Operation[]): string[] {
    return operations.map(({ kind, from, to }) => `${kind} ${this.relative(from)} ${this.relative(to)}`);
  }

  /** The outcome as lines: name, before, after. */
  outcome(plan: Plan): string[] {
    return plan.outcome.map(
      ({ name, before, after }) =>
        `${name}: ${this.relative(before?.path ?? null)} => ${this.relative(after?.path ?? null)}`,
    );
  }

  /** Everything below the folder but the storage: kind, mode, content, target; times on request. */
  tree(options: { readonly times?: boolean } = {}): string[] {
    return treeOf(this.built.root, options).filter(line => !/ storage(?:\/| |$)/.test(line));
  }

  remove(): void {
    this.built.remove();
  }
}

function isBuilt(layout: Layout | BuiltLayout): layout is BuiltLayout {
  return typeof (layout as BuiltLayout).remove === 'function';
}

/** Runs a test in a layout that is removed afterwards. */
export function inWorld(layout: Layout, body: (world: World) => Promise<void>): () => Promise<void> {
  return async () => {
    const world = new World(layout);
    try {
      await body(world);
    } finally {
      world.remove();
    }
  };
}
