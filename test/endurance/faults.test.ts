/**
 * A fault at any single step loses nothing. Each call to the file system fails in turn, once and from then on, and the
 * process ends before each change in turn; afterwards the source or a complete target is there, what lies about is named,
 * recovery finishes or cleans up, and nothing else was touched.
 */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type ApplyResult, applyPlan, interruptedPlans, recover } from '../../src/core/plan/apply';
import type { Plan } from '../../src/core/plan/types';
import { nodeWritableFiles, type WritableFiles } from '../../src/core/plan/writable-files';
import { type BeforeCall, isChange, Killed, watchedFiles } from '../core/plan/faulty-files';
import { World } from '../core/plan/harness';
import { crossesDisks, folderTrash, SCENARIOS, type Scenario } from '../core/plan/scenarios';
import { treeOf } from '../tree-of';

const CODES = ['ENOSPC', 'EACCES', 'ENOENT', 'EIO'] as const;

/** A layout in which the scenario is planned, with the trees before and after it. */
class Stage {
  private constructor(
    readonly scenario: Scenario,
    readonly world: World,
    readonly plan: Plan,
    readonly before: readonly string[],
  ) {}

  /** As it was when it was set. The plan holds again, since it is the same folder. */
  reset(): void {
    fs.rmSync(this.world.built.root, { recursive: true });
    this.copy(this.pristine, this.world.built.root);
  }

  /** Files keep their content by sharing it: whoever wrote into one would be found out at the next comparison. */
  private copy(from: string, to: string): void {
    fs.mkdirSync(to);
    for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
      const [source, target] = [`${from}/${entry.name}`, `${to}/${entry.name}`];
      if (entry.isDirectory()) this.copy(source, target);
      else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
      else fs.linkSync(source, target);
    }
    fs.chmodSync(to, fs.statSync(from).mode);
  }

  private get pristine(): string {
    return `${this.world.built.root}-pristine`;
  }

  static async set(scenario: Scenario): Promise<Stage> {
    const world = new World(scenario.layout);
    const more = { hasTrash: scenario.trash === true };
    let plan = await world.plan(scenario.request(world), scenario.answers, more);
    if (scenario.undo) {
      assert.equal((await world.apply(plan)).status, 'complete');
      plan = await world.undoPlan();
      assert.deepEqual(plan.refusals, []);
    }
    const stage = new Stage(scenario, world, plan, world.tree());
    stage.copy(world.built.root, stage.pristine);
    return stage;
  }

  files(before: BeforeCall): WritableFiles & { readonly calls: () => number } {
    const files = watchedFiles(before);
    if (!this.scenario.twoDisks) return files;
    const refuse = (from: string, to: string) => {
      if (crossesDisks(from, to)) throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
    };
    return {
      ...files,
      rename: (from, to) => {
        refuse(from, to);
        files.rename(from, to);
      },
      hardLink: (from, to) => {
        refuse(from, to);
        files.hardLink(from, to);
      },
    };
  }

  environment(files: WritableFiles) {
    return this.world.environment({ files, trash: this.scenario.trash ? folderTrash(this.world) : null });
  }

  async apply(files: WritableFiles): Promise<ApplyResult> {
    return applyPlan(this.plan, this.environment(files));
  }

  /** Every skill is in its old or its new place, complete; what was not to be touched is as it was. */
  checkNothingLost(contents: readonly (readonly string[])[], after: readonly string[]): void {
    const places = this.scenario.skills.map(([before, place]) => [before, place] as const);
    for (const [index, [before, place]] of places.entries()) {
      const found = [before, place].map(there => (there === null ? [] : contentsOf(this.world.at(there))));
      const wholes = contents[index]!;
      const isWhole = found.some(lines => wholes.some(whole => whole === JSON.stringify(lines)));
      const mayBeGone = place === null || this.scenario.trash;
      assert.ok(
        isWhole || mayBeGone || this.isKept(wholes),
        `${before}: neither source nor target is complete`,
      );
    }
    const planned = this.plan.operations
      .flatMap(({ from, to }) => [from, to])
      .flatMap(place => (place === null ? [] : [this.world.relative(place)]));
    const isPlanned = (place: string) =>
      planned.some(other => place === other || place.startsWith(`${other}/`));
    const strangers = this.before.filter(line => after.includes(line) && !isPlanned(pathOfLine(line)));
    const now = new Set(this.world.tree());
    for (const line of strangers) assert.ok(now.has(line), `touched: ${line}`);
  }

  /** Whole under another name, beside the root: named as a leftover, and put back by recovery. */
  private isKept(wholes: readonly string[]): boolean {
    return this.leftovers().some(place => wholes.includes(JSON.stringify(contentsOf(place))));
  }

  /** Those of interrupted plans. */
  leftovers(): readonly string[] {
    return interruptedPlans(nodeWritableFiles, this.world.storage).flatMap(plan => plan.leftovers);
  }

  remove(): void {
    this.world.remove();
    fs.rmSync(this.pristine, { recursive: true });
  }
}

/** What a skill consists of. */
function contentsOf(place: string): readonly string[] {
  const stats = fs.statSync(place, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isDirectory()) return treeOf(place);
  return [`${(stats.mode & 0o777).toString(8)} ${fs.readFileSync(place, 'latin1')}`];
}

/** The tree after an undisturbed run, each skill's content in both places, and the number of calls that it takes. */
async function undisturbed(stage: Stage) {
  const contentsAt = () =>
    stage.scenario.skills.map(places =>
      places.map(place => (place === null ? '[]' : JSON.stringify(contentsOf(stage.world.at(place))))),
    );
  const was = contentsAt();
  const changes: number[] = [];
  const files = stage.files(({ number, name }) => {
    if (isChange(name)) changes.push(number);
    return undefined;
  });
  const result = await stage.apply(files);
  assert.equal(result.status, 'complete');
  const is = contentsAt();
  const contents = was.map((places, index) => [...places, ...is[index]!].filter(text => text !== '[]'));
  return { after: stage.world.tree(), contents, calls: files.calls(), changes };
}

/** Brings an interrupted plan to its end, and checks that it is one of the two ends. */
async function recoverAndCheck(
  stage: Stage,
  how: 'finish' | 'clean',
  after: readonly string[],
  label: string,
): Promise<void> {
  const [interrupted] = interruptedPlans(nodeWritableFiles, stage.world.storage);
  assert.ok(interrupted, `${label}: the journal is open`);
  const result = await recover(interrupted.id, how, stage.environment(stage.files(() => undefined)));
  const tree = JSON.stringify(stage.world.tree());
  const isBefore = tree === JSON.stringify(stage.before);
  const isAfter = tree === JSON.stringify(after);
  assert.deepEqual(result.leftovers, [], label);
  if (how === 'finish' && !stage.scenario.trash)
    assert.ok(isAfter, `${label}: finished\n${result.failure?.code}`);
  else assert.ok(isBefore || isAfter || isPartial(stage, result), `${label}: cleaned up`);
}

/** Of several skills, some are done and some as before. */
function isPartial(stage: Stage, result: ApplyResult): boolean {
  return stage.scenario.skills.length > 1 && result.done > 0 && result.done < result.total;
}

/** Leftovers that are not named would be found here: all that is neither of before nor of after lies in one. */
function checkNamed(
  stage: Stage,
  leftovers: readonly string[],
  after: readonly string[],
  label: string,
): void {
  const known = new Set([...stage.before, ...after].map(pathOfLine));
  const named = leftovers.map(place => stage.world.relative(place));
  for (const line of stage.world.tree()) {
    const place = pathOfLine(line);
    if (known.has(place)) continue;
    const isNamed = named.some(
      other => place === other || place.startsWith(`${other}/`) || other.startsWith(`${place}/`),
    );
    assert.ok(isNamed, `${label}: nobody names ${place}`);
  }
}

/** Code that takes an error for one of the system's may go on for a while, but none of its calls does anything. */
async function untilKilled(doing: Promise<ApplyResult>): Promise<void> {
  try {
    await doing;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
}

function pathOfLine(line: string): string {
  return line.split(' ')[1]!;
}

/** Ends the process, as far as this plan is concerned, before a call. */
function killing(stage: Stage, at: number) {
  return stage.files(call => {
    if (call.number >= at) throw new Killed();
    return undefined;
  });
}

/** The lock names a live process, this one: it has to go as that of a dead one would. */
function forgetLock(stage: Stage): void {
  fs.rmSync(`${stage.world.storage}/lock`, { force: true, recursive: true });
}

for (const scenario of SCENARIOS) {
  describe(scenario.name, () => {
    let stage: Stage;
    let expected: Awaited<ReturnType<typeof undisturbed>>;

    before(async () => {
      stage = await Stage.set(scenario);
      expected = await undisturbed(stage);
      assert.ok(expected.calls > 20);
    });
    after(() => stage.remove());
    beforeEach(() => stage.reset());

    async function failAt(number: number, persistent: boolean): Promise<void> {
      const { after, contents, calls } = expected;
      stage.reset();
      const code = CODES[(number + (persistent ? 1 : 0)) % CODES.length]!;
      let name = '';
      const files = stage.files(call => {
        if (call.number === number) name = call.name;
        return call.number === number || (persistent && call.number > number) ? code : undefined;
      });
      const result = await stage.apply(files);
      const where = `call ${number} of ${calls}, ${code}${persistent ? ' from then on' : ''} (${name})`;
      stage.checkNothingLost(contents, after);
      checkNamed(stage, stage.leftovers(), after, where);
      if (result.status === 'interrupted') {
        await recoverAndCheck(stage, number % 2 === 0 ? 'finish' : 'clean', after, where);
      } else if (!isPartial(stage, result)) {
        const tree = result.status === 'complete' ? after : stage.before;
        if (JSON.stringify(stage.world.tree()) === JSON.stringify(tree)) return;
        assert.deepEqual([`${where}: ${result.status}`, ...stage.world.tree()], tree);
      }
    }

    it('each call fails in turn', async () => {
      // Undoing is the same engine with the same kinds of operations: every second call is enough there.
      const step = scenario.undo ? 2 : 1;
      for (let number = 1; number <= expected.calls; number += step) await failAt(number, false);
    });

    it('each call fails in turn, and all after it', async () => {
      for (let number = 1; number <= expected.calls; number += 5) await failAt(number, true);
    });

    it('the process ends before each change in turn', async () => {
      const { after, contents, calls, changes } = expected;
      for (const [index, number] of changes.entries()) {
        stage.reset();
        const how = index % 2 === 0 ? 'finish' : 'clean';
        const label = `killed before call ${number} of ${calls}, ${how}`;
        await untilKilled(stage.apply(killing(stage, number)));
        forgetLock(stage);
        stage.checkNothingLost(contents, after);
        checkNamed(stage, stage.leftovers(), after, label);
        if (interruptedPlans(nodeWritableFiles, stage.world.storage).length > 0) {
          await recoverAndCheck(stage, how, after, label);
        } else {
          const tree = JSON.stringify(stage.world.tree());
          assert.ok(tree === JSON.stringify(stage.before) || tree === JSON.stringify(after), label);
        }
      }
    });

    it('the process ends again during recovery', async () => {
      const { after, contents, calls } = expected;
      for (let number = 12; number <= calls; number += 29) {
        for (let second = 3 + (number % 5); second < 70; second += 11) {
          stage.reset();
          const how = (number + second) % 2 === 0 ? 'finish' : 'clean';
          const label = `killed before call ${number} of ${calls} and call ${second} of recovery, ${how}`;
          await untilKilled(stage.apply(killing(stage, number)));
          forgetLock(stage);
          const [interrupted] = interruptedPlans(nodeWritableFiles, stage.world.storage);
          if (!interrupted) continue;
          await untilKilled(recover(interrupted.id, how, stage.environment(killing(stage, second))));
          forgetLock(stage);
          stage.checkNothingLost(contents, after);
          const [again] = interruptedPlans(nodeWritableFiles, stage.world.storage);
          if (again) await recoverAndCheck(stage, how, after, label);
        }
      }
    });
  });
}
