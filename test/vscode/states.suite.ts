import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { EXTENSION_ID } from '../../src/vscode/extension-id';
import { closeEditors, heading, run, whichSkill } from './extension';
import { sample, suite, test } from './harness';

suite('no folder', 'none', () => {
  test('shows what loads everywhere, and says so', async () => {
    const api = await whichSkill();
    assert.equal(
      await api.renderTree(),
      `  No folder open: these skills load in any folder  select to open one
▾ User  5 load, 3 do not
  ▾ ~/.kimi/skills  brand
    ▸ commit  Write a commit message that says why
    ▸ release  My own way to release anything
  ▾ ~/.claude/skills  brand
    ▸ Commit  (commit-messages) · shadowed by ~/.kimi/skills/commit · differs in 1 file
      skill-creator  flat file · My own guide to writing a skill
    ~/.codex/skills  brand · empty
  ▾ ~/.config/agents/skills  generic
    ▸ glossary  ⚠ a byte order mark before the --- keeps its frontmatter from being read · ---
    ▸ notes  ambiguous with notes-old: directory order decides
    ▸ notes  (notes-old) · ambiguous with notes: directory order decides · differs in 1 file
  ▸ ~/.agents/skills  not read: ~/.config/agents/skills exists
▾ Extra  3 load
  ▾ ~/work/team-skills  from ~/.kimi/config.toml
    ▸ incident  Run an incident: who leads, who writes, who talks
    ▸ onboarding  First steps for somebody new to the company
    ~/work/retired-skills  no such directory
  ▾ ~/.kimi/plugins  plugins
    ▸ forecast  Ask for the week's weather at a hall
▾ Built-in  1 loads, 1 does not
  ▸ kimi-cli 1.49.0  ~/.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages/kimi_cli/skills`,
    );
  });

  test('a single skill file that is opened is explained as what it is', async () => {
    const file = path.join(sample().home, '.kimi', 'skills', 'release', 'SKILL.md');
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    try {
      await run('explainEditor');
      const { label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.equal(label, 'Explain release');
      const page = await (await (await whichSkill()).explainer()).explain({ path: file });
      assert.match(page.markup ?? '', /<h1[^>]*>release/);
      assert.match(page.markup ?? '', /loads from/);
    } finally {
      await closeEditors();
    }
  });
});

suite('several folders', 'workspace', () => {
  test('have a tree each, with winners of their own', async () => {
    const text = await (await whichSkill()).renderTree();
    assert.equal(
      text,
      `▾ orchard  15 load, 13 do not
  ▾ Project  orchard · 7 load, 7 do not
    ▾ .kimi/skills  brand
      ▸ estimate  invalid: line 3, unquoted ": " in a value
      ▸ label-check  not read: named skill.md, not SKILL.md
      ▸ release  Cut a release, tag it, and roll it out to the packing halls
      ▸ pruning  not read: too deep · (seasonal/pruning)
    ▾ .claude/skills  brand
        README  ⚠ kimi-cli counts this document as a skill · flat file · # Skills of this project
        changelog  flat file · Write the change log from merged pull requests
      ▸ release  shadowed by .kimi/skills/release · differs in 3 files
        retired  link target missing: ../../retired-skills/retired
      ▸ weigh  invalid: line 4, type is “prompt”: only standard and flow are known
      .codex/skills  same directory as .claude/skills
    ▾ .agents/skills  canonical
      ▸ api-style  Conventions for endpoints, errors and paging
        changelog  same file as .claude/skills/changelog.md
      ▸ handover  ⚠ loads as standard, since its flow does not hold: no node is labelled END · Hand a shift over to the next team
      ▸ onboarding  First steps for somebody new to Orchard
      ▸ triage  Lead a report of spoilt fruit from intake to an answer
  ▾ User  4 load, 4 do not
    ▾ ~/.kimi/skills  brand
      ▸ commit  Write a commit message that says why
      ▸ release  shadowed by Project .kimi/skills/release · differs in 2 files
    ▾ ~/.claude/skills  brand
      ▸ Commit  (commit-messages) · shadowed by ~/.kimi/skills/commit · differs in 1 file
        skill-creator  flat file · My own guide to writing a skill
      ~/.codex/skills  brand · empty
    ▾ ~/.config/agents/skills  generic
      ▸ glossary  ⚠ a byte order mark before the --- keeps its frontmatter from being read · ---
      ▸ notes  ambiguous with notes-old: directory order decides
      ▸ notes  (notes-old) · ambiguous with notes: directory order decides · differs in 1 file
    ▸ ~/.agents/skills  not read: ~/.config/agents/skills exists
  ▾ Extra  3 load, 1 does not
    ▾ ~/work/team-skills  from ~/.kimi/config.toml
      ▸ incident  Run an incident: who leads, who writes, who talks
      ▸ onboarding  shadowed by Project .agents/skills/onboarding · differs in 1 file
    ▾ tools/skills  from ~/.kimi/config.toml
        seed-data  flat file · Fill a local database with halls, trees and boxes
      ~/work/retired-skills  no such directory
    ▾ ~/.kimi/plugins  plugins
      ▸ forecast  Ask for the week's weather at a hall
  ▾ Built-in  1 loads, 1 does not
    ▸ kimi-cli 1.49.0  ~/.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages/kimi_cli/skills
  ▸ Not read here  2 skills where kimi-cli does not look
▾ cider  10 load, 5 do not
  ▾ Project  cider · 2 load
    ▾ .kimi/skills  brand
        onboarding  flat file · First steps for somebody new to Cider
    ▾ .agents/skills  canonical
      ▸ bottling  Plan a bottling day
  ▾ User  5 load, 3 do not
    ▾ ~/.kimi/skills  brand
      ▸ commit  Write a commit message that says why
      ▸ release  My own way to release anything
    ▾ ~/.claude/skills  brand
      ▸ Commit  (commit-messages) · shadowed by ~/.kimi/skills/commit · differs in 1 file
        skill-creator  flat file · My own guide to writing a skill
      ~/.codex/skills  brand · empty
    ▾ ~/.config/agents/skills  generic
      ▸ glossary  ⚠ a byte order mark before the --- keeps its frontmatter from being read · ---
      ▸ notes  ambiguous with notes-old: directory order decides
      ▸ notes  (notes-old) · ambiguous with notes: directory order decides · differs in 1 file
    ▸ ~/.agents/skills  not read: ~/.config/agents/skills exists
  ▾ Extra  2 load, 1 does not
    ▾ ~/work/team-skills  from ~/.kimi/config.toml
      ▸ incident  Run an incident: who leads, who writes, who talks
      ▸ onboarding  shadowed by Project .kimi/skills/onboarding.md · differs in 1 file
      tools/skills  no such directory
      ~/work/retired-skills  no such directory
    ▾ ~/.kimi/plugins  plugins
      ▸ forecast  Ask for the week's weather at a hall
  ▾ Built-in  1 loads, 1 does not
    ▸ kimi-cli 1.49.0  ~/.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages/kimi_cli/skills`,
    );
  });

  test('count the user’s skills once', async () => {
    assert.deepEqual(await heading(), {
      message: 'kimi-cli 1.49 · 18 load, 12 do not',
      description: '',
    });
  });

  test('are added and removed without a restart', async () => {
    const folders = vscode.workspace.workspaceFolders!;
    const removed = folders[1]!;
    assert.equal(removed.uri.fsPath, sample().cider);
    const api = await whichSkill();
    vscode.workspace.updateWorkspaceFolders(1, 0, {
      uri: vscode.Uri.parse('untitled-fs:/orchid'),
      name: 'orchid',
    });
    await new Promise<void>(resolve => {
      const subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => {
        subscription.dispose();
        resolve();
      });
    });
    await run('refresh');
    const text = await api.renderTree();
    assert.match(
      text,
      /^▾ orchid\n {4}orchid is not on a local file system {2}coding agents could not see it either$/m,
    );
    vscode.workspace.updateWorkspaceFolders(1, 1);
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    const { virtualWorkspaces, untrustedWorkspaces } = extension?.packageJSON.capabilities ?? {};
    for (const { supported, description } of [virtualWorkspaces, untrustedWorkspaces]) {
      assert.equal(supported, 'limited');
      assert.match(description, /^\p{L}.{20,}\.$/u);
    }
  });
});

suite('Restricted Mode', 'restricted', () => {
  test('shows the tree, and says that it only reads', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const text = await (await whichSkill()).renderTree();
    assert.match(
      text,
      /^ {2}Restricted Mode: skills are only shown {2}select to decide on trust · directories that this workspace’s settings name are left out\n▾ Project {2}orchard · 7 load, 7 do not$/m,
    );
  });

  test('ignores directories that the workspace names', async () => {
    const settings = vscode.workspace.getConfiguration('whichSkill');
    await settings.update('kimiCli.skillsDirs', ['tools/skills'], vscode.ConfigurationTarget.Workspace);
    await run('refresh');
    assert.doesNotMatch(await (await whichSkill()).renderTree(), /--skills-dir/);
    await settings.update('kimiCli.skillsDirs', undefined, vscode.ConfigurationTarget.Workspace);
  });
});
