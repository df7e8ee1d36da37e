const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Base64 as Python's `base64.decodebytes` reads it: characters of no meaning are passed over, and nothing is read
 * behind complete padding. `undefined` where the text is not ASCII or breaks off.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (/[^\0-\x7f]/.test(text)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let digitsInGroup = 0;
  let padding = 0;
  for (const character of text) {
    if (character === '=') {
      if (digitsInGroup < 2) continue;
      padding++;
      if (digitsInGroup + padding >= 4) return Uint8Array.from(bytes);
      continue;
    }
    const digit = alphabet.indexOf(character);
    if (digit === -1) continue;
    padding = 0;
    bits = ((bits << 6) | digit) & 0xffff;
    digitsInGroup = (digitsInGroup + 1) % 4;
    if (digitsInGroup === 2) bytes.push((bits >> 4) & 0xff);
    else if (digitsInGroup === 3) bytes.push((bits >> 2) & 0xff);
    else if (digitsInGroup === 0) bytes.push(bits & 0xff);
  }
  return digitsInGroup === 0 ? Uint8Array.from(bytes) : undefined;
}
