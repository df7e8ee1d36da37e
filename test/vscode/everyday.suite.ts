/** Everyday comfort: new skills, other names, looking for words, finding a skill, and telling others. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { WhichSkillApi } from '../../src/vscode/api';
import type { SkillItem } from '../../src/vscode/explain/go-to-skill';
import type { Tidy } from '../../src/vscode/tidy/tidy';
import type { TreeNode } from '../../src/vscode/tree/nodes';
import { closeEditors, heading, resetView, rowOf, run, untilActive, whichSkill } from './extension';
import { afterEach, before, beforeEach, sample, suite, test, until } from './harness';
import {
  act,
  confirm,
  FakeDialogs,
  keepSample,
  listing,
  operationsOf,
  planOf,
  tidyWith,
} from './tidy-harness';

const orchard = (...parts: string[]) => path.join(sample().orchard, ...parts);
const skill = (...parts: string[]) => orchard(...parts, 'SKILL.md');

/** The rows above the row of a file. */
async function above(file: string, kind: TreeNode['kind']): Promise<TreeNode> {
  let node: TreeNode | null = await rowOf(file);
  while (node && node.kind !== kind) node = node.parent;
  assert.ok(node, `a ${kind} above ${file}`);
  return node;
}

suite('making and naming skills', 'folder', () => {
  let dialogs: FakeDialogs;
  let tidy: Tidy;
  let putBack: () => Promise<void>;

  before(async () => {
    await resetView();
    putBack = keepSample();
  });
  beforeEach(async () => {
    dialogs = new FakeDialogs();
    tidy = await tidyWith(dialogs);
    tidy.trash = { exists: async () => false, put: async () => assert.fail('there is no trash') };
  });
  afterEach(async () => {
    tidy.preview?.dispose();
    tidy.preview = undefined;
    await closeEditors();
    await putBack();
  });

  test('a new skill is made where it is chosen to be, opened, and taken back by Undo', async () => {
    const before = listing(orchard('.agents'));
    dialogs.picks = ['.agents/skills'];
    dialogs.inputs.push('grafting', 'Join two branches');
    await run('newSkill');
    const file = skill('.agents', 'skills', 'grafting');
    await untilActive(file);
    assert.match(readFileSync(file, 'utf8'), /^---\nname: grafting\ndescription: Join two branches\n---\n/);
    assert.equal((await rowOf(file)).candidate.verdict, 'active');
    assert.deepEqual(dialogs.judged, []);
    assert.deepEqual(dialogs.offered.slice(0, 3), ['Project', '.agents/skills', '.kimi/skills']);
    await closeEditors();
    await run('undoLast');
    assert.deepEqual(listing(orchard('.agents')), before);
  });

  test('in the menu of a directory, that is where it goes', async () => {
    dialogs.inputs.push('grafting', '');
    await run('newSkill', await above(skill('.kimi', 'skills', 'release'), 'root'));
    await untilActive(skill('.kimi', 'skills', 'grafting'));
    assert.deepEqual(dialogs.offered, []);
  });

  test('in the menu of a scope, its directories are asked for', async () => {
    dialogs.picks = ['~/.kimi/skills'];
    dialogs.inputs.push('grafting', '');
    await run('newSkill', await above(path.join(sample().home, '.kimi/skills/commit/SKILL.md'), 'scope'));
    await untilActive(path.join(sample().home, '.kimi/skills/grafting/SKILL.md'));
    assert.deepEqual(
      dialogs.offered.filter(label => label.startsWith('.')),
      [],
    );
  });

  const names: readonly [name: string, judged: RegExp, isMade: boolean][] = [
    ['', /must not be empty/, false],
    ['a/b', /slash/, false],
    ['handover', /handover is there already, and nothing is overwritten/, false],
    ['Grafting', /outside the open format/, true],
  ];
  for (const [name, judged, isMade] of names) {
    test(`the name “${name}” is judged while it is typed`, async () => {
      const before = listing(orchard('.agents'));
      dialogs.picks = ['.agents/skills'];
      dialogs.inputs.push(name, '');
      await run('newSkill');
      assert.match(dialogs.judged.join('\n'), judged);
      assert.equal(listing(orchard('.agents')).length > before.length, isMade);
    });
  }

  test('a name that would be shadowed is told while it is typed, and asked about before it is made', async () => {
    const file = skill('.agents', 'skills', 'release');
    dialogs.picks = ['.agents/skills'];
    dialogs.inputs.push('release', '');
    await run('newSkill');
    assert.match(dialogs.judged[0] ?? '', /^\.kimi\/skills\/release\/SKILL\.md goes on winning/);
    assert.match(dialogs.asked[0] ?? '', /^Create \.agents\/skills\/release\/SKILL\.md\?$/);
    assert.equal(existsSync(file), false);
    dialogs.inputs.push('release', '');
    dialogs.answers.push('Create Anyway');
    await run('newSkill');
    await untilActive(file);
    assert.equal((await rowOf(file)).candidate.verdict, 'shadowed');
  });

  test('whoever closes an input has made nothing', async () => {
    const before = listing(orchard('.agents'));
    dialogs.picks = ['.agents/skills'];
    for (const inputs of [[undefined], ['grafting', undefined]]) {
      dialogs.inputs.push(...inputs);
      await run('newSkill');
    }
    assert.deepEqual(listing(orchard('.agents')), before);
  });

  test('another name is planned for folder and frontmatter, shown, done, and taken back', async () => {
    const file = skill('.agents', 'skills', 'onboarding');
    const text = readFileSync(file, 'utf8');
    dialogs.inputs.push('welcome');
    const plan = await planOf(tidy, 'rename', await rowOf(file));
    assert.deepEqual(operationsOf(plan), [
      'move orchard/.agents/skills/onboarding -> orchard/.agents/skills/welcome',
    ]);
    assert.match(tidy.preview?.markup ?? '', /<h1>Rename onboarding to welcome<\/h1>/);
    assert.equal(existsSync(file), true);
    await confirm(tidy);
    const renamed = skill('.agents', 'skills', 'welcome');
    assert.equal(readFileSync(renamed, 'utf8'), text.replace('name: onboarding', 'name: welcome'));
    assert.equal((await rowOf(renamed)).name, 'welcome');
    await run('undoLast');
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  test('a name that is taken is told while it is typed, and decided in the preview', async () => {
    dialogs.inputs.push('handover');
    const plan = await planOf(tidy, 'rename', await rowOf(skill('.agents', 'skills', 'triage')));
    assert.match(dialogs.judged[0] ?? '', /handover is there already, and is not the same/);
    assert.equal(plan.ready, false);
    const [conflict] = plan.conflicts;
    const decided = await act(tidy, 'answer', conflict?.id, 'keep-both');
    assert.deepEqual(operationsOf(decided), [
      'move orchard/.agents/skills/triage -> orchard/.agents/skills/handover-2',
    ]);
  });

  test('a name that cannot be is refused while it is typed, and nothing is shown', async () => {
    dialogs.inputs.push('a/b');
    await run('rename', await rowOf(skill('.agents', 'skills', 'triage')));
    assert.match(dialogs.judged[0] ?? '', /slash/);
    assert.equal(tidy.preview, undefined);
  });

  test('from the palette, the skill is asked for first', async () => {
    dialogs.picks = ['triage'];
    dialogs.inputs.push('sorting');
    const plan = await planOf(tidy, 'rename');
    assert.deepEqual(operationsOf(plan), [
      'move orchard/.agents/skills/triage -> orchard/.agents/skills/sorting',
    ]);
  });
});

suite('looking for words', 'folder', () => {
  let api: WhichSkillApi;
  before(async () => {
    await resetView();
    api = await whichSkill();
  });
  afterEach(resetView);

  const type = (text: string) => run('filterText', { text });

  test('shows what has them in its name or description while they are typed, and says so', async () => {
    await type('onboarding');
    assert.equal(
      await api.renderTree(),
      `▾ Project  orchard · 7 load, 7 do not
  ▾ .agents/skills  canonical
    ▸ onboarding  First steps for somebody new to Orchard
▾ Extra  3 load, 1 does not
  ▾ ~/work/team-skills  from ~/.kimi/config.toml
    ▸ onboarding  shadowed by Project .agents/skills/onboarding · differs in 1 file`,
    );
    const { message, description } = await heading();
    assert.match(message, /· matching “onboarding”$/);
    assert.equal(description, 'matching “onboarding”');
  });

  test('is ended by Clear Text Filter, which leaves the other filters as they are', async () => {
    await run('filterConflicts');
    await type('onboarding');
    await run('clearFilterText');
    const { filter, text } = api.remembered();
    assert.deepEqual([filter, text], ['conflicts', '']);
  });

  test('goes with the other filters, by name too; Show All ends both', async () => {
    await type('release');
    await run('groupByName');
    await run('filterWinners');
    assert.match(await api.renderTree(), /^▸ release {2}\.kimi\/skills\/release$/m);
    assert.equal((await heading()).description, 'winners only · matching “release”');
    await run('filterAll');
    const { filter, text } = api.remembered();
    assert.deepEqual([filter, text], ['all', '']);
  });

  test('says that nothing matches, with the way back', async () => {
    await type('no-such-skill');
    assert.equal(await api.renderTree(), '  No skill matches “no-such-skill”  select to show all');
  });

  test('opens what is closed otherwise, so that what matches is seen', async () => {
    await type('review');
    assert.match(await api.renderTree(), /▾ Not read here(?:.|\n)*▸ review/);
  });
});

suite('going to a skill', 'folder', () => {
  let pick: vscode.QuickPick<SkillItem>;
  const opened = async () => {
    const { goTo } = await (await whichSkill()).explainer();
    pick = await goTo.show();
    return pick;
  };

  afterEach(async () => {
    pick?.dispose();
    await closeEditors();
  });

  test('offers names and descriptions: the winner on top, the others below it with the reason', async () => {
    const { items, matchOnDescription, matchOnDetail } = await opened();
    const ofRelease = items.filter(({ label }) => label === 'release');
    assert.deepEqual(
      ofRelease.map(({ description, detail }) => [description, detail?.replace(/ · .*/, '')]),
      [
        ['.kimi/skills/release/SKILL.md', 'Cut a release, tag it, and roll it out to the packing halls'],
        ['.claude/skills/release/SKILL.md', 'shadowed by .kimi/skills/release'],
        ['~/.kimi/skills/release/SKILL.md', 'shadowed by Project .kimi/skills/release'],
      ],
    );
    assert.deepEqual([matchOnDescription, matchOnDetail], [true, true]);
  });

  test('opens the file', async () => {
    const { items } = await opened();
    await until('the first entry to be taken', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return vscode.window.activeTextEditor !== undefined;
    });
    await untilActive(items[0]?.file ?? '');
  });

  test('has buttons that explain, and that show the row', async () => {
    const { items } = await opened();
    assert.deepEqual(
      items[0]?.buttons?.map(({ tooltip }) => tooltip),
      ['Explain', 'Show in the View'],
    );
  });
});

suite('telling others', 'folder', () => {
  const clipboard = () => vscode.env.clipboard.readText();

  test('copies what the model is told of a skill', async () => {
    const file = skill('.agents', 'skills', 'triage');
    await run('copyListingEntry', await rowOf(file));
    assert.equal(
      await clipboard(),
      `- triage\n  - Path: ${file}\n  - Description: Lead a report of spoilt fruit from intake to an answer`,
    );
  });

  test('of a loser there is nothing to copy', async () => {
    await vscode.env.clipboard.writeText('as it was');
    await run('copyListingEntry', await rowOf(skill('.claude', 'skills', 'release')));
    assert.equal(await clipboard(), 'as it was');
  });

  test('exports Markdown and JSON without the home directory', async () => {
    await run('exportMarkdown');
    const markdown = await until('the text', async () => {
      const text = await clipboard();
      return text.startsWith('### Skills as kimi-cli') ? text : undefined;
    });
    assert.match(markdown, /^- `~\/\.kimi\/skills` \(`brand`\)$/m);
    assert.equal(markdown.includes(sample().home), false);
    await run('exportJson');
    const json = await until('the JSON', async () => {
      const text = await clipboard();
      return text.startsWith('{') ? text : undefined;
    });
    assert.equal(json.includes(sample().home), false);
    assert.equal(JSON.parse(json).product, 'kimi-cli 1.49');
  });
});

suite('the badge and what is remembered', 'folder', () => {
  test('counts the files with an error, unless a setting says otherwise', async () => {
    const api = await whichSkill();
    await api.renderTree();
    // estimate, weigh, and the link to nowhere.
    assert.equal(api.heading().badge, 3);
    const settings = vscode.workspace.getConfiguration('whichSkill');
    await settings.update('badge', false, vscode.ConfigurationTarget.Global);
    await until('the badge to go', () => api.heading().badge === 0);
    await settings.update('badge', undefined, vscode.ConfigurationTarget.Global);
    await until('the badge to come back', () => api.heading().badge === 3);
  });

  test('remembers which rows were closed', async () => {
    const api = await whichSkill();
    const { id } = await above(skill('.kimi', 'skills', 'release'), 'scope');
    await vscode.commands.executeCommand('whichSkill.skills.focus');
    await until('the scope to be remembered as closed', async () => {
      await vscode.commands.executeCommand('workbench.actions.treeView.whichSkill.skills.collapseAll');
      return api.remembered().expansions[id] === 'collapsed';
    });
  });
});

suite('making skills without a folder', 'none', () => {
  test('offers the directories of the user only', async () => {
    const dialogs = new FakeDialogs();
    await tidyWith(dialogs);
    await run('newSkill');
    assert.equal(dialogs.offered[0], 'User');
    assert.equal(dialogs.offered.includes('.agents/skills'), false);
  });
});

suite('making skills in Restricted Mode', 'restricted', () => {
  test('is told to be off, and nothing is asked', async () => {
    const dialogs = new FakeDialogs();
    await tidyWith(dialogs);
    dialogs.inputs.push('grafting', '');
    const before = listing(orchard('.agents'));
    for (const command of ['newSkill', 'rename']) await run(command);
    assert.match(dialogs.told.join('\n'), /^Restricted Mode: .*\nRestricted Mode: /);
    assert.deepEqual(dialogs.offered, []);
    assert.deepEqual(listing(orchard('.agents')), before);
  });

  test('finding, filtering and exporting go on', async () => {
    await run('exportMarkdown');
    assert.match(await vscode.env.clipboard.readText(), /^### Skills as kimi-cli/);
  });
});
