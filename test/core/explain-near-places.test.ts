/** Places near those that are read: found within a budget, and never in what is another project's. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { type FileSystem, nodeFileSystem } from '../../src/core/file-system';
import { misspeltPlaces, placesBelow, pluginPlaces } from '../../src/core/near-places';
import { type Layout, skillText } from '../layout';
import { relative, resolveIn, within } from './resolved';

const READ = ['.kimi/skills', '.agents/skills'];
const skill = (folder: string): Layout => ({ [`${folder}/s/SKILL.md`]: skillText('s') });

test('below a project root: two levels down, but not in another repository', () =>
  within(
    {
      'R/.git': null,
      ...skill('R/.agents/skills'),
      ...skill('R/packages/web/.agents/skills'),
      ...skill('R/tools/.kimi/skills'),
      ...skill('R/packages/web/deep/.agents/skills'),
      ...skill('R/node_modules/m/.agents/skills'),
      'R/other/.git': null,
      ...skill('R/other/.agents/skills'),
    },
    built => {
      const found = placesBelow(nodeFileSystem, built.at('R'), READ);
      assert.deepEqual(
        found.map(place => relative(place, built)),
        ['R/tools/.kimi/skills', 'R/packages/web/.agents/skills'],
      );
    },
  ));

test('a large project is not gone through', () => {
  let listed = 0;
  const endless: FileSystem = {
    ...nodeFileSystem,
    readDirectory: () => {
      listed++;
      return Array.from({ length: 100 }, (_, index) => ({ name: `d${index}`, kind: 'directory' as const }));
    },
  };
  assert.deepEqual(placesBelow(endless, '/p', READ), []);
  assert.deepEqual(pluginPlaces(endless, '/h'), []);
  assert.equal(listed, 400);
});

test('spelt in another case, or without an s', () =>
  within({ ...skill('R/.agents/skill'), ...skill('R/.kimi/Skills'), ...skill('R/.kimi/skills2') }, built => {
    const found = misspeltPlaces(nodeFileSystem, built.at('R'), READ);
    // Where case does not count, `.kimi/Skills` still is not spelt like that.
    assert.deepEqual(found, ['.agents/skill', '.kimi/Skills']);
  }));

test('the plugins of Claude Code, each skills directory once', () =>
  within(
    {
      ...skill('home/.claude/plugins/cache/market/plugin/1.0/skills'),
      ...skill('home/.claude/plugins/marketplaces/market/plugins/p/skills'),
      'home/.claude/plugins/config.json': '{}',
      'R/.git': null,
    },
    async built => {
      const found = pluginPlaces(nodeFileSystem, built.at('home'));
      assert.deepEqual(
        found.map(place => relative(place, built)),
        [
          'home/.claude/plugins/cache/market/plugin/1.0/skills',
          'home/.claude/plugins/marketplaces/market/plugins/p/skills',
        ],
      );
      const { candidates } = await resolveIn(built);
      assert.deepEqual(
        candidates.map(({ verdict, code }) => [verdict, code]),
        [
          ['not-read', 'other-tool-plugin'],
          ['not-read', 'other-tool-plugin'],
        ],
      );
    },
  ));
