/** Several agents at once, on a repository that all of them read differently: My Agents, rows, page, problems, plans. */
import assert from 'node:assert/strict';
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Plan } from '../../src/core/plan/types';
import { PROFILE_IDS } from '../../src/core/products';
import type { ProfileId } from '../../src/core/types';
import type { WhichSkillApi } from '../../src/vscode/api';
import type { Page } from '../../src/vscode/pages/page';
import type { Tidy } from '../../src/vscode/tidy/tidy';
import { EVERY_AGENT } from '../core/agents/every-agent';
import { type BuiltLayout, buildLayout, skillText } from '../layout';
import { closeEditors, resetView, rowOf, run, untilActive, untilTree, whichSkill } from './extension';
import { after, afterEach, before, beforeEach, suite, test, until } from './harness';
import { act, confirm, FakeDialogs, listing, planOf, tidyWith } from './tidy-harness';

/** What the home directory has signs of. */
const FOUND = ['kimi-cli', 'claude-code', 'codex', 'qwen-code'] as const;

const JAVASCRIPT = '---js\n{ name: "program", description: "d" }\n---\nBody.\n';

suite('several agents', 'folder', () => {
  let layout: BuiltLayout;
  let api: WhichSkillApi;
  let dialogs: FakeDialogs;
  let tidy: Tidy;
  const { HOME, USERPROFILE } = process.env;
  const at = (relative: string) => layout.at(relative);
  const skillFile = (name: string) => at(`P/.agents/skills/${name}/SKILL.md`);

  async function set(values: Readonly<Record<string, unknown>>): Promise<void> {
    const settings = vscode.workspace.getConfiguration('whichSkill');
    for (const [key, value] of Object.entries(values))
      await settings.update(key, value, vscode.ConfigurationTarget.Workspace);
    await run('refresh');
  }

  /** Chooses the agents; null leaves it to the machine. */
  async function choose(agents: readonly ProfileId[] | null): Promise<void> {
    await api.agents().mine.choose(agents);
    await api.whenIdle();
  }

  /** The whole tree, with `ROOT` for the folder of the layout. */
  const shown = async () =>
    (await api.renderTree({ all: true })).replaceAll(layout.root, 'ROOT').replace(/x{9,}…/g, 'x…');

  const textOf = (markup: string) =>
    markup.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).replace(/<[^>]+>/g, '');

  /** The line of the tree that begins with a label. */
  async function line(label: string): Promise<string> {
    const text = await shown();
    return text.split('\n').find(one => one.replace(/^[ ▸▾]*/, '').startsWith(`${label}  `)) ?? '';
  }

  before(async () => {
    layout = buildLayout({
      ...EVERY_AGENT,
      'home/.kimi/config.toml': '',
      'home/.claude/projects': null,
      'home/.codex/sessions': null,
      'home/.qwen/settings.json': '{}',
    });
    Object.assign(process.env, { HOME: at('home'), USERPROFILE: at('home') });
    api = await whichSkill();
    api.agents().mine.forget();
    await set({ product: 'kimi-cli', workDir: at('P') });
  });
  beforeEach(async () => {
    const { product } = vscode.workspace.getConfiguration('whichSkill');
    if (product !== 'kimi-cli') await set({ product: 'kimi-cli' });
    await resetView();
    await choose(null);
    dialogs = new FakeDialogs();
    tidy = await tidyWith(dialogs);
    tidy.trash = { exists: async () => false, put: async () => assert.fail('there is no trash') };
  });
  afterEach(async () => {
    tidy.preview?.dispose();
    tidy.preview = undefined;
    await closeEditors();
  });
  after(async () => {
    for (const [name, value] of Object.entries({ HOME, USERPROFILE }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    await choose(null);
    api.agents().mine.forget();
    await set({ product: undefined, workDir: undefined });
    await resetView();
    layout.remove();
  });

  test('My Agents are those of the machine until others are chosen, and rows tell of those', async () => {
    const { mine } = api.agents();
    assert.deepEqual([mine.chosen, mine.list], [undefined, FOUND]);
    const where = 'not read: another tool’s directory';
    assert.equal(await line('translate'), `    ▸ translate  ${where} · read by Qwen Code`);
    assert.equal(await line('review'), `    ▸ review  ${where}`);
    await choose(['codex', 'copilot-cli', 'vscode']);
    assert.deepEqual(mine.chosen, ['codex', 'copilot-cli', 'vscode']);
    assert.equal(await line('translate'), `    ▸ translate  ${where}`);
    assert.equal(await line('review'), `    ▸ review  ${where} · not by Codex`);
    await choose(['codex']);
    assert.doesNotMatch(await shown(), /\bread by\b|\bnot by\b/);
  });

  test('the quick pick leaves what is chosen, and whoever takes what the machine has follows the machine', async () => {
    const { mine } = api.agents();
    for (const [chosen, kept] of [
      [
        ['codex', 'goose'],
        ['codex', 'goose'],
      ],
      [FOUND, undefined],
    ] as const) {
      await choose(chosen);
      let isOpen = true;
      const choosing = run('chooseAgents').then(() => {
        isOpen = false;
      });
      await until('the quick pick to be taken', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return !isOpen;
      });
      await choosing;
      assert.deepEqual(mine.chosen, kept);
    }
  });

  test('by agent: what each loads, and what it drops', async () => {
    await run('groupByAgent');
    assert.equal(
      await shown(),
      `▾ kimi-cli 1.49  7 load, 4 do not
  ▸ deploy  not by Codex, Qwen Code · Of one brand
  ▸ lint  (linting) · not by Claude Code · Checks style
  ▸ marked  ⚠ a byte order mark before the --- keeps its frontmatter from being read · not by Claude Code, Codex · ---
    notes  flat file · read by kimi-cli · A flat file
  ▸ tides  read by kimi-cli · Of the user, for all tools
  ▸ two words  (spaced) · ⚠ its name cannot be typed as a /skill: command · not by Claude Code, Qwen Code · A name with a blank
  ▸ verbose  not by Claude Code · x…
  ▸ colon  invalid: line 3, unquoted ": " in a value · not by kimi-cli, Claude Code
  ▸ deploy  shadowed by .claude/skills/deploy · differs in 1 file · not by kimi-cli, Claude Code
  ▸ deploy  shadowed by Project .claude/skills/deploy · differs in 1 file · read by Claude Code
  ▸ inner  not read: too deep · (group/inner) · read by Codex
▾ Claude Code 2.1.197  1 loads, 1 does not
  ▸ deploy  read by Claude Code · One’s own
  ▸ deploy  also listed; calling it gives User ~/.claude/skills/deploy · not by Codex, Qwen Code
▾ Codex 0.171.0  6 load, 1 does not
  ▸ colon  ⚠ line 3 is not YAML as it stands; Codex takes the value as text, others may not · not by kimi-cli, Claude Code · Use when: asked
  ▸ deploy  not by kimi-cli, Claude Code · For all tools
  ▸ inner  read by Codex · In a folder of skills · (group/inner)
  ▸ lint  (linting) · not by Claude Code · Checks style
  ▸ two words  (spaced) · not by Claude Code, Qwen Code · A name with a blank
  ▸ verbose  not by Claude Code · x…
  ▸ marked  invalid: line 1, it starts with a byte order mark, so that Codex sees no frontmatter in it · not by Claude Code, Codex
▾ Qwen Code 0.24.4  6 load, 2 do not
  ▸ colon  ⚠ no YAML (a ": " inside a text that is not in quotes): Qwen Code reads it by simpler rules of its own · not by kimi-cli, Claude Code · Use when: asked
  ▸ deploy  not by kimi-cli, Claude Code · For all tools
  ▸ lint  (linting) · not by Claude Code · Checks style
  ▸ marked  not by Claude Code, Codex · With a byte order mark
  ▸ translate  read by Qwen Code · Translates
  ▸ verbose  not by Claude Code · x…
  ▸ inner  not read: too deep · (group/inner) · read by Codex
  ▸ two words  (spaced) · invalid: line 2, its name has a blank: Qwen Code takes letters, digits and _ : . - only · not by Claude Code, Qwen Code`,
    );
  });

  test('who reads a skill is told of what is on disk now', async () => {
    const link = at('P/.claude/skills/linting');
    assert.match(await line('lint'), /^ *▸ lint {2}\(linting\) · not by Claude Code · Checks style$/);
    const tooltip = async () => {
      const { tooltip: text } = await api.item(await rowOf(skillFile('linting')));
      assert.ok(text instanceof vscode.MarkdownString);
      return text.value.replaceAll('\\', '');
    };
    assert.match(await tooltip(), /^Read by kimi-cli, Codex, Qwen Code; not by Claude Code$/m);
    symlinkSync(path.join('..', '..', '.agents', 'skills', 'linting'), link);
    await untilTree('Claude Code to read it', text => /▸ lint {2}\(linting\) · Checks style/.test(text));
    assert.match(await tooltip(), /^Read by kimi-cli, Claude Code, Codex, Qwen Code$/m);
    rmSync(link);
    await untilTree('Claude Code not to read it', text => /▸ lint {2}.*not by Claude Code/.test(text));
  });

  test('only names on which my agents differ', async () => {
    await choose(['codex', 'qwen-code']);
    await set({ product: 'codex' });
    await run('filterDiffers');
    assert.equal(
      await shown(),
      `▾ Project  P · 6 load, 1 does not
  ▾ .agents/skills  canonical
    ▸ inner  Qwen Code takes none · In a folder of skills · (group/inner)
    ▸ marked  Qwen Code takes .agents/skills/marked · invalid: line 1, it starts with a byte order mark, so that Codex sees no frontmatter in it
    ▸ two words  (spaced) · Qwen Code takes none · A name with a blank
▾ Not read here  10 skills where codex does not look
  ▾ .qwen/skills  not read: another tool’s directory
    ▸ translate  Qwen Code takes .qwen/skills/translate · not read: another tool’s directory`,
    );
    assert.equal(api.heading().description, 'differences between agents only');
  });

  test('the tree of Codex has what Codex lists', async () => {
    const copy = at('P/.codex/skills/deploy');
    mkdirSync(copy, { recursive: true });
    writeFileSync(path.join(copy, 'SKILL.md'), skillText('deploy', 'Listed as well'));
    await set({ product: 'codex' });
    try {
      assert.equal(
        (await shown()).split('▾ Not read here')[0],
        `  Managed  no skills directory
▾ Project  P · 7 load, 1 does not
  ▾ .codex/skills  brand
    ▸ deploy  listed beside one other of this name · read by Codex
  ▾ .agents/skills  canonical
    ▸ colon  ⚠ line 3 is not YAML as it stands; Codex takes the value as text, others may not · not by kimi-cli, Claude Code · Use when: asked
    ▸ deploy  listed beside one other of this name · not by kimi-cli, Claude Code
    ▸ inner  read by Codex · In a folder of skills · (group/inner)
    ▸ lint  (linting) · not by Claude Code · Checks style
    ▸ marked  invalid: line 1, it starts with a byte order mark, so that Codex sees no frontmatter in it · not by Claude Code, Codex
    ▸ two words  (spaced) · not by Claude Code, Qwen Code · A name with a blank
    ▸ verbose  not by Claude Code · x…
  User  no skills directory
  Extra  no extra directories
  Built-in  no such directory
`,
      );
    } finally {
      rmSync(at('P/.codex'), { recursive: true });
      await run('refresh');
    }
  });

  test('a problem names the agents that lose the skill, one entry for a file and fault', async () => {
    const told = (name: string) =>
      vscode.languages
        .getDiagnostics(vscode.Uri.file(skillFile(name)))
        .filter(({ source }) => source === 'Which Skill')
        .map(({ severity, message }) => `${vscode.DiagnosticSeverity[severity]} ${message}`);
    await choose(['kimi-cli', 'kimi-code', 'codex', 'copilot-cli', 'qwen-code', 'amp', 'goose']);
    assert.deepEqual(told('colon'), [
      'Error unquoted ": " in a value: kimi-cli, kimi-code, Copilot CLI, Amp, Goose drop this skill',
    ]);
    assert.deepEqual(told('verbose'), [
      'Error the description has 1100 characters: the open format allows 1024, and other tools may go by that; Copilot CLI drops the skill for it',
    ]);
    assert.deepEqual(told('marked'), [
      'Error an invisible byte order mark stands before the ---: kimi-cli does not read the frontmatter; Codex drops the skill for it',
    ]);
    assert.deepEqual(told('spaced'), [
      'Warning “/skill:two words” cannot be typed: only letters, digits, _ and - can',
      'Error its name has a blank: Qwen Code takes letters, digits and _ : . - only: Qwen Code, Amp drop this skill',
    ]);
    await choose(['claude-code']);
    assert.deepEqual(told('verbose'), [
      'Information the description has 1100 characters: the open format allows 1024, and other tools may go by that',
    ]);
    assert.deepEqual(told('colon'), ['Error unquoted ": " in a value: kimi-cli drops this skill']);
  });

  test('the language status tells who reads the file', async () => {
    const { status } = await api.explainer();
    const file = skillFile('linting');
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    await untilActive(file);
    await status.whenIdle();
    assert.deepEqual(status.shown, {
      text: 'Loads as “lint”',
      detail: 'as kimi-cli 1.49 sees it; read by kimi-cli, Codex, Qwen Code; not by Claude Code',
    });
    await choose(['codex', 'claude-code']);
    await until('the new agents', () => status.shown?.detail.endsWith('; read by Codex; not by Claude Code'));
  });

  test('the page that explains says what my other agents make of the file', async () => {
    const explainer = await api.explainer();
    const page = await explainer.explain({ path: skillFile('marked') });
    const others = () => {
      const [, list = ''] = /<h2>Other agents<\/h2><ul>(.*?)<\/ul>/s.exec(page.markup ?? '') ?? [];
      return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => textOf(item));
    };
    await choose(['kimi-cli', 'codex', 'claude-code']);
    await explainer.pages.whenIdle();
    assert.equal(others().length, 2);
    assert.match(others()[0] ?? '', /^Claude Code: not read: /);
    assert.match(others()[1] ?? '', /^Codex: .*byte order mark/);
    await choose(['kimi-cli']);
    await explainer.pages.whenIdle();
    assert.deepEqual(others(), []);
  });

  for (const profile of PROFILE_IDS) {
    test(`${profile}: what OpenCode would run is told in rows and problems`, async () => {
      const file = skillFile('program');
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JAVASCRIPT);
      try {
        await choose([profile]);
        await set({ product: profile });
        assert.match(await line('program'), /OpenCode runs (this|its) frontmatter as JavaScript/);
        const codes = vscode.languages
          .getDiagnostics(vscode.Uri.file(file))
          .map(({ code }) => (typeof code === 'object' ? code.value : code));
        assert.deepEqual(
          codes.filter(code => code === 'evaluates-javascript'),
          ['evaluates-javascript'],
        );
      } finally {
        rmSync(path.dirname(file), { recursive: true });
      }
    });
  }

  /** The page with every skill against every agent, as somebody who comes to it first sees it. */
  async function matrixPage(): Promise<Page> {
    const part = await api.agents().load();
    part.page?.dispose();
    await run('showMatrix');
    return until('the page', () => (part.page?.markup ? part.page : undefined));
  }

  /** The names on the page, in their order. */
  const namesOn = ({ markup = '' }: Page) =>
    [...markup.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/gs)].map(([, name = '']) => textOf(name));

  /** A row of the page: its name, then what stands in each cell. */
  function cellsOf({ markup = '' }: Page, name: string): readonly string[] {
    const rows = [...markup.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell)),
    );
    return rows.find(([first]) => first === name) ?? [];
  }

  test('the page: my agents first, the others on demand, names that differ, a cell in full', async () => {
    const page = await matrixPage();
    assert.deepEqual(cellsOf(page, 'Name'), [
      'Name',
      'kimi-cli1.49',
      'Claude Code2.1',
      'Codex0.171',
      'Qwen Code0.24',
    ]);
    assert.deepEqual(cellsOf(page, 'deploy'), [
      'deploy',
      '.claude',
      '~/.claude + more',
      '.agents',
      '.agents',
    ]);
    assert.deepEqual(cellsOf(page, 'review'), []);
    await page.act({ name: 'agents', value: '', checked: true });
    assert.deepEqual(cellsOf(page, 'Name').slice(5), [
      'kimi-code0.38',
      'Copilot CLI1.0',
      'VS Code1.139',
      'Gemini CLI0.61',
      'OpenCode1.18',
      'Amp0.0 · not run',
      'Goosenot run',
      'Cursordocumentation only',
    ]);
    assert.deepEqual(cellsOf(page, 'deploy').slice(5), [
      '.agents',
      '.agents',
      '.agents',
      'waits',
      '.agents (ambiguous)',
      '.agents',
      '.agents',
      '.agents (ambiguous)',
    ]);
    assert.deepEqual(cellsOf(page, 'review').slice(6, 8), ['.github', '.github']);
    await page.act({ name: 'cell', value: 'copilot-cli verbose' });
    assert.match(
      textOf(page.markup ?? ''),
      /verbose · Copilot CLI: takes none: description has 1100 characters; Copilot CLI takes 1024 at most/,
    );
    await page.act({ name: 'open', value: skillFile('verbose') });
    await untilActive(skillFile('verbose'));
    await choose(['codex', 'qwen-code']);
    await page.act({ name: 'agents', value: '', checked: false });
    await page.act({ name: 'shown', value: '', choice: 'differences' });
    assert.deepEqual(namesOn(page), ['inner', 'marked', 'translate', 'two words']);
    await page.act({ name: 'shown', value: '', choice: 'trouble' });
    assert.deepEqual(namesOn(page), ['marked', 'two words']);
    await page.act({ name: 'shown', value: '', choice: 'all' });
    await page.act({ name: 'sort', value: '', choice: 'agents' });
    assert.deepEqual(namesOn(page).slice(-4), ['inner', 'marked', 'translate', 'two words']);
    assert.match(
      textOf(page.markup ?? ''),
      /Codex 0\.171\.0: its rules were checked against the program itself, 2026-11/,
    );
  });

  test('the page follows the disk, and warns of what OpenCode would run', async () => {
    const page = await matrixPage();
    const file = skillFile('program');
    assert.doesNotMatch(page.markup ?? '', /role="alert"/);
    mkdirSync(path.dirname(file));
    writeFileSync(file, JAVASCRIPT);
    await until('the warning', () => page.markup?.includes('role="alert"'));
    const [, warning = ''] = /role="alert"[^>]*>(.*?)<\/section>/s.exec(page.markup ?? '') ?? [];
    assert.equal(
      textOf(warning),
      '⚠ Warning: what stands in these files is run as a program.agents/skills/program/SKILL.md' +
        'OpenCode runs this frontmatter as JavaScript as soon as it looks for skills here, and asks nobody before',
    );
    writeFileSync(file, skillText('program'));
    await until('the warning to go', () => !page.markup?.includes('role="alert"'));
    await until('a row', () => cellsOf(page, 'program').join() === 'program,.agents,–,.agents,.agents');
    rmSync(path.dirname(file), { recursive: true });
    await until('the row to go', () => cellsOf(page, 'program').length === 0);
  });

  /** The operations of a plan, with places below the layout. */
  const operationsOf = ({ operations }: Plan) =>
    operations.map(
      ({ kind, to }) => `${kind} ${path.relative(layout.root, to ?? '').replaceAll(path.sep, '/')}`,
    );

  const texts = () => listing(at('P')).map(name => [name, contentOf(at(`P/${name.replace(/ -> .*/, '')}`))]);

  test('made visible: planned and shown for each agent, done, undone', async () => {
    const before = texts();
    dialogs.picks = ['kimi-cli 1.49', 'Claude Code 2.1.197', 'Codex 0.171.0', 'Qwen Code 0.24.4'];
    const plan = await planOf(tidy, 'makeVisible', await rowOf(skillFile('linting')));
    assert.equal(dialogs.offered.length, PROFILE_IDS.length);
    assert.deepEqual(operationsOf(plan), ['make-link P/.claude/skills/linting']);
    assert.deepEqual(texts(), before);
    const preview = textOf(tidy.preview?.markup ?? '');
    for (const agent of ['kimi-cli 1.49', 'Claude Code 2.1.197', 'Codex 0.171.0', 'Qwen Code 0.24.4'])
      assert.match(preview, new RegExp(`Every name that is touched, as ${agent} would load it`));
    assert.match(
      preview,
      /as Claude Code 2\.1\.197 would load it\.NameBeforeAfterChangelintingnothing\.claude\/skills\/linting Projectloads now/,
    );
    await confirm(tidy);
    const link = at('P/.claude/skills/linting');
    assert.equal(readlinkSync(link), path.join('..', '..', '.agents', 'skills', 'linting'));
    await untilTree('all to read it', text => /▸ lint {2}\(linting\) · Checks style/.test(text));
    const page = await matrixPage();
    assert.deepEqual(cellsOf(page, 'lint'), ['lint', '.claude', 'other name', '.agents', '.agents']);
    assert.deepEqual(cellsOf(page, 'linting'), [
      'linting',
      'other name',
      '.claude',
      'other name',
      'other name',
    ]);
    await run('undoLast');
    assert.deepEqual(texts(), before);
    await untilTree('Claude Code not to read it', text => /▸ lint {2}.*not by Claude Code/.test(text));
  });

  test('made visible where another skill is in the way: nothing is lost, whatever is chosen', async () => {
    const before = texts();
    dialogs.picks = ['Claude Code 2.1.197', 'Codex 0.171.0'];
    const plan = await planOf(tidy, 'makeVisible', await rowOf(skillFile('deploy')));
    assert.deepEqual(operationsOf(plan), []);
    const [conflict, ...more] = plan.conflicts;
    assert.deepEqual(
      [conflict?.target, conflict?.identical, more],
      [at('P/.claude/skills/deploy'), false, []],
    );
    const replacing = await act(tidy, 'answer', conflict?.id, 'replace');
    assert.deepEqual(
      replacing.operations.map(({ kind }) => kind),
      ['make-directory', 'make-directory', 'set-aside', 'make-link'],
    );
    await confirm(tidy);
    assert.equal(realpathSync(at('P/.claude/skills/deploy')), at('P/.agents/skills/deploy'));
    const lost = before.filter(([, text]) => !texts().some(([, now]) => now === text));
    assert.deepEqual(lost, []);
    await run('undoLast');
    assert.deepEqual(texts(), before);
    // What changes while the plan is shown is not overwritten either.
    await planOf(tidy, 'makeVisible', await rowOf(skillFile('linting')));
    const there = at('P/.claude/skills/linting');
    mkdirSync(there);
    writeFileSync(path.join(there, 'SKILL.md'), skillText('lint', 'Came meanwhile'));
    await act(tidy, 'confirm').catch(() => {});
    assert.ok(lstatSync(there).isDirectory());
    assert.match(readFileSync(path.join(there, 'SKILL.md'), 'utf8'), /Came meanwhile/);
    rmSync(there, { recursive: true });
    await run('refresh');
    assert.deepEqual(texts(), before);
  });
});

/** The text of a file, where a link leads, or nothing for a directory. */
function contentOf(place: string): string {
  const found = lstatSync(place);
  return found.isSymbolicLink() ? readlinkSync(place) : found.isFile() ? readFileSync(place, 'utf8') : '';
}
