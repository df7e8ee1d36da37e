/** Changing files from the tree: each command's plan, what it does to the disk and the tree, and the way back. */
import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { EXTENSION_ID } from '../../src/vscode/extension-id';
import type { Tidy } from '../../src/vscode/tidy/tidy';
import { SystemTrash } from '../../src/vscode/tidy/trash';
import { closeEditors, resetView, rowOf, run, untilTree, whichSkill } from './extension';
import { after, afterEach, before, beforeEach, sample, suite, test, until } from './harness';
import {
  act,
  confirm,
  FakeDialogs,
  FakeTrash,
  keepSample,
  listing,
  operationsOf,
  planOf,
  tidyWith,
} from './tidy-harness';

const orchard = (...parts: string[]) => path.join(sample().orchard, ...parts);
const home = (...parts: string[]) => path.join(sample().home, ...parts);

/** Where nothing may have changed: all that is open, and all that is the user's. */
const everything = () =>
  ['.agents', '.claude', '.kimi'].flatMap(name => [listing(orchard(name)), listing(home(name))]);

suite('tidying up', 'folder', () => {
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
  after(resetView);

  const estimate = () => rowOf(orchard('.kimi', 'skills', 'release', 'SKILL.md'));

  test('copy: planned, nothing written; confirmed, the copy is there and the source stays', async () => {
    const before = everything();
    const plan = await planOf(tidy, 'copyToCanonical', await estimate());
    assert.deepEqual(operationsOf(plan), [
      'copy orchard/.kimi/skills/release -> orchard/.agents/skills/release',
    ]);
    assert.deepEqual(
      plan.outcome.map(({ name, change }) => [name, change]),
      [['release', 'same']],
    );
    assert.deepEqual(everything(), before);
    await confirm(tidy);
    assert.deepEqual(listing(orchard('.agents/skills/release')), listing(orchard('.kimi/skills/release')));
    const script = orchard('.agents/skills/release/scripts/publish.sh');
    assert.equal(statSync(script).mode & 0o777, 0o755);
    await untilTree('the copy as a row', text => (text.match(/▸ release/g) ?? []).length === 4);
    assert.match(dialogs.told.join('\n'), /Done: Copy release/);
  });

  test('the preview says who goes on winning, and offers to move instead', async () => {
    await planOf(tidy, 'copyToCanonical', await estimate());
    assert.match(tidy.preview!.markup, /goes on winning/);
    assert.match(tidy.preview!.markup, /Move Instead of Copying/);
    const plan = await act(tidy, 'keeping-move');
    assert.deepEqual(operationsOf(plan), [
      'move orchard/.kimi/skills/release -> orchard/.agents/skills/release',
    ]);
    assert.equal(plan.outcome[0]?.after?.path, orchard('.claude/skills/release'));
  });

  test('migrate and leave a link: relative, to where the skill is now', async () => {
    const plan = await planOf(tidy, 'migrateLeavingLink', await estimate());
    assert.deepEqual(
      plan.operations.map(({ kind }) => kind),
      ['move', 'make-link'],
    );
    await confirm(tidy);
    const old = orchard('.kimi/skills/release');
    assert.equal(readlinkSync(old), path.join('..', '..', '.agents', 'skills', 'release'));
    assert.ok(existsSync(path.join(old, 'SKILL.md')));
    assert.ok(lstatSync(orchard('.agents/skills/release')).isDirectory());
  });

  test('migrate a whole root: documents stay unless they are ticked', async () => {
    const row = await rowOf(orchard('.claude', 'skills', 'weigh', 'SKILL.md'));
    assert(row.parent);
    const plan = await planOf(tidy, 'migrateToCanonical', row.parent);
    const moves = ['release', 'weigh'].map(
      name => `move orchard/.claude/skills/${name} -> orchard/.agents/skills/${name}`,
    );
    assert.deepEqual(operationsOf(plan), moves);
    const readme = plan.skipped.find(({ path: place }) => place.endsWith('README.md'));
    assert(readme?.candidate);
    const more = await act(tidy, 'document', readme.candidate, true);
    assert.deepEqual(operationsOf(more).length, 3);
    assert.match(tidy.preview!.markup, /type="checkbox"[^>]* checked/);
    await act(tidy, 'document', readme.candidate, false);
    assert.deepEqual(operationsOf(await tidy.preview!.current()), moves);
    await confirm(tidy);
    assert.ok(existsSync(orchard('.claude/skills/README.md')));
    assert.ok(existsSync(orchard('.agents/skills/weigh/SKILL.md')));
  });

  test('several rows are one plan; the row of the menu counts alone where it is outside the selection', async () => {
    const [first, second, other] = await Promise.all([
      rowOf(orchard('.kimi', 'skills', 'release', 'SKILL.md')),
      rowOf(orchard('.claude', 'skills', 'weigh', 'SKILL.md')),
      rowOf(orchard('.kimi', 'skills', 'estimate', 'SKILL.md')),
    ]);
    assert.equal((await planOf(tidy, 'copyToCanonical', first, [first, second])).operations.length, 2);
    const alone = await planOf(tidy, 'copyToCanonical', other, [first, second]);
    assert.deepEqual(operationsOf(alone), [
      'copy orchard/.kimi/skills/estimate -> orchard/.agents/skills/estimate',
    ]);
  });

  test('a flat file becomes a folder, with its bytes as they were', async () => {
    const flat = orchard('.claude', 'skills', 'changelog.md');
    const bytes = readFileSync(flat);
    const plan = await planOf(tidy, 'migrateFlatFile', await rowOf(flat));
    assert.deepEqual(operationsOf(plan), [
      'move orchard/.claude/skills/changelog.md -> orchard/.claude/skills/changelog',
    ]);
    await act(tidy, 'place', '', 'canonical');
    const elsewhere = await tidy.preview!.current();
    assert.match(operationsOf(elsewhere).join(), /orchard\/\.agents\/skills\/changelog/);
    await act(tidy, 'place', '', 'same');
    await confirm(tidy);
    assert.ok(!existsSync(flat));
    assert.deepEqual(readFileSync(orchard('.claude/skills/changelog/SKILL.md')), bytes);
  });

  test('the name of the folder is asked where file and skill disagree; an answer changes the plan in place', async () => {
    const flat = orchard('.kimi', 'skills', 'Odd Name.md');
    writeFileSync(flat, '---\nname: even-name\ndescription: Something\n---\nText.\n');
    await run('refresh');
    const plan = await planOf(tidy, 'migrateFlatFile', await rowOf(flat));
    const question = plan.questions.find(({ kind }) => kind === 'folder-name');
    assert(question);
    assert.equal(question.answer, 'even-name');
    const changed = await act(tidy, 'answer', question.id, 'odd-name');
    assert.match(operationsOf(changed).join(), /-> orchard\/\.kimi\/skills\/odd-name$/);
  });

  test('move between scopes', async () => {
    const up = await planOf(tidy, 'moveToUser', await estimate());
    assert.deepEqual(operationsOf(up), [
      'move orchard/.kimi/skills/release -> home/.config/agents/skills/release',
    ]);
    const row = await rowOf(home('.kimi', 'skills', 'commit', 'SKILL.md'));
    const down = await planOf(tidy, 'moveToProject', row);
    assert.deepEqual(operationsOf(down), ['move home/.kimi/skills/commit -> orchard/.agents/skills/commit']);
    await confirm(tidy);
    await untilTree('the moved row', text => /▸ commit {2}Write/.test(text));
    assert.ok(existsSync(orchard('.agents/skills/commit/SKILL.md')));
    assert.ok(!existsSync(home('.kimi/skills/commit')));
  });

  test('make this one win: several ways, each of which does it', async () => {
    const file = orchard('.claude', 'skills', 'release', 'SKILL.md');
    const plan = await planOf(tidy, 'makeWin', await rowOf(file));
    assert.match(tidy.preview!.markup, /Ways to do it/);
    assert.ok(plan.ready);
    const other = await act(tidy, 'way', '', '1');
    assert.notDeepEqual(operationsOf(other), operationsOf(plan));
    await act(tidy, 'way', '', '0');
    await confirm(tidy);
    const states = await whichSkill();
    assert.equal((await states.find(file))?.winner, file);
  });

  test('delete without a trash: a question first; no answer, no preview', async () => {
    dialogs.answers.push(undefined);
    tidy.preview = undefined;
    await run('delete', await estimate());
    assert.match(dialogs.asked[0] ?? '', /no trash.*release/);
    assert.equal(tidy.preview, undefined);
  });

  test('delete into a backup, and undo it from the notification', async () => {
    dialogs.answers.push('Keep a Backup');
    dialogs.buttons.push('Undo');
    const before = listing(orchard('.kimi/skills'));
    const plan = await planOf(tidy, 'delete', await estimate());
    assert.ok(plan.operations.some(({ kind }) => kind === 'set-aside'));
    await confirm(tidy);
    await until('it to be undone', () => existsSync(orchard('.kimi/skills/release/SKILL.md')));
    await until('the undoing to be told', () => dialogs.told.some(text => /Undo: Delete release/.test(text)));
    assert.deepEqual(listing(orchard('.kimi/skills')), before);
  });

  test('delete for good asks once more, and a no changes nothing', async () => {
    dialogs.answers.push('Delete for Good', undefined, 'Delete for Good');
    await planOf(tidy, 'delete', await estimate());
    await act(tidy, 'confirm');
    assert.equal(dialogs.asked.length, 2);
    assert.ok(existsSync(orchard('.kimi/skills/release')));
    await confirm(tidy);
    assert.ok(!existsSync(orchard('.kimi/skills/release')));
  });

  test('delete into the trash where there is one, without a question', async () => {
    const trash = new FakeTrash(mkdtempSync(path.join(os.tmpdir(), 'which-skill-trash-')));
    tidy.trash = trash;
    const plan = await planOf(tidy, 'delete', await estimate());
    assert.deepEqual(operationsOf(plan), ['trash orchard/.kimi/skills/release']);
    await confirm(tidy);
    assert.deepEqual(dialogs.asked, []);
    assert.deepEqual(readdirSync(trash.folder), ['release']);
    assert.ok(!existsSync(orchard('.kimi/skills/release')));
    rmSync(trash.folder, { recursive: true });
  });

  test('whether there is a trash is found out without moving anything', async () => {
    // The server that these tests run in has none; a desktop has one.
    assert.equal(await new SystemTrash(os.tmpdir()).exists(), vscode.env.uiKind === vscode.UIKind.Desktop);
  });

  test('migrate everything of a scope, chosen in the palette', async () => {
    dialogs.picks = ['Project'];
    const plan = await planOf(tidy, 'migrateScope');
    assert.deepEqual(dialogs.offered, ['Project', 'User']);
    assert.ok(plan.operations.length >= 2);
    assert.ok(plan.conflicts.length > 0, 'two brand directories hold a release');
    assert.equal(plan.skipped.filter(({ code }) => code === 'copies-differ').length, 2);
    await confirm(tidy);
    assert.deepEqual(
      readdirSync(orchard('.agents/skills')).filter(name => name === 'estimate'),
      ['estimate'],
    );
  });

  test('the palette asks which skills, and leaves out those that are there already', async () => {
    dialogs.picks = ['weigh', 'estimate'];
    const plan = await planOf(tidy, 'copyToCanonical');
    assert.equal(plan.operations.length, 2);
    assert.ok(!dialogs.offered.includes('api-style'));
    assert.ok(!dialogs.offered.includes('forecast'), 'a plugin’s');
  });

  test('the same in the target: nothing to do, and it says so', async () => {
    await planOf(tidy, 'copyToCanonical', await estimate());
    await confirm(tidy);
    const again = await estimate();
    await assert.rejects(tidy.start('copy', [again]), /the same is in \.agents\/skills already/);
  });

  test('another one in the target: skipped unless asked otherwise; keep both; replace', async () => {
    mkdirSync(orchard('.agents/skills/release'));
    writeFileSync(orchard('.agents/skills/release/SKILL.md'), '---\nname: release\ndescription: Mine\n---\n');
    await run('refresh');
    const plan = await planOf(tidy, 'migrateToCanonical', await estimate());
    assert.equal(plan.operations.length, 0);
    const [conflict] = plan.conflicts;
    assert(conflict);
    assert.equal(conflict.answer, 'skip');
    assert.match(tidy.preview!.markup, /1 change|Nothing would be done/);

    const both = await act(tidy, 'answer', conflict.id, 'keep-both');
    const name = both.questions.find(({ kind }) => kind === 'new-name');
    assert.equal(name?.answer, 'release-2');
    const renamed = await act(tidy, 'answer', name!.id, 'release-of-ours');
    assert.match(operationsOf(renamed).join(), /-> orchard\/\.agents\/skills\/release-of-ours/);
    const bad = await act(tidy, 'answer', name!.id, '../out');
    assert.ok(bad.questions.find(({ kind }) => kind === 'new-name')?.fault);

    await act(tidy, 'compare', `${conflict.candidate}\0SKILL.md`);
    await until('a comparison', () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputTextDiff;
    });

    const replacing = await act(tidy, 'answer', conflict.id, 'replace');
    assert.ok(replacing.operations.some(({ kind }) => kind === 'set-aside'));
    await confirm(tidy);
    assert.ok(existsSync(orchard('.agents/skills/release/scripts/publish.sh')));
    const backups = listing(orchard('.agents/.which-skill-backups'));
    assert.ok(backups.some(place => place.endsWith(path.join('release', 'SKILL.md'))));
  });

  test('one answer for all conflicts', async () => {
    for (const name of ['weigh', 'release']) {
      mkdirSync(orchard('.agents/skills', name));
      writeFileSync(
        orchard('.agents/skills', name, 'SKILL.md'),
        `---\nname: ${name}\ndescription: Mine\n---\n`,
      );
    }
    await run('refresh');
    const rows = await Promise.all(
      ['weigh', 'release'].map(name => rowOf(orchard('.claude', 'skills', name, 'SKILL.md'))),
    );
    const plan = await planOf(tidy, 'copyToCanonical', rows[0], rows);
    assert.equal(plan.conflicts.length, 2);
    const all = await act(tidy, 'answer-all', 'conflict', 'replace');
    assert.deepEqual(
      all.conflicts.map(({ answer }) => answer),
      ['replace', 'replace'],
    );
  });

  test('undo the last operation from the palette, and not twice', async () => {
    const before = everything();
    await planOf(tidy, 'migrateToCanonical', await estimate());
    await confirm(tidy);
    assert.notDeepEqual(everything(), before);
    await run('undoLast');
    assert.deepEqual(everything(), before);
    assert.match(dialogs.told.at(-1) ?? '', /Undo: Move release/);
  });

  test('undo says that the last change is for good, and asks before it takes back the one before', async () => {
    await planOf(tidy, 'copyToCanonical', await estimate());
    await confirm(tidy);
    dialogs.answers.push('Delete for Good', 'Delete for Good', undefined);
    await planOf(tidy, 'delete', await estimate());
    await confirm(tidy);
    const after = everything();
    await run('undoLast');
    assert.match(dialogs.asked.at(-1) ?? '', /Delete release.*cannot be undone/);
    assert.deepEqual(everything(), after);
  });

  test('undo refuses with the reason where a file has changed since', async () => {
    await planOf(tidy, 'migrateToCanonical', await estimate());
    await confirm(tidy);
    writeFileSync(orchard('.agents/skills/release/SKILL.md'), 'changed');
    await assert.rejects(tidy.undoLast(), /cannot be undone: .*release has changed since/);
    assert.ok(existsSync(orchard('.agents/skills/release/scripts/publish.sh')));
  });

  test('undo takes back the others where it is told to, and what stayed can be undone later', async () => {
    for (const name of ['one', 'other']) {
      mkdirSync(orchard('.kimi/skills', name));
      const text = `---\nname: ${name}\ndescription: One of two.\n---\n`;
      writeFileSync(orchard('.kimi/skills', name, 'SKILL.md'), text);
    }
    await run('refresh');
    await planOf(tidy, 'migrateToCanonical', (await estimate()).parent);
    await confirm(tidy);
    const moved = orchard('.agents/skills/one/SKILL.md');
    const text = readFileSync(moved, 'utf8');
    writeFileSync(moved, 'changed');
    dialogs.answers.push(undefined);
    await tidy.undoLast();
    assert.match(dialogs.asked.at(-1) ?? '', /cannot be undone as a whole/);
    assert.ok(!existsSync(orchard('.kimi/skills/other')), 'closing the question does nothing');
    dialogs.answers.push(dialogs.askedButtons.at(-1)?.[0]);
    await tidy.undoLast();
    assert.equal(readFileSync(moved, 'utf8'), 'changed');
    assert.ok(!existsSync(orchard('.kimi/skills/one')));
    assert.ok(existsSync(orchard('.kimi/skills/other/SKILL.md')), 'the other is back');
    writeFileSync(moved, text);
    await tidy.undoLast();
    assert.ok(existsSync(orchard('.kimi/skills/one/SKILL.md')));
  });

  test('cancelling a long operation ends it between two skills, and undo takes back what was done', async () => {
    const before = everything();
    for (let number = 0; number < 20; number++) {
      const folder = orchard(`.kimi/skills/many-${number}`);
      mkdirSync(folder);
      writeFileSync(
        path.join(folder, 'SKILL.md'),
        `---\nname: many-${number}\ndescription: One of many.\n---\n`,
      );
    }
    await run('refresh');
    await planOf(tidy, 'migrateToCanonical', (await estimate()).parent);
    dialogs.cancelAfter = 9;
    await tidy.preview!.act({ name: 'confirm', value: '' });
    await until('the cancelling to be told', () =>
      dialogs.told.some(text => /^Cancelled: \d+ of \d+ are done/.test(text)),
    );
    const moved = readdirSync(orchard('.agents/skills')).filter(name => name.startsWith('many-'));
    const stayed = readdirSync(orchard('.kimi/skills')).filter(name => name.startsWith('many-'));
    assert.ok(stayed.length > 0, 'not all are moved');
    assert.equal(new Set([...moved, ...stayed]).size, 20, 'each is in one place');
    assert.equal(moved.length + stayed.length, 20);
    await tidy.undoLast();
    for (let number = 0; number < 20; number++)
      rmSync(orchard(`.kimi/skills/many-${number}`), { recursive: true });
    assert.deepEqual(everything(), before);
  });

  // Tests run as root here and there, who may write into any directory with permissions: but not into those of the
  // kernel's own settings.
  const readOnly = '/proc/sys/debug';
  if (process.platform === 'linux') {
    test('a read-only target says so before anything starts', async () => {
      rmSync(orchard('.agents/skills'), { recursive: true, force: true });
      mkdirSync(orchard('.agents'), { recursive: true });
      symlinkSync(readOnly, orchard('.agents/skills'));
      await run('refresh');
      const before = everything();
      await assert.rejects(tidy.start('copy', [await estimate()]), /read-only/);
      assert.deepEqual(everything(), before);
      assert.deepEqual(dialogs.asked, []);
    });
  }

  test('says where the journal for undo has no place, and changes nothing', async () => {
    const before = everything();
    const aside = `${tidy.storage}-aside`;
    const wasThere = existsSync(tidy.storage);
    if (wasThere) renameSync(tidy.storage, aside);
    writeFileSync(tidy.storage, 'A file.');
    try {
      await planOf(tidy, 'copyToCanonical', await estimate());
      await tidy.preview!.act({ name: 'confirm', value: '' });
      await until('the failure to be shown', () =>
        /journal for undo goes to/.test(tidy.preview?.markup ?? ''),
      );
      assert.match(
        dialogs.told.at(-1) ?? '',
        /^Nothing has been changed: .* is not a directory; the journal/,
      );
    } finally {
      rmSync(tidy.storage);
      if (wasThere) renameSync(aside, tidy.storage);
    }
    assert.deepEqual(everything(), before);
  });

  test('recovery and undo name a journal that cannot be read', async () => {
    const file = path.join(tidy.storage, 'journal', '20990101-x.jsonl');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'garbage{');
    try {
      await tidy.offerRecovery(false);
      assert.deepEqual(dialogs.told, [], 'nobody asked');
      await tidy.offerRecovery(true);
      await tidy.undoLast().catch(() => {});
      const said = `The journal ${file} cannot be read: what it tells of cannot be taken back.`;
      assert.deepEqual(dialogs.told.slice(0, 2), [said, said]);
    } finally {
      rmSync(file);
    }
  });

  test('what was interrupted can be finished later', async () => {
    await planOf(tidy, 'copyToCanonical', await estimate());
    await confirm(tidy);
    const journals = path.join(tidy.storage, 'journal');
    const last = path.join(journals, readdirSync(journals).sort().at(-1)!);
    const lines = readFileSync(last, 'utf8').trimEnd().split('\n');
    assert.match(lines.at(-1) ?? '', /"end"/);
    writeFileSync(last, `${lines.slice(0, -1).join('\n')}\n`);
    dialogs.buttons.push('Finish');
    await tidy.offerRecovery(false);
    assert.match(dialogs.told.join('\n'), /Interrupted: Copy release.*nothing is lost/);
    dialogs.told.length = 0;
    await tidy.offerRecovery(true);
    assert.deepEqual(dialogs.told, ['No operation was interrupted.']);
    await run('undoLast');
    assert.ok(!existsSync(orchard('.agents/skills/release')));
  });

  test('a plan is made anew when the disk changes under it', async () => {
    await planOf(tidy, 'copyToCanonical', await estimate());
    rmSync(orchard('.kimi/skills/release'), { recursive: true });
    await run('refresh');
    const plan = await tidy.preview!.current();
    assert.deepEqual(operationsOf(plan), []);
    assert.match(tidy.preview!.markup, /is not there any more/);
  });

  test('cancel changes nothing', async () => {
    const before = everything();
    await planOf(tidy, 'migrateToCanonical', await estimate());
    await act(tidy, 'cancel').catch(() => {});
    await until('the preview to be closed', () =>
      vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0),
    );
    assert.deepEqual(everything(), before);
  });

  test('built-ins and plugins stay where they are, with the reason', async () => {
    const plugin = await rowOf(home('.kimi', 'plugins', 'forecast', 'SKILL.md'));
    await assert.rejects(tidy.start('move', [plugin]), /belongs to a plugin/);
    const builtin = path.join(
      sample().home,
      '.local/share/uv/tools/kimi-cli/lib/python3.13/site-packages/kimi_cli/skills/kimi-cli-help/SKILL.md',
    );
    await assert.rejects(tidy.start('move', [await rowOf(builtin)]), /comes with the product/);
  });

  test('a skill dropped onto a root is copied, or moved as chosen in the preview', async () => {
    const row = await rowOf(orchard('.kimi', 'skills', 'release', 'SKILL.md'));
    const { parent } = await rowOf(home('.kimi', 'skills', 'commit', 'SKILL.md'));
    tidy.preview = undefined;
    await tidy.drop(parent, [await rowOf(orchard('.kimi', 'skills', 'estimate', 'SKILL.md'))]);
    const plan = await tidy.preview!.current();
    assert.deepEqual(operationsOf(plan), [
      'copy orchard/.kimi/skills/estimate -> home/.kimi/skills/estimate',
    ]);
    const moved = await act(tidy, 'keeping', '', 'move');
    assert.deepEqual(operationsOf(moved), [
      'move orchard/.kimi/skills/estimate -> home/.kimi/skills/estimate',
    ]);
    await assert.rejects(tidy.drop({ kind: 'unread' }, [row]), /Drop skills onto a directory/);
  });

  test('a folder dropped from the explorer is copied where it is one of the skills', async () => {
    const { parent } = await rowOf(home('.kimi', 'skills', 'commit', 'SKILL.md'));
    await tidy.drop(parent, [vscode.Uri.file(orchard('.kimi', 'skills', 'estimate'))]);
    assert.equal((await tidy.preview!.current()).operations.length, 1);
    await assert.rejects(
      tidy.drop(parent, [vscode.Uri.file(orchard('README.md'))]),
      /none of the skills in the tree/,
    );
  });

  test('where the user has neither shared directory, the setting decides, and both reasons are shown', async () => {
    rmSync(home('.config'), { recursive: true });
    rmSync(home('.agents'), { recursive: true });
    await run('refresh');
    const settings = vscode.workspace.getConfiguration('whichSkill');
    await settings.update(
      'userCanonicalDirectory',
      '~/.config/agents/skills',
      vscode.ConfigurationTarget.Global,
    );
    try {
      const plan = await planOf(tidy, 'moveToUser', await estimate());
      const question = plan.questions.find(({ kind }) => kind === 'user-directory');
      assert.equal(question?.answer, '~/.config/agents/skills');
      assert.match(tidy.preview!.markup, /KLIP-8/);
      assert.match(tidy.preview!.markup, /kimi-code and most other tools read it/);
      const other = await act(tidy, 'answer', question!.id, '~/.agents/skills');
      assert.match(operationsOf(other).join(), /-> home\/\.agents\/skills\/release/);
    } finally {
      await settings.update('userCanonicalDirectory', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  test('what a name holds stays text in the preview', async () => {
    const folder = orchard('.kimi', 'skills', '<b>x');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'SKILL.md'), '---\nname: "<img src=x>"\ndescription: y\n---\n');
    await run('refresh');
    await planOf(tidy, 'copyToCanonical', await rowOf(path.join(folder, 'SKILL.md')));
    assert.doesNotMatch(tidy.preview!.markup, /<img|<b>x/);
  });
});

suite('tidying up in Restricted Mode', 'restricted', () => {
  test('every command explains that it is off, and changes nothing', async () => {
    const dialogs = new FakeDialogs();
    const tidy = await tidyWith(dialogs);
    tidy.preview = undefined;
    const before = everything();
    const row = await rowOf(orchard('.kimi', 'skills', 'release', 'SKILL.md'));
    const commands = [
      'copyToCanonical',
      'migrateToCanonical',
      'migrateLeavingLink',
      'migrateFlatFile',
      'moveToProject',
      'moveToUser',
      'makeWin',
      'delete',
      'migrateScope',
      'undoLast',
    ];
    for (const command of commands) await run(command, row);
    await tidy.drop(row.parent, [row]);
    assert.equal(dialogs.told.length, commands.length + 1);
    for (const text of dialogs.told)
      assert.match(text, /^Restricted Mode: nothing is copied, moved or deleted/);
    assert.equal(tidy.preview, undefined);
    assert.deepEqual(everything(), before);
  });

  test('the setting of an untrusted workspace for the canonical directory does not count', () => {
    const { packageJSON } = vscode.extensions.getExtension(EXTENSION_ID)!;
    const { restrictedConfigurations } = packageJSON.capabilities.untrustedWorkspaces;
    assert.ok(restrictedConfigurations.includes('whichSkill.userCanonicalDirectory'));
  });
});
