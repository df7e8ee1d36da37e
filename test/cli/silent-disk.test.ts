/** The command beside a disk that does not answer: everything else is told, and that it is not all. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { besideFuse } from '../fuse/fuse-disk';
import { type BuiltLayout, type Layout, skillText } from '../layout';
import { treeOf } from '../tree-of';
import { type Ran, whichSkill } from './command';

const layout: Layout = {
  'R/.git': null,
  'R/.agents/skills/heron/SKILL.md': skillText('heron'),
  'R/.claude/skills': { symlink: '$ROOT/nas/skills' },
  'R/.agents/skills/tern': { symlink: '$ROOT/nas/skills/crane' },
  'home/.kimi': null,
  'home/.agents/skills/gull/SKILL.md': skillText('gull'),
  'below/skills/crane/SKILL.md': skillText('crane'),
  'below/empty': null,
};

const silent = (built: BuiltLayout) =>
  `which-skill: ${built.at('nas')} did not answer within 5 s: what lies there is not known\n`;

/** Runs some commands at a time, since most of the time each of them waits. */
async function runAll(built: BuiltLayout, commands: readonly (readonly string[])[]): Promise<readonly Ran[]> {
  return Promise.all(commands.map(args => whichSkill(built, args)));
}

describe('beside a disk that does not answer', () => {
  it(
    'the command tells the rest, names the disk, and ends with status 3',
    besideFuse(layout, async (disk, built) => {
      await disk.silence();
      const [list, json, found, lost, why, check] = await runAll(built, [
        ['list'],
        ['list', '--json'],
        ['heron'],
        ['crane'],
        ['why', 'gull'],
        ['check', '--no-brand'],
      ]);
      for (const { status, errors } of [list, json, found, why, check] as Ran[]) {
        assert.equal(status, 3);
        assert.equal(errors, silent(built));
      }
      assert.match(list!.output, /● heron/);
      assert.match(list!.output, /● gull/);
      assert.match(list!.output, /\.claude\/skills .*its disk does not answer/);
      assert.match(list!.output, /tern .*its disk does not answer/);
      const told = JSON.parse(json!.output);
      assert.deepEqual(told.silentDisks, [built.at('nas')]);
      assert.deepEqual(told.skills.map(({ name }: { name: string }) => name).sort(), ['gull', 'heron']);
      assert.equal(found!.output, `${built.at('R/.agents/skills/heron/SKILL.md')}\n`);
      // It may well be on that disk.
      assert.equal(lost!.status, 3);
      assert.match(lost!.errors, /nothing loads under "crane"/);
    }),
  );

  it(
    'a directory to start from that lies there cannot be answered for',
    besideFuse(layout, async (disk, built) => {
      await disk.silence();
      const { status, errors, output } = await whichSkill(built, ['list', '--cwd', built.at('nas/skills')]);
      assert.equal(output, '');
      assert.equal(
        errors,
        `which-skill: --cwd: cannot read ${built.at('nas/skills')}: its disk does not answer\n${silent(built)}`,
      );
      assert.equal(status, 3);
    }),
  );

  it(
    'all the same where it falls silent while it is read',
    besideFuse(layout, async (disk, built) => {
      const whole = await whichSkill(built, ['list']);
      assert.equal(whole.status, 0, whole.errors);
      assert.equal(whole.errors, '');
      assert.match(whole.output, /● crane/);
      await disk.silence(['open']);
      const { status, output, errors } = await whichSkill(built, ['list']);
      assert.equal(status, 3);
      assert.equal(errors, silent(built));
      assert.match(output, /● heron/);
    }),
  );

  it(
    'a change is refused for what lies there, and done for the rest',
    besideFuse(layout, async (disk, built) => {
      await disk.silence();
      const before = treeOf(built.at('below'));
      const [far, near] = await runAll(built, [
        ['copy', built.at('nas/skills/crane'), '--to', 'user', '--apply'],
        ['copy', 'heron', '--to', 'user', '--apply'],
      ]);
      assert.equal(far!.status, 3);
      assert.match(far!.errors, /no skill is at/);
      assert.equal(near!.status, 3);
      assert.match(near!.output, /Done/);
      assert.deepEqual(treeOf(built.at('below')), before);
      const again = await whichSkill(built, ['undo', '--apply']);
      assert.equal(again.status, 3);
      assert.match(again.output, /Done/);
    }),
  );

  it(
    'a disk that answers is read and written as any other',
    besideFuse(layout, async (_, built) => {
      // Which reaches for no network, in none of the processes.
      const guard = { NODE_OPTIONS: `--require ${path.resolve('test', 'no-network.cjs')}` };
      const listed = await whichSkill(built, ['list', '--json'], { env: guard });
      assert.equal(listed.status, 0);
      assert.equal(JSON.parse(listed.output).silentDisks, undefined);
      const copied = await whichSkill(built, ['copy', 'heron', '--to', built.at('nas/skills'), '--apply']);
      assert.equal(copied.status, 0, copied.output + copied.errors);
      assert.match(JSON.stringify(treeOf(built.at('below'))), /heron/);
      const moved = await whichSkill(built, [
        'move',
        built.at('nas/skills/crane'),
        '--to',
        'user',
        '--apply',
      ]);
      assert.equal(moved.status, 0, moved.output + moved.errors);
      assert.doesNotMatch(JSON.stringify(treeOf(built.at('below'))), /crane/);
      const back = await whichSkill(built, ['undo', '--apply']);
      assert.equal(back.status, 0, back.output + back.errors);
      assert.match(JSON.stringify(treeOf(built.at('below'))), /crane/);
    }),
  );
});
