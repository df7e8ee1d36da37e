import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, it } from 'node:test';
import { judgeName, newSkillText } from '../../../src/core/plan/skill-name';
import { nodeWritableFiles } from '../../../src/core/plan/writable-files';
import { PROFILE_IDS } from '../../../src/core/products';
import { isReadByMost, rootsForNew } from '../../../src/core/roots-for-new';
import { type Layout, skillText } from '../../layout';
import { inWorld, type World } from './harness';

const create = (world: World, root: string, name = 'sora', description = 'A small bird.') =>
  ({ kind: 'create', root: world.at(root), name, description }) as const;

describe('a new skill', () => {
  it(
    'is a folder with valid frontmatter, loads at once, and undo takes it away',
    inWorld({ 'R/.agents/skills/rail/SKILL.md': skillText('rail') }, async world => {
      const before = world.tree();
      const plan = await world.do(create(world, 'R/.agents/skills', 'sora', 'Use when: "now", #1\nand then'));
      assert.deepEqual(world.lines(plan.operations), [
        'make-directory - R/.agents/skills/sora',
        'create-file - R/.agents/skills/sora/SKILL.md',
      ]);
      assert.deepEqual(world.outcome(plan), ['sora: - => R/.agents/skills/sora']);
      const { resolution } = await world.context();
      const made = resolution.candidates.find(({ name }) => name === 'sora');
      assert.deepEqual(
        [made?.verdict, made?.description, made?.remarks],
        ['active', 'Use when: "now", #1\nand then', []],
      );
      await world.undo();
      assert.deepEqual(world.tree(), before);
    }),
  );

  it(
    'makes the directories that are missing, and undo removes them',
    inWorld({}, async world => {
      const before = world.tree();
      const plan = await world.do(create(world, 'R/.agents/skills'));
      assert.deepEqual(world.lines(plan.operations), [
        'make-directory - R/.agents',
        'make-directory - R/.agents/skills',
        'make-directory - R/.agents/skills/sora',
        'create-file - R/.agents/skills/sora/SKILL.md',
      ]);
      await world.undo();
      assert.deepEqual(world.tree(), before);
    }),
  );

  it(
    'that was edited since is not taken away by undo',
    inWorld({}, async world => {
      await world.do(create(world, 'R/.agents/skills'));
      fs.appendFileSync(world.at('R/.agents/skills/sora/SKILL.md'), 'More.\n');
      const plan = await world.undoPlan();
      assert.deepEqual(
        plan.refusals.map(({ text }) => world.text(text)),
        ['R/.agents/skills/sora/SKILL.md has changed since'],
      );
    }),
  );

  it(
    'never takes the place of what came in between',
    inWorld({}, async world => {
      const plan = await world.plan(create(world, 'R/.agents/skills'));
      fs.mkdirSync(world.at('R/.agents/skills/sora'), { recursive: true });
      fs.writeFileSync(world.at('R/.agents/skills/sora/SKILL.md'), 'mine');
      const result = await world.apply(plan);
      assert.equal(result.status, 'failed');
      assert.equal(fs.readFileSync(world.at('R/.agents/skills/sora/SKILL.md'), 'utf8'), 'mine');
    }),
  );

  const NOTES: Readonly<Record<string, { layout: Layout; root: string; note: string }>> = {
    'that another one would shadow': {
      layout: { 'R/.kimi/skills/sora/SKILL.md': skillText('sora') },
      root: 'R/.agents/skills',
      note: 'still-shadowed: R/.kimi/skills/sora/SKILL.md goes on winning: the new one would be shadowed',
    },
    'that takes the place of another one': {
      layout: { 'home/.kimi/skills/sora/SKILL.md': skillText('sora') },
      root: 'R/.agents/skills',
      note: 'winner-changes: the winner changes: sora loads from R/.agents/skills/sora in place of home/.kimi/skills/sora, and they differ',
    },
    'whose name another folder declares': {
      layout: { 'R/.agents/skills/bird/SKILL.md': skillText('sora') },
      root: 'R/.agents/skills',
      note: 'ambiguous: ambiguous with bird: the order in which the file system lists R/.agents/skills decides',
    },
  };
  for (const [name, { layout, root, note }] of Object.entries(NOTES)) {
    it(
      `${name}: that is said`,
      inWorld(layout, async world => {
        const plan = await world.plan(create(world, root));
        assert.deepEqual(
          plan.notes.map(({ code, text }) => `${code}: ${world.text(text)}`),
          [note],
        );
        assert.equal(plan.ready, true);
      }),
    );
  }

  const REFUSED: Readonly<Record<string, { layout: Layout; root?: string; name?: string; text: string }>> = {
    'in a folder that is there': {
      layout: { 'R/.agents/skills/sora/notes.txt': 'x' },
      text: 'taken: R/.agents/skills/sora is there already, and nothing is overwritten',
    },
    'in the place of a link that leads nowhere': {
      layout: { 'R/.agents/skills/sora': { symlink: 'nowhere' } },
      text: 'taken: R/.agents/skills/sora is there already, and nothing is overwritten',
    },
    'below a file': {
      layout: { 'R/.agents': 'a file' },
      text: 'file-in-the-way: R/.agents is a file: no directory can be made there',
    },
    'with a name that leads elsewhere': {
      layout: {},
      name: '../sora',
      text: 'bad-name: a name must not hold a slash or backslash',
    },
    'in a directory that is passed over': {
      layout: { 'home/.config/agents/skills': null, 'home/.agents/skills': null },
      root: 'home/.agents/skills',
      text: 'no-root: home/.agents/skills is no directory for a new skill',
    },
    'where a directory is nobody’s root': {
      layout: {},
      root: 'R/elsewhere',
      text: 'no-root: R/elsewhere is no directory for a new skill',
    },
  };
  for (const [name, { layout, root = 'R/.agents/skills', name: wanted = 'sora', text }] of Object.entries(
    REFUSED,
  )) {
    it(
      `refused ${name}`,
      inWorld(layout, async world => {
        const plan = await world.plan(create(world, root, wanted));
        assert.deepEqual(
          plan.refusals.map(refusal => `${refusal.code}: ${world.text(refusal.text)}`),
          [text],
        );
        assert.equal(plan.ready, false);
      }),
    );
  }

  it(
    'refused where nothing can be written, and in Restricted Mode',
    inWorld({ 'R/.agents/skills/rail/SKILL.md': skillText('rail') }, async world => {
      const files = { ...nodeWritableFiles, mayWrite: () => false };
      const readOnly = await world.plan(create(world, 'R/.agents/skills'), {}, { files });
      assert.deepEqual(
        readOnly.refusals.map(({ code }) => code),
        ['read-only'],
      );
      const plan = await world.plan(create(world, 'R/.agents/skills'), {}, { restricted: true });
      assert.deepEqual(
        plan.refusals.map(({ code }) => code),
        ['restricted'],
      );
    }),
  );

  it(
    'can go to the directories that count or would, the shared one first',
    inWorld(
      {
        'R/.kimi/skills': null,
        'home/.config/agents/skills': null,
        'home/.agents/skills': null,
        'home/.kimi/plugins/x/SKILL.md': skillText('x'),
      },
      async world => {
        const { resolution } = await world.context();
        assert.deepEqual(
          rootsForNew(resolution).map(({ scope, label, verdict }) => `${scope} ${label} ${verdict}`),
          [
            'project .agents/skills missing',
            'project .kimi/skills active',
            'project .claude/skills missing',
            'project .codex/skills missing',
            'user ~/.config/agents/skills active',
            'user ~/.kimi/skills missing',
            'user ~/.claude/skills missing',
            'user ~/.codex/skills missing',
          ],
        );
      },
    ),
  );
});

describe('where a user has neither of the two shared directories', () => {
  for (const [wished, other] of [
    ['~/.agents/skills', '~/.config/agents/skills'],
    ['~/.config/agents/skills', '~/.agents/skills'],
  ] as const) {
    it(
      `${wished} comes first where the setting says so`,
      inWorld({}, async world => {
        const { resolution } = await world.context();
        const shared = (roots: ReturnType<typeof rootsForNew>) =>
          roots
            .filter(({ scope, group }) => scope === 'user' && group === 'generic')
            .map(({ label }) => label);
        assert.deepEqual(shared(rootsForNew(resolution, wished)), [wished, other]);
        // The setting's own default, which most tools read.
        assert.equal(shared(rootsForNew(resolution))[0], '~/.agents/skills');
        assert.deepEqual(shared(resolution.roots.filter(isReadByMost)), ['~/.agents/skills']);
      }),
    );
  }

  it(
    'the one that hides the other is not made without a warning',
    inWorld({ 'home/.agents/skills/rail/SKILL.md': skillText('rail') }, async world => {
      const plan = await world.plan(create(world, 'home/.config/agents/skills'));
      assert.deepEqual(
        plan.notes.map(({ severity, code, text }) => `${severity} ${code}: ${world.text(text)}`),
        ['warning hides: its directory would hide skills that load now: rail'],
      );
    }),
  );
});

describe('judging a name', () => {
  const NAMES: readonly [name: string, code: string | null][] = [
    ['sora', null],
    ['sora-2', null],
    ['Sora', 'not-portable'],
    ['two words', 'not-portable'],
    ['sora--x', 'not-portable'],
    ['技能', 'not-portable'],
    ['a'.repeat(65), 'not-portable'],
    ['', 'bad-name'],
    ['..', 'bad-name'],
    ['con', 'bad-name'],
    ['a:b', 'bad-name'],
    ['x'.repeat(300), 'bad-name'],
  ];
  const root = { group: 'generic', location: '/x/.agents/skills' } as const;
  for (const [name, code] of NAMES) {
    it(`${JSON.stringify(name.slice(0, 20))}: ${code ?? 'fine'}`, async () => {
      const judgement = await judgeName({ profile: 'kimi-cli', product: 'kimi-cli' }, root, name);
      assert.equal(judgement?.code ?? null, code);
    });
  }

  it('what is still to be written is asked for in the language of the person, what was written stays', () => {
    const translate = (text: string) => text.slice(0, 3).toUpperCase();
    assert.equal(
      newSkillText('sora-2', ' ', translate),
      '---\nname: sora-2\ndescription: SAY\n---\n\n# sora-2\n\nSAY\n',
    );
    assert.match(newSkillText('sora-2', 'Cuts.', translate), /^description: Cuts\.$/m);
  });

  for (const profile of PROFILE_IDS) {
    it(`a name of the open format is good for ${profile}, and so is the template`, async () => {
      assert.equal(await judgeName({ profile, product: profile }, root, 'sora-2'), null);
      assert.match(
        newSkillText('sora-2', 'A: b'),
        /^---\nname: sora-2\ndescription: "A: b"\n---\n\n# sora-2\n/,
      );
    });
  }
});
