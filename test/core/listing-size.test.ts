/** The size of the listing adds up, and the estimate follows its rule. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { measureListing } from '../../src/core/listing-size';
import { profileOf } from '../../src/core/resolve';
import { type Layout, skillText } from '../layout';
import { resolveLayout } from './resolved';

const layout: Layout = {
  'R/.git': null,
  'R/.agents/skills/a/SKILL.md': skillText('a', 'Short.'),
  'R/.agents/skills/b/SKILL.md': skillText('b', 'A much longer description than that of the other skill.'),
  'home/.agents/skills/c/SKILL.md': skillText('c', 'Ship it.'),
};

test('the whole is the listing itself, and the parts make it up', async () => {
  const resolution = await resolveLayout(layout);
  const profile = profileOf('kimi-cli');
  const { text, whole, scopes, skills } = measureListing(profile, resolution);
  assert.equal(text, profile.listing(resolution.skills));
  assert.equal(whole.characters, text.length);
  assert.equal(whole.tokens, Math.ceil(text.length / 4));
  assert.deepEqual(
    scopes.map(({ scope, count }) => [scope, count]),
    [
      ['project', 2],
      ['user', 1],
    ],
  );
  // Between two scopes stands an empty line.
  assert.equal(scopes.reduce((sum, { characters }) => sum + characters, 0) + 2, whole.characters);
  assert.deepEqual(
    skills.map(({ skill }) => skill.name),
    ['a', 'b', 'c'],
  );
  // Headings, and the empty line, belong to no skill.
  const headings = '### Project\n### User\n\n'.length;
  const parts = skills.reduce((sum, { characters }) => sum + characters, 0);
  assert.ok(Math.abs(parts + headings - whole.characters) <= skills.length);
});

test('150 skills with descriptions of 400 characters', async () => {
  const many: Record<string, string | null> = { 'R/.git': null };
  for (let index = 0; index < 150; index++)
    many[`R/.agents/skills/s${index}/SKILL.md`] = skillText(`s${index}`, 'd'.repeat(400));
  const { whole, skills } = measureListing(profileOf('kimi-cli'), await resolveLayout(many));
  assert.equal(skills.length, 150);
  assert.ok(skills.every(({ characters }) => characters > 400));
  assert.ok(whole.tokens > 150 * 100);
});
