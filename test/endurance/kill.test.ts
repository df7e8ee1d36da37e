/**
 * A real process that is really killed: before each change that it makes to the file system, in turn. Afterwards another
 * process finishes or cleans up. What a kill at every other call does is tested without processes in `faults.test.ts`.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { applyPlan, interruptedPlans, recover } from '../../src/core/plan/apply';
import { takeLock } from '../../src/core/plan/lock';
import type { Plan } from '../../src/core/plan/types';
import { nodeWritableFiles, type WritableFiles } from '../../src/core/plan/writable-files';
import { World } from '../core/plan/harness';
import { skillText } from '../layout';

const LAYOUT = {
  'R/.kimi/skills/rail/SKILL.md': skillText('rail'),
  'R/.kimi/skills/rail/run.sh': { text: '#!/bin/sh\n', mode: 0o755 },
  'R/.kimi/skills/review.md': '[a](docs/a.md)\n',
  'R/.kimi/skills/docs/a.md': 'a',
  'R/.agents/skills/rail/SKILL.md': skillText('rail', 'Another.'),
};

const CHANGES = [
  'makeDirectory',
  'removeDirectory',
  'removeFile',
  'rename',
  'hardLink',
  'makeLink',
  'createFile',
] as const;

/** Ends this process, as nothing else could, before a change of that number. Renames between roots find two disks. */
function deadly(at: number): WritableFiles {
  let number = 0;
  const files: Record<string, unknown> = { ...nodeWritableFiles };
  for (const name of CHANGES) {
    files[name] = (...args: never[]) => {
      if (++number === at) process.kill(process.pid, 'SIGKILL');
      if (name === 'rename' && isOtherDisk(...(args as unknown as [string, string]))) {
        throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
      }
      return (nodeWritableFiles[name] as (...all: never[]) => unknown)(...args);
    };
  }
  return files as unknown as WritableFiles;
}

function isOtherDisk(from: string, to: string): boolean {
  const disk = (file: string) => file.includes('/.kimi/');
  return disk(from) !== disk(to);
}

interface Order {
  readonly plan: Plan;
  readonly storage: string;
  readonly at: number;
}

/** The child's whole life. */
async function obey(file: string): Promise<void> {
  const { plan, storage, at }: Order = JSON.parse(fs.readFileSync(file, 'utf8'));
  const result = await applyPlan(plan, { files: deadly(at), storage, trash: null });
  process.exitCode = result.status === 'complete' ? 0 : 1;
}

const order = process.env.WHICH_SKILL_KILL_TEST;

if (order !== undefined) void obey(order);
else {
  for (const [name, request, answers] of [
    [
      'a move over another skill, between disks, with a link left',
      (world: World) => ({
        kind: 'move' as const,
        what: { candidates: [`${world.built.root}/R/.kimi/skills//rail/SKILL.md`] },
        to: 'canonical' as const,
        leaveLink: true,
      }),
      { 'conflict:*': 'replace' },
    ],
    [
      'a flat file into a folder',
      (world: World) => ({
        kind: 'to-folder' as const,
        what: { candidates: [`${world.built.root}/R/.kimi/skills//review.md`] },
        to: 'same' as const,
      }),
      {},
    ],
  ] as const) {
    describe(`killed in the middle of ${name}`, () => {
      it('finishes or cleans up', async () => {
        let steps = 0;
        for (let at = 1; ; at++) {
          const world = new World(LAYOUT);
          try {
            const before = world.tree();
            const plan = await world.plan(request(world), answers);
            const file = path.join(world.built.root, 'storage-order.json');
            fs.writeFileSync(file, JSON.stringify({ plan, storage: world.storage, at } satisfies Order));
            const { NODE_TEST_CONTEXT: _, ...env } = process.env;
            const child = spawnSync(process.execPath, [__filename], {
              env: { ...env, WHICH_SKILL_KILL_TEST: file },
              encoding: 'utf8',
            });
            fs.rmSync(file);
            if (child.signal !== 'SIGKILL') {
              assert.equal(child.status, 0, child.stderr);
              steps = at - 1;
              break;
            }
            const how = at % 2 === 0 ? 'finish' : 'clean';
            for (const { id } of interruptedPlans(nodeWritableFiles, world.storage)) {
              const result = await recover(id, how, world.environment({ files: deadly(0) }));
              assert.deepEqual(
                [result.status, result.leftovers],
                [how === 'finish' ? 'complete' : result.status, []],
              );
            }
            const tree = world.tree();
            const after = await finalTree(request, answers);
            const isBefore = JSON.stringify(tree) === JSON.stringify(before);
            const isAfter = JSON.stringify(tree) === JSON.stringify(after);
            assert.ok(isBefore || isAfter, `killed before change ${at}, ${how}:\n${tree.join('\n')}`);
            takeLock(nodeWritableFiles, world.storage)();
            const locks = fs.readdirSync(world.storage).filter(name => name.startsWith('lock'));
            assert.deepEqual(locks, [], 'the lock of the dead process is gone');
          } finally {
            world.remove();
          }
        }
        assert.ok(steps > 15, `${steps} steps`);
      });
    });
  }
}

const finals = new Map<unknown, readonly string[]>();

/** What an undisturbed run leaves behind. */
async function finalTree(
  request: (world: World) => Parameters<World['plan']>[0],
  answers: Parameters<World['plan']>[1],
): Promise<readonly string[]> {
  const known = finals.get(request);
  if (known) return known;
  const world = new World(LAYOUT);
  try {
    await world.apply(await world.plan(request(world), answers), { files: deadly(0) });
    finals.set(request, world.tree());
    return world.tree();
  } finally {
    world.remove();
  }
}
