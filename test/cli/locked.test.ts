/** The command while another process changes things, or has left its lock behind. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { describe, it } from 'node:test';
import { buildLayout, skillText } from '../layout';
import { whichSkill } from './command';

const LAYOUT = { 'R/.git': null, 'R/.kimi/skills/rail/SKILL.md': skillText('rail') };
const LOCK = 'home/.local/state/which-skill/lock';

describe('the command beside another process', { skip: process.platform !== 'linux' }, () => {
  for (const args of [['recover'], ['recover', '--apply'], ['undo'], ['undo', '--apply']]) {
    it(`says so: ${args.join(' ')}`, async () => {
      const built = buildLayout({
        ...LAYOUT,
        [LOCK]: JSON.stringify({ pid: process.pid, host: hostname() }),
      });
      try {
        const { status, output, errors } = await whichSkill(built, args);
        assert.deepEqual([status, output], [2, '']);
        assert.match(
          errors,
          new RegExp(`^which-skill: another process \\(${process.pid}\\) may be at work; .*`),
        );
        assert.ok(errors.endsWith(`remove ${built.at(LOCK)}\n`), errors);
      } finally {
        built.remove();
      }
    });
  }

  it('says which file to remove, and goes on without it', async () => {
    const built = buildLayout({ ...LAYOUT, [LOCK]: '{"pid":1,"host":"elsewhere"}' });
    try {
      const stopped = await whichSkill(built, ['migrate', 'rail', '--apply']);
      assert.equal(stopped.status, 2);
      assert.match(
        stopped.output,
        /Stopped: another process \(1\) on the machine elsewhere may be at work; where it is not, remove ~\/\.local\/state\/which-skill\/lock\. Nothing is changed\.\n$/,
      );
      fs.rmSync(built.at(LOCK));
      const done = await whichSkill(built, ['migrate', 'rail', '--apply']);
      assert.equal(done.status, 0, done.output);
    } finally {
      built.remove();
    }
  });
});
