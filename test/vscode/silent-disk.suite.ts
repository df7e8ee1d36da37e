/** A disk that does not answer, for real: a mounted file system whose program says nothing. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { windowDialogs } from '../../src/vscode/tidy/dialogs';
import { FuseDisk } from '../fuse/fuse-disk';
import { closeEditors, resetView, rowOf, run, untilTree, whichSkill } from './extension';
import { sample, suite, test, until } from './harness';
import { confirm, FakeDialogs, keepSample, planOf, tidyWith } from './tidy-harness';

const skill = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nBody.\n`;

/** What somebody may ask for meanwhile: each of it would stand still, and VS Code with it, if it waited for the disk. */
async function askAround(near: string, root: string): Promise<void> {
  const api = await whichSkill();
  const explainer = await api.explainer();
  const explained = async (place: string) => (await explainer.explain({ path: place })).markup ?? '';
  assert.match(await explained(near), /<h1[^>]*>api-style/);
  const far = path.join(root, 'lychee', 'SKILL.md');
  assert.match(await explained(far), /still loading: its disk has not answered yet/);
  await run('exportJson');
  await run('showMatrix');
  await run('compareProducts');

  const tidy = await tidyWith(new FakeDialogs());
  try {
    const plan = await planOf(tidy, 'moveToUser', await rowOf(near));
    assert.equal(plan.ready, true);
    assert.deepEqual(
      plan.operations.map(({ kind, from }) => [kind, from]),
      [['move', path.dirname(near)]],
    );
  } finally {
    tidy.preview?.dispose();
    tidy.preview = undefined;
    tidy.dialogs = windowDialogs;
    await closeEditors();
  }
}

suite('a disk that does not answer', 'folder', () => {
  test('shows as still loading, while everything else lives, and joins when it is there', async () => {
    await resetView();
    const disk = path.join(sample().root, 'nas');
    // Below the mount, to be seen when that is gone.
    mkdirSync(path.join(disk, 'skills', 'lychee'), { recursive: true });
    writeFileSync(path.join(disk, 'skills', 'lychee', 'SKILL.md'), skill('lychee', 'From afar'));
    const mounted = await FuseDisk.mount(disk, disk);
    const end = typeof mounted === 'string' ? undefined : () => mounted.end();
    if (typeof mounted !== 'string') await mounted.silence();
    const root = path.join(sample().home, 'work', 'retired-skills');
    const near = path.join(sample().orchard, '.agents', 'skills', 'api-style', 'SKILL.md');
    const text = readFileSync(near, 'utf8');
    try {
      symlinkSync(path.join(disk, 'skills'), root);
      if (end) {
        await untilTree('the root on it', tree =>
          tree.includes('~/work/retired-skills  still loading: its disk has not answered yet'),
        );
        writeFileSync(near, text.replace(/^description: .*$/m, 'description: Meanwhile'));
        await untilTree('a change elsewhere', tree => tree.includes('api-style  Meanwhile'));
        await (await whichSkill()).whenIdle();
        await askAround(near, root);
      }
    } finally {
      end?.();
      writeFileSync(near, text);
    }
    await untilTree('what is there', tree => tree.includes('lychee  From afar'));
    unlinkSync(root);
    await untilTree('the root gone', tree => !tree.includes('lychee'));
  }, 60_000);

  test('and one that falls silent once it has been asked keep nobody from applying, and from undoing', async () => {
    await resetView();
    const below = path.join(sample().root, 'cloud-below');
    const place = path.join(sample().root, 'cloud');
    mkdirSync(path.join(below, 'skills', 'lychee'), { recursive: true });
    writeFileSync(path.join(below, 'skills', 'lychee', 'SKILL.md'), skill('lychee', 'From afar'));
    const putBack = keepSample();
    const disk = await FuseDisk.mount(below, place);
    if (typeof disk === 'string') {
      console.log(`not run: ${disk}`);
      return;
    }
    const root = path.join(sample().home, 'work', 'retired-skills');
    const near = path.join(sample().orchard, '.agents', 'skills', 'api-style');
    const dialogs = new FakeDialogs();
    const tidy = await tidyWith(dialogs);
    let arrived = '';
    try {
      symlinkSync(path.join(place, 'skills'), root);
      await untilTree('what is there', tree => tree.includes('lychee  From afar'));
      // What is asked to see whether it answers, it answers; then it says nothing more.
      await disk.silence(['open', 'readdir']);
      const moved = await planOf(tidy, 'moveToUser', await rowOf(path.join(near, 'SKILL.md')));
      assert.equal(moved.ready, true);
      arrived = moved.operations.find(({ kind }) => kind === 'move')?.to ?? '';
      assert.ok(!existsSync(arrived));
      await confirm(tidy);
      assert.ok(existsSync(arrived));
      await run('undoLast');
      await until('it to be taken back', () => !existsSync(arrived));
      assert.deepEqual(
        dialogs.told.filter(text => !text.startsWith('Done:')),
        [],
      );
      const far = await (await whichSkill()).explainer();
      assert.match(
        (await far.explain({ path: path.join(root, 'lychee', 'SKILL.md') })).markup ?? '',
        /lychee/,
      );
    } finally {
      disk.end();
      await putBack();
      tidy.preview?.dispose();
      tidy.preview = undefined;
      tidy.dialogs = windowDialogs;
      await closeEditors();
    }
    await untilTree('the root gone', tree => !tree.includes('lychee'));
  }, 60_000);
});
