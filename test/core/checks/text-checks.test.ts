/** Each check of a text: one that it finds, at its place, and one that it leaves alone. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkText, TEXT_CHECKS } from '../../../src/core/checks/check-text';
import type { Problem } from '../../../src/core/checks/problem';
import type { TextContext } from '../../../src/core/checks/skill-source';
import { explanationOf } from '../../../src/core/explain/explanations';
import { renderMessage } from '../../../src/core/message';
import { loadProfile } from '../../../src/core/profiles/load-profile';

/** `failing` has a problem of this code at `at` (line:column, both from 1); `passing` has none of this code. */
interface Row {
  readonly failing: string;
  readonly at: string;
  readonly passing: string;
  /** Default: `x/SKILL.md`. */
  readonly file?: string;
}

const matter = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\n\nBody.\n`;
const described = (description: string) => matter('name: x', `description: ${description}`);
const flow = (...lines: readonly string[]) =>
  `${matter('name: x', 'description: d', 'type: flow')}\n\`\`\`mermaid\nflowchart TD\n${lines.join('\n')}\n\`\`\`\n`;
const d2 = (...lines: readonly string[]) =>
  `${matter('name: x', 'description: d', 'type: flow')}\n\`\`\`d2\n${lines.join('\n')}\n\`\`\`\n`;
/** A few lines that make millions of keys. */
const manyMerges = () =>
  [...'bcdefgh'].map((name, index) => `${name}: &${name} {<<: [${`*${'abcdefg'[index]}, `.repeat(10)}]}`);
const good = described('Draws maps.');
const goodFlow = flow('A[BEGIN] --> B[Work]', 'B --> C[END]');

const ROWS: Readonly<Record<string, Row>> = {
  // Fences
  bom: { failing: `\ufeff${good}`, at: '1:1', passing: good },
  'frontmatter-not-first': {
    failing: `\n\n${good}`,
    at: '3:1',
    passing: 'Text.\n\n---\n\nMore: text.\n\n---\n',
  },
  'frontmatter-unclosed': { failing: '---\nname: x\n\n# Body\n', at: '1:1', passing: good },
  'no-frontmatter': { failing: '# Maps\n\nDraws.\n', at: '1:1', passing: good },
  'fence-in-block-scalar': {
    failing: '---\nname: x\ndescription: |\n  One\n  ---\n  Two\n---\n\nBody.\n',
    at: '5:1',
    passing: '---\nname: x\ndescription: |\n  One\n---\n\nBody.\n\n---\n\nMore.\n',
  },
  // YAML
  'indented-frontmatter': {
    failing: matter('  name: x', '  description: d'),
    at: '2:1',
    passing: matter('  name: x'),
  },
  'unquoted-colon': {
    failing: described('Use when: editing'),
    at: '3:22',
    passing: described('"Use when: editing"'),
  },
  alias: { failing: described('*bold* words'), at: '3:14', passing: described('"*bold* words"') },
  anchor: { failing: described('& more'), at: '3:14', passing: described('this & more') },
  'bad-binary': { failing: described('!!binary "YQ"'), at: '3:14', passing: described('!!binary "YQ=="') },
  'bad-boolean': { failing: described('!!bool maybe'), at: '3:14', passing: described('!!str maybe') },
  'bad-date': {
    failing: matter('name: x', 'date: 2026-13-01'),
    at: '3:7',
    passing: matter('date: 2026-12-01'),
  },
  'bad-directive': { failing: matter('%YAML 2.0', 'name: x'), at: '2:1', passing: matter('name: "%YAML"') },
  'bad-escape': { failing: described('"C:\\Users"'), at: '3:17', passing: described("'C:\\Users'") },
  'bad-number': { failing: matter('name: x', 'v: 0b_'), at: '3:4', passing: matter('name: x', 'v: 0b1') },
  'bare-equals': { failing: described('='), at: '3:14', passing: described('a = b') },
  'block-scalar': { failing: described('> 5 items'), at: '3:14', passing: described('">5 items"') },
  'comment-only': { failing: matter('# name: x'), at: '2:1', passing: matter('# a', 'name: x') },
  'control-character': { failing: described('a\u0007b'), at: '3:15', passing: described('ab') },
  'duplicate-anchor': {
    failing: matter('a: &n 1', 'b: &n 2'),
    at: '3:4',
    passing: matter('a: &n 1', 'b: &m 2'),
  },
  'empty-key': { failing: matter(': x'), at: '2:1', passing: matter('x:') },
  brackets: { failing: described(']x'), at: '3:14', passing: described('x]') },
  indentation: {
    failing: matter('name: x', '  description: d'),
    at: '3:3',
    passing: matter('name: x', 'description: d'),
  },
  'key-without-colon': {
    failing: matter('name: x', 'description:d'),
    at: '3:1',
    passing: matter('name: x', 'description: d'),
  },
  'long-key': {
    failing: matter('name: x', `${'k'.repeat(1100)}: v`),
    at: '3:1',
    passing: matter('name: x', `${'k'.repeat(1000)}: v`),
  },
  merge: { failing: matter('name: x', '<<: text'), at: '3:5', passing: matter('name: x', '<<: {a: b}') },
  'misplaced-dash': { failing: described('- item'), at: '3:14', passing: described('-item') },
  'misplaced-question-mark': { failing: described('? what'), at: '3:14', passing: described('?what') },
  'not-a-mapping': { failing: matter('name:x'), at: '2:1', passing: matter('name: x') },
  'reserved-character': { failing: described('@home'), at: '3:14', passing: described('home@') },
  'second-document': {
    failing: matter('name: x', '...', '--- # again', 'name: y'),
    at: '4:1',
    passing: matter('name: x', '...'),
  },
  syntax: { failing: matter('a: [b, , c]'), at: '2:8', passing: matter('a: [b, c]') },
  tab: { failing: matter('name: x', 'description:\td'), at: '3:13', passing: matter('name: "a\tb"') },
  'text-after-value': { failing: described('"Draws" maps'), at: '3:22', passing: described('Draws "maps"') },
  'nesting-too-deep': {
    failing: matter(`a: ${'['.repeat(600)}`),
    at: '2:453',
    passing: matter(`a: ${'['.repeat(9)}${']'.repeat(9)}`),
  },
  'too-large': { failing: matter('a: &a {x: 1}', ...manyMerges()), at: '9:4', passing: good },
  'unclosed-bracket': { failing: described('[draft'), at: '3:14', passing: described('[draft]') },
  'unclosed-quote': { failing: described('"Draws maps'), at: '3:14', passing: described('"Draws maps"') },
  'unhashable-key': { failing: matter('{{ x }}: y'), at: '2:1', passing: matter('"{{ x }}": y') },
  'unknown-tag': { failing: described('!important'), at: '3:14', passing: described('"!important"') },
  'wrong-tag': { failing: described('!!int [1]'), at: '3:14', passing: described('"!!int"') },
  // Values
  'name-not-text': {
    failing: matter('name: on', 'description: d'),
    at: '2:7',
    passing: matter('name: "on"'),
  },
  'description-not-text': { failing: described('42'), at: '3:14', passing: described('"42"') },
  'unknown-type': {
    failing: matter('name: x', 'type: agent'),
    at: '3:7',
    passing: matter('name: x', 'type: standard'),
  },
  'value-ignored': {
    failing: matter('name: off', 'description: d'),
    at: '2:7',
    passing: matter('name: "off"'),
  },
  'comment-in-value': {
    failing: described('Fixes issue #12'),
    at: '3:26',
    passing: described('Fixes issue#12'),
  },
  'key-wrong-case': {
    failing: matter('Name: x', 'description: d'),
    at: '2:1',
    passing: matter('name: x', 'Name: y'),
  },
  'duplicate-key': {
    failing: matter('name: x', 'description: a', 'name: y'),
    at: '2:1',
    passing: matter('name: x', 'metadata:', '  name: y'),
  },
  'no-description': { failing: matter('name: x'), at: '1:1', passing: good },
  // Flows
  'flow-no-diagram': {
    failing: matter('name: x', 'description: d', 'type: flow'),
    at: '1:1',
    passing: goodFlow,
  },
  'flow-unclosed-fence': {
    failing: `${matter('name: x', 'type: flow')}\n\`\`\`mermaid\nA --> B\n`,
    at: '8:1',
    passing: goodFlow,
  },
  'flow-no-begin': { failing: flow('A[Work] --> B[END]'), at: '9:1', passing: goodFlow },
  'flow-several-begin': {
    failing: flow('A[BEGIN] --> B[END]', 'C[BEGIN] --> B'),
    at: '12:1',
    passing: goodFlow,
  },
  'flow-no-end': { failing: flow('A[BEGIN] --> B[Work]'), at: '9:1', passing: goodFlow },
  'flow-several-end': {
    failing: flow('A[BEGIN] --> B[END]', 'A --> C[END]'),
    at: '12:1',
    passing: goodFlow,
  },
  'flow-end-not-reached': {
    failing: flow('A[BEGIN] --> B[Work]', 'C[Other] --> D[END]'),
    at: '12:1',
    passing: goodFlow,
  },
  'flow-unlabelled-edge': {
    failing: flow('A[BEGIN] --> B[END]', 'A --> C[Work]', 'C --> B'),
    at: '11:1',
    passing: goodFlow,
  },
  'flow-same-label': {
    failing: flow('A[BEGIN] -->|yes| B[END]', 'A -->|yes| C[Work]', 'C --> B'),
    at: '12:1',
    passing: goodFlow,
  },
  'flow-empty-label': { failing: d2('a: ""', 'BEGIN -> a -> END'), at: '10:1', passing: goodFlow },
  'flow-two-labels': {
    failing: flow('A[BEGIN] --> B[One]', 'B[Two] --> C[END]'),
    at: '12:1',
    passing: goodFlow,
  },
  'flow-unclosed-block': { failing: d2('a: |md', 'text', 'BEGIN -> a'), at: '10:1', passing: goodFlow },
  'flow-unmatched-brace': { failing: d2('BEGIN -> END', '}'), at: '11:1', passing: goodFlow },
  'flow-unclosed-brace': { failing: d2('BEGIN -> END', 'a: {'), at: '11:1', passing: goodFlow },
  'flow-unclosed-quote': { failing: d2('BEGIN -> END: "why'), at: '10:1', passing: goodFlow },
  'flow-no-id': { failing: d2('BEGIN -> -> END'), at: '10:1', passing: goodFlow },
  'flow-bad-id': { failing: d2('BEGIN -> "a b" -> END'), at: '10:1', passing: goodFlow },
  'flow-after-label': { failing: d2('BEGIN -> END: "a" b'), at: '10:1', passing: goodFlow },
  // The open format
  'document-as-skill': {
    failing: '# Our skills\n\nText.\n',
    at: '1:1',
    passing: '# Our skills\n\nText.\n',
    file: 'README.md',
  },
  'not-typeable': { failing: matter('name: My Skill!'), at: '2:7', passing: matter('name: My_Skill') },
  'name-not-portable': { failing: matter('name: My_Skill'), at: '2:7', passing: matter('name: my-skill') },
  'name-not-folder': { failing: matter('name: toolkit'), at: '2:7', passing: matter('name: x') },
  'description-too-long': {
    failing: described('d'.repeat(1025)),
    at: '3:14',
    passing: described('d'.repeat(1024)),
  },
  'body-too-long': {
    failing: `${good}${'line\n'.repeat(500)}`,
    at: '505:1',
    passing: `${good}${'line\n'.repeat(498)}`,
  },
};

/** Millions of keys take a second to count, and need that only once. */
const QUICK_ROWS = Object.entries(ROWS).filter(([code]) => code !== 'too-large');

function contextOf(file: string): TextContext {
  const form = file.endsWith('/SKILL.md') ? 'directory' : 'flat';
  const defaultName = form === 'directory' ? (file.split('/').at(-2) ?? '') : file.replace(/\.md$/, '');
  return { profile: 'kimi-cli', file: `/root/${file}`, form, defaultName };
}

function place({ range }: Problem): string {
  return `${range.start.line + 1}:${range.start.character + 1}`;
}

for (const check of TEXT_CHECKS) {
  test(`${check.code} is found, at its place, and only where it is`, async () => {
    const row = ROWS[check.code];
    assert.ok(row, 'the table has a row for the code');
    assert.ok(explanationOf(check.code), 'the code is explained');
    const passing = await checkText(row.passing, contextOf(row.file ? 'other.md' : 'x/SKILL.md'));
    assert.deepEqual(
      passing.filter(({ code }) => code === check.code),
      [],
    );
    const found = await checkText(row.failing, contextOf(row.file ?? 'x/SKILL.md'));
    const problem = found.find(({ code }) => code === check.code);
    assert.ok(problem, `found only ${found.map(({ code, range }) => `${code} ${range.start.line}`)}`);
    assert.equal(place(problem), row.at, renderMessage(problem.message));
    assert.doesNotMatch(renderMessage(problem.message), /\{\d\}|undefined|\[object/);
  });
}

test('a place is the same with CRLF and with lone CR as with LF', async () => {
  for (const [code, { failing, file = 'x/SKILL.md' }] of QUICK_ROWS) {
    const [lf, crlf, cr] = await Promise.all(
      ['\n', '\r\n', '\r'].map(end => checkText(failing.replaceAll('\n', end), contextOf(file))),
    );
    assert.deepEqual(crlf, lf, code);
    assert.deepEqual(cr, lf, code);
  }
});

test('what loses a skill is an error, and only that', async () => {
  for (const [code, { failing, passing, file = 'x/SKILL.md' }] of QUICK_ROWS) {
    for (const text of [failing, passing]) {
      const { profile, form, defaultName } = contextOf(file);
      const { ok } = await (await loadProfile(profile)).parse(text, defaultName, form);
      const problems = await checkText(text, contextOf(file));
      assert.equal(
        problems.some(({ severity }) => severity === 'error'),
        !ok,
        `${code}: ${text}`,
      );
    }
  }
});
