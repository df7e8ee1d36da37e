/** Reading a skill file: the whole of it is checked to be UTF-8, as the product reads strictly, but no more is kept than needed. */
import { isUtf8 } from 'node:buffer';
import { child } from './child-path';
import {
  type FileReader,
  type FileSystem,
  isFault,
  nodeFileSystem,
  readAtOnce,
  readSmallText,
} from './file-system';
import { PlainDisk } from './plain-disk';
import { SKILL_FILE } from './scan/skill-file-names';
import type { Slices } from './slices';

/** Bytes read at once, and the most of one file that is kept as text. Almost every skill file is far smaller. */
export const LARGEST_TEXT = 1024 * 1024;

/** Bytes past which a file is not read on. A product would; nobody could tell the difference in a skill that works. */
const LARGEST_FILE = 256 * LARGEST_TEXT;

export type TextRead =
  | {
      readonly ok: true;
      readonly text: string;
      /** Whether the file goes on after `text`. */
      readonly cut: boolean;
      /** Whether all of the file was seen to be UTF-8. */
      readonly checked: boolean;
    }
  | { readonly ok: false; readonly fault: string }
  | {
      readonly ok: false;
      readonly fault: 'not-utf8';
      /** Offset in bytes of the first byte that is not UTF-8, and that byte. */
      readonly position: number;
      readonly byte: number;
      /** The first of it as text, each faulty sequence as U+FFFD. */
      readonly replaced: string;
    };

/** Reads a regular file of a known size as {@link readText} does. */
export type ReadText = (path: string, size: number, slices: Slices) => TextRead | Promise<TextRead>;

/** Ways to read that save questions, on disks of this machine. */
export interface QuickReads {
  /** See {@link readSmallText}. */
  smallText(path: string, isPlain: boolean): string | undefined;
  /** The path of the file that makes a folder a skill. */
  skillFileOf(folder: string): string;
  /** The disk below a root. */
  diskBelow(root: string): PlainDisk;
}

/** The quick ways to read from a file system; null where there is none. */
export function quickReads(files: FileSystem): QuickReads | null {
  if (files !== nodeFileSystem) return null;
  return {
    smallText: readSmallText,
    skillFileOf: folder => child(folder, SKILL_FILE),
    diskBelow: root => new PlainDisk(root),
  };
}

/** Where small files are read into, one after the other: memory of their own for each would cost more than reading them. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Reads a regular file as strict UTF-8 with a BOM kept (rules 45 and 46). Never call it for anything but a regular file.
 * Asynchronous only where a file is so large that reading it could hold up everything else.
 * @param size in bytes, as the file system gave it: a smaller file costs one read
 */
export function readText(
  files: FileSystem,
  path: string,
  size: number,
  slices: Slices,
): TextRead | Promise<TextRead> {
  const isQuick = files === nodeFileSystem && size > 0 && size < scratch.length;
  const quick = isQuick ? readAtOnce(path, scratch) : undefined;
  if (isFault(quick)) return { ok: false, fault: quick.fault };
  if (quick === size) {
    const text = scratch.toString('utf8', 0, size);
    // Whether a U+FFFD stands there, or for something that is not UTF-8, is to be seen below.
    if (!text.includes('\ufffd')) return { ok: true, text, cut: false, checked: true };
  }
  const reader = files.open(path);
  if (isFault(reader)) return { ok: false, fault: reader.fault };
  let isLong = false;
  try {
    // One byte more than there should be: a shorter answer shows that this was all of it.
    const wanted = Math.min(size + 1, LARGEST_TEXT);
    const first = reader.read(wanted, scratch, size);
    if (isFault(first)) return { ok: false, fault: first.fault };
    if (first.length < wanted) return wholeText(first);
    isLong = true;
    return longText(reader, Buffer.from(first), slices).finally(() => reader.close());
  } finally {
    if (!isLong) reader.close();
  }
}

function wholeText(bytes: Uint8Array): TextRead {
  if (!isUtf8(bytes)) return notUtf8(bytes, 0, bytes);
  return { ok: true, text: toText(bytes), cut: false, checked: true };
}

/** A file that is larger than one read, or that grows while it is read: checked piece by piece in slices of time. */
async function longText(reader: FileReader, first: Uint8Array, slices: Slices): Promise<TextRead> {
  // One place for every piece: memory of its own for each would grow with the file until it is collected.
  const into = Buffer.allocUnsafeSlow(LARGEST_TEXT);
  const kept: Uint8Array[] = [];
  let keptBytes = 0;
  let offset = 0;
  let carry: Uint8Array = new Uint8Array(0);
  let piece = first;
  while (piece.length > 0) {
    const joined = carry.length > 0 ? Buffer.concat([carry, piece]) : piece;
    const whole = joined.length - openSequence(joined);
    const checked = joined.subarray(0, whole);
    if (!isUtf8(checked)) return notUtf8(checked, offset, first);
    if (keptBytes < LARGEST_TEXT) {
      kept.push(Buffer.from(checked));
      keptBytes += checked.length;
    }
    offset += whole;
    carry = Buffer.from(joined.subarray(whole));
    if (offset >= LARGEST_FILE)
      return { ok: true, text: toText(Buffer.concat(kept)), cut: true, checked: false };
    if (slices.due) await slices.pause();
    const next = reader.read(LARGEST_TEXT, into);
    if (isFault(next)) return { ok: false, fault: next.fault };
    piece = next;
  }
  if (carry.length > 0)
    return { ok: false, fault: 'not-utf8', position: offset, byte: carry[0]!, replaced: toText(first) };
  return { ok: true, text: toText(Buffer.concat(kept)), cut: offset > keptBytes, checked: true };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** How many bytes at the end belong to a character that may go on in the next piece. */
function openSequence(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** Finds the first byte at which the text stops being UTF-8. `start` is where the file begins. */
function notUtf8(bytes: Uint8Array, offset: number, start: Uint8Array): TextRead {
  let good = 0;
  let bad = bytes.length;
  // The longest prefix that is UTF-8, but for a character that is still open at its end.
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    const prefix = bytes.subarray(0, middle);
    if (isUtf8(prefix.subarray(0, middle - openSequence(prefix)))) good = middle;
    else bad = middle;
  }
  let position = good - openSequence(bytes.subarray(0, good));
  while (position < bytes.length && isUtf8(bytes.subarray(0, position + 1))) position++;
  const byte = bytes[position]!;
  return { ok: false, fault: 'not-utf8', position: offset + position, byte, replaced: toText(start) };
}
