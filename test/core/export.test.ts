/** The resolution as text for an issue: what it looks like, and that it tells no home directory. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
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

const CHINESE: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.resolve('l10n/bundle.l10n.zh-cn.json'), 'utf8'),
);

async function exported(
  built: BuiltLayout,
  format: ExportFormat,
  translate?: (template: string) => string,
): Promise<string> {
  const resolution = await resolveIn(built, { workDir: 'home/work/orchard' });
  const comparisons = await compareWithWinners(nodeFileSystem, resolution);
  return exportText(format, nodeFileSystem, resolution, comparisons, translate);
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

          #### Built-in: no skill

          - \`kimi-cli\` (\`left out\`)

          #### Not read here

          - \`.github/skills\` (\`another tool’s directory\`)
            - ✘ \`review\`, not-read: \`another tool’s directory\`
        `)}\n`,
      );
    }));

  test('as Markdown, in Chinese', () =>
    within(LAYOUT, async built => {
      assert.equal(
        await exported(built, 'markdown', text => CHINESE[text] ?? text),
        `${block(`
          ### kimi-cli 1.49 加载的技能

          - 项目根目录：\`~/work/orchard\`（根据 .git 找到）
          - 配置：\`~/.kimi/config.toml\`
          - 3 个加载，3 个不加载

          #### 项目：2 个加载，2 个不加载

          - \`.kimi/skills\`（\`品牌目录\`）
            - ✔ \`rail\`
          - \`.agents/skills\`（\`通用目录\`）
            - ✔ \`@kim | **x**\`（\`\`a\`b\`\`）
            - ✘ \`odd\`（\`odd.md\`），无效：\`第 3 行第 22 列：值中有未加引号的 ": "\`
            - ✘ \`rail\`，被遮蔽：\`被 .kimi/skills/rail 遮蔽：品牌目录排在通用目录之前\`，有 1 个文件不同

          #### 用户：0 个加载，1 个不加载

          - \`~/.config/agents/skills\`（\`通用目录\`）
          - \`~/.agents/skills\`（\`未读取：~/.config/agents/skills 存在，两者中只有第一个有效，即使它是空的\`）
            - ✘ \`teal\`，被隐藏

          #### 额外：1 个加载，0 个不加载

          - \`~/team\`（\`配置指定\`）
            - ✔ \`smew\`
          - \`/opt/none\`（\`没有这样的目录\`）

          #### 内置：没有技能

          - \`kimi-cli\`（\`已略去\`）

          #### 此处不读取

          - \`.github/skills\`（\`其他工具的目录\`）
            - ✘ \`review\`，未读取：\`其他工具的目录\`
        `)}\n`,
      );
    }));

  test('as JSON, which is the same in any language', () =>
    within(LAYOUT, async built => {
      const chinese = await exported(built, 'json', text => CHINESE[text] ?? text);
      assert.equal(chinese, await exported(built, 'json'));
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
