/** What the listing for the model takes: the parts add up to the whole. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { measureListing } from '../../src/core/listing-size';
import { kimiCli } from '../../src/core/profiles/kimi-cli';
import { kimiCode } from '../../src/core/profiles/kimi-code';
import type { Resolution, Scope, Skill } from '../../src/core/types';

function skill(name: string, scope: Scope, description: string, listed = true): Skill {
  const dir = `/skills/${name}`;
  const common = { type: null, form: 'directory', root: '/skills', candidate: dir } as const;
  return { ...common, name, description, listed, scope, dir, file: `${dir}/SKILL.md` };
}

const skills = [
  skill('crane', 'user', 'Lift things'),
  skill('heron', 'project', 'Fish, and wait'),
  skill('ibis', 'project', 'Größe in Zeichen und Bytes'),
  skill('secret', 'user', 'Never told', false),
];

for (const { product, listing } of [kimiCli, kimiCode]) {
  test(`${product.id}: whole, scopes and skills`, () => {
    const sizes = measureListing(listing, { skills } as unknown as Resolution);
    assert.equal(sizes.whole.characters, sizes.text.length);
    assert.deepEqual(
      sizes.scopes.map(({ scope, count }) => [scope, count]),
      [
        ['project', 2],
        ['user', 1],
      ],
    );
    assert.deepEqual(
      sizes.skills.map(one => one.skill.name),
      ['heron', 'ibis', 'crane'],
    );
    // What is left over is the headings.
    const parts = sizes.skills.reduce((sum, { characters }) => sum + characters, 0);
    assert.ok(parts < sizes.whole.characters && parts > sizes.whole.characters / 2);
    for (const { skill: listed, characters } of sizes.skills) {
      assert.ok(characters >= listed.name.length + listed.description.length + listed.file.length);
    }
    const [, ibis] = sizes.skills;
    assert.ok(ibis && ibis.tokens > ibis.characters / 4, 'bytes count, not characters');
    assert.deepEqual(
      sizes.unlisted.map(({ name }) => name),
      ['secret'],
    );
  });
}

test('nothing listed takes nothing', () => {
  const sizes = measureListing(kimiCli.listing, { skills: [] } as unknown as Resolution);
  assert.deepEqual(sizes.whole, { characters: 0, tokens: 0 });
  assert.equal(sizes.text, 'No skills found.');
});
