/** The resolution as text for an issue: what it looks like, and that it tells no home directory. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareWithWinners } from '../../src/core/compare';
import { type ExportFormat, exportText, homeShortener } from '../../src/core/export';
import { nodeFileSystem } from '../../src/core/file-system';
import type { BuiltLayout, Layout } from '../layout';
import { block, ok, resolveIn, within } from './resolved';

const LAYOUT: Layout = {
  'home/work/orchard/.git': null,
  'home/work/orchard/.kimi/skills/rail/SKILL.md': ok('rail'),
  'home/work/orchard/.agents/skills/rail/SKILL.md': ok('rail', 'Another.'),
  'home/work/orchard/.agents/skills/a`b/SKILL.md': ok('"@kim | **x**"'),
  'home/work/orchard/.agents/skills/odd.md': '---\nname: odd\ndescription: Use when: now\n---\n',
  'home/.config/agents/skills': null,
  'home/.agents/skills/teal/SKILL.md': ok('teal'),
  'home/.kimi/config.toml': 'extra_skill_dirs = ["~/team", "/opt/none"]\n',
  'home/team/smew/SKILL.md': ok('smew'),
  'home/work/orchard/.github/skills/review/SKILL.md': ok('review'),
};

async function exported(built: BuiltLayout, format: ExportFormat): Promise<string> {
  const resolution = await resolveIn(built, { workDir: 'home/work/orchard' });
  return exportText(format, nodeFileSystem, resolution, await compareWithWinners(nodeFileSystem, resolution));
}

describe('exporting a resolution', () => {
  test('as Markdown', () =>
    within(LAYOUT, async built => {
      assert.equal(
        await exported(built, 'markdown'),
        `${block(`
          ### Skills as kimi-cli 1.49 loads them

          - project root: \`~/work/orchard\` (found by its .git)
          - configuration: \`~/.kimi/config.toml\`
          - 3 load, 3 do not

          #### Project: 2 load, 2 do not

          - \`.kimi/skills\` (\`brand\`)
            - ✔ \`rail\`
          - \`.agents/skills\` (\`generic\`)
            - ✔ \`@kim | **x**\` (\`\`a\`b\`\`)
            - ✘ \`odd\` (\`odd.md\`), invalid: \`line 3, column 22: unquoted ": " in a value\`
            - ✘ \`rail\`, shadowed: \`shadowed by .kimi/skills/rail: brand directories come before the generic one\`, differs in 1 file

          #### User: 0 load, 1 does not

          - \`~/.config/agents/skills\` (\`generic\`)
          - \`~/.agents/skills\` (\`not read: ~/.config/agents/skills exists, and only the first of the two counts, even when it is empty\`)
            - ✘ \`teal\`, hidden

          #### Extra: 1 loads, 0 do not

          - \`~/team\` (\`configured\`)
            - ✔ \`smew\`
          - \`/opt/none\` (\`no such directory\`)

          #### Built-in: 0 load, 0 do not

          - \`kimi-cli\` (\`left out\`)

          #### Not read here

          - \`.github/skills\` (\`another tool’s directory\`)
            - ✘ \`review\`, not-read: \`another tool’s directory\`
        `)}\n`,
      );
    }));

  test('as JSON, in the shape of list --json', () =>
    within(LAYOUT, async built => {
      const text = await exported(built, 'json');
      const value = JSON.parse(text) as {
        readonly projectRoot: string;
        readonly candidates: readonly { readonly file: string; readonly reason: string }[];
      };
      assert.equal(value.projectRoot, '~/work/orchard');
      const rail = value.candidates.find(({ file }) => file.includes('.agents/skills/rail'));
      assert.equal(rail?.file, '~/work/orchard/.agents/skills/rail/SKILL.md');
      assert.match(rail.reason, /^shadowed by ~\/work\/orchard\/\.kimi\/skills\/rail/);
    }));

  for (const format of ['markdown', 'json'] as const) {
    test(`${format}: the home directory is nowhere in it`, () =>
      within(LAYOUT, async built => {
        assert.equal((await exported(built, format)).includes(built.at('home')), false);
      }));
  }

  test('a home directory is known by its real path too', () =>
    within({ 'real/x.txt': 'x', linked: { symlink: 'real' } }, built => {
      const shorten = homeShortener(nodeFileSystem, built.at('linked'));
      assert.equal(shorten(`${built.at('real')}/x and ${built.at('linked')}/y`), '~/x and ~/y');
    }));

  const texts: readonly [text: string, short: string][] = [
    ['/home/kim', '~'],
    ['/home/kim/x', '~/x'],
    ['in /home/kim.', 'in ~.'],
    ['"/home/kim": "/home/kim/a"', '"~": "~/a"'],
    ['/home/kim2/x', '/home/kim2/x'],
    ['/home/kim-old/x', '/home/kim-old/x'],
    ['/home/kim.old', '/home/kim.old'],
    ['/backup/home/kim/x', '/backup/home/kim/x'],
    ['link ../home/kim/x', 'link ../home/kim/x'],
  ];
  for (const [text, short] of texts) {
    test(`${text} becomes ${short}`, () => {
      assert.equal(homeShortener(nodeFileSystem, '/home/kim')(text), short);
    });
  }

  test('a root directory as home shortens nothing', () => {
    assert.equal(homeShortener(nodeFileSystem, '/')('/etc/x'), '/etc/x');
  });
});
