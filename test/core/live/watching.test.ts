/** What is watched, on systems that cannot be run here too: over a stand-in for the system's watching. */
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { nodeFileSystem } from '../../../src/core/file-system';
import { DirectoryWatches, type StartWatch } from '../../../src/core/live/directory-watches';
import { Live } from '../../../src/core/live/live';
import { Resolver } from '../../../src/core/live/resolver';
import type { Interest, WatchPlan } from '../../../src/core/live/watch-plan';
import { matters } from '../../../src/core/live/watch-plan';
import { Slices } from '../../../src/core/slices';
import { buildLayout, skillText } from '../../layout';

/** Watching that says what it was asked for, and that events can be made with. */
class FakeWatching {
  readonly open = new Map<string, { recursive: boolean; tell: Parameters<StartWatch>[2] }>();
  started = 0;

  readonly start: StartWatch = (directory, recursive, tell) => {
    this.started++;
    this.open.set(directory, { recursive, tell });
    return { close: () => void this.open.delete(directory) };
  };
}

function interest(more: Partial<Interest> = {}): Interest {
  return { names: new Set(), listed: false, contents: false, recursive: false, behind: new Set(), ...more };
}

function planOf(...directories: readonly string[]): WatchPlan {
  return new Map(directories.map(directory => [directory, interest()]));
}

describe('a set of watched directories', () => {
  it('changes by differences', async () => {
    const fake = new FakeWatching();
    const watches = new DirectoryWatches(() => {}, fake.start);
    assert.deepEqual(await watches.update(planOf('/', '/a', '/b'), new Slices()), ['/', '/a', '/b']);
    assert.deepEqual(await watches.update(planOf('/', '/b', '/c'), new Slices()), ['/c']);
    assert.deepEqual([...fake.open.keys()], ['/', '/b', '/c']);
    assert.equal(fake.started, 4);
    watches.dispose();
    assert.equal(fake.open.size, 0);
  });

  it('forgets all below a place that may be another one now', async () => {
    const fake = new FakeWatching();
    const watches = new DirectoryWatches(() => {}, fake.start);
    const all = planOf('/', '/a', '/a/b', '/a/b/c', '/ab');
    await watches.update(all, new Slices());
    watches.endBelow('/a');
    assert.deepEqual([...fake.open.keys()], ['/', '/ab']);
    assert.deepEqual(await watches.update(all, new Slices()), ['/a', '/a/b', '/a/b/c']);
    watches.endBelow('/');
    assert.equal(fake.open.size, 0);
  });

  it('says which directories cannot be watched, but not those that are not there', async () => {
    const start: StartWatch = directory => {
      throw Object.assign(new Error(), { code: directory === '/full' ? 'ENOSPC' : 'ENOENT' });
    };
    const watches = new DirectoryWatches(() => {}, start);
    assert.deepEqual(await watches.update(planOf('/full', '/gone'), new Slices()), []);
    assert.deepEqual(watches.missed, ['/full']);
  });
});

describe('an event', () => {
  it('matters where an answer depends on it', () => {
    assert.ok(matters(interest({ names: new Set(['.git']) }), 'rename', '.git'));
    assert.ok(!matters(interest({ names: new Set(['.git']) }), 'rename', 'notes.txt'));
    assert.ok(matters(interest({ listed: true }), 'rename', 'new'));
    assert.ok(!matters(interest({ listed: true }), 'change', 'old'));
    assert.ok(matters(interest({ contents: true }), 'change', 'SKILL.md'));
    assert.ok(matters(interest(), 'rename', null));
  });
});

describe('where one watch can tell of everything below', { skip: process.platform === 'win32' }, () => {
  for (const platform of ['darwin', 'win32', 'linux'] as const) {
    it(`${platform}: a root is watched as that system does it best`, async () => {
      const layout = buildLayout({
        'R/.git': null,
        'R/.agents/skills/heron/SKILL.md': skillText('heron'),
        'elsewhere/SKILL.md': skillText('crane'),
        'R/.agents/skills/crane': { symlink: '$ROOT/elsewhere' },
      });
      try {
        const fake = new FakeWatching();
        const doubted: string[] = [];
        const resolver = new Resolver(nodeFileSystem, platform);
        const live = new Live(resolver, place => doubted.push(place), fake.start);
        const options = {
          profile: 'kimi-cli',
          workDir: layout.at('R'),
          home: layout.at('home'),
          environment: {},
          overrides: { builtinDir: null },
        } as const;
        await resolver.resolve('it', options);
        while (await live.follow()) await resolver.resolve('it', options);
        const root = layout.at('R/.agents/skills');
        const heron = path.join(root, 'heron');
        assert.equal(fake.open.get(root)?.recursive, platform !== 'linux');
        assert.equal(fake.open.has(heron), platform === 'linux');
        // No system follows links by itself.
        assert.ok(fake.open.has(path.join(root, 'crane')));

        renameSync(path.join(heron, 'SKILL.md'), path.join(heron, 'skill.md'));
        if (platform === 'linux') fake.open.get(heron)?.tell('rename', 'SKILL.md');
        else fake.open.get(root)?.tell('rename', path.join('heron', 'SKILL.md'));
        assert.deepEqual(doubted, [path.join(heron, 'SKILL.md')]);
        const { skills } = await resolver.resolve('it', options);
        assert.deepEqual(
          skills.map(({ name }) => name),
          ['crane'],
        );
        live.dispose();
        assert.equal(fake.open.size, 0);
      } finally {
        layout.remove();
      }
    });
  }
});
