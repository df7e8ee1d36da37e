/** The parts that need no VS Code, on layouts of their own: run once, where the host has the least to do. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { message } from '../../src/core/message';
import { resolve } from '../../src/core/resolve';
import type { ProfileId } from '../../src/core/types';
import { Debounce } from '../../src/vscode/debounce';
import { say, sayFor } from '../../src/vscode/localize';
import { showPath } from '../../src/vscode/show-path';
import { markdownText, notificationText, oneLine, pickText } from '../../src/vscode/text';
import { buildNodes, type Grouping } from '../../src/vscode/tree/build-nodes';
import type { Filter } from '../../src/vscode/tree/filter';
import type { TreeNode } from '../../src/vscode/tree/nodes';
import { renderTree } from '../../src/vscode/tree/render-tree';
import { readSkillFiles } from '../../src/vscode/tree/skill-files';
import { tooltipOf } from '../../src/vscode/tree/tooltip';
import { type BuiltLayout, buildLayout, type Layout, skillText } from '../layout';
import { afterEach, suite, test } from './harness';

let layout: BuiltLayout | undefined;

interface Options {
  readonly profile?: ProfileId;
  readonly grouping?: Grouping;
  readonly filter?: Filter;
  readonly kind?: 'folder' | 'none';
}

/** The rows for a project `p` and a home directory `home`. */
async function rowsOf(
  entries: Layout,
  { grouping = 'scope', filter = 'all', kind = 'folder', profile = 'kimi-cli' }: Options = {},
) {
  layout = buildLayout({ 'p/.git': null, ...entries });
  const resolution = await resolve({
    profile,
    workDir: layout.at('p'),
    home: layout.at('home'),
    environment: {},
    overrides: profile === 'kimi-cli' ? { builtinDir: null } : {},
  });
  const target = { key: 'p', label: 'p', kind };
  return buildNodes({
    states: [{ target, kind: 'resolved', resolution }],
    grouping,
    filter,
    text: '',
    restricted: false,
    say,
    sayFor,
  });
}

function rowNamed(nodes: readonly TreeNode[], label: string): TreeNode {
  const row = find(nodes, label);
  assert(row, `there is a row ${label}`);
  return row;
}

function find(nodes: readonly TreeNode[], label: string): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.label === label ? node : 'children' in node ? find(node.children, label) : undefined;
    if (found) return found;
  }
  return undefined;
}

suite('parts of the tree', 'none', () => {
  afterEach(() => {
    layout?.remove();
    layout = undefined;
  });

  test('nothing found: the directories that were looked at', async () => {
    const rows = await rowsOf({ 'p/.agents/skills': null });
    assert.equal(
      renderTree(rows, { all: true }),
      `▾ No skills found  kimi-cli looks in these directories
    .kimi/skills  no such directory
    .claude/skills  no such directory
    .codex/skills  no such directory
    .agents/skills  canonical · empty
    ~/.kimi/skills  no such directory
    ~/.claude/skills  no such directory
    ~/.codex/skills  no such directory
    ~/.config/agents/skills  no such directory
    ~/.agents/skills  no such directory
    ~/.kimi/plugins  no such directory
    kimi-cli  left out`,
    );
  });

  test('a scope without skills says why', async () => {
    const rows = await rowsOf({ 'home/.kimi/skills/a/SKILL.md': skillText('a'), 'p/.kimi/skills': null });
    assert.equal(
      renderTree(rows, { all: true }),
      `▾ Project  p · no skills
    .kimi/skills  brand · empty
▾ User  1 loads
  ▾ ~/.kimi/skills  brand
    ▸ a  About a.
  Extra  no extra directories
  Built-in  left out`,
    );
  });

  test('a filter that leaves nothing says so', async () => {
    const rows = await rowsOf({ 'p/.kimi/skills/a/SKILL.md': skillText('a') }, { filter: 'conflicts' });
    assert.equal(renderTree(rows), '  No conflicts: every skill loads  select to show all');
  });

  test('the project is named with how it was found', async () => {
    layout = buildLayout({
      'p/.git': null,
      'p/.agents/skills/a/SKILL.md': skillText('a'),
      'p/packages/web': null,
    });
    const resolution = await resolve({
      profile: 'kimi-cli',
      workDir: layout.at('p/packages/web'),
      home: layout.at('home'),
      environment: {},
      overrides: { builtinDir: null },
    });
    const target = { key: 'web', label: 'web', kind: 'folder' } as const;
    const states = [{ target, kind: 'resolved', resolution } as const];
    const [project] = buildNodes({
      states,
      grouping: 'scope',
      filter: 'all',
      text: '',
      restricted: false,
      say,
      sayFor,
    });
    assert.equal(project?.description, `p, found upward from ${path.join('packages', 'web')} · 1 loads`);
  });

  test('linked directories show where they lead', async () => {
    const rows = await rowsOf({
      'home/dotfiles/skills/a/SKILL.md': skillText('a'),
      'home/.claude/skills': { symlink: '../dotfiles/skills' },
      'p/.agents/skills': { symlink: './gone' },
    });
    assert.equal(
      renderTree(rows, { all: true }),
      `▾ Project  p · no skills directory
    .agents/skills  link target missing: ./gone
▾ User  1 loads
  ▾ ~/.claude/skills  brand, leads to ~/dotfiles/skills
    ▸ a  About a.
  Extra  no extra directories
  Built-in  left out`,
    );
  });

  test('a dropped file names the one that loads instead', async () => {
    const rows = await rowsOf({
      'p/.kimi/skills/a/SKILL.md': '---\nname: a\ndescription: Use when: editing\n---\n',
      'home/.kimi/skills/a/SKILL.md': skillText('a'),
    });
    assert.equal(
      rowNamed(rows, 'a').description,
      'invalid: line 3, unquoted ": " in a value; User ~/.kimi/skills/a loads instead',
    );
  });

  test('without a folder, directories that start from the project are left out', async () => {
    const config = 'extra_skill_dirs = ["tools/skills", "~/gone"]\n';
    const rows = await rowsOf(
      { 'home/.kimi/config.toml': config, 'home/.kimi/skills/a/SKILL.md': skillText('a') },
      { kind: 'none' },
    );
    const text = renderTree(rows, { all: true });
    assert.ok(text.includes('~/gone  no such directory'), text);
    assert.ok(!text.includes('tools/skills'), text);
  });

  test('links in a skill are not followed in a circle', async () => {
    const rows = await rowsOf({
      'p/.kimi/skills/a/SKILL.md': skillText('a'),
      'p/.kimi/skills/a/docs/readme.txt': 'Read.',
      'p/.kimi/skills/a/again': { symlink: '.' },
      'p/.kimi/skills/a/up': { symlink: '..' },
      'p/.kimi/skills/a/shared': { symlink: './docs' },
      'p/.kimi/skills/a/gone': { symlink: './nowhere' },
    });
    const childrenOf = (node: TreeNode) =>
      (node.kind === 'candidate' || node.kind === 'file') && node.expansion !== 'none'
        ? readSkillFiles(node, say)
        : [];
    assert.equal(
      renderTree([rowNamed(rows, 'a')], { all: true, childrenOf }),
      `▾ a  About a.
    again  link to . · leads back to a folder above it
  ▾ docs
      readme.txt
  ▾ shared  link to ./docs
      readme.txt
    up  link to .. · leads back to a folder above it
    gone  link to ./nowhere · no such file or directory
    SKILL.md`,
    );
  });

  test('a folder with very many files is cut', async () => {
    const rows = await rowsOf({ 'p/.kimi/skills/a/SKILL.md': skillText('a') });
    for (let number = 0; number < 250; number++)
      writeFileSync(layout!.at(`p/.kimi/skills/a/${number}.txt`), '');
    const row = rowNamed(rows, 'a');
    assert(row.kind === 'candidate');
    const files = readSkillFiles(row, say);
    assert.equal(files.length, 201);
    assert.equal(files.at(-1)?.label, '… 51 more');
  });

  test('every id is unique, by scope and by name', async () => {
    for (const grouping of ['scope', 'name'] as const) {
      layout?.remove();
      const rows = await rowsOf(
        {
          'p/.kimi/skills/a/SKILL.md': skillText('a'),
          'p/.kimi/skills/b/SKILL.md': skillText('a'),
          'p/.kimi/skills/a.md': skillText('a'),
          'p/.claude/skills': { symlink: '../.kimi/skills' },
          'p/.agents/skills/a': { symlink: '../../.kimi/skills/a' },
          'home/.kimi/skills/a/SKILL.md': skillText('a'),
          'home/.cursor/skills/a/SKILL.md': skillText('a'),
        },
        { grouping },
      );
      const ids: string[] = [];
      const collect = (nodes: readonly TreeNode[]) => {
        for (const node of nodes) {
          ids.push(node.id);
          if ('children' in node) collect(node.children);
        }
      };
      collect(rows);
      assert.equal(new Set(ids).size, ids.length);
    }
  });

  test('the tooltips of what is compiled in name no path', async () => {
    const rows = await rowsOf({ 'p/.agents/skills/a/SKILL.md': skillText('a') }, { profile: 'kimi-code' });
    const root = tooltipOf(rowNamed(rows, 'kimi-code'), sayFor);
    assert(root instanceof vscode.MarkdownString);
    assert.match(root.value.replaceAll('\\', ''), /compiled into kimi-code, without files: mcp-config, /);
    assert.doesNotMatch(root.value, /Path/);
    assert.equal(
      tooltipOf(rowNamed(rows, 'mcp-config'), sayFor),
      'mcp-config comes with kimi-code 0.38: it has no file that could be opened',
    );
  });

  test('text from files stays text', async () => {
    const evil = 'x](command:workbench.action.quit) <b> $(zap) https://a.example **b**';
    const rows = await rowsOf({
      'p/.kimi/skills/a/SKILL.md': `---\nname: a\ndescription: ${JSON.stringify(`${evil}\n\u202edesrever`)}\n---\n`,
    });
    const row = rowNamed(rows, 'a');
    assert.ok(row.description.includes('[U+202E]desrever'), row.description);
    const tooltip = tooltipOf(row, sayFor);
    assert(tooltip instanceof vscode.MarkdownString);
    assert.equal(tooltip.isTrusted, false);
    assert.equal(tooltip.supportThemeIcons, false);
    const bare = tooltip.value.replaceAll(/\\[!-/:-@[-`{-~]/g, '');
    assert.doesNotMatch(bare, /[<$[\]`]|\]\(|https:|command:/);
  });
});

suite('parts', 'none', () => {
  test('a message keeps its placeholders through a translation', () => {
    assert.equal(say(message('{0} loads, {1} do not', 1, 2)), '1 loads, 2 do not');
    assert.equal(vscode.l10n.t('{0} of {1}'), '{0} of {1}');
  });

  test('a path is shown as short as it can be understood', () => {
    const at = { projectRoot: path.resolve('/home/kim/p'), homes: [path.resolve('/home/kim')] };
    const shown = (file: string) => showPath(path.resolve(file), at).replaceAll(path.sep, '/');
    assert.equal(shown('/home/kim/p/.kimi/skills'), '.kimi/skills');
    assert.equal(shown('/home/kim/.kimi/skills'), '~/.kimi/skills');
    assert.equal(shown('/home/kim'), '~');
    assert.equal(shown('/home/kimberley/x'), path.resolve('/home/kimberley/x').replaceAll(path.sep, '/'));
    assert.equal(
      showPath(path.resolve('/home/kim/a'), { projectRoot: at.homes[0]!, homes: at.homes }),
      `~${path.sep}a`,
    );
  });

  test('untrusted text is made fit for where it is shown', () => {
    assert.equal(oneLine('a\n  b\tc\u0007'), 'a b c[U+0007]');
    assert.equal(oneLine('a\udc80b'), 'a\\x80b');
    assert.equal(oneLine('x'.repeat(400)).length, 301);
    assert.equal(notificationText('[a](command:b)'), '[a] (command:b)');
    assert.equal(pickText('$(zap) a'), '\\$(zap) a');
    assert.equal(markdownText('*a* <b>\nc'), '\\*a\\* \\<b\\>  \nc');
  });

  test('a burst of requests becomes one piece of work', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    try {
      let runs = 0;
      const debounce = new Debounce(async () => void runs++, 100, 250);
      debounce.call();
      mock.timers.tick(80);
      debounce.call();
      mock.timers.tick(80);
      assert.equal(runs, 0);
      debounce.call();
      mock.timers.tick(89);
      assert.equal(runs, 0);
      mock.timers.tick(1);
      assert.equal(runs, 1, 'by the limit, though calls went on');
      await debounce.flush();
      assert.equal(debounce.busy, false);
      debounce.call();
      await debounce.flush();
      assert.equal(runs, 2, 'at once when it is flushed');
      debounce.call();
      debounce.dispose();
      mock.timers.tick(1000);
      assert.equal(runs, 2);
    } finally {
      mock.timers.reset();
    }
  });

  test('work that is asked for while it runs is done once more', async () => {
    const releases: (() => void)[] = [];
    const debounce = new Debounce(() => new Promise(release => releases.push(release)), 0, 0);
    debounce.call();
    const done = debounce.flush();
    debounce.call();
    const again = debounce.flush();
    assert.equal(releases.length, 1);
    releases[0]!();
    while (releases.length < 2) await Promise.resolve();
    releases[1]!();
    await Promise.all([done, again]);
    assert.equal(releases.length, 2);
  });
});
