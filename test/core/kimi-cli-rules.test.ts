/** Corners of kimi-cli's rules that neither its own tests nor the recorded layouts reach. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { type FileSystem, nodeFileSystem } from '../../src/core/file-system';
import { resolve } from '../../src/core/resolve';
import { type BuiltLayout, type Layout, skillText } from '../layout';
import { type Asked, block, relative, repository, resolveIn, show, within } from './resolved';

function holds(title: string, layout: Layout, expected: string, asked?: Asked): void {
  test(title, () =>
    within(layout, async built => {
      const placed = JSON.parse(JSON.stringify(asked ?? {}).replaceAll('$ROOT', built.root)) as Asked;
      const resolution = await resolveIn(built, placed);
      assert.equal(show(resolution, built), block(expected));
      assert.equal(new Set(resolution.candidates.map(({ id }) => id)).size, resolution.candidates.length);
    }),
  );
}

holds(
  'a root in another root: what lies in both is said once, where it is read (rule 32)',
  repository({
    'home/.claude/skills/team/wren/SKILL.md': skillText('wren'),
    'home/.claude/skills/team/deeper/owl/SKILL.md': skillText('owl'),
  }),
  `
    user ~/.claude/skills active 1 (found): a tool’s own directory
      team/deeper/owl “owl” not-read (too-deep): too deep: only folders directly in a root are read
    extra ~/.claude/skills/team active 2 (found): named in extra_skill_dirs
      deeper/owl “owl” not-read (too-deep): too deep: only folders directly in a root are read
      wren active (wins): the only one of this name
  `,
  { overrides: { extraSkillDirs: ['~/.claude/skills/team'] } },
);

holds(
  'a skill’s own folder as a root: its other Markdown files are flat skills (rule 37)',
  repository({
    'home/.claude/skills/wren/SKILL.md': skillText('wren'),
    'home/.claude/skills/wren/notes.md': 'Notes.\n',
  }),
  `
    user ~/.claude/skills active 1 (found): a tool’s own directory
      wren active (wins): the only one of this name
    extra ~/.claude/skills/wren active 2 (found): named in extra_skill_dirs
      notes.md active (wins): the only one of this name
  `,
  { overrides: { extraSkillDirs: ['~/.claude/skills/wren'] } },
);

holds(
  'a hidden directory that is named as an extra one is read as that',
  repository({
    'home/.config/agents/skills': null,
    'home/.agents/skills/teal/SKILL.md': skillText('teal'),
  }),
  `
    user ~/.config/agents/skills active 1 (found): the directory that tools share
    user ~/.agents/skills hidden (better-generic): not read: home/.config/agents/skills exists, and only the first of the two counts, even when it is empty
    extra ~/.agents/skills active 2 (found): named in extra_skill_dirs
      teal active (wins): the only one of this name
  `,
  { overrides: { extraSkillDirs: ['~/.agents/skills'] } },
);

holds(
  'the home directory is the project, and --skills-dir takes the place of both',
  { 'home/.git': null, 'home/.kimi/skills/wren/SKILL.md': skillText('wren'), 'more/owl.md': 'Owl.\n' },
  `
    extra more active 1 (found): given by --skills-dir
      owl.md active (wins): the only one of this name
    project .kimi/skills overridden (skills-dir): not read: --skills-dir takes its place
      wren hidden (skills-dir): not read: --skills-dir takes its place
    user ~/.kimi/skills alias (same-directory): already counted as Project
  `,
  { workDir: 'home', overrides: { skillsDirs: ['$ROOT/more'] } },
);

holds(
  'a first generic directory that is a link to one that is registered takes the place all the same (rule 34)',
  repository({
    'home/.kimi/skills/wren/SKILL.md': skillText('wren'),
    'home/.config/agents/skills': { symlink: '../../.kimi/skills' },
    'home/.agents/skills/owl/SKILL.md': skillText('owl'),
  }),
  `
    user ~/.kimi/skills active 1 (found): a tool’s own directory
      wren active (wins): the only one of this name
    user ~/.config/agents/skills alias (same-directory): the same directory as home/.kimi/skills -> home/.kimi/skills
    user ~/.agents/skills hidden (better-generic): not read: home/.config/agents/skills exists, and only the first of the two counts, even when it is empty
      owl hidden (better-generic): not read: home/.config/agents/skills exists, and only the first of the two counts, even when it is empty
  `,
);

holds(
  '--skills-dir comes before an extra directory, though both are Extra (rules 17 and 19)',
  repository({
    'a/wren.md': skillText('wren'),
    'b/wren.md': skillText('wren'),
    'c/wren.md': skillText('wren'),
  }),
  `
    extra a active 1 (found): given by --skills-dir
      wren.md active (wins): wins over 2 others of this name
    extra b active 2 (found): given by --skills-dir
      wren.md shadowed (extra-order): shadowed by a/wren.md: a is named before b
    extra c active 3 (found): named in extra_skill_dirs
      wren.md shadowed (skills-dir): shadowed by a/wren.md: --skills-dir comes before everything else
  `,
  { overrides: { skillsDirs: ['$ROOT/a', '$ROOT/b'], extraSkillDirs: ['$ROOT/c'] } },
);

holds(
  'what is wrong with a file in a directory that is not read is not why it does not load',
  repository({
    'home/.config/agents/skills': null,
    'home/.agents/skills/broken/SKILL.md': '---\nname: [\n---\n',
    'home/.agents/skills/latin/SKILL.md': { base64: '6Q==' },
    'home/.cursor/skills/broken.md': '---\nname: [\n---\n',
  }),
  `
    user ~/.config/agents/skills active 1 (found): the directory that tools share
    user ~/.agents/skills hidden (better-generic): not read: home/.config/agents/skills exists, and only the first of the two counts, even when it is empty
      broken hidden (better-generic): not read: home/.config/agents/skills exists, and only the first of the two counts, even when it is empty
      latin hidden (better-generic): not read: home/.config/agents/skills exists, and only the first of the two counts, even when it is empty
    user ~/.cursor/skills not-read (other-tool): another tool’s directory
      broken.md not-read (other-tool): another tool’s directory
  `,
);

holds(
  'hidden entries and those that other tools skip count (rule 36)',
  repository({
    'R/.agents/skills/.hid/SKILL.md': 'A.\n',
    'R/.agents/skills/node_modules/SKILL.md': 'B.\n',
    'R/.agents/skills/.git/SKILL.md': 'C.\n',
    'R/.agents/skills/.dot.md': 'D.\n',
    'R/.agents/skills/x.md/SKILL.md': 'E.\n',
    'R/.agents/skills/x.markdown': 'F.\n',
    'R/.agents/skills/Skill.Md': 'G.\n',
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      .dot.md active (wins): the only one of this name
      .git active (wins): the only one of this name
      .hid active (wins): the only one of this name
      Skill.Md “skills” not-read (skill-file-in-root): a Skill.Md directly in a root is not read: it belongs in a folder of its own
      node_modules active (wins): the only one of this name
      x.md active (wins): the only one of this name
  `,
);

holds(
  'a flat file that is a link to the null device is an empty one; a SKILL.md that is one is no file (rules 37 and 39)',
  repository({
    'R/.agents/skills/masked.md': { symlink: '/dev/null' },
    'R/.agents/skills/folder/SKILL.md': { symlink: '/dev/null' },
    'R/.agents/skills/endless.md': { symlink: '/dev/zero' },
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      endless.md -> /dev/zero unreadable (not-a-file): not a regular file
      folder -> /dev/null not-read (not-a-file): SKILL.md is not a regular file
      masked.md -> /dev/null active (wins): the only one of this name
  `,
);

holds(
  'a broken skill reserves no name, in its root and across roots (rule 42)',
  repository({
    'R/.agents/skills/foo/SKILL.md': '---\nname: [\n---\n',
    'R/.agents/skills/foo.md': 'Flat.\n',
    'R/.agents/skills/bar/SKILL.md': '---\ntype: agent\n---\n',
    'home/.kimi/skills/bar/SKILL.md': skillText('bar'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      bar invalid (unknown-type) at 2:1: type is “agent”: only standard and flow are known
      foo invalid (unclosed-bracket) at 2:7: a "[" that nothing closes
      foo.md active (wins): the only one of this name
    user ~/.kimi/skills active 2 (found): a tool’s own directory
      bar active (wins): the only one of this name
  `,
);

holds(
  'two flat files of one root declare one name (rule 40)',
  repository({ 'R/.agents/skills/a.md': skillText('wren'), 'R/.agents/skills/b.md': skillText('Wren') }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      a.md “wren” ambiguous (directory-order): ambiguous with b.md: the order in which the file system lists R/.agents/skills decides
      b.md “Wren” ambiguous (directory-order): ambiguous with a.md: the order in which the file system lists R/.agents/skills decides
  `,
);

holds(
  'two links to one skill that declares its name are one skill (rule 38)',
  repository({
    'R/docs/wren/SKILL.md': skillText('wren'),
    'R/.agents/skills/one': { symlink: '../../docs/wren' },
    'R/.agents/skills/two': { symlink: '../../docs/wren' },
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      one -> ../../docs/wren “wren” active (wins): the only one of this name
      two -> ../../docs/wren “wren” alias (same-file): the same file as R/.agents/skills/one
  `,
);

holds(
  'two links to one skill that declares none are two skills',
  repository({
    'R/docs/wren/SKILL.md': 'A wren.\n',
    'R/.agents/skills/one': { symlink: '../../docs/wren' },
    'R/.agents/skills/two': { symlink: '../../docs/wren' },
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      one -> ../../docs/wren active (wins): the only one of this name
      two -> ../../docs/wren active (wins): the only one of this name
  `,
);

holds(
  'a type in bytes is not the word that the bytes spell (rule 66)',
  repository({
    'R/.agents/skills/a.md': '---\ntype: !!binary c3RhbmRhcmQ=\n---\n',
    'R/.agents/skills/b.md': '---\nname: !!binary aGk=\ndescription: !!binary aGk=\n---\n',
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      a.md invalid (unknown-type) at 2:1: type is binary data: only standard and flow are known
      b.md “hi” active (wins): the only one of this name
  `,
);

holds(
  'KIMI_SHARE_DIR through a link: .. is the parent of its target',
  repository({ 'far/away': null, link: { symlink: 'far/away' }, 'far/plugins/wren.md': 'A wren.\n' }),
  `
    extra link/../plugins active 1 (found): where plugins are installed -> far/plugins
      wren.md active (wins): the only one of this name
  `,
  { environment: { KIMI_SHARE_DIR: '$ROOT/link/..' } },
);

test('slashes at the end and dots in the given paths change nothing', () =>
  within(
    repository({ 'R/a/b': null, 'R/.agents/skills/wren.md': 'A.\n', 'home/.kimi/skills/owl.md': 'B.\n' }),
    async built => {
      const asked = { profile: 'kimi-cli', environment: {}, overrides: { builtinDir: null } } as const;
      const plain = await resolve({ ...asked, workDir: built.at('R/a'), home: built.at('home') });
      const odd = await resolve({
        ...asked,
        workDir: `${built.root}/R/./a/b/../`,
        home: `${built.root}/home/`,
      });
      assert.deepEqual(odd, plain);
      assert.equal(plain.skills.length, 2);
    },
  ));

/** Puts a pipe where a layout cannot. */
function pipe(built: BuiltLayout, place: string): void {
  execFileSync('mkfifo', [built.at(place)]);
}

test('a pipe named like a flat skill: kimi-cli waits for ever, and this goes on', async () => {
  if (process.platform === 'win32') return;
  await within(
    repository({ 'R/.agents/skills/wren.md': 'A.\n', 'R/.agents/skills/folder': null }),
    async built => {
      pipe(built, 'R/.agents/skills/p.md');
      pipe(built, 'R/.agents/skills/folder/SKILL.md');
      pipe(built, 'R/.agents/skills/ignored');
      assert.equal(
        show(await resolveIn(built), built),
        block(`
    project .agents/skills active 1 (found): the directory that tools share
      folder not-read (not-a-file): SKILL.md is not a regular file
      p.md unreadable (pipe): a pipe: kimi-cli opens it and waits for ever
      wren.md active (wins): the only one of this name
    does not start: R/.agents/skills/p.md: a pipe: kimi-cli opens it and waits for ever
  `),
      );
    },
  );
});

test('a pipe in a directory that is not read keeps nothing from starting', async () => {
  if (process.platform === 'win32') return;
  await within(
    repository({ 'home/.config/agents/skills': null, 'home/.agents/skills': null }),
    async built => {
      pipe(built, 'home/.agents/skills/p.md');
      assert.equal((await resolveIn(built)).failure, null);
    },
  );
});

test('a pipe in place of the configuration is not read', async () => {
  if (process.platform === 'win32') return;
  await within(repository({ 'home/.kimi': null }), async built => {
    pipe(built, 'home/.kimi/config.toml');
    const { failure } = await resolveIn(built);
    assert.deepEqual(failure?.file, built.at('home/.kimi/config.toml'));
    assert.equal(failure?.code, 'config-unreadable');
  });
});

test('nothing but regular files is opened, and each of them once', async () => {
  if (process.platform === 'win32') return;
  await within(
    repository({
      'R/.agents/skills/wren/SKILL.md': skillText('wren'),
      'R/.agents/skills/wren/inside/SKILL.md': skillText('inside'),
      'R/.agents/skills/group/owl/SKILL.md': skillText('owl'),
      'R/.agents/skills/flat.md': skillText('flat'),
      'R/.agents/skills/alias.md': { symlink: 'flat.md' },
      'R/.agents/skills/device.md': { symlink: '/dev/zero' },
      'R/.agents/skills/null.md': { symlink: '/dev/null' },
      'R/.agents/skills/folder.md': null,
      'R/.agents/skills/other/SKILL.md/x': 'x',
      'R/.agents/skills/loop.md': { symlink: 'loop.md' },
      'R/.agents/skills/binary.bin': 'x'.repeat(100_000),
      'R/.agents/skills/as-text': '../../.agents/skills/wren',
      'R/.agents/skills/wren/scripts/run.sh': 'true\n',
      'home/.kimi/config.toml': 'extra_skill_dirs = []\n',
      'home/.kimi/skills/user.md': 'A.\n',
    }),
    async built => {
      pipe(built, 'R/.agents/skills/pipe.md');
      pipe(built, 'R/.agents/skills/pipe');
      const opened: string[] = [];
      const files: FileSystem = {
        ...nodeFileSystem,
        open(path) {
          const state = nodeFileSystem.state(path);
          assert.ok('kind' in state && state.kind === 'file', `${path} is no regular file`);
          opened.push(relative(path, built));
          return nodeFileSystem.open(path);
        },
      };
      await resolveIn(built, { files });
      assert.deepEqual(opened.sort(), [
        'R/.agents/skills/alias.md',
        'R/.agents/skills/as-text',
        'R/.agents/skills/flat.md',
        'R/.agents/skills/group/owl/SKILL.md',
        'R/.agents/skills/wren/SKILL.md',
        'R/.agents/skills/wren/inside/SKILL.md',
        'home/.kimi/config.toml',
        'home/.kimi/skills/user.md',
      ]);
    },
  );
});

test('an entry with a NUL keeps kimi-cli from starting (rule 22)', () =>
  within(repository({ more: null }), async built => {
    const resolution = await resolveIn(built, { overrides: { extraSkillDirs: ['a\0b', '../more'] } });
    assert.equal(resolution.failure?.code, 'nul-in-extra-dir');
    assert.equal(resolution.failure?.file, built.at('home/.kimi/config.toml'));
    assert.deepEqual(
      resolution.roots.filter(({ verdict }) => verdict === 'active').map(({ label }) => label),
      ['../more'],
    );
  }));
