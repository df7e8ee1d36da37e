/** Guessing how a file is encoded that is not UTF-8. A guess is shown before anything is done with it. */
import { isUtf8 } from 'node:buffer';

/** Bytes that a guess is made from. */
const SAMPLE = 64 * 1024;

/** Encodings that are offered, most of them by name only: the rest is chosen by a person. */
export const ENCODINGS = [
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1252',
  'windows-1251',
] as const;

export type Encoding = (typeof ENCODINGS)[number] | 'utf-8';

/** The encoding that is most likely, `utf-8` for a text that is UTF-8 but for a few bytes. Never fails. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, SAMPLE);
  return byMark(sample) ?? byZeros(sample) ?? mostlyUtf8(sample) ?? eastAsian(sample) ?? 'windows-1252';
}

function byMark([first, second]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** In UTF-16 every other byte of ASCII text is zero. */
function byZeros(sample: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]!++;
  const [even = 0, odd = 0] = zeros;
  const enough = sample.length / 10;
  if (odd > enough && odd > even * 4) return 'utf-16le';
  return even > enough && even > odd * 4 ? 'utf-16be' : undefined;
}

/** A stray byte in a text that has whole characters of UTF-8 in it. */
function mostlyUtf8(sample: Uint8Array): Encoding | undefined {
  let whole = 0;
  let stray = 0;
  for (const { isCharacter, bytes } of pieces(sample)) {
    if (isCharacter && bytes.length > 1) whole++;
    else if (!isCharacter) stray++;
  }
  return whole > stray * 2 ? 'utf-8' : undefined;
}

/** A character of UTF-8, or one byte that belongs to none. */
interface Piece {
  readonly isCharacter: boolean;
  readonly bytes: Uint8Array;
}

function* pieces(bytes: Uint8Array): Generator<Piece> {
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at]!;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const candidate = bytes.subarray(at, at + length);
    const isCharacter = candidate.length === length && isUtf8(candidate);
    yield { isCharacter, bytes: isCharacter ? candidate : bytes.subarray(at, at + 1) };
    at += isCharacter ? length : 1;
  }
}

/** How much of a text has to be of the script for a guess to hold. */
const ENOUGH = 0.8;

/** Tried in this order: Japanese shows by its kana, Korean by its syllables, Chinese by common characters. */
const SCRIPTS: readonly { readonly encoding: Encoding; readonly script: RegExp; readonly atLeast: number }[] =
  [
    { encoding: 'shift_jis', script: /[\u3040-\u30ff]/g, atLeast: 0.2 },
    { encoding: 'euc-jp', script: /[\u3040-\u30ff]/g, atLeast: 0.2 },
    {
      encoding: 'gb18030',
      script:
        /[的一是不了在有人我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么用法名称描述技能文件测试发布版本代码]/g,
      atLeast: 0.1,
    },
    { encoding: 'euc-kr', script: /[\uac00-\ud7a3]/g, atLeast: ENOUGH },
    {
      encoding: 'big5',
      script:
        /[的一是不了在有人我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼用名稱描述技能檔案測試版本程式]/g,
      atLeast: 0.1,
    },
    { encoding: 'gb18030', script: /[\u4e00-\u9fff]/g, atLeast: ENOUGH },
  ];

function eastAsian(sample: Uint8Array): Encoding | undefined {
  // A pair of high bytes is the rule in these encodings, and rare in those of one byte a character.
  if (highPairs(sample) < ENOUGH) return undefined;
  for (const { encoding, script, atLeast } of SCRIPTS) {
    const text = decodeStrictly(sample, encoding);
    if (text === undefined) continue;
    const foreign = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
    const plausible = text.match(/[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]/g)?.length ?? 0;
    if (foreign === 0 || plausible / foreign < ENOUGH) continue;
    if ((text.match(script)?.length ?? 0) / foreign >= atLeast) return encoding;
  }
  return undefined;
}

/** The part of the high bytes that have another one, or a byte that can be a second one, behind them. */
function highPairs(sample: Uint8Array): number {
  let high = 0;
  let paired = 0;
  for (let at = 0; at < sample.length; at++) {
    if (sample[at]! < 0x80) continue;
    high++;
    const next = sample[at + 1] ?? 0;
    if (next < 0x40) continue;
    paired += next >= 0x80 ? 1 : 0.5;
    at++;
  }
  return high === 0 ? 0 : paired / high;
}

/** The text, or undefined where the bytes are none in that encoding. A character cut in two by the end is left out. */
function decodeStrictly(bytes: Uint8Array, encoding: Encoding): string | undefined {
  for (const cut of [0, 1]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, bytes.length - cut));
    } catch {
      // Not this encoding, or one byte too many.
    }
  }
  return undefined;
}

/**
 * The text of bytes in an encoding, its byte order mark left out. For `utf-8`, bytes that belong to no character are read
 * as windows-1252.
 */
export function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'windows-1252') return decodeWestern(bytes);
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes);
  const utf8 = new TextDecoder('utf-8');
  let text = '';
  for (const { isCharacter, bytes: own } of pieces(bytes)) {
    text += isCharacter ? utf8.decode(own) : decodeWestern(own);
  }
  return text.replace(/^\ufeff/, '');
}

/** What windows-1252 has at 0x80 to 0x9F, where ISO-8859-1 has control characters. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Some versions of Node take windows-1252 for ISO-8859-1. */
function decodeWestern(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, character => WESTERN[character.charCodeAt(0) - 0x80] ?? character);
}
