/** The command line: what is understood, and what is refused with one line. */
import assert from 'node:assert/strict';
import { chmodSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { version } from '../../package.json';
import { run } from '../../src/cli/run';
import { asOrdinaryUser, within } from '../core/resolved';
import { type Layout, skillText } from '../layout';
import { type Surroundings, whichSkill, whichSkillIn } from './command';

const layout: Layout = {
  'R/.git': null,
  'R/.kimi/skills/deploy/SKILL.md': skillText('deploy'),
  'R/.claude/skills/deploy/SKILL.md': skillText('deploy', 'Another.'),
  'R/.claude/skills/list/SKILL.md': skillText('list'),
  'R/.claude/skills/prompt/SKILL.md': skillText('prompt'),
  'R/.claude/skills/-x/SKILL.md': skillText('-x'),
  'R/.claude/skills/.md': 'No name at all.\n',
  'R/sub': null,
  'home/.agents/skills/user/SKILL.md': skillText('user'),
  'one/first/SKILL.md': skillText('first'),
  'two/second/SKILL.md': skillText('second'),
  'R/team/third/SKILL.md': skillText('third'),
  'packaged/skill-creator/SKILL.md': skillText('skill-creator'),
  'a file': 'Text.\n',
};

const claude = '$ROOT/R/.claude/skills';

/** What a command line prints on standard output, with status 0 and nothing on standard error. */
const found: readonly [args: string[], output: string, surroundings?: Surroundings][] = [
  [['deploy'], '$ROOT/R/.kimi/skills/deploy/SKILL.md\n'],
  [['DEPLOY'], '$ROOT/R/.kimi/skills/deploy/SKILL.md\n'],
  [['deploy', 'user'], '$ROOT/R/.kimi/skills/deploy/SKILL.md\n$ROOT/home/.agents/skills/user/SKILL.md\n'],
  [['deploy'], '$ROOT/R/.kimi/skills/deploy/SKILL.md\n', { cwd: 'R/sub' }],
  [['--cwd', '$ROOT/R', 'deploy'], '$ROOT/R/.kimi/skills/deploy/SKILL.md\n', { cwd: 'home' }],
  [['--cwd=../R/sub', 'deploy'], '$ROOT/R/.kimi/skills/deploy/SKILL.md\n', { cwd: 'home' }],
  [['deploy', '--profile=kimi-cli'], '$ROOT/R/.kimi/skills/deploy/SKILL.md\n'],
  [['--', 'list'], `${claude}/list/SKILL.md\n`],
  [['--', 'prompt'], `${claude}/prompt/SKILL.md\n`],
  [['deploy', 'list'], `$ROOT/R/.kimi/skills/deploy/SKILL.md\n${claude}/list/SKILL.md\n`],
  [['--', '-x'], `${claude}/-x/SKILL.md\n`],
  [[''], `${claude}/.md\n`],
  [['--skills-dir', '$ROOT/one', 'first'], '$ROOT/one/first/SKILL.md\n'],
  [['--skills-dir=../one', 'first'], '$ROOT/one/first/SKILL.md\n'],
  [
    ['--skills-dir=../one', '--skills-dir', '$ROOT/two', 'first', 'second'],
    '$ROOT/one/first/SKILL.md\n$ROOT/two/second/SKILL.md\n',
  ],
  [['--extra-skill-dir', '$ROOT/one', 'first'], '$ROOT/one/first/SKILL.md\n'],
  [['--extra-skill-dir=team', 'third'], '$ROOT/R/team/third/SKILL.md\n', { cwd: 'R/sub' }],
  [
    ['--extra-skill-dir=~/../one', '--extra-skill-dir=../two', 'first', 'second'],
    '$ROOT/one/first/SKILL.md\n$ROOT/two/second/SKILL.md\n',
  ],
  [['--builtin-dir', '$ROOT/packaged', 'skill-creator'], '$ROOT/packaged/skill-creator/SKILL.md\n'],
  [['--builtin-dir=../packaged', 'skill-creator'], '$ROOT/packaged/skill-creator/SKILL.md\n'],
  [['--version'], `${version}\n`],
  [['-V'], `${version}\n`],
];

for (const [args, output, surroundings] of found) {
  const where = surroundings?.cwd ? ` in ${surroundings.cwd}` : '';
  test(`found: ${JSON.stringify(args)}${where}`, async () => {
    assert.deepEqual(await whichSkillIn(layout, args, surroundings), { status: 0, output, errors: '' });
  });
}

/** Command lines that find nothing, and what is said of it. */
const notFound: readonly [args: string[], errors: string][] = [
  [['nothing'], 'which-skill: nothing loads under "nothing"\n'],
  [['--no-merge-brands', 'list-of-things'], 'which-skill: nothing loads under "list-of-things"\n'],
  [
    ['--no-merge-brands', '--', 'list'],
    'which-skill: nothing loads under "list"\n' +
      '  Project  .claude/skills/list/SKILL.md  hidden: not read: .kimi/skills exists, and merge_all_available_skills is off\n',
  ],
  [
    ['--skills-dir=../one', 'user'],
    'which-skill: nothing loads under "user"\n' +
      '  User  ~/.agents/skills/user/SKILL.md  hidden: not read: --skills-dir takes its place\n',
  ],
];

for (const [args, errors] of notFound) {
  test(`not found: ${JSON.stringify(args)}`, async () => {
    assert.deepEqual(await whichSkillIn(layout, args), { status: 1, output: '', errors });
  });
}

test('one name of several that is not found: the others are printed, status 1', async () => {
  assert.deepEqual(await whichSkillIn(layout, ['deploy', 'nothing']), {
    status: 1,
    output: '$ROOT/R/.kimi/skills/deploy/SKILL.md\n',
    errors: 'which-skill: nothing loads under "nothing"\n',
  });
});

/** Command lines that are refused, and the one line that says why. */
const refused: readonly [args: string[], line: string | RegExp][] = [
  [['--colour', 'deploy'], 'unknown option --colour'],
  [['--no-json', 'deploy'], 'unknown option --no-json'],
  [['--constructor', 'deploy'], 'unknown option --constructor'],
  [['-x', 'deploy'], 'unknown option -x'],
  [['-ax', 'deploy'], 'unknown option -x'],
  [['--json=yes', 'list'], '--json takes no value'],
  [['--cwd'], '--cwd needs a value'],
  [['list', '--cwd='], '--cwd needs a value'],
  [['list', '--skills-dir'], '--skills-dir needs a value'],
  [['--cwd', '$ROOT/nowhere', 'list'], '--cwd: cannot read $ROOT/nowhere: no such directory'],
  [['--cwd', '$ROOT/a file', 'list'], '--cwd: $ROOT/a file is not a directory'],
  [
    ['--cwd', '$ROOT/a file/below', 'list'],
    '--cwd: cannot read $ROOT/a file/below: a part of the path is not a directory',
  ],
  [['--skills-dir', '$ROOT/a file', 'list'], '--skills-dir: $ROOT/a file is not a directory'],
  [['--builtin-dir', '$ROOT/a file', 'list'], '--builtin-dir: $ROOT/a file is not a directory'],
  [['--profile', 'emacs', 'list'], /^unknown profile emacs; known: .*kimi-cli/],
  [['list', 'deploy'], 'list takes no name; for a skill of that name: which-skill -- list'],
  [['prompt', 'deploy'], 'prompt takes no name; for a skill of that name: which-skill -- prompt'],
  [['list', '-a'], '-a goes with a name'],
  [[], /^name a skill, or say list/],
  [['--two\nlines\u001b[31m', 'deploy'], 'unknown option --two\\nlines\\u001b[31m'],
  [['--cwd', '/nowhere\n\u009b31m', 'list'], '--cwd: cannot read /nowhere\\n\\u009b31m: no such directory'],
];

for (const [args, line] of refused) {
  test(`refused: ${JSON.stringify(args)}`, async () => {
    const { status, output, errors } = await whichSkillIn(layout, args);
    assert.deepEqual({ status, output }, { status: 2, output: '' });
    assert.match(errors, /^which-skill: [^\n]+\n$/);
    const said = errors.slice('which-skill: '.length, -1);
    if (typeof line === 'string') assert.equal(said, line);
    else assert.match(said, line);
  });
}

test('refused: directories without the right to read', () =>
  within({ 'closed/skills': null, R: null }, async built => {
    chmodSync(built.root, 0o755);
    chmodSync(built.at('closed'), 0o000);
    const closed = built.at('closed');
    const surroundings = { currentDirectory: () => built.at('R'), environment: {}, terminal: null };
    const ask = (...args: string[]) => asOrdinaryUser(() => run(args, surroundings));
    try {
      for (const option of ['--cwd', '--skills-dir', '--builtin-dir']) {
        for (const directory of [closed, `${closed}/skills`]) {
          assert.deepEqual(await ask('list', '--profile=kimi-cli', option, directory), {
            output: '',
            errors: `which-skill: ${option}: cannot read ${directory}: permission denied\n`,
            status: 2,
          });
        }
      }
    } finally {
      chmodSync(closed, 0o700);
    }
  }));

test('the current directory is gone', () =>
  within({ R: null, other: null }, async built => {
    const gone = () => {
      throw Object.assign(new Error('uv_cwd'), { code: 'ENOENT' });
    };
    const surroundings = { currentDirectory: gone, environment: {}, terminal: null };
    assert.deepEqual(await run(['--profile=kimi-cli', 'list'], surroundings), {
      output: '',
      errors: 'which-skill: cannot read the current directory: no such directory\n',
      status: 2,
    });
    rmSync(built.at('other'), { recursive: true });
    const { status } = await run(['--profile=kimi-cli', '--cwd', built.at('R'), 'list'], surroundings);
    assert.equal(status, 0);
  }));

test('a --skills-dir that is not there is a root with nothing in it', async () => {
  const { status, output } = await whichSkillIn(layout, ['--skills-dir', '$ROOT/nowhere', 'list']);
  assert.equal(status, 0);
  assert.match(output, /nowhere {2}override: given by --skills-dir, but there is no such directory/);
});

test('help names every option and fits a terminal', () =>
  within(layout, async built => {
    for (const option of ['--help', '-h']) {
      const { status, output, errors } = await whichSkill(built, [option]);
      assert.deepEqual({ status, errors }, { status: 0, errors: '' });
      for (const name of [
        '--all',
        '--json',
        '--profile',
        '--cwd',
        '--skills-dir',
        '--extra-skill-dir',
        '--no-merge-brands',
        '--builtin-dir',
        '--help',
        '--version',
        'list',
        'prompt',
      ])
        assert.ok(output.includes(name), name);
      for (const line of output.split('\n')) assert.ok(line.length <= 96, line);
    }
  }));
