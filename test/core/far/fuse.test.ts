/** Far disks for real: the file system of a program that falls silent, and the processes that ask it. */
import assert from 'node:assert/strict';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { DiskAskers } from '../../../src/core/far/disk-calls';
import { findFarDisks } from '../../../src/core/far/far-disks';
import { LOADING } from '../../../src/core/fault-message';
import { type FileSystem, isFault, nodeFileSystem } from '../../../src/core/file-system';
import { Resolver } from '../../../src/core/live/resolver';
import { nodeWritableFiles } from '../../../src/core/plan/writable-files';
import { PROFILE_IDS } from '../../../src/core/products';
import { resolve } from '../../../src/core/resolve';
import { besideFuse, type FuseDisk } from '../../fuse/fuse-disk';
import { type BuiltLayout, type Layout, skillText } from '../../layout';
import { treeOf } from '../../tree-of';

const LARGE = 'x'.repeat(3_000_000);

const layout: Layout = {
  'R/.git': null,
  'R/.agents/skills/heron/SKILL.md': skillText('heron'),
  'R/.claude/skills': { symlink: '$ROOT/nas/skills' },
  'home/.kimi': null,
  'below/skills/crane/SKILL.md': skillText('crane'),
  'below/skills/large': LARGE,
  'below/others': null,
  'below/skills/link': { symlink: 'crane' },
};

/** A test with processes of its own. */
function asking(body: (askers: DiskAskers, disk: FuseDisk, built: BuiltLayout) => Promise<void>) {
  return besideFuse(layout, async (disk, built) => {
    const { diskProcesses } = await import('../../../src/core/lazy/far');
    const askers = diskProcesses();
    try {
      await body(askers, disk, built);
    } finally {
      askers.dispose();
    }
  });
}

/** No disk that answers takes that long. */
const limits = { limit: 1_500, writeLimit: 1_500 };

function contents(files: FileSystem, place: string): string | null {
  const reader = files.open(place);
  if (isFault(reader)) return null;
  const pieces: Uint8Array[] = [];
  for (;;) {
    const piece = reader.read(100_000);
    if (isFault(piece)) return null;
    if (piece.length === 0) break;
    pieces.push(Buffer.from(piece));
  }
  reader.close();
  return Buffer.concat(pieces).toString();
}

describe('the disk of a program', () => {
  it(
    'is what the tests take it for',
    asking(async (_, disk, built) => {
      assert.equal((await findFarDisks('linux'))?.diskOf(built.at('nas/skills')), disk.place);
      assert.deepEqual(readdirSync(built.at('nas/skills')).sort(), ['crane', 'large', 'link']);
      assert.equal(readFileSync(built.at('nas/skills/link/SKILL.md'), 'utf8'), skillText('crane'));
      writeFileSync(built.at('nas/new'), 'new');
      renameSync(built.at('nas/new'), built.at('nas/skills/newer'));
      utimesSync(built.at('nas/skills/newer'), 1, 2);
      assert.equal(statSync(built.at('below/skills/newer')).mtimeMs, 2000);
    }),
  );

  it(
    'is asked by a process, which answers as the system would',
    asking(async (askers, disk, built) => {
      const files = askers.filesOf(disk.place);
      for (const place of ['skills', 'skills/crane/SKILL.md', 'skills/link', 'none'].map(one =>
        built.at(`nas/${one}`),
      )) {
        assert.deepEqual(await files.readDirectory(place), nodeFileSystem.readDirectory(place));
        assert.deepEqual(await files.linkState(place), nodeFileSystem.linkState(place));
        const now = (name: string) => askers.askNow(disk.place, { name, args: [place] }, 10_000)?.answer;
        assert.deepEqual(now('state'), nodeFileSystem.state(place));
        assert.deepEqual(now('readLink'), nodeFileSystem.readLink(place));
      }
      assert.throws(
        () => askers.askNow(disk.place, { name: 'removeFile', args: [built.at('nas/none')] }, 10_000),
        {
          code: 'ENOENT',
        },
      );
    }),
  );

  it(
    'keeps nobody standing still for longer than they want, and answers late',
    asking(async (askers, disk, built) => {
      const call = { name: 'state', args: [built.at('nas/skills')] };
      assert.ok(askers.askNow(disk.place, call, 10_000));
      await disk.silence();
      const open = askers.ask(disk.place, call);
      assert.equal(askers.askNow(disk.place, call, 50), undefined);
      await disk.wake();
      assert.deepEqual(await open, nodeFileSystem.state(built.at('nas/skills')));
    }),
  );

  it(
    'is worked with as any other while it answers',
    asking(async (askers, disk, built) => {
      const resolver = new Resolver(nodeFileSystem, 'linux', { askers, patience: 20_000, limits });
      const files = await resolver.answering(nodeWritableFiles, [built.at('nas/skills')]);
      assert.equal(contents(files, built.at('R/.claude/skills/large')), LARGE);
      assert.equal(contents(files, built.at('nas/skills/link/SKILL.md')), skillText('crane'));
      const file = files.createFile(built.at('nas/skills/new'), 0o640);
      file.write(Buffer.from('some'));
      file.write(Buffer.from(' text'));
      file.sync();
      file.close();
      files.setMode(built.at('nas/skills/new'), 0o600);
      files.rename(built.at('nas/skills/new'), built.at('nas/skills/newer'));
      assert.equal(
        await files.syncFiles([built.at('nas/skills/newer'), built.at('R/.agents/skills/heron/SKILL.md')]),
        null,
      );
      assert.equal(readFileSync(built.at('below/skills/newer'), 'utf8'), 'some text');
      assert.equal(statSync(built.at('below/skills/newer')).mode & 0o777, 0o600);
      assert.throws(() => files.makeDirectory(built.at('nas/skills/crane')), { code: 'EEXIST' });
      assert.equal(disk.place, built.at('nas'));
    }),
  );

  it(
    'gives the command the same answer as any other',
    asking(async (askers, _, built) => {
      const { findFarDisks: find, PatientMachine } = await import('../../../src/core/lazy/far');
      const disks = await find('linux');
      assert.ok(disks);
      const machine = new PatientMachine(nodeFileSystem, disks, askers, limits, LOADING);
      for (const profile of PROFILE_IDS) {
        const options = { profile, workDir: built.at('R'), home: built.at('home'), environment: {} };
        const plain = await resolve(options);
        assert.deepEqual(await resolve({ ...options, reads: machine.reads() }), plain, profile);
        assert.deepEqual(await resolve({ ...options, files: machine.files(nodeFileSystem) }), plain, profile);
      }
      assert.deepEqual(machine.silentDisks, []);
    }),
  );

  for (const at of ['open', 'read', 'readdir', 'lookup'] as const)
    it(
      `that falls silent between the probe and a question (${at}) is waited for no more`,
      asking(async (askers, disk, built) => {
        const resolver = new Resolver(nodeFileSystem, 'linux', { askers, patience: 20_000, limits });
        const files = await resolver.answering(nodeWritableFiles, [built.at('nas/skills')]);
        await disk.silence([at]);
        const place = built.at('nas/skills');
        assert.equal(
          contents(files, `${place}/crane/SKILL.md`),
          at === 'readdir' ? skillText('crane') : null,
        );
        assert.deepEqual(files.readDirectory(place), { fault: LOADING });
        assert.deepEqual(files.state(place), { fault: LOADING });
        assert.equal(contents(files, built.at('R/.agents/skills/heron/SKILL.md')), skillText('heron'));
      }),
    );

  it(
    'that falls silent while something is done there leaves the rest undone',
    asking(async (askers, disk, built) => {
      const resolver = new Resolver(nodeFileSystem, 'linux', { askers, patience: 20_000, limits });
      const files = await resolver.answering(nodeWritableFiles, [built.at('nas/skills')]);
      await disk.silence(['mkdir']);
      assert.throws(() => files.makeDirectory(built.at('nas/skills/new')), { code: LOADING });
      assert.throws(() => files.removeFile(built.at('nas/skills/large')), { code: LOADING });
      await disk.wake();
      assert.throws(() => files.removeFile(built.at('nas/skills/large')), { code: LOADING });
      assert.ok(existsSync(built.at('below/skills/large')));
    }),
  );

  // Out of it by a copy of which the source is taken away, into it, and within it by one rename.
  const moves = [
    { from: 'nas/skills/crane', to: 'R/.agents/skills', at: ['read', 'rename', 'unlink', 'rmdir'] },
    { from: 'R/.agents/skills/heron', to: 'nas/skills', at: ['mkdir', 'create', 'write', 'rename'] },
    { from: 'nas/skills/crane', to: 'nas/others', at: ['mkdir', 'rename'] },
  ] as const;
  for (const { from, to, at } of moves)
    for (const request of at)
      it(
        `that falls silent (${request}) while ${from} is moved to ${to} loses nothing, and recovery ends it`,
        asking(async (askers, disk, built) => {
          const { applyPlan, interruptedPlans, makePlan, recover } = await import(
            '../../../src/core/lazy/plan'
          );
          const overrides = {
            builtinDir: null,
            extraSkillDirs: [built.at('nas/skills'), built.at('nas/others')],
          };
          const options = {
            profile: 'kimi-cli',
            workDir: built.at('R'),
            home: built.at('home'),
            environment: {},
            overrides,
          } as const;
          const resolution = await resolve(options);
          const candidate = resolution.candidates.find(({ dir }) => dir === built.at(from));
          const root = resolution.roots.find(one => one.location === built.at(to));
          assert.ok(candidate && root);
          const resolver = new Resolver(nodeFileSystem, 'linux', { askers, patience: 20_000, limits });
          const files = await resolver.answering(nodeWritableFiles, [built.at('nas/skills')]);
          const plan = await makePlan(
            { files, options: { ...options, files }, resolution, hasTrash: false },
            { kind: 'move', what: { candidates: [candidate.id] }, to: { root: root.id } },
          );
          assert.ok(plan.ready, JSON.stringify(plan.refusals));
          const storage = built.at('storage');
          await disk.silence([request]);
          const result = await applyPlan(plan, { files, storage, trash: null });
          assert.ok(result.status === 'interrupted' || result.status === 'failed', result.status);
          assert.equal(result.failure?.code, LOADING);
          await disk.wake();
          // What hung is done late, before anything else is.
          await askers.ask(disk.place, { name: 'state', args: [built.at('nas')] });
          for (const { id } of interruptedPlans(nodeWritableFiles, storage))
            await recover(id, 'clean', { files: nodeWritableFiles, storage, trash: null });
          assert.deepEqual(interruptedPlans(nodeWritableFiles, storage), []);
          const name = path.basename(from);
          const places = [built.at(from), built.at(`${to}/${name}`)].filter(existsSync);
          assert.equal(places.length, 1, places.join());
          assert.equal(readFileSync(`${places[0]}/SKILL.md`, 'utf8'), skillText(name));
          assert.doesNotMatch(Object.keys(treeOf(built.root)).join(' '), /\.which-skill-/);
        }),
      );
});
