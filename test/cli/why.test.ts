/** `which-skill why`: what is asked, what is printed, and the status. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { block } from '../core/resolved';
import { type Layout, skillText } from '../layout';
import { whichSkillIn } from './command';

const layout: Layout = {
  'R/.git': null,
  'R/.kimi/skills/deploy/SKILL.md': skillText('deploy', 'Ship it.'),
  'home/.claude/skills/deploy/SKILL.md': skillText('deploy', 'Ship it slowly.'),
  'R/.agents/skills/review/SKILL.md': '---\nname: review\ndescription: Use when: reviewing\n---\n',
  'R/notes/loose/SKILL.md': skillText('loose'),
};

test('a name that loads: what was found, what the model is told, where it looks', async () => {
  const { status, output, errors } = await whichSkillIn(layout, ['why', 'deploy']);
  assert.equal(status, 0);
  assert.equal(errors, '');
  assert.equal(
    output,
    `${block(`
      “deploy” loads from .kimi/skills/deploy/SKILL.md

      What was found
        1 loads: .kimi/skills/deploy/SKILL.md (Project, .kimi/skills)
            wins over one other of this name
            It is the first of its name in the order of directories.
        2 shadowed: ~/.claude/skills/deploy/SKILL.md (User, ~/.claude/skills)
            shadowed by .kimi/skills/deploy: Project comes before User
            Skills of the project come before those of the user, then come extra directories and plugins, and last the packaged ones.
            Differs from the one that loads in: SKILL.md

      What would change it
        Remove or rename the other copy, change the declared name of this one, or bring the copies together.

      What the model is told
        In the list of skills:
            ### Project
            - deploy
              - Path: $ROOT/R/.kimi/skills/deploy/SKILL.md
              - Description: Ship it.
        Its command is /skill:deploy

      Where kimi-cli 1.49 looks, in this order
        1 .kimi/skills (Project): a tool’s own directory; 1 of these in it
        – .claude/skills (Project): no such directory
        – .codex/skills (Project): no such directory
        2 .agents/skills (Project): the directory that tools share
        – ~/.kimi/skills (User): no such directory
        3 ~/.claude/skills (User): a tool’s own directory; 1 of these in it
        – ~/.codex/skills (User): no such directory
        – ~/.config/agents/skills (User): no such directory
        – ~/.agents/skills (User): no such directory
        – ~/.kimi/plugins (Extra): no such directory
        – kimi-cli (Built-in): no installed kimi-cli was found; it brings kimi-cli-help and skill-creator

      Good to know
        kimi-cli looks for skills when it starts. A resumed session shows the model the list that it began with.
    `)}\n`,
  );
});

for (const [asked, status, first] of [
  ['review', 1, 'Nothing loads under “review”'],
  ['./.kimi/skills/deploy', 0, '“deploy” loads from .kimi/skills/deploy/SKILL.md'],
  [
    '$ROOT/home/.claude/skills/deploy/SKILL.md',
    1,
    '~/.claude/skills/deploy/SKILL.md does not load: “deploy” loads from .kimi/skills/deploy/SKILL.md',
  ],
  [
    'notes/loose',
    1,
    'notes/loose is not loaded as a skill: it lies in none of the directories that are looked at',
  ],
  ['notes', 1, 'notes is not loaded as a skill: it lies in none of the directories that are looked at'],
  ['gone/x', 1, 'gone/x is not loaded as a skill: there is nothing at gone/x'],
  ['depoly', 1, 'Nothing is called “depoly” here'],
] as const) {
  test(`why ${asked}`, async () => {
    const answer = await whichSkillIn(layout, ['why', asked]);
    assert.equal(answer.status, status);
    assert.equal(answer.output.split('\n')[0], first);
    assert.equal(answer.errors, '');
  });
}

test('an invalid file: the place, the rule, and what to do', async () => {
  const { output } = await whichSkillIn(layout, ['why', 'review']);
  assert.match(output, /Line 3, column 22: unquoted ": " in a value/);
  assert.match(output, /A colon followed by a blank separates a key from its value/);
  assert.match(output, /Put the value into quotes/);
});

test('JSON: the whole explanation, its messages as text', async () => {
  const { status, output } = await whichSkillIn(layout, ['why', '--json', 'review', './notes/loose']);
  assert.equal(status, 1);
  const [review, loose] = JSON.parse(output);
  assert.equal(review.headline, 'Nothing loads under “review”');
  assert.equal(review.loads, false);
  assert.equal(review.winner, null);
  assert.deepEqual(
    review.candidates.map(({ verdict, code, line, column }: Record<string, unknown>) => [
      verdict,
      code,
      line,
      column,
    ]),
    [['invalid', 'unquoted-colon', 3, 22]],
  );
  assert.deepEqual(review.changes[0].fixes, ['quote-value']);
  assert.equal(loose.place.code, 'outside-roots');
  assert.equal(loose.changes.at(-1).paste.text, 'extra_skill_dirs = ["$ROOT/R/notes"]');
  assert.equal(loose.changes.at(-1).paste.file, '$ROOT/home/.kimi/config.toml');
  assert.doesNotMatch(output, /"template"/);
});

test('why needs something to explain', async () => {
  const { status, errors } = await whichSkillIn(layout, ['why']);
  assert.equal(status, 2);
  assert.equal(errors, 'which-skill: why takes a name or a path\n');
});

test('a skill called why is asked for behind --', async () => {
  const named = { 'R/.git': null, 'R/.kimi/skills/why/SKILL.md': skillText('why') };
  const { output } = await whichSkillIn(named, ['--', 'why']);
  assert.equal(output, '$ROOT/R/.kimi/skills/why/SKILL.md\n');
});

const severalAgents: Layout = {
  'R/.git': null,
  'R/.agents/skills/talk/SKILL.md': skillText('talk', 'x'.repeat(1_100)),
  'R/.claude/skills/talk/SKILL.md': skillText('talk', 'Another.'),
  'R/.claude/skills/folder/SKILL.md': skillText('spoken', 'By another name.'),
  'home/.copilot/config.json': '{}',
  'home/.claude/settings.json': '{}',
};

const AGENTS_OF_TALK = `Other agents
  Claude Code: not read: the directory that tools share, which it does not read
      Under the name it takes .claude/skills/talk/SKILL.md
  Copilot CLI: dropped: line 3: description has 1100 characters; Copilot CLI takes 1024 at most
      Under the name it takes .claude/skills/talk/SKILL.md
`;

test('what the other agents of this machine make of the file', async () => {
  const { output } = await whichSkillIn(severalAgents, ['why', 'talk'], { profile: 'codex' });
  assert.ok(output.includes(AGENTS_OF_TALK), output);
  const named = await whichSkillIn(severalAgents, ['why', 'talk', '--agents', 'codex'], { profile: 'codex' });
  assert.equal(named.output.includes('Other agents'), false);
});

test('the other agents in JSON', async () => {
  const { output } = await whichSkillIn(
    severalAgents,
    ['why', '--json', 'talk', '--agents', 'copilot-cli,kimi-code'],
    { profile: 'codex' },
  );
  const { agents } = JSON.parse(output) as { agents: readonly Record<string, unknown>[] };
  assert.deepEqual(
    agents.map(({ profile, verdict, code, loads }) => [profile, verdict, code, loads]),
    [
      ['copilot-cli', 'invalid', 'too-long-description', false],
      ['kimi-code', 'active', 'wins', true],
    ],
  );
});

for (const asked of ['spoken', '/spoken', '/folder', 'folder']) {
  test(`a skill of Claude Code is found as ${asked}`, async () => {
    const place = { profile: 'claude-code' };
    const { output, status } = await whichSkillIn(severalAgents, [asked], place);
    assert.equal(output, '$ROOT/R/.claude/skills/folder/SKILL.md\n');
    assert.equal(status, 0);
    const why = await whichSkillIn(severalAgents, ['why', asked, '--agents', 'claude-code'], place);
    assert.match(why.output, /^“folder” loads from \.claude\/skills\/folder\/SKILL\.md\n/);
    assert.equal(why.status, 0);
  });
}

test('a skill that people may not call has no command', async () => {
  const text = '---\nname: quiet\ndescription: d\nuser-invocable: false\n---\n';
  const { output } = await whichSkillIn(
    { 'R/.git': null, 'R/.claude/skills/quiet/SKILL.md': text },
    ['why', 'quiet'],
    { profile: 'claude-code' },
  );
  assert.doesNotMatch(output, /Its command is/);
  assert.match(output, /people cannot call it with a slash/);
});
