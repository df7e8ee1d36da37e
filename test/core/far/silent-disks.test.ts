/** Disks that answer late, or not at all: the others are shown meanwhile, and nothing ever waits for them. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type AsyncFiles, nodeAsyncFiles, type Question } from '../../../src/core/far/async-files';
import type { DiskAskers, DiskCall } from '../../../src/core/far/disk-calls';
import { DiskCalls } from '../../../src/core/far/disk-process';
import type { FarDisks } from '../../../src/core/far/far-disks';
import { LOADING } from '../../../src/core/fault-message';
import { type FileSystem, isFault, nodeFileSystem } from '../../../src/core/file-system';
import { Live } from '../../../src/core/live/live';
import { Resolver, type ResolverOptions } from '../../../src/core/live/resolver';
import { renderMessage } from '../../../src/core/message';
import { makePlan } from '../../../src/core/plan/make-plan';
import type { PlanRequest } from '../../../src/core/plan/types';
import { nodeWritableFiles } from '../../../src/core/plan/writable-files';
import { resolvePath } from '../../../src/core/real-path';
import { resolve } from '../../../src/core/resolve';
import type { Resolution } from '../../../src/core/types';
import { type BuiltLayout, type Layout, skillText } from '../../layout';
import { treeOf } from '../../tree-of';
import { RandomChanges } from '../live/random-changes';
import { within } from '../resolved';

/** Far disks at some directories of a layout, which answer when the test lets them. */
class Disks implements FarDisks, DiskAskers {
  readonly id = 'of a test';
  /** How many questions are open, by disk. */
  readonly open = new Map<string, number>();
  mostOfOne = 0;
  private readonly shut = new Map<string, PromiseWithResolvers>();

  constructor(private readonly places: readonly string[]) {}

  diskOf(place: string): string | null {
    return this.places.find(disk => place === disk || place.startsWith(disk + path.sep)) ?? null;
  }

  /** From now on the disk says nothing. */
  silence(disk: string): void {
    this.shut.set(disk, withResolvers());
  }

  /** It answers again, what it was asked meanwhile too. */
  wake(disk: string): void {
    this.shut.get(disk)?.resolve();
    this.shut.delete(disk);
  }

  /** Asks the disk of this machine, once the far one lets it. */
  readonly files = Object.fromEntries(
    (Object.keys(nodeAsyncFiles) as Question[]).map(question => [
      question,
      async (place: string) => {
        // A link that led to the disk may lead elsewhere by now.
        const disk = this.diskOf(realPathOf(place)) ?? 'none';
        this.open.set(disk, (this.open.get(disk) ?? 0) + 1);
        this.mostOfOne = Math.max(this.mostOfOne, this.open.get(disk) ?? 0);
        await this.shut.get(disk)?.promise;
        const answer = await nodeAsyncFiles[question](place);
        this.open.set(disk, (this.open.get(disk) ?? 0) - 1);
        return answer;
      },
    ]),
  ) as unknown as AsyncFiles;

  filesOf(): AsyncFiles {
    return this.files;
  }

  private readonly calls = new DiskCalls();

  /** As a process would that asks the disk. A silent one is not waited for: the time is over at once. */
  askNow(disk: string, { name, args }: DiskCall): { readonly answer: unknown } | undefined {
    this.onCall?.(name, args);
    return this.shut.has(disk) ? undefined : { answer: this.calls.answer(name, args) };
  }

  async ask(disk: string, { name, args }: DiskCall): Promise<unknown> {
    await this.shut.get(disk)?.promise;
    return this.calls.answer(name, args);
  }

  /** Called before each call of somebody who stands still. */
  onCall: ((name: string, args: readonly unknown[]) => void) | undefined;

  dispose(): void {}

  /** The file system of this machine, which fails the test that has it wait for a far disk. */
  readonly near: FileSystem = {
    readDirectory: place => nodeFileSystem.readDirectory(this.checked(place, true)),
    openDirectory: place => nodeFileSystem.openDirectory!(this.checked(place, true)),
    state: place => nodeFileSystem.state(this.checked(place, true)),
    linkState: place => nodeFileSystem.linkState(this.checked(place, false)),
    readLink: place => nodeFileSystem.readLink(this.checked(place, false)),
    realPath: place => nodeFileSystem.realPath(this.checked(place, true)),
    open: place => nodeFileSystem.open(this.checked(place, true)),
  };

  private checked(place: string, followLast: boolean): string {
    const real = followLast
      ? realPathOf(place)
      : path.join(realPathOf(path.dirname(place)), path.basename(place));
    assert.equal(this.diskOf(real), null, `${place} is on a far disk`);
    return place;
  }
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve = () => {};
  const promise = new Promise<void>(done => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Where a path leads, as far as there is something. */
const realPathOf = (place: string) => resolvePath(nodeFileSystem, place);

/** A resolver over a layout, parts of which lie on far disks. */
class Machine {
  readonly disks: Disks;
  readonly resolver: Resolver;
  readonly options: ResolverOptions;
  private news = withResolvers();

  /** @param patience long enough for a disk that answers at once, or none at all */
  constructor(
    private readonly layout: BuiltLayout,
    far: readonly string[],
    { patience, ...options }: Partial<ResolverOptions> & { readonly patience: number },
  ) {
    this.disks = new Disks(far.map(place => layout.at(place)));
    const settings = { disks: async () => this.disks, askers: this.disks, patience };
    this.resolver = new Resolver(this.disks.near, 'linux', settings);
    this.resolver.onNews = () => {
      this.news.resolve();
      this.news = withResolvers();
    };
    this.options = {
      profile: 'kimi-cli',
      workDir: layout.at('R'),
      home: layout.at('home'),
      environment: {},
      ...options,
      overrides: { builtinDir: null, ...options.overrides },
    };
  }

  resolve(): Promise<Resolution> {
    return this.resolver.resolve('it', this.options);
  }

  /** Plans to move a skill as the extension does, by its path in the layout. */
  async plan(
    place: string,
    to: Extract<PlanRequest, { kind: 'move' }>['to'],
  ): Promise<{ readonly operations: readonly string[]; readonly refusals: readonly string[] }> {
    const resolution = await this.resolve();
    const found = resolution.candidates.find(({ dir }) => dir === this.layout.at(place));
    assert.ok(found, `${place} is a candidate`);
    const files = await this.resolver.answering(nodeWritableFiles);
    const context = { files, options: { ...this.options, files }, resolution, hasTrash: false };
    const plan = await makePlan(context, { kind: 'move', what: { candidates: [found.id] }, to });
    const say = { showPath: (file: string) => path.relative(this.layout.root, file) };
    return {
      operations: plan.operations.map(({ text }) => renderMessage(text, say)),
      refusals: plan.refusals.map(({ text }) => renderMessage(text, say)),
    };
  }

  /** Resolves whenever a disk has answered, until all is as if it had never been far. */
  async untilWhole(): Promise<Resolution> {
    for (;;) {
      const { news } = this;
      const [seen, fresh] = [await this.resolve(), await resolve(this.options)];
      if (isDeepStrictEqual(seen, fresh)) return seen;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((_, reject) => {
        const wrong = () => new Error(`not whole:\n${this.show(seen)}\nbut\n${this.show(fresh)}`);
        timer = setTimeout(() => reject(wrong()), 10_000);
      });
      await Promise.race([news.promise, late]).finally(() => clearTimeout(timer));
    }
  }

  /** Roots that are there, with what they hold. */
  show({ roots, candidates }: Resolution): string {
    const seen = roots.filter(({ code, group }) => code !== 'no-directory' && group !== 'builtin');
    return seen
      .map(({ id, location, code, reason }) => {
        const names = candidates.filter(({ root }) => root === id).map(({ entry }) => entry);
        const said = code === 'loading' ? renderMessage(reason) : code;
        return [path.relative(this.layout.root, location), said, ...names].join(' | ');
      })
      .join('\n');
  }
}

const LONG = 60_000;

const layout: Layout = {
  'R/.git': null,
  'R/.agents/skills/heron/SKILL.md': skillText('heron'),
  'R/.claude/skills': { symlink: '$ROOT/nas/skills' },
  'nas/skills/crane/SKILL.md': skillText('crane'),
  'nas/skills/owl.md': skillText('owl'),
  'home/.agents/skills': { symlink: '$ROOT/cloud/skills' },
  'cloud/skills/wren/SKILL.md': skillText('wren'),
  'home/.kimi/skills/gull/SKILL.md': skillText('gull'),
  'home/.kimi/skills/tern': { symlink: '$ROOT/nas/skills/crane' },
};

describe('a far disk', { skip: process.platform === 'win32' }, () => {
  it('that answers is read like any other, without waiting for it', () =>
    within(layout, async built => {
      const machine = new Machine(built, ['nas', 'cloud'], { patience: LONG });
      assert.deepEqual(await machine.resolve(), await resolve(machine.options));
    }));

  it('that is silent keeps nobody waiting, and is there when it answers', () =>
    within(layout, async built => {
      const machine = new Machine(built, ['nas', 'cloud'], { patience: 0 });
      machine.disks.silence(built.at('nas'));
      machine.disks.silence(built.at('cloud'));
      const loading = 'still loading: its disk has not answered yet';
      assert.equal(
        machine.show(await machine.resolve()),
        [
          `R/.claude/skills | ${loading}`,
          'R/.agents/skills | found | heron',
          'home/.kimi/skills | found | gull | tern',
          `home/.agents/skills | ${loading}`,
        ].join('\n'),
      );
      machine.disks.wake(built.at('cloud'));
      let seen = '';
      while (!seen.includes('wren')) seen = machine.show(await machine.resolve());
      assert.match(seen, /still loading/);
      assert.match(seen, /home\/.agents\/skills \| found \| wren/);
      machine.disks.wake(built.at('nas'));
      assert.match(machine.show(await machine.untilWhole()), /crane \| owl.md/);
    }));

  it('can hold the home directory', () =>
    within(layout, async built => {
      const machine = new Machine(built, ['home', 'cloud', 'nas'], { patience: 0 });
      for (const disk of ['home', 'nas', 'cloud']) machine.disks.silence(built.at(disk));
      const seen = await machine.resolve();
      assert.deepEqual(
        seen.skills.map(({ name }) => name),
        ['heron'],
      );
      for (const disk of ['home', 'nas', 'cloud']) machine.disks.wake(built.at(disk));
      await machine.untilWhole();
    }));

  it('is asked little at a time, and leaves disks to each other', () =>
    within(
      {
        ...layout,
        'third/loon/SKILL.md': skillText('loon'),
      },
      async built => {
        const extra = { overrides: { builtinDir: null, extraSkillDirs: [built.at('third')] } };
        const machine = new Machine(built, ['nas', 'cloud', 'third'], { patience: 0, ...extra });
        machine.disks.silence(built.at('nas'));
        let seen = '';
        while (!seen.includes('loon') || !seen.includes('wren')) seen = machine.show(await machine.resolve());
        assert.ok(machine.disks.mostOfOne <= 2, `${machine.disks.mostOfOne} questions to one disk`);
        machine.disks.wake(built.at('nas'));
        await machine.untilWhole();
      },
    ));

  it('that falls silent later leaves what was there', () =>
    within(layout, async built => {
      const machine = new Machine(built, ['nas', 'cloud'], { patience: 0 });
      const before = await machine.untilWhole();
      machine.disks.silence(built.at('nas'));
      machine.resolver.doubtAll();
      assert.deepEqual(await machine.resolve(), before);
      writeFileSync(built.at('nas/skills/owl.md'), skillText('owl', 'Another one.'));
      mkdirSync(built.at('nas/skills/rook'));
      writeFileSync(built.at('nas/skills/rook/SKILL.md'), skillText('rook'));
      assert.deepEqual(await machine.resolve(), before);
      machine.disks.wake(built.at('nas'));
      assert.match(machine.show(await machine.untilWhole()), /rook/);
    }));

  it('that goes away is near again', () =>
    within(layout, async built => {
      let disks: FarDisks | null = null;
      const far = new Disks([built.at('nas')]);
      far.silence(built.at('nas'));
      disks = far;
      const resolver = new Resolver(nodeFileSystem, 'linux', {
        disks: async () => disks,
        askers: far,
        patience: 0,
      });
      const options = new Machine(built, [], { patience: 0 }).options;
      assert.ok((await resolver.resolve('it', options)).roots.some(({ code }) => code === 'loading'));
      disks = null;
      assert.deepEqual(await resolver.resolve('it', options), await resolve(options));
    }));

  it('is not watched, since watching would wait for it', () =>
    within(layout, async built => {
      const machine = new Machine(built, ['nas', 'cloud'], { patience: LONG });
      const watched: string[] = [];
      const live = new Live(
        machine.resolver,
        () => {},
        place => {
          watched.push(place);
          return { close: () => {} };
        },
      );
      await machine.resolve();
      await live.follow();
      live.dispose();
      assert.ok(watched.includes(built.at('R/.agents/skills')));
      for (const place of watched) assert.equal(machine.disks.diskOf(realPathOf(place)), null, place);
    }));

  it('is followed through random changes', () =>
    within({ 'R/.git': null, 'shared/skills': null }, async built => {
      const random = new RandomChanges(built.root, 20_261_130);
      const extra = { overrides: { builtinDir: null, extraSkillDirs: [built.at('shared/skills')] } };
      const machine = new Machine(built, ['home', 'shared', 'R/.claude'], { patience: LONG, ...extra });
      for (let burst = 0; burst < 40; burst++) {
        for (let count = 0; count <= burst % 7; count++) random.change();
        machine.resolver.doubtAll();
        await machine.untilWhole();
      }
      rmSync(built.at('shared'), { recursive: true, force: true });
      renameSync(built.at('R'), built.at('Q'));
      machine.resolver.doubtAll();
      await machine.untilWhole();
    }));

  it('is passed over by a plan, which refuses what lies on it and does the rest', () =>
    within(layout, async built => {
      const machine = new Machine(built, ['nas', 'cloud'], { patience: 20 });
      await machine.untilWhole();
      machine.disks.silence(built.at('nas'));
      const names = (await machine.resolve()).skills.map(({ name }) => name);
      assert.deepEqual(names, ['crane', 'gull', 'heron', 'owl', 'wren']);
      const refused = { operations: [] };
      assert.deepEqual(await machine.plan('nas/skills/crane', { scope: 'project' }), {
        ...refused,
        refusals: ['the disk of nas/skills/crane does not answer'],
      });
      const root = built.at('R/.claude/skills');
      assert.deepEqual(await machine.plan('home/.kimi/skills/gull', { root }), {
        ...refused,
        refusals: ['the disk of nas/skills does not answer'],
      });
      assert.deepEqual(await machine.plan('home/.kimi/skills/gull', { scope: 'project' }), {
        operations: ['move home/.kimi/skills/gull to R/.agents/skills/gull'],
        refusals: [],
      });
    }));

  it('is as good as any other for work that somebody asked for, while it answers', () =>
    within(layout, async built => {
      const machine = new Machine(built, ['nas', 'cloud'], { patience: LONG });
      await machine.untilWhole();
      const files = await machine.resolver.answering(nodeFileSystem);
      const read = (place: string) => files.readDirectory(built.at(place));
      assert.deepEqual(read('R/.claude/skills'), nodeFileSystem.readDirectory(built.at('nas/skills')));
      assert.deepEqual(read('home/.agents/skills'), nodeFileSystem.readDirectory(built.at('cloud/skills')));
    }));

  it('that nobody has asked yet is asked, and silent until it has answered', () =>
    within({ ...layout, 'third/loon/SKILL.md': skillText('loon') }, async built => {
      const machine = new Machine(built, ['nas', 'cloud', 'third'], { patience: 20 });
      await machine.untilWhole();
      const look = async () => (await machine.resolver.answering(nodeFileSystem)).state(built.at('third'));
      assert.deepEqual(await look(), { fault: LOADING });
      let seen = await look();
      while (isFault(seen)) seen = await look();
      assert.equal(seen.kind, 'directory');
    }));

  it('that is needed beside the roots is asked beforehand', () =>
    within({ ...layout, 'third/loon/SKILL.md': skillText('loon') }, async built => {
      const machine = new Machine(built, ['nas', 'cloud', 'third'], { patience: LONG });
      await machine.untilWhole();
      const files = await machine.resolver.answering(nodeFileSystem, [built.at('third/loon')]);
      assert.ok(!isFault(files.state(built.at('third/loon/SKILL.md'))));
    }));

  it('is written to by nobody', () =>
    within(layout, async built => {
      const machine = new Machine(built, ['nas', 'cloud'], { patience: 20 });
      await machine.untilWhole();
      machine.disks.silence(built.at('nas'));
      const before = treeOf(built.root);
      const files = await machine.resolver.answering(nodeWritableFiles);
      const [far, near] = [built.at('nas/skills/owl.md'), built.at('home/.kimi/skills/owl.md')];
      for (const write of [
        () => files.makeDirectory(built.at('nas/new')),
        () => files.removeFile(far),
        () => files.rename(far, near),
        () => files.hardLink(far, near),
        () => files.makeLink('owl.md', built.at('R/.claude/skills/link.md'), 'file'),
        () => files.createFile(built.at('R/.claude/skills/new.md'), 0o644),
        () => files.setMode(far, 0o600),
      ])
        assert.throws(write, { code: LOADING });
      assert.deepEqual(await files.syncFiles([near, far]), { fault: LOADING, path: far });
      // The link itself lies on this machine.
      assert.ok(!isFault(files.readLink(built.at('R/.claude/skills'))));
      assert.deepEqual(treeOf(built.root), before);
    }));
});
