import { pyStrip } from '../../python-text';

/**
 * Numbers as Python's `int()` and `float()` read them. Only two things about a number matter: that it is one, and
 * whether it is zero. `undefined` everywhere means that Python raises an error.
 */

/** Python refuses to read a decimal of more digits. */
const mostDigits = 4300;

/** What an int's text, `_` and `:` allowed, comes to: whether it is zero. */
export function isZeroInt(text: string): boolean | undefined {
  const digits = withoutSign(text.replaceAll('_', ''));
  if (digits === undefined) return undefined;
  if (digits.startsWith('0b')) return isZero(parseInteger(digits.slice(2), 2));
  if (digits.startsWith('0x')) return isZero(parseInteger(digits.slice(2), 16));
  if (digits.startsWith('0')) return digits === '0' || isZero(parseInteger(digits, 8));
  if (!digits.includes(':')) return isZero(parseInteger(digits, 10));
  const places = digits.split(':').map(place => parseInteger(place, 10));
  return places.includes(undefined) ? undefined : isZeroSexagesimal(places as bigint[]);
}

/** What a float's text, `_` and `:` allowed, comes to: whether it is zero. */
export function isZeroFloat(text: string): boolean | undefined {
  const digits = withoutSign(text.replaceAll('_', '').toLowerCase());
  if (digits === undefined) return undefined;
  if (digits === '.inf' || digits === '.nan') return false;
  if (!digits.includes(':')) return isZero(parseFloatingPoint(digits));
  let sum = 0;
  let weight = 1;
  for (const place of digits.split(':').reverse()) {
    const value = parseFloatingPoint(place);
    if (value === undefined || weight === Number.POSITIVE_INFINITY) return undefined;
    sum += value * weight;
    weight *= 60;
  }
  return sum === 0;
}

function isZero(value: bigint | number | undefined): boolean | undefined {
  return value === undefined ? undefined : Number.isNaN(value) ? false : value === 0n || value === 0;
}

/** The text behind one sign; `undefined` for one that has no character left. */
function withoutSign(text: string): string | undefined {
  const rest = /^[-+]/.test(text) ? text.slice(1) : text;
  return rest === '' ? undefined : rest;
}

/** Whether base-60 places, the highest first, come to zero. Each place must take up what the lower ones leave. */
function isZeroSexagesimal(places: readonly bigint[]): boolean {
  let carry = 0n;
  for (let index = places.length - 1; index > 0; index--) {
    const sum = places[index]! + carry;
    if (sum % 60n !== 0n) return false;
    carry = sum / 60n;
  }
  return places[0]! + carry === 0n;
}

const integerForms = {
  2: /^[-+]?(?:0[bB])?([01]+)$/,
  8: /^[-+]?(?:0[oO])?([0-7]+)$/,
  10: /^[-+]?([0-9]+)$/,
  16: /^[-+]?(?:0[xX])?([0-9a-fA-F]+)$/,
};

/** `int(text, base)`, but other than in base 10 only 0 or 1, for zero or not. */
function parseInteger(text: string, base: 2 | 8 | 10 | 16): bigint | undefined {
  const ascii = withAsciiDigits(pyStrip(text));
  const digits = integerForms[base].exec(ascii)?.[1];
  if (digits === undefined) return undefined;
  if (base !== 10) return /^0*$/.test(digits) ? 0n : 1n;
  if (digits.length > mostDigits) return undefined;
  return ascii.startsWith('-') ? -BigInt(digits) : BigInt(digits);
}

/** `float(text)`. */
function parseFloatingPoint(text: string): number | undefined {
  const ascii = withAsciiDigits(pyStrip(text));
  if (/^[-+]?(?:inf|infinity)$/.test(ascii)) {
    return ascii.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (/^[-+]?nan$/.test(ascii)) return Number.NaN;
  return /^[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?$/.test(ascii) ? Number(ascii) : undefined;
}

/** Python takes the decimal digits of every script. They stand in Unicode in rows of ten, each from its zero on. */
function withAsciiDigits(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, character => {
    if (!isDecimalDigit(character.codePointAt(0)!)) return character;
    let zero = character.codePointAt(0)!;
    while (isDecimalDigit(zero - 1)) zero--;
    return String((character.codePointAt(0)! - zero) % 10);
  });
}

function isDecimalDigit(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}
