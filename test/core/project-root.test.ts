/** Which directory a work directory belongs to. */
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { nodeFileSystem as files } from '../../src/core/file-system';
import { ancestors, findProjectRoot } from '../../src/core/project-root';
import type { Layout } from '../layout';
import { asOrdinaryUser, relative, within } from './resolved';

const cases: readonly [
  title: string,
  layout: Layout,
  workDir: string,
  root: string,
  from: 'git' | 'work-dir',
][] = [
  ['a directory', { 'R/.git/HEAD': '', 'R/a/b': null }, 'R/a/b', 'R', 'git'],
  ['the work directory itself', { 'R/.git': null }, 'R', 'R', 'git'],
  ['a file, as in a worktree', { 'W/.git': 'gitdir: x\n', 'W/a': null }, 'W/a', 'W', 'git'],
  ['an empty file', { 'W/.git': '', 'W/a': null }, 'W/a', 'W', 'git'],
  [
    'a link to a directory',
    { 'R/.git': { symlink: '../store' }, store: null, 'R/a': null },
    'R/a',
    'R',
    'git',
  ],
  ['a broken link is none', { 'R/.git': { symlink: 'gone' }, 'R/a': null }, 'R/a', 'R/a', 'work-dir'],
  ['a link to itself is none', { 'R/.git': { symlink: '.git' }, 'R/a': null }, 'R/a', 'R/a', 'work-dir'],
  ['the nearer of two', { 'R/.git': null, 'R/sub/.git': '', 'R/sub/a': null }, 'R/sub/a', 'R/sub', 'git'],
  ['none', { 'P/x': null }, 'P/x', 'P/x', 'work-dir'],
  [
    'upwards by text where the work directory is a link',
    { 'R/.git': null, 'other/target/.keep': '', 'R/link': { symlink: '../other/target' } },
    'R/link',
    'R',
    'git',
  ],
  ['a work directory that is not there', { 'R/.git': null }, 'R/gone/further', 'R', 'git'],
];

for (const [title, layout, workDir, root, from] of cases) {
  test(title, () =>
    within(layout, built => {
      const found = findProjectRoot(files, built.at(workDir));
      assert.deepEqual({ path: relative(found.path, built), from: found.from }, { path: root, from });
    }),
  );
}

test('a .git that may not be looked at is none', () =>
  within({ 'R/.git': { symlink: '../closed/git' }, 'closed/git': null, 'R/a': null }, async built => {
    chmodSync(built.root, 0o755);
    chmodSync(built.at('closed'), 0o000);
    try {
      const found = await asOrdinaryUser(async () => findProjectRoot(files, built.at('R/a')));
      assert.deepEqual(found, { path: built.at('R/a'), from: 'work-dir' });
    } finally {
      chmodSync(built.at('closed'), 0o700);
    }
  }));

test('the directories above one', () => {
  assert.deepEqual([...ancestors('/a/b/c')], ['/a/b/c', '/a/b', '/a', '/']);
  assert.deepEqual([...ancestors('/')], ['/']);
});
