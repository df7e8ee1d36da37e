/** Things that change while they are looked at: at every single moment of a scan, and never a crash. */
import assert from 'node:assert/strict';
import { renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type FileSystem, nodeFileSystem } from '../../src/core/file-system';
import { resolveIn, within } from '../core/resolved';
import { type BuiltLayout, type Layout, skillText } from '../layout';

/** The file system of this machine, with something that happens right before one of the questions about some places. */
class Moments {
  asked = 0;

  constructor(
    private readonly places: readonly string[],
    private readonly moment: number,
    private readonly happens: () => void,
  ) {}

  readonly files: FileSystem = {
    readDirectory: place => this.tick(place, () => nodeFileSystem.readDirectory(place)),
    openDirectory: place =>
      this.tick(place, () => {
        const reader = nodeFileSystem.openDirectory!(place);
        if ('fault' in reader) return reader;
        return { next: () => this.tick(place, () => reader.next()), close: () => reader.close() };
      }),
    state: place => this.tick(place, () => nodeFileSystem.state(place)),
    linkState: place => this.tick(place, () => nodeFileSystem.linkState(place)),
    readLink: place => this.tick(place, () => nodeFileSystem.readLink(place)),
    realPath: place => this.tick(place, () => nodeFileSystem.realPath(place)),
    open: place =>
      this.tick(place, () => {
        const reader = nodeFileSystem.open(place);
        if ('fault' in reader) return reader;
        return {
          read: (...args) => this.tick(place, () => reader.read(...args)),
          close: () => reader.close(),
        };
      }),
  };

  private tick<T>(place: string, ask: () => T): T {
    const counts = this.places.some(one => place.startsWith(one));
    if (counts && this.asked++ === this.moment) this.happens();
    return ask();
  }
}

const layout: Layout = {
  'R/.git': null,
  'R/.agents/skills/heron/SKILL.md': skillText('heron'),
  'R/.agents/skills/owl.md': skillText('owl'),
  'R/.agents/skills/crane': { symlink: '../../elsewhere/crane' },
  'R/elsewhere/crane/SKILL.md': skillText('crane'),
  'R/.claude/skills/heron/SKILL.md': skillText('heron', 'Another.'),
  'home/.agents/skills/wren/SKILL.md': skillText('wren'),
};

const events: Readonly<Record<string, (built: BuiltLayout) => void>> = {
  'a skill file is deleted': ({ at }) => unlinkSync(at('R/.agents/skills/heron/SKILL.md')),
  'a skill is deleted': ({ at }) => rmSync(at('R/.agents/skills/heron'), { recursive: true }),
  'a file stands where the folder was': ({ at }) => {
    rmSync(at('R/.agents/skills/heron'), { recursive: true });
    writeFileSync(at('R/.agents/skills/heron'), '');
  },
  'a folder stands where the file was': ({ at }) => {
    unlinkSync(at('R/.agents/skills/owl.md'));
    renameSync(at('R/.claude/skills/heron'), at('R/.agents/skills/owl.md'));
  },
  'a file shrinks': ({ at }) => writeFileSync(at('R/.agents/skills/owl.md'), '--'),
  'a file grows': ({ at }) =>
    writeFileSync(at('R/.agents/skills/owl.md'), skillText('owl', 'Hoo. '.repeat(40_000))),
  'a link leads into a circle': ({ at }) => {
    unlinkSync(at('R/.agents/skills/crane'));
    symlinkSync('crane', at('R/.agents/skills/crane'));
  },
  'a link leads up': ({ at }) => {
    unlinkSync(at('R/.agents/skills/crane'));
    symlinkSync('..', at('R/.agents/skills/crane'));
  },
  'what a link leads to is deleted': ({ at }) => rmSync(at('R/elsewhere'), { recursive: true }),
  'a root is deleted': ({ at }) => rmSync(at('R/.agents'), { recursive: true }),
  'a root becomes a link': ({ at }) => {
    renameSync(at('R/.agents/skills'), at('R/moved'));
    symlinkSync('../moved', at('R/.agents/skills'));
  },
  'the project is deleted': ({ at }) => rmSync(at('R'), { recursive: true }),
  'the home directory is deleted': ({ at }) => rmSync(at('home'), { recursive: true }),
};

/** What is in the roots. Of a hundred other places it is only asked whether they are there. */
const PLACES = ['R/.agents/skills', 'R/.claude/skills', 'R/elsewhere', 'home/.agents/skills'];

/** Skills that every event leaves alone, as long as their root is there. */
const UNTOUCHED = ['wren'];

describe('while a scan goes on', { skip: process.platform === 'win32' }, () => {
  for (const [what, happens] of Object.entries(events)) {
    it(what, async () => {
      for (let moment = 0, last = false; !last; moment++) {
        await within(layout, async built => {
          const places = PLACES.map(place => built.at(place));
          const moments = new Moments(places, moment, () => happens(built));
          const seen = await resolveIn(built, { files: moments.files });
          last = moments.asked <= moment;
          for (const { file, name } of seen.skills) assert.ok(file && name);
          const names = seen.skills.map(({ name }) => name);
          if (!what.startsWith('the ')) for (const name of UNTOUCHED) assert.ok(names.includes(name), name);
          assert.equal(new Set(seen.candidates.map(({ id }) => id)).size, seen.candidates.length);
        });
      }
    });
  }
});
