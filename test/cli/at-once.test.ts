/** Two programs that change the same skills at once, with one journal or, as a window and a terminal, with two. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { skillText } from '../layout';
import { treeOf } from '../tree-of';
import { inLayout, whichSkill } from './command';

const NAMES = ['rail', 'heron', 'gull', 'crane', 'owl'];

const layout = {
  'R/.git': null,
  ...Object.fromEntries(NAMES.map(name => [`R/.claude/skills/${name}/SKILL.md`, skillText(name)])),
};

describe('two programs at once', () => {
  for (const isShared of [true, false])
    for (const [one, other] of [
      ['migrate', 'migrate'],
      ['migrate', 'delete'],
      ['copy', 'migrate'],
    ] as const)
      it(
        `${one} and ${other} with ${isShared ? 'one journal' : 'a journal each'}: each skill is whole, in one place of each kind, or kept as a backup`,
        inLayout(layout, async built => {
          const call = (command: string, number: number) => {
            const state = isShared ? '$ROOT/state' : `$ROOT/state${number}`;
            return whichSkill(built, [command, '--root', '.claude/skills', '--apply'], {
              env: { XDG_STATE_HOME: state },
            });
          };
          const ran = await Promise.all([call(one, 1), call(other, 2)]);
          for (const { status, output, errors } of ran) {
            // Whoever came second is told what is in the way, or that there is nothing to do.
            assert.notEqual(status, null);
            assert.doesNotMatch(output + errors, /\bat .*\.js:\d/);
            if (status === 2)
              assert.match(output + errors, /Nothing is lost|Nothing is changed|stopped|Stopped|none of/);
          }
          assert.ok(
            ran.some(({ status }) => status === 0),
            ran.map(({ output, errors }) => output + errors).join('\n'),
          );
          const tree = treeOf(built.at('R')).join('\n');
          for (const name of NAMES) {
            const text = skillText(name);
            const places = ['.claude', '.agents'].map(place =>
              built.at(`R/${place}/skills/${name}/SKILL.md`),
            );
            const whole = places.filter(file => existsSync(file) && readFileSync(file, 'utf8') === text);
            for (const file of places) if (existsSync(file)) assert.equal(readFileSync(file, 'utf8'), text);
            const isKept = new RegExp(`backups/\\S*${name}`).test(tree);
            assert.ok(whole.length > 0 || isKept, `${name} is lost:\n${tree}`);
          }
          assert.doesNotMatch(tree, /\.which-skill-(?!backups)/);
        }),
      );
});
