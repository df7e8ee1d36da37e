/** Two products: switching, the tree for kimi-code, the differences, and the rescue. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { closeEditors, resetView, run, untilActive, whichSkill } from './extension';
import { after, afterEach, before, beforeEach, sample, suite, test, until } from './harness';
import { confirm, FakeDialogs, keepSample, listing, operationsOf, planOf, tidyWith } from './tidy-harness';

const orchard = (...parts: string[]) => path.join(sample().orchard, ...parts);
const home = (...parts: string[]) => path.join(sample().home, ...parts);

/** Writes files below a folder; null makes a directory. */
function write(folder: string, files: Readonly<Record<string, string | null>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(text === null ? file : path.dirname(file), { recursive: true });
    if (text !== null) writeFileSync(file, text);
  }
}

function skill(name: string, more = ''): string {
  return `---\nname: ${name}\ndescription: All about the ${name}\n${more}---\n\nBody.\n`;
}

/** Sets settings of ours for the folder's workspace; undefined is the default. */
async function set(values: Readonly<Record<string, unknown>>): Promise<void> {
  const settings = vscode.workspace.getConfiguration('whichSkill');
  for (const [key, value] of Object.entries(values)) {
    await settings.update(key, value, vscode.ConfigurationTarget.Workspace);
  }
  await run('refresh');
}

const DEFAULTS = {
  product: undefined,
  workDir: undefined,
  'kimiCode.dataDir': undefined,
  'kimiCli.builtinDir': undefined,
};

suite('the product', 'folder', () => {
  beforeEach(resetView);
  afterEach(async () => {
    await closeEditors();
    await set(DEFAULTS);
  });

  test('is switched by the setting, and everything follows', async () => {
    const file = orchard('.kimi', 'skills', 'release', 'SKILL.md');
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    await untilActive(file);
    const api = await whichSkill();
    await api.renderTree();
    assert.equal(api.editorState(), 'wins');
    await set({ product: 'kimi-code' });
    await api.renderTree();
    assert.equal(api.heading().message, 'kimi-code 0.38 · 6 load');
    assert.equal(api.editorState(), 'lost');
    assert.match(await api.renderTree(), /^▾ Project {2}orchard · 5 load/m);
    await set({ product: 'kimi-cli' });
    assert.equal(api.heading().message, 'kimi-cli 1.49 · 15 load, 13 do not');
    assert.equal(api.editorState(), 'wins');
  });

  test('is decided by what kimi on the PATH is, whatever else there is', async () => {
    const bin = mkdtempSync(path.join(sample().root, 'bin-'));
    const name = process.platform === 'win32' ? 'kimi.cmd' : 'kimi';
    const { PATH } = process.env;
    const api = await whichSkill();
    try {
      process.env.PATH = `${bin}${path.delimiter}${PATH}`;
      writeFileSync(path.join(bin, name), '#!/usr/bin/env node\n', { mode: 0o755 });
      await run('refresh');
      await api.renderTree();
      assert.match(
        api.heading().message,
        /^kimi-code 0\.38 .* chosen automatically: it is what kimi starts in a terminal$/,
      );
      writeFileSync(path.join(bin, name), '#!/opt/venv/bin/python3\nimport kimi_cli\n');
      await run('refresh');
      await api.renderTree();
      assert.match(
        api.heading().message,
        /^kimi-cli 1\.49 .* chosen automatically: it is what kimi starts in a terminal$/,
      );
    } finally {
      process.env.PATH = PATH;
      rmSync(bin, { recursive: true });
      await run('refresh');
    }
  });

  test('is decided by what is on the machine, and the view says so', async () => {
    const api = await whichSkill();
    await api.renderTree();
    // Whether the shell's PATH leads to the sample's program is up to the system that the tests run on.
    assert.match(
      api.heading().message,
      /^kimi-cli 1\.49 .* chosen automatically: (?:it is what kimi starts in a terminal|all that was found on this machine points to it)$/,
    );
    if (/it is what kimi starts/.test(api.heading().message)) return;
    mkdirSync(home('.kimi-code'));
    try {
      await run('refresh');
      await api.renderTree();
      assert.match(
        api.heading().message,
        /^kimi-code 0\.38 .* chosen automatically: there are signs of both products, and it is the newer one$/,
      );
    } finally {
      rmSync(home('.kimi-code'), { recursive: true });
      await run('refresh');
    }
    await api.renderTree();
    assert.match(api.heading().message, /^kimi-cli 1\.49 /);
  });
});

/** What we report about a file: severity, code, line from 1, message. */
function problemsIn(file: string): string[] {
  return vscode.languages
    .getDiagnostics(vscode.Uri.file(file))
    .filter(({ source }) => source === 'Which Skill')
    .map(({ severity, code, range: { start }, message }) => {
      const value = typeof code === 'object' ? code.value : code;
      return `${vscode.DiagnosticSeverity[severity]} ${value} ${start.line + 1} ${message}`;
    });
}

suite('kimi-code', 'folder', () => {
  let project = '';

  before(async () => {
    project = mkdtempSync(path.join(sample().root, 'coast-'));
    write(project, {
      'R/.git': null,
      'R/.kimi-code/skills/tern/SKILL.md': skill('tern'),
      'R/.agents/skills/tern/SKILL.md': skill('tern'),
      'R/.agents/skills/birds/waders/avocet/SKILL.md': skill('avocet'),
      'R/.agents/skills/host/SKILL.md': skill('host', 'has-sub-skill: true\n'),
      'R/.agents/skills/host/guest/SKILL.md': skill('guest'),
      'R/.agents/skills/quiet/SKILL.md': skill('quiet', 'disable-model-invocation: true\n'),
      'R/.agents/skills/journey/SKILL.md': skill('journey', 'type: flow\n'),
      'R/.agents/skills/plain/SKILL.md': skill('plain', 'type: standard\n'),
      'R/.agents/skills/nene/SKILL.md': 'A goose.\n',
      'R/.agents/skills/write-goal.md': 'My own goals.\n',
      'R/.claude/skills/ousel/SKILL.md': skill('ousel'),
      'data/skills/knot/SKILL.md': skill('knot'),
    });
  });
  beforeEach(async () => {
    await resetView();
    await set({
      product: 'kimi-code',
      workDir: path.join(project, 'R'),
      'kimiCode.dataDir': path.join(project, 'data'),
    });
  });
  after(async () => {
    await set(DEFAULTS);
    await resetView();
    rmSync(project, { recursive: true });
  });

  /** The whole tree, with `COAST` for the folder of the layout. */
  async function shown(options: { readonly icons?: boolean } = {}): Promise<string> {
    const text = await (await whichSkill()).renderTree({ all: true, ...options });
    return text.replaceAll(project, 'COAST');
  }

  test('has problems of its own, which come and go with the product, and fixes for them', async () => {
    const file = (name: string) => path.join(project, 'R', '.agents', 'skills', name, 'SKILL.md');
    await whichSkill();
    assert.deepEqual(problemsIn(file('plain')), [
      'Error unknown-type 4 type is “standard”: only prompt, inline, flow and reference are known: kimi-code drops this skill',
    ]);
    assert.deepEqual(problemsIn(file('nene')), [
      'Error no-frontmatter 1 it has no frontmatter, and kimi-code wants name and description there: kimi-code drops this skill',
    ]);
    await vscode.window.showTextDocument(vscode.Uri.file(file('plain')));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      vscode.Uri.file(file('plain')),
      new vscode.Range(3, 0, 3, 20),
      vscode.CodeActionKind.QuickFix.value,
    );
    const [fix] = actions.filter(({ title }) => title === 'Remove the type');
    assert(fix?.edit, actions.map(({ title }) => title).join(', '));
    const [, [edit]] = fix.edit.entries()[0]!;
    assert.deepEqual([edit?.range.start.line, edit?.range.end.line, edit?.newText], [3, 4, '']);
    await set({ product: 'kimi-cli' });
    await whichSkill();
    assert.deepEqual(problemsIn(file('plain')), []);
    assert.deepEqual(problemsIn(file('nene')), [
      'Information no-frontmatter 1 no name and description are declared: kimi-cli calls it “nene” and describes it as “A goose.”',
    ]);
    await set({ product: 'kimi-code' });
    await whichSkill();
    assert.equal(problemsIn(file('plain')).length, 1);
    await closeEditors();
  });

  test('explains what is compiled in, by its row', async () => {
    await run('explain', { kind: 'carried', name: 'mcp-config' });
    await until(
      'the page',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Explain mcp-config',
    );
    const explainer = await (await whichSkill()).explainer();
    const { markup = '' } = await explainer.explain({ name: 'mcp-config' });
    const text = markup.replace(/<[^>]*>/g, '');
    assert.match(text, /“mcp-config” loads from kimi-code 0\.38 itself: it is compiled in, without a file\./);
    assert.doesNotMatch(text, /No command can be typed/);
  });

  test('has its own roots, folders in folders, sub-skills, skipped types, and what is compiled in', async () => {
    assert.equal(
      await shown({ icons: true }),
      `▾ [repo] Project  R · 7 load, 3 do not
  ▾ [folder] .kimi-code/skills  brand
    ▸ [pass] tern  All about the tern
  ▾ [folder] .agents/skills  canonical
    ▸ [pass] avocet  All about the avocet · (birds/waders/avocet)
    ▸ [pass] host  All about the host
    ▸ [pass] host.guest  loads, not listed for the model: host holds it · All about the guest · (host/guest)
    ▸ [pass] journey  loads, not listed for the model: its type is flow · All about the journey
    ▸ [error] nene  invalid: line 1, it has no frontmatter, and kimi-code wants name and description there
    ▸ [error] plain  invalid: line 4, type is “standard”: only prompt, inline, flow and reference are known
    ▸ [pass] quiet  loads, not listed for the model: disable-model-invocation is true · All about the quiet
    ▸ [circle-slash] tern  shadowed by .kimi-code/skills/tern · identical
      [pass] write-goal  ⚠ it takes the place of the write-goal that kimi-code brings along · flat file · My own goals.
▾ [account] User  2 load
  ▾ [folder] COAST/data/skills  brand
    ▸ [pass] knot  All about the knot
  ▾ [folder] ~/.agents/skills  generic
    ▸ [pass] translate  Translate the shop's texts
  [library] Extra  no extra directories
▾ [package] Built-in  7 compiled in
  ▾ [package] kimi-code  compiled in, without files
      [pass] mcp-config  no file
      [pass] import-from-cc-codex  no file
      [pass] update-config  no file
      [pass] custom-theme  no file
      [circle-slash] write-goal  shadowed by Project .agents/skills/write-goal.md
      [pass] check-kimi-code-docs  no file
      [pass] sub-skill  no file
▾ [eye-closed] Not read here  9 skills where kimi-code does not look
  ▾ [eye-closed] .claude/skills  not read: kimi-cli reads it, kimi-code does not
    ▸ [eye-closed] ousel  not read: kimi-cli reads it, kimi-code does not
  ▾ [eye-closed] ~/.kimi/skills  not read: kimi-cli reads it, kimi-code does not
    ▸ [eye-closed] commit  not read: kimi-cli reads it, kimi-code does not
    ▸ [eye-closed] release  not read: kimi-cli reads it, kimi-code does not
  ▾ [eye-closed] ~/.kimi/plugins  not read: kimi-cli reads it, kimi-code does not
    ▸ [eye-closed] forecast  not read: kimi-cli reads it, kimi-code does not
  ▾ [eye-closed] ~/.claude/skills  not read: kimi-cli reads it, kimi-code does not
    ▸ [eye-closed] Commit  (commit-messages) · not read: kimi-cli reads it, kimi-code does not
      [eye-closed] skill-creator  not read: kimi-cli reads it, kimi-code does not
  ▾ [eye-closed] ~/.config/agents/skills  not read: kimi-cli reads it, kimi-code does not
    ▸ [eye-closed] glossary  not read: kimi-cli reads it, kimi-code does not
    ▸ [eye-closed] notes  not read: kimi-cli reads it, kimi-code does not
    ▸ [eye-closed] notes  (notes-old) · not read: kimi-cli reads it, kimi-code does not`,
    );
  });

  test('by name', async () => {
    await run('groupByName');
    assert.equal(
      await shown(),
      `▾ avocet  .agents/skills/birds/waders/avocet
  ▸ .agents/skills/birds/waders/avocet  Project · All about the avocet
▾ host  .agents/skills/host
  ▸ .agents/skills/host  Project · All about the host
▾ host.guest  .agents/skills/host/guest
  ▸ .agents/skills/host/guest  Project · loads, not listed for the model: host holds it · All about the guest
▾ journey  .agents/skills/journey
  ▸ .agents/skills/journey  Project · loads, not listed for the model: its type is flow · All about the journey
▾ knot  COAST/data/skills/knot
  ▸ COAST/data/skills/knot  User · All about the knot
▾ nene  invalid: line 1, it has no frontmatter, and kimi-code wants name and description there
  ▸ .agents/skills/nene  Project · invalid: line 1, it has no frontmatter, and kimi-code wants name and description there
▾ plain  invalid: line 4, type is “standard”: only prompt, inline, flow and reference are known
  ▸ .agents/skills/plain  Project · invalid: line 4, type is “standard”: only prompt, inline, flow and reference are known
▾ quiet  .agents/skills/quiet
  ▸ .agents/skills/quiet  Project · loads, not listed for the model: disable-model-invocation is true · All about the quiet
▾ tern  .kimi-code/skills/tern, before 1 other
  ▸ .kimi-code/skills/tern  Project · All about the tern
  ▸ .agents/skills/tern  Project · shadowed by .kimi-code/skills/tern · identical
▾ translate  ~/.agents/skills/translate
  ▸ ~/.agents/skills/translate  User · Translate the shop's texts
▾ write-goal  .agents/skills/write-goal.md
    .agents/skills/write-goal.md  Project · ⚠ it takes the place of the write-goal that kimi-code brings along · flat file · My own goals.
  mcp-config  Built-in · no file
  import-from-cc-codex  Built-in · no file
  update-config  Built-in · no file
  custom-theme  Built-in · no file
  write-goal  Built-in · shadowed by Project .agents/skills/write-goal.md
  check-kimi-code-docs  Built-in · no file
  sub-skill  Built-in · no file
▾ Not read here  7 names where kimi-code does not look
  ▾ commit  none of 2 loads
    ▸ ~/.kimi/skills/commit  User · not read: kimi-cli reads it, kimi-code does not
    ▸ ~/.claude/skills/commit-messages  User · not read: kimi-cli reads it, kimi-code does not
  ▾ forecast  not read: kimi-cli reads it, kimi-code does not
    ▸ ~/.kimi/plugins/forecast  User · not read: kimi-cli reads it, kimi-code does not
  ▾ glossary  not read: kimi-cli reads it, kimi-code does not
    ▸ ~/.config/agents/skills/glossary  User · not read: kimi-cli reads it, kimi-code does not
  ▾ notes  none of 2 loads
    ▸ ~/.config/agents/skills/notes  User · not read: kimi-cli reads it, kimi-code does not
    ▸ ~/.config/agents/skills/notes-old  User · not read: kimi-cli reads it, kimi-code does not
  ▾ ousel  not read: kimi-cli reads it, kimi-code does not
    ▸ .claude/skills/ousel  Project · not read: kimi-cli reads it, kimi-code does not
  ▾ release  not read: kimi-cli reads it, kimi-code does not
    ▸ ~/.kimi/skills/release  User · not read: kimi-cli reads it, kimi-code does not
  ▾ skill-creator  not read: kimi-cli reads it, kimi-code does not
      ~/.claude/skills/skill-creator.md  User · not read: kimi-cli reads it, kimi-code does not`,
    );
  });

  test('filtered to what differs from kimi-cli, each row says what that one does', async () => {
    await run('filterDiffers');
    const api = await whichSkill();
    assert.equal(
      await shown(),
      `▾ Project  R · 7 load, 3 do not
  ▾ .kimi-code/skills  brand
    ▸ tern  kimi-cli loads an identical copy, .agents/skills/tern · All about the tern
  ▾ .agents/skills  canonical
    ▸ avocet  kimi-cli does not load it: too deep: only folders directly in a root are read · All about the avocet · (birds/waders/avocet)
    ▸ host.guest  kimi-cli does not load it: inside another skill: only folders directly in a root are read · loads, not listed for the model: host holds it · All about the guest · (host/guest)
    ▸ nene  kimi-cli loads it · invalid: line 1, it has no frontmatter, and kimi-code wants name and description there
    ▸ plain  kimi-cli loads it · invalid: line 4, type is “standard”: only prompt, inline, flow and reference are known
▾ User  2 load
  ▾ COAST/data/skills  brand
    ▸ knot  kimi-cli does not look there · All about the knot
  ▾ ~/.agents/skills  generic
    ▸ translate  kimi-cli does not load it: not read: ~/.config/agents/skills exists, and only the first of the two counts, even when it is empty · Translate the shop's texts
▾ Not read here  9 skills where kimi-code does not look
  ▾ .claude/skills  not read: kimi-cli reads it, kimi-code does not
    ▸ ousel  kimi-cli loads it · not read: kimi-cli reads it, kimi-code does not
  ▾ ~/.kimi/skills  not read: kimi-cli reads it, kimi-code does not
    ▸ commit  kimi-cli loads it · not read: kimi-cli reads it, kimi-code does not
    ▸ release  kimi-cli loads it · not read: kimi-cli reads it, kimi-code does not
  ▾ ~/.kimi/plugins  not read: kimi-cli reads it, kimi-code does not
    ▸ forecast  kimi-cli loads it · not read: kimi-cli reads it, kimi-code does not
  ▾ ~/.claude/skills  not read: kimi-cli reads it, kimi-code does not
      skill-creator  kimi-cli loads it · not read: kimi-cli reads it, kimi-code does not
  ▾ ~/.config/agents/skills  not read: kimi-cli reads it, kimi-code does not
    ▸ glossary  kimi-cli loads it · not read: kimi-cli reads it, kimi-code does not
    ▸ notes  kimi-cli loads it · not read: kimi-cli reads it, kimi-code does not
▾ Only kimi-cli loads these
    incident  ~/work/team-skills/incident
    kimi-cli-help  ~/.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages/kimi_cli/skills/kimi-cli-help
    onboarding  ~/work/team-skills/onboarding`,
    );
    assert.equal(api.heading().description, 'differences between agents only');
    await set({ product: 'kimi-cli' });
    assert.equal(
      await shown(),
      `▾ Project  R · 8 load, 2 do not
  ▾ .claude/skills  brand
    ▸ ousel  kimi-code does not read this directory · All about the ousel
  ▾ .agents/skills  canonical
    ▸ avocet  kimi-code loads it · not read: too deep · (birds/waders/avocet)
    ▸ guest  kimi-code loads it · not read: inside another skill · (host/guest)
    ▸ nene  kimi-code does not load it: it has no frontmatter, and kimi-code wants name and description there · A goose.
    ▸ plain  kimi-code does not load it: type is “standard”: only prompt, inline, flow and reference are known · All about the plain
    ▸ tern  kimi-code loads an identical copy, .kimi-code/skills/tern · All about the tern
▾ User  5 load, 3 do not
  ▾ ~/.kimi/skills  brand
    ▸ commit  kimi-code does not read this directory · Write a commit message that says why
    ▸ release  kimi-code does not read this directory · My own way to release anything
  ▾ ~/.claude/skills  brand
      skill-creator  kimi-code does not read this directory · flat file · My own guide to writing a skill
  ▾ ~/.config/agents/skills  generic
    ▸ glossary  kimi-code does not read this directory · ⚠ a byte order mark before the --- keeps its frontmatter from being read · ---
    ▸ notes  kimi-code does not read this directory · ambiguous with notes-old: directory order decides
  ▾ ~/.agents/skills  not read: ~/.config/agents/skills exists
    ▸ translate  kimi-code loads it · not read: ~/.config/agents/skills exists
▾ Extra  3 load
  ▾ ~/work/team-skills  from ~/.kimi/config.toml
    ▸ incident  kimi-code does not look there · Run an incident: who leads, who writes, who talks
    ▸ onboarding  kimi-code does not look there · First steps for somebody new to the company
  ▾ ~/.kimi/plugins  plugins
    ▸ forecast  kimi-code does not read this directory · Ask for the week's weather at a hall
▾ Built-in  1 loads, 1 does not
  ▾ kimi-cli 1.49.0  ~/.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages/kimi_cli/skills
    ▸ kimi-cli-help  kimi-code does not look there · Stands in for the help that comes with the product
▾ Only kimi-code loads these
    knot  COAST/data/skills/knot`,
    );
  });
});

suite('side by side', 'folder', () => {
  let dialogs: FakeDialogs;
  let putBack: () => Promise<void>;

  before(async () => {
    await resetView();
    putBack = keepSample();
  });
  beforeEach(async () => {
    dialogs = new FakeDialogs();
    const tidy = await tidyWith(dialogs);
    tidy.trash = { exists: async () => false, put: async () => assert.fail('there is no trash') };
    (await (await whichSkill()).products().load()).dialogs = dialogs;
  });
  afterEach(async () => {
    await closeEditors();
    await putBack();
  });
  after(resetView);

  test('the page has what is lost either way, and every name that differs', async () => {
    await run('compareProducts');
    const part = await (await whichSkill()).products().load();
    const page = await until('the page', () => part.page);
    const text = (page.markup ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    assert.match(
      text,
      /^ kimi-cli 1\.49 and kimi-code 0\.38, side by side 19 names: 5 the same file in both, 10 only in kimi-cli, 1 only in kimi-code, 3 dropped by both\. /,
    );
    for (const said of [
      'Loaded by kimi-cli, not by kimi-code One plan can mend this',
      'README lost document .claude/skills/README.md kimi-cli reads it, kimi-code does not → copy it to .agents/skills/README.md',
      'incident lost ~/work/team-skills/incident kimi-code 0.38 does not read ~/work/team-skills → name ~/work/team-skills in extra_skill_dirs of ~/.kimi-code/config.toml',
      'handover not listed .agents/skills/handover not listed for the model: its type is flow',
      'Loaded by kimi-code, not by kimi-cli Going back to kimi-cli would lose this, and a colleague who uses it does not have it. translate lost ~/.agents/skills/translate not read: ~/.config/agents/skills exists',
      'release .kimi/skills/release not loaded .kimi/skills/release: kimi-cli reads it, kimi-code does not only in one',
    ])
      assert.ok(text.includes(said), `${said} is missing in:\n${text}`);
    assert.doesNotMatch(text, /api-style/);
    await page.act({ name: 'names', value: '', choice: 'all' });
    assert.match(page.markup ?? '', /api-style/);
    await page.act({ name: 'open', value: orchard('.kimi', 'skills', 'release', 'SKILL.md') });
    await untilActive(orchard('.kimi', 'skills', 'release', 'SKILL.md'));
  });

  test('the rescue is one plan with the outcome for both, and can be undone', async () => {
    const tidy = await tidyWith(dialogs);
    const before = ['.agents', '.claude', '.kimi'].flatMap(name => [
      listing(orchard(name)),
      listing(home(name)),
    ]);
    const plan = await planOf(tidy, 'rescue');
    assert.deepEqual(operationsOf(plan), [
      'copy orchard/.kimi/skills/release -> orchard/.agents/skills/release',
      'copy home/.kimi/skills/commit -> home/.agents/skills/commit',
      'copy home/.kimi/plugins/forecast -> home/.agents/skills/forecast',
      'copy home/.claude/skills/skill-creator.md -> home/.agents/skills/skill-creator.md',
      'copy home/.config/agents/skills/glossary -> home/.agents/skills/glossary',
      'copy home/.config/agents/skills/notes -> home/.agents/skills/notes',
    ]);
    assert.match(tidy.preview!.markup, /as kimi-code 0\.38 would load it/);
    assert.match(tidy.preview!.markup, /as kimi-cli 1\.49 would load it/);
    // A document is there to be ticked, and is not.
    assert.match(tidy.preview!.markup, /README\.md/);
    await confirm(tidy);
    assert.ok(existsSync(home('.agents', 'skills', 'commit', 'SKILL.md')));
    assert.ok(!existsSync(orchard('.agents', 'skills', 'README.md')));
    await run('undoLast');
    assert.deepEqual(
      ['.agents', '.claude', '.kimi'].flatMap(name => [listing(orchard(name)), listing(home(name))]),
      before,
    );
  });

  test('the rescue is offered once, where the machine has just moved', async () => {
    const products = (await whichSkill()).products();
    await products.offerRescue();
    assert.deepEqual(dialogs.told, []);
    writeFileSync(home('.kimi', '.migrated-to-kimi-code'), '');
    await run('refresh');
    await products.offerRescue();
    assert.deepEqual(dialogs.told, [
      'This machine has moved to kimi-code, which does not load 6 skills that kimi-cli loads.',
    ]);
    await products.offerRescue();
    assert.equal(dialogs.told.length, 1);
  });
});
