import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstBodyLine, positionAt, positionInFile, splitFrontmatter } from '../../src/core/frontmatter';
import { universalNewlines } from '../../src/core/python-text';

describe('splitFrontmatter', () => {
  /** Text, state, block, body. */
  const cases: [string, string, string | null, string][] = [
    ['', 'none', null, ''],
    ['body', 'none', null, 'body'],
    ['---\nname: a\n---\nbody\n', 'closed', 'name: a', 'body\n'],
    ['---\r\nname: a\r\n---\r\nbody\r\n', 'closed', 'name: a', 'body\n'],
    ['---\rname: a\r---\rbody', 'closed', 'name: a', 'body'],
    ['---\nname: a\n---', 'closed', 'name: a', ''],
    // The opener: rules 54 and 56.
    [' ---\na: b\n---\n', 'closed', 'a: b', ''],
    ['---   \na: b\n---\n', 'closed', 'a: b', ''],
    ['\xa0---\u2003\na: b\n---\n', 'closed', 'a: b', ''],
    ['\ufeff---\na: b\n---\n', 'none', null, '\ufeff---\na: b\n---\n'],
    ['----\na: b\n---\n', 'none', null, '----\na: b\n---\n'],
    ['--- # c\na: b\n---\n', 'none', null, '--- # c\na: b\n---\n'],
    ['\n---\na: b\n---\n', 'none', null, '\n---\na: b\n---\n'],
    // The closer: rules 57 and 58.
    ['---\na: |\n  x\n    ---  \n  y\n---\n', 'closed', 'a: |\n  x', '  y\n---\n'],
    ['---\na: b\n...\n', 'unclosed', null, '---\na: b\n...\n'],
    ['---\na: b\n----\n', 'unclosed', null, '---\na: b\n----\n'],
    ['---', 'unclosed', null, '---'],
    ['---\n---\nbody', 'blank', null, 'body'],
    ['---\n \t\n\u3000\n---\nbody', 'blank', null, 'body'],
    // The strip: rule 59.
    ['---\n\n  a: b\n  c: d\n\n---\n', 'closed', 'a: b\n  c: d', ''],
    ['---\na: |\n  x\n\n---\n', 'closed', 'a: |\n  x', ''],
    // Lines as Python sees them: rule 53.
    ['---\x0ba: b\x0cc: d\u2028---\x1cbody', 'closed', 'a: b\nc: d', 'body'],
    ['---\na: "b\x85c"\n---\n', 'closed', 'a: "b\nc"', ''],
    ['---\na: b\x1fc\n---\n', 'closed', 'a: b\x1fc', ''],
  ];
  for (const [text, state, block, body] of cases) {
    it(JSON.stringify(text), () => {
      const found = splitFrontmatter(text);
      assert.deepEqual([found.state, found.block, found.body], [state, block, body]);
    });
  }

  it('tells where the block and the body stand, in lines of an editor', () => {
    const text = '---\r\n\r\n   \r\n  name: a\x0cb: c\r\n  d: e\r\n ---\r\nbody\r\n';
    const found = splitFrontmatter(text);
    assert.equal(found.block, 'name: a\nb: c\n  d: e');
    const source = universalNewlines(text);
    const lineOf = (offset: number) => positionAt(source, offset).line;
    assert.deepEqual([lineOf(found.blockOffset), found.blockColumn], [3, 2]);
    assert.deepEqual([lineOf(found.closeOffset), lineOf(found.bodyOffset)], [5, 6]);
    assert.deepEqual(positionInFile(text, found, found.block.indexOf('b: c')), { line: 3, column: 10 });
    assert.deepEqual(positionInFile(text, found, found.block.indexOf('d: e')), { line: 4, column: 2 });
  });

  it('takes a large file as easily as a small one', () => {
    const lines = 'key: value\n'.repeat(100_000);
    assert.equal(splitFrontmatter(`---\n${lines}---\nbody`).body, 'body');
    assert.equal(splitFrontmatter(`---\n${lines}`).state, 'unclosed');
  });
});

it('positionAt counts lines by LF', () => {
  const text = 'ab\nc\u2028d\n';
  const positions = [0, 2, 3, 5, 7].map(offset => positionAt(text, offset));
  assert.deepEqual(
    positions.map(({ line, column }) => `${line}:${column}`),
    ['0:0', '0:2', '1:0', '1:2', '2:0'],
  );
});

describe('firstBodyLine', () => {
  const cases: [string, string | undefined][] = [
    ['', undefined],
    [' \n\t\n\xa0\n', undefined],
    ['---\n ---\n', undefined],
    ['\n\n  First  \nsecond', 'First'],
    ['---\n# Heading', '# Heading'],
    ['\ufeff---\nx', '\ufeff---'],
    ['\x0c\x85x\u2028y', 'x'],
    ['a'.repeat(240), 'a'.repeat(240)],
    ['a'.repeat(241), `${'a'.repeat(239)}…`],
    [`${'a'.repeat(230)}${' '.repeat(9)}bcdef`, `${'a'.repeat(230)}…`],
    ['😀'.repeat(240), '😀'.repeat(240)],
    ['😀'.repeat(241), `${'😀'.repeat(239)}…`],
  ];
  for (const [body, line] of cases) {
    it(JSON.stringify(body.slice(0, 40)), () => assert.equal(firstBodyLine(body), line));
  }
});
