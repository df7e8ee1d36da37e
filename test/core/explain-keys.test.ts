/** What becomes of the keys of a frontmatter, and where they stand. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { TextContext } from '../../src/core/checks/skill-source';
import { readKeys } from '../../src/core/explain/frontmatter-keys';
import { renderMessage } from '../../src/core/message';

const context: TextContext = {
  profile: 'kimi-cli',
  file: '/r/x/SKILL.md',
  form: 'directory',
  defaultName: 'x',
};

async function read(...lines: readonly string[]): Promise<string[]> {
  const readings = await readKeys(`---\n${lines.join('\n')}\n---\n\nBody.\n`, context);
  return readings.map(({ key, keyRange, valueRange, meaning }) => {
    const [from, to] = [valueRange.start, valueRange.end];
    return `${key} ${keyRange.start.line + 1} ${from.character}-${to.character}: ${renderMessage(meaning)}`;
  });
}

test('each key with its value and what is made of it', async () => {
  assert.deepEqual(await read('name: maps', 'description: "Draws maps."', 'license: MIT'), [
    'name 2 6-10: Called “maps”',
    'description 3 13-26: The model is told: Draws maps.',
    'license 4 9-12: kimi-cli passes over this key, but its value has to be valid YAML',
  ]);
});

test('values that count as none', async () => {
  assert.deepEqual(await read('name: no', 'description:', 'type: flow'), [
    'name 2 6-8: Counts as none: called “x” by default',
    'description 3 12-12: Counts as none. The model is told: Body.',
    'type 4 6-10: Loads as standard: its flow does not hold',
  ]);
});

test('a skill that is dropped says so at the keys that matter', async () => {
  assert.deepEqual(await read('name: on'), [
    'name 2 6-8: kimi-cli drops this skill: name is the boolean true, which is not text',
  ]);
});

test('frontmatter that does not load has no keys', async () => {
  assert.deepEqual(await read('name: a: b'), []);
});
