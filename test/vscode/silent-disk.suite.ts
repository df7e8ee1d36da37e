/** A disk that does not answer, for real: a mounted file system whose program says nothing. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { windowDialogs } from '../../src/vscode/tidy/dialogs';
import { closeEditors, resetView, rowOf, run, untilTree, whichSkill } from './extension';
import { sample, suite, test } from './harness';
import { FakeDialogs, planOf, tidyWith } from './tidy-harness';

/** Mounts it, and gives what ends it; undefined where this process may not. */
function mountSilentDisk(place: string): (() => void) | undefined {
  if (process.platform !== 'linux') return undefined;
  let device: number;
  try {
    device = openSync('/dev/fuse', 'r+');
  } catch {
    return undefined;
  }
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0';
  const { status } = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'silent', place], {
    stdio: ['ignore', 'ignore', 'ignore', device],
  });
  const end = () => {
    // Whoever waits for an answer gets an error now.
    closeSync(device);
    spawnSync('umount', ['--lazy', place]);
  };
  if (status === 0) return end;
  closeSync(device);
  return undefined;
}

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
    const end = mountSilentDisk(disk);
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
});
