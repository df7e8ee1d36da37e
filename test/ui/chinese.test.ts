/** The view, menus and pages in a VS Code whose display language is Simplified Chinese. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { projectRoot } from '../host/folders';
import { buildSample } from '../host/sample';
import { type Server, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';
import { WebviewPage } from './webview';

let server: Server;
let workbench: Workbench;

before(async () => {
  const sample = buildSample();
  // Below the home directory, where paths are short.
  const orchard = path.join(sample.home, 'orchard');
  renameSync(sample.orchard, orchard);
  const program = path.join(orchard, '.agents', 'skills', 'program');
  mkdirSync(program);
  writeFileSync(path.join(program, 'SKILL.md'), '---js\n{ name: "program", description: "d" }\n---\n');
  server = await startServer({
    home: sample.home,
    env: sample.env,
    extension: projectRoot,
    settings: { 'whichSkill.product': 'kimi-cli' },
  });
  workbench = await openWorkbench(server, { folder: orchard, language: 'zh-cn' });
  await workbench.showView();
  await workbench.widenSideBar(700);
});

after(async () => {
  await workbench?.close();
  server?.stop();
});

/** The words of verdicts in English: what a row says about a skill is never one of these. */
const ENGLISH =
  /\b(shadowed|loads?|invalid|ambiguous|not read|same (file|directory)|does not|canonical|brand)\b/;

test('the tree: scopes, roots and verdicts', async () => {
  const rows = await workbench.tree.rows();
  assert.deepEqual(
    rows.filter(({ level }) => level === 1).map(({ label }) => label),
    ['项目', '用户', '额外', '内置', '此处不读取'],
  );
  const told = rows.map(({ description }) => description).join('\n');
  assert.match(told, /个加载，\d+ 个不加载/);
  assert.match(told, /^品牌目录$/m);
  assert.match(told, /被 .*\.kimi\/skills\/release 遮蔽/);
  assert.match(told, /无效：第 3 行，/);
  // The descriptions of skills are the user's own, and stand in the rows that load.
  const losing = rows.filter(({ icon }) => /circle-slash|error|warning|link|eye-closed/.test(icon));
  assert.deepEqual(
    losing.map(({ description }) => description).filter(text => ENGLISH.test(text)),
    [],
  );
  await workbench.screenshot('chinese-tree');
});

test('a menu, and the page that explains', async () => {
  await workbench.contextMenu('.claude/skills > release', '解释…');
  const page = new WebviewPage(workbench);
  await page.untilHeading(/^release$/);
  const text = await page.untilText('the page in Chinese', said => /规则/.test(said));
  for (const heading of ['规则', '找到的内容', '怎样才能改变结果', '模型得到的信息'])
    assert.ok(text.includes(heading), text);
  // Put together from a reason and its stop.
  assert.match(text, /没有加载：“release”从 \.kimi\/skills\/release\/SKILL\.md 加载。/);
  assert.deepEqual(
    text.split('\n').filter(line => ENGLISH.test(line)),
    [],
  );
  await workbench.screenshot('chinese-page');
});

test('the page of skills and agents, with a warning of a file that runs', async () => {
  await workbench.runCommand('Which Skill: 显示技能与 Agent 对照表');
  const page = new WebviewPage(workbench);
  await page.untilHeading(/^技能与 Agent$/);
  await page.untilText('the warning', said =>
    /^⚠ 警告：这些文件中的内容会被当作程序运行\n+\.agents\/skills\/program\/SKILL\.md\nOpenCode 在这里一查找/m.test(
      said,
    ),
  );
  assert.match(await page.text(), /^假定在 ~\/orchard 中启动$/m);
  await workbench.screenshot('chinese-matrix');
});

test('the plan of a move', async () => {
  await workbench.contextMenu('.claude/skills', '迁移到规范目录');
  const page = new WebviewPage(workbench);
  await page.untilHeading(/^把 \d+ 个技能移动到 \.agents\/skills$/);
  const text = await page.untilText('the outcome', said => /其他工具/.test(said));
  for (const heading of ['将要执行的操作', '操作前后各由谁生效', '其他工具', '未纳入'])
    assert.ok(text.includes(heading), text);
  assert.deepEqual(
    text.split('\n').filter(line => ENGLISH.test(line)),
    [],
  );
  // A full stop of Chinese takes the room of a blank with it.
  assert.doesNotMatch(text, /[。，；：] /);
  await workbench.screenshot('chinese-plan');
});
