/** The commands that change files, as processes: what they print, what they do with --apply and what without it. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, it } from 'node:test';
import { type BuiltLayout, type Layout, skillText } from '../layout';
import { treeOf } from '../tree-of';
import { inLayout, whichSkill } from './command';

const LAYOUT: Layout = {
  'R/.git': null,
  'R/.kimi/skills/rail/SKILL.md': skillText('rail'),
  'R/.kimi/skills/rail/run.sh': { text: '#!/bin/sh\n', mode: 0o755 },
  'R/.claude/skills/smew/SKILL.md': skillText('smew'),
  'R/.agents/skills/smew/SKILL.md': skillText('smew', 'Another.'),
  'R/.kimi/skills/note.md': 'A note.\n',
};

/** Only what is in the project and home counts: the journal is in home too. */
const tree = (built: BuiltLayout) => treeOf(built.root).filter(line => !line.includes('home/.local'));

describe('commands that change files', () => {
  it(
    'show the plan, and do nothing without --apply',
    inLayout(LAYOUT, async built => {
      const before = treeOf(built.root);
      const { status, output, errors } = await whichSkill(built, ['migrate', 'rail', '--leave-link']);
      assert.equal(errors, '');
      assert.equal(
        output,
        [
          'Move rail to .agents/skills',
          '',
          'What is done',
          '  move  .kimi/skills/rail  -> .agents/skills/rail',
          '  link  .kimi/skills/rail  -> ../../.agents/skills/rail',
          '',
          'Who wins',
          '  rail  .kimi/skills/rail, as before',
          '',
          'Other tools',
          ...[
            'kimi-code',
            'Codex',
            'Copilot CLI',
            'Gemini CLI',
            'Qwen Code',
            'OpenCode',
            'VS Code',
            'Amp',
          ].map(tool => `  ${tool} finds rail from now on`),
          '  Goose finds rail from now on',
          '  Cursor finds rail from now on',
          '',
          'Nothing was changed. Add --apply to do this.',
          '',
        ].join('\n'),
      );
      assert.equal(status, 0);
      assert.deepEqual(treeOf(built.root), before);
    }),
  );

  it(
    'do it with --apply, and undo takes it back',
    inLayout(LAYOUT, async built => {
      const before = tree(built);
      const done = await whichSkill(built, ['migrate', '--root', '.kimi/skills', '--apply']);
      assert.match(done.output, /\nDone\. 2 of 2\. To take it back: which-skill undo --apply\n$/);
      assert.equal(done.status, 0);
      assert.equal(fs.statSync(built.at('R/.agents/skills/rail/run.sh')).mode & 0o777, 0o755);
      assert.equal(fs.existsSync(built.at('R/.kimi/skills/rail')), false);
      const undone = await whichSkill(built, ['undo', '--apply']);
      assert.equal(undone.status, 0, undone.output);
      assert.deepEqual(tree(built), before);
    }),
  );

  it(
    'ask about conflicts, and skip them by default',
    inLayout(LAYOUT, async built => {
      const asked = await whichSkill(built, ['copy', './.claude/skills/smew']);
      assert.equal(asked.status, 1);
      assert.match(asked.output, /● skip {2}Skip it\n {4}○ keep-both .*\n {4}○ replace /);
      assert.match(asked.output, /There is nothing to do\.\n$/);
      const both = await whichSkill(built, [
        'copy',
        './.claude/skills/smew',
        '--on-conflict',
        'keep-both',
        '--apply',
      ]);
      assert.equal(both.status, 0);
      assert.equal(fs.existsSync(built.at('R/.agents/skills/smew-2/SKILL.md')), true);
      const replaced = await whichSkill(built, [
        'copy',
        '.claude/skills/smew/SKILL.md',
        '--on-conflict=replace',
        '--apply',
      ]);
      assert.equal(replaced.status, 0);
      const text = (file: string) => fs.readFileSync(built.at(file), 'utf8');
      assert.equal(text('R/.agents/skills/smew/SKILL.md'), skillText('smew'));
      const [stamp] = fs.readdirSync(built.at('R/.agents/.which-skill-backups'));
      assert.equal(
        text(`R/.agents/.which-skill-backups/${stamp}/smew/SKILL.md`),
        skillText('smew', 'Another.'),
      );
    }),
  );

  it(
    'say in one line what is where it should be already, when a whole scope is meant',
    inLayout(
      {
        ...LAYOUT,
        'R/.agents/skills/heron/SKILL.md': skillText('heron'),
        'R/.claude/skills/heron': { symlink: '../../.agents/skills/heron' },
      },
      async built => {
        const { output } = await whichSkill(built, ['migrate', '--scope', 'project']);
        assert.match(output, /\nLeft out\n {2}\.agents\/skills +3 skills are there already\n/);
        const named = await whichSkill(built, ['migrate', '.claude/skills/heron']);
        assert.match(named.output, /it is a link to \.agents\/skills\/heron, which is there\n/);
      },
    ),
  );

  it(
    'show a line end in a name, everywhere',
    inLayout({ 'R/.git': null, 'R/.kimi/skills/two\nlines\t/SKILL.md': 'No frontmatter.\n' }, async built => {
      const { output } = await whichSkill(built, ['migrate', '--root', '.kimi/skills']);
      assert.match(output, /^Move two\\nlines\\t to \.agents\/skills\n/);
      assert.match(output, / move +\.kimi\/skills\/two\\nlines\\t +-> \.agents\/skills\/two\\nlines\\t\n/);
      assert.match(output, /\nWho wins\n {2}two\\nlines\\t {2}loads from \.agents\/skills\/two\\nlines\\t /);
      const done = await whichSkill(built, ['migrate', '--root', '.kimi/skills', '--apply']);
      assert.equal(done.status, 0, done.output);
      assert.equal(fs.existsSync(built.at('R/.agents/skills/two\nlines\t/SKILL.md')), true);
    }),
  );

  it(
    'turn flat files into folders',
    inLayout(LAYOUT, async built => {
      const planned = await whichSkill(built, ['to-folder', 'note']);
      assert.match(planned.output, / move {2}\.kimi\/skills\/note\.md +-> \.kimi\/skills\/note\/SKILL\.md\n/);
      const { status } = await whichSkill(built, ['to-folder', 'note', '--fill-in', '--apply']);
      assert.equal(status, 0);
      assert.equal(
        fs.readFileSync(built.at('R/.kimi/skills/note/SKILL.md'), 'utf8'),
        '---\nname: note\ndescription: A note.\n---\n\nA note.\n',
      );
      const again = await whichSkill(built, ['to-folder', 'note', '--apply']);
      assert.equal(again.status, 1);
      assert.match(again.output, /it is a folder already/);
    }),
  );

  it(
    'move between scopes, prefer one, and delete into a backup',
    inLayout(LAYOUT, async built => {
      const moved = await whichSkill(built, ['move', 'rail', '--to', 'user', '--apply']);
      assert.equal(moved.status, 0, moved.output);
      assert.equal(fs.existsSync(built.at('home/.agents/skills/rail/SKILL.md')), true);
      const ways = await whichSkill(built, ['prefer', '.agents/skills/smew']);
      assert.match(ways.output, /--way 1: Delete smew\n/);
      assert.match(ways.output, /\n\nNothing was changed\. Add --way N --apply to do one of them\.\n$/);
      const preferred = await whichSkill(built, ['prefer', '.agents/skills/smew', '--way', '1', '--apply']);
      assert.equal(preferred.status, 0, preferred.output);
      const which = await whichSkill(built, ['smew']);
      assert.equal(which.output.trim(), built.at('R/.agents/skills/smew/SKILL.md'));
      const deleted = await whichSkill(built, ['delete', 'smew', '--apply']);
      assert.equal(deleted.status, 0);
      assert.equal(fs.existsSync(built.at('R/.agents/skills/smew')), false);
      for (let number = 0; number < 3; number++) {
        assert.equal((await whichSkill(built, ['undo', '--apply'])).status, 0);
      }
      assert.equal((await whichSkill(built, ['undo'])).status, 1);
    }),
  );

  it(
    'give the plan as JSON',
    inLayout(LAYOUT, async built => {
      const { output } = await whichSkill(built, ['migrate', '--scope', 'project', '--json']);
      const plan = JSON.parse(output);
      assert.deepEqual(Object.keys(plan), [
        ...['title', 'ready', 'operations', 'conflicts', 'questions', 'refusals', 'notes', 'skipped'],
        ...['outcome', 'tools', 'applied'],
      ]);
      assert.equal(plan.applied, null);
      assert.deepEqual(
        plan.operations.map(({ kind, from }: { kind: string; from: string }) => `${kind} ${from}`),
        [`move ${built.at('R/.kimi/skills/note.md')}`, `move ${built.at('R/.kimi/skills/rail')}`],
      );
      assert.deepEqual(
        plan.conflicts.map(({ choices, answer }: { choices: string[]; answer: string }) => [answer, choices]),
        [['skip', ['skip', 'keep-both', 'replace']]],
      );
    }),
  );

  it(
    'refuse to undo what has changed since',
    inLayout(LAYOUT, async built => {
      await whichSkill(built, ['migrate', 'rail', '--apply']);
      fs.appendFileSync(built.at('R/.agents/skills/rail/SKILL.md'), 'More.\n');
      const { status, output } = await whichSkill(built, ['undo', '--apply']);
      assert.equal(status, 1);
      assert.match(output, /has changed since/);
      assert.equal(fs.existsSync(built.at('R/.agents/skills/rail/SKILL.md')), true);
    }),
  );

  for (const [args, message] of [
    [['copy'], 'copy takes names or paths of skills, or --root DIR, or --scope project|user'],
    [
      ['copy', 'rail', '--scope', 'user'],
      'copy takes names or paths of skills, or --root DIR, or --scope project|user',
    ],
    [['copy', 'nobody'], 'there is no skill nobody; for a path, write ./nobody'],
    [['copy', './nobody'], 'no skill is at ./nobody'],
    [['move', 'rail'], 'move needs --to project, --to user or --to DIR'],
    [['copy', 'rail', '--leave-link'], '--leave-link does not go with copy'],
    [
      ['copy', 'rail', '--on-conflict', 'maybe'],
      '--on-conflict takes skip, keep-both, replace, remove-source',
    ],
    [['migrate', '--scope', 'extra'], '--scope takes project or user'],
    [['rail', '--to', 'user'], '--to goes with copy, move, to-folder, restore'],
    [['recover', 'x', '--apply'], null],
  ] as const) {
    it(
      `answer ${args.join(' ')} in one line`,
      inLayout(LAYOUT, async built => {
        const { status, output, errors } = await whichSkill(built, args);
        if (message === null) assert.deepEqual([status, output], [1, 'Nothing was interrupted.\n']);
        else assert.deepEqual([status, output, errors], [2, '', `which-skill: ${message}\n`]);
      }),
    );
  }

  it(
    'leave the name to a skill that is called like one',
    inLayout({ 'R/.git': null, 'R/.agents/skills/copy/SKILL.md': skillText('copy') }, async built => {
      const { output } = await whichSkill(built, ['--', 'copy']);
      assert.equal(output.trim(), built.at('R/.agents/skills/copy/SKILL.md'));
    }),
  );
});
