/** Where a root should be, something else is: every agent reads the others as if nothing were there, and the user is told why. */
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { describe, it } from 'node:test';
import { renderMessage } from '../../../src/core/message';
import { PROFILE_IDS } from '../../../src/core/products';
import type { ProfileId, Resolution } from '../../../src/core/types';
import { type BuiltLayout, type Layout, skillText } from '../../layout';
import { asOrdinaryUser, resolveIn, within } from '../resolved';

/** The directories that agents share and their own, in the project and at home. */
const PLACES = [
  'R/.agents',
  'R/.claude',
  'R/.kimi',
  'R/.codex',
  'home/.agents',
  'home/.claude',
  'home/.kimi',
];
const OTHERS = [
  'R/.github',
  'R/.gemini',
  'R/.qwen',
  'R/.opencode',
  'R/.cursor',
  'home/.codex',
  'home/.copilot',
];

const everywhere = (make: (place: string) => Layout): Layout =>
  Object.assign({ 'R/.git': null }, ...[...PLACES, ...OTHERS].map(make));

/** What stands there, by what it is. */
const layouts: Readonly<Record<string, Layout>> = {
  'a file for the directory above': everywhere(place => ({ [place]: 'a file' })),
  'a file for the root': everywhere(place => ({ [`${place}/skills`]: 'a file' })),
  'a link to itself': everywhere(place => ({ [place]: { symlink: place.split('/')[1]! } })),
  'links in a circle': everywhere(place => ({
    [`${place}/skills`]: { symlink: 'round' },
    [`${place}/round`]: { symlink: 'skills' },
  })),
  'a link to nothing': everywhere(place => ({ [`${place}/skills`]: { symlink: '$ROOT/none' } })),
};

function rootsAt(resolution: Resolution, built: BuiltLayout): readonly string[] {
  return resolution.roots
    .filter(({ location }) => location.startsWith(built.root))
    .map(({ verdict, code, reason }) => `${verdict} ${code}: ${renderMessage(reason)}`);
}

describe('where a root should be', { skip: process.platform === 'win32' }, () => {
  for (const [what, layout] of Object.entries(layouts))
    for (const profile of PROFILE_IDS)
      it(`${what}: ${profile} finds no skill, and nothing fails`, () =>
        within(layout, async built => {
          const resolution = await resolveIn(built, { profile });
          assert.deepEqual(
            resolution.candidates.map(({ file }) => file).filter(file => file.startsWith(built.root)),
            [],
          );
          for (const text of rootsAt(resolution, built)) assert.doesNotMatch(text, /undefined|^active found/);
        }));

  for (const profile of PROFILE_IDS as readonly ProfileId[])
    it(`a directory that may not be read: ${profile} says so, and reads the others`, async () =>
      within(
        everywhere(place => ({ [`${place}/skills/shut/SKILL.md`]: skillText('shut') })),
        async built => {
          chmodSync(built.root, 0o755);
          const open = await resolveIn(built, { profile });
          const roots = new Set(open.candidates.map(({ root }) => root));
          const shut = open.roots.find(({ id, verdict }) => roots.has(id) && verdict === 'active');
          assert.ok(shut, 'it reads one of them');
          chmodSync(shut.path, 0o000);
          try {
            const resolution = await asOrdinaryUser(() => resolveIn(built, { profile }));
            const seen = resolution.roots.find(({ location }) => location === shut.location);
            assert.equal(seen?.code, 'unreadable');
            assert.equal(renderMessage(seen.reason), 'no permission to read it');
            const expected = open.candidates.filter(({ root }) => root !== shut.id).map(({ file }) => file);
            assert.deepEqual(resolution.candidates.map(({ file }) => file).sort(), expected.sort());
          } finally {
            chmodSync(shut.path, 0o755);
          }
        },
      ));
});
