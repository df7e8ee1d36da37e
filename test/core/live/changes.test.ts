/** Every kind of change at every kind of root: what is kept up to date ends equal to what is made from scratch. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type BuiltLayout, buildLayout, skillText } from '../../layout';
import { Watched } from './watched';

const OUTSIDE = 'shared/skills';

/** Roots inside and outside the project, there and not there at the start, and behind links. */
const ROOTS = [
  'R/.agents/skills',
  'R/.kimi/skills',
  'R/.codex/skills',
  'home/.agents/skills',
  'home/.kimi/skills',
  'home/.config/agents/skills',
  OUTSIDE,
] as const;

describe('a resolution that is kept up to date', { skip: process.platform === 'win32' }, () => {
  let layout: BuiltLayout;
  let watched: Watched;

  before(async () => {
    layout = buildLayout({
      'R/.git': null,
      'R/pkg': null,
      'R/.agents/skills/heron/SKILL.md': skillText('heron'),
      'home/.agents/skills/crane/SKILL.md': skillText('crane'),
      'dotfiles/claude/owl/SKILL.md': skillText('owl'),
      'R/.claude/skills': { symlink: '$ROOT/dotfiles/claude' },
      'dotfiles/wren/SKILL.md': skillText('wren'),
      'R/.agents/skills/wren': { symlink: '$ROOT/dotfiles/wren' },
      'docs/gull.md': skillText('gull'),
      'R/.agents/skills/gull/SKILL.md': { symlink: '$ROOT/docs/gull.md' },
    });
    watched = new Watched({
      profile: 'kimi-cli',
      workDir: layout.at('R/pkg'),
      home: layout.at('home'),
      environment: {},
      overrides: { extraSkillDirs: [layout.at(OUTSIDE)], builtinDir: null },
    });
    await watched.start();
  });

  after(() => {
    watched.dispose();
    layout.remove();
  });

  const changes: Record<string, (at: (...parts: string[]) => string) => void> = {
    'a skill made in one go, its root too': at => write(at('x', 'SKILL.md'), skillText('x')),
    'a file written in place': at => appendFileSync(at('x', 'SKILL.md'), 'more\n'),
    'another description': at => writeFileSync(at('x', 'SKILL.md'), skillText('x', 'Other.')),
    'a file replaced by a rename': at => {
      writeFileSync(at('x', '.tmp'), skillText('renamed'));
      renameSync(at('x', '.tmp'), at('x', 'SKILL.md'));
    },
    'a flat skill': at => writeFileSync(at('flat.md'), skillText('flat')),
    'a skill beside it with the same name': at => write(at('y', 'SKILL.md'), skillText('flat')),
    'a folder renamed': at => renameSync(at('x'), at('z')),
    'a skill through a link': at => {
      write(path.join(layout.root, 'elsewhere', 'SKILL.md'), skillText('elsewhere'));
      symlinkSync(path.join(layout.root, 'elsewhere'), at('linked'));
    },
    'what a link leads to': () =>
      writeFileSync(path.join(layout.root, 'elsewhere', 'SKILL.md'), skillText('other')),
    'a link’s target gone': () => rmSync(path.join(layout.root, 'elsewhere'), { recursive: true }),
    'a link’s target back': () => write(path.join(layout.root, 'elsewhere', 'SKILL.md'), skillText('back')),
    'a link gone': at => {
      unlinkSync(at('linked'));
      rmSync(path.join(layout.root, 'elsewhere'), { recursive: true });
    },
    'the whole root renamed': at => renameSync(at(), `${at()}-old`),
    'the root back, with something else in it': at => {
      write(at('w', 'SKILL.md'), skillText('w'));
      rmSync(`${at()}-old`, { recursive: true });
    },
    'its parent replaced': at => {
      renameSync(path.dirname(at()), `${path.dirname(at())}-old`);
      write(at('v', 'SKILL.md'), skillText('v'));
    },
    'a file of the replaced one': at => writeFileSync(at('v', 'SKILL.md'), skillText('v', 'Anew.')),
    'its parent deleted': at => {
      rmSync(path.dirname(at()), { recursive: true });
      rmSync(`${path.dirname(at())}-old`, { recursive: true });
    },
    'all of it back': at => {
      for (const name of ['one', 'two', 'three']) write(at(name, 'SKILL.md'), skillText(name));
    },
  };

  for (const root of ROOTS) {
    for (const [what, change] of Object.entries(changes)) {
      it(`${root}: ${what}`, async () => {
        change((...parts) => layout.at(path.join(root, ...parts)));
        await watched.untilEqualToFresh();
      });
    }
  }

  const others: Record<string, () => void> = {
    'a file in a root behind a link': () =>
      writeFileSync(layout.at('dotfiles/claude/owl/SKILL.md'), skillText('owl', 'Hoots.')),
    'a skill in a root behind a link': () =>
      write(layout.at('dotfiles/claude/eagle/SKILL.md'), skillText('eagle')),
    'the target of that link renamed': () => renameSync(layout.at('dotfiles'), layout.at('dotfiles-2')),
    'the target of that link back': () => renameSync(layout.at('dotfiles-2'), layout.at('dotfiles')),
    'a skill file behind a link': () => writeFileSync(layout.at('docs/gull.md'), skillText('gull', 'Cries.')),
    'a skill file behind a link, replaced': () => {
      writeFileSync(layout.at('docs/new'), skillText('gull', 'Cries again.'));
      renameSync(layout.at('docs/new'), layout.at('docs/gull.md'));
    },
    'a nearer .git': () => mkdirSync(layout.at('R/pkg/.git')),
    'a skill below the nearer .git': () =>
      write(layout.at('R/pkg/.agents/skills/tern/SKILL.md'), skillText('tern')),
    'the nearer .git gone': () => rmSync(layout.at('R/pkg/.git'), { recursive: true }),
    'no .git at all': () => rmSync(layout.at('R/.git'), { recursive: true }),
    'a .git again': () => writeFileSync(layout.at('R/.git'), 'gitdir: elsewhere\n'),
    'a configuration': () =>
      write(layout.at('home/.kimi/config.toml'), 'merge_all_available_skills = false\n'),
    'another configuration': () =>
      writeFileSync(layout.at('home/.kimi/config.toml'), 'merge_all_available_skills = true\n'),
    'a plugin': () => write(layout.at('home/.kimi/plugins/lark/SKILL.md'), skillText('lark')),
    'a directory that is not read': () =>
      write(layout.at('R/.cursor/skills/rook/SKILL.md'), skillText('rook')),
  };
  for (const [what, change] of Object.entries(others)) {
    it(what, async () => {
      change();
      await watched.untilEqualToFresh();
    });
  }

  it('looks once at a burst in one root', async () => {
    const { rounds } = watched;
    for (let index = 0; index < 300; index++)
      write(layout.at(`R/.agents/skills/burst-${index}/SKILL.md`), skillText(`burst-${index}`));
    await watched.untilEqualToFresh();
    const looked = watched.rounds - rounds;
    assert.ok(looked <= 4, `resolved ${looked} times`);
  });

  it('watches nothing of what is gone', async () => {
    const { size } = watched.live;
    for (let index = 0; index < 300; index++)
      rmSync(layout.at(`R/.agents/skills/burst-${index}`), { recursive: true });
    await watched.untilEqualToFresh();
    assert.ok(watched.live.size <= size - 300, `${size} directories before, ${watched.live.size} after`);
  });

  it('looks at nothing that does not matter', async () => {
    await watched.next(200);
    const { rounds } = watched;
    writeFileSync(layout.at('R/pkg/notes.txt'), 'notes');
    appendFileSync(layout.at('R/pkg/notes.txt'), 'more');
    appendFileSync(layout.at('R/pkg/notes.txt'), 'more');
    await watched.next(300);
    assert.ok(watched.rounds <= rounds + 1);
  });
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
