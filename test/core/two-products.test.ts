/** Both Kimis side by side: what each loads, what an upgrade loses, and each file read once. Cases 63 and 65 among them. */
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { compareProducts } from '../../src/core/compare-products';
import { type FileSystem, nodeFileSystem } from '../../src/core/file-system';
import { renderMessage } from '../../src/core/message';
import { findLost, type Mend } from '../../src/core/rescue';
import { resolveAll } from '../../src/core/resolve-all';
import type { ProfileId } from '../../src/core/types';
import type { BuiltLayout, Layout } from '../layout';
import { block, ok, relative, repository, within } from './resolved';

const BOTH: readonly ProfileId[] = ['kimi-cli', 'kimi-code'];

function resolveBoth(built: BuiltLayout, profiles = BOTH, files: FileSystem = nodeFileSystem) {
  return resolveAll({
    profiles,
    files,
    workDir: built.at('R'),
    home: built.at('home'),
    environment: {},
    overridesFor: () => ({ builtinDir: null }),
  });
}

/** One line a name: how the products differ, then for each the file or the code of the reason. */
function compares(title: string, layout: Layout, expected: string): void {
  test(title, () =>
    within(layout, async built => {
      const names = await compareProducts(nodeFileSystem, await resolveBoth(built));
      const lines = names.map(({ name, difference, products, comparison }) => {
        const cells = products.map(({ skill, why }) =>
          skill ? relative(skill.file, built) : `(${why?.code})`,
        );
        return [
          `${name} ${difference}:`,
          cells.join(' | '),
          comparison ? `[${comparison.differences.length}]` : '',
        ]
          .join(' ')
          .trim();
      });
      assert.equal(lines.join('\n'), block(expected));
    }),
  );
}

/** One line a skill: what becomes of it, the code of the reason, and what mends it. */
function loses(
  title: string,
  layout: Layout,
  expected: string,
  [from, to]: readonly [ProfileId, ProfileId] = ['kimi-cli', 'kimi-code'],
): void {
  test(title, () =>
    within(layout, async built => {
      const [before, after] = await resolveBoth(built, [from, to]);
      const lost = await findLost(nodeFileSystem, before!, after!);
      const lines = lost.map(({ skill, loss, code, mend, isDocument }) =>
        relative(
          `${skill.name} ${loss} (${code})${mend ? ` → ${show(mend)}` : ''}${isDocument ? ' [document]' : ''}`,
          built,
        ),
      );
      assert.equal(lines.join('\n'), block(expected));
    }),
  );
}

function show(mend: Mend): string {
  switch (mend.kind) {
    case 'copy':
      return `copy to ${mend.to}${mend.occupied ? ' (occupied)' : ''}${mend.edit ? `, ${mend.edit.changes.join(', ')}` : ''}`;
    case 'edit':
      return `edit ${mend.file}: ${mend.edit.changes.join(', ')}`;
    case 'configure':
      return `configure ${mend.entry}`;
    case 'by-hand':
      return `by hand: ${renderMessage(mend.why)}`;
  }
}

compares(
  'side by side',
  repository({
    'R/.agents/skills/both/SKILL.md': ok('both'),
    'R/.kimi/skills/old/SKILL.md': ok('old'),
    'R/.kimi-code/skills/new/SKILL.md': ok('new'),
    'R/.claude/skills/copied/SKILL.md': ok('copied', 'One.'),
    'R/.agents/skills/copied/SKILL.md': ok('copied', 'Other.'),
    'R/.claude/skills/linked': { symlink: '../../.agents/skills/linked' },
    'R/.agents/skills/linked/SKILL.md': ok('linked'),
    'R/.agents/skills/plain/SKILL.md': 'No frontmatter.\n',
    'R/.agents/skills/broken/SKILL.md': '---\nname: broken\ndescription: a: b\n---\n',
    'R/.agents/skills/box/deep/SKILL.md': ok('deep'),
    'R/.agents/skills/no/SKILL.md': '---\nname: no\ndescription: d\n---\n',
    'R/.agents/skills/on/SKILL.md': '---\nname: on\ndescription: d\n---\n',
  }),
  `
    both same: R/.agents/skills/both/SKILL.md | R/.agents/skills/both/SKILL.md
    broken none: (unquoted-colon) | (unquoted-colon)
    copied other-file: R/.claude/skills/copied/SKILL.md | R/.agents/skills/copied/SKILL.md [1]
    deep only-some: (too-deep) | R/.agents/skills/box/deep/SKILL.md
    linked same: R/.claude/skills/linked/SKILL.md | R/.agents/skills/linked/SKILL.md
    new only-some: (other-tool) | R/.kimi-code/skills/new/SKILL.md
    no same: R/.agents/skills/no/SKILL.md | R/.agents/skills/no/SKILL.md
    old only-some: R/.kimi/skills/old/SKILL.md | (only-kimi-cli)
    on only-some: (name-not-text) | R/.agents/skills/on/SKILL.md
    plain only-some: R/.agents/skills/plain/SKILL.md | (no-frontmatter)
  `,
);

compares(
  'one file, two names',
  repository({ 'R/.agents/skills/kea/SKILL.md': `\ufeff${ok('parrot')}` }),
  `
    kea only-some: R/.agents/skills/kea/SKILL.md | (other-name)
    parrot only-some: (other-name) | R/.agents/skills/kea/SKILL.md
  `,
);

loses(
  'case 63: what the upgrade loses, and the copy that mends it in the same scope',
  repository({
    'home/.claude/skills/ousel/SKILL.md': ok('ousel'),
    'home/.kimi/skills/nightjar/SKILL.md': ok('nightjar'),
    'R/.codex/skills/dunlin/SKILL.md': ok('dunlin'),
  }),
  `
    dunlin gone (only-kimi-cli) → copy to R/.agents/skills/dunlin
    nightjar gone (only-kimi-cli) → copy to home/.agents/skills/nightjar
    ousel gone (only-kimi-cli) → copy to home/.agents/skills/ousel
  `,
);

loses(
  'what the migration of kimi-code itself has copied is not lost',
  repository({
    'home/.kimi/skills/nightjar/SKILL.md': ok('nightjar'),
    'home/.kimi-code/skills/nightjar/SKILL.md': ok('nightjar'),
    'home/.kimi/skills/swift/SKILL.md': ok('swift', 'Old.'),
    'home/.kimi-code/skills/swift/SKILL.md': ok('swift', 'New.'),
  }),
  `
    swift other-file (only-kimi-cli)
  `,
);

loses(
  'frontmatter that kimi-code does not take',
  repository({
    'R/.agents/skills/a/SKILL.md': 'No frontmatter.\n',
    'R/.agents/skills/b/SKILL.md': '---\nname: b\n---\nNo description.\n',
    'R/.kimi/skills/c/SKILL.md': '---\nname: c\ndescription: d\ntype: standard\n---\n',
    'R/.agents/skills/d/SKILL.md': '---\nname: d\ndescription: d\ndescription: e\n---\n',
    'R/.agents/skills/e/SKILL.md': '---\nname: e\ndescription: d\nflag: !!python/none\n---\n',
    'R/.agents/skills/f/SKILL.md': '---\nname: f\ndescription: d\ntype: flow\n---\n',
    'R/.agents/skills/g.md': ok('other'),
    'R/.agents/skills/g/SKILL.md': ok('g'),
    'R/.agents/skills/h.MD': ok('h'),
  }),
  `
    a gone (no-frontmatter) → edit R/.agents/skills/a/SKILL.md: add-frontmatter
    b gone (no-description) → edit R/.agents/skills/b/SKILL.md: set-description
    c gone (only-kimi-cli) → copy to R/.agents/skills/c, remove-type
    d gone (duplicate-key) → edit R/.agents/skills/d/SKILL.md: drop-earlier-key
    f unlisted (type)
    h gone (wrong-case) → copy to R/.agents/skills/h.md
    other gone (flat-after-directory) → by hand: passed over: R/.agents/skills/g beside it is a skill
  `,
);

loses(
  'targets that are taken, documents, plugins and configured directories',
  repository({
    'R/.kimi/skills/x/SKILL.md': ok('one'),
    'R/.claude/skills/x/SKILL.md': ok('two'),
    'R/.agents/skills/y/notes.txt': '',
    'R/.kimi/skills/y/SKILL.md': ok('y'),
    'R/.claude/skills/README.md': '# Skills\n',
    'home/.kimi/plugins/lark/SKILL.md': ok('lark'),
    'home/.kimi/config.toml': 'extra_skill_dirs = ["tools", "~/team"]\n',
    'R/tools/saw/SKILL.md': ok('saw'),
    'home/team/plan/SKILL.md': ok('plan'),
  }),
  `
    README gone (only-kimi-cli) → copy to R/.agents/skills/README.md [document]
    lark gone (only-kimi-cli) → copy to home/.agents/skills/lark
    one gone (only-kimi-cli) → copy to R/.agents/skills/x
    plan gone (not-read) → configure ~/team
    saw gone (not-read) → configure tools
    two gone (only-kimi-cli) → copy to R/.agents/skills/two
    y gone (only-kimi-cli) → copy to R/.agents/skills/y (occupied)
  `,
);

loses(
  'the other way round it is a report',
  repository({
    'R/.kimi-code/skills/new/SKILL.md': ok('new'),
    'R/.agents/skills/box/deep/SKILL.md': ok('deep'),
    'R/.agents/skills/p/SKILL.md': '---\nname: p\ndescription: d\ntype: prompt\n---\n',
    'R/.agents/skills/host/SKILL.md': '---\nname: host\ndescription: d\nhasSubSkill: true\n---\n',
    'R/.agents/skills/host/guest/SKILL.md': ok('guest'),
    'home/.config/agents/skills': null,
    'home/.agents/skills/teal/SKILL.md': ok('teal'),
  }),
  `
    deep gone (too-deep)
    host.guest gone (inside-skill)
    new gone (other-tool)
    p gone (unknown-type)
    teal gone (better-generic)
  `,
  ['kimi-code', 'kimi-cli'],
);

test('case 65: nothing of this writes anything', () =>
  within(
    repository({ 'home/.claude/skills/ousel/SKILL.md': 'No frontmatter.\n', 'R/.kimi/skills/a.md': ok('a') }),
    async built => {
      const state = () =>
        readdirSync(built.root, { recursive: true, encoding: 'utf8' })
          .sort()
          .map(file => `${file} ${statSync(path.join(built.root, file)).mtimeMs}`);
      const before = state();
      const [cli, code] = await resolveBoth(built);
      await compareProducts(nodeFileSystem, [cli!, code!]);
      assert.equal((await findLost(nodeFileSystem, cli!, code!)).length, 2);
      assert.deepEqual(state(), before);
    },
  ));

test('each file is opened once and each directory listed once for all products', () =>
  within(
    repository({
      'R/.agents/skills/a/SKILL.md': ok('a'),
      'R/.agents/skills/b.md': ok('b'),
      'R/.kimi/skills/c/SKILL.md': ok('c'),
      'home/.kimi-code/skills/d/SKILL.md': ok('d'),
    }),
    async built => {
      const opened: string[] = [];
      const listed: string[] = [];
      const counting: FileSystem = {
        ...nodeFileSystem,
        open: file => {
          opened.push(file);
          return nodeFileSystem.open(file);
        },
        readDirectory: directory => {
          listed.push(directory);
          return nodeFileSystem.readDirectory(directory);
        },
      };
      const [cli, code] = await resolveBoth(built, BOTH, counting);
      assert.deepEqual([cli!.skills.length, code!.skills.length], [3, 3]);
      assert.deepEqual(opened, [...new Set(opened)]);
      assert.deepEqual(listed, [...new Set(listed)]);
    },
  ));
