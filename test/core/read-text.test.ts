/** Reading skill files: what is UTF-8, where it ceases to be, and how much is read. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { type FileReader, type FileSystem, nodeFileSystem } from '../../src/core/file-system';
import { LARGEST_TEXT, readText, type TextRead } from '../../src/core/read-text';
import { Slices } from '../../src/core/slices';
import { within } from './resolved';

/** A file system with one file, which gives at most `atOnce` bytes a read. Counts what is read and closed. */
class OneFile {
  bytesRead = 0;
  closed = 0;
  private offset = 0;

  constructor(
    private readonly content: Uint8Array,
    private readonly atOnce = Number.POSITIVE_INFINITY,
    private readonly faultAt = Number.POSITIVE_INFINITY,
  ) {}

  readonly files: FileSystem = {
    ...nodeFileSystem,
    open: (): FileReader => ({
      read: length => {
        if (this.offset >= this.faultAt) return { fault: 'EIO' };
        const end = Math.min(this.content.length, this.offset + Math.min(length, this.atOnce));
        const bytes = this.content.subarray(this.offset, end);
        this.offset = end;
        this.bytesRead += bytes.length;
        return bytes;
      },
      close: () => {
        this.closed++;
      },
    }),
  };

  async read(size = this.content.length): Promise<TextRead> {
    const read = await readText(this.files, '/file', size, new Slices());
    assert.equal(this.closed, 1, 'the file is closed once');
    return read;
  }
}

const read = (content: Uint8Array, size?: number) => new OneFile(content).read(size);
const ascii = (length: number) => Buffer.alloc(length, 'a');

async function textOf(content: Uint8Array, size?: number): Promise<string> {
  const answer = await read(content, size);
  assert.ok(answer.ok, JSON.stringify(answer));
  return answer.text;
}

/** Where Python's strict decoder says that the text ceases to be UTF-8, for the same bytes. */
const faulty: readonly [title: string, bytes: readonly number[], position: number][] = [
  ['a continuation byte alone', [0x80], 0],
  ['a byte that is never UTF-8', [0x61, 0xff], 1],
  ['another one', [0x61, 0x62, 0xfe, 0x63], 2],
  ['a lead byte at the end', [0x61, 0xe4], 1],
  ['a lead byte and one of two more', [0x61, 0xe4, 0xb8], 1],
  ['a lead byte and two of three more', [0xf0, 0x9f, 0x90], 0],
  ['a lead byte before a letter', [0xe4, 0x41], 0],
  ['a sequence that ends early', [0x61, 0xe4, 0xb8, 0x41], 1],
  ['a second lead byte', [0xe4, 0xe4, 0xb8, 0xad], 0],
  ['a whole character and a continuation byte more', [0xe4, 0xb8, 0xad, 0x80], 3],
  ['a surrogate', [0x61, 0xed, 0xa0, 0x80], 1],
  ['a slash in two bytes', [0xc0, 0xaf], 0],
  ['an overlong sequence of three', [0xe0, 0x80, 0xaf], 0],
  ['an overlong sequence of four', [0xf0, 0x80, 0x80, 0xaf], 0],
  ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
  ['beyond all that four bytes could say', [0x61, 0xf5, 0x80, 0x80, 0x80], 1],
  ['UTF-16', [0xff, 0xfe, 0x61, 0x00], 0],
  ['Latin-1', [0x63, 0x61, 0x66, 0xe9], 3],
  ['Latin-1 in a word', [0xe9, 0x74, 0xe9], 0],
];

for (const [title, bytes, position] of faulty) {
  for (const before of [0, 1, 1000]) {
    test(`not UTF-8: ${title}, after ${before} bytes`, async () => {
      const answer = await read(Buffer.concat([ascii(before), Buffer.from(bytes)]));
      assert.ok(!answer.ok && 'byte' in answer);
      assert.equal(answer.position, before + position);
      assert.equal(answer.byte, bytes[position]);
    });
  }
  test(`not UTF-8: ${title}, around the end of the first piece`, async () => {
    for (let back = 0; back <= bytes.length; back++) {
      const before = LARGEST_TEXT - back;
      const answer = await read(Buffer.concat([ascii(before), Buffer.from(bytes), ascii(3)]));
      assert.ok(!answer.ok && 'byte' in answer, `${back} bytes before it`);
      // Letters behind it make an open sequence a faulty one; it starts in the same place.
      assert.equal(answer.position, before + position, `${back} bytes before it`);
      assert.equal(answer.byte, bytes[position]);
    }
  });
}

test('a character across the end of a piece is whole', async () => {
  for (const character of ['é', '中', '🐦']) {
    for (let back = 0; back <= 4; back++) {
      const before = LARGEST_TEXT - back;
      const content = Buffer.concat([ascii(before), Buffer.from(`${character}${character}`), ascii(10)]);
      const answer = await read(content);
      assert.ok(answer.ok && answer.checked);
      assert.ok(!answer.text.includes('\ufffd'));
      assert.ok(content.toString().startsWith(answer.text));
    }
  }
});

test('a byte order mark is kept', async () => {
  assert.equal(await textOf(Buffer.from('\ufeffText.')), '\ufeffText.');
});

test('an empty file', async () => {
  assert.deepEqual(await read(Buffer.alloc(0)), { ok: true, text: '', cut: false, checked: true });
});

test('a file that shrank or grew since its size was asked for', async () => {
  const text = Buffer.from('Grüße aus dem Wald');
  for (const size of [0, 1, 3, 4, text.length - 1, text.length, text.length + 1, 10_000_000])
    assert.equal(await textOf(text, size), text.toString());
});

test('a file that comes in small pieces', async () => {
  const text = '🐦é中a'.repeat(50);
  for (const atOnce of [1, 2, 3, 5]) {
    // A file that gives less than it was asked for ends there only when it gives nothing.
    const file = new OneFile(Buffer.from(text), atOnce);
    const answer = await file.read(0);
    assert.deepEqual(answer, { ok: true, text, cut: false, checked: true });
  }
});

test('a large file is checked to its end, and its first megabyte kept', async () => {
  const good = Buffer.concat([ascii(3 * LARGEST_TEXT), Buffer.from('é')]);
  const answer = await read(good);
  assert.ok(answer.ok);
  assert.deepEqual({ cut: answer.cut, checked: answer.checked }, { cut: true, checked: true });
  assert.equal(answer.text.length, LARGEST_TEXT);
  const bad = Buffer.concat([ascii(3 * LARGEST_TEXT), Buffer.of(0xe9)]);
  const fault = await read(bad);
  assert.ok(!fault.ok && 'byte' in fault);
  assert.equal(fault.position, 3 * LARGEST_TEXT);
});

test('a file of just a megabyte is whole', async () => {
  for (const length of [LARGEST_TEXT - 1, LARGEST_TEXT, LARGEST_TEXT + 1]) {
    const answer = await read(ascii(length));
    assert.ok(answer.ok && answer.checked);
    assert.equal(answer.cut, length > LARGEST_TEXT, String(length));
  }
});

test('a small file costs as many bytes as it has', async () => {
  const file = new OneFile(ascii(1000));
  await file.read();
  assert.equal(file.bytesRead, 1000);
});

test('a read that fails, at once and later', async () => {
  for (const faultAt of [0, LARGEST_TEXT]) {
    const file = new OneFile(ascii(2 * LARGEST_TEXT), undefined, faultAt);
    assert.deepEqual(await file.read(), { ok: false, fault: 'EIO' });
  }
});

test('a file that cannot be opened', async () => {
  assert.deepEqual(await readText(nodeFileSystem, '/nowhere/at all', 5, new Slices()), {
    ok: false,
    fault: 'ENOENT',
  });
});

test('a large file is given up where the work is cancelled', async () => {
  const reason = new Error('not wanted any more');
  const controller = new AbortController();
  const content = ascii(40 * LARGEST_TEXT);
  const file = new OneFile(content);
  const { open } = file.files;
  const files: FileSystem = {
    ...file.files,
    open: path => {
      setImmediate(() => controller.abort(reason));
      return open(path);
    },
  };
  /** Slices that are used up at once. */
  class Impatient extends Slices {
    override get due(): boolean {
      return true;
    }
  }
  await assert.rejects(
    async () => await readText(files, '/file', content.length, new Impatient(controller.signal)),
    error => error === reason,
  );
  assert.ok(file.bytesRead < content.length);
  assert.equal(file.closed, 1);
});

test('files on disk', () =>
  within({}, async built => {
    const file = built.at('text');
    for (const length of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
      const text = 'ü'.repeat(length / 2);
      writeFileSync(file, text);
      const state = nodeFileSystem.state(file);
      assert.ok('size' in state);
      const answer = await readText(nodeFileSystem, file, state.size, new Slices());
      assert.deepEqual(answer, { ok: true, text, cut: false, checked: true });
    }
  }));
