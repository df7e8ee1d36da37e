/** YAML 1.2 for agents: what lies in itself too deep is refused before it fills the stack. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadYaml12 } from '../../../src/core/profiles/yaml12';

const LEVELS = 20_000;

for (const [what, block] of [
  ['brackets', `a: ${'['.repeat(LEVELS)}`],
  ['braces', `a: ${'{b: '.repeat(LEVELS)}`],
  ['closed brackets', `a: ${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`],
  ['dashes', `${'- '.repeat(LEVELS)}x`],
  ['question marks', `${'? '.repeat(LEVELS)}x`],
  ['nothing but question marks', `a: b\n${'? '.repeat(LEVELS)}\nc: d`],
  ['indentation', Array.from({ length: 1_500 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
] as const) {
  test(`${what} in each other are no YAML that is taken in`, () => {
    const outcome = loadYaml12(block, { uniqueKeys: true });
    assert.deepEqual([outcome.ok, !outcome.ok && outcome.code], [false, 'syntax']);
  });
}

test('what is usual is taken in: long lists, long texts, a few levels', () => {
  const block = [
    `list: [${Array.from({ length: 5_000 }, () => '[a, {b: c}]').join(', ')}]`,
    'text: |',
    ...Array.from({ length: 300 }, (_, line) => `${' '.repeat(2 + (line % 40))}line - - ? [`),
    'deep:',
    ...Array.from({ length: 40 }, (_, level) => `${' '.repeat(level + 1)}key:`),
  ].join('\n');
  assert.equal(loadYaml12(block.replaceAll('line - - ? [', 'line - - ?'), { uniqueKeys: true }).ok, true);
});
