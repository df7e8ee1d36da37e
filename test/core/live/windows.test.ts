/** What ReadDirectoryChangesW tells, and how: a resolution that is kept up to date ends equal to one made from scratch. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Live } from '../../../src/core/live/live';
import type { ResolveOptions } from '../../../src/core/resolve';
import type { Resolution } from '../../../src/core/types';
import { skillText } from '../../layout';
import { MemoryDisk, windows } from '../memory-disk';
import { coreOfWindows } from '../windows-core';
import { WindowsWatching } from './system-watching';

const HOME = 'C:\\Users\\kim';
const WORK = 'D:\\work\\orchard';
const ROOT = `${WORK}\\.Agents\\Skills`;

const core = coreOfWindows();

const changes: Readonly<Record<string, (disk: MemoryDisk) => void>> = {
  'another text': disk => disk.plant(`${ROOT}\\heron\\SKILL.md`, skillText('heron', 'Another one.')),
  'a skill made, its folder too': disk => disk.plant(`${ROOT}\\owl\\skill.md`, skillText('owl')),
  'a folder renamed, which is told as two names': disk => disk.rename(`${ROOT}\\heron`, `${ROOT}\\crane`),
  'a folder renamed in case only': disk => disk.rename(`${ROOT}\\heron`, `${ROOT}\\Heron`),
  'a folder moved in from another directory': disk => disk.rename(`${WORK}\\attic\\tern`, `${ROOT}\\tern`),
  'the root renamed away': disk => disk.rename(ROOT, `${WORK}\\.Agents\\Old`),
  'its parent renamed away, and another one made': disk => {
    disk.rename(`${WORK}\\.Agents`, `${WORK}\\away`);
    disk.plant(`${WORK}\\.AGENTS\\skills\\wren\\SKILL.md`, skillText('wren'));
  },
  'its parent renamed away, and another one of its name made': disk => {
    disk.rename(`${WORK}\\.Agents`, `${WORK}\\away`);
    disk.plant(`${ROOT}\\wren\\SKILL.md`, skillText('wren'));
  },
  'a root that was not there': disk => disk.plant(`${HOME}\\.Kimi\\skills\\tern.md`, skillText('tern')),
  'what a junction leads to': disk => disk.plant('E:\\Shared\\gull\\SKILL.md', skillText('gull', 'Cries.')),
  'what a junction leads to renamed': disk => disk.rename('E:\\Shared', 'E:\\Others'),
};

class Kept {
  readonly disk = new MemoryDisk(windows, {
    [`${WORK}\\.git\\HEAD`]: '',
    [`${WORK}\\attic\\tern\\SKILL.md`]: skillText('tern'),
    [`${ROOT}\\heron\\SKILL.md`]: skillText('heron'),
    [`${ROOT}\\gull`]: { link: 'e:\\shared\\gull\\' },
    'E:\\Shared\\gull\\SKILL.md': skillText('gull'),
    [`${HOME}\\NTUSER.DAT`]: '',
  });
  readonly watching = new WindowsWatching(this.disk);
  readonly resolver = new core.Resolver(this.disk, 'win32', { disks: async () => null });
  doubts = 0;
  readonly live: Live = new core.Live(this.resolver, () => void this.doubts++, this.watching.start);

  private readonly options: ResolveOptions = {
    profile: 'kimi-cli',
    workDir: 'd:\\work\\orchard',
    home: HOME,
    environment: {},
    platform: 'win32',
    files: this.disk,
    overrides: { builtinDir: null },
  };

  async follow(): Promise<Resolution> {
    for (;;) {
      const seen = await this.resolver.resolve('it', this.options);
      if (!(await this.live.follow())) return seen;
    }
  }

  fresh(): Promise<Resolution> {
    return core.resolve(this.options);
  }
}

describe('kept up to date on Windows', () => {
  for (const isFlooded of [false, true]) {
    for (const [what, change] of Object.entries(changes)) {
      it(`${what}${isFlooded ? ', of which only is told that much happened' : ''}`, async () => {
        const kept = new Kept();
        const before = await kept.follow();
        kept.watching.isFlooded = isFlooded;
        kept.doubts = 0;
        change(kept.disk);
        const fresh = await kept.fresh();
        assert.notDeepEqual(fresh, before);
        assert.ok(kept.doubts > 0, 'it is noticed');
        assert.deepEqual(await kept.follow(), fresh);
        kept.watching.isFlooded = false;
        kept.disk.plant(`${WORK}\\.agents\\skills\\late\\SKILL.md`, skillText('late'));
        assert.deepEqual(await kept.follow(), await kept.fresh());
        kept.live.dispose();
        assert.equal(kept.watching.size, 0);
      });
    }
  }
});
