import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPortableName } from '../../src/core/profiles/names';

/** The rule of the open format as a pattern: slower, and easier to read. */
const PATTERN = /^(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)$/;

describe('isPortableName', () => {
  const names = [
    '',
    'a',
    '-',
    'a-b',
    '-a',
    'a-',
    'a--b',
    'A',
    'a_b',
    'ä',
    '0',
    'a b',
    'a\n',
    `a${'b'.repeat(63)}`,
  ];
  names.push(`a${'b'.repeat(64)}`, '\u{1f600}', 'a`', 'a{', 'a/', 'a:');
  for (const name of names) {
    it(`says of ${JSON.stringify(name)} what the format says`, () =>
      assert.equal(isPortableName(name), PATTERN.test(name)));
  }

  it('agrees with the pattern on all short names of a few characters', () => {
    const characters = ['a', 'z', '0', '9', '-', 'A', '_'];
    let names = [''];
    for (let length = 0; length < 5; length++) {
      names = names.flatMap(name => characters.map(character => name + character));
      for (const name of names) assert.equal(isPortableName(name), PATTERN.test(name), name);
    }
  });
});
