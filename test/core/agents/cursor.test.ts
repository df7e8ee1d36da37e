/** The directories of Cursor, and that no more is claimed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRODUCTS } from '../../../src/core/products';
import { ok, repository } from '../resolved';
import { answerOf, listed, matter, verdicts } from './answers';

const PLACES = ['.agents/skills', '.cursor/skills', '.claude/skills', '.codex/skills'];

test('Cursor: all directories of its documentation, of project and user', async () => {
  const files = ['R', 'home'].flatMap(base => PLACES.map(place => `${base}/${place}`));
  const layout = Object.fromEntries(
    files.map((place, index) => [`${place}/s${index}/SKILL.md`, ok(`s${index}`)]),
  );
  assert.deepEqual(
    await listed('cursor', repository(layout)),
    files.map((place, index) => `s${index} < ${place}/s${index}/SKILL.md`),
  );
});

test('Cursor: no other directory', async () => {
  const layout = repository({
    'R/.github/skills/a/SKILL.md': ok('a'),
    'R/skills/b/SKILL.md': ok('b'),
    'home/.config/agents/skills/c/SKILL.md': ok('c'),
  });
  assert.deepEqual(await listed('cursor', layout), []);
});

test('Cursor: of two of one name it is not documented which wins, wherever they are', async () => {
  const layout = repository({
    'R/.agents/skills/a/SKILL.md': ok('a'),
    'R/.cursor/skills/a/SKILL.md': ok('a'),
    'home/.codex/skills/a/SKILL.md': ok('a'),
    'home/.codex/skills/b/SKILL.md': ok('b'),
  });
  assert.deepEqual(await verdicts('cursor', layout), [
    'R/.agents/skills/a/SKILL.md: ambiguous (not-documented)',
    'R/.cursor/skills/a/SKILL.md: ambiguous (not-documented)',
    'home/.codex/skills/a/SKILL.md: ambiguous (not-documented)',
    'home/.codex/skills/b/SKILL.md: active (wins)',
  ]);
  assert.equal((await listed('cursor', layout)).length, 2);
});

test('Cursor: what a faulty file comes to is not claimed', async () => {
  const layout = repository({
    'R/.cursor/skills/quiet/SKILL.md': matter(
      'name: quiet',
      'description: d',
      'disable-model-invocation: true',
    ),
    'R/.cursor/skills/odd/SKILL.md': matter('description: a: b'),
    'R/.cursor/skills/bare/SKILL.md': 'text',
  });
  assert.deepEqual(await verdicts('cursor', layout), [
    'R/.cursor/skills/bare/SKILL.md: active (wins) [not-documented]',
    'R/.cursor/skills/odd/SKILL.md: active (wins) [not-documented]',
    'R/.cursor/skills/quiet/SKILL.md: active (wins) [disabled]',
  ]);
});

test('Cursor: is marked as known by its documentation only', async () => {
  assert.equal(PRODUCTS.cursor.evidence, 'documented');
  const codes = await answerOf('cursor', repository({}), {}, ({ configuration }) =>
    configuration.remarks.map(({ code }) => code),
  );
  assert.deepEqual(codes, ['directories-only']);
});
