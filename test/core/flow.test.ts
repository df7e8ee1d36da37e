import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findFlowBlock } from '../../src/core/flow/fences';
import { readFlow } from '../../src/core/flow/read-flow';
import { renderMessage } from '../../src/core/message';

const mermaid = (...lines: string[]): string => ['```mermaid', ...lines, '```', ''].join('\n');
const d2 = (...lines: string[]): string => ['```d2', ...lines, '```', ''].join('\n');

/** A flow in one line: its nodes with their labels, its edges with theirs; or the code and line of what is wrong. */
function outcome(text: string): string {
  const flow = readFlow(text);
  if (!flow.ok) return `${flow.code}@${flow.line ?? '-'}`;
  const nodes = flow.nodes.map(({ id, label }) => (id === label ? id : `${id}[${label}]`));
  const edges = flow.edges.map(({ from, to, label }) => `${from}>${to}${label === null ? '' : `:${label}`}`);
  return `${flow.begin}..${flow.end} ${nodes.join(' ')} | ${edges.join(' ')}`;
}

/** Tables whose texts are the lines of one diagram, all with a way from BEGIN to END. */
function check(table: readonly (readonly [text: string, expected: string])[]): void {
  for (const [text, expected] of table) assert.equal(outcome(text), expected, text);
}

test('fences (rule 71)', () => {
  const diagram = 'BEGIN --> END';
  const found = 'mermaid@';
  const table: [text: string, expected: string][] = [
    [`\`\`\`mermaid\n${diagram}\n\`\`\``, `${found}0`],
    [`~~~mermaid\n${diagram}\n~~~~~\t`, `${found}0`],
    [`   \t\`\`\`mermaid\n${diagram}\n\`\`\``, `${found}0`],
    [`\`\`\`  Mermaid title="x"\n${diagram}\n\`\`\``, `${found}0`],
    [`\`\`\`{MERMAID}\n${diagram}\n\`\`\``, `${found}0`],
    [`\`\`\`\`mermaid\n${diagram}\n\`\`\`\n\`\`\`\``, `${found}0`],
    [`\`\`\`mermaid\n\`\`\` x\n${diagram}\n\`\`\``, `${found}0`],
    [`\`\`\`mermaid\n~~~\n${diagram}\n\`\`\``, `${found}0`],
    [`---\ndescription: |\n  \`\`\`mermaid\n  ${diagram}\n  \`\`\`\n---`, `${found}2`],
    [`\`\`\`py\n\`\`\`\n\`\`\`d2\n\`\`\`\n\`\`\`mermaid\n\`\`\``, 'd2@2'],
    [`\`\`\`py\n\`\`\`mermaid\n${diagram}\n\`\`\`\n`, 'none'],
    [`\`\`\`{{mermaid}}\n\`\`\``, 'none'],
    [`\`\`\`{mermaid\n\`\`\``, 'none'],
    [`\`\`\`mermaid-js\n\`\`\``, 'none'],
    ['``mermaid\n``', 'none'],
    ['`~`mermaid\n`~`', 'none'],
    ['', 'none'],
    ['```mermaid\nBEGIN --> END', 'unclosed@0'],
    ['```mermaid\n``', 'unclosed@0'],
    ['````mermaid\n```', 'unclosed@0'],
    ['x\n```py\n```mermaid', 'unclosed@1'],
    // A form feed ends a line for Python, and not for an editor.
    ['x\fy\n```mermaid\n```', `${found}1`],
    ['x\f```mermaid\fA\f```', `${found}0`],
  ];
  for (const [text, expected] of table) {
    const { block, unclosed } = findFlowBlock(text);
    const told = block
      ? `${block.language}@${block.line}`
      : unclosed === null
        ? 'none'
        : `unclosed@${unclosed}`;
    assert.equal(told, expected, text);
  }
});

test('a graph that holds (rule 72)', () => {
  check([
    [mermaid('BEGIN --> END'), 'BEGIN..END BEGIN END | BEGIN>END'],
    [mermaid('a[ begin ] --> b["  End "]'), 'a..b a[begin] b[  End ] | a>b'],
    [mermaid('A[BEGIN] --> C[END]', 'X --> Y', 'X --> Z'), 'A..C A[BEGIN] C[END] X Y Z | A>C X>Y X>Z'],
    [
      mermaid('BEGIN --> q', 'q -->|Yes| END', 'q -->|yes| END'),
      'BEGIN..END BEGIN q END | BEGIN>q q>END:Yes q>END:yes',
    ],
  ]);
});

test('a graph that does not hold (rule 72)', () => {
  check([
    ['no diagram', 'no-diagram@-'],
    ['```mermaid\nBEGIN --> END', 'unclosed-fence@0'],
    [mermaid(), 'no-begin@0'],
    [mermaid('A[Start] --> END'), 'no-begin@0'],
    [mermaid('BEGIN --> B'), 'no-end@0'],
    [mermaid('A[BEGIN] --> END', 'B[begin] --> END'), 'several-begin@2'],
    [mermaid('BEGIN --> A', 'A --> END', 'B[end]'), 'several-end@3'],
    [mermaid('BEGIN --> B', 'END'), 'no-end@0'],
    [mermaid('BEGIN --> B', 'x[END]'), 'end-not-reached@2'],
    [mermaid('BEGIN --> END', 'BEGIN --> BEGIN'), 'unlabelled-edge@1'],
    [mermaid('BEGIN -->|x| END', 'BEGIN -->|  | BEGIN'), 'unlabelled-edge@2'],
    [mermaid('BEGIN -->|x| END', 'BEGIN -->|x| BEGIN'), 'same-label@2'],
    [d2('BEGIN -> END: ""', 'BEGIN -> BEGIN: a'), 'unlabelled-edge@1'],
  ]);
});

test('Mermaid (rule 73)', () => {
  const around = (...lines: string[]): string => mermaid('BEGIN --> A', ...lines, 'Z --> END');
  const held = (rest: string): string => `BEGIN..END BEGIN A ${rest}`;
  check([
    // Headers, comments, directives.
    [mermaid('flowchart TD;', 'graph', 'GRAPH-x --> y', 'BEGIN --> END'), 'BEGIN..END BEGIN END | BEGIN>END'],
    [mermaid('%% x', 'BEGIN --> END %% y', '', '\t'), 'BEGIN..END BEGIN END | BEGIN>END'],
    [
      mermaid(
        'ClassDef a b',
        'class A b',
        'style A b',
        'linkStyle 0 b',
        'click A b',
        'subgraph x',
        'direction TB',
        'END',
        'BEGIN --> x[end]',
      ),
      'BEGIN..x BEGIN x[end] | BEGIN>x',
    ],
    [mermaid('graphs --> END', 'BEGIN --> graphs'), 'BEGIN..END graphs END BEGIN | graphs>END BEGIN>graphs'],
    // Shapes and labels.
    [
      around('A --> Z', 'A[a b]', 'Z{q}'),
      held('Z[q] END | BEGIN>A A>Z Z>END').replace('BEGIN A', 'BEGIN A[a b]'),
    ],
    [around('A(r) --> Z([s])'), held('Z[s] END | BEGIN>A A>Z Z>END').replace('BEGIN A', 'BEGIN A[r]')],
    [around('A --> Z((c))'), held('Z[(c] END | BEGIN>A A>Z Z>END')],
    [around('A --> Z["a ] \\" | b" ]'), held('Z[a ] " | b] END | BEGIN>A A>Z Z>END')],
    [around('A:::x --> Z:::y-z'), held('Z END | BEGIN>A A>Z Z>END')],
    // Arrows and what is written on them.
    [around('A ==> Z'), held('Z END | BEGIN>A A>Z Z>END')],
    [around('A -.-> Z'), held('Z END | BEGIN>A A>Z Z>END')],
    [around('A---Z'), 'end-not-reached@3'],
    [around('A ---Z'), held('Z END | BEGIN>A A>Z Z>END')],
    [around('A[a]---|t|Z'), held('Z END | BEGIN>A A>Z:t Z>END').replace('BEGIN A', 'BEGIN A[a]')],
    [around('A -->| t | Z'), held('Z END | BEGIN>A A>Z:t Z>END')],
    [around('A -- t u --> Z'), held('Z END | BEGIN>A A>Z:t u Z>END')],
    [around('A --- t --- Z'), 'end-not-reached@3'],
    [around('A -. t .-> Z'), held('Z END | BEGIN>A A>Z Z>END')],
    [around('A -- --> Z'), held('Z END | BEGIN>A A>Z Z>END')],
    [around('A -->|| Z'), held('Z END | BEGIN>A A>Z Z>END')],
    [around('A <--> Z;'), held('Z END | BEGIN>A A>Z Z>END')],
    [around('A --> B[x] --> Z'), held('Z END | BEGIN>A A>Z Z>END')],
    [around('A --> Z & B'), held('Z END | BEGIN>A A>Z Z>END')],
    // What it does not understand, and what the graph refuses.
    [around('A --> Z', '--> Z', '"B" --> Z', '[x', 'A --> "Z"'), held('Z END | BEGIN>A A>Z Z>END')],
    [around('A --> Z[]'), 'end-not-reached@3'],
    [around('A --> Z[""]'), 'empty-label@2'],
    [around('A[x] --> Z', 'A[y]'), 'two-labels@3'],
    [around('A[A] --> Z', 'A[y]'), held('Z END | BEGIN>A A>Z Z>END').replace('BEGIN A', 'BEGIN A[y]')],
    [mermaid('sequenceDiagram', 'A->>B: hi'), 'no-begin@0'],
  ]);
});

test('D2 (rule 74)', () => {
  check([
    [d2('BEGIN -> a -> END: t', 'a: Do it'), 'BEGIN..END BEGIN a[Do it] END | BEGIN>a a>END:t'],
    [d2('BEGIN->END # c', '# d'), 'BEGIN..END BEGIN END | BEGIN>END'],
    [d2('x: "begin"', "y: 'end' {", ' z -> {', '  q', ' }', '}', 'x -> y'), 'x..y x[begin] y[end] | x>y'],
    [
      d2('BEGIN -> END', 'a.shape: x', 'a.style.b: y', 'a.b -> c.shape', 'a.foo.bar'),
      'BEGIN..END BEGIN END a.foo.bar | BEGIN>END',
    ],
    [d2('BEGIN -> END', 'a: {shape: x}', 'b:'), 'BEGIN..END BEGIN END | BEGIN>END'],
    [d2('BEGIN: x -> END'), 'BEGIN..END BEGIN END | BEGIN>END'],
    [d2('BEGIN -> \\', 'END'), 'BEGIN..END BEGIN END | BEGIN>END'],
    [d2('BEGIN -> END: "a\\"b -> c"'), 'BEGIN..END BEGIN END | BEGIN>END:a"b -> c'],
    // Markdown blocks.
    [
      d2('BEGIN -> n -> END', 'n: |md # c', '  # head', '    "q" \\ x', '', '  last', ' | '),
      'BEGIN..END BEGIN n[# head\n  "q" \\ x\n\nlast] END | BEGIN>n n>END',
    ],
    [d2('BEGIN -> n -> END', 'n: |md', '', '', '|'), 'BEGIN..END BEGIN n[\n] END | BEGIN>n n>END'],
    [d2('BEGIN -> n -> END', 'n: |md', '|'), 'empty-label@2'],
    [d2('BEGIN -> n -> END', 'n: |md', ' x'), 'unclosed-block@2'],
    [d2('BEGIN -> n -> END', 'n: |md', ' x', '||'), 'unclosed-block@2'],
    [d2('n: |md', ' x', ' y', '|', 'BEGIN -> "a"'), 'bad-id@5'],
    // Everything that is not understood is an error.
    [d2('BEGIN -> "my step" -> END'), 'bad-id@1'],
    [d2('BEGIN -> END', 'my step'), 'bad-id@2'],
    [d2('BEGIN -> END', 'a <- b'), 'bad-id@2'],
    [d2('BEGIN -> END', 'a -- b'), 'bad-id@2'],
    [d2('BEGIN -> -> END'), 'no-id@1'],
    [d2('BEGIN ->', 'END'), 'no-id@1'],
    [d2('BEGIN -> END:'), 'empty-label@1'],
    [d2('BEGIN -> END: {', 'x', '}'), 'empty-label@1'],
    [d2('BEGIN -> END', "a: don't", 'b'), 'unclosed-quote@2'],
    [d2('BEGIN -> END', 'a: "x" y'), 'after-label@2'],
    [d2('BEGIN -> END', 'a: {', ' b: {', ' }'), 'unclosed-brace@2'],
    [d2('BEGIN -> END', '}'), 'unmatched-brace@2'],
    [d2('BEGIN -> END', 'a: x', 'a: y'), 'two-labels@3'],
    [d2('BEGIN -> END', 'a: ""'), 'empty-label@2'],
  ]);
});

test('messages name what is at fault', () => {
  const table: [text: string, expected: string][] = [
    ['x', 'it has no mermaid or d2 block'],
    [mermaid('A --> END'), 'no node is labelled BEGIN'],
    [
      mermaid('BEGIN --> a', 'a --> END', 'a --> b'),
      'the edge from a to END has no label, and a has 2 ways out',
    ],
    [
      mermaid('s[BEGIN] --> a', 'e[END]'),
      'no way leads from the node labelled BEGIN (s) to the one labelled END (e)',
    ],
    [mermaid('a[x]', 'a[y]'), 'node a has two labels: “x” and “y”'],
    [
      d2('"my step" -> END'),
      '“"my step"” is not a node id that kimi-cli reads: letters, digits and _ . / - only, without quotes',
    ],
    [
      'a\n```mermaid',
      'the code block that starts on line 2 is never closed, and no mermaid or d2 block is closed before it',
    ],
  ];
  for (const [text, expected] of table) {
    const flow = readFlow(text);
    assert.equal(flow.ok ? '' : renderMessage(flow.message), expected);
  }
});

test('every recorded flow holds or falls back as kimi-cli had it', () => {
  interface Recorded {
    readonly id: string;
    readonly tree: Readonly<Record<string, unknown>>;
    readonly expect: { readonly skills?: readonly { readonly file: string; readonly type: string }[] };
  }
  let checked = 0;
  for (const name of ['kimi-cli.jsonl', 'kimi-cli-fuzz.jsonl']) {
    const lines = readFileSync(`test/conformance/fixtures/${name}`, 'utf8').trim().split('\n');
    for (const { id, tree, expect } of lines.map(line => JSON.parse(line) as Recorded)) {
      for (const { file, type } of expect.skills ?? []) {
        const text = tree[file.replace('$ROOT/', '')];
        if (typeof text !== 'string' || !/^type: *flow *$/m.test(text.split('\n---')[0] ?? '')) continue;
        assert.equal(readFlow(text.replace(/\r\n?/g, '\n')).ok ? 'flow' : 'standard', type, `${id}: ${file}`);
        checked++;
      }
    }
  }
  assert.ok(checked > 150, `${checked} recorded flows`);
});

test('no text makes it slow', () => {
  const size = 200_000;
  const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length));
  const pieces = [
    '-',
    '-- ',
    '--> ',
    '|',
    '>',
    'A',
    '[',
    '([',
    '"',
    ':::a',
    'A --> B\n',
    '`',
    '```\n',
    ' ',
    '%%',
    '->',
  ];
  pieces.push('{', '#', ': |md\n|\n', 'n: |md\n', '\\', 'a -> ', 'a: "\n', '\f', '.', 'A -- x', 'a -> b\n');
  for (const piece of pieces) {
    for (const text of [mermaid(`A[x] ${fill(piece)}`), d2(fill(piece)), fill(piece)]) {
      const start = performance.now();
      readFlow(text);
      // A few tens of milliseconds on an idle machine; what grows with the square of the text takes minutes.
      assert.ok(performance.now() - start < 3000, JSON.stringify(text.slice(0, 30)));
    }
  }
});
