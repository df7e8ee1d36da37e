/** What FSEvents tells, and how: a resolution that is kept up to date ends equal to one made from scratch. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Live } from '../../../src/core/live/live';
import { Resolver } from '../../../src/core/live/resolver';
import { type ResolveOptions, resolve } from '../../../src/core/resolve';
import type { ProfileId, Resolution } from '../../../src/core/types';
import { skillText } from '../../layout';
import { apple, MemoryDisk } from '../memory-disk';
import { AppleWatching } from './system-watching';

const HOME = '/Users/kim';
const WORK = '/Users/kim/orchard';
const ROOT = `${WORK}/.Claude/Skills`;

const changes: Readonly<Record<string, (disk: MemoryDisk) => void>> = {
  'another text': disk => disk.plant(`${ROOT}/heron/SKILL.md`, skillText('heron', 'Another one.')),
  'a skill made, its folder too': disk => disk.plant(`${ROOT}/owl/skill.md`, skillText('owl')),
  'a folder renamed': disk => disk.rename(`${ROOT}/heron`, `${ROOT}/crane`),
  'a folder renamed in case only': disk => disk.rename(`${ROOT}/heron`, `${ROOT}/Heron`),
  'a folder renamed to the same with an accent of its own': disk => {
    disk.rename(`${ROOT}/heron`, `${ROOT}/h\u00e9ron`);
    disk.rename(`${ROOT}/h\u00e9ron`, `${ROOT}/he\u0301ron`);
  },
  'a skill file renamed in case only': disk =>
    disk.rename(`${ROOT}/heron/SKILL.md`, `${ROOT}/heron/skill.md`),
  'the root renamed away': disk => disk.rename(ROOT, `${WORK}/.Claude/Old`),
  'its parent renamed away, and another one made': disk => {
    disk.rename(`${WORK}/.Claude`, `${WORK}/away`);
    disk.plant(`${WORK}/.CLAUDE/skills/wren/SKILL.md`, skillText('wren'));
  },
  'its parent renamed away, and another one of its name made': disk => {
    disk.rename(`${WORK}/.Claude`, `${WORK}/away`);
    disk.plant(`${ROOT}/wren/SKILL.md`, skillText('wren'));
  },
  'its parent renamed in case only': disk => disk.rename(`${WORK}/.Claude`, `${WORK}/.claude`),
  'a root that was not there': disk => disk.plant(`${HOME}/.Claude/skills/tern/SKILL.md`, skillText('tern')),
  'a .git nearby': disk => disk.plant(`${WORK}/pkg/.Git/HEAD`, ''),
  'what a link leads to': disk =>
    disk.plant('/Users/kim/Dotfiles/gull/SKILL.md', skillText('gull', 'Cries.')),
  'what a link leads to renamed': disk => disk.rename('/Users/kim/Dotfiles', '/Users/kim/Others'),
};

class Kept {
  readonly disk = new MemoryDisk(apple, {
    [`${WORK}/.git`]: null,
    [`${WORK}/pkg`]: null,
    [`${ROOT}/heron/SKILL.md`]: skillText('heron'),
    [`${ROOT}/rook/SKILL.md`]: skillText('rook'),
    [`${ROOT}/gull`]: { link: '/Users/kim/dotfiles/gull' },
    [`${HOME}/Dotfiles/gull/SKILL.md`]: skillText('gull'),
    [`${HOME}/.DS_Store`]: 'Bud1',
    [`${HOME}/Desktop`]: null,
  });
  readonly watching = new AppleWatching(this.disk);
  readonly resolver = new Resolver(this.disk, 'darwin', { disks: async () => null });
  doubts = 0;
  readonly live = new Live(this.resolver, () => void this.doubts++, this.watching.start);

  constructor(private readonly profile: ProfileId) {}

  private get options(): ResolveOptions {
    return {
      profile: this.profile,
      workDir: `${WORK}/pkg`,
      home: HOME,
      environment: {},
      platform: 'darwin',
      files: this.disk,
      overrides: { builtinDir: null },
    };
  }

  async follow(): Promise<Resolution> {
    for (;;) {
      const seen = await this.resolver.resolve('it', this.options);
      if (!(await this.live.follow())) return seen;
    }
  }

  fresh(): Promise<Resolution> {
    return resolve(this.options);
  }
}

describe('kept up to date on macOS', () => {
  for (const profile of ['kimi-cli', 'claude-code'] as const) {
    for (const [what, change] of Object.entries(changes)) {
      it(`${profile}: ${what}`, async () => {
        const kept = new Kept(profile);
        const before = await kept.follow();
        // What happened before the watch began is told once more, now and then.
        kept.watching.deliver();
        await kept.follow();
        change(kept.disk);
        kept.doubts = 0;
        kept.watching.deliver();
        const fresh = await kept.fresh();
        if (JSON.stringify(fresh) !== JSON.stringify(before)) assert.ok(kept.doubts > 0, 'it is noticed');
        assert.deepEqual(await kept.follow(), fresh);
        // And so it goes on with what came of it.
        kept.disk.plant(`${WORK}/.claude/skills/late/SKILL.md`, skillText('late'));
        kept.watching.deliver();
        assert.deepEqual(await kept.follow(), await kept.fresh());
        kept.live.dispose();
        assert.equal(kept.watching.size, 0);
      });
    }

    it(`${profile}: where only the directory of a change is named`, async () => {
      const kept = new Kept(profile);
      await kept.follow();
      kept.watching.deliver();
      await kept.follow();
      kept.watching.isCoarse = true;
      kept.disk.plant(`${ROOT}/heron/SKILL.md`, skillText('heron', 'Another one.'));
      kept.watching.deliver();
      const seen = await kept.follow();
      assert.deepEqual(seen, await kept.fresh());
      assert.ok(seen.skills.some(({ description }) => description === 'Another one.'));
      kept.live.dispose();
    });

    it(`${profile}: nothing is looked at for what does not matter`, async () => {
      const kept = new Kept(profile);
      await kept.follow();
      kept.watching.deliver();
      await kept.follow();
      kept.doubts = 0;
      kept.disk.plant(`${HOME}/.DS_Store`, 'Bud2');
      kept.disk.plant(`${HOME}/Desktop/notes.txt`, 'notes');
      kept.watching.deliver();
      assert.equal(kept.doubts, 0);
      kept.live.dispose();
    });
  }
});
