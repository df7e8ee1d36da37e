import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { splitFrontmatter } from '../../src/core/frontmatter';
import { loadPyYaml } from '../../src/core/lazy/yaml';
import { renderMessage } from '../../src/core/message';
import { readPlainFrontmatter } from '../../src/core/plain-frontmatter';
import { isTruthy, type PyValue, type YamlFailure, type YamlOutcome } from '../../src/core/yaml-types';

// The outcomes in these tables are those of PyYAML 6.0.3 itself. Codes and places of errors are our own.

/** A value in short: text in JSON, `int 0` for a number that is zero, `list empty` for an empty list. */
function show(value: PyValue): string {
  switch (value.type) {
    case 'str':
      return JSON.stringify(value.value);
    case 'bytes':
      return `bytes ${value.text === undefined ? 'not UTF-8' : JSON.stringify(value.text)}`;
    case 'null':
    case 'date':
      return value.type;
    case 'bool':
      return String(value.value);
    case 'int':
    case 'float':
      return isTruthy(value) ? value.type : `${value.type} 0`;
    default:
      return isTruthy(value) ? value.type : `${value.type} empty`;
  }
}

/** All values of a block by key, or the code and place of the error. */
function outcome(block: string): Record<string, string> | string {
  const loaded = loadPyYaml(block);
  if (!loaded.ok) return place(loaded);
  return Object.fromEntries([...loaded.mapping].map(([key, value]) => [key, show(value)]));
}

function place({ code, line, column }: YamlFailure): string {
  return `${code} ${line}:${column}`;
}

/** What stands behind `name: `, and what the name is then. */
const values: Record<string, [string, string][]> = {
  text: [
    ['foo', '"foo"'],
    ['"123"', '"123"'],
    ['!!str 123', '"123"'],
    ['&a foo', '"foo"'],
    ['"  "', '"  "'],
    ["it's", '"it\'s"'],
    ['foo#bar', '"foo#bar"'],
    ['a:b', '"a:b"'],
    ['https://x.y/z', '"https://x.y/z"'],
    ['x # y', '"x"'],
    ['Use [foo]', '"Use [foo]"'],
    ['-foo', '"-foo"'],
    ['?foo', '"?foo"'],
    [':foo', '":foo"'],
    ['~foo', '"~foo"'],
    ['y', '"y"'],
    ['n', '"n"'],
    ['Y', '"Y"'],
    ['N', '"N"'],
    ['yEs', '"yEs"'],
    ['1e3', '"1e3"'],
    ['1.5e3', '"1.5e3"'],
    ['12e03', '"12e03"'],
    ['08', '"08"'],
    ['09', '"09"'],
    ['0o12', '"0o12"'],
    ['2024-1-1', '"2024-1-1"'],
    ['0.1.2', '"0.1.2"'],
    ['+.5', '"+.5"'],
    ['+.nan', '"+.nan"'],
    ['.', '"."'],
    ['_1', '"_1"'],
    ['0x', '"0x"'],
    ['1:60', '"1:60"'],
    ['<<foo>>', '"<<foo>>"'],
    ['==', '"=="'],
    ['\ufeffx', '"\ufeffx"'],
    ['a\xa0b', '"a\xa0b"'],
    ['"\\x41\\u00e9\\U0001F600\\_\\N"', '"Aé😀\xa0\x85"'],
    ['"a\\\n   b"', '"ab"'],
    ['"a\n\n b"', '"a\\nb"'],
    ['"a\nb"', '"a b"'],
    ["'it''s'", '"it\'s"'],
    ['! foo', '"foo"'],
    ['!<tag:yaml.org,2002:str> 5', '"5"'],
    ['!!s%74r 5', '"5"'],
    ['!!str {=: 5}', '"5"'],
    ['!!str', '""'],
  ],
  'null and booleans': [
    ['', 'null'],
    ['~', 'null'],
    ['null', 'null'],
    ['Null', 'null'],
    ['NULL', 'null'],
    ['# c', 'null'],
    ['nULL', '"nULL"'],
    ['!!null foo', 'null'],
    ['yes', 'true'],
    ['Yes', 'true'],
    ['YES', 'true'],
    ['on', 'true'],
    ['true', 'true'],
    ['no', 'false'],
    ['off', 'false'],
    ['False', 'false'],
    ['!!bool oN', 'true'],
    ['! "yes"', 'true'],
  ],
  numbers: [
    ['0', 'int 0'],
    ['-0', 'int 0'],
    ['00', 'int 0'],
    ['+0', 'int 0'],
    ['0x0', 'int 0'],
    ['0b0', 'int 0'],
    ['0_', 'int 0'],
    ['0:0', '"0:0"'],
    ['123', 'int'],
    ['012', 'int'],
    ['0777', 'int'],
    ['0x1F', 'int'],
    ['0b11', 'int'],
    ['1_000', 'int'],
    ['1:30', 'int'],
    ['-1:30', 'int'],
    ['190:20:30', 'int'],
    ['+1', 'int'],
    ['!!int "0o17"', 'int'],
    ['!!int " ٣ "', 'int'],
    ['!!int "1:-60"', 'int 0'],
    ['! "5"', 'int'],
    ['0.0', 'float 0'],
    ['-0.0', 'float 0'],
    ['1.0e-400', 'float 0'],
    ['0:0.0', 'float 0'],
    ['1.0', 'float'],
    ['.5', 'float'],
    ['1.', 'float'],
    ['1.5e+3', 'float'],
    ['1.e+3', 'float'],
    ['.inf', 'float'],
    ['-.INF', 'float'],
    ['.nan', 'float'],
    ['1:30.5', 'float'],
    ['!!float 5', 'float'],
    ['!!float 1e3', 'float'],
    ['!!float infinity', 'float'],
    ['!!float "1:-60"', 'float 0'],
  ],
  'dates, bytes and collections': [
    ['2024-01-01', 'date'],
    ['2024-02-29', 'date'],
    ['2024-01-01T10:00:00Z', 'date'],
    ['2024-1-1 1:02:03.4 +05:30', 'date'],
    ['!!timestamp 2024-1-1', 'date'],
    ['!!binary Zm9v', 'bytes "foo"'],
    ['!!binary ""', 'bytes ""'],
    ['!!binary /w==', 'bytes not UTF-8'],
    ['!!binary "Z m 9 v==="', 'bytes "foo"'],
    ['[]', 'list empty'],
    ['[a]', 'list'],
    ['{}', 'map empty'],
    ['{a: b}', 'map'],
    ['{<<: {}}', 'map empty'],
    ['!!set {}', 'set empty'],
    ['!!set {a}', 'set'],
    ['!!omap []', 'list empty'],
    ['!!omap [a: 1]', 'list'],
    ['!!pairs [a: 1]', 'list'],
    ['[a, ]', 'list'],
    ['[a: b]', 'list'],
    ['[-]', 'list'],
    ['{a}', 'map'],
    ['{"a":b}', 'map'],
    ['{? a}', 'map'],
  ],
};

for (const [what, rows] of Object.entries(values)) {
  describe(`a value: ${what}`, () => {
    for (const [written, value] of rows) {
      it(JSON.stringify(written), () => assert.deepEqual(outcome(`name: ${written}`), { name: value }));
    }
  });
}

describe('a value that loses the skill', () => {
  const rows: [string, string][] = [
    ['Use when: x', 'unquoted-colon 0:14'],
    ['"a": b', 'unquoted-colon 0:9'],
    ['@x', 'reserved-character 0:6'],
    ['`x`', 'reserved-character 0:6'],
    ['%x', 'reserved-character 0:6'],
    ['*x', 'alias 0:6'],
    ['**x**', 'alias 0:6'],
    ['& x', 'anchor 0:6'],
    ['[a] b', 'text-after-value 0:10'],
    ['{a} b', 'text-after-value 0:10'],
    ['"a" b', 'text-after-value 0:10'],
    ["'it's'", 'text-after-value 0:10'],
    ['- x', 'misplaced-dash 0:6'],
    ['? x', 'misplaced-question-mark 0:6'],
    [', x', 'reserved-character 0:6'],
    ['] x', 'flow 0:6'],
    ['} x', 'flow 0:6'],
    ['! x: y', 'unquoted-colon 0:9'],
    ['!foo x', 'unknown-tag 0:6'],
    ['!!foo x', 'unknown-tag 0:6'],
    ['!!python/name:os.system x', 'unknown-tag 0:6'],
    ['!e!x y', 'unknown-tag 0:6'],
    ['=', 'bare-equals 0:6'],
    ['<<', 'merge 0:6'],
    ['2024-13-01', 'bad-date 0:6'],
    ['2023-02-29', 'bad-date 0:6'],
    ['2024-01-01 25:00:00', 'bad-date 0:6'],
    ['2024-01-01 1:00:00 +24', 'bad-date 0:6'],
    ['0000-01-01', 'bad-date 0:6'],
    ['0b_', 'bad-number 0:6'],
    ['0x_', 'bad-number 0:6'],
    ['!!int ""', 'bad-number 0:6'],
    ['!!int 1.5', 'bad-number 0:6'],
    ['!!float x', 'bad-number 0:6'],
    ['!!bool y', 'bad-boolean 0:6'],
    ['!!binary Z', 'bad-binary 0:6'],
    ['!!binary é', 'bad-binary 0:6'],
    ['!!set [a]', 'wrong-tag 0:6'],
    ['!!seq {}', 'wrong-tag 0:6'],
    ['!!str []', 'wrong-tag 0:6'],
    ['!!omap [a]', 'wrong-tag 0:14'],
    ['!!map', 'wrong-tag 0:6'],
    ['{[a]: b}', 'unhashable-key 0:7'],
    ['{{x}}', 'unhashable-key 0:7'],
    ['[[a]: b]', 'unhashable-key 0:7'],
    ['"\\q"', 'bad-escape 0:7'],
    ['"C:\\Users"', 'bad-escape 0:9'],
    ['"\\xZZ"', 'bad-escape 0:7'],
    ['"\\U00110000"', 'bad-escape 0:7'],
    ['"a', 'unclosed-quote 0:6'],
    ["'a", 'unclosed-quote 0:6'],
    ['"a\n--- b"', 'unclosed-quote 1:0'],
    ['[a', 'unclosed-bracket 0:6'],
    ['{a', 'unclosed-bracket 0:6'],
    ['[a\nb: c', 'unclosed-bracket 0:6'],
    ['{a: b\nc: d', 'unclosed-bracket 0:6'],
    ['[a b: c: d]', 'unquoted-colon 0:13'],
    ['["a" b]', 'flow 0:11'],
    ['[,a]', 'syntax 0:7'],
    ['[- a]', 'misplaced-dash 0:7'],
    ['[a: b: c]', 'unquoted-colon 0:11'],
    ['[@a]', 'reserved-character 0:7'],
    ['| a', 'block-scalar 0:6'],
    ['>x', 'block-scalar 0:6'],
    ['|0', 'block-scalar 0:7'],
    ['|-\t', 'tab 0:8'],
    ['|#c', 'block-scalar 0:6'],
    ['a\tb', 'tab 0:7'],
    ['a\t', 'tab 0:7'],
    ['\ta', 'tab 0:6'],
    ['a\x01', 'control-character 0:7'],
    ['a\x7f', 'control-character 0:7'],
    ['a\x9f', 'control-character 0:7'],
    ['a\ufffe', 'control-character 0:7'],
    ['a\ud800', 'control-character 0:7'],
    ['"\x1b"', 'control-character 0:7'],
  ];
  for (const [written, error] of rows) {
    it(JSON.stringify(written), () => assert.equal(outcome(`name: ${written}`), error));
  }
});

describe('a block', () => {
  const rows: [string, Record<string, string>][] = [
    ['a: b\na: c', { a: '"c"' }],
    ['a: b\n\n# c\n  # d\nc: d', { a: '"b"', c: '"d"' }],
    ['"a": b\n\'c\': d', { a: '"b"', c: '"d"' }],
    ['a : b', { a: '"b"' }],
    ['1: a\nyes: b\n~: c\nd: e', { d: '"e"' }],
    ['? a\n: b\n? c', { a: '"b"', c: 'null' }],
    ['? |\n  k\n: v', { 'k\n': '"v"' }],
    ['{a: b, c: [d]}', { a: '"b"', c: 'list' }],
    ['{"a":"b"}', { a: '"b"' }],
    ['\ufeffa: b', { a: '"b"' }],
    ['a:\n- b\n- c\nd: e', { a: 'list', d: '"e"' }],
    ['a:\n  - b\nd: e', { a: 'list', d: '"e"' }],
    ['a:\n  b: c\n  d:\n    e: f\ng: h', { a: 'map', g: '"h"' }],
    ['a: b\n  c\n\n  d', { a: '"b c\\nd"' }],
    ['a: "b\nc"\nd: e', { a: '"b c"', d: '"e"' }],
    ["a: 'b\n\n\n  c'", { a: '"b\\n\\nc"' }],
    ['a: |\n  x\n  y', { a: '"x\\ny"' }],
    ['a: |\n  x\n  y\nb: c', { a: '"x\\ny\\n"', b: '"c"' }],
    ['a: >\n  x\n  y\nb: c', { a: '"x y\\n"', b: '"c"' }],
    ['a: >-\n  x\n   y\n\n  z\nb: c', { a: '"x\\n y\\n\\nz"', b: '"c"' }],
    ['a: |+\n  x\n\nb: c', { a: '"x\\n\\n"', b: '"c"' }],
    ['a: |2\n    x\nb: c', { a: '"  x\\n"', b: '"c"' }],
    ['a: |\n\nb: c', { a: '""', b: '"c"' }],
    ['a: |\n  \tx\nb: c', { a: '"\\tx\\n"', b: '"c"' }],
    ['a: | # c\n  # x\nb: c', { a: '"# x\\n"', b: '"c"' }],
    ['a: &x b\nc: *x', { a: '"b"', c: '"b"' }],
    ['a: &x-1_y b\nc: *x-1_y', { a: '"b"', c: '"b"' }],
    ['a: &x [*x]', { a: 'list' }],
    ['&x a: b\nc: *x', { a: '"b"', c: '"a"' }],
    ['&x a: *x', { a: '"a"' }],
    ['a: &x\nb: *x', { a: 'null', b: 'null' }],
    ['a: b\n...', { a: '"b"' }],
    ['a: b\n... # c\n...', { a: '"b"' }],
    ['%YAML 1.1\n--- # c\na: b', { a: '"b"' }],
    ['%TAG !e! tag:yaml.org,2002:\n--- # c\na: !e!int 5\nb: !!str 5', { a: 'int', b: '"5"' }],
    ['%FOO bar\n--- # c\na: b', { a: '"b"' }],
    ['--- # c\na: b', { a: '"b"' }],
    ['--- !!map\na: b', { a: '"b"' }],
    ['--- {a: b}', { a: '"b"' }],
    ['=: a\nb: c', { '=': '"a"', b: '"c"' }],
    ['a: !!str &m {=: x}\nb: {<<: *m}', { a: '"x"', b: 'map' }],
    ['a: {x: &m {k: v}}\n<<: *m', { k: '"v"', a: 'map' }],
    ['<<: {a: 1, b: x}\na: y', { a: '"y"', b: '"x"' }],
    ['<<: [{a: x}, {a: y, b: z}]', { a: '"x"', b: '"z"' }],
    ['<<: {a: x}\n<<: {a: y}', { a: '"y"' }],
    ['<<: []', {}],
    ['!!merge x: {a: b}', { a: '"b"' }],
    ['"<<": a', { '<<': '"a"' }],
    ['&m a: b\n<<: {c: d}', { c: '"d"', a: '"b"' }],
    ['a: &m {<<: *m, b: c}', { a: 'map' }],
    ['a: {? b\n: c}', { a: 'map' }],
  ];
  for (const [block, mapping] of rows) {
    it(JSON.stringify(block), () => assert.deepEqual(outcome(block), mapping));
  }
});

describe('a block that loses the skill', () => {
  const rows: [string, string][] = [
    ['*x : b\nc: &x a', 'alias 0:0'],
    ['"a"#c\n: b', 'indentation 1:0'],
    ['', 'comment-only 0:0'],
    ['# c', 'comment-only 0:0'],
    ['~', 'not-a-mapping 0:0'],
    ['a', 'not-a-mapping 0:0'],
    ['a:b', 'not-a-mapping 0:0'],
    ['- a', 'not-a-mapping 0:0'],
    ['"a"', 'not-a-mapping 0:0'],
    ['[a]', 'not-a-mapping 0:0'],
    ['!!set {a}', 'not-a-mapping 0:0'],
    ['!!omap [a: b]', 'not-a-mapping 0:0'],
    ['--- # c', 'not-a-mapping 0:3'],
    ['a:b\nc: d', 'key-without-colon 0:0'],
    ['a: b\nc:d', 'key-without-colon 1:0'],
    ['a: b\nc', 'key-without-colon 1:0'],
    ['a: b\nc d\ne: f', 'key-without-colon 1:0'],
    ['a: b\n c: d', 'indentation 1:1'],
    ['a: b c\n d e: f', 'unquoted-colon 1:4'],
    ['a:\n  b: c\n d: e', 'indentation 2:1'],
    ['a: "b"\n  c: d', 'indentation 1:2'],
    ['a: "b"\n  c', 'text-after-value 1:2'],
    ['a: b\n- c', 'misplaced-dash 1:0'],
    ['- a\nb: c', 'indentation 1:0'],
    ['a:\n - b\n c', 'key-without-colon 2:1'],
    ['\ta: b', 'tab 0:0'],
    ['a:\tb', 'tab 0:2'],
    ['a: b\n\t\nc: d', 'tab 1:0'],
    ['{\t"a": "b"}', 'tab 0:1'],
    ['a: b\n--- # c\nd: e', 'second-document 1:0'],
    ['a: b\n...\nc: d', 'second-document 2:0'],
    ['... ', 'key-without-colon 0:0'],
    ['%YAML 1.1', 'bad-directive 0:0'],
    ['%YAML 2.0\n--- # c', 'bad-directive 0:0'],
    ['%YAML 1.1\n%YAML 1.1\n--- # c', 'bad-directive 1:0'],
    ['%\n--- #', 'bad-directive 0:0'],
    ['%x\ta: b', 'bad-directive 0:0'],
    [': a', 'empty-key 0:0'],
    ['? a\n: b: c: d', 'unquoted-colon 1:6'],
    ['? [a]\n: b', 'unhashable-key 0:2'],
    ['[a]: b', 'unhashable-key 0:0'],
    ['{a: b}: c', 'unhashable-key 0:0'],
    ['a: *b\nc: &b d', 'alias 0:3'],
    ['a: &x b\nc: &x d', 'duplicate-anchor 1:3'],
    ['a: &x=y b', 'anchor 0:3'],
    ['a: |\n   x\n  y', 'key-without-colon 2:2'],
    ['a: |\n x\n  y: z\nb', 'key-without-colon 3:0'],
    ['<<: a', 'merge 0:4'],
    ['<<: [a]', 'merge 0:5'],
    ['<<:', 'merge 0:3'],
    ['- <<', 'merge 0:2'],
    ['a: !x b', 'unknown-tag 0:3'],
    ['"a\nb": c', 'unquoted-colon 1:2'],
    ['a: &m {*m : b}', 'unhashable-key 0:3'],
    ['a: !!str &x {=: *x}', 'wrong-tag 0:3'],
    ['a: {b: c}}', 'flow 0:9'],
    ['a: b: c', 'unquoted-colon 0:4'],
  ];
  for (const [block, error] of rows) {
    it(JSON.stringify(block), () => assert.equal(outcome(block), error));
  }
});

describe('messages', () => {
  const rows: [string, string][] = [
    ['name: Use when: x', 'unquoted ": " in a value'],
    ['name: a\n  description: b', '"description:" is indented deeper than the key above it'],
    ['name:foo', 'no space after the colon of "name:"'],
    ['name: foo\ndescription:bar', 'no space after the colon in "description:bar"'],
    ['name: [foo] bar', '"bar" after a closing "]"'],
    ['name: "foo" bar baz', '"bar baz" after a closing quote'],
    ['name: @home', '"@" cannot start an unquoted text'],
    ['name: **bold**', '"*" starts an alias, so the text needs quotes'],
    ['name: {{ x }}', '"{{" starts a map inside a map, so the text needs quotes'],
    ['tags: [a, b\nname: c', 'a "[" that is not closed before the next key'],
    ['name:\tfoo', 'a tab where only spaces are allowed'],
    ['name: \x07', 'the invisible character U+0007'],
    ['# name: foo', 'nothing but comments'],
    ['date: 2024-02-30', '"2024-02-30" is not a possible date'],
    ['name: !foo bar', 'the unknown tag "!foo"'],
    [`date: !!int ${'x'.repeat(99)}`, `"${'x'.repeat(39)}…" is not a possible number`],
  ];
  for (const [block, message] of rows) {
    it(JSON.stringify(block.slice(0, 60)), () => {
      const loaded = loadPyYaml(block);
      assert.equal(loaded.ok || renderMessage(loaded.reason), message);
    });
  }
});

describe('positions', () => {
  it('cover key and value as they are written', () => {
    const block = '"name": &a !!str foo\nb:\n  - c\n  - d # e\n\nf: |\n  g\n  h\n? i\n: *a\nj:\nk: { l: m }';
    const loaded = loadPyYaml(block);
    assert.ok(loaded.ok);
    const written = [...loaded.positions].map(([key, { key: keyRange, value }]) => [
      key,
      block.slice(keyRange.start.offset, keyRange.end.offset),
      block.slice(value.start.offset, value.end.offset),
      `${value.start.line}:${value.start.column}`,
    ]);
    assert.deepEqual(written, [
      ['name', '"name"', '&a !!str foo', '0:8'],
      ['b', 'b', '- c\n  - d', '2:2'],
      ['f', 'f', '|\n  g\n  h', '5:3'],
      ['i', 'i', '*a', '9:2'],
      ['j', 'j', '', '10:2'],
      ['k', 'k', '{ l: m }', '11:3'],
    ]);
  });

  it('are those of the last of several same keys', () => {
    const loaded = loadPyYaml('a: b\na: c');
    assert.ok(loaded.ok);
    assert.equal(loaded.positions.get('a')?.key.start.line, 1);
  });
});

describe('limits', () => {
  const code = (loaded: YamlOutcome): string => (loaded.ok ? 'ok' : loaded.code);

  const rows: [string, string, string][] = [
    ['a key of 1024 characters', `${'k'.repeat(1024)}: v`, 'ok'],
    ['a key of 1025 characters', `${'k'.repeat(1025)}: v`, 'long-key'],
    ['1024 astral characters', `a: {${'😀'.repeat(1024)}: v}`, 'ok'],
    ['1025 astral characters', `a: {${'😀'.repeat(1025)}: v}`, 'unquoted-colon'],
    ['a number of 4300 digits', `a: ${'1'.repeat(4300)}`, 'ok'],
    ['a number of 4301 digits', `a: ${'1'.repeat(4301)}`, 'bad-number'],
    ['400 brackets inside one another', `a: ${'['.repeat(400)}${']'.repeat(400)}`, 'ok'],
    ['500 brackets inside one another', `a: ${'['.repeat(500)}${']'.repeat(500)}`, 'too-deep'],
    ['500 dashes', `${'- '.repeat(500)}a`, 'too-deep'],
    [
      'a thousand levels',
      Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      'too-deep',
    ],
    ['keys that double 60 times', doubling(60, '<<: [*a, *a]'), 'too-large'],
    ['lists that double 60 times', doubling(60, 'k: [*a, *a]'), 'ok'],
  ];
  for (const [what, block, expected] of rows) it(what, () => assert.equal(code(loadPyYaml(block)), expected));

  /** Text whose work would grow with its square, were something looked at again and again. */
  const large: [string, string][] = [
    ['['.repeat(1_000_000), 'too-deep'],
    [`a: [${'b: c, '.repeat(170_000)}]`, 'ok'],
    [`a: ${'b '.repeat(500_000)}c`, 'ok'],
    [`a: "${'b\n'.repeat(500_000)}"`, 'ok'],
    [`a: "${'b\n'.repeat(500_000)}`, 'unclosed-quote'],
    [`a: |\n${'  b\n'.repeat(250_000)}`, 'ok'],
    [`a: b${'\n'.repeat(1_000_000)} c`, 'ok'],
    [`a: 1${':0'.repeat(500_000)}`, 'ok'],
    ['a: b\n'.repeat(200_000), 'ok'],
    [`a0: &a0 {k: v}\n${merging(20_000)}`, 'too-large'],
  ];
  for (const [block, expected] of large) {
    it(`a megabyte of ${JSON.stringify(block.slice(0, 30))} in a few seconds`, { timeout: 20_000 }, () => {
      assert.equal(code(loadPyYaml(block)), expected);
    });
  }
});

function doubling(levels: number, content: string): string {
  const lines = ['x0: &x0 {k: v}'];
  for (let level = 1; level < levels; level++) {
    lines.push(`x${level}: &x${level}\n  ${content.replaceAll('*a', `*x${level - 1}`)}`);
  }
  return lines.join('\n');
}

function merging(maps: number): string {
  return Array.from(
    { length: maps },
    (_, index) => `a${index + 1}: &a${index + 1}\n  <<: *a${index}\n  k${index}: v\n`,
  ).join('');
}

describe('the quick path', () => {
  const plain = [
    'name: foo',
    'name: foo bar  \ndescription:   Use it, "always" [now] & then.\n\n# c\ntype: standard',
    'name: a:b#c\nenabled: true\nhidden: false\nnothing:\nlast: 技能 😀',
    'name: "a: b # c"\nother: \'x "y" \\\'\nempty: ""',
    'name: a\nname: b',
  ];
  for (const block of plain) it(`takes ${JSON.stringify(block)}`, () => agrees(block, true));

  const other = [
    '# c',
    '',
    'name: a: b',
    'name: a:',
    'name: a # b',
    'name: yes',
    'yes: a',
    'name: 1',
    'name: a\n  b',
    'name: a\n- b',
    'name: "a" b',
    'name: "a\\n"',
    "name: 'it''s'",
    'name: a\tb',
    'name: a\x07',
    'name:a',
    ' name: a',
    'name : a',
    'name: |\n  a',
    'name: \xa0a',
    `${'k'.repeat(2000)}: a`,
  ];
  for (const block of other) it(`leaves ${JSON.stringify(block.slice(0, 30))}`, () => agrees(block, false));

  it('agrees with the full path on all recorded files', () => {
    let plainOnes = 0;
    for (const block of recordedBlocks()) {
      if (readPlainFrontmatter(block)) {
        agrees(block, true);
        plainOnes++;
      }
    }
    assert.ok(plainOnes > 500, `${plainOnes} plain blocks`);
  });

  it('agrees with the full path on random texts', () => {
    const pieces = [
      'name',
      'yes',
      'true',
      'x',
      'A',
      ': ',
      ':',
      ' ',
      '  ',
      '\n',
      '\n',
      '#',
      ' #',
      '"',
      "'",
      '\\',
      '-',
      '- ',
      '[',
      ']',
      '{',
      ',',
      '&',
      '*',
      '!',
      '|',
      '>',
      '%',
      '@',
      '0',
      '1.5',
      '=',
      '<<',
      '~',
      '\t',
      '\xa0',
      'é',
      '😀',
      '\ufeff',
      '\u2028',
      '\x7f',
      '---',
      '...',
      '?',
      'key: value\n',
      'key: ',
      'key: "',
      "key: '",
      '"\n',
      "'\n",
    ];
    let state = 1;
    const random = (limit: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    };
    let plainOnes = 0;
    for (let round = 0; round < 100_000; round++) {
      const block = Array.from({ length: 1 + random(9) }, () => pieces[random(pieces.length)]).join('');
      if (!readPlainFrontmatter(block)) continue;
      agrees(block, true);
      plainOnes++;
    }
    assert.ok(plainOnes > 500, `${plainOnes} plain blocks`);
  });
});

function agrees(block: string, isPlain: boolean): void {
  const quick = readPlainFrontmatter(block);
  assert.equal(quick !== undefined, isPlain, JSON.stringify(block));
  if (!quick) return;
  const full = loadPyYaml(block);
  assert.deepEqual(full.ok && new Map(full.mapping), quick, JSON.stringify(block));
}

function recordedBlocks(): string[] {
  const blocks: string[] = [];
  for (const file of ['kimi-cli.jsonl', 'kimi-cli-fuzz.jsonl']) {
    for (const line of readFileSync(`test/conformance/fixtures/${file}`, 'utf8').trim().split('\n')) {
      for (const text of Object.values(JSON.parse(line).tree)) {
        const block = typeof text === 'string' ? splitFrontmatter(text).block : null;
        if (block !== null) blocks.push(block);
      }
    }
  }
  return blocks;
}
