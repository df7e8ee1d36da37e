import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, it } from 'node:test';
import type { Layout } from '../../layout';
import { skillText } from '../../layout';
import { inWorld, type World } from './harness';

/** The candidate of a file. */
async function rename(world: World, file: string, name: string) {
  const { resolution } = await world.context();
  const found = resolution.candidates.find(candidate => candidate.file === world.at(file));
  assert.ok(found, `${file} is a candidate`);
  return { kind: 'rename', what: { candidates: [found.id] }, name } as const;
}

const RAIL = 'R/.agents/skills/rail/SKILL.md';

interface Done {
  readonly layout: Layout;
  readonly file: string;
  readonly name: string;
  readonly answers?: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
  readonly outcome: readonly string[];
  /** The text of the file afterwards. */
  readonly at: string;
  readonly text: string;
}

const DONE: Readonly<Record<string, Done>> = {
  'folder and name together': {
    layout: { [RAIL]: skillText('rail'), 'R/.agents/skills/rail/run.sh': { text: 'true\n', mode: 0o755 } },
    file: RAIL,
    name: 'sora',
    lines: ['move R/.agents/skills/rail R/.agents/skills/sora'],
    outcome: ['rail: R/.agents/skills/rail => -', 'sora: - => R/.agents/skills/sora'],
    at: 'R/.agents/skills/sora/SKILL.md',
    text: skillText('sora', 'About rail.'),
  },
  'a name that is not declared is that of the folder, and stays so': {
    layout: { [RAIL]: '---\ndescription: About it.\n---\n' },
    file: RAIL,
    name: 'sora',
    lines: ['move R/.agents/skills/rail R/.agents/skills/sora'],
    outcome: ['rail: R/.agents/skills/rail => -', 'sora: - => R/.agents/skills/sora'],
    at: 'R/.agents/skills/sora/SKILL.md',
    text: '---\ndescription: About it.\n---\n',
  },
  'a folder of another name gets the new one too': {
    layout: { 'R/.agents/skills/old/SKILL.md': skillText('rail') },
    file: 'R/.agents/skills/old/SKILL.md',
    name: 'sora',
    lines: ['move R/.agents/skills/old R/.agents/skills/sora'],
    outcome: ['rail: R/.agents/skills/old => -', 'sora: - => R/.agents/skills/sora'],
    at: 'R/.agents/skills/sora/SKILL.md',
    text: skillText('sora', 'About rail.'),
  },
  'where only the folder has another name, the text stays': {
    layout: { 'R/.agents/skills/old/SKILL.md': skillText('rail') },
    file: 'R/.agents/skills/old/SKILL.md',
    name: 'rail',
    lines: ['move R/.agents/skills/old R/.agents/skills/rail'],
    outcome: ['rail: R/.agents/skills/old => R/.agents/skills/rail'],
    at: RAIL,
    text: skillText('rail'),
  },
  'where the folder has the name already, only the text changes': {
    layout: { 'R/.agents/skills/sora/SKILL.md': skillText('rail') },
    file: 'R/.agents/skills/sora/SKILL.md',
    name: 'sora',
    lines: [
      'make-directory - R/.agents/.which-skill-backups',
      'make-directory - R/.agents/.which-skill-backups/20260102-030405',
      'set-aside R/.agents/skills/sora/SKILL.md R/.agents/.which-skill-backups/20260102-030405/sora-SKILL.md',
      'copy R/.agents/.which-skill-backups/20260102-030405/sora-SKILL.md R/.agents/skills/sora/SKILL.md',
    ],
    outcome: ['rail: R/.agents/skills/sora => -', 'sora: - => R/.agents/skills/sora'],
    at: 'R/.agents/skills/sora/SKILL.md',
    text: skillText('sora', 'About rail.'),
  },
  'a flat file keeps its ending': {
    layout: { 'R/.agents/skills/rail.md': skillText('rail') },
    file: 'R/.agents/skills/rail.md',
    name: 'sora',
    lines: ['move R/.agents/skills/rail.md R/.agents/skills/sora.md'],
    outcome: ['rail: R/.agents/skills/rail.md => -', 'sora: - => R/.agents/skills/sora.md'],
    at: 'R/.agents/skills/sora.md',
    text: skillText('sora', 'About rail.'),
  },
  'what it shadowed loads from now on': {
    layout: { [RAIL]: skillText('rail'), 'home/.agents/skills/rail/SKILL.md': skillText('rail', 'Mine.') },
    file: RAIL,
    name: 'sora',
    lines: ['move R/.agents/skills/rail R/.agents/skills/sora'],
    outcome: ['rail: R/.agents/skills/rail => home/.agents/skills/rail', 'sora: - => R/.agents/skills/sora'],
    at: 'R/.agents/skills/sora/SKILL.md',
    text: skillText('sora', 'About rail.'),
  },
  'a file that does not load can be renamed too': {
    layout: { [RAIL]: '---\nname: rail\ndescription: Use when: now\n---\n' },
    file: RAIL,
    name: 'sora',
    lines: ['move R/.agents/skills/rail R/.agents/skills/sora'],
    outcome: ['rail: - => -', 'sora: - => -'],
    at: 'R/.agents/skills/sora/SKILL.md',
    text: '---\nname: sora\ndescription: Use when: now\n---\n',
  },
  'in the place of another one, which is kept as a backup': {
    layout: { [RAIL]: skillText('rail'), 'R/.agents/skills/sora/SKILL.md': skillText('sora', 'Other.') },
    file: RAIL,
    name: 'sora',
    answers: { 'conflict:*': 'replace' },
    lines: [
      'make-directory - R/.agents/.which-skill-backups',
      'make-directory - R/.agents/.which-skill-backups/20260102-030405',
      'set-aside R/.agents/skills/sora R/.agents/.which-skill-backups/20260102-030405/sora',
      'move R/.agents/skills/rail R/.agents/skills/sora',
    ],
    outcome: ['rail: R/.agents/skills/rail => -', 'sora: R/.agents/skills/sora => R/.agents/skills/sora'],
    at: 'R/.agents/skills/sora/SKILL.md',
    text: skillText('sora', 'About rail.'),
  },
  'beside another one, under yet another name': {
    layout: { [RAIL]: skillText('rail'), 'R/.agents/skills/sora/SKILL.md': skillText('sora', 'Other.') },
    file: RAIL,
    name: 'sora',
    answers: { 'conflict:*': 'keep-both' },
    lines: ['move R/.agents/skills/rail R/.agents/skills/sora-2'],
    outcome: ['rail: R/.agents/skills/rail => -', 'sora-2: - => R/.agents/skills/sora-2'],
    at: 'R/.agents/skills/sora-2/SKILL.md',
    text: skillText('sora-2', 'About rail.'),
  },
};

describe('renaming a skill', () => {
  for (const [name, { layout, file, name: to, answers = {}, lines, outcome, at, text }] of Object.entries(
    DONE,
  )) {
    it(
      name,
      inWorld(layout, async world => {
        const before = world.tree();
        const plan = await world.do(await rename(world, file, to), answers);
        assert.deepEqual(world.lines(plan.operations), lines);
        assert.deepEqual(world.outcome(plan), outcome);
        assert.equal(fs.readFileSync(world.at(at), 'utf8'), text);
        await world.undo();
        assert.deepEqual(world.tree(), before);
      }),
    );
  }

  const REFUSED: Readonly<Record<string, { layout: Layout; file: string; name: string; text: string }>> = {
    'a name that no file may have': {
      layout: { [RAIL]: skillText('rail') },
      file: RAIL,
      name: 'a/b',
      text: 'bad-name: a name must not hold a slash or backslash',
    },
    'an empty name': {
      layout: { [RAIL]: skillText('rail') },
      file: RAIL,
      name: ' ',
      text: 'bad-name: a name must not be empty',
    },
    'a link': {
      layout: {
        'R/elsewhere/rail/SKILL.md': skillText('rail'),
        'R/.agents/skills/rail': { symlink: '../../elsewhere/rail' },
      },
      file: RAIL,
      name: 'sora',
      text: 'link: it is a link to ../../elsewhere/rail: what it leads to is to be renamed, not the link',
    },
    'a file that is a link': {
      layout: { 'R/text.md': skillText('rail'), [RAIL]: { symlink: '../../../text.md' } },
      file: RAIL,
      name: 'sora',
      text: 'text: R/.agents/skills/rail/SKILL.md cannot be rewritten: it is a link, not UTF-8, or very large',
    },
    'a name of several lines': {
      layout: { [RAIL]: '---\nname: >-\n  rail\ndescription: d\n---\n' },
      file: RAIL,
      name: 'sora',
      text: 'name-line: the name in R/.agents/skills/rail/SKILL.md is not one plain line: change it there first',
    },
  };
  for (const [name, { layout, file, name: to, text }] of Object.entries(REFUSED)) {
    it(
      `refuses ${name}`,
      inWorld(layout, async world => {
        const plan = await world.plan(await rename(world, file, to));
        assert.deepEqual(
          plan.refusals.map(refusal => `${refusal.code}: ${world.text(refusal.text)}`),
          [text],
        );
        assert.deepEqual([plan.operations.length, plan.ready], [0, false]);
      }),
    );
  }

  it(
    'says that a name outside the open format is one, and does it',
    inWorld({ [RAIL]: skillText('rail') }, async world => {
      const plan = await world.plan(await rename(world, RAIL, 'Sora Bird'));
      assert.deepEqual(
        plan.notes.map(({ code, severity }) => `${severity} ${code}`),
        ['information not-portable'],
      );
      assert.equal(plan.ready, true);
    }),
  );

  it(
    'says that another one of the new name goes on winning',
    inWorld(
      { [RAIL]: skillText('rail'), 'R/.kimi/skills/sora/SKILL.md': skillText('sora', 'Other.') },
      async world => {
        const plan = await world.plan(await rename(world, RAIL, 'sora'));
        const note = plan.notes.find(({ code }) => code === 'still-shadowed');
        assert.equal(
          note && world.text(note.text),
          'R/.kimi/skills/sora goes on winning over R/.agents/skills/sora: delete it, or choose another name',
        );
      },
    ),
  );

  it(
    'asks where something else has the name, and does nothing by default',
    inWorld({ [RAIL]: skillText('rail'), 'R/.agents/skills/sora/notes.txt': 'not a skill' }, async world => {
      const plan = await world.plan(await rename(world, RAIL, 'sora'));
      assert.deepEqual(
        plan.conflicts.map(({ answer, target }) => [answer, world.relative(target)]),
        [['skip', 'R/.agents/skills/sora']],
      );
      assert.equal(plan.ready, false);
    }),
  );

  it(
    'is nothing where it is called so already',
    inWorld({ [RAIL]: skillText('rail') }, async world => {
      const plan = await world.plan(await rename(world, RAIL, 'rail'));
      assert.deepEqual(
        plan.skipped.map(({ text }) => world.text(text)),
        ['it is called rail already'],
      );
    }),
  );

  it(
    'changes nothing in Restricted Mode',
    inWorld({ [RAIL]: skillText('rail') }, async world => {
      const plan = await world.plan(await rename(world, RAIL, 'sora'), {}, { restricted: true });
      assert.deepEqual(
        plan.refusals.map(({ code }) => code),
        ['restricted'],
      );
    }),
  );
});
