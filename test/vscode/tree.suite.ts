import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { heading, resetView, rowOf, run, whichSkill } from './extension';
import { after, beforeEach, sample, suite, test } from './harness';

suite('the tree', 'folder', () => {
  beforeEach(resetView);
  after(resetView);

  test('shows every root and candidate by scope', async () => {
    const api = await whichSkill();
    assert.equal(
      await api.renderTree({ all: true, icons: true }),
      `▾ [repo] Project  orchard · 7 load, 7 do not
  ▾ [folder] .kimi/skills  brand
    ▸ [error] estimate  invalid: line 3, unquoted ": " in a value
    ▸ [eye-closed] label-check  not read: named skill.md, not SKILL.md
    ▸ [pass] release  Cut a release, tag it, and roll it out to the packing halls
    ▸ [eye-closed] pruning  not read: too deep · (seasonal/pruning)
  ▾ [folder] .claude/skills  brand
      [pass] README  ⚠ kimi-cli counts this document as a skill · flat file · # Skills of this project
      [pass] changelog  flat file · Write the change log from merged pull requests
    ▸ [circle-slash] release  shadowed by .kimi/skills/release · differs in 3 files
      [error] retired  link target missing: ../../retired-skills/retired
    ▸ [error] weigh  invalid: line 4, type is “prompt”: only standard and flow are known
    [link] .codex/skills  same directory as .claude/skills
  ▾ [folder] .agents/skills  canonical
    ▸ [pass] api-style  Conventions for endpoints, errors and paging
      [link] changelog  same file as .claude/skills/changelog.md
    ▸ [pass] handover  ⚠ loads as standard, since its flow does not hold: no node is labelled END · Hand a shift over to the next team
    ▸ [pass] onboarding  First steps for somebody new to Orchard
    ▸ [pass] triage  Lead a report of spoilt fruit from intake to an answer
▾ [account] User  4 load, 4 do not
  ▾ [folder] ~/.kimi/skills  brand
    ▸ [pass] commit  Write a commit message that says why
    ▸ [circle-slash] release  shadowed by Project .kimi/skills/release · differs in 2 files
  ▾ [folder] ~/.claude/skills  brand
    ▸ [circle-slash] Commit  (commit-messages) · shadowed by ~/.kimi/skills/commit · differs in 1 file
      [pass] skill-creator  flat file · My own guide to writing a skill
    [folder] ~/.codex/skills  brand · empty
  ▾ [folder] ~/.config/agents/skills  generic
    ▸ [pass] glossary  ⚠ a byte order mark before the --- keeps its frontmatter from being read · ---
    ▸ [warning] notes  ambiguous with notes-old: directory order decides
    ▸ [warning] notes  (notes-old) · ambiguous with notes: directory order decides · differs in 1 file
  ▾ [eye-closed] ~/.agents/skills  not read: ~/.config/agents/skills exists
    ▸ [eye-closed] translate  not read: ~/.config/agents/skills exists
▾ [library] Extra  3 load, 1 does not
  ▾ [folder] ~/work/team-skills  from ~/.kimi/config.toml
    ▸ [pass] incident  Run an incident: who leads, who writes, who talks
    ▸ [circle-slash] onboarding  shadowed by Project .agents/skills/onboarding · differs in 1 file
  ▾ [folder] tools/skills  from ~/.kimi/config.toml
      [pass] seed-data  flat file · Fill a local database with halls, trees and boxes
    [warning] ~/work/retired-skills  no such directory
  ▾ [plug] ~/.kimi/plugins  plugins
    ▸ [pass] forecast  Ask for the week's weather at a hall
▾ [package] Built-in  1 loads, 1 does not
  ▾ [package] kimi-cli 1.49.0  ~/.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages/kimi_cli/skills
    ▸ [pass] kimi-cli-help  Stands in for the help that comes with the product
    ▸ [circle-slash] skill-creator  shadowed by User ~/.claude/skills/skill-creator.md · differs in 1 file
▾ [eye-closed] Not read here  2 skills where kimi-cli does not look
  ▾ [eye-closed] packages/shop/.agents/skills  not read: below the project root
    ▸ [eye-closed] basket  not read: below the project root
  ▾ [eye-closed] .github/skills  not read: another tool’s directory
    ▸ [eye-closed] review  not read: another tool’s directory`,
    );
    assert.deepEqual(await heading(), {
      message: 'kimi-cli 1.49 · 15 load, 13 do not',
      description: '',
    });
  });

  test('starts with what is read in sight, and the rest closed', async () => {
    const text = await (await whichSkill()).renderTree();
    assert.match(text, /^ {2}▾ \.kimi\/skills {2}brand$/m);
    assert.match(text, /^ {2}▸ ~\/\.agents\/skills {2}not read: ~\/\.config\/agents\/skills exists$/m);
    assert.match(text, /^ {2}▸ kimi-cli 1\.49\.0 /m);
    assert.match(text, /^▸ Not read here /m);
  });

  test('opens a skill out to its own files', async () => {
    const text = await (await whichSkill()).renderTree({ all: true, files: true });
    assert.ok(
      text.includes(
        [
          '    ▾ api-style  Conventions for endpoints, errors and paging',
          '      ▾ references',
          '          errors.md',
          '      ▾ scripts',
          '          check.sh',
          '        SKILL.md',
        ].join('\n'),
      ),
      text,
    );
  });

  test('shows names, and the candidates of each in rank order', async () => {
    await run('groupByName');
    assert.equal(
      await (await whichSkill()).renderTree({ all: true }),
      `▾ api-style  .agents/skills/api-style
  ▸ .agents/skills/api-style  Project · Conventions for endpoints, errors and paging
▾ changelog  .claude/skills/changelog.md, before 1 other
    .claude/skills/changelog.md  Project · flat file · Write the change log from merged pull requests
    .agents/skills/changelog.md  Project · same file as .claude/skills/changelog.md
▾ commit  ~/.kimi/skills/commit, before 1 other
  ▸ ~/.kimi/skills/commit  User · Write a commit message that says why
  ▸ ~/.claude/skills/commit-messages  User · shadowed by ~/.kimi/skills/commit · differs in 1 file
▾ estimate  invalid: line 3, unquoted ": " in a value
  ▸ .kimi/skills/estimate  Project · invalid: line 3, unquoted ": " in a value
▾ forecast  ~/.kimi/plugins/forecast
  ▸ ~/.kimi/plugins/forecast  Extra · Ask for the week's weather at a hall
▾ glossary  ~/.config/agents/skills/glossary
  ▸ ~/.config/agents/skills/glossary  User · ⚠ a byte order mark before the --- keeps its frontmatter from being read · ---
▾ handover  .agents/skills/handover
  ▸ .agents/skills/handover  Project · ⚠ loads as standard, since its flow does not hold: no node is labelled END · Hand a shift over to the next team
▾ incident  ~/work/team-skills/incident
  ▸ ~/work/team-skills/incident  Extra · Run an incident: who leads, who writes, who talks
▾ kimi-cli-help  kimi-cli 1.49.0/kimi-cli-help
  ▸ kimi-cli 1.49.0/kimi-cli-help  Built-in · Stands in for the help that comes with the product
▾ label-check  not read: named skill.md, not SKILL.md
  ▸ .kimi/skills/label-check  Project · not read: named skill.md, not SKILL.md
▾ notes  ~/.config/agents/skills/notes, before 1 other
  ▸ ~/.config/agents/skills/notes  User · ambiguous with notes-old: directory order decides
  ▸ ~/.config/agents/skills/notes-old  User · ambiguous with notes: directory order decides · differs in 1 file
▾ onboarding  .agents/skills/onboarding, before 1 other
  ▸ .agents/skills/onboarding  Project · First steps for somebody new to Orchard
  ▸ ~/work/team-skills/onboarding  Extra · shadowed by Project .agents/skills/onboarding · differs in 1 file
▾ pruning  not read: too deep
  ▸ .kimi/skills/seasonal/pruning  Project · not read: too deep
▾ README  .claude/skills/README.md
    .claude/skills/README.md  Project · ⚠ kimi-cli counts this document as a skill · flat file · # Skills of this project
▾ release  .kimi/skills/release, before 2 others
  ▸ .kimi/skills/release  Project · Cut a release, tag it, and roll it out to the packing halls
  ▸ .claude/skills/release  Project · shadowed by .kimi/skills/release · differs in 3 files
  ▸ ~/.kimi/skills/release  User · shadowed by Project .kimi/skills/release · differs in 2 files
▾ retired  link target missing: ../../retired-skills/retired
    .claude/skills/retired  Project · link target missing: ../../retired-skills/retired
▾ seed-data  tools/skills/seed-data.md
    tools/skills/seed-data.md  Extra · flat file · Fill a local database with halls, trees and boxes
▾ skill-creator  ~/.claude/skills/skill-creator.md, before 1 other
    ~/.claude/skills/skill-creator.md  User · flat file · My own guide to writing a skill
  ▸ kimi-cli 1.49.0/skill-creator  Built-in · shadowed by User ~/.claude/skills/skill-creator.md · differs in 1 file
▾ translate  not read: ~/.config/agents/skills exists
  ▸ ~/.agents/skills/translate  User · not read: ~/.config/agents/skills exists
▾ triage  .agents/skills/triage
  ▸ .agents/skills/triage  Project · Lead a report of spoilt fruit from intake to an answer
▾ weigh  invalid: line 4, type is “prompt”: only standard and flow are known
  ▸ .claude/skills/weigh  Project · invalid: line 4, type is “prompt”: only standard and flow are known
▾ Not read here  2 names where kimi-cli does not look
  ▾ basket  not read: below the project root
    ▸ packages/shop/.agents/skills/basket  Project · not read: below the project root
  ▾ review  not read: another tool’s directory
    ▸ .github/skills/review  Project · not read: another tool’s directory`,
    );
    await run('groupByScope');
  });

  test('shows conflicts only', async () => {
    await run('filterConflicts');
    const api = await whichSkill();
    assert.deepEqual(await heading(), {
      message: 'kimi-cli 1.49 · 15 load, 13 do not · conflicts only',
      description: 'conflicts only',
    });
    assert.equal(
      await api.renderTree({ all: true }),
      `▾ Project  orchard · 7 load, 7 do not
  ▾ .kimi/skills  brand
    ▸ estimate  invalid: line 3, unquoted ": " in a value
    ▸ release  Cut a release, tag it, and roll it out to the packing halls
  ▾ .claude/skills  brand
      changelog  flat file · Write the change log from merged pull requests
    ▸ release  shadowed by .kimi/skills/release · differs in 3 files
      retired  link target missing: ../../retired-skills/retired
    ▸ weigh  invalid: line 4, type is “prompt”: only standard and flow are known
  ▾ .agents/skills  canonical
      changelog  same file as .claude/skills/changelog.md
    ▸ onboarding  First steps for somebody new to Orchard
▾ User  4 load, 4 do not
  ▾ ~/.kimi/skills  brand
    ▸ commit  Write a commit message that says why
    ▸ release  shadowed by Project .kimi/skills/release · differs in 2 files
  ▾ ~/.claude/skills  brand
    ▸ Commit  (commit-messages) · shadowed by ~/.kimi/skills/commit · differs in 1 file
      skill-creator  flat file · My own guide to writing a skill
  ▾ ~/.config/agents/skills  generic
    ▸ notes  ambiguous with notes-old: directory order decides
    ▸ notes  (notes-old) · ambiguous with notes: directory order decides · differs in 1 file
  ▾ ~/.agents/skills  not read: ~/.config/agents/skills exists
    ▸ translate  not read: ~/.config/agents/skills exists
▾ Extra  3 load, 1 does not
  ▾ ~/work/team-skills  from ~/.kimi/config.toml
    ▸ onboarding  shadowed by Project .agents/skills/onboarding · differs in 1 file
▾ Built-in  1 loads, 1 does not
  ▾ kimi-cli 1.49.0  ~/.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages/kimi_cli/skills
    ▸ skill-creator  shadowed by User ~/.claude/skills/skill-creator.md · differs in 1 file`,
    );
    await run('filterAll');
  });

  test('shows winners only', async () => {
    await run('filterWinners');
    const api = await whichSkill();
    assert.equal(api.heading().description, 'winners only');
    assert.equal(
      await api.renderTree({ all: true }),
      `▾ Project  orchard · 7 load, 7 do not
  ▾ .kimi/skills  brand
    ▸ release  Cut a release, tag it, and roll it out to the packing halls
  ▾ .claude/skills  brand
      README  ⚠ kimi-cli counts this document as a skill · flat file · # Skills of this project
      changelog  flat file · Write the change log from merged pull requests
  ▾ .agents/skills  canonical
    ▸ api-style  Conventions for endpoints, errors and paging
    ▸ handover  ⚠ loads as standard, since its flow does not hold: no node is labelled END · Hand a shift over to the next team
    ▸ onboarding  First steps for somebody new to Orchard
    ▸ triage  Lead a report of spoilt fruit from intake to an answer
▾ User  4 load, 4 do not
  ▾ ~/.kimi/skills  brand
    ▸ commit  Write a commit message that says why
  ▾ ~/.claude/skills  brand
      skill-creator  flat file · My own guide to writing a skill
  ▾ ~/.config/agents/skills  generic
    ▸ glossary  ⚠ a byte order mark before the --- keeps its frontmatter from being read · ---
    ▸ notes  ambiguous with notes-old: directory order decides
▾ Extra  3 load, 1 does not
  ▾ ~/work/team-skills  from ~/.kimi/config.toml
    ▸ incident  Run an incident: who leads, who writes, who talks
  ▾ tools/skills  from ~/.kimi/config.toml
      seed-data  flat file · Fill a local database with halls, trees and boxes
  ▾ ~/.kimi/plugins  plugins
    ▸ forecast  Ask for the week's weather at a hall
▾ Built-in  1 loads, 1 does not
  ▾ kimi-cli 1.49.0  ~/.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages/kimi_cli/skills
    ▸ kimi-cli-help  Stands in for the help that comes with the product`,
    );
    await run('filterAll');
    assert.equal(api.heading().description, '');
  });

  test('says above the rows that kimi-cli would not start, and leads to the file', async () => {
    const file = path.join(sample().orchard, '.agents', 'skills', 'triage', 'SKILL.md');
    const other = path.join(sample().orchard, '.agents', 'skills', 'latin');
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(other));
    writeFileSync(path.join(other, 'SKILL.md'), Buffer.from('---\nname: latin\n---\ncaf\u00e9\n', 'latin1'));
    await run('refresh');
    const text = await (await whichSkill()).renderTree();
    assert.match(
      text,
      /^ {2}kimi-cli would not start here: not UTF-8: byte 0xe9 at offset 23 {2}\.agents\/skills\/latin\/SKILL\.md, select to open it$/m,
    );
    assert.match(text, /^ {4}▸ latin {2}keeps kimi-cli from starting: not UTF-8/m);
    rmSync(other, { recursive: true });
    await run('refresh');
    assert.doesNotMatch(await (await whichSkill()).renderTree(), /would not start/);
    assert.ok(await rowOf(file));
  });

  test('tells a screen reader the state in words', async () => {
    const api = await whichSkill();
    const loser = await rowOf(path.join(sample().orchard, '.claude', 'skills', 'release', 'SKILL.md'));
    const item = await api.item(loser);
    assert.equal(
      item.accessibilityInformation?.label,
      'release, shadowed, shadowed by .kimi/skills/release, differs in 3 files, in .claude/skills',
    );
    const winner = await rowOf(path.join(sample().orchard, '.agents', 'skills', 'triage', 'SKILL.md'));
    assert.equal(
      (await api.item(winner)).accessibilityInformation?.label,
      'triage, loads, in .agents/skills, Lead a report of spoilt fruit from intake to an answer',
    );
  });

  test('has a tooltip with everything that decides', async () => {
    const file = path.join(sample().home, '.kimi', 'skills', 'release', 'SKILL.md');
    const { tooltip } = await (await whichSkill()).item(await rowOf(file));
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.equal(tooltip.isTrusted, false);
    const text = tooltip.value
      .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
      .replaceAll(sample().root, '$ROOT')
      .replaceAll(/ +$/gm, '');
    assert.equal(
      text,
      `**release** — shadowed

My own way to release anything

shadowed by .kimi/skills/release: Project comes before User

*Scope:* User
*Root:* ~/.kimi/skills, rank 4
*File:* $ROOT/home/.kimi/skills/release/SKILL.md
*Form:* folder with SKILL.md
*Loads instead:* $ROOT/orchard/.kimi/skills/release/SKILL.md

*As kimi-cli 1.49 sees it from $ROOT/orchard*`,
    );
  });

  test('jumps to the line that a file is dropped for', async () => {
    const file = path.join(sample().orchard, '.kimi', 'skills', 'estimate', 'SKILL.md');
    const { command } = await (await whichSkill()).item(await rowOf(file));
    assert(command);
    assert.equal(command.command, 'vscode.open');
    const [uri, options] = command.arguments as [vscode.Uri, vscode.TextDocumentShowOptions];
    assert.equal(uri.fsPath, file);
    assert.equal((options.selection as vscode.Range).start.line, 2);
  });

  test('does not offer to open what is no file', async () => {
    const broken = await rowOf(path.join(sample().orchard, '.claude', 'skills', 'retired'));
    const item = await (await whichSkill()).item(broken);
    assert.equal(item.command, undefined);
    assert.doesNotMatch(item.contextValue ?? '', /openable/);
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.None);
  });

  test('keeps the ids of its rows over a refresh', async () => {
    const file = path.join(sample().orchard, '.kimi', 'skills', 'release', 'SKILL.md');
    const first = await rowOf(file);
    await run('refresh');
    const second = await rowOf(file);
    assert.equal(second.id, first.id);
  });
});
