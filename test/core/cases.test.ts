/**
 * Layouts that went wrong for people, one test a case, for kimi-cli: which candidates load, and what is said of those
 * that do not. The numbers are those of the collection that the cases come from.
 */
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { compareWithWinners } from '../../src/core/compare';
import { type FileSystem, isFault, nodeFileSystem } from '../../src/core/file-system';
import type { Layout } from '../layout';
import {
  type Asked,
  asOrdinaryUser,
  block,
  ok,
  one,
  relative,
  repository,
  resolveIn,
  show,
  within,
} from './resolved';

function holds(title: string, layout: Layout, expected: string, asked?: Asked): void {
  test(title, () =>
    within(layout, async built => {
      assert.equal(show(await resolveIn(built, asked), built), block(expected));
    }),
  );
}

/** How each losing copy compares with its winner, by its file in the layout. */
async function differences(layout: Layout, asked?: Asked): Promise<Record<string, readonly string[]>> {
  return await within(layout, async built => {
    const resolution = await resolveIn(built, asked);
    const compared = await compareWithWinners(nodeFileSystem, resolution);
    return Object.fromEntries(
      resolution.candidates
        .filter(({ id }) => compared.has(id))
        .map(({ id, file }) => [
          relative(file, built),
          compared.get(id)!.differences.map(({ path, kind }) => `${path}: ${kind}`),
        ]),
    );
  });
}

const twoUserRoots: Layout = repository({
  'home/.codex/skills/heron/SKILL.md': ok('heron'),
  'home/.agents/skills/heron/SKILL.md': ok('heron'),
});
holds(
  'case 1: one skill in two user roots',
  twoUserRoots,
  `
    user ~/.codex/skills active 1 (found): a tool’s own directory
      heron active (wins): wins over one other of this name
    user ~/.agents/skills active 2 (found): the directory that tools share
      heron shadowed (brand-before-generic): shadowed by home/.codex/skills/heron: brand directories come before the generic one
  `,
);

test('case 1: the losing copy is identical', async () => {
  assert.deepEqual(await differences(twoUserRoots), { 'home/.agents/skills/heron/SKILL.md': [] });
});

const linkedElsewhere: Layout = {
  ...twoUserRoots,
  'home/.gemini/skills/heron': { symlink: '../../.agents/skills/heron' },
};
holds(
  'case 2: a link to it in another tool’s directory',
  linkedElsewhere,
  `
    user ~/.codex/skills active 1 (found): a tool’s own directory
      heron active (wins): wins over one other of this name
    user ~/.agents/skills active 2 (found): the directory that tools share
      heron shadowed (brand-before-generic): shadowed by home/.codex/skills/heron: brand directories come before the generic one
    user ~/.gemini/skills not-read (other-tool): another tool’s directory
      heron -> ../../.agents/skills/heron not-read (other-tool): another tool’s directory
  `,
);

test('case 2: neither copy differs', async () => {
  assert.deepEqual(await differences(linkedElsewhere), {
    'home/.agents/skills/heron/SKILL.md': [],
    'home/.gemini/skills/heron/SKILL.md': [],
  });
});

const sameNameTwice = repository({
  'R/.agents/skills/ibis/SKILL.md': ok('ibis'),
  'R/.agents/skills/ibis-copy/SKILL.md': ok('ibis', 'Another body.'),
});
holds(
  'case 3: two folders of one root declare one name',
  sameNameTwice,
  `
    project .agents/skills active 1 (found): the directory that tools share
      ibis ambiguous (directory-order): ambiguous with ibis-copy: the order in which the file system lists R/.agents/skills decides
      ibis-copy “ibis” ambiguous (directory-order): ambiguous with ibis: the order in which the file system lists R/.agents/skills decides
  `,
);

test('case 4: the answer is the same in whatever order the directory is listed', async () => {
  const layout: Record<string, string> = {};
  for (let number = 10; number < 40; number++)
    layout[`R/.agents/skills/ibis-${number}/SKILL.md`] = ok('ibis');
  await within(repository(layout), async built => {
    const expected = await resolveIn(built);
    assert.equal(expected.candidates.length, 30);
    for (const candidate of expected.candidates) assert.equal(candidate.verdict, 'ambiguous');
    assert.deepEqual(
      expected.skills.map(skill => skill.dir),
      [built.at('R/.agents/skills/ibis-10')],
    );
    for (let seed = 1; seed <= 20; seed++) {
      assert.deepEqual(await resolveIn(built, { files: listingInOrder(seed) }), expected);
    }
  });
});

/** The file system of this machine, with the entries of each directory in an order that hangs on the seed. */
function listingInOrder(seed: number): FileSystem {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  return {
    ...nodeFileSystem,
    readDirectory(path) {
      const entries = nodeFileSystem.readDirectory(path);
      if (isFault(entries)) return entries;
      return entries
        .map(entry => ({ entry, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ entry }) => entry);
    },
  };
}

const drifted = repository({
  'R/.agents/skills/crane/SKILL.md': ok('crane', 'Lift.'),
  'home/.agents/skills/crane/SKILL.md': ok('crane', 'Wade and stalk.'),
});
holds(
  'case 5: project before user',
  drifted,
  `
    project .agents/skills active 1 (found): the directory that tools share
      crane active (wins): wins over one other of this name
    user ~/.agents/skills active 2 (found): the directory that tools share
      crane shadowed (scope-order): shadowed by R/.agents/skills/crane: Project comes before User
  `,
);

test('case 5: the copies differ', async () => {
  assert.deepEqual(await differences(drifted), {
    'home/.agents/skills/crane/SKILL.md': ['SKILL.md: content'],
  });
});

holds(
  'case 6: the same below .claude',
  repository({
    'R/.claude/skills/crane/SKILL.md': ok('crane'),
    'home/.claude/skills/crane/SKILL.md': ok('crane', 'Another.'),
  }),
  `
    project .claude/skills active 1 (found): a tool’s own directory
      crane active (wins): wins over one other of this name
    user ~/.claude/skills active 2 (found): a tool’s own directory
      crane shadowed (scope-order): shadowed by R/.claude/skills/crane: Project comes before User
  `,
);

holds(
  'case 7: an empty generic directory hides the full one',
  repository({ 'home/.config/agents/skills': null, 'home/.agents/skills/teal/SKILL.md': ok('teal') }),
  `
    user ~/.config/agents/skills active 1 (found): the directory that tools share
    user ~/.agents/skills hidden (better-generic): not read: home/.config/agents/skills exists, and only the first of the two counts, even when it is empty
      teal hidden (better-generic): not read: home/.config/agents/skills exists, and only the first of the two counts, even when it is empty
  `,
);

holds(
  'case 8: only one generic user directory counts',
  repository({
    'home/.config/agents/skills/owl/SKILL.md': ok('owl'),
    'home/.agents/skills/wren/SKILL.md': ok('wren'),
  }),
  `
    user ~/.config/agents/skills active 1 (found): the directory that tools share
      owl active (wins): the only one of this name
    user ~/.agents/skills hidden (better-generic): not read: home/.config/agents/skills exists, and only the first of the two counts, even when it is empty
      wren hidden (better-generic): not read: home/.config/agents/skills exists, and only the first of the two counts, even when it is empty
  `,
);

const otherTool = repository({ 'home/.config/opencode/skills/rook/SKILL.md': ok('rook') });
holds(
  'case 9: another tool’s directory',
  otherTool,
  `
    user ~/.config/opencode/skills not-read (other-tool): another tool’s directory
      rook not-read (other-tool): another tool’s directory
  `,
);
holds(
  'case 9: the same, named in extra_skill_dirs',
  otherTool,
  `
    extra ~/.config/opencode/skills active 1 (found): named in extra_skill_dirs
      rook active (wins): the only one of this name
  `,
  {
    overrides: { extraSkillDirs: ['~/.config/opencode/skills'] },
  },
);

holds(
  'case 10: a plugin and a plain skill of one name',
  repository({
    'home/.kimi/plugins/lark/SKILL.md': ok('lark'),
    'home/.agents/skills/lark/SKILL.md': ok('lark', 'Another.'),
  }),
  `
    user ~/.agents/skills active 1 (found): the directory that tools share
      lark active (wins): wins over one other of this name
    extra ~/.kimi/plugins active 2 (found): where plugins are installed
      lark shadowed (scope-order): shadowed by home/.agents/skills/lark: User comes before Extra
  `,
);

test('case 11: paths, scope, root, rank and reason of the winner and the loser are there', () =>
  within(drifted, async built => {
    const { candidates, roots, skills } = await resolveIn(built);
    const [winner, loser] = candidates;
    assert.ok(winner && loser);
    assert.equal(winner.file, built.at('R/.agents/skills/crane/SKILL.md'));
    assert.equal(winner.dir, built.at('R/.agents/skills/crane'));
    assert.equal(winner.scope, 'project');
    assert.equal(loser.scope, 'user');
    assert.equal(loser.winner, winner.file);
    assert.equal(loser.winnerId, winner.id);
    assert.equal(roots.find(({ id }) => id === winner.root)?.rank, 1);
    assert.equal(roots.find(({ id }) => id === loser.root)?.rank, 2);
    assert.equal(roots.find(({ id }) => id === loser.root)?.path, built.at('home/.agents/skills'));
    assert.deepEqual(
      skills.map(({ candidate }) => candidate),
      [winner.id],
    );
  }));

holds(
  'case 13: names that differ by case only',
  repository({
    'R/.agents/skills/Plover/SKILL.md': ok('Plover'),
    'home/.agents/skills/plover/SKILL.md': ok('plover'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      Plover active (wins): wins over one other of this name
    user ~/.agents/skills active 2 (found): the directory that tools share
      plover shadowed (scope-order): shadowed by R/.agents/skills/Plover: Project comes before User
  `,
);

holds(
  'case 14: names are folded, not lower-cased',
  repository({
    'R/.agents/skills/a/SKILL.md': ok('Straße'),
    'home/.agents/skills/b/SKILL.md': ok('STRASSE'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      a “Straße” active (wins): wins over one other of this name
    user ~/.agents/skills active 2 (found): the directory that tools share
      b “STRASSE” shadowed (scope-order): shadowed by R/.agents/skills/a: Project comes before User
  `,
);

const brands = repository({
  'home/.kimi/skills': null,
  'home/.claude/skills/swift/SKILL.md': ok('swift'),
});
holds(
  'case 15: merging of brands off, and an empty first one',
  { ...brands, 'home/.kimi/config.toml': 'merge_all_available_skills = false\n' },
  `
    user ~/.kimi/skills active 1 (found): a tool’s own directory
    user ~/.claude/skills hidden (first-brand-only): not read: home/.kimi/skills exists, and merge_all_available_skills is off
      swift hidden (first-brand-only): not read: home/.kimi/skills exists, and merge_all_available_skills is off
  `,
);
holds(
  'case 15: merging of brands on',
  { ...brands, 'home/.kimi/config.toml': 'merge_all_available_skills = true\n' },
  `
    user ~/.kimi/skills active 1 (found): a tool’s own directory
    user ~/.claude/skills active 2 (found): a tool’s own directory
      swift active (wins): the only one of this name
  `,
);

holds(
  'case 16: a link to a skill of another root is no second copy',
  repository({
    'R/.agents/skills/finch/SKILL.md': ok('finch'),
    'R/.claude/skills/finch': { symlink: '../../.agents/skills/finch' },
  }),
  `
    project .claude/skills active 1 (found): a tool’s own directory
      finch -> ../../.agents/skills/finch active (wins): the only one of this name
    project .agents/skills active 2 (found): the directory that tools share
      finch alias (same-file): the same file as R/.claude/skills/finch
  `,
);

holds(
  'case 17: a whole directory of skills is a link',
  repository({
    'home/dotfiles/skills/finch/SKILL.md': ok('finch'),
    'home/.claude/skills': { symlink: '../dotfiles/skills' },
  }),
  `
    user ~/.claude/skills active 1 (found): a tool’s own directory -> home/dotfiles/skills
      finch active (wins): the only one of this name
  `,
);
holds(
  'case 17: a whole brand directory is a link',
  repository({
    'home/dotfiles/claude/skills/finch/SKILL.md': ok('finch'),
    'home/.claude': { symlink: 'dotfiles/claude' },
  }),
  `
    user ~/.claude/skills active 1 (found): a tool’s own directory -> home/dotfiles/claude/skills
      finch active (wins): the only one of this name
  `,
);

holds(
  'case 18: only SKILL.md is a link',
  repository({
    'R/docs/gull.md': ok('gull'),
    'R/.agents/skills/gull/SKILL.md': { symlink: '../../../docs/gull.md' },
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      gull -> ../../../docs/gull.md active (wins): the only one of this name
  `,
);

holds(
  'case 20: a broken link stops nothing',
  repository({
    'R/.agents/skills/dodo': { symlink: './gone' },
    'R/.agents/skills/zebra/SKILL.md': ok('zebra'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      dodo -> ./gone unreadable (broken-link): link target missing: ./gone
      zebra active (wins): the only one of this name
  `,
);

holds(
  'case 21: loops',
  repository({
    'R/.agents/skills/loop': { symlink: '.' },
    'R/.agents/skills/elk/SKILL.md': ok('elk'),
    'R/.agents/skills/elk/elk': { symlink: '..' },
    'R/.agents/skills/round': { symlink: 'round' },
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      elk active (wins): the only one of this name
      loop -> . not-read (link-loop): links back to a directory that it lies in (.)
      round -> round unreadable (link-loop): the link round leads in a circle
  `,
);

holds(
  'case 23: a link that was checked out as a text file',
  repository({
    'R/.claude/skills/stork': '../../.agents/skills/stork',
    'R/.agents/skills/stork/SKILL.md': ok('stork'),
  }),
  `
    project .claude/skills active 1 (found): a tool’s own directory
      stork not-read (link-as-text): a text file that holds a path (../../.agents/skills/stork): it looks like a link that was not checked out
    project .agents/skills active 2 (found): the directory that tools share
      stork active (wins): the only one of this name
  `,
);

holds(
  'case 26: started below the root of the repository',
  repository({ 'R/.agents/skills/egret/SKILL.md': ok('egret'), 'R/packages/web': null }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      egret active (wins): the only one of this name
  `,
  { workDir: 'R/packages/web' },
);

holds(
  'case 27: skills inside a package',
  repository({ 'R/packages/web/.agents/skills/tern/SKILL.md': ok('tern') }),
  `
    project packages/web/.agents/skills not-read (below-project-root): it lies below the project root R, and only the root’s own directories are read
      tern not-read (below-project-root): it lies below the project root R, and only the root’s own directories are read
  `,
  { workDir: 'R/packages/web' },
);

holds(
  'case 28: .git is a file',
  {
    'W/.git': 'gitdir: /elsewhere/.git/worktrees/W\n',
    'W/.agents/skills/auk/SKILL.md': ok('auk'),
    'W/sub': null,
  },
  `
    project .agents/skills active 1 (found): the directory that tools share
      auk active (wins): the only one of this name
  `,
  { workDir: 'W/sub' },
);

holds(
  'case 30: the home directory is a repository',
  { 'home/.git': null, 'home/.agents/skills/coot/SKILL.md': ok('coot'), 'home/notes': null },
  `
    project .agents/skills active 1 (found): the directory that tools share
      coot active (wins): the only one of this name
    user ~/.agents/skills alias (same-directory): already counted as Project
  `,
  { workDir: 'home/notes' },
);

test('case 31: each work directory has its own winners', () =>
  within(
    {
      'A/.git': null,
      'A/.agents/skills/snipe/SKILL.md': ok('snipe', 'A.'),
      'B/.git': null,
      'B/.agents/skills/snipe/SKILL.md': ok('snipe', 'B.'),
      'home/.agents/skills/ruff/SKILL.md': ok('ruff'),
    },
    async built => {
      const [a, b] = await Promise.all([
        resolveIn(built, { workDir: 'A' }),
        resolveIn(built, { workDir: 'B' }),
      ]);
      assert.deepEqual(
        [a, b].map(({ skills }) => skills.map(({ file }) => file.replace(`${built.root}/`, ''))),
        [
          ['home/.agents/skills/ruff/SKILL.md', 'A/.agents/skills/snipe/SKILL.md'],
          ['home/.agents/skills/ruff/SKILL.md', 'B/.agents/skills/snipe/SKILL.md'],
        ],
      );
      assert.equal(
        show(a, built).replaceAll('A/.agents', 'B/.agents'),
        show(b, built),
        'nothing of A in B, nor the other way round',
      );
    },
  ));

holds(
  'case 32: no .git anywhere',
  { 'P/.agents/skills/ruff/SKILL.md': ok('ruff'), 'P/x': null },
  `
    project ../.agents/skills not-read (above-work-dir): it lies above the work directory, and no .git makes a project root up there
      ruff not-read (above-work-dir): it lies above the work directory, and no .git makes a project root up there
  `,
  {
    workDir: 'P/x',
  },
);

holds(
  'case 37: an unquoted colon, and a copy lower down',
  repository({
    'R/.agents/skills/moa/SKILL.md': '---\nname: moa\ndescription: Use when: editing\n---\n\nBody.\n',
    'home/.agents/skills/moa/SKILL.md': ok('moa'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      moa invalid (unquoted-colon) at 3:22: unquoted ": " in a value
    user ~/.agents/skills active 2 (found): the directory that tools share
      moa active (wins): the only one of this name
  `,
);

test('case 38: a byte order mark', () =>
  within(one('kea-folder/SKILL.md', `\ufeff${ok('kea')}`), async built => {
    const resolution = await resolveIn(built);
    assert.equal(
      show(resolution, built),
      block(`
    project .agents/skills active 1 (found): the directory that tools share
      kea-folder active (wins): the only one of this name
  `),
    );
    const [kea] = resolution.candidates;
    assert.equal(kea?.description, '\ufeff---');
    assert.equal(kea?.descriptionFrom, 'body');
    assert.ok(kea?.remarks.some(({ code }) => code === 'bom'));
  }));

for (const [kind, text] of [
  ['CRLF', ok('emu').replaceAll('\n', '\r\n')],
  ['lone CR', ok('emu').replaceAll('\n', '\r')],
  ['mixed line ends', '---\r\nname: emu\ndescription: About emu.\r---\n\r\nBody.\r\n'],
] as const) {
  test(`case 39: ${kind}`, async () => {
    await within(one('emu/SKILL.md', text), async built => {
      const { skills } = await resolveIn(built);
      assert.deepEqual(
        skills.map(({ name, description }) => [name, description]),
        [['emu', 'About emu.']],
      );
    });
  });
}

for (const file of ['skill.md', 'SKILL.MD', 'Skill.md']) {
  holds(
    `case 40: ${file}`,
    one(`rhea/${file}`, ok('rhea')),
    `
    project .agents/skills active 1 (found): the directory that tools share
      rhea not-read (wrong-case): named ${file}: only the exact name SKILL.md is read
    `,
  );
}

holds(
  'case 41: a flat file',
  one('review.md', ok('review')),
  `
    project .agents/skills active 1 (found): the directory that tools share
      review.md active (wins): the only one of this name
  `,
);
holds(
  'case 41: a flat file without frontmatter',
  one('review.md', 'Look at the change.\n'),
  `
    project .agents/skills active 1 (found): the directory that tools share
      review.md active (wins): the only one of this name
  `,
);

holds(
  'case 42: the flat and the directory form of one name',
  repository({ 'R/.agents/skills/newt.md': ok('newt'), 'R/.agents/skills/newt/SKILL.md': ok('newt') }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      newt active (wins): wins over one other of this name
      newt.md shadowed (flat-after-directory): shadowed by R/.agents/skills/newt: in one root the directory form comes before the flat file
  `,
);

test('case 44: a README counts as a skill', () =>
  within(one('README.md', '# Skills of this team\n'), async built => {
    const { skills, candidates } = await resolveIn(built);
    assert.deepEqual(
      skills.map(({ name, description }) => [name, description]),
      [['README', '# Skills of this team']],
    );
    assert.ok(candidates[0]?.remarks.some(({ code }) => code === 'document-as-skill'));
  }));

test('case 45: a name that is not the folder’s', () =>
  within(one('tool-kit/SKILL.md', ok('toolkit')), async built => {
    const resolution = await resolveIn(built);
    assert.equal(
      show(resolution, built),
      block(`
    project .agents/skills active 1 (found): the directory that tools share
      tool-kit “toolkit” active (wins): the only one of this name
  `),
    );
    assert.ok(resolution.candidates[0]?.remarks.some(({ code }) => code === 'name-not-folder'));
  }));

holds(
  'case 46: folders for categories',
  one('birds/waders/avocet/SKILL.md', ok('avocet')),
  `
    project .agents/skills active 1 (found): the directory that tools share
      birds/waders/avocet “avocet” not-read (too-deep): too deep: only folders directly in a root are read
  `,
);

holds(
  'case 47: a skill inside a skill',
  repository({
    'R/.agents/skills/host/SKILL.md': '---\nname: host\nhas-sub-skill: true\ndescription: Hosts.\n---\n',
    'R/.agents/skills/host/guest/SKILL.md': ok('guest'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      host active (wins): the only one of this name
      host/guest “guest” not-read (inside-skill): inside another skill: only folders directly in a root are read
  `,
);

test('case 48: no description', () =>
  within(one('map/SKILL.md', '---\nname: map\n---\n\nDraws maps.\n'), async built => {
    const { candidates } = await resolveIn(built);
    const [{ name, description, descriptionFrom, verdict } = assert.fail('no candidate')] = candidates;
    assert.deepEqual(
      { name, description, descriptionFrom, verdict },
      { name: 'map', description: 'Draws maps.', descriptionFrom: 'body', verdict: 'active' },
    );
  }));

test('case 49: no frontmatter', () =>
  within(one('nene/SKILL.md', 'A goose.\n'), async built => {
    const { candidates } = await resolveIn(built);
    const [{ name, description, descriptionFrom, verdict, remarks } = assert.fail('no candidate')] =
      candidates;
    assert.deepEqual(
      { name, description, descriptionFrom, verdict },
      { name: 'nene', description: 'A goose.', descriptionFrom: 'body', verdict: 'active' },
    );
    assert.ok(remarks.some(({ code }) => code === 'no-frontmatter'));
  }));

holds(
  'case 50: values that are no text',
  repository({
    'R/.agents/skills/a/SKILL.md': '---\nname: 1:30\ndescription: Text.\n---\n',
    'R/.agents/skills/b/SKILL.md': '---\nname: on\ndescription: Text.\n---\n',
    'R/.agents/skills/c/SKILL.md': '---\nname: 2026-01-02\ndescription: Text.\n---\n',
    'R/.agents/skills/d/SKILL.md': '---\ndescription: 42\n---\n',
    'R/.agents/skills/e/SKILL.md': '---\ndescription: [a, b]\n---\n',
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      a invalid (name-not-text) at 2:1: name is the number 1:30, which is not text
      b invalid (name-not-text) at 2:1: name is the boolean true, which is not text
      c invalid (name-not-text) at 2:1: name is the date 2026-01-02, which is not text
      d invalid (description-not-text) at 2:1: description is the number 42, which is not text
      e invalid (description-not-text) at 2:1: description is a list, which is not text
  `,
);

for (const name of ['My Skill!', 'x'.repeat(70), '-x', 'a--b']) {
  test(`case 53: the name ${name.slice(0, 10)} loads, with a remark`, () =>
    within(one('folder/SKILL.md', ok(name)), async built => {
      const { candidates } = await resolveIn(built);
      assert.deepEqual(
        candidates.map(candidate => [candidate.name, candidate.verdict]),
        [[name, 'active']],
      );
      assert.ok(candidates[0]?.remarks.some(({ code }) => code === 'name-not-portable'));
    }));
}

holds(
  'case 54: an unknown type',
  one('agent/SKILL.md', '---\nname: agent\ndescription: Text.\ntype: agent\n---\n'),
  `
    project .agents/skills active 1 (found): the directory that tools share
      agent invalid (unknown-type) at 4:1: type is “agent”: only standard and flow are known
  `,
);

const gbk = Buffer.from([0xb4, 0xf3, 0xd1, 0xe3]).toString('base64');
holds(
  'case 55: what cannot be read as a skill stops nothing here',
  repository({
    'R/.agents/skills/a-directory/SKILL.md': null,
    'R/.agents/skills/b-wide/SKILL.md': { base64: Buffer.from([0xff, 0xfe, 0x2d, 0x00]).toString('base64') },
    'R/.agents/skills/c-gbk/SKILL.md': { base64: gbk },
    'R/.agents/skills/d-flat.md': { base64: gbk },
    'R/.agents/skills/e-fine/SKILL.md': ok('e-fine'),
  }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      a-directory not-read (not-a-file): SKILL.md is not a regular file
      b-wide invalid (not-utf8): not UTF-8: byte 0xff at offset 0
      c-gbk invalid (not-utf8): not UTF-8: byte 0xb4 at offset 0
      d-flat.md invalid (not-utf8): not UTF-8: byte 0xb4 at offset 0
      e-fine active (wins): the only one of this name
    does not start: R/.agents/skills/b-wide/SKILL.md: not UTF-8: byte 0xff at offset 0
  `,
);

holds(
  'case 55: a flat file that is not UTF-8 keeps nothing from starting',
  one('flat.md', { base64: gbk }),
  `
    project .agents/skills active 1 (found): the directory that tools share
      flat.md invalid (not-utf8): not UTF-8: byte 0xb4 at offset 0
  `,
);

test('case 55: a file of 10 MB', () =>
  within(one('big/SKILL.md', ok('big', 'x'.repeat(10 * 1024 * 1024))), async built => {
    const { candidates, failure } = await resolveIn(built);
    assert.equal(failure, null);
    const [{ name, description, verdict, remarks } = assert.fail('no candidate')] = candidates;
    assert.deepEqual(
      { name, description, verdict },
      { name: 'big', description: 'About big.', verdict: 'active' },
    );
    assert.ok(remarks.some(({ code }) => code === 'cut'));
  }));

test('case 55: without the right to read', () =>
  within(
    repository({
      'R/.agents/skills/closed/SKILL.md': { text: ok('closed'), mode: 0o000 },
      'R/.agents/skills/closed-folder': null,
      'R/.agents/skills/flat.md': { text: ok('flat'), mode: 0o000 },
      'R/.agents/skills/fine/SKILL.md': ok('fine'),
      'R/.claude/skills/lost/SKILL.md': ok('lost'),
    }),
    async built => {
      chmodSync(built.root, 0o755);
      chmodSync(built.at('R/.agents/skills/closed-folder'), 0o000);
      chmodSync(built.at('R/.claude/skills'), 0o000);
      try {
        const resolution = await asOrdinaryUser(() => resolveIn(built));
        assert.equal(
          show(resolution, built),
          block(`
    project .claude/skills active 1 (unreadable): no permission to read it
    project .agents/skills active 2 (found): the directory that tools share
      closed unreadable (unreadable): no permission to read it
      closed-folder unreadable (unreadable): no permission to read it
      fine active (wins): the only one of this name
      flat.md unreadable (unreadable): no permission to read it
  `),
        );
      } finally {
        chmodSync(built.at('R/.claude/skills'), 0o700);
        chmodSync(built.at('R/.agents/skills/closed-folder'), 0o700);
      }
    },
  ));
