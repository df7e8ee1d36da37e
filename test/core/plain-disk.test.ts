import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { PlainDisk } from '../../src/core/plain-disk';
import { temporaryFolder } from '../host/folders';

/** Asks until it is worth knowing. */
function known(disk: PlainDisk): boolean {
  return Array.from({ length: 100 }, () => disk.isPlain).at(-1) ?? false;
}

describe('the disk below a root', () => {
  const top = temporaryFolder('plain disk');
  after(() => rmSync(top, { recursive: true, force: true }));

  it('is not asked about for the sake of a few skills', () => {
    const disk = new PlainDisk(top);
    assert.equal(disk.isPlain, false);
  });

  it('is never plain where there is none, or where others are mounted', () => {
    assert.equal(known(new PlainDisk(path.join(top, 'missing'))), false);
    // `/proc` is no usual disk, and lies in `/`.
    assert.equal(known(new PlainDisk('/proc')), false);
    assert.equal(known(new PlainDisk('/')), false);
  });

  it('tells of no directory that it holds none where it does', () => {
    const disk = new PlainDisk(top);
    known(disk);
    for (const name of ['empty', 'files', 'folder', 'hidden'])
      mkdirSync(path.join(top, name), { recursive: true });
    writeFileSync(path.join(top, 'files', 'SKILL.md'), '');
    symlinkSync('..', path.join(top, 'files', 'link'));
    mkdirSync(path.join(top, 'folder', 'inside'));
    mkdirSync(path.join(top, 'hidden', '.inside'));
    const holdsNone = (name: string) => disk.holdsNoDirectory(path.join(top, name));
    assert.equal(holdsNone('folder'), false);
    assert.equal(holdsNone('hidden'), false);
    assert.equal(holdsNone('missing'), false);
    // Where the disk is a plain one that counts directories, those with none are told; elsewhere none is.
    assert.equal(holdsNone('empty'), holdsNone('files'));
    if (!disk.isPlain) assert.equal(holdsNone('empty'), false);
  });
});
