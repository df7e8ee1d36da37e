/** `which-skill check` as a process: lists, statuses, JSON, and the annotations of GitHub Actions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workflowCommand } from '../../src/cli/github';
import { block } from '../core/resolved';
import { type Layout, skillText } from '../layout';
import { whichSkillIn } from './command';

const TIDY: Layout = {
  'R/.git': null,
  'R/.agents/skills/rail/SKILL.md': skillText('rail'),
};

const MESSY: Layout = {
  'R/.git': null,
  'R/.kimi/skills/rail/SKILL.md': skillText('rail'),
  'R/.agents/skills/rail/SKILL.md': skillText('rail', 'Another.'),
  'R/.agents/skills/smew/SKILL.md': '---\nname: smew\ndescription: Use when: now\n---\n',
  // Of the machine: none of it counts.
  'home/.kimi/skills/broken/SKILL.md': '---\nname: broken\ndescription: a: b: c\n---\n',
  'home/.kimi/config.toml': 'merge_all_available_skills = false\n',
};

const LIST = block(`
  .agents/skills/rail/SKILL.md       shadowed  shadowed by .kimi/skills/rail
  .agents/skills/smew/SKILL.md:3:22  dropped   unquoted ": " in a value
  .kimi/skills/rail/SKILL.md         brand     .kimi/skills is one tool’s own directory; the one that tools share is .agents/skills

  kimi-cli 1.49: 3 skills of the project, 1 dropped, 1 shadowed, 1 in a brand directory
`);

const ANNOTATIONS = [
  '::error file=.agents/skills/rail/SKILL.md,title=rail%3A shadowed::shadowed by .kimi/skills/rail (kimi-cli)',
  '::error file=.agents/skills/smew/SKILL.md,line=3,col=22,title=smew%3A dropped::unquoted ": " in a value (kimi-cli)',
  '::error file=.kimi/skills/rail/SKILL.md,title=rail%3A in a brand directory::.kimi/skills is one tool’s own directory; the one that tools share is .agents/skills (kimi-cli)',
].join('\n');

describe('check', () => {
  test('a tidy project has status 0', async () => {
    assert.deepEqual(await whichSkillIn(TIDY, ['check']), {
      status: 0,
      output: 'kimi-cli 1.49: 1 skill of the project, all as they should be\n',
      errors: '',
    });
  });

  test('a list for people, and status 1', async () => {
    assert.deepEqual(await whichSkillIn(MESSY, ['check']), { status: 1, output: `${LIST}\n`, errors: '' });
  });

  test('the home directory neither counts nor hides: the answer is the same without it', async () => {
    const without = Object.fromEntries(Object.entries(MESSY).filter(([place]) => place.startsWith('R/')));
    const surroundings = { env: { KIMI_SHARE_DIR: '$ROOT/home/.kimi' } };
    assert.deepEqual(
      await whichSkillIn(MESSY, ['check'], surroundings),
      await whichSkillIn(without, ['check']),
    );
  });

  test('a skill of the same name in the home directory is none of the project’s business', async () => {
    const layout = { ...TIDY, 'home/.kimi/skills/rail/SKILL.md': skillText('rail', 'Mine.') };
    assert.equal((await whichSkillIn(layout, ['check'])).status, 0);
  });

  const rules: readonly [options: string[], lines: number, status: number][] = [
    [['--no-brand'], 2, 1],
    [['--no-brand', '--no-dropped'], 1, 1],
    [['--no-brand', '--no-dropped', '--no-shadowed'], 0, 0],
  ];
  for (const [options, lines, status] of rules) {
    test(`rules off: ${options.join(' ')}`, async () => {
      const ran = await whichSkillIn(MESSY, ['check', ...options]);
      const found = ran.output.split('\n').filter(line => line.startsWith('.'));
      assert.deepEqual([found.length, ran.status], [lines, status]);
    });
  }

  test('several products: what they say alike is one line, which names them', async () => {
    const layout = { ...TIDY, 'R/.kimi/skills/teal/SKILL.md': skillText('teal'), ...MESSY };
    const ran = await whichSkillIn(layout, ['check', '--profiles', 'kimi-cli,kimi-code'], { profile: null });
    assert.match(
      ran.output,
      /^\.kimi\/skills\/rail\/SKILL\.md +brand +kimi-cli, kimi-code {2}\.kimi\/skills is/m,
    );
    assert.match(ran.output, /^\.agents\/skills\/rail\/SKILL\.md +shadowed {2}kimi-cli {2}/m);
    assert.match(ran.output, /^kimi-cli 1\.49: .*\nkimi-code 0\.38: /m);
  });

  test('several products: one fault of one file is one line, whatever each of them says of it', async () => {
    const args = ['check', '--no-brand', '--no-shadowed', '--profiles', 'kimi-cli,amp,qwen-code'];
    const ran = await whichSkillIn(MESSY, args, { profile: null });
    const lines = ran.output.split('\n').filter(line => line.startsWith('.agents/skills/smew'));
    assert.deepEqual(lines.length, 1, ran.output);
    assert.match(lines[0] ?? '', /dropped +kimi-cli, amp {2}unquoted/);
    const { output } = await whichSkillIn(MESSY, [...args, '--json'], { profile: null });
    const { findings } = JSON.parse(output) as { findings: readonly { profiles: readonly string[] }[] };
    assert.deepEqual(
      findings.map(({ profiles }) => profiles),
      [['kimi-cli', 'amp']],
    );
  });

  test('where the product is left to the machine, it says which one that is', async () => {
    const { output } = await whichSkillIn(TIDY, ['check'], { profile: null });
    assert.match(output, /--profile kimi-cli makes every machine ask the same\)\n$/);
  });

  test('JSON', async () => {
    const { output, status } = await whichSkillIn(MESSY, ['check', '--json', '--no-brand', '--no-dropped']);
    assert.equal(status, 1);
    assert.deepEqual(JSON.parse(output), {
      projectRoot: '$ROOT/R',
      rules: ['shadowed', 'ambiguous'],
      products: [{ profile: 'kimi-cli', product: 'kimi-cli 1.49', checked: 3, findings: 1 }],
      findings: [
        {
          rule: 'shadowed',
          code: 'brand-before-generic',
          name: 'rail',
          file: '$ROOT/R/.agents/skills/rail/SKILL.md',
          path: '.agents/skills/rail/SKILL.md',
          winner: '$ROOT/R/.kimi/skills/rail/SKILL.md',
          reason: 'shadowed by $ROOT/R/.kimi/skills/rail',
          profiles: ['kimi-cli'],
        },
      ],
    });
  });

  test('GitHub: annotations after the list, on wish and where GitHub Actions runs it', async () => {
    const output = `${LIST}\n${ANNOTATIONS}\n`;
    const actions = { env: { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: '$ROOT/R' } };
    assert.equal((await whichSkillIn(MESSY, ['check', '--github'])).output, output);
    assert.equal((await whichSkillIn(MESSY, ['check'], actions)).output, output);
    assert.equal((await whichSkillIn(MESSY, ['check', '--no-github'], actions)).output, `${LIST}\n`);
    assert.equal((await whichSkillIn(MESSY, ['check', '--json'], actions)).output.includes('::error'), false);
  });

  test('GitHub: paths start from the workspace, which may be above the repository', async () => {
    const { output } = await whichSkillIn(MESSY, ['check', '--github'], {
      env: { GITHUB_WORKSPACE: '$ROOT' },
    });
    assert.match(output, /^::error file=R\/\.agents\/skills\/rail\/SKILL\.md,/m);
  });

  test('GitHub: no name of a file becomes a command, or ends one', async () => {
    const layout: Layout = {
      'R/.git': null,
      'R/::x::y/rail/SKILL.md': '---\nname: "##[add-mask]a, b: c%"\ndescription: Use when: now\n---\n',
    };
    const { output } = await whichSkillIn(layout, ['check', '--github', '--extra-skill-dir', './::x::y']);
    const commands = output.split('\n').filter(line => line.trimStart().startsWith('::'));
    assert.equal(commands.length, 1, output);
    assert.match(output, /^::error file=%3A%3Ax%3A%3Ay\/rail\/SKILL\.md,/m);
    assert.equal(output.includes('##['), false, output);
  });

  const escapes: readonly [text: string, data: string, property: string][] = [
    ['plain', 'plain', 'plain'],
    ['50% of\r\nall', '50%25 of%0D%0Aall', '50%25 of%0D%0Aall'],
    ['a: b, c', 'a: b, c', 'a%3A b%2C c'],
    ['%0A', '%250A', '%250A'],
  ];
  for (const [text, data, property] of escapes) {
    test(`GitHub: escapes ${JSON.stringify(text)}`, () => {
      assert.equal(workflowCommand('error', { file: text }, text), `::error file=${property}::${data}\n`);
    });
  }

  const refused: readonly [args: string[], errors: string][] = [
    [['check', 'rail'], 'check takes no name; for a skill of that name: which-skill -- check'],
    [['list', '--no-brand'], '--no-brand goes with check'],
    [['check', '--json', '--github'], 'check takes --github or --json, not both'],
    [
      ['check', '--no-dropped', '--no-shadowed', '--no-ambiguous', '--no-brand'],
      'check has no rule left to check',
    ],
    [['check', '--profiles', 'kimi-cli'], 'check takes --profile or --profiles, not both'],
    [['list', '--profiles', 'kimi-cli'], '--profiles goes with compare, rescue and check'],
  ];
  for (const [args, errors] of refused) {
    test(`refuses ${args.join(' ')}`, async () => {
      assert.deepEqual(await whichSkillIn(TIDY, args), {
        status: 2,
        output: '',
        errors: `which-skill: ${errors}\n`,
      });
    });
  }
});
