import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  casefold,
  compareCodePoints,
  pyRstrip,
  pySplitLines,
  pyStrip,
  truncateCodePoints,
  universalNewlines,
} from '../../src/core/python-text';
import { casefoldTable } from './casefold-table';

const pythonSpaces = [
  ...range(0x09, 0x0d),
  ...range(0x1c, 0x20),
  0x85,
  0xa0,
  0x1680,
  ...range(0x2000, 0x200a),
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
];
const pythonLineEnds = [...range(0x0a, 0x0d), ...range(0x1c, 0x1e), 0x85, 0x2028, 0x2029];

/** Letters that came to Unicode after version 14. JavaScript may know them or not. */
const newerLetters = [
  [0x1c89, 0x1c8a],
  [0xa7cb, 0xa7dc],
  [0x10d50, 0x10d65],
  [0x16ea0, 0x16ed3],
] as const;

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function* allCharacters(): Iterable<string> {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
  }
}

describe('pyStrip', () => {
  it('removes the blanks that Python knows, and nothing else', () => {
    const removed = [...allCharacters()].filter(character => pyStrip(character) === '');
    assert.deepEqual(
      removed.map(character => character.codePointAt(0)),
      pythonSpaces,
    );
  });

  it('strips both ends, not the middle', () => {
    assert.equal(pyStrip(' \t a b\u3000c \x1f\n'), 'a b\u3000c');
    assert.equal(pyStrip('\ufeff a'), '\ufeff a');
    assert.equal(pyStrip(' \x85 '), '');
  });

  it('pyRstrip strips the end only', () => {
    assert.equal(pyRstrip('  a \xa0\x1c'), '  a');
  });
});

describe('pySplitLines', () => {
  it('breaks at the line ends that Python knows, and nowhere else', () => {
    const breaking = [...allCharacters()].filter(character => pySplitLines(`a${character}b`).length > 1);
    assert.deepEqual(
      breaking.map(character => character.codePointAt(0)),
      pythonLineEnds,
    );
  });

  const cases: [string, string[]][] = [
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['\n', ['']],
    ['a\r\nb\rc\n\nd', ['a', 'b', 'c', '', 'd']],
    ['a\n\r', ['a', '']],
    ['a\x0b\x0c\x85b', ['a', '', '', 'b']],
  ];
  for (const [text, lines] of cases) {
    it(`splits ${JSON.stringify(text)}`, () => assert.deepEqual(pySplitLines(text), lines));
  }
});

it('universalNewlines turns CRLF and a lone CR into LF', () => {
  assert.equal(universalNewlines('a\r\nb\rc\n\r\n\rd\x85'), 'a\nb\nc\n\n\nd\x85');
});

describe('casefold', () => {
  it('folds every code point as Python does', () => {
    const table = casefoldTable();
    assert.equal(table.size, 1504);
    for (const character of allCharacters()) {
      const code = character.codePointAt(0)!;
      if (newerLetters.some(([first, last]) => code >= first && code <= last) && !table.has(character))
        continue;
      const isCapital = code >= 0x41 && code <= 0x5a;
      const expected = table.get(character) ?? (isCapital ? String.fromCharCode(code + 32) : character);
      if (casefold(character) !== expected) {
        assert.equal(casefold(character), expected, `U+${code.toString(16)}`);
      }
    }
  });

  const same: [string, string][] = [
    ['Foo-BAR', 'foo-bar'],
    ['straße', 'STRASSE'],
    ['ΣΑΣ', 'σας'],
    ['ﬁ', 'fi'],
    ['Ꭰ', 'ꭰ'],
  ];
  for (const [left, right] of same) {
    it(`takes ${left} and ${right} for the same`, () => assert.equal(casefold(left), casefold(right)));
  }

  const different: [string, string][] = [
    ['ı', 'i'],
    ['İ', 'i'],
    ['é', 'e\u0301'],
    ['foo', 'foo '],
  ];
  for (const [left, right] of different) {
    it(`tells ${left} from ${right}`, () => assert.notEqual(casefold(left), casefold(right)));
  }
});

it('compareCodePoints orders by code point', () => {
  const ordered = ['', ' ', 'B', 'a', 'a\0', 'ab', 'b', 'é', '技', '\ud7ff', '\ue000', '\uffff', '😀', '😀a'];
  assert.deepEqual([...ordered].reverse().sort(compareCodePoints), ordered);
  assert.equal(compareCodePoints('same', 'same'), 0);
});

describe('truncateCodePoints', () => {
  const cases: [string, string, string][] = [
    ['a text of the limit', 'a'.repeat(10), 'a'.repeat(10)],
    ['one more', 'a'.repeat(11), `${'a'.repeat(9)}…`],
    ['astral characters, which count once', '😀'.repeat(10), '😀'.repeat(10)],
    ['one astral character more', '😀'.repeat(11), `${'😀'.repeat(9)}…`],
    ['blanks before the cut, which go', `1234567 \u3000${'a'.repeat(9)}`, '1234567…'],
    ['nothing', '', ''],
  ];
  for (const [what, text, expected] of cases) {
    it(`cuts ${what}`, () => assert.equal(truncateCodePoints(text, 10), expected));
  }
});
