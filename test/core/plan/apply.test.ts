import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type ApplyResult, applyPlan, interruptedPlans, recover } from '../../../src/core/plan/apply';
import { readJournals } from '../../../src/core/plan/journal';
import { isLocked, takeLock } from '../../../src/core/plan/lock';
import { extentOf, OTHERS, planUndo, UNDO_REST, undoablePlans } from '../../../src/core/plan/undo';
import { nodeWritableFiles } from '../../../src/core/plan/writable-files';
import { skillText } from '../../layout';
import { inWorld, type World } from './harness';
import { folderTrash } from './scenarios';

const TWO = {
  'R/.kimi/skills/rail/SKILL.md': skillText('rail'),
  'R/.kimi/skills/sora/SKILL.md': skillText('sora'),
};

const move = (world: World) =>
  ({ kind: 'move', what: { root: world.at('R/.kimi/skills') }, to: 'canonical' }) as const;

const say = (world: World, result: ApplyResult) => (result.failure ? world.text(result.failure.text) : null);

describe('applying a plan', () => {
  it(
    'stops where the source has changed since the plan was made',
    inWorld(TWO, async world => {
      const plan = await world.plan(move(world));
      fs.appendFileSync(world.at('R/.kimi/skills/sora/SKILL.md'), 'More.\n');
      const result = await world.apply(plan);
      assert.deepEqual(
        [result.status, result.done, result.total, say(world, result)],
        ['failed', 1, 2, 'R/.kimi/skills/sora has changed meanwhile'],
      );
      assert.equal(fs.existsSync(world.at('R/.agents/skills/rail')), true);
      assert.equal(fs.existsSync(world.at('R/.agents/skills/sora')), false);
      await world.undo();
      assert.equal(fs.existsSync(world.at('R/.agents')), false);
    }),
  );

  it(
    'never overwrites what came in between, not even an empty folder',
    inWorld(TWO, async world => {
      for (const make of [
        (place: string) => fs.mkdirSync(place, { recursive: true }),
        (place: string) => fs.writeFileSync(place, 'x'),
        (place: string) => fs.symlinkSync('nowhere', place),
      ]) {
        const plan = await world.plan(move(world));
        fs.mkdirSync(world.at('R/.agents/skills'), { recursive: true });
        make(world.at('R/.agents/skills/rail'));
        const before = world.tree();
        const result = await world.apply(plan);
        assert.deepEqual(
          [result.status, say(world, result)],
          ['failed', 'something else is at R/.agents/skills/rail meanwhile'],
        );
        assert.deepEqual(world.tree(), before);
        fs.rmSync(world.at('R/.agents'), { recursive: true });
      }
    }),
  );

  it(
    'tells how far it is, and ends between two skills when it is cancelled',
    inWorld(TWO, async world => {
      const controller = new AbortController();
      const seen: string[] = [];
      const result = await world.apply(await world.plan(move(world)), {
        signal: controller.signal,
        onProgress: ({ done, total, operation }) => {
          seen.push(`${done}/${total} ${operation.kind}`);
          if (done === 1) controller.abort();
        },
      });
      assert.deepEqual(seen, ['0/2 make-directory', '0/2 make-directory', '0/2 move', '1/2 move']);
      assert.deepEqual(
        [result.status, result.done, result.leftovers, result.undoable],
        ['cancelled', 1, [], true],
      );
      assert.deepEqual(interruptedPlans(nodeWritableFiles, world.storage), []);
      const skills = ['.agents', '.kimi'].map(root => fs.readdirSync(world.at(`R/${root}/skills`)));
      assert.deepEqual(skills, [['rail'], ['sora']]);
    }),
  );

  it(
    'can be cancelled in the middle of a skill: that one is as before',
    inWorld({ ...TWO, 'R/.kimi/skills/rail/big': 'x'.repeat(6_000_000) }, async world => {
      const before = world.tree();
      const controller = new AbortController();
      const request = { ...move(world), kind: 'copy' } as const;
      let writes = 0;
      const files = {
        ...nodeWritableFiles,
        createFile: (file: string, mode: number) => {
          const writer = nodeWritableFiles.createFile(file, mode);
          if (!file.endsWith('big')) return writer;
          const write = (bytes: Uint8Array) => {
            if (++writes === 3) controller.abort();
            writer.write(bytes);
            // A slow disk: the next slice of time is due.
            for (const start = performance.now(); performance.now() - start < 6; );
          };
          return { ...writer, write, sync: () => writer.sync(), close: () => writer.close() };
        },
      };
      const result = await world.apply(await world.plan(request), { files, signal: controller.signal });
      assert.deepEqual([result.status, result.done], ['cancelled', 0]);
      assert.ok(writes < 24, 'not all of it was written');
      assert.deepEqual(world.tree(), before);
    }),
  );

  it(
    'waits for no other process: it says that one is at it',
    inWorld(TWO, async world => {
      const release = takeLock(nodeWritableFiles, world.storage);
      const before = world.tree();
      const result = await world.apply(await world.plan(move(world)));
      assert.deepEqual([result.status, result.failure?.code], ['failed', 'locked']);
      assert.deepEqual(world.tree(), before);
      release();
      assert.equal(isLocked(nodeWritableFiles, world.storage), false);
      assert.equal((await world.apply(await world.plan(move(world)))).status, 'complete');
    }),
  );

  it(
    'takes over the lock of a process that is gone, and of none that lives',
    inWorld(TWO, async world => {
      const { spawnSync } = await import('node:child_process');
      const { hostname } = await import('node:os');
      const { pid } = spawnSync(process.execPath, ['-e', '']);
      fs.mkdirSync(world.storage);
      const write = (holder: object | string) =>
        fs.writeFileSync(path.join(world.storage, 'lock'), JSON.stringify(holder));
      write({ pid: 1, host: hostname() });
      assert.throws(() => takeLock(nodeWritableFiles, world.storage), /another process \(1\)/);
      write({ pid, host: 'another machine' });
      assert.throws(() => takeLock(nodeWritableFiles, world.storage), /another process/);
      for (const holder of [{ pid, host: hostname() }, { pid: process.pid, host: hostname() }, 'rubbish']) {
        write(holder);
        takeLock(nodeWritableFiles, world.storage)();
        assert.deepEqual(fs.readdirSync(world.storage), []);
      }
    }),
  );

  it(
    'puts the old one into the trash when all else is done; undo says that it is there',
    inWorld({ ...TWO, 'R/.agents/skills/rail/SKILL.md': skillText('rail', 'Old.') }, async world => {
      const plan = await world.plan(move(world), { 'conflict:*': 'replace-trash' }, { hasTrash: true });
      const result = await world.apply(plan, { trash: folderTrash(world) });
      assert.equal(result.status, 'complete');
      assert.deepEqual(fs.readdirSync(world.at('R/.agents')), ['skills']);
      assert.equal(fs.readFileSync(world.at('trash/rail/SKILL.md'), 'utf8'), skillText('rail', 'Old.'));
      const undo = await world.undoPlan();
      assert.match(undo.notes.map(({ text }) => world.text(text)).join(), /is in the system’s trash/);
      assert.equal((await world.apply(undo)).status, 'complete');
      assert.equal(fs.existsSync(world.at('R/.kimi/skills/rail/SKILL.md')), true);
    }),
  );

  it(
    'never deletes for good where the trash fails',
    inWorld(TWO, async world => {
      const request = { kind: 'delete', what: { root: world.at('R/.kimi/skills') } } as const;
      const before = world.tree();
      const plan = await world.plan(request, {}, { hasTrash: true });
      const trash = async () => {
        throw new Error('no trash on this server');
      };
      const result = await world.apply(plan, { trash });
      assert.match(say(world, result) ?? '', /could not be put into the trash: no trash on this server/);
      assert.deepEqual(world.tree(), before);
      const unanswered = await world.plan(request);
      assert.deepEqual([unanswered.ready, unanswered.questions[0]?.answer], [false, null]);
      await assert.rejects(world.apply(unanswered), /not ready/);
    }),
  );
});

describe('undo', () => {
  it(
    'is there after a reload, once, newest first',
    inWorld(TWO, async world => {
      const before = world.tree();
      const only = (name: string) => ({
        candidates: [`${world.built.root}/R/.kimi/skills//${name}/SKILL.md`],
      });
      await world.do({ kind: 'move', what: only('rail'), to: 'canonical' });
      await world.do({ kind: 'move', what: only('sora'), to: 'canonical' });
      for (const name of ['sora', 'rail']) {
        const [last] = undoablePlans(nodeWritableFiles, world.storage);
        assert.ok(last && world.text(last.title).includes(name));
        const plan = await planUndo(nodeWritableFiles, last);
        assert.equal((await applyPlan(plan, world.environment())).status, 'complete');
      }
      assert.deepEqual(undoablePlans(nodeWritableFiles, world.storage), []);
      assert.deepEqual(world.tree(), before);
    }),
  );

  it(
    'goes on where one was cancelled: what is taken back already is no hindrance',
    inWorld(TWO, async world => {
      const before = world.tree();
      await world.do({ kind: 'move', what: { root: world.at('R/.kimi/skills') }, to: 'canonical' });
      const undoNewest = async (signal?: AbortSignal, onProgress?: () => void) => {
        const [last] = undoablePlans(nodeWritableFiles, world.storage);
        const plan = await planUndo(nodeWritableFiles, last!);
        assert.deepEqual(plan.refusals, []);
        const more = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
        return (await world.apply(plan, more)).status;
      };
      const controller = new AbortController();
      let units = 0;
      const status = await undoNewest(controller.signal, () => ++units === 2 && controller.abort());
      assert.equal(status, 'cancelled');
      assert.notDeepEqual(world.tree(), before);
      assert.equal(await undoNewest(), 'complete');
      assert.deepEqual(world.tree(), before);
      assert.deepEqual(undoablePlans(nodeWritableFiles, world.storage), []);
    }),
  );

  it(
    'takes back only some where it is told to, and never what leans on what stays',
    inWorld(TWO, async world => {
      await world.do({ kind: 'move', what: { root: world.at('R/.kimi/skills') }, to: 'canonical' });
      fs.appendFileSync(world.at('R/.agents/skills/sora/SKILL.md'), 'x');
      const [last] = undoablePlans(nodeWritableFiles, world.storage);
      const whole = await planUndo(nodeWritableFiles, last!);
      assert.deepEqual([whole.ready, whole.questions[0]?.answer], [false, 'nothing']);
      const part = await planUndo(nodeWritableFiles, last!, null, { [UNDO_REST]: OTHERS });
      assert.equal(part.ready, true);
      assert.equal((await world.apply(part)).status, 'complete');
      assert.deepEqual(fs.readdirSync(world.at('R/.kimi/skills')), ['rail']);
      assert.deepEqual(fs.readdirSync(world.at('R/.agents/skills')), ['sora']);
      const [rest] = undoablePlans(nodeWritableFiles, world.storage);
      assert.deepEqual(extentOf(nodeWritableFiles, rest!), { units: 1, files: 1 });
      const again = await planUndo(nodeWritableFiles, rest!, null, { [UNDO_REST]: OTHERS });
      assert.deepEqual([again.ready, again.questions], [false, []], 'nothing else is left of it');
    }),
  );

  for (const [what, change, reason] of [
    [
      'a file has changed',
      (world: World) => fs.appendFileSync(world.at('R/.agents/skills/rail/SKILL.md'), 'x'),
      'changed',
    ],
    [
      'a mode has changed',
      (world: World) => fs.chmodSync(world.at('R/.agents/skills/rail/SKILL.md'), 0o755),
      'changed',
    ],
    [
      'a file was added',
      (world: World) => fs.writeFileSync(world.at('R/.agents/skills/rail/new'), ''),
      'changed',
    ],
    [
      'it has gone',
      (world: World) => fs.rmSync(world.at('R/.agents/skills/rail'), { recursive: true }),
      'gone',
    ],
    [
      'something is in the old place',
      (world: World) => fs.mkdirSync(world.at('R/.kimi/skills/rail')),
      'in-the-way',
    ],
  ] as const) {
    it(
      `is refused as a whole where ${what}`,
      inWorld(TWO, async world => {
        await world.do(move(world));
        change(world);
        const before = world.tree();
        const plan = await world.undoPlan();
        assert.deepEqual([plan.ready, plan.refusals.map(({ code }) => code)], [false, [reason]]);
        await assert.rejects(world.apply(plan), /not ready/);
        assert.deepEqual(world.tree(), before);
      }),
    );
  }

  it(
    'of a copy is refused where the copy is all that is left',
    inWorld(TWO, async world => {
      await world.do({ ...move(world), kind: 'copy' });
      fs.rmSync(world.at('R/.kimi/skills/rail'), { recursive: true });
      const plan = await world.undoPlan();
      assert.deepEqual(
        plan.refusals.map(({ code }) => code),
        ['original-changed'],
      );
    }),
  );

  it(
    'looks again when it is applied',
    inWorld(TWO, async world => {
      await world.do(move(world));
      const plan = await world.undoPlan();
      fs.appendFileSync(world.at('R/.agents/skills/sora/SKILL.md'), 'x');
      const before = world.tree();
      const result = await world.apply(plan);
      assert.deepEqual([result.status, result.failure?.code], ['failed', 'changed']);
      assert.deepEqual(world.tree(), before);
    }),
  );
});

describe('the journal', () => {
  it(
    'is read as far as it is written: a line that is cut off counts as not written',
    inWorld(TWO, async world => {
      await world.do(move(world));
      const folder = path.join(world.storage, 'journal');
      const [name] = fs.readdirSync(folder);
      const whole = fs.readFileSync(path.join(folder, name!), 'utf8');
      for (let length = 0; length <= whole.length; length += 7) {
        fs.writeFileSync(path.join(folder, name!), whole.slice(0, length));
        const journals = readJournals(nodeWritableFiles, world.storage);
        if (!whole.slice(0, length).includes('\n{"type":"start"')) continue;
        assert.equal(journals.length, 1);
        // All is done, whatever the journal knows of it: finishing finds that out by looking.
        if (journals[0]!.end !== null) continue;
        const tree = world.tree();
        const result = await recover(journals[0]!.id, 'finish', world.environment());
        assert.deepEqual(
          [result.status, result.leftovers, world.tree()],
          ['complete', [], tree],
          `${length}`,
        );
      }
    }),
  );

  it(
    'keeps no more than can be of use',
    inWorld({ 'R/.kimi/skills/rail/SKILL.md': skillText('rail') }, async world => {
      for (let round = 0; round < 28; round++) {
        await world.do(move(world));
        await world.undo();
      }
      assert.equal(fs.readdirSync(path.join(world.storage, 'journal')).length, 50);
    }),
  );
});
