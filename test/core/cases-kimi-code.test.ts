/**
 * Layouts that went wrong for people, one test a case, for kimi-code: which candidates load, and what is said of those
 * that do not. The numbers are those of the collection that the cases come from.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkResolution } from '../../src/core/checks/check-resolution';
import { explain } from '../../src/core/explain/explain';
import { type FileSystem, isFault, nodeFileSystem } from '../../src/core/file-system';
import { renderMessage } from '../../src/core/message';
import { kimiCode } from '../../src/core/profiles/kimi-code';
import type { Layout } from '../layout';
import { type Asked, block, ok, one, relative, repository, resolveIn, show, within } from './resolved';

function holds(title: string, layout: Layout, expected: string, asked: Asked = {}): void {
  test(title, () =>
    within(layout, async built => {
      const resolution = await resolveIn(built, { profile: 'kimi-code', ...asked });
      assert.equal(show(resolution, built), block(expected));
    }),
  );
}
holds(
  'case 1: one skill in two user roots, only one of which is read',
  repository({
    'home/.codex/skills/heron/SKILL.md': ok('heron'),
    'home/.agents/skills/heron/SKILL.md': ok('heron'),
  }),
  `
    user ~/.agents/skills active 1 (found): the directory that tools share
      heron active (wins): the only one of this name that is read
    user ~/.codex/skills not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
      heron not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
  `,
);
holds(
  'case 3: two folders with one declared name: the first by name wins, for certain',
  repository({
    'R/.agents/skills/ibis/SKILL.md': ok('ibis'),
    'R/.agents/skills/ibis-copy/SKILL.md': ok('ibis', 'Other.'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      ibis active (wins): wins over one other of this name
      ibis-copy “ibis” shadowed (entry-order): shadowed by R/.agents/skills/ibis: in one root ibis comes before ibis-copy
  `,
);
holds(
  'case 5: project before user',
  repository({
    'R/.agents/skills/crane/SKILL.md': ok('crane', 'One.'),
    'home/.agents/skills/crane/SKILL.md': ok('crane', 'Other.'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      crane active (wins): wins over one other of this name
    user ~/.agents/skills active 2 (found): the directory that tools share
      crane shadowed (scope-order): shadowed by R/.agents/skills/crane: Project comes before User
  `,
);
holds(
  'case 7: an empty ~/.config/agents/skills hides nothing',
  repository({
    'home/.config/agents/skills': null,
    'home/.agents/skills/teal/SKILL.md': ok('teal'),
  }),
  `
    user ~/.agents/skills active 1 (found): the directory that tools share
      teal active (wins): the only one of this name
    user ~/.config/agents/skills not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
  `,
);
holds(
  'case 8: of two user directories one is not read',
  repository({
    'home/.config/agents/skills/owl/SKILL.md': ok('owl'),
    'home/.agents/skills/wren/SKILL.md': ok('wren'),
  }),
  `
    user ~/.agents/skills active 1 (found): the directory that tools share
      wren active (wins): the only one of this name
    user ~/.config/agents/skills not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
      owl not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
  `,
);
holds(
  'case 9: another tool’s folder, named in extra_skill_dirs',
  repository({
    'home/.config/opencode/skills/rook/SKILL.md': ok('rook'),
    'home/.kimi-code/config.toml': 'extra_skill_dirs = ["~/.config/opencode/skills"]\n',
  }),
  `
    extra ~/.config/opencode/skills active 1 (found): named in extra_skill_dirs
      rook active (wins): the only one of this name
  `,
);
holds(
  'case 10: a plugin of kimi-cli is not read, one of kimi-code loses against the user’s own',
  repository({
    'home/.kimi/plugins/lark/SKILL.md': ok('lark'),
    'home/.agents/skills/lark/SKILL.md': ok('lark'),
    'home/.kimi-code/plugins/installed.json':
      '{"version":1,"plugins":[{"id":"larks","root":"$ROOT/home/.kimi-code/plugins/managed/larks","enabled":true,"source":"github","installedAt":""}]}',
    'home/.kimi-code/plugins/managed/larks/kimi.plugin.json': '{"name":"larks"}',
    'home/.kimi-code/plugins/managed/larks/SKILL.md': ok('lark', 'Plugin.'),
  }),
  `
    user ~/.agents/skills active 1 (found): the directory that tools share
      lark active (wins): wins over one other of this name
    extra larks · ~/.kimi-code/plugins/managed/larks active 2 (found): brought along by the plugin larks
      SKILL.md “lark” shadowed (scope-order): shadowed by home/.agents/skills/lark: User comes before Extra
    user ~/.kimi/plugins not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
      lark not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
  `,
);
holds(
  'case 13: names that differ by case are one',
  repository({
    'R/.agents/skills/Plover/SKILL.md': ok('Plover'),
    'home/.agents/skills/plover/SKILL.md': ok('plover'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      Plover active (wins): wins over one other of this name
    user ~/.agents/skills active 2 (found): the directory that tools share
      plover shadowed (scope-order): shadowed by R/.agents/skills/Plover: Project comes before User
  `,
);
holds(
  'case 14: ß and SS are two',
  repository({
    'R/.agents/skills/a/SKILL.md': ok('Straße'),
    'home/.agents/skills/b/SKILL.md': ok('STRASSE'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      a “Straße” active (wins): the only one of this name
    user ~/.agents/skills active 2 (found): the directory that tools share
      b “STRASSE” active (wins): the only one of this name
  `,
);
holds(
  'case 16: a link from a directory that is not read',
  repository({
    'R/.agents/skills/finch/SKILL.md': ok('finch'),
    'R/.claude/skills/finch': { symlink: '../../.agents/skills/finch' },
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      finch active (wins): the only one of this name that is read
    project .claude/skills not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
      finch -> ../../.agents/skills/finch not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
  `,
);
holds(
  'case 17: a directory of skills that is a link',
  repository({
    'home/dotfiles/skills/swan/SKILL.md': ok('swan'),
    'home/.agents/skills': { symlink: '../dotfiles/skills' },
  }),
  `
    user ~/.agents/skills active 1 (found): the directory that tools share -> home/dotfiles/skills
      swan active (wins): the only one of this name
  `,
);
holds(
  'case 18: only SKILL.md is a link',
  repository({
    'R/docs/gull.md': ok('gull'),
    'R/.agents/skills/gull/SKILL.md': { symlink: '../../../docs/gull.md' },
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      gull -> ../../../docs/gull.md active (wins): the only one of this name
  `,
);
holds(
  'case 20: a broken link stops nothing',
  repository({
    'R/.agents/skills/dodo': { symlink: './gone' },
    'R/.agents/skills/zebra/SKILL.md': ok('zebra'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      dodo -> ./gone unreadable (broken-link): link target missing: ./gone
      zebra active (wins): the only one of this name
  `,
);
holds(
  'case 21: links that lead round in a circle',
  repository({
    'R/.agents/skills/loop': { symlink: '.' },
    'R/.agents/skills/elk/SKILL.md': ok('elk'),
    'R/.agents/skills/elk/elk': { symlink: '..' },
    'R/.agents/skills/box/again': { symlink: '..' },
    'R/.agents/skills/box/moose/SKILL.md': ok('moose'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      box/again -> .. “again” not-read (link-loop): links back to a directory that it lies in (..)
      box/moose “moose” active (wins): the only one of this name
      elk active (wins): the only one of this name
      loop -> . not-read (link-loop): links back to a directory that it lies in (.)
  `,
);
holds(
  'case 23: a link that was checked out as text',
  repository({
    'R/.agents/skills/stork': '../../pool/stork',
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      stork not-read (link-as-text): a text file that holds a path (../../pool/stork): it looks like a link that was not checked out
  `,
);
holds(
  'case 26: opened below the repository',
  repository({
    'R/packages/web': null,
    'R/.agents/skills/egret/SKILL.md': ok('egret'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      egret active (wins): the only one of this name
  `,
  { workDir: 'R/packages/web' },
);
holds(
  'case 27: skills inside the package are not read',
  repository({
    'R/packages/web/.agents/skills/tern/SKILL.md': ok('tern'),
  }),
  `
    project packages/web/.agents/skills not-read (below-project-root): it lies below the project root R, and only the root’s own directories are read
      tern not-read (below-project-root): it lies below the project root R, and only the root’s own directories are read
  `,
  { workDir: 'R/packages/web' },
);
holds(
  'case 28: .git is a file',
  {
    'W/.git': 'gitdir: elsewhere\n',
    'W/sub': null,
    'W/.agents/skills/auk/SKILL.md': ok('auk'),
  },
  `
    project .agents/skills active 1 (found): the directory that tools share
      auk active (wins): the only one of this name
  `,
  { workDir: 'W/sub' },
);
holds(
  'case 30: home is the repository',
  {
    'home/.git': null,
    'home/notes': null,
    'home/.agents/skills/coot/SKILL.md': ok('coot'),
  },
  `
    project .agents/skills active 1 (found): the directory that tools share
      coot active (wins): the only one of this name
    user ~/.agents/skills alias (same-directory): already counted as Project
  `,
  { workDir: 'home/notes' },
);
holds(
  'case 32: no git anywhere',
  {
    'P/x': null,
    'P/.agents/skills/ruff/SKILL.md': ok('ruff'),
  },
  `
    project ../.agents/skills not-read (above-work-dir): it lies above the work directory, and no .git makes a project root up there
      ruff not-read (above-work-dir): it lies above the work directory, and no .git makes a project root up there
  `,
  { workDir: 'P/x' },
);
holds(
  'case 37: an unquoted colon',
  one('moa/SKILL.md', '---\nname: moa\ndescription: Use when: editing\n---\n'),
  `
    project .agents/skills active 1 (found): the directory that tools share
      moa invalid (unquoted-colon) at 3:22: unquoted ": " in a value
  `,
);
holds(
  'case 38: a byte order mark does no harm',
  one('kea/SKILL.md', `\ufeff${ok('kea')}`),
  `
    project .agents/skills active 1 (found): the directory that tools share
      kea active (wins): the only one of this name
  `,
);
holds(
  'case 39: CRLF, and mixed line ends',
  repository({
    'R/.agents/skills/emu/SKILL.md': ok('emu').replaceAll('\n', '\r\n'),
    'R/.agents/skills/ibis/SKILL.md': ok('ibis').replace('\n', '\r\n'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      emu active (wins): the only one of this name
      ibis active (wins): the only one of this name
  `,
);
holds(
  'case 40: skill.md and SKILL.MD',
  repository({
    'R/.agents/skills/rhea/skill.md': ok('rhea'),
    'R/.agents/skills/emu/SKILL.MD': ok('emu'),
    'R/.agents/skills/box/auk/Skill.md': ok('auk'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      box/auk “auk” not-read (wrong-case): named Skill.md: only the exact name SKILL.md is read
      emu not-read (wrong-case): named SKILL.MD: only the exact name SKILL.md is read
      rhea not-read (wrong-case): named skill.md: only the exact name SKILL.md is read
  `,
);
holds(
  'case 41: flat files with and without frontmatter',
  repository({
    'R/.agents/skills/review.md': 'Reviews.\n',
    'R/.agents/skills/audit.md': ok('audit'),
    'R/.agents/skills/other.MD': ok('other'),
    'R/.agents/skills/birds/owl.md': ok('owl'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      audit.md active (wins): the only one of this name
      other.MD not-read (wrong-case): named other.MD: only the exact ending .md is read
      review.md active (wins): the only one of this name
  `,
);
holds(
  'case 42: flat and folder together',
  repository({
    'R/.agents/skills/newt.md': ok('newt', 'Flat.'),
    'R/.agents/skills/newt/SKILL.md': ok('newt'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      newt active (wins): the only one of this name
      newt.md shadowed (flat-after-directory): passed over: R/.agents/skills/newt beside it is a skill
  `,
);
holds(
  'case 42: the folder’s own name is another one, and still the flat file is passed over',
  repository({
    'R/.agents/skills/newt.md': ok('newt', 'Flat.'),
    'R/.agents/skills/newt/SKILL.md': ok('salamander'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      newt “salamander” active (wins): the only one of this name
      newt.md shadowed (flat-after-directory): passed over: R/.agents/skills/newt beside it is a skill
  `,
);
holds(
  'case 44: README counted as a skill',
  one('README.md', '# Our skills\n'),
  `
    project .agents/skills active 1 (found): the directory that tools share
      README.md active (wins): the only one of this name
  `,
);
holds(
  'case 45: name and folder differ',
  one('tool-kit/SKILL.md', ok('toolkit')),
  `
    project .agents/skills active 1 (found): the directory that tools share
      tool-kit “toolkit” active (wins): the only one of this name
  `,
);
holds(
  'case 46: folders of folders',
  repository({
    'R/.agents/skills/birds/waders/avocet/SKILL.md': ok('avocet'),
    'R/.agents/skills/1/2/3/4/5/6/7/8/deep/SKILL.md': ok('deep'),
    'R/.agents/skills/1/2/3/4/5/6/7/8/9/deeper/SKILL.md': ok('deeper'),
    'R/.agents/skills/.box/hidden/SKILL.md': ok('hidden'),
    'R/.agents/skills/node_modules/x/SKILL.md': ok('x'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      .box/hidden “hidden” not-read (dot-folder): in a folder whose name starts with a dot, which is not gone through
      1/2/3/4/5/6/7/8/9/deeper “deeper” not-read (too-deep): too deep: folders are gone through for 8 levels only
      1/2/3/4/5/6/7/8/deep “deep” active (wins): the only one of this name
      birds/waders/avocet “avocet” active (wins): the only one of this name
  `,
);
holds(
  'case 47: a skill inside a skill',
  repository({
    'R/.agents/skills/host/SKILL.md': ok('host'),
    'R/.agents/skills/host/guest/SKILL.md': ok('guest'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      host active (wins): the only one of this name
      host/guest “guest” not-read (inside-skill): inside another skill, which does not say has-sub-skill: true
  `,
);
holds(
  'case 47: a skill that says that it holds others',
  repository({
    'R/.agents/skills/host/SKILL.md': '---\nname: host\ndescription: d\nhas-sub-skill: true\n---\n',
    'R/.agents/skills/host/guest/SKILL.md': ok('guest'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      host active (wins): the only one of this name
      host/guest “host.guest” active (wins): the only one of this name
  `,
);
holds(
  'case 48: no description',
  one('auk/SKILL.md', '---\nname: auk\n---\nDraws maps.\n'),
  `
    project .agents/skills active 1 (found): the directory that tools share
      auk invalid (no-description) at 1: its frontmatter has no description, which kimi-code wants
  `,
);
holds(
  'case 49: no frontmatter',
  one('nene/SKILL.md', 'Just text.\n'),
  `
    project .agents/skills active 1 (found): the directory that tools share
      nene invalid (no-frontmatter) at 1: it has no frontmatter, and kimi-code wants name and description there
  `,
);
holds(
  'case 49: other ways of having none',
  repository({
    'R/.agents/skills/late/SKILL.md': `\n${ok('late')}`,
    'R/.agents/skills/open/SKILL.md': '---\nname: open\ndescription: d\n',
    'R/.agents/skills/empty/SKILL.md': '---\n---\nText.\n',
    'R/.agents/skills/list/SKILL.md': '---\n- a\n---\nText.\n',
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      empty invalid (no-name) at 1: its frontmatter has no name, which kimi-code wants
      late invalid (frontmatter-not-first) at 2: its frontmatter starts on line 2; only line 1 counts
      list invalid (not-a-mapping) at 2: its frontmatter is no mapping of keys to values
      open invalid (frontmatter-unclosed) at 1: its frontmatter is never closed: a second --- is missing
  `,
);
holds(
  'case 50: values that are no text',
  repository({
    'R/.agents/skills/a/SKILL.md': '---\nname: 1:30\ndescription: d\n---\n',
    'R/.agents/skills/b/SKILL.md': '---\nname: on\ndescription: d\n---\n',
    'R/.agents/skills/c/SKILL.md': '---\nname: 2026-01-02\ndescription: d\n---\n',
    'R/.agents/skills/d/SKILL.md': '---\nname: d\ndescription: 42\n---\n',
    'R/.agents/skills/e/SKILL.md': '---\nname: no\ndescription: d\n---\n',
    'R/.agents/skills/f/SKILL.md': '---\nname: f\nname: g\ndescription: d\n---\n',
    'R/.agents/skills/h/SKILL.md': '---\nname: "  h  "\ndescription: d\n---\n',
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      a “1:30” active (wins): the only one of this name
      b “on” active (wins): the only one of this name
      c invalid (name-not-text) at 2: name is the date 2026-01-02, which is not text
      d invalid (description-not-text) at 3: description is the number 42, which is not text
      e “no” active (wins): the only one of this name
      f invalid (duplicate-key) at 3:1: name is declared for the second time
      h active (wins): the only one of this name
  `,
);
holds(
  'case 53: names outside the open format',
  repository({
    'R/.agents/skills/a/SKILL.md': '---\nname: My Skill!\ndescription: d\n---\n',
    'R/.agents/skills/b/SKILL.md': '---\nname: -x\ndescription: d\n---\n',
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      a “My Skill!” active (wins): the only one of this name
      b “-x” active (wins): the only one of this name
  `,
);
holds(
  'case 54: types',
  repository({
    'R/.agents/skills/a/SKILL.md': '---\nname: a\ndescription: d\ntype: agent\n---\n',
    'R/.agents/skills/b/SKILL.md': '---\nname: b\ndescription: d\ntype: standard\n---\n',
    'R/.agents/skills/c/SKILL.md': '---\nname: c\ndescription: d\ntype: reference\n---\n',
    'R/.agents/skills/d/SKILL.md': '---\nname: d\ndescription: d\ntype: 3\n---\n',
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      a invalid (unknown-type) at 4: type is “agent”: only prompt, inline, flow and reference are known
      b invalid (unknown-type) at 4: type is “standard”: only prompt, inline, flow and reference are known
      c active (wins): the only one of this name
      d invalid (unknown-type) at 4: type is the number 3: only prompt, inline, flow and reference are known
  `,
);

/** As root, mode 000 would be no obstacle: the file system says what it says to others. */
const unreadable: FileSystem = {
  ...nodeFileSystem,
  open(file) {
    const state = nodeFileSystem.state(file);
    return !isFault(state) && state.mode === 0 ? { fault: 'EACCES' } : nodeFileSystem.open(file);
  },
};
holds(
  'case 55: what cannot be read',
  repository({
    'R/.agents/skills/a/SKILL.md': { text: ok('a'), mode: 0 },
    'R/.agents/skills/b/SKILL.md': null,
    'R/.agents/skills/c/SKILL.md': {
      base64: Buffer.from([...Buffer.from(ok('c')), 0xff, 0xfe]).toString('base64'),
    },
    'R/.agents/skills/d.md': null,
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      a unreadable (unreadable): no permission to read it
      b not-read (not-a-file): SKILL.md is not a regular file
      c active (wins): the only one of this name
  `,
  { files: unreadable },
);
holds(
  'KIMI_CODE_HOME moves the user’s brand directory',
  repository({
    'home/data/skills/tit/SKILL.md': ok('tit'),
    'home/.kimi-code/skills/jay/SKILL.md': ok('jay'),
  }),
  `
    user ~/data/skills active 1 (found): a tool’s own directory
      tit active (wins): the only one of this name
    user ~/.kimi-code/skills not-read (data-elsewhere): not read: KIMI_CODE_HOME names another data directory
      jay not-read (data-elsewhere): not read: KIMI_CODE_HOME names another data directory
  `,
  { environment: { KIMI_CODE_HOME: '../home/data' } },
);
holds(
  'its predecessor’s directories in a project',
  repository({
    'R/.kimi/skills/a/SKILL.md': ok('a'),
    'R/.claude/skills/b/SKILL.md': ok('b'),
    'R/.codex/skills/c/SKILL.md': ok('c'),
    'R/.kimi-code/skills/d/SKILL.md': ok('d'),
  }),
  `
    project .kimi-code/skills active 1 (found): a tool’s own directory
      d active (wins): the only one of this name
    project .kimi/skills not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
      a not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
    project .claude/skills not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
      b not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
    project .codex/skills not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
      c not-read (only-kimi-cli): kimi-cli reads it, kimi-code does not
  `,
);

test('case 55: bytes that are not UTF-8 are replaced, with a warning', () =>
  within(
    one('c/SKILL.md', { base64: Buffer.from([...Buffer.from(ok('c')), 0xff]).toString('base64') }),
    async built => {
      const { candidates, failure } = await resolveIn(built, { profile: 'kimi-code' });
      assert.equal(failure, null);
      assert.deepEqual(
        candidates.map(({ verdict, remarks }) => [
          verdict,
          remarks.map(({ code, severity }) => `${code}: ${severity}`),
        ]),
        [['active', ['not-utf8: warning']]],
      );
    },
  ));

test('case 60: what loads but is not in the listing for the model', () =>
  within(
    repository({
      'R/.agents/skills/a/SKILL.md': '---\nname: a\ndescription: d\nwhen-to-use: Now.\n---\n',
      'R/.agents/skills/b/SKILL.md': '---\nname: b\ndescription: d\ndisable-model-invocation: true\n---\n',
      'R/.agents/skills/c/SKILL.md': '---\nname: c\ndescription: d\ntype: flow\n---\n',
      'R/.agents/skills/d/SKILL.md': `---\nname: d\ndescription: ${'x'.repeat(300)}\nhasSubSkill: true\n---\n`,
      'R/.agents/skills/d/e/SKILL.md': ok('e'),
    }),
    async built => {
      const { candidates, skills } = await resolveIn(built, { profile: 'kimi-code' });
      assert.deepEqual(
        skills.map(({ name, listed }) => [name, listed]),
        [
          ['a', true],
          ['b', false],
          ['c', false],
          ['d', true],
          ['d.e', false],
        ],
      );
      assert.deepEqual(
        candidates.map(({ unlisted }) => unlisted?.code),
        [undefined, 'disabled', 'type', undefined, 'sub-skill'],
      );
      assert.equal(
        kimiCode.listing(skills).replaceAll(built.root, ''),
        [
          'DISREGARD any earlier skill listings. Current available skills:',
          '### Project',
          '- a: d',
          '  When to use: Now.',
          '  Path: /R/.agents/skills/a/SKILL.md',
          `- d: ${'x'.repeat(247)}...`,
          '  Path: /R/.agents/skills/d/SKILL.md',
        ].join('\n'),
      );
    },
  ));

test('built-ins are known by name, and what takes the place of one is told', () =>
  within(one('mcp-config/SKILL.md', ok('mcp-config')), async built => {
    const resolution = await resolveIn(built, { profile: 'kimi-code', overrides: { builtinDir: '' } });
    const root = resolution.roots.find(({ group }) => group === 'builtin');
    assert.equal(root?.carries?.includes('mcp-config'), true);
    const off = await resolveIn(built, {
      profile: 'kimi-code',
      overrides: { builtinDir: '' },
      environment: { KIMI_CODE_BUILTIN_PRODUCT_SKILLS: '0' },
    });
    assert.equal(off.roots.find(({ group }) => group === 'builtin')?.carries, undefined);
    assert.deepEqual(
      resolution.candidates[0]?.remarks.map(({ code }) => code),
      ['replaces-builtin'],
    );
  }));

test('a configuration that is no TOML keeps kimi-code from starting, a wrong value only loses its key', async () => {
  const config = (text: string) =>
    within({ 'R/.git': null, 'home/.kimi-code/config.toml': text }, async built => {
      const { failure, configuration } = await resolveIn(built, { profile: 'kimi-code' });
      return [failure?.code, failure?.line, configuration.remarks.map(({ code, line }) => `${code} ${line}`)];
    });
  assert.deepEqual(await config('a = 1\nextra_skill_dirs = [\n'), ['config-toml-syntax', 3, []]);
  assert.deepEqual(await config('extra_skill_dirs = "~/x"\n'), [undefined, undefined, ['config-ignored 1']]);
  assert.deepEqual(await config('[loop]\nextra_skill_dirs = ["~/x"]\n'), [
    undefined,
    undefined,
    ['inside-table 2'],
  ]);
});

test('case 2: copies that do no harm are an information at most', () =>
  within(
    repository({
      'home/.codex/skills/heron/SKILL.md': ok('heron'),
      'home/.agents/skills/heron/SKILL.md': ok('heron'),
      'home/.kimi-code/skills/heron/SKILL.md': ok('heron'),
      'home/.gemini/skills/heron': { symlink: '../../.agents/skills/heron' },
    }),
    async built => {
      const resolution = await resolveIn(built, { profile: 'kimi-code' });
      const problems = await checkResolution(nodeFileSystem, resolution);
      assert.deepEqual(
        problems.map(({ severity, code, file }) => relative(`${severity} ${code} ${file}`, built)),
        ['information shadowed home/.agents/skills/heron/SKILL.md'],
      );
    },
  ));

test('case 4: the answer is the same in whatever order the directory is listed', () =>
  within(
    repository(
      Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [
          `R/.agents/skills/ibis-${index + 10}/SKILL.md`,
          ok('ibis'),
        ]),
      ),
    ),
    async built => {
      const expected = await resolveIn(built, { profile: 'kimi-code' });
      assert.deepEqual(expected.candidates.map(({ entry, verdict }) => `${entry} ${verdict}`).slice(0, 2), [
        'ibis-10 active',
        'ibis-11 shadowed',
      ]);
      for (let turn = 1; turn < 30; turn++) {
        const turned: FileSystem = {
          ...nodeFileSystem,
          readDirectory(path) {
            const entries = nodeFileSystem.readDirectory(path);
            return isFault(entries) ? entries : [...entries.slice(turn), ...entries.slice(0, turn)].reverse();
          },
        };
        assert.deepEqual(await resolveIn(built, { profile: 'kimi-code', files: turned }), expected);
      }
    },
  ));

test('case 11: where each copy comes from', () =>
  within(
    repository({
      'R/.agents/skills/crane/SKILL.md': ok('crane', 'One.'),
      'home/.agents/skills': { symlink: '../shared' },
      'home/shared/crane/SKILL.md': ok('crane', 'Other.'),
    }),
    async built => {
      const resolution = await resolveIn(built, { profile: 'kimi-code' });
      const { candidates, directories } = await explain(nodeFileSystem, resolution, { name: 'crane' });
      assert.deepEqual(
        candidates.map(({ file, scope, directory, rank, verdict, reason }) =>
          relative([file, scope, directory, rank, verdict, renderMessage(reason)].join(' | '), built),
        ),
        [
          'R/.agents/skills/crane/SKILL.md | project | .agents/skills | 1 | active | wins over one other of this name',
          `home/shared/crane/SKILL.md | user | ~/.agents/skills | 2 | shadowed | shadowed by R/.agents/skills/crane: Project comes before User`,
        ],
      );
      const [user] = directories.filter(({ rank }) => rank === 2);
      assert.deepEqual(
        [user?.location, user?.path].map(place => relative(place ?? '', built)),
        ['home/.agents/skills', 'home/shared'],
      );
    },
  ));

test('case 31: each work directory has its own winners', () =>
  within(
    {
      'A/.git': null,
      'A/.agents/skills/snipe/SKILL.md': ok('snipe', 'A.'),
      'B/.git': null,
      'B/.agents/skills/snipe/SKILL.md': ok('snipe', 'B.'),
      'home/.agents/skills/ruff/SKILL.md': ok('ruff'),
    },
    async built => {
      for (const workDir of ['A', 'B']) {
        const { skills } = await resolveIn(built, { profile: 'kimi-code', workDir });
        assert.deepEqual(
          skills.map(({ file }) => relative(file, built)),
          ['home/.agents/skills/ruff/SKILL.md', `${workDir}/.agents/skills/snipe/SKILL.md`],
        );
      }
    },
  ));

test('case 35: what the product does not go through is not listed', () =>
  within(
    repository({
      'R/.agents/skills/box/node_modules/a/b/SKILL.md': ok('b'),
      'R/.agents/skills/box/tern/SKILL.md': ok('tern'),
      'R/.agents/skills/box/tern/scripts/more/run.sh': '',
    }),
    async built => {
      const listed: string[] = [];
      const counting: FileSystem = {
        ...nodeFileSystem,
        readDirectory(path) {
          listed.push(relative(path, built));
          return nodeFileSystem.readDirectory(path);
        },
      };
      const { skills } = await resolveIn(built, { profile: 'kimi-code', files: counting });
      assert.deepEqual(
        skills.map(({ name }) => name),
        ['tern'],
      );
      const below = listed.filter(path => path.startsWith('R/.agents/skills/'));
      assert.deepEqual(
        below.filter(path => /node_modules\/|scripts/.test(path)),
        [],
      );
      assert.equal(new Set(below).size, below.length, 'nothing is listed twice');
    },
  ));

test('case 37: where a copy lower down takes the place of one that is dropped, the problem says so', () =>
  within(
    repository({
      'R/.agents/skills/moa/SKILL.md': '---\nname: moa\ndescription: Use when: editing\n---\n\nBody.\n',
      'home/.agents/skills/moa/SKILL.md': ok('moa'),
    }),
    async built => {
      for (const profile of ['kimi-cli', 'kimi-code'] as const) {
        const problems = await checkResolution(nodeFileSystem, await resolveIn(built, { profile }));
        assert.deepEqual(
          problems.map(({ code, related: [one] }) =>
            relative(`${code} ${one?.file}: ${one && renderMessage(one.message)}`, built),
          ),
          ['unquoted-colon home/.agents/skills/moa/SKILL.md: this one loads as “moa” in its place'],
        );
      }
    },
  ));

test('case 38: a byte order mark is no problem', () =>
  within(one('kea/SKILL.md', `\ufeff${ok('kea')}`), async built => {
    const problems = await checkResolution(nodeFileSystem, await resolveIn(built, { profile: 'kimi-code' }));
    assert.deepEqual(problems, []);
  }));
