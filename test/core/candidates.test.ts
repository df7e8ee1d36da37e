/** Looking up the candidates of a name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidatesOf } from '../../src/core/candidates';
import { type Layout, skillText } from '../layout';
import { type Asked, relative, resolveIn, within } from './resolved';

const layout: Layout = {
  'R/.git': null,
  'R/.kimi/skills/deploy/SKILL.md': '---\nname: deploy\ndescription: a: b\n---\n',
  'R/.claude/skills/deploy.md': skillText('deploy'),
  'R/.claude/skills/ship/SKILL.md': skillText('Deploy'),
  'R/.agents/skills/tool-kit/SKILL.md': skillText('toolkit'),
  'R/.agents/skills/straße.md': 'A street.\n',
  'R/.agents/skills/README.MD': 'Read me.\n',
  'home/.config/agents/skills': null,
  'home/.agents/skills/deploy/SKILL.md': skillText('deploy'),
  'home/.agents/skills/deploy.md': skillText('deploy'),
  'home/.cursor/skills/deploy/SKILL.md': skillText('deploy'),
};

const questions: readonly [name: string, files: readonly string[], asked?: Asked][] = [
  [
    'deploy',
    [
      'R/.claude/skills/ship/SKILL.md: active',
      'R/.kimi/skills/deploy/SKILL.md: invalid',
      'R/.claude/skills/deploy.md: shadowed',
      'home/.agents/skills/deploy/SKILL.md: hidden',
      'home/.agents/skills/deploy.md: hidden',
      'home/.cursor/skills/deploy/SKILL.md: not-read',
    ],
  ],
  ['STRASSE', ['R/.agents/skills/straße.md: active']],
  ['toolkit', ['R/.agents/skills/tool-kit/SKILL.md: active']],
  ['tool-kit', ['R/.agents/skills/tool-kit/SKILL.md: active']],
  ['ship', ['R/.claude/skills/ship/SKILL.md: active']],
  ['readme', ['R/.agents/skills/README.MD: active']],
  ['nothing', []],
  ['', []],
  ['constructor', []],
];

for (const [name, files, asked] of questions) {
  test(`the candidates of “${name}”`, () =>
    within(layout, async built => {
      const found = candidatesOf(await resolveIn(built, asked), name);
      assert.deepEqual(
        found.map(({ file, verdict }) => `${relative(file, built)}: ${verdict}`),
        files,
      );
    }));
}
