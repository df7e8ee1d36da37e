/** Reading a skill file whole, for checks and fixes. */
import { isUtf8 } from 'node:buffer';
import { type FileSystem, isFault } from '../file-system';
import { LARGEST_TEXT } from '../read-text';

/**
 * The bytes of a regular file, at most a megabyte; undefined where there is none that can be read. A pipe is never
 * opened.
 */
export function readBytes(files: FileSystem, file: string): Uint8Array | undefined {
  const state = files.state(file);
  if (isFault(state) || state.kind !== 'file') return undefined;
  const reader = files.open(file);
  if (isFault(reader)) return undefined;
  try {
    const bytes = reader.read(Math.min(state.size + 1, LARGEST_TEXT));
    return isFault(bytes) ? undefined : bytes;
  } finally {
    reader.close();
  }
}

/** Offset of the first byte that is not UTF-8, or -1. A character that the end cuts in two counts as whole. */
export function firstNotUtf8(bytes: Uint8Array): number {
  if (isUtf8(bytes)) return -1;
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (startsAsUtf8(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  // `good` bytes are a start of UTF-8; go back to where the character began that the next byte breaks.
  return lastWhole(bytes.subarray(0, good));
}

function startsAsUtf8(bytes: Uint8Array): boolean {
  return isUtf8(bytes.subarray(0, lastWhole(bytes)));
}

/** How many bytes there are before a character that is still open at the end. */
function lastWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** The bytes as text, a byte order mark kept. For bytes that are UTF-8; others become replacement characters. */
export function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
