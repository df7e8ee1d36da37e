/** A workspace of fifty folders: each is answered for, and what they share is looked at once. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type FileSystem, nodeFileSystem } from '../../../src/core/file-system';
import { Resolver, type ResolverOptions } from '../../../src/core/live/resolver';
import { resolve } from '../../../src/core/resolve';
import { type Layout, skillText } from '../../layout';
import { within } from '../resolved';

const FOLDERS = 50;
const keys = Array.from({ length: FOLDERS }, (_, number) => `R${number}`);

const layout: Layout = {
  'home/.agents/skills/wren/SKILL.md': skillText('wren'),
  ...Object.fromEntries(
    keys.flatMap(key => [
      [`${key}/.git`, null],
      [`${key}/.agents/skills/heron/SKILL.md`, skillText('heron', `In ${key}.`)],
    ]),
  ),
};

describe('fifty folders', () => {
  it('share the scan of the user’s skills, and only what changed is scanned again', () =>
    within(layout, async built => {
      const listed: string[] = [];
      const files: FileSystem = {
        ...nodeFileSystem,
        openDirectory(place) {
          listed.push(place);
          return nodeFileSystem.openDirectory!(place);
        },
      };
      const times = (place: string) => listed.filter(one => one === built.at(place)).length;
      const resolver = new Resolver(files, process.platform, { disks: async () => null });
      const optionsFor = (key: string): ResolverOptions => ({
        profile: 'kimi-cli',
        workDir: built.at(key),
        home: built.at('home'),
        environment: {},
        overrides: { builtinDir: null },
      });
      const all = () => Promise.all(keys.map(key => resolver.resolve(key, optionsFor(key))));
      const check = async () => {
        for (const [index, resolution] of (await all()).entries())
          assert.deepEqual(resolution, await resolve(optionsFor(keys[index]!)));
      };
      await check();
      assert.equal(times('home/.agents/skills'), 1);
      assert.equal(times('R7/.agents/skills'), 1);

      listed.length = 0;
      writeFileSync(built.at('home/.agents/skills/wren/SKILL.md'), skillText('wren', 'Another one.'));
      resolver.touch(built.at('home/.agents/skills/wren'), 'SKILL.md');
      await check();
      assert.equal(times('R7/.agents/skills'), 0);

      writeFileSync(built.at('R7/.agents/skills/heron/SKILL.md'), skillText('heron', 'Of this folder.'));
      resolver.touchPlace(built.at('R7/.agents/skills'));
      await check();
      assert.equal(times('R7/.agents/skills'), 1);
      assert.equal(times('R8/.agents/skills'), 0);

      // What each folder has of its own, and what all have in common once.
      const own = [...(await resolver.watchPlan()).keys()].filter(place => place.startsWith(built.at('R7')));
      const watched = (await resolver.watchPlan()).size;
      assert.ok(watched < FOLDERS * (own.length + 1), `${watched} directories, ${own.length} in one folder`);

      resolver.keepOnly(new Set(['R7']));
      await resolver.resolve('R7', optionsFor('R7'));
      resolver.keepOnly(new Set(['R7']));
      const left = [...(await resolver.watchPlan()).keys()];
      assert.ok(!left.some(place => place.startsWith(built.at('R8'))), 'a folder that left is not watched');
    }));
});
