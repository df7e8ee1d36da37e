/** What `undo` and `recover` say of what they cannot do, or would do elsewhere. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, it } from 'node:test';
import { type Layout, skillText } from '../layout';
import { inLayout, whichSkill } from './command';

const LAYOUT: Layout = {
  'R/.git': null,
  'R/.kimi/skills/rail/SKILL.md': skillText('rail'),
  'R/.kimi/skills/smew/SKILL.md': skillText('smew'),
  'S/.git': null,
};
const STATE = 'home/.local/state/which-skill';

describe('undo', () => {
  it(
    'takes back an older change only when asked for it, where the last one is for good',
    inLayout(LAYOUT, async built => {
      await whichSkill(built, ['delete', 'rail', '--apply']);
      await whichSkill(built, ['delete', 'smew', '--permanently', '--apply']);
      const shown = await whichSkill(built, ['undo']);
      assert.match(
        shown.output,
        /^⚠ Delete smew came later, and cannot be undone; this is what was done before it\n/,
      );
      assert.match(
        shown.output,
        /\n {2}restore {2}\.kimi\/\.which-skill-backups\/\S+\/rail +-> \.kimi\/skills\/rail\n/,
      );
      assert.match(
        shown.output,
        /Undo: Delete rail: nothing was done yet; which-skill undo --before --apply does it\.\n$/,
      );
      assert.equal(shown.status, 0);
      const refused = await whichSkill(built, ['undo', '--apply']);
      assert.equal(refused.status, 1);
      assert.equal(fs.existsSync(built.at('R/.kimi/skills/rail')), false);
      const done = await whichSkill(built, ['undo', '--before', '--apply']);
      assert.equal(done.status, 0, done.output);
      assert.equal(fs.existsSync(built.at('R/.kimi/skills/rail')), true);
      const nothing = await whichSkill(built, ['undo', '--apply']);
      const line = 'which-skill: Delete smew cannot be undone, and there is nothing that could be undone\n';
      assert.deepEqual([nothing.status, nothing.errors], [1, line]);
    }),
  );

  it(
    'says where it was done, if not in this project',
    inLayout(LAYOUT, async built => {
      await whichSkill(built, ['migrate', 'rail', '--apply']);
      const here = await whichSkill(built, ['undo']);
      assert.match(here.output, /^ {2}move {4}\.agents\/skills\/rail +-> \.kimi\/skills\/rail\n/);
      const there = await whichSkill(built, ['undo'], { cwd: 'S' });
      const [first] = there.output.split('\n');
      assert.equal(first, `⚠ this was not done in this project, but in ${built.at('R')}`);
    }),
  );

  it(
    'lists what can be undone, and takes back the one that is named',
    inLayout(LAYOUT, async built => {
      const none = await whichSkill(built, ['undo', '--list']);
      assert.deepEqual([none.status, none.output], [1, 'There is nothing that could be undone.\n']);
      await whichSkill(built, ['migrate', 'rail', '--apply']);
      await whichSkill(built, ['migrate', 'smew', '--apply']);
      const listed = await whichSkill(built, ['undo', '--list']);
      assert.match(
        listed.output,
        /^\d{8}-\S+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}1 file {2}Move smew to \.agents\/skills\n.* {2}Move rail to \.agents\/skills\n/,
      );
      await whichSkill(built, ['move', 'smew', '--to', 'user', '--apply']);
      const later = await whichSkill(built, ['undo', '--list']);
      assert.match(
        later.output,
        / {2}1 file +Move smew to ~.*\n.* {2}changed later {2}Move smew to \.agents/,
      );
      await whichSkill(built, ['undo', '--apply']);
      const json = JSON.parse((await whichSkill(built, ['undo', '--list', '--json'])).output);
      assert.deepEqual(
        json.map(({ skills, files }: { skills: number; files: number }) => [skills, files]),
        [
          [1, 1],
          [1, 1],
        ],
      );
      const undone = await whichSkill(built, ['undo', json[1].id, '--apply']);
      assert.equal(undone.status, 0, undone.output);
      assert.equal(fs.existsSync(built.at('R/.kimi/skills/rail/SKILL.md')), true);
      assert.equal(fs.existsSync(built.at('R/.agents/skills/smew/SKILL.md')), true);
      const again = await whichSkill(built, ['undo', json[1].id]);
      const line = `which-skill: nothing with the id ${json[1].id} can be undone: which-skill undo --list\n`;
      assert.deepEqual([again.status, again.errors], [2, line]);
    }),
  );

  it(
    'takes back the skills that are as they were only where it is told to, and the others later',
    inLayout(LAYOUT, async built => {
      await whichSkill(built, ['migrate', '--root', '.kimi/skills', '--apply']);
      const moved = built.at('R/.agents/skills/rail/SKILL.md');
      const text = fs.readFileSync(moved, 'utf8');
      fs.appendFileSync(moved, 'More.\n');
      const refused = await whichSkill(built, ['undo', '--apply']);
      assert.equal(refused.status, 1);
      assert.match(
        refused.output,
        /✗ \.agents\/skills\/rail has changed since\nTake back the other one: which-skill undo --partly\n.*: nothing was done\.\n$/,
      );
      assert.equal(fs.existsSync(built.at('R/.kimi/skills')), true);
      assert.deepEqual(fs.readdirSync(built.at('R/.kimi/skills')), []);
      const partly = await whichSkill(built, ['undo', '--partly', '--apply']);
      assert.equal(partly.status, 0, partly.output);
      assert.deepEqual(fs.readdirSync(built.at('R/.kimi/skills')), ['smew']);
      assert.equal(fs.readFileSync(moved, 'utf8'), `${text}More.\n`);
      fs.writeFileSync(moved, text);
      const rest = await whichSkill(built, ['undo', '--apply']);
      assert.equal(rest.status, 0, rest.output);
      assert.deepEqual(fs.readdirSync(built.at('R/.kimi/skills')), ['rail', 'smew']);
      assert.equal(fs.existsSync(built.at('R/.agents')), false);
    }),
  );

  it(
    'warns where another skill will load, for the other product too',
    inLayout(
      {
        ...LAYOUT,
        'R/.agents/skills/rail/SKILL.md': skillText('rail', 'Another.'),
      },
      async built => {
        const replaced = ['migrate', 'rail', '--on-conflict', 'replace', '--apply'];
        await whichSkill(built, replaced);
        const { output } = await whichSkill(built, ['undo']);
        const kept = '\\.agents/\\.which-skill-backups/\\S+/rail';
        assert.match(
          output,
          new RegExp(
            `⚠ for kimi-code: the winner changes: rail is replaced at \\.agents/skills/rail by ${kept}, and they differ\n`,
          ),
        );
      },
    ),
  );

  for (const command of ['undo', 'recover']) {
    it(
      `says which journal cannot be read: ${command}`,
      inLayout({ ...LAYOUT, [`${STATE}/journal/20990101-x.jsonl`]: 'garbage{' }, async built => {
        const file = built.at(`${STATE}/journal/20990101-x.jsonl`);
        const { status, errors } = await whichSkill(built, [command]);
        assert.equal(status, 1);
        const line = `which-skill: the journal ${file} cannot be read: what it tells of cannot be taken back\n`;
        assert.ok(errors.startsWith(line), errors);
      }),
    );
  }

  it(
    'goes on with the others',
    inLayout(LAYOUT, async built => {
      await whichSkill(built, ['migrate', 'rail', '--apply']);
      fs.writeFileSync(built.at(`${STATE}/journal/20000101-x.jsonl`), 'garbage{');
      fs.writeFileSync(built.at(`${STATE}/journal/20000102-x.jsonl`), '\n{"type":"begin","vers');
      const { status, errors } = await whichSkill(built, ['undo', '--apply']);
      assert.equal(status, 0);
      assert.equal(errors.split('\n').length, 2, errors);
    }),
  );
});

describe('the place of the journal', () => {
  it(
    'is told of where a file is in its way',
    inLayout({ ...LAYOUT, 'home/.local/state': 'A file.' }, async built => {
      const planned = await whichSkill(built, ['migrate', 'rail']);
      assert.equal(planned.status, 0, planned.errors);
      const { status, output } = await whichSkill(built, ['migrate', 'rail', '--apply']);
      assert.equal(status, 2);
      assert.match(
        output,
        /Stopped: ~\/\.local\/state is not a directory; the journal for undo goes to ~\/\.local\/state\/which-skill\./,
      );
    }),
  );
});

for (const [args, error] of [
  [['why', ''], 'why takes a name or a path'],
  [['list', '--before'], '--before goes with undo'],
  [['undo', '--list', '--apply'], '--list only lists: leave out the id and --apply'],
  [['undo', 'a', 'b'], 'undo takes one id'],
] as const) {
  it(
    `cannot be asked: ${args.join(' ')}`,
    inLayout(LAYOUT, async built => {
      const { status, output, errors } = await whichSkill(built, args);
      assert.deepEqual([status, output, errors], [2, '', `which-skill: ${error}\n`]);
    }),
  );
}
