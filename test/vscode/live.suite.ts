/** Every kind of change at every kind of root shows in the tree by itself. Times are written to out/live.json. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { resetView, untilTree, whichSkill } from './extension';
import { after, before, sample, suite, test } from './harness';

interface Measured {
  readonly what: string;
  readonly milliseconds: number;
}

const measured: Measured[] = [];

/** Does something, and waits until the tree says so. */
async function see(what: string, change: () => void, holds: (text: string) => boolean): Promise<void> {
  const begin = performance.now();
  change();
  await untilTree(what, holds);
  measured.push({ what, milliseconds: Math.round(performance.now() - begin) });
}

const has = (text: string) => (tree: string) => tree.includes(text);
const lacks = (text: string) => (tree: string) => !tree.includes(text);

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const skill = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nBody.\n`;

/** The changes, each with what the tree has to show. In the end the root is as it was. */
async function everyChange(root: string): Promise<void> {
  const at = (...parts: string[]) => path.join(root, ...parts);
  const where = path.basename(path.dirname(root));
  const existed = existsSync(root);
  const step = (what: string, change: () => void, holds: (text: string) => boolean) =>
    see(`${where}: ${what}`, change, holds);

  await step(
    'made in one go',
    () => write(at('quince', 'SKILL.md'), skill('quince', 'First')),
    has('quince  First'),
  );
  await step(
    'written in place',
    () => writeFileSync(at('quince', 'SKILL.md'), skill('quince', 'Second')),
    has('quince  Second'),
  );
  await step(
    'replaced by a rename',
    () => {
      writeFileSync(at('quince', '.tmp'), skill('quince', 'Third'));
      renameSync(at('quince', '.tmp'), at('quince', 'SKILL.md'));
    },
    has('quince  Third'),
  );
  await step('a folder renamed', () => renameSync(at('quince'), at('medlar')), has('quince  (medlar)'));
  await step(
    'a flat file',
    () => writeFileSync(at('sloe.md'), skill('sloe', 'Flat')),
    has('sloe  flat file · Flat'),
  );
  const target = path.join(sample().root, 'behind-a-link');
  await step(
    'added through a link',
    () => {
      write(path.join(target, 'SKILL.md'), skill('damson', 'Linked'));
      symlinkSync(target, at('damson'));
    },
    has('damson  Linked'),
  );
  await step(
    'behind a link',
    () => writeFileSync(path.join(target, 'SKILL.md'), skill('damson', 'Relinked')),
    has('damson  Relinked'),
  );
  await step(
    'the link’s target gone',
    () => rmSync(target, { recursive: true }),
    has('damson  link target missing'),
  );
  await step('the link gone', () => unlinkSync(at('damson')), lacks('damson'));
  await step('the root renamed', () => renameSync(root, `${root}-away`), lacks('(medlar)'));
  await step('the root back', () => renameSync(`${root}-away`, root), has('quince  (medlar)'));
  await step(
    'a file after that',
    () => appendFileSync(at('sloe.md'), '\n'),
    () => true,
  );
  await step(
    'changed after that',
    () => writeFileSync(at('sloe.md'), skill('sloe', 'Ripe')),
    has('sloe  flat file · Ripe'),
  );
  await step(
    'deleted',
    () => {
      if (existed) {
        rmSync(at('medlar'), { recursive: true });
        rmSync(at('sloe.md'));
      } else rmSync(root, { recursive: true });
    },
    tree => !tree.includes('medlar') && !tree.includes('sloe'),
  );
}

suite('the tree lives', 'folder', () => {
  const orchard = (...parts: string[]) => path.join(sample().orchard, ...parts);
  const home = (...parts: string[]) => path.join(sample().home, ...parts);

  before(resetView);
  after(() => {
    writeFileSync(path.join(__dirname, '..', 'live.json'), `${JSON.stringify(measured, undefined, 1)}\n`);
  });

  const roots: Record<string, () => string> = {
    'in the workspace': () => orchard('.agents', 'skills'),
    'in the workspace, of another tool': () => orchard('.claude', 'skills'),
    'in the home directory': () => home('.kimi', 'skills'),
    'that was empty': () => home('.codex', 'skills'),
    'outside, of the configuration, not there yet': () => home('work', 'retired-skills'),
  };
  for (const [kind, root] of Object.entries(roots)) {
    test(`a root ${kind}`, () => everyChange(root()), 60_000);
  }

  test('a root that is a link', async () => {
    const root = home('.codex', 'skills');
    const away = home('.codex', 'skills-away');
    const target = path.join(sample().root, 'dotfiles', 'skills');
    const file = path.join(target, 'durian', 'SKILL.md');
    await see(
      'a link in place of a directory',
      () => {
        write(file, skill('durian', 'Linked root'));
        renameSync(root, away);
        symlinkSync(target, root);
      },
      has('durian  Linked root'),
    );
    await see(
      'a file behind it',
      () => writeFileSync(file, skill('durian', 'Smells')),
      has('durian  Smells'),
    );
    await see(
      'its target renamed',
      () => renameSync(path.dirname(target), `${path.dirname(target)}-2`),
      lacks('durian'),
    );
    await see(
      'its target back',
      () => renameSync(`${path.dirname(target)}-2`, path.dirname(target)),
      has('durian  Smells'),
    );
    await see(
      'a directory again',
      () => {
        unlinkSync(root);
        renameSync(away, root);
      },
      lacks('durian'),
    );
    rmSync(path.dirname(target), { recursive: true });
  });

  test('a whole tool directory goes and comes back', async () => {
    const kept = home('agents-away');
    await see('gone', () => renameSync(orchard('.agents'), kept), lacks('api-style'));
    await see(
      'another one in its place',
      () => write(orchard('.agents', 'skills', 'loquat', 'SKILL.md'), skill('loquat', 'Sown')),
      has('loquat  Sown'),
    );
    await see(
      'its content',
      () => writeFileSync(orchard('.agents', 'skills', 'loquat', 'SKILL.md'), skill('loquat', 'Grown')),
      has('loquat  Grown'),
    );
    await see('deleted', () => rmSync(orchard('.agents'), { recursive: true }), lacks('loquat'));
    await see('back', () => renameSync(kept, orchard('.agents')), has('api-style'));
  });

  test('the configuration', async () => {
    const file = home('.kimi', 'config.toml');
    const text = readFileSync(file, 'utf8');
    await see(
      'merging off',
      () => writeFileSync(file, text.replace('skills = true', 'skills = false')),
      has('not read: .kimi/skills exists'),
    );
    await see('merging on', () => writeFileSync(file, text), lacks('not read: .kimi/skills exists'));
  });

  test('a repository inside', async () => {
    const file = orchard('.agents', 'skills', 'api-style');
    assert.ok(existsSync(file));
    const git = orchard('.git');
    const away = orchard('.git-away');
    await see(
      '.git gone',
      () => renameSync(git, away),
      () => true,
    );
    await see('.git back', () => renameSync(away, git), has('api-style'));
  });

  test('a directory that nobody reads', async () => {
    await see(
      'there',
      () => write(orchard('.cursor', 'skills', 'fig', 'SKILL.md'), skill('fig', 'Unread')),
      has('.cursor/skills'),
    );
    await see('gone', () => rmSync(orchard('.cursor'), { recursive: true }), lacks('.cursor/skills'));
  });

  test('how far a copy differs, down to its last file', async () => {
    const deep = (tool: string) =>
      orchard(tool, 'skills', 'release', 'references', 'deep', 'down', 'note.txt');
    const copies = [deep('.kimi'), deep('.claude')];
    for (const file of copies) write(file, 'The same.');
    const differs = (count: number) => (tree: string) =>
      tree.includes(`shadowed by .kimi/skills/release · differs in ${count} files`);
    await untilTree('no more difference than before', differs(3));
    await (await whichSkill()).whenIdle();
    await see('a file of a copy changed', () => writeFileSync(copies[1] ?? '', 'Another.'), differs(4));
    await see('and back', () => writeFileSync(copies[1] ?? '', 'The same.'), differs(3));
    for (const file of copies) rmSync(path.resolve(file, '..', '..', '..'), { recursive: true });
    await untilTree('all as it was', differs(3));
  });

  test('a burst is one look', async () => {
    const api = await whichSkill();
    let drawn = 0;
    const subscription = api.onDidDraw(() => drawn++);
    const bulk = (index: number) => orchard('.agents', 'skills', `bulk-${index}`);
    await see(
      'a hundred skills',
      () => {
        for (let index = 0; index < 100; index++)
          write(path.join(bulk(index), 'SKILL.md'), skill(`bulk-${index}`, 'One of many'));
      },
      tree => tree.split('One of many').length === 101,
    );
    await api.whenIdle();
    subscription.dispose();
    assert.ok(drawn <= 4, `drawn ${drawn} times`);
    await see(
      'a hundred gone',
      () => {
        for (let index = 0; index < 100; index++) rmSync(bulk(index), { recursive: true });
      },
      lacks('One of many'),
    );
  });

  test('only the row that changed is drawn anew', async () => {
    const api = await whichSkill();
    const drawn: (readonly string[])[] = [];
    const subscription = api.onDidDraw(rows => drawn.push(rows?.map(({ label }) => label) ?? ['everything']));
    const file = orchard('.agents', 'skills', 'api-style', 'SKILL.md');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/^description: .*$/m, 'description: Anew'));
    await untilTree('the new description', has('api-style  Anew'));
    await api.whenIdle();
    assert.deepEqual(drawn, [['api-style']]);
    subscription.dispose();
    writeFileSync(file, text);
    await untilTree('the old description', lacks('api-style  Anew'));
  });

  test('no watch is left behind', async () => {
    const api = await whichSkill();
    await api.whenIdle();
    const before = api.watched();
    for (const name of ['a', 'b', 'c'])
      write(orchard('.agents', 'skills', name, 'SKILL.md'), skill(name, 'Passing'));
    await untilTree('three more', tree => tree.split('Passing').length === 4);
    for (const name of ['a', 'b', 'c']) rmSync(orchard('.agents', 'skills', name), { recursive: true });
    await untilTree('none of them', lacks('Passing'));
    await api.whenIdle();
    assert.equal(api.watched(), before);
  });
});

suite('each folder lives', 'workspace', () => {
  test('a change in the second folder shows there', async () => {
    const folder = vscode.workspace.workspaceFolders?.[1]?.uri.fsPath;
    assert.ok(folder);
    const root = path.join(folder, '.agents', 'skills');
    const existed = existsSync(path.join(folder, '.agents'));
    write(path.join(root, 'pomelo', 'SKILL.md'), skill('pomelo', 'Second folder'));
    await untilTree('the skill', has('pomelo  Second folder'));
    rmSync(existed ? path.join(root, 'pomelo') : path.join(folder, '.agents'), { recursive: true });
    await untilTree('the skill to be gone', lacks('pomelo'));
  });

  test('a change in the home directory shows below every folder', async () => {
    const file = path.join(sample().home, '.kimi', 'skills', 'pitaya', 'SKILL.md');
    write(file, skill('pitaya', 'For all'));
    await untilTree('the skill twice', tree => tree.split('pitaya  For all').length === 3);
    rmSync(path.dirname(file), { recursive: true });
    await untilTree('the skill to be gone', lacks('pitaya'));
  });
});
