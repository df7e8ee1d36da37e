/** The view as a person sees and uses it, on the sample project. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { projectRoot } from '../host/folders';
import { until } from '../host/processes';
import { buildSample, type Sample } from '../host/sample';
import { type Server, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';

let sample: Sample;
let server: Server;
let workbench: Workbench;

before(async () => {
  sample = buildSample();
  server = await startServer({
    home: sample.home,
    env: sample.env,
    extension: projectRoot,
    settings: { 'git.enabled': false },
  });
  workbench = await openWorkbench(server, { folder: sample.orchard });
  await workbench.showView();
  await workbench.widenSideBar(640);
});

after(async () => {
  await workbench?.screenshot('tree-last');
  await workbench?.close();
  server?.stop();
});

describe('what the tree shows', () => {
  test('the scopes in order of priority, with counts', async () => {
    const scopes = (await workbench.tree.rows()).filter(({ level }) => level === 1);
    assert.deepEqual(
      scopes.map(({ label, description }) => `${label}: ${description}`),
      [
        'Project: orchard · 7 load, 7 do not',
        'User: 4 load, 4 do not',
        'Extra: 3 load, 1 does not',
        'Built-in: 1 loads, 1 does not',
        'Not read here: 2 skills where kimi-cli does not look',
      ],
    );
    assert.match(await workbench.message(), /^kimi-cli 1\.49 · 15 load, 13 do not · chosen automatically: /);
    await workbench.screenshot('tree');
  });

  /** Row, icon, and what its description must say: every kind of verdict. */
  const verdicts: [string, string, RegExp][] = [
    ['.kimi/skills > release', 'pass', /^Cut a release, tag it/],
    ['.kimi/skills > estimate', 'error', /^invalid: line 3, /],
    ['.kimi/skills > label-check', 'eye-closed', /skill\.md.*SKILL\.md/],
    ['.kimi/skills > pruning', 'eye-closed', /too deep/],
    ['.claude/skills > release', 'circle-slash', /^shadowed by \.kimi\/skills\/release/],
    ['.claude/skills > weigh', 'error', /^invalid: line 4, .*prompt/],
    ['.claude/skills > retired', 'error', /link target missing/],
    ['.claude/skills > README', 'pass', /⚠/],
    ['.codex/skills', 'link', /^same directory as \.claude\/skills$/],
    ['.agents/skills > changelog', 'link', /same file as \.claude\/skills\/changelog\.md/],
    ['.agents/skills > handover', 'pass', /⚠ loads as standard/],
    ['.agents/skills > triage', 'pass', /^Lead a report/],
    ['~/.kimi/skills > release', 'circle-slash', /^shadowed by Project \.kimi\/skills\/release/],
    ['~/.claude/skills > Commit', 'circle-slash', /shadowed by ~\/\.kimi\/skills\/commit/],
    ['~/.codex/skills', 'folder', /empty/],
    ['~/.config/agents/skills > notes', 'warning', /ambiguous with notes-old/],
    ['~/.config/agents/skills > glossary', 'pass', /⚠ a byte order mark/],
    ['~/.agents/skills', 'eye-closed', /^not read: ~\/\.config\/agents\/skills exists$/],
    ['~/.agents/skills > translate', 'eye-closed', /^not read: ~\/\.config\/agents\/skills exists$/],
    ['~/work/team-skills', 'folder', /^from ~\/\.kimi\/config\.toml$/],
    ['~/work/team-skills > onboarding', 'circle-slash', /shadowed by Project \.agents\/skills\/onboarding/],
    ['~/work/retired-skills', 'warning', /no such directory/],
    ['tools/skills > seed-data', 'pass', /flat file/],
    ['~/.kimi/plugins > forecast', 'pass', /weather/],
    [
      'kimi-cli 1.49.0 > skill-creator',
      'circle-slash',
      /shadowed by User ~\/\.claude\/skills\/skill-creator\.md/,
    ],
    ['.github/skills > review', 'eye-closed', /another tool/],
  ];
  for (const [row, icon, description] of verdicts) {
    test(`${row}: ${description.source}`, async () => {
      if (row.startsWith('.github') || row.startsWith('~/.agents'))
        await workbench.tree.expandAll(({ level }) => level <= 2);
      const shown = await workbench.tree.row(row);
      assert.match(shown.description, description);
      assert.equal(shown.icon, icon);
    });
  }

  test('a screen reader hears what became of a skill right after its name', async () => {
    assert.match((await workbench.tree.row('.claude/skills > release')).ariaLabel, /^release, shadowed/);
    assert.match((await workbench.tree.row('.kimi/skills > release')).ariaLabel, /^release, loads/);
  });

  test('the tooltip has all that is known of a skill', async () => {
    const text = await workbench.tree.tooltip('.claude/skills > release');
    await workbench.screenshot('tooltip');
    for (const known of ['release', 'Cut a release by hand', 'Project', '.kimi/skills/release'])
      assert.ok(text.includes(known), `${known} is missing in:\n${text}`);
  });

  test('a skill opens out to its own files', async () => {
    await workbench.tree.expand('.agents/skills > api-style');
    await workbench.tree.expand('api-style > references');
    const text = await workbench.tree.text();
    const files = text
      .slice(text.indexOf('api-style'), text.indexOf('same file as'))
      .split('\n')
      .slice(1, -1);
    assert.deepEqual(
      files.map(line => line.trim().replace(/\s\s.*/, '')),
      ['▾ references', 'errors.md', '▸ scripts', 'SKILL.md'],
    );
    await workbench.screenshot('tree-files');
    await workbench.tree.collapse('.agents/skills > api-style');
  });
});

describe('opening files', () => {
  beforeEach(() => workbench.runCommand('View: Close All Editors'));

  test('a click opens the skill in the preview tab, which the next click replaces', async () => {
    await workbench.tree.click('.kimi/skills > release');
    await workbench.waitForEditor('.kimi/skills/release/SKILL.md');
    assert.deepEqual(await workbench.tabs(), [{ name: 'SKILL.md', active: true, preview: true }]);
    await workbench.tree.click('.claude/skills > changelog');
    await workbench.waitForEditor('.claude/skills/changelog.md');
    assert.deepEqual(await workbench.tabs(), [{ name: 'changelog.md', active: true, preview: true }]);
  });

  test('Open Winner in the menu of a loser', async () => {
    await workbench.contextMenu('.claude/skills > release', 'Open Winner');
    await workbench.waitForEditor('.kimi/skills/release/SKILL.md');
  });

  test('Open Winner as a button of a loser', async () => {
    await workbench.tree.inlineAction('~/work/team-skills > onboarding', 'Open Winner');
    await workbench.waitForEditor('.agents/skills/onboarding/SKILL.md');
    await workbench.screenshot('open-winner');
  });

  test('Open Winner in the palette asks for a name', async () => {
    await workbench.runCommand('Which Skill: Open Winner');
    await workbench.screenshot('pick-skill');
    await workbench.quickPick('changelog');
    await workbench.waitForEditor('.claude/skills/changelog.md');
  });

  test('Open to the Side', async () => {
    await workbench.tree.click('.kimi/skills > release');
    await workbench.waitForEditor('.kimi/skills/release/SKILL.md');
    await workbench.contextMenu('.agents/skills > triage', 'Open to the Side');
    await workbench.waitForEditor('.agents/skills/triage/SKILL.md');
    assert.equal((await workbench.tabs()).length, 2);
  });

  test('the editor of a loser leads to the winner, whose editor says that it wins', async () => {
    await workbench.tree.click('.claude/skills > release');
    await workbench.waitForEditor('.claude/skills/release/SKILL.md');
    await workbench.editorAction('Go to the Winner');
    await workbench.waitForEditor('.kimi/skills/release/SKILL.md');
    await until('the action of a winner', async () =>
      (await workbench.editorActions()).some(action => action.startsWith('This Skill File Wins')),
    );
  });
});

describe('copying', () => {
  test('the path of a skill', async () => {
    await workbench.contextMenu('.claude/skills > release', 'Copy Path');
    await until('the path in the clipboard', async () =>
      (await workbench.clipboard()).startsWith(path.join(sample.orchard, '.claude', 'skills', 'release')),
    );
  });

  test('the command that runs a skill', async () => {
    await workbench.contextMenu('.agents/skills > onboarding', 'Copy Skill Command');
    await until(
      'the command in the clipboard',
      async () => (await workbench.clipboard()) === '/skill:onboarding',
    );
  });
});

describe('refreshing', () => {
  const added = () => path.join(sample.orchard, '.agents', 'skills', 'grafting');

  after(() => rmSync(added(), { recursive: true, force: true }));

  test('shows what was added, and keeps what is expanded and collapsed', async () => {
    await workbench.tree.collapse('Built-in');
    await workbench.tree.expand('.agents/skills > api-style');
    mkdirSync(added());
    writeFileSync(
      path.join(added(), 'SKILL.md'),
      '---\nname: grafting\ndescription: Join two branches\n---\n',
    );
    await workbench.viewAction('Refresh');
    const text = await workbench.tree.until('the added skill', now =>
      /grafting {2}Join two branches/.test(now),
    );
    assert.match(text, /▸ Built-in/);
    assert.match(text, /▾ api-style/);
    await workbench.tree.expand('Built-in');
    await workbench.tree.collapse('.agents/skills > api-style');
  });
});

describe('grouping and filtering', () => {
  test('by name: the candidates of each name in order of rank', async () => {
    await workbench.viewAction('Group by Name');
    await workbench.tree.until(
      'names at the top',
      text => /^. release/m.test(text) && !/^. Project/m.test(text),
    );
    await workbench.tree.expand('release');
    const rows = await workbench.tree.rows();
    const top = rows.findIndex(({ level, label }) => level === 1 && label === 'release');
    assert.deepEqual(
      rows.slice(top + 1, top + 4).map(({ level, icon }) => [level, icon]),
      [
        [2, 'pass'],
        [2, 'circle-slash'],
        [2, 'circle-slash'],
      ],
    );
    await workbench.screenshot('by-name');
    // The button goes round: by scope, by name, by agent.
    await workbench.viewAction('Group by Agent');
    await workbench.viewAction('Group by Scope');
    await workbench.tree.until('scopes at the top', text => /^. Project/m.test(text));
  });

  test('conflicts only: nothing that simply loads is left; a reloaded window remembers it', async () => {
    await workbench.runCommand('Which Skill: Show Conflicts Only');
    await workbench.tree.until('only conflicts', text => !/api-style/.test(text));
    await workbench.reload();
    await workbench.showView();
    const text = await workbench.tree.text();
    assert.doesNotMatch(text, /api-style/);
    assert.match(text, /shadowed by \.kimi\/skills\/release/);
    await workbench.screenshot('conflicts');
    await workbench.runCommand('Which Skill: Show All');
    await workbench.tree.until('all skills', now => /api-style/.test(now));
  });

  test('winners only', async () => {
    await workbench.runCommand('Which Skill: Show Winners Only');
    await workbench.tree.until('only winners', text => /api-style/.test(text) && !/shadowed/.test(text));
    await workbench.runCommand('Which Skill: Show All');
    await workbench.tree.until('all skills', now => /shadowed/.test(now));
  });
});

describe('while something else changes', () => {
  interface Shown {
    readonly top: string;
    readonly height: string;
    readonly rows: readonly string[];
  }

  /** What stands on the screen now, without making room for the rest: how far it is scrolled, and each row's state. */
  const look = (): Promise<Shown> =>
    workbench.page
      .locator('.part.sidebar .pane-body .monaco-list-rows')
      .first()
      // biome-ignore lint/suspicious/noExplicitAny: The DOM's types are not known here.
      .evaluate((list: any) => ({
        top: list.style.top,
        height: list.style.height,
        rows: [...list.querySelectorAll('.monaco-list-row')]
          .sort((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
          .map(row => {
            const label = row.querySelector('.label-name')?.textContent;
            return `${label} ${row.getAttribute('aria-expanded')} ${row.classList.contains('selected')}`;
          }),
      }));

  test('what is selected, expanded and scrolled to stays', async () => {
    const { tree, page } = workbench;
    const size = page.viewportSize();
    await tree.expand('.kimi/skills > release');
    await tree.click('.claude/skills > weigh');
    await tree.hideTooltip();
    await page.setViewportSize({ width: size?.width ?? 1280, height: 480 });
    await page.locator('.part.sidebar .pane-body .monaco-list').first().hover();
    await page.mouse.wheel(0, 66);
    let before = await look();
    await until('the tree to be scrolled and at rest', async () => {
      const now = await look();
      const isSame = JSON.stringify(now) === JSON.stringify(before);
      before = now;
      return isSame && now.top !== '0px' && now.top !== '';
    });
    assert.ok(
      before.rows.includes('weigh null true') || before.rows.includes('weigh false true'),
      before.rows.join('\n'),
    );
    assert.ok(before.rows.includes('release true false'), before.rows.join('\n'));

    // A row far below, out of sight: the tree grows, and nothing else happens.
    const folder = path.join(sample.home, '.kimi', 'skills', 'zebra');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'SKILL.md'), '---\nname: zebra\ndescription: Far below.\n---\n');
    const after = await until('one more row', async () => {
      const now = await look();
      return now.height !== before.height && now;
    });
    assert.deepEqual(after.rows, before.rows);
    assert.equal(after.top, before.top);

    rmSync(folder, { recursive: true });
    await until('the row to be gone', async () => (await look()).height === before.height);
    assert.deepEqual(await look(), before);
    await page.setViewportSize(size ?? { width: 1280, height: 800 });
    await tree.collapse('.kimi/skills > release');
  });
});
