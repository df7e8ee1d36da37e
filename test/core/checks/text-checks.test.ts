/** Each check of a text: one that it finds, at its place, and one that it leaves alone. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkSource, checkText } from '../../../src/core/checks/check-text';
import type { Problem } from '../../../src/core/checks/problem';
import { checksOf } from '../../../src/core/checks/product-checks';
import { readSource, type SkillSource, type TextContext } from '../../../src/core/checks/skill-source';
import { YAML_PROBLEM_CODES } from '../../../src/core/checks/yaml-errors';
import { ruleFor } from '../../../src/core/explain/explanations';
import { message, renderMessage } from '../../../src/core/message';
import { loadProfile } from '../../../src/core/profiles/load-profile';
import type { ProfileId } from '../../../src/core/types';

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

const KIMI_CLI: Readonly<Record<string, Row>> = {
  // Fences
  'evaluates-javascript': {
    failing: '---js\n{ name: "x", description: "d" }\n---\n',
    at: '1:1',
    passing: '---jsx\nname: x\n---\n',
  },
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

/** What kimi-code does otherwise, and what it has in common. */
const KIMI_CODE: Readonly<Record<string, Row>> = {
  // Fences
  'evaluates-javascript': KIMI_CLI['evaluates-javascript']!,
  'frontmatter-not-first': { failing: `\n\n${good}`, at: '3:1', passing: `\ufeff${good}` },
  'frontmatter-unclosed': { failing: '---\nname: x\n\n# Body\n', at: '1:1', passing: good },
  'no-frontmatter': { failing: '# Maps\n\nDraws.\n', at: '1:1', passing: good },
  'fence-in-block-scalar': KIMI_CLI['fence-in-block-scalar']!,
  // YAML, as js-yaml reads it
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
  'reserved-character': { failing: described('@home'), at: '3:14', passing: described('home@') },
  alias: { failing: described('*bold* words'), at: '3:14', passing: described('"*bold* words"') },
  tab: { failing: matter('name: x', '\tdescription: d'), at: '3:1', passing: described('\td') },
  'duplicate-key': {
    failing: matter('name: x', 'description: a', 'name: y'),
    at: '4:1',
    passing: matter('name: x', 'metadata:', '  name: y'),
  },
  'unclosed-quote': { failing: described('"Draws maps'), at: '3:14', passing: described('"Draws maps"') },
  'unclosed-bracket': { failing: described('[draft'), at: '3:14', passing: described('"[draft"') },
  'not-a-mapping': { failing: matter('name:x'), at: '2:1', passing: matter('name: x') },
  'control-character': { failing: described('a\u0007b'), at: '3:15', passing: described('ab') },
  // Values
  'no-name': { failing: matter('description: d'), at: '1:1', passing: good },
  'no-description': { failing: matter('name: x'), at: '1:1', passing: good },
  'name-not-text': { failing: matter('name: 123', 'description: d'), at: '2:7', passing: matter('name: on') },
  'description-not-text': { failing: described('42'), at: '3:14', passing: described('no') },
  'unknown-type': {
    failing: matter('name: x', 'description: d', 'type: standard'),
    at: '4:7',
    passing: matter('name: x', 'description: d', 'type: reference'),
  },
  'value-ignored': {
    failing: matter('name: 123', 'description: d'),
    at: '2:7',
    passing: matter('name: off', 'description: no'),
    file: 'other.md',
  },
  'comment-in-value': KIMI_CLI['comment-in-value']!,
  'key-wrong-case': {
    failing: matter('name: x', 'description: d', 'When-To-Use: now'),
    at: '4:1',
    passing: matter('name: x', 'description: d', 'whenToUse: now', 'when_to_use: now'),
  },
  // The open format, and what is special to it
  'document-as-skill': KIMI_CLI['document-as-skill']!,
  'replaces-builtin': {
    failing: matter('name: write-goal', 'description: d'),
    at: '2:7',
    passing: matter('name: write-goals', 'description: d'),
  },
  'name-not-portable': {
    failing: matter('name: My Skill!', 'description: d'),
    at: '2:7',
    passing: good,
  },
  'name-not-folder': {
    failing: matter('name: toolkit', 'description: d'),
    at: '2:7',
    passing: good,
  },
  'description-too-long': KIMI_CLI['description-too-long']!,
  'description-cut': {
    failing: described('d'.repeat(251)),
    at: '3:14',
    passing: described('d'.repeat(250)),
  },
  'body-too-long': KIMI_CLI['body-too-long']!,
};

const PRODUCTS: readonly (readonly [ProfileId, Readonly<Record<string, Row>>])[] = [
  ['kimi-cli', KIMI_CLI],
  ['kimi-code', KIMI_CODE],
];

/** Millions of keys take a second to count, and need that only once. */
const QUICK_ROWS = PRODUCTS.flatMap(([profile, rows]) =>
  Object.entries(rows)
    .filter(([code]) => code !== 'too-large')
    .map(([code, row]) => ({ ...row, code, context: contextOf(row.file ?? 'x/SKILL.md', profile) })),
);

function contextOf(file: string, profile: ProfileId): TextContext {
  const form = file.endsWith('/SKILL.md') ? 'directory' : 'flat';
  const defaultName = form === 'directory' ? (file.split('/').at(-2) ?? '') : file.replace(/\.md$/, '');
  return { profile, file: `/root/${file}`, form, defaultName };
}

function place({ range }: Problem): string {
  return `${range.start.line + 1}:${range.start.character + 1}`;
}

for (const [profile, rows] of PRODUCTS) {
  for (const [code, row] of Object.entries(rows)) {
    test(`${profile}: ${code} is found, at its place, and only where it is`, async () => {
      assert.ok(ruleFor(profile, code), 'the code is explained');
      const passing = await checkText(row.passing, contextOf(row.file ? 'other.md' : 'x/SKILL.md', profile));
      assert.deepEqual(
        passing.filter(problem => problem.code === code),
        [],
      );
      const found = await checkText(row.failing, contextOf(row.file ?? 'x/SKILL.md', profile));
      const problem = found.find(one => one.code === code);
      assert.ok(problem, `found only ${found.map(one => `${one.code} ${one.range.start.line}`)}`);
      assert.equal(place(problem), row.at, renderMessage(problem.message));
      assert.equal(found.filter(one => one.code === code).length, 1);
      assert.doesNotMatch(renderMessage(problem.message), /\{\d\}|undefined|\[object/);
    });
  }

  test(`${profile}: every check has a row`, () => {
    const known = checksOf(profile).map(({ code }) => code);
    // A mark is no harm to kimi-code.
    const wanted =
      profile === 'kimi-cli' ? [...known, ...YAML_PROBLEM_CODES] : known.filter(code => code !== 'bom');
    assert.deepEqual(
      wanted.filter(code => !rows[code]),
      [],
    );
  });
}

test('no other product is named in what is said of one', async () => {
  for (const { failing, context } of QUICK_ROWS.filter(row => row.context.profile !== 'kimi-cli')) {
    for (const problem of await checkText(failing, context)) {
      assert.doesNotMatch(renderMessage(problem.message), /kimi-cli/, problem.code);
    }
  }
});

test('a place is the same with CRLF as with LF, and where the product takes it for a line end, with lone CR', async () => {
  for (const { failing, code, context } of QUICK_ROWS) {
    const [lf, crlf, cr] = await Promise.all(
      ['\n', '\r\n', '\r'].map(end => checkText(failing.replaceAll('\n', end), context)),
    );
    assert.deepEqual(crlf, lf, code);
    if (context.profile === 'kimi-cli') assert.deepEqual(cr, lf, code);
  }
});

test('what loses a skill is an error, and only that', async () => {
  for (const { failing, passing, code, context } of QUICK_ROWS) {
    for (const text of [failing, passing]) {
      const { profile, form, defaultName } = context;
      const { ok } = await (await loadProfile(profile)).parse(text, defaultName, form);
      const problems = await checkText(text, context);
      assert.equal(
        problems.filter(({ severity }) => severity === 'error').length,
        ok ? 0 : 1,
        `${code}: ${text}`,
      );
    }
  }
});

test('a flat file of kimi-code may do without frontmatter, and what it loses by that is a warning', async () => {
  const codes = async (text: string) =>
    (await checkText(text, contextOf('maps.md', 'kimi-code'))).map(
      ({ code, severity }) => `${severity} ${code}`,
    );
  assert.deepEqual(await codes('Draws maps.\n'), ['information no-frontmatter']);
  assert.deepEqual(await codes(matter('name: maps')), ['information no-description']);
  assert.deepEqual(await codes(`\n${matter('name: maps', 'description: d')}`), [
    'warning frontmatter-not-first',
  ]);
  assert.deepEqual(await codes('---\nname: maps\n'), ['error frontmatter-unclosed']);
});

test('frontmatter that OpenCode runs is warned of once, whoever is asked, and is no loss to OpenCode', async () => {
  const said = async (profile: ProfileId, text: string) =>
    (await checkText(text, contextOf('x/SKILL.md', profile)))
      .filter(({ code }) => code === 'evaluates-javascript')
      .map(({ severity, message }) => `${severity}: ${renderMessage(message)}`);
  for (const opening of ['---js', '---javascript', '---JS ', '--- JavaScript', '\ufeff---js']) {
    const text = `${opening}\n{ name: "x" }\n---\n`;
    for (const profile of ['kimi-cli', 'kimi-code', 'gemini-cli', 'qwen-code'] as const) {
      const [only, ...others] = await said(profile, text);
      assert.match(
        only ?? '',
        /^warning: OpenCode runs this frontmatter as JavaScript/,
        `${profile} ${opening}`,
      );
      assert.deepEqual(others, []);
    }
    const [only, ...others] = await said('opencode', text);
    assert.match(only ?? '', /^warning: OpenCode runs its frontmatter as JavaScript/);
    assert.doesNotMatch(only ?? '', /drops/);
    assert.deepEqual(others, []);
  }
  for (const opening of ['----js', '---json', '---typescript', '---', '--- # js'])
    assert.deepEqual(await said('opencode', `${opening}\n{ name: "x" }\n---\n`), [], opening);
});

test('a product without a table: its verdict and its remarks, in its name, with the fixes that any product has', async () => {
  const source = await readSource(good, contextOf('x/SKILL.md', 'kimi-code'));
  const said = (outcome: SkillSource['outcome']) =>
    checkSource({ ...source, profile: 'goose', outcome }).map(
      ({ code, severity, message, fixes }) => `${severity} ${code}: ${renderMessage(message)} [${fixes}]`,
    );
  const reason = message('its name has {0} characters', 70);
  assert.deepEqual(said({ ok: false, name: 'x', code: 'name-too-long', reason, line: 2 }), [
    'error name-too-long: its name has 70 characters: Goose drops this skill []',
  ]);
  assert.deepEqual(said({ ok: false, name: 'x', code: 'no-description', reason: message('no text') }), [
    'error no-description: no text: Goose drops this skill [fill-in]',
  ]);
  const { outcome } = source;
  assert.ok(outcome.ok);
  const remark = { code: 'odd', severity: 'warning', text: message('it is odd') } as const;
  assert.deepEqual(said({ ...outcome, remarks: [remark] }), ['warning odd: it is odd []']);
  assert.equal(ruleFor('goose', 'odd'), undefined);
});
