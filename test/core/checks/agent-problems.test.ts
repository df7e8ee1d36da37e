/** What loses a skill in one of several agents: one problem a file and fault, which names them all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FoundProblem, joinProblems, lossesOf } from '../../../src/core/checks/agent-problems';
import { checkCandidate, checkResolution } from '../../../src/core/checks/check-resolution';
import { nodeFileSystem } from '../../../src/core/file-system';
import { fixesFor } from '../../../src/core/fixes/fixes-for';
import { renderMessage } from '../../../src/core/message';
import { readersOf } from '../../../src/core/readers';
import type { ProfileId, Resolution } from '../../../src/core/types';
import type { BuiltLayout, Layout } from '../../layout';
import { block, ok, relative, repository, resolveIn, within } from '../resolved';

/** What is to be said with an agent's problems among those of the first. Unsaved texts by path in the layout. */
async function problemsOf(
  built: BuiltLayout,
  agents: readonly ProfileId[],
  unsaved: Readonly<Record<string, string>> = {},
): Promise<readonly FoundProblem[]> {
  const resolutions: Resolution[] = [];
  const environment = { GEMINI_CLI_TRUST_WORKSPACE: 'true' };
  for (const profile of agents)
    resolutions.push(
      await resolveIn(built, { profile, environment, overrides: { systemDir: built.at('etc') } }),
    );
  const [own, ...others] = resolutions;
  const readers = readersOf(nodeFileSystem, resolutions);
  const texts = new Map(Object.entries(unsaved).map(([file, text]) => [built.at(file), text]));
  const found = await checkResolution(nodeFileSystem, own!, { unsaved: texts });
  const losses = [];
  for (const resolution of others) {
    const check = (of: Resolution, candidate: Resolution['candidates'][number]) =>
      checkCandidate(nodeFileSystem, of, candidate, new Map(), texts.get(candidate.file));
    losses.push(...(await lossesOf(resolution, readers, check, file => texts.has(file))));
  }
  return joinProblems(
    nodeFileSystem,
    found.map(problem => ({ problem, resolution: own! })),
    losses,
  );
}

function said(title: string, layout: Layout, agents: readonly ProfileId[], expected: string): void {
  test(title, () =>
    within(repository(layout), async built => {
      const lines = (await problemsOf(built, agents))
        .filter(({ problem }) => problem.severity !== 'information')
        .map(({ problem: { severity, code, file, message } }) =>
          relative(`${severity} ${code} ${file}: ${renderMessage(message)}`, built),
        );
      assert.equal(lines.join('\n'), block(expected));
    }),
  );
}

const S = 'R/.agents/skills';
const text = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody.\n`;

const LATIN = { base64: Buffer.from(text('x', 'caf\xe9'), 'latin1').toString('base64') };

const EVERY: readonly ProfileId[] = [
  'kimi-cli',
  'kimi-code',
  'codex',
  'copilot-cli',
  'vscode',
  'gemini-cli',
  'qwen-code',
  'opencode',
];

said('a sound skill: nothing', { [`${S}/x/SKILL.md`]: ok('x') }, EVERY, '');

said(
  'an unquoted colon',
  { [`${S}/x/SKILL.md`]: text('x', 'Use when: asked') },
  EVERY,
  `
  error unquoted-colon R/.agents/skills/x/SKILL.md: unquoted ": " in a value: kimi-cli, kimi-code, Copilot CLI drop this skill
  `,
);

said(
  'only the product itself: told in its own words',
  { [`${S}/x/SKILL.md`]: text('x', 'Use when: asked') },
  ['kimi-cli', 'codex'],
  `
  error unquoted-colon R/.agents/skills/x/SKILL.md: unquoted ": " in a value: kimi-cli drops this skill
  `,
);

said(
  'a long description, which the product loads',
  { [`${S}/x/SKILL.md`]: text('x', 'd'.repeat(1100)) },
  EVERY,
  `
  error description-too-long R/.agents/skills/x/SKILL.md: the description has 1100 characters: the open format allows 1024, and other tools may go by that; Copilot CLI drops the skill for it
  `,
);

said(
  'a name with a blank: a fault of its own in the product, and a loss in another',
  { [`${S}/x/SKILL.md`]: text('x y', 'd') },
  EVERY,
  `
  warning not-typeable R/.agents/skills/x/SKILL.md: “/skill:x y” cannot be typed: only letters, digits, _ and - can
  error bad-name R/.agents/skills/x/SKILL.md: its name has a blank: Qwen Code takes letters, digits and _ : . - only: Qwen Code drops this skill
  `,
);

said(
  'a byte order mark: what it does to the product, and whom it loses the skill in',
  { [`${S}/x/SKILL.md`]: `\ufeff${text('x', 'd')}` },
  EVERY,
  `
  error bom R/.agents/skills/x/SKILL.md: an invisible byte order mark stands before the ---: kimi-cli does not read the frontmatter; Codex, Gemini CLI drop the skill for it
  `,
);

said(
  'no frontmatter',
  { [`${S}/x/SKILL.md`]: 'Nothing.\n' },
  ['kimi-cli', 'kimi-code', 'codex'],
  `
  error no-frontmatter R/.agents/skills/x/SKILL.md: no name and description are declared: kimi-cli calls it “x” and describes it as “Nothing.”; kimi-code, Codex drop the skill for it
  `,
);

said(
  'bytes that are not UTF-8: the product keeps from starting at all, another drops the skill',
  { [`${S}/x/SKILL.md`]: LATIN },
  ['kimi-cli', 'kimi-code', 'codex'],
  `
  error not-utf8 R/.agents/skills/x/SKILL.md: byte 0xe9 is not UTF-8: this file keeps kimi-cli from starting at all; Codex drops the skill for it
  `,
);

said(
  'bytes that are not UTF-8: the product reads them',
  { [`${S}/x/SKILL.md`]: LATIN },
  ['kimi-code', 'codex', 'goose'],
  `
  error not-utf8 R/.agents/skills/x/SKILL.md: byte 0xe9 is not UTF-8: kimi-code reads a replacement character in its place; Codex, Goose drop the skill for it
  `,
);

said(
  'a single file, a group of skills, a linked SKILL.md',
  {
    [`${S}/flat.md`]: text('flat', 'd'),
    [`${S}/group/deep/SKILL.md`]: ok('deep'),
    'R/real/SKILL.md': ok('linked'),
    [`${S}/linked/SKILL.md`]: { symlink: '../../../real/SKILL.md' },
  },
  EVERY,
  `
  warning too-deep R/.agents/skills/group/deep/SKILL.md: too deep: only folders directly in a root are read: kimi-cli, VS Code, Gemini CLI, Qwen Code do not load this skill
  warning flat-file R/.agents/skills/flat.md: a file directly in a root: only folders with a SKILL.md are read: Codex, Copilot CLI, VS Code, Gemini CLI, Qwen Code, OpenCode do not load this skill
  warning linked-skill-file R/.agents/skills/linked/SKILL.md: its SKILL.md is a link: only linked folders are followed: Codex does not load this skill
  `,
);

said(
  'a single file that nobody loads is nobody’s loss',
  { [`${S}/flat.md`]: text('flat', 'd') },
  ['codex', 'gemini-cli'],
  '',
);

said(
  'directories that the product does not read',
  {
    'R/.github/skills/x/SKILL.md': text('x', 'd'.repeat(1100)),
    'R/.qwen/skills/y/SKILL.md': text('y y', 'd'),
  },
  EVERY,
  `
  error too-long-description R/.github/skills/x/SKILL.md: description has 1100 characters; Copilot CLI takes 1024 at most: Copilot CLI drops this skill
  error bad-name R/.qwen/skills/y/SKILL.md: its name has a blank: Qwen Code takes letters, digits and _ : . - only: Qwen Code drops this skill
  `,
);

said(
  'one file on two ways is one',
  {
    'R/shared/x/SKILL.md': text('x', 'Use when: asked'),
    'R/.agents/skills/x': { symlink: '../../shared/x' },
    'R/.github/skills/x': { symlink: '../../shared/x' },
  },
  ['kimi-cli', 'copilot-cli'],
  `
  error unquoted-colon R/.agents/skills/x/SKILL.md: unquoted ": " in a value: kimi-cli, Copilot CLI drop this skill
  `,
);

said(
  'a configuration that keeps an agent from starting, beside the product’s own problems',
  { 'home/.kimi-code/config.toml': 'x = [\n', [`${S}/x/SKILL.md`]: ok('x') },
  ['kimi-cli', 'kimi-code'],
  `
  error configuration-failure home/.kimi-code/config.toml: line 2 is not valid TOML: kimi-code does not start with this configuration
  `,
);

test('what an editor has and nobody has saved counts in each agent', () =>
  within(repository({ [`${S}/x/SKILL.md`]: ok('x') }), async built => {
    const unsaved = { [`${S}/x/SKILL.md`]: text('x', 'd'.repeat(1100)) };
    const found = await problemsOf(built, ['kimi-cli', 'codex', 'copilot-cli'], unsaved);
    const codes = found.map(({ problem, resolution }) => `${resolution.profile} ${problem.code}`);
    assert.equal(found[0]?.problem.severity, 'error');
    assert.deepEqual(codes, ['kimi-cli description-too-long']);
  }));

test('what mends it in one of the agents is at hand', () =>
  within(repository({ [`${S}/x/SKILL.md`]: 'First line.\n' }), async built => {
    const [one] = await problemsOf(built, ['kimi-cli', 'kimi-code', 'codex']);
    assert.deepEqual(
      one?.beside?.map(({ resolution }) => resolution.profile),
      ['kimi-code', 'codex'],
    );
    for (const { problem, resolution } of [one!, ...one!.beside!])
      assert.ok((await fixesFor(nodeFileSystem, resolution, problem)).length > 0, resolution.profile);
  }));
