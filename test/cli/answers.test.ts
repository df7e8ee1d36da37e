/** What the command prints, run as a process: for people, for programs, and where something is wrong. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { run } from '../../src/cli/run';
import { block, within } from '../core/resolved';
import { type BuiltLayout, buildLayout, type Layout, skillText } from '../layout';
import { CLI, environmentOf, whichSkill, whichSkillIn } from './command';

/** One of every kind. */
const messy: Layout = {
  'R/.git': null,
  'R/.kimi/skills/deploy/SKILL.md': skillText('deploy', 'Ship the service.'),
  'R/.kimi/skills/review/SKILL.md': '---\nname: review\ndescription: Use when: reviewing\n---\n',
  'R/.claude/skills/deploy/SKILL.md': skillText('deploy', 'Ship it.'),
  'R/.claude/skills/deploy/run.sh': 'true\n',
  'R/.claude/skills/changelog.md': skillText('changelog', 'Write release notes.'),
  'R/.agents/skills/changelog': { symlink: '../../docs/changelog' },
  'R/docs/changelog/SKILL.md': { symlink: '../../.claude/skills/changelog.md' },
  'R/.agents/skills/tool-kit/SKILL.md': skillText('toolkit'),
  'home/.config/agents/skills/notes/SKILL.md': skillText('notes'),
  'home/.config/agents/skills/notes-old/SKILL.md': skillText('notes', 'Older.'),
  'home/.agents/skills/lost/SKILL.md': skillText('lost'),
  'home/.kimi/plugins/deploy/SKILL.md': skillText('deploy', 'Ship the service.'),
};

test('-a: every candidate in rank order', async () => {
  assert.deepEqual(await whichSkillIn(messy, ['-a', 'deploy']), {
    status: 0,
    output: `${block(`
      1  wins      Project  .kimi/skills/deploy/SKILL.md     wins over 2 others of this name
      2  shadowed  Project  .claude/skills/deploy/SKILL.md   by 1: brand order is kimi, claude, codex; differs in 2 files
      3  shadowed  Extra    ~/.kimi/plugins/deploy/SKILL.md  by 1: Project comes before Extra; identical
    `)}\n`,
    errors: '',
  });
});

test('-a and a name that is ambiguous', async () => {
  assert.deepEqual(await whichSkillIn(messy, ['--all', 'notes']), {
    status: 0,
    output: `${block(`
      1  ambiguous  User  ~/.config/agents/skills/notes/SKILL.md      ambiguous with notes-old: the order in which the file system lists ~/.config/agents/skills decides
      2  ambiguous  User  ~/.config/agents/skills/notes-old/SKILL.md  ambiguous with notes: the order in which the file system lists ~/.config/agents/skills decides; differs in 1 file
    `)}\n`,
    errors: '',
  });
});

test('a name that is ambiguous: the file that was picked, and a word of it', async () => {
  assert.deepEqual(await whichSkillIn(messy, ['notes']), {
    status: 0,
    output: '$ROOT/home/.config/agents/skills/notes/SKILL.md\n',
    errors:
      'which-skill: ambiguous with notes-old: the order in which the file system lists ~/.config/agents/skills decides\n',
  });
});

test('nothing loads under a name: why not', async () => {
  assert.deepEqual(await whichSkillIn(messy, ['review']), {
    status: 1,
    output: '',
    errors: `${block(`
      which-skill: nothing loads under "review"
        Project  .kimi/skills/review/SKILL.md  dropped: line 3, column 22: unquoted ": " in a value
    `)}\n`,
  });
});

test('a folder of that name holds a skill of another name', async () => {
  assert.deepEqual(await whichSkillIn(messy, ['tool-kit']), {
    status: 1,
    output: '',
    errors: `${block(`
      which-skill: nothing loads under "tool-kit"
        Project  .agents/skills/tool-kit/SKILL.md  loads under the name "toolkit"
    `)}\n`,
  });
});

test('list: the tree as text', async () => {
  assert.deepEqual(await whichSkillIn(messy, ['list']), {
    status: 0,
    output: `${block(`
      kimi-cli 1.49 · 4 load, 6 do not
      project root $ROOT/R (found by its .git)

      Project  3 load, 3 do not
        .kimi/skills  brand
          ● deploy  Ship the service.
          ⊘ review  invalid: line 3, column 22: unquoted ": " in a value
        .claude/skills  brand
          ● changelog  flat file. Write release notes.
          ⊘ deploy     shadowed by .kimi/skills/deploy: brand order is kimi, claude, codex; differs in 2 files
        .agents/skills  canonical
          ↷ changelog  the same file as .claude/skills/changelog.md
          ● toolkit    About toolkit.

      User  1 loads, 2 do not
        ~/.config/agents/skills  generic
          ⚠ notes  ambiguous with notes-old: the order in which the file system lists ~/.config/agents/skills decides
          ⚠ notes  (notes-old) ambiguous with notes: the order in which the file system lists ~/.config/agents/skills decides; differs in 1 file
        ~/.agents/skills  not read: ~/.config/agents/skills exists, and only the first of the two counts, even when it is empty
          ⊘ lost  not read: ~/.config/agents/skills exists, and only the first of the two counts, even when it is empty

      Extra  none loads, 1 does not
        ~/.kimi/plugins  plugins
          ⊘ deploy  shadowed by .kimi/skills/deploy: Project comes before Extra; identical

      Built-in  nothing
        kimi-cli  no installed kimi-cli was found; it brings kimi-cli-help and skill-creator
    `)}\n`,
    errors: '',
  });
});

test('list where nothing loads: what was looked at', async () => {
  const { status, output, errors } = await whichSkillIn({ R: null }, ['list']);
  assert.deepEqual({ status, errors }, { status: 0, errors: '' });
  for (const place of ['.kimi/skills', '~/.config/agents/skills', '~/.agents/skills', '~/.kimi/plugins'])
    assert.ok(output.includes(`  ${place}  no such directory\n`), place);
});

test('list --json: the public shape', async () => {
  const layout: Layout = {
    'R/.git': null,
    'R/.kimi/skills/deploy/SKILL.md': skillText('deploy', 'Ship the service.'),
    'R/.kimi/skills/review/SKILL.md': '---\nname: review\ndescription: Use when: reviewing\n---\n',
    'R/.agents/skills/deploy.md': skillText('deploy', 'Ship it.'),
    'R/.agents/skills/SECURITY.md': { symlink: '../../SECURITY.md' },
    'R/SECURITY.md': 'How to report.\n',
    'R/.agents/skills/wide/SKILL.md': { base64: Buffer.from([0xff, 0xfe]).toString('base64') },
    'home/.kimi/config.toml': 'extra_skill_dirs = ["gone"]\nextraSkillDirs = ["x"]\n',
  };
  const { status, output, errors } = await whichSkillIn(layout, ['list', '--json']);
  assert.equal(status, 0);
  assert.equal(
    errors,
    'which-skill: kimi-cli 1.49 does not start here: .agents/skills/wide/SKILL.md: not UTF-8: byte 0xff at offset 0\n',
  );
  const missing = (path: string, scope: string, group: string) => {
    const [verdict, reason, code] = ['missing', 'no such directory', 'no-directory'];
    return { path, scope, group, verdict, reason, code, rank: null, location: path };
  };
  assert.deepEqual(JSON.parse(output), {
    profile: 'kimi-cli',
    product: 'kimi-cli 1.49',
    evidence: { version: '1.49', how: 'recorded', since: '2026-11' },
    workDir: '$ROOT/R',
    projectRoot: '$ROOT/R',
    projectRootFrom: 'git',
    configuration: {
      file: '$ROOT/home/.kimi/config.toml',
      mergeBrands: true,
      extraSkillDirs: ['gone'],
      remarks: [
        {
          code: 'wrong-spelling',
          severity: 'warning',
          text: 'extraSkillDirs on line 2 is not a key of kimi-cli, which ignores it: write extra_skill_dirs',
          line: 2,
        },
      ],
    },
    roots: [
      {
        path: '$ROOT/R/.kimi/skills',
        scope: 'project',
        group: 'brand',
        verdict: 'active',
        reason: 'a tool’s own directory',
        code: 'found',
        rank: 1,
        location: '$ROOT/R/.kimi/skills',
      },
      missing('$ROOT/R/.claude/skills', 'project', 'brand'),
      missing('$ROOT/R/.codex/skills', 'project', 'brand'),
      {
        path: '$ROOT/R/.agents/skills',
        scope: 'project',
        group: 'generic',
        verdict: 'active',
        reason: 'the directory that tools share',
        code: 'found',
        rank: 2,
        location: '$ROOT/R/.agents/skills',
      },
      missing('$ROOT/home/.kimi/skills', 'user', 'brand'),
      missing('$ROOT/home/.claude/skills', 'user', 'brand'),
      missing('$ROOT/home/.codex/skills', 'user', 'brand'),
      missing('$ROOT/home/.config/agents/skills', 'user', 'generic'),
      missing('$ROOT/home/.agents/skills', 'user', 'generic'),
      missing('$ROOT/R/gone', 'extra', 'configured'),
      missing('$ROOT/home/.kimi/plugins', 'extra', 'plugins'),
      {
        path: '',
        scope: 'builtin',
        group: 'builtin',
        verdict: 'missing',
        reason: 'no installed kimi-cli was found; it brings kimi-cli-help and skill-creator',
        code: 'not-installed',
        rank: null,
        location: '',
      },
    ],
    skills: [
      {
        name: 'SECURITY',
        description: 'How to report.',
        type: 'standard',
        listed: true,
        scope: 'project',
        form: 'flat',
        dir: '$ROOT/R/.agents/skills',
        file: '$ROOT/R/.agents/skills/SECURITY.md',
        root: '$ROOT/R/.agents/skills',
      },
      {
        name: 'deploy',
        description: 'Ship the service.',
        type: 'standard',
        listed: true,
        scope: 'project',
        form: 'directory',
        dir: '$ROOT/R/.kimi/skills/deploy',
        file: '$ROOT/R/.kimi/skills/deploy/SKILL.md',
        root: '$ROOT/R/.kimi/skills',
      },
    ],
    candidates: [
      {
        file: '$ROOT/R/.kimi/skills/deploy/SKILL.md',
        root: '$ROOT/R/.kimi/skills',
        name: 'deploy',
        verdict: 'active',
        reason: 'wins over one other of this name',
        winner: '$ROOT/R/.kimi/skills/deploy/SKILL.md',
        scope: 'project',
        form: 'directory',
        code: 'wins',
        remarks: [],
      },
      {
        file: '$ROOT/R/.kimi/skills/review/SKILL.md',
        root: '$ROOT/R/.kimi/skills',
        name: 'review',
        verdict: 'invalid',
        reason: 'unquoted ": " in a value',
        winner: null,
        scope: 'project',
        form: 'directory',
        code: 'unquoted-colon',
        line: 3,
        column: 22,
        remarks: [],
      },
      {
        file: '$ROOT/R/.agents/skills/SECURITY.md',
        root: '$ROOT/R/.agents/skills',
        name: 'SECURITY',
        verdict: 'active',
        reason: 'the only one of this name',
        winner: '$ROOT/R/.agents/skills/SECURITY.md',
        scope: 'project',
        form: 'flat',
        code: 'wins',
        link: '../../SECURITY.md',
        remarks: [
          {
            code: 'no-frontmatter',
            severity: 'information',
            text: 'it has no frontmatter: name and description are defaults',
          },
          {
            code: 'document-as-skill',
            severity: 'warning',
            text: 'kimi-cli counts this document as a skill',
          },
          {
            code: 'name-not-portable',
            severity: 'information',
            text: 'its name is outside the open format: lower-case letters, digits and single hyphens, at most 64',
          },
        ],
      },
      {
        file: '$ROOT/R/.agents/skills/deploy.md',
        root: '$ROOT/R/.agents/skills',
        name: 'deploy',
        verdict: 'shadowed',
        reason: 'shadowed by $ROOT/R/.kimi/skills/deploy: brand directories come before the generic one',
        winner: '$ROOT/R/.kimi/skills/deploy/SKILL.md',
        scope: 'project',
        form: 'flat',
        code: 'brand-before-generic',
        differences: [
          {
            path: 'deploy.md',
            kind: 'content',
          },
        ],
        remarks: [],
      },
      {
        file: '$ROOT/R/.agents/skills/wide/SKILL.md',
        root: '$ROOT/R/.agents/skills',
        name: 'wide',
        verdict: 'invalid',
        reason: 'not UTF-8: byte 0xff at offset 0',
        winner: null,
        scope: 'project',
        form: 'directory',
        code: 'not-utf8',
        remarks: [],
      },
    ],
    failure: {
      file: '$ROOT/R/.agents/skills/wide/SKILL.md',
      reason: 'not UTF-8: byte 0xff at offset 0',
      code: 'not-utf8',
    },
  });
});

test('NAME --json: the candidates of a name', async () => {
  const layout: Layout = {
    'R/.git': null,
    'R/.kimi/skills/deploy/SKILL.md': skillText('deploy', 'Ship the service.'),
    'home/.agents/skills/Deploy/SKILL.md': skillText('Deploy', 'Ship the service.'),
  };
  const one = await whichSkillIn(layout, ['deploy', '--json']);
  assert.deepEqual({ status: one.status, errors: one.errors }, { status: 0, errors: '' });
  const answer = JSON.parse(one.output);
  assert.equal(answer.name, 'deploy');
  assert.equal(answer.winner, '$ROOT/R/.kimi/skills/deploy/SKILL.md');
  assert.deepEqual(
    answer.candidates.map(({ file, verdict, winner, differences }: Record<string, unknown>) => {
      return { file, verdict, winner, differences };
    }),
    [
      {
        file: '$ROOT/R/.kimi/skills/deploy/SKILL.md',
        verdict: 'active',
        winner: '$ROOT/R/.kimi/skills/deploy/SKILL.md',
        differences: undefined,
      },
      {
        file: '$ROOT/home/.agents/skills/Deploy/SKILL.md',
        verdict: 'shadowed',
        winner: '$ROOT/R/.kimi/skills/deploy/SKILL.md',
        differences: [{ path: 'SKILL.md', kind: 'content' }],
      },
    ],
  );
  const several = await whichSkillIn(layout, ['--json', 'deploy', 'gone']);
  assert.equal(several.status, 1);
  assert.deepEqual(
    JSON.parse(several.output).map(({ name, winner }: Record<string, unknown>) => [name, winner]),
    [
      ['deploy', '$ROOT/R/.kimi/skills/deploy/SKILL.md'],
      ['gone', null],
    ],
  );
});

interface RecordedCase {
  readonly id: string;
  readonly tree: Layout;
  readonly workDir: string;
  readonly config: {
    readonly mergeAllAvailableSkills?: boolean;
    readonly extraSkillDirs?: readonly string[];
    readonly skillsDirs?: readonly string[];
  };
  readonly expect: { readonly prompt?: string };
}

/** Recorded layouts with a listing whose inputs a command line can give. */
function recordedPrompts(most: number): readonly RecordedCase[] {
  const file = readFileSync('test/conformance/fixtures/kimi-cli.jsonl', 'utf8');
  const cases = file.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as RecordedCase]));
  return cases
    .filter(({ id, config, expect }) => {
      const given = [...(config.extraSkillDirs ?? []), ...(config.skillsDirs ?? [])];
      return (
        id.startsWith('layout/') && expect.prompt !== undefined && !given.some(text => /^$|\0/.test(text))
      );
    })
    .slice(0, most);
}

for (const { id, tree, workDir, config, expect } of recordedPrompts(40)) {
  test(`prompt as recorded: ${id}`, () =>
    within(tree, async built => {
      const { status, output, errors } = await whichSkill(
        built,
        [
          ...(config.mergeAllAvailableSkills === false ? ['--no-merge-brands'] : []),
          ...(config.extraSkillDirs ?? []).map(entry => `--extra-skill-dir=${entry}`),
          ...(config.skillsDirs ?? []).flatMap(directory => ['--skills-dir', directory]),
          '--builtin-dir=$ROOT/builtin',
          'prompt',
        ],
        { cwd: workDir },
      );
      const prompt = (expect.prompt ?? '').replaceAll('$ROOT', built.root);
      assert.deepEqual({ status, output, errors }, { status: 0, output: `${prompt}\n`, errors: '' });
    }));
}

test('prompt --json holds the same text', async () => {
  const plain = await whichSkillIn(messy, ['prompt']);
  const json = await whichSkillIn(messy, ['prompt', '--json']);
  assert.deepEqual(JSON.parse(json.output), { profile: 'kimi-cli', prompt: plain.output.slice(0, -1) });
});

test('a reader that goes away is no error', () =>
  within(manySkills(400), async built => {
    for (const args of [['list'], ['list', '--json'], ['prompt']]) {
      const child = spawn(process.execPath, [CLI, '--profile=kimi-cli', ...args], {
        cwd: built.at('R'),
        env: environmentOf(built),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.destroy();
      let errors = '';
      child.stderr.on('data', chunk => {
        errors += chunk;
      });
      const [status, signal] = await once(child, 'close');
      assert.deepEqual({ status, signal, errors }, { status: 0, signal: null, errors: '' });
    }
  }));

test('a full disk is an error', async () => {
  if (!existsSync('/dev/full')) return;
  await within(messy, async built => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [CLI, '--profile=kimi-cli', 'list'], {
      cwd: built.at('R'),
      env: environmentOf(built),
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let errors = '';
    child.stderr?.on('data', chunk => {
      errors += chunk;
    });
    const [status] = await once(child, 'close');
    assert.equal(status, 2);
    assert.match(errors, /^which-skill: ENOSPC[^\n]*\n$/);
  });
});

test('a long answer arrives whole', () =>
  within(manySkills(2000), async built => {
    const { output } = await whichSkill(built, ['list', '--json']);
    assert.equal(JSON.parse(output).skills.length, 2000);
  }));

function manySkills(number: number): Layout {
  const layout: Record<string, Layout[string]> = { 'R/.git': null };
  for (let index = 0; index < number; index++)
    layout[`R/.agents/skills/skill-${index}.md`] = skillText(`skill-${index}`, 'x'.repeat(230));
  return layout;
}

/** What could steer a terminal, or make one line look like two. */
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const hostile: Layout = {
  'R/.git': null,
  'R/.agents/skills/red\u001b[31m/SKILL.md':
    '---\nname: "red\\e[31m\\u202e"\ndescription: "a\\nb\\a\\x9b31m"\n---\n',
  'R/.agents/skills/two\nlines/SKILL.md': '---\nname: 1\n---\n',
  'R/.claude/skills/red\u001b[31m.md': '---\nname: "red\\e[31m\\u202e"\n---\n',
  'R/.claude/skills/gone\u0007': { symlink: 'nowhere\u001b[2J' },
};

test('no control character of a file reaches a terminal by list, -a or an error', () =>
  within(hostile, async built => {
    for (const args of [
      ['list'],
      ['list', '--json'],
      ['-a', 'red\u001b[31m\u202e'],
      ['red\u001b[31m\u202e', '--json'],
      ['two\nlines'],
      ['nothing\u001b[31m\u009b'],
      ['--skills-dir', '$ROOT/\u001b[31m', 'list'],
    ]) {
      const { output, errors } = await whichSkill(built, args);
      assert.doesNotMatch(output, STEERING, JSON.stringify(args));
      assert.doesNotMatch(errors, STEERING, JSON.stringify(args));
    }
  }));

test('a path and the listing are exact where a program reads them, and harmless on a terminal', () =>
  within(hostile, async built => {
    const name = 'red\u001b[31m\u202e';
    const { output, bytes } = await whichSkill(built, [name]);
    assert.equal(output, `${built.at('R/.claude/skills/red\u001b[31m.md')}\n`, String(bytes));
    const { output: listing } = await whichSkill(built, ['prompt']);
    assert.ok(listing.includes(`- ${name}\n  - Path: ${built.at('R/.claude/skills/red\u001b[31m.md')}\n`));
    const surroundings = {
      currentDirectory: () => built.at('R'),
      environment: {},
      terminal: { width: 80 },
    };
    for (const args of [[name], ['prompt'], ['list'], ['-a', name]]) {
      const shown = await run(['--profile=kimi-cli', ...args], surroundings);
      assert.doesNotMatch(shown.output, STEERING);
      assert.ok(shown.output.includes('red\\u001b[31m'));
    }
  }));

test('a line is kept to the width of the terminal, without cutting a character', () =>
  within({ 'R/.git': null, 'R/.agents/skills/birds.md': `${'🐦'.repeat(100)}\n` }, async built => {
    for (const width of [20, 21, 40]) {
      const { output } = await run(['--profile=kimi-cli', 'list'], {
        currentDirectory: () => built.at('R'),
        environment: {},
        terminal: { width },
      });
      assert.ok(output.isWellFormed());
      for (const line of output.split('\n')) assert.ok([...line].length <= width, line);
    }
  }));

test('a path that is not UTF-8 comes out with its own bytes', async () => {
  if (process.platform !== 'linux') return;
  await within({ 'R/.git': null, 'R/.agents/skills': null }, async built => {
    const folder = Buffer.concat([
      Buffer.from(`${built.at('R/.agents/skills')}/`),
      Buffer.of(0x67, 0xff, 0xe9),
    ]);
    mkdirSync(folder);
    const file = Buffer.concat([folder, Buffer.from('/SKILL.md')]);
    writeFileSync(file, skillText('goose'));
    const { bytes, status } = await whichSkill(built, ['goose']);
    assert.equal(status, 0);
    assert.deepEqual(bytes, Buffer.concat([file, Buffer.from('\n')]));
    const { output } = await whichSkill(built, ['list', '--json']);
    assert.equal(JSON.parse(output).skills[0].dir, `${built.at('R/.agents/skills')}/g\udcff\udce9`);
  });
});

test('where kimi-cli would not start, one line on standard error says why, and the answer is printed', async () => {
  const { status, output, errors } = await whichSkillIn(
    {
      ...messy,
      'R/.claude/skills/latin/SKILL.md': { base64: Buffer.from('caf\u00e9', 'latin1').toString('base64') },
    },
    ['deploy'],
  );
  assert.deepEqual(
    { status, output, errors },
    {
      status: 0,
      output: '$ROOT/R/.kimi/skills/deploy/SKILL.md\n',
      errors:
        'which-skill: kimi-cli 1.49 does not start here: .claude/skills/latin/SKILL.md: not UTF-8: byte 0xe9 at offset 3\n',
    },
  );
});

test('nothing is written', () =>
  withListing(messy, async built => {
    for (const args of [['list'], ['list', '--json'], ['prompt'], ['-a', 'deploy'], ['nothing']])
      await whichSkill(built, args, { env: { KIMI_SHARE_DIR: '$ROOT/not-made' } });
    assert.ok(!existsSync(built.at('not-made')));
  }));

/** Checks that what is done leaves no new file in the home directory. */
async function withListing(layout: Layout, use: (built: BuiltLayout) => Promise<void>): Promise<void> {
  const built = buildLayout(layout);
  try {
    await use(built);
    assert.ok(!existsSync(built.at('home/.kimi/config.toml')));
    assert.ok(!existsSync(built.at('home/.kimi/logs')));
  } finally {
    built.remove();
  }
}
