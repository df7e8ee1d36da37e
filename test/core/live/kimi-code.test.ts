/** Changes at places that only kimi-code looks at: levels below a root, skills in skills, its own directories (case 34). */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type BuiltLayout, buildLayout, skillText } from '../../layout';
import { Watched } from './watched';

describe('kimi-code kept up to date', { skip: process.platform === 'win32' }, () => {
  let layout: BuiltLayout;
  let watched: Watched;

  before(async () => {
    layout = buildLayout({ 'R/.git': null });
    watched = new Watched({
      profile: 'kimi-code',
      workDir: layout.at('R'),
      home: layout.at('home'),
      environment: {},
      overrides: { builtinDir: null },
    });
    await watched.start();
  });

  after(() => {
    watched.dispose();
    layout.remove();
  });

  const at = (place: string) => layout.at(place);

  function write(place: string, text: string): void {
    mkdirSync(path.dirname(at(place)), { recursive: true });
    writeFileSync(at(place), text);
  }

  const changes: readonly (readonly [string, () => void, readonly string[]])[] = [
    [
      'a first skill, directories and all',
      () => write('R/.agents/skills/knot/SKILL.md', skillText('knot')),
      ['knot'],
    ],
    [
      'one in a folder of folders',
      () => write('R/.agents/skills/birds/waders/avocet/SKILL.md', skillText('avocet')),
      ['avocet', 'knot'],
    ],
    [
      'one deeper, in a folder that was there',
      () => write('R/.agents/skills/birds/waders/small/stint/SKILL.md', skillText('stint')),
      ['avocet', 'knot', 'stint'],
    ],
    [
      'one inside a skill, which does not count yet',
      () => write('R/.agents/skills/knot/inner/SKILL.md', skillText('inner')),
      ['avocet', 'knot', 'stint'],
    ],
    [
      'until the skill says that it holds others',
      () =>
        write(
          'R/.agents/skills/knot/SKILL.md',
          skillText('knot').replace('---\n\n', 'has-sub-skill: true\n---\n\n'),
        ),
      ['avocet', 'knot', 'knot.inner', 'stint'],
    ],
    [
      'a folder of folders renamed to one that is not gone through',
      () => renameSync(at('R/.agents/skills/birds'), at('R/.agents/skills/.birds')),
      ['knot', 'knot.inner'],
    ],
    [
      'its own directory, which comes first',
      () => write('R/.kimi-code/skills/knot/SKILL.md', skillText('knot', 'Another.')),
      ['knot', 'knot.inner'],
    ],
    ['the whole of .agents gone', () => rmSync(at('R/.agents'), { recursive: true }), ['knot']],
    [
      'its data directory',
      () => write('home/.kimi-code/skills/ruff/SKILL.md', skillText('ruff')),
      ['knot', 'ruff'],
    ],
    [
      'its configuration, which names one more',
      () => {
        write('shared/tern/SKILL.md', skillText('tern'));
        write('home/.kimi-code/config.toml', `extra_skill_dirs = [${JSON.stringify(at('shared'))}]\n`);
      },
      ['knot', 'ruff', 'tern'],
    ],
    ['and all of it gone', () => rmSync(at('home/.kimi-code'), { recursive: true }), ['knot']],
  ];

  for (const [title, change, expected] of changes) {
    it(title, async () => {
      change();
      await watched.untilEqualToFresh();
      assert.deepEqual(
        watched.latest?.skills.map(({ name }) => name),
        expected,
      );
    });
  }
});
