/** The port to the file system: answers instead of exceptions, and names of any bytes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { test } from 'node:test';
import {
  exists,
  isDirectory,
  isFault,
  LARGEST_SMALL,
  native,
  nodeFileSystem,
  readSmallText,
} from '../../src/core/file-system';
import type { BuiltLayout } from '../layout';
import { asOrdinaryUser, within } from './resolved';

const files = nodeFileSystem;

/** Names as bytes, and as Python shows them: a byte that is not UTF-8 as U+DC80 to U+DCFF. */
const names: readonly [bytes: readonly number[], name: string][] = [
  [[0x61], 'a'],
  [[0xc3, 0xa9], 'é'],
  [[0xf0, 0x9f, 0x90, 0xa6], '🐦'],
  [[0xef, 0xbf, 0xbd], '\ufffd'],
  [[0xef, 0xbf, 0xbd, 0xff], '\ufffd\udcff'],
  [[0xff], '\udcff'],
  [[0x61, 0xff, 0x62], 'a\udcffb'],
  [[0xe9, 0x74, 0xe9], '\udce9t\udce9'],
  [[0xe2, 0x82], '\udce2\udc82'],
  [[0xe2, 0x82, 0x61], '\udce2\udc82a'],
  [[0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
  [[0xed, 0xb2, 0x80], '\udced\udcb2\udc80'],
  [[0xf4, 0x90, 0x80, 0x80], '\udcf4\udc90\udc80\udc80'],
  [[0xf0, 0x9f, 0x90, 0xa6, 0x80], '🐦\udc80'],
  [[0x80, 0xf0, 0x9f, 0x90, 0xa6], '\udc80🐦'],
  [[0xc0, 0xaf], '\udcc0\udcaf'],
  [[0xe4, 0xb8, 0xad, 0xe4, 0xb8], '中\udce4\udcb8'],
];

const onLinux = process.platform === 'linux';

for (const [bytes, name] of names) {
  test(`a name of the bytes ${Buffer.from(bytes).toString('hex')}`, () =>
    within({ folder: null }, ({ at }) => {
      if (!onLinux) return;
      const folder = at('folder');
      const inside = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(bytes)]);
      mkdirSync(inside);
      writeFileSync(Buffer.concat([inside, Buffer.from('/file')]), 'Text.');
      symlinkSync(inside, `${folder}/link`);

      const entries = files.readDirectory(folder);
      assert.ok(!isFault(entries));
      assert.deepEqual(
        new Map(entries.map(entry => [entry.name, entry.kind])),
        new Map([
          [name, 'directory'],
          ['link', 'link'],
        ]),
      );
      const place = `${folder}/${name}`;
      assert.deepEqual(Buffer.from(native(place)), inside);
      assert.equal(files.readLink(`${folder}/link`), place);
      assert.equal(files.realPath(`${folder}/link`), place);
      assert.ok(isDirectory(files, place));
      assert.deepEqual(files.readDirectory(place), [{ name: 'file', kind: 'file' }]);
      assert.equal(readAll(`${place}/file`), 'Text.');
    }));
}

function readAll(path: string): string {
  const reader = files.open(path);
  assert.ok(!isFault(reader));
  const bytes = reader.read(1000);
  assert.ok(!isFault(bytes));
  const text = Buffer.from(bytes).toString();
  const rest = reader.read(1000);
  assert.ok(!isFault(rest) && rest.length === 0);
  reader.close();
  return text;
}

test('one odd name among many leaves the others as they are', () =>
  within({ folder: null }, ({ at }) => {
    if (!onLinux) return;
    const folder = at('folder');
    const expected: string[] = ['\udcff.md'];
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.of(0xff), Buffer.from('.md')]), '');
    for (let index = 0; index < 600; index++) {
      expected.push(`n${index}.md`);
      writeFileSync(`${folder}/n${index}.md`, '');
    }
    const entries = files.readDirectory(folder);
    assert.ok(!isFault(entries));
    assert.deepEqual(entries.map(({ name }) => name).sort(), expected.sort());
    assert.deepEqual(namesPieceByPiece(folder), expected);
  }));

/** The same by the way for huge directories, where the port has it. */
function namesPieceByPiece(folder: string): string[] {
  const reader = files.openDirectory?.(folder);
  assert.ok(reader && !isFault(reader));
  const found: string[] = [];
  for (let entry = reader.next(); entry; entry = reader.next()) {
    assert.ok(!isFault(entry));
    found.push(entry.name);
  }
  reader.close();
  return found.sort();
}

/** One entry of every kind. */
async function withEveryKind(use: (built: BuiltLayout) => void): Promise<void> {
  await within(
    {
      file: 'Text.',
      directory: null,
      toFile: { symlink: 'file' },
      toDirectory: { symlink: 'directory' },
      toNothing: { symlink: 'nothing' },
      toItself: { symlink: 'toItself' },
      toDevice: { symlink: '/dev/null' },
    },
    async built => {
      execFileSync('mkfifo', [built.at('pipe')]);
      const server = createServer();
      await new Promise<void>(resolve => server.listen(built.at('socket'), resolve));
      try {
        use(built);
      } finally {
        await new Promise(resolve => server.close(resolve));
      }
    },
  );
}

test('the kind of everything, links followed and not', async () => {
  if (process.platform === 'win32') return;
  await withEveryKind(({ at, root }) => {
    const kinds = (name: string) => {
      const [own, behind] = [files.linkState(at(name)), files.state(at(name))];
      return [isFault(own) ? own.fault : own.kind, isFault(behind) ? behind.fault : behind.kind];
    };
    assert.deepEqual(Object.fromEntries(readdirSync(root).map(name => [name, kinds(name)])), {
      home: ['directory', 'directory'],
      file: ['file', 'file'],
      directory: ['directory', 'directory'],
      toFile: ['link', 'file'],
      toDirectory: ['link', 'directory'],
      toNothing: ['link', 'ENOENT'],
      toItself: ['link', 'ELOOP'],
      toDevice: ['link', 'other'],
      pipe: ['pipe', 'pipe'],
      socket: ['socket', 'socket'],
    });
    const entries = files.readDirectory(root);
    assert.ok(!isFault(entries));
    for (const { name, kind } of entries) assert.equal(kind, kinds(name)[0]);
  });
});

test('faults come back as codes', async () => {
  await within({ file: 'Text.', loop: { symlink: 'loop' } }, ({ at }) => {
    const long = at('x'.repeat(300));
    for (const [path, fault] of [
      [at('nothing'), 'ENOENT'],
      [at('file/below'), 'ENOTDIR'],
      [at('loop'), 'ELOOP'],
      [long, 'ENAMETOOLONG'],
    ] as const) {
      assert.deepEqual(files.state(path), { fault }, path);
      assert.deepEqual(files.readDirectory(path), { fault });
      assert.deepEqual(files.open(path), { fault });
      assert.deepEqual(files.realPath(path), { fault });
      assert.equal(exists(files, path), false);
      assert.equal(isDirectory(files, path), false);
    }
    assert.deepEqual(files.readDirectory(at('file')), { fault: 'ENOTDIR' });
    assert.deepEqual(files.readLink(at('file')), { fault: 'EINVAL' });
    assert.deepEqual(files.linkState(at('nothing')), { fault: 'ENOENT' });
    for (const ask of [
      files.state,
      files.linkState,
      files.readDirectory,
      files.readLink,
      files.realPath,
      files.open,
    ])
      assert.ok(isFault(ask(at('a\0b'))), 'a NUL in a path is a fault like any other');
  });
});

test('a directory that is read as a file is a fault', () =>
  within({ directory: null }, ({ at }) => {
    const reader = files.open(at('directory'));
    if (isFault(reader)) return;
    assert.deepEqual(reader.read(10), { fault: 'EISDIR' });
    reader.close();
    reader.close();
  }));

test('a pipe that took the place of a file is not waited for', async () => {
  if (process.platform === 'win32') return;
  await withEveryKind(({ at }) => {
    const reader = files.open(at('pipe'));
    assert.ok(!isFault(reader));
    const bytes = reader.read(10);
    assert.ok(isFault(bytes) || bytes.length === 0);
    reader.close();
  });
});

test('without the right to look', () =>
  within({ 'closed/file': 'Text.', 'unreadable/file': 'Text.' }, async ({ root, at }) => {
    chmodSync(root, 0o755);
    chmodSync(at('closed'), 0o000);
    chmodSync(at('unreadable/file'), 0o000);
    try {
      await asOrdinaryUser(async () => {
        assert.deepEqual(files.readDirectory(at('closed')), { fault: 'EACCES' });
        assert.deepEqual(files.state(at('closed/file')), { fault: 'EACCES' });
        assert.deepEqual(files.open(at('unreadable/file')), { fault: 'EACCES' });
        assert.ok(isDirectory(files, at('closed')));
        assert.equal(exists(files, at('closed/file')), false);
      });
    } finally {
      chmodSync(at('closed'), 0o700);
    }
  }));

test('size, mode and inode', () =>
  within({ file: { text: 'Grüße', mode: 0o750 } }, ({ at }) => {
    linkSync(at('file'), at('hard'));
    const [state, hard] = [files.state(at('file')), files.state(at('hard'))];
    assert.ok(!isFault(state) && !isFault(hard));
    assert.equal(state.size, 7);
    if (process.platform !== 'win32') assert.equal(state.mode, 0o750);
    assert.equal(state.inode, hard.inode);
    assert.notEqual(files.realPath(at('file')), files.realPath(at('hard')));
  }));

test('the text of a small file in one go, and of nothing else', { skip: process.platform === 'win32' }, () =>
  within(
    {
      small: 'Grüße\r\n',
      'just small enough': 'x'.repeat(LARGEST_SMALL),
      'not small': 'x'.repeat(LARGEST_SMALL + 1),
      empty: '',
      'not UTF-8': { base64: Buffer.from([0x61, 0xff]).toString('base64') },
      'a replacement character': 'a\ufffd',
      link: { symlink: 'small' },
      folder: null,
    },
    ({ at }) => {
      execFileSync('mkfifo', [at('pipe')]);
      const texts = ['small', 'just small enough', 'folder/../small'].map(name =>
        readSmallText(at(name), false),
      );
      assert.deepEqual(texts, ['Grüße\r\n', 'x'.repeat(LARGEST_SMALL), 'Grüße\r\n']);
      for (const name of [
        'not small',
        'empty',
        'not UTF-8',
        'a replacement character',
        'link',
        'folder',
        'pipe',
        'none',
      ])
        assert.equal(readSmallText(at(name), false), undefined, name);
    },
  ),
);
