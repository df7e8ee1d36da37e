/** The command in Simplified Chinese: when it speaks it, that JSON never does, and that help leaves nothing out. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { HELP } from '../../src/cli/help';
import { HELP_IN_CHINESE } from '../../src/cli/help-in-chinese';
import { languageOf } from '../../src/cli/language';
import { table } from '../../src/cli/text';
import type { Layout } from '../layout';
import { inLayout, whichSkill, whichSkillIn } from './command';

const skill = (name: string, description = 'Does it.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n`;

const LAYOUT: Layout = {
  'R/.git': null,
  'R/.kimi/skills/rail/SKILL.md': skill('rail'),
  'R/.agents/skills/rail/SKILL.md': skill('rail', 'Another.'),
  'R/.agents/skills/odd/SKILL.md': '---\nname: odd\ndescription: Use when: now\n---\n',
  'R/.agents/skills/wren.md': skill('wren'),
  'home/.agents/skills/teal/SKILL.md': skill('teal'),
};

const IN_CHINESE = { env: { LANG: 'zh_CN.UTF-8' } };

describe('the language of the command', () => {
  const CASES: readonly [variables: Readonly<Record<string, string>>, language: string][] = [
    [{}, 'en'],
    [{ LANG: 'C' }, 'en'],
    [{ LANG: 'zh_CN.UTF-8' }, 'zh-cn'],
    [{ LANG: 'zh' }, 'zh-cn'],
    [{ LANG: 'zh_SG.UTF-8' }, 'zh-cn'],
    [{ LANG: 'zh_TW.UTF-8' }, 'en'],
    [{ LANG: 'zh_HK' }, 'en'],
    [{ LANG: 'zha_CN' }, 'en'],
    [{ LC_MESSAGES: 'zh_CN.UTF-8', LANG: 'de_DE.UTF-8' }, 'zh-cn'],
    [{ LC_ALL: 'C.UTF-8', LC_MESSAGES: 'zh_CN.UTF-8', LANG: 'zh_CN.UTF-8' }, 'en'],
    [{ LC_ALL: '', LANG: 'zh_CN.UTF-8' }, 'zh-cn'],
  ];
  for (const [variables, language] of CASES) {
    test(`${JSON.stringify(variables)}: ${language}`, () => {
      assert.equal(languageOf(null, variables), language);
    });
  }

  test('--lang comes before all variables', () => {
    assert.equal(languageOf('en', { LC_ALL: 'zh_CN.UTF-8' }), 'en');
    assert.equal(languageOf('zh-cn', { LC_ALL: 'C' }), 'zh-cn');
  });

  test('another language is refused', async () => {
    const { status, errors } = await whichSkillIn(LAYOUT, ['--lang', 'de', 'list']);
    assert.deepEqual([status, errors], [2, 'which-skill: --lang takes en, zh-cn\n']);
  });
});

describe('in Chinese', () => {
  test('list', async () => {
    const { output, errors, status } = await whichSkillIn(LAYOUT, ['list'], IN_CHINESE);
    assert.deepEqual([status, errors], [0, '']);
    assert.equal(
      output,
      `kimi-cli 1.49 · 3 个加载，2 个不加载
项目根目录 $ROOT/R（根据 .git 找到）

项目  2 个加载，2 个不加载
  .kimi/skills  品牌目录
    ● rail  Does it.
  .agents/skills  规范目录
    ⊘ odd   无效：第 3 行第 22 列：值中有未加引号的 ": "
    ⊘ rail  被 .kimi/skills/rail 遮蔽：品牌目录排在通用目录之前；有 1 个文件不同
    ● wren  单文件技能。 Does it.

用户  1 个加载
  ~/.agents/skills  通用目录
    ● teal  Does it.

内置  无
  kimi-cli  没有找到已安装的 kimi-cli；它自带 kimi-cli-help 和 skill-creator
`,
    );
  });

  test('all of a name, in columns by the width of what is in them', async () => {
    const { output } = await whichSkillIn(LAYOUT, ['-a', 'rail'], IN_CHINESE);
    assert.equal(
      output,
      `1  生效    项目  .kimi/skills/rail/SKILL.md    胜过另一个同名技能
2  被遮蔽  项目  .agents/skills/rail/SKILL.md  被 1 遮蔽：品牌目录排在通用目录之前；有 1 个文件不同
`,
    );
    assert.equal(
      table([
        ['被', 'a'],
        ['abc', 'b'],
      ]),
      '被   a\nabc  b',
    );
  });

  test('why', async () => {
    const { output } = await whichSkillIn(LAYOUT, ['why', 'odd'], IN_CHINESE);
    assert.match(output, /^没有以“odd”为名加载的技能\n\n找到的内容\n/);
    assert.match(output, /\n查看并应用修复：which-skill fix \.agents\/skills\/odd\/SKILL\.md\n$/);
  });

  test('check', async () => {
    const { output, status } = await whichSkillIn(LAYOUT, ['check', '--no-github'], IN_CHINESE);
    assert.equal(status, 1);
    assert.match(output, /\n\nkimi-cli 1\.49：项目中有 4 个技能，1 个被丢弃，1 个被遮蔽，1 个位于品牌目录\n/);
  });

  test('matrix', async () => {
    const { output } = await whichSkillIn(LAYOUT, ['matrix', '--agents', 'kimi-cli,codex'], {
      ...IN_CHINESE,
      profile: null,
    });
    assert.match(output, /\n数字表示文件；.+。\n/);
  });

  test('a plan, and what became of it', async () => {
    const { output } = await whichSkillIn(LAYOUT, ['migrate', '.kimi/skills/rail', '--apply'], IN_CHINESE);
    assert.match(output, /\n冲突\n.*已经存在，而且内容不同.*\n[\s\S]*\n无需执行任何操作。\n$/);
    const made = await whichSkillIn(LAYOUT, ['new', 'sora', '--apply'], IN_CHINESE);
    assert.match(made.output, /\n\n完成。.*撤销：which-skill undo --apply\n$/);
  });

  test(
    'a new skill asks in Chinese for what is to be written',
    inLayout(LAYOUT, async built => {
      await whichSkill(built, ['new', 'sora', '--apply'], IN_CHINESE);
      assert.match(
        readFileSync(built.at('R/.agents/skills/sora/SKILL.md'), 'utf8'),
        /在这里逐步写明 Agent 要做什么。/,
      );
    }),
  );

  test('what is wrong with a command line', async () => {
    const { errors, status } = await whichSkillIn(LAYOUT, ['--colour'], IN_CHINESE);
    assert.deepEqual([status, errors], [2, 'which-skill: 未知的选项 --colour\n']);
  });

  test('export', async () => {
    const { output } = await whichSkillIn(LAYOUT, ['export'], IN_CHINESE);
    assert.match(output, /^### kimi-cli 1\.49 加载的技能\n/);
  });

  for (const command of [['list'], ['rail'], ['why', 'rail'], ['check'], ['export'], ['copy', 'rail']])
    test(`${command.join(' ')} --json is the same in any language`, async () => {
      const args = [...command, '--json'];
      const [chinese, english] = [
        await whichSkillIn(LAYOUT, args, IN_CHINESE),
        await whichSkillIn(LAYOUT, args),
      ];
      assert.deepEqual(chinese, english);
    });
});

test('the help in Chinese names the same commands, options and values', () => {
  const named = (text: string) =>
    [...new Set(text.match(/(?<![\w-])--?[A-Za-z][\w-]*|which-skill [a-z-]+|[A-Z][A-Z_]+/g))].sort();
  assert.deepEqual(named(HELP_IN_CHINESE), named(HELP));
  const width = Math.max(...HELP_IN_CHINESE.split('\n').map(line => table([[line]]).length));
  assert.ok(width <= 100);
});
