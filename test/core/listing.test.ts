import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type ListedSkill, renderListing } from '../../src/core/listing';

interface RecordedCase {
  readonly id: string;
  readonly expect: { readonly skills?: readonly ListedSkill[]; readonly prompt?: string };
}

const recorded = readFileSync('test/conformance/fixtures/kimi-cli.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as RecordedCase)
  .filter(({ expect }) => expect.prompt !== undefined);

test('every recorded listing is rendered to the letter', () => {
  assert.ok(recorded.length > 200);
  for (const { id, expect } of recorded) assert.equal(renderListing(expect.skills ?? []), expect.prompt, id);
});

test('scopes come in a fixed order and names in code point order, whatever order the skills are given in', () => {
  const skill = (name: string, scope: ListedSkill['scope']): ListedSkill => ({
    name,
    scope,
    file: `/${scope}/${name}.md`,
    description: 'one\ntwo',
  });
  const names = ['\u{1F600}', '\uFF5E', 'b', 'B', 'a'];
  const rows = renderListing([
    skill('z', 'builtin'),
    skill('y', 'extra'),
    ...names.map(name => skill(name, 'user')),
    skill('x', 'project'),
  ])
    .split('\n')
    .filter(line => /^(-|###) /.test(line));
  assert.deepEqual(rows, [
    '### Project',
    '- x',
    '### User',
    '- B',
    '- a',
    '- b',
    '- \uFF5E',
    '- \u{1F600}',
    '### Extra',
    '- y',
    '### Built-in',
    '- z',
  ]);
});

test('no skills at all', () => {
  assert.equal(renderListing([]), 'No skills found.');
});
