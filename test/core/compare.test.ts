/** Comparing two copies of a skill as whole folders. */
import assert from 'node:assert/strict';
import { chmodSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { compareSkills, compareWithWinners } from '../../src/core/compare';
import { type FileSystem, nodeFileSystem } from '../../src/core/file-system';
import { Slices } from '../../src/core/slices';
import { type BuiltLayout, type Layout, skillText } from '../layout';
import { asOrdinaryUser, resolveIn, within } from './resolved';

const text = skillText('wren');

function folder(built: BuiltLayout, name: string) {
  return { form: 'directory', dir: built.at(name), file: built.at(`${name}/SKILL.md`) } as const;
}

function flat(built: BuiltLayout, name: string) {
  return { form: 'flat', dir: built.root, file: built.at(name) } as const;
}

/** What is in the second copy, beside the SKILL.md that both have, and how it differs. */
const differing: readonly [title: string, layout: Layout, differences: readonly string[]][] = [
  ['nothing', {}, []],
  ['bytes of the skill file', { 'b/SKILL.md': `${text}More.\n` }, ['SKILL.md: content']],
  ['bytes of the same number', { 'b/SKILL.md': text.replace('Body', 'BODY') }, ['SKILL.md: content']],
  ['line ends', { 'b/SKILL.md': text.replaceAll('\n', '\r\n') }, ['SKILL.md: content']],
  ['a script', { 'a/scripts/a.sh': 'one\n', 'b/scripts/a.sh': 'two\n' }, ['scripts/a.sh: content']],
  [
    'the mode of a script',
    { 'a/a.sh': { text: 'x', mode: 0o644 }, 'b/a.sh': { text: 'x', mode: 0o755 } },
    ['a.sh: mode'],
  ],
  ['a file more', { 'b/notes.md': 'x' }, ['notes.md: only-second']],
  ['a file less', { 'a/notes.md': 'x' }, ['notes.md: only-first']],
  ['an empty folder', { 'a/refs': null }, ['refs: only-first']],
  ['a folder for a file', { 'a/refs': null, 'b/refs': 'x' }, ['refs: kind']],
  ['a link for a file', { 'a/x': 'x', 'b/x': { symlink: 'SKILL.md' } }, ['x: kind']],
  ['links to the same', { 'a/x': { symlink: '../c' }, 'b/x': { symlink: '../c' } }, []],
  ['links to something else', { 'a/x': { symlink: '../c' }, 'b/x': { symlink: '../d' } }, ['x: link']],
  ['a Markdown file that is a link', { 'a/x.md': 'x', 'b/x.md': { symlink: 'SKILL.md' } }, ['x.md: kind']],
  ['a skill file that is a link to the same text', { c: text, 'b/SKILL.md': { symlink: '../c' } }, []],
  ['a loop of links', { 'a/up': { symlink: '..' }, 'b/up': { symlink: '..' } }, []],
  [
    'several things',
    { 'a/1': 'x', 'a/2/3': 'x', 'b/2/3': 'y', 'b/2/4': 'y' },
    ['1: only-first', '2/3: content', '2/4: only-second'],
  ],
];

for (const [title, layout, differences] of differing) {
  test(`folders differ in ${title}`, () =>
    within({ 'a/SKILL.md': text, 'b/SKILL.md': text, ...layout }, async built => {
      const compared = await compareSkills(nodeFileSystem, folder(built, 'a'), folder(built, 'b'));
      assert.deepEqual(
        compared.differences.map(({ path, kind }) => `${path}: ${kind}`),
        differences,
      );
      assert.equal(compared.complete, true);
    }));
}

test('a flat file and a folder: the skill files alone', () =>
  within({ 'a.md': text, 'b/SKILL.md': text, 'b/a.sh': 'x', 'c.md': `${text}x` }, async built => {
    type Copy = ReturnType<typeof flat> | ReturnType<typeof folder>;
    const compare = async (first: Copy, second: Copy) =>
      (await compareSkills(nodeFileSystem, first, second)).differences;
    assert.deepEqual(await compare(flat(built, 'a.md'), folder(built, 'b')), []);
    assert.deepEqual(await compare(folder(built, 'b'), flat(built, 'a.md')), []);
    assert.deepEqual(await compare(flat(built, 'a.md'), flat(built, 'c.md')), [
      { path: 'a.md', kind: 'content' },
    ]);
  }));

test('large files are compared to their ends', () =>
  within({}, async built => {
    const bytes = Buffer.alloc(300_000, 'a');
    for (const name of ['a', 'b']) {
      mkdirSync(built.at(name));
      bytes[299_999] = name.charCodeAt(0);
      writeFileSync(built.at(`${name}/SKILL.md`), bytes);
    }
    const { differences } = await compareSkills(nodeFileSystem, folder(built, 'a'), folder(built, 'b'));
    assert.deepEqual(differences, [{ path: 'SKILL.md', kind: 'content' }]);
  }));

test('files of different sizes are not opened', () =>
  within({ 'a/SKILL.md': text, 'b/SKILL.md': `${text}x` }, async built => {
    const files: FileSystem = { ...nodeFileSystem, open: path => assert.fail(`${path} was opened`) };
    const { differences } = await compareSkills(files, folder(built, 'a'), folder(built, 'b'));
    assert.deepEqual(differences, [{ path: 'SKILL.md', kind: 'content' }]);
  }));

test('what cannot be read is a difference', () =>
  within({ 'a/SKILL.md': text, 'b/SKILL.md': text, 'a/x': 'x', 'b/x': 'x', c: null }, async built => {
    chmodSync(built.root, 0o755);
    chmodSync(built.at('b/x'), 0o000);
    const [a, b] = [folder(built, 'a'), folder(built, 'b')];
    const closed = await asOrdinaryUser(() => compareSkills(nodeFileSystem, a, b));
    assert.deepEqual(closed.differences, [
      { path: 'x', kind: process.platform === 'win32' ? 'mode' : 'unreadable' },
    ]);
    const gone = await compareSkills(nodeFileSystem, a, folder(built, 'nowhere'));
    assert.deepEqual(gone.differences, [{ path: '.', kind: 'unreadable' }]);
    const empty = await compareSkills(nodeFileSystem, a, flat(built, 'nowhere.md'));
    assert.deepEqual(empty.differences, [{ path: 'SKILL.md', kind: 'unreadable' }]);
  }));

test('a huge folder is not compared to its end', async () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `f${index}`, kind: 'file' as const }));
  const state = { kind: 'file', size: 0, modified: 0, inode: 0, mode: 0o644 } as const;
  for (const [count, complete] of [
    [5000, true],
    [5001, false],
  ] as const) {
    const files: FileSystem = {
      ...nodeFileSystem,
      readDirectory: () => entries(count),
      state: () => state,
      linkState: () => state,
      open: () => ({ read: () => Buffer.alloc(0), close: () => undefined }),
    };
    const pair = ['/a', '/b'].map(dir => ({ form: 'directory', dir, file: `${dir}/SKILL.md` }) as const);
    const compared = await compareSkills(files, pair[0]!, pair[1]!);
    assert.deepEqual(compared, { differences: [], complete });
  }
});

test('losing copies are compared with the skill that loads', () =>
  within(
    {
      'R/.git': null,
      'R/.kimi/skills/wren/SKILL.md': text,
      'R/.claude/skills/wren/SKILL.md': text,
      'R/.claude/skills/wren/more.md': 'x',
      'R/.agents/skills/wren': { symlink: '../../.kimi/skills/wren' },
      'R/.agents/skills/broken/SKILL.md': '---\n[\n---\n',
      'home/.config/agents/skills': null,
      'home/.agents/skills/wren/SKILL.md': text,
      'home/.cursor/skills/wren/SKILL.md': skillText('wren', 'Another.'),
    },
    async built => {
      const resolution = await resolveIn(built);
      const compared = await compareWithWinners(nodeFileSystem, resolution);
      assert.deepEqual(
        resolution.candidates.map(({ file, id }) => [
          file.replace(`${built.root}/`, ''),
          compared.get(id)?.differences.map(({ path, kind }) => `${path}: ${kind}`),
        ]),
        [
          ['R/.kimi/skills/wren/SKILL.md', undefined],
          ['R/.claude/skills/wren/SKILL.md', ['more.md: only-first']],
          ['R/.agents/skills/broken/SKILL.md', undefined],
          ['R/.agents/skills/wren/SKILL.md', undefined],
          ['home/.agents/skills/wren/SKILL.md', []],
          ['home/.cursor/skills/wren/SKILL.md', ['SKILL.md: content']],
        ],
      );
    },
  ));

test('a hard link is another copy, if an identical one; a symbolic link is an alias', () =>
  within(
    {
      'R/.git': null,
      'R/.kimi/skills/wren/SKILL.md': text,
      'R/.claude/skills/wren': null,
      'R/.agents/skills/wren/SKILL.md': { symlink: '../../../.kimi/skills/wren/SKILL.md' },
    },
    async built => {
      linkSync(built.at('R/.kimi/skills/wren/SKILL.md'), built.at('R/.claude/skills/wren/SKILL.md'));
      const resolution = await resolveIn(built);
      assert.deepEqual(
        resolution.candidates.map(({ verdict }) => verdict),
        ['active', 'shadowed', 'alias'],
      );
      const compared = await compareWithWinners(nodeFileSystem, resolution);
      assert.deepEqual(
        [...compared.values()].map(({ differences }) => differences),
        [[]],
      );
    },
  ));

test('a comparison that is cancelled ends with the reason', () =>
  within({ 'a/SKILL.md': text, 'b/SKILL.md': text }, async built => {
    const controller = new AbortController();
    const reason = new Error('not wanted any more');
    controller.abort(reason);
    /** Slices that are used up at once. */
    class Impatient extends Slices {
      override get due(): boolean {
        return true;
      }
    }
    await assert.rejects(
      compareSkills(nodeFileSystem, folder(built, 'a'), folder(built, 'b'), new Impatient(controller.signal)),
      error => error === reason,
    );
  }));
