/** Real paths of places that may not be there, and the project root. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeFileSystem as files } from '../../src/core/file-system';
import { resolvePath } from '../../src/core/real-path';
import type { Layout } from '../layout';
import { relative, within } from './resolved';

const layout: Layout = {
  'real/deep/file': 'Text.',
  link: { symlink: 'real' },
  absolute: { symlink: '$ROOT/real/deep' },
  'other/up': { symlink: '../real/deep' },
  dangling: { symlink: 'gone/further' },
  chain: { symlink: 'chain2' },
  chain2: { symlink: 'dangling' },
  loop: { symlink: 'loop' },
  there: { symlink: 'back' },
  back: { symlink: 'there' },
  throughDangling: { symlink: 'dangling/below' },
};

/** A path, and where Python's `Path.resolve()` says that it leads. */
const paths: readonly [path: string, real: string][] = [
  ['real/deep', 'real/deep'],
  ['link', 'real'],
  ['link/deep/file', 'real/deep/file'],
  ['absolute/file', 'real/deep/file'],
  ['gone', 'gone'],
  ['gone/a/b', 'gone/a/b'],
  ['link/gone/a', 'real/gone/a'],
  ['dangling', 'gone/further'],
  ['dangling/a', 'gone/further/a'],
  ['chain', 'gone/further'],
  ['throughDangling', 'gone/further/below'],
  ['other/up/..', 'real'],
  ['other/up/../gone', 'real/gone'],
  ['gone/../real', 'real'],
  ['loop', 'loop'],
];

for (const [path, real] of paths) {
  test(`${path} leads to ${real}`, () =>
    within(layout, built => {
      assert.equal(relative(resolvePath(files, `${built.root}/${path}`), built), real);
    }));
}

test('links that lead in a circle come to an end', () =>
  within(layout, built => {
    for (const path of ['there', 'back', 'there/a', 'loop/a/b'])
      assert.ok(resolvePath(files, built.at(path)).startsWith(built.root));
  }));

test('the top of the file system', () => {
  assert.equal(resolvePath(files, '/'), '/');
  assert.equal(resolvePath(files, '/nowhere-at-all/x'), '/nowhere-at-all/x');
});
