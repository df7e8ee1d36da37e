/** The cases of layouts that went wrong for people, as far as explaining goes: each a layout, a question and the answer. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { checkResolution } from '../../src/core/checks/check-resolution';
import { explain } from '../../src/core/explain/explain';
import { nodeFileSystem } from '../../src/core/file-system';
import { type Message, renderMessage } from '../../src/core/message';
import { type BuiltLayout, type Layout, skillText } from '../layout';
import { type Asked, block, relative, resolveIn, within } from './resolved';

interface Case extends Asked {
  readonly title: string;
  readonly layout: Layout;
  /** Where the disk takes skill.md for SKILL.md, there is nothing to explain. */
  readonly whereCaseCounts?: boolean;
  /** A name, or a path in the layout. */
  readonly ask: string | { readonly path: string };
  /** Headline; candidates as verdict, code, file; problems as severity, code, place; changes as fixes; notes. */
  readonly answer: string;
}

const git = { 'R/.git': null } as const;
const copies = (name: string, ...folders: readonly string[]) =>
  Object.fromEntries(folders.map(folder => [`${folder}/SKILL.md`, skillText(name)]));
const differing = (name: string, ...folders: readonly string[]) =>
  Object.fromEntries(
    folders.map((folder, index) => [`${folder}/SKILL.md`, skillText(name, `Copy ${index}.`)]),
  );
const dir = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\n\nBody.\n`;

const CASES: readonly Case[] = [
  {
    title: 'case 1: one skill in two user roots',
    layout: { ...git, ...copies('heron', 'home/.codex/skills/heron', 'home/.agents/skills/heron') },
    ask: 'heron',
    answer: `
      “heron” loads from home/.codex/skills/heron/SKILL.md
      * active wins home/.codex/skills/heron/SKILL.md
      - shadowed brand-before-generic home/.agents/skills/heron/SKILL.md (0 differ)
      ! information shadowed home/.agents/skills/heron/SKILL.md:2:7
    `,
  },
  {
    title: 'case 2: a link to a harmless copy',
    layout: {
      ...git,
      ...copies('heron', 'home/.codex/skills/heron', 'home/.agents/skills/heron'),
      'home/.gemini/skills/heron': { symlink: '../../.agents/skills/heron' },
    },
    ask: 'heron',
    answer: `
      “heron” loads from home/.codex/skills/heron/SKILL.md
      * active wins home/.codex/skills/heron/SKILL.md
      - shadowed brand-before-generic home/.agents/skills/heron/SKILL.md (0 differ)
      - not-read other-tool home/.gemini/skills/heron/SKILL.md (0 differ)
      ! information shadowed home/.agents/skills/heron/SKILL.md:2:7
    `,
  },
  {
    title: 'case 3: two folders with one declared name',
    layout: { ...git, ...differing('ibis', 'R/.agents/skills/ibis', 'R/.agents/skills/ibis-copy') },
    ask: 'ibis',
    answer: `
      “ibis” loads from R/.agents/skills/ibis/SKILL.md, or from another place: ambiguous with ibis-copy: the order in which the file system lists R/.agents/skills decides
      * ambiguous directory-order R/.agents/skills/ibis/SKILL.md
      - ambiguous directory-order R/.agents/skills/ibis-copy/SKILL.md (1 differ)
      ! information name-not-folder R/.agents/skills/ibis-copy/SKILL.md:2:7
      ! warning ambiguous R/.agents/skills/ibis-copy/SKILL.md:2:7
      ! warning ambiguous R/.agents/skills/ibis/SKILL.md:2:7
      > set-name
      > set-name
    `,
  },
  {
    title: 'case 4: the same with three folders that are identical',
    layout: { ...git, ...copies('ibis', 'R/.agents/skills/a', 'R/.agents/skills/b', 'R/.agents/skills/c') },
    ask: 'ibis',
    answer: `
      “ibis” loads from R/.agents/skills/a/SKILL.md, or from another place: ambiguous with b: the order in which the file system lists R/.agents/skills decides
      * ambiguous directory-order R/.agents/skills/a/SKILL.md
      - ambiguous directory-order R/.agents/skills/b/SKILL.md (0 differ)
      - ambiguous directory-order R/.agents/skills/c/SKILL.md (0 differ)
      ! information name-not-folder R/.agents/skills/a/SKILL.md:2:7
      ! information ambiguous R/.agents/skills/a/SKILL.md:2:7
      ! information name-not-folder R/.agents/skills/b/SKILL.md:2:7
      ! information ambiguous R/.agents/skills/b/SKILL.md:2:7
      ! information name-not-folder R/.agents/skills/c/SKILL.md:2:7
      ! information ambiguous R/.agents/skills/c/SKILL.md:2:7
    `,
  },
  {
    title: 'case 5: project before user',
    layout: { ...git, ...differing('crane', 'R/.agents/skills/crane', 'home/.agents/skills/crane') },
    ask: 'crane',
    answer: `
      “crane” loads from R/.agents/skills/crane/SKILL.md
      * active wins R/.agents/skills/crane/SKILL.md
      - shadowed scope-order home/.agents/skills/crane/SKILL.md (1 differ)
      ! warning shadowed home/.agents/skills/crane/SKILL.md:2:7
      > Remove or rename the other copy, change the declared name of this one, or bring the copies together.
    `,
  },
  {
    title: 'case 6: Claude Code has the reverse order',
    layout: { ...git, ...differing('crane', 'R/.claude/skills/crane', 'home/.claude/skills/crane') },
    ask: 'crane',
    answer: `
      “crane” loads from R/.claude/skills/crane/SKILL.md
      * active wins R/.claude/skills/crane/SKILL.md
      - shadowed scope-order home/.claude/skills/crane/SKILL.md (1 differ)
      ! warning shadowed home/.claude/skills/crane/SKILL.md:2:7
      > Remove or rename the other copy, change the declared name of this one, or bring the copies together.
      # Claude Code would take the copy of the user, not that of the project.
    `,
  },
  {
    title: 'case 7: an empty generic directory hides another',
    layout: { ...git, 'home/.config/agents/skills': null, ...copies('teal', 'home/.agents/skills/teal') },
    ask: 'teal',
    answer: `
      Nothing loads under “teal”
      - hidden better-generic home/.agents/skills/teal/SKILL.md
      ! warning empty-directory-hides home/.agents/skills/teal/SKILL.md:2:7
      > remove-empty-directory, copy-to-canonical, plan remove-empty-root
    `,
  },
  {
    title: 'case 8: the generic group takes one directory only',
    layout: {
      ...git,
      ...copies('owl', 'home/.config/agents/skills/owl'),
      ...copies('wren', 'home/.agents/skills/wren'),
    },
    ask: 'wren',
    answer: `
      Nothing loads under “wren”
      - hidden better-generic home/.agents/skills/wren/SKILL.md
      ! warning better-generic home/.agents/skills/wren/SKILL.md:2:7
      > copy-to-canonical, plan copy
    `,
  },
  {
    title: 'case 9: another tool’s directory',
    layout: { ...git, ...copies('rook', 'home/.config/opencode/skills/rook') },
    ask: 'rook',
    answer: `
      Nothing loads under “rook”
      - not-read other-tool home/.config/opencode/skills/rook/SKILL.md
      > Copy it to where this product looks, or name its directory in extra_skill_dirs.
      > copy-to-canonical, plan copy
      > add-extra-skill-dir, paste extra_skill_dirs = ["~/.config/opencode/skills"]
    `,
  },
  {
    title: 'case 9: another tool’s directory, named as an extra one',
    layout: { ...git, ...copies('rook', 'home/.config/opencode/skills/rook') },
    ask: 'rook',
    overrides: { extraSkillDirs: ['~/.config/opencode/skills'] },
    answer: `
      “rook” loads from home/.config/opencode/skills/rook/SKILL.md
      * active wins home/.config/opencode/skills/rook/SKILL.md
    `,
  },
  {
    title: 'case 10: a plugin’s skill beside a plain one',
    layout: { ...git, ...differing('lark', 'home/.kimi/plugins/lark', 'home/.agents/skills/lark') },
    ask: 'lark',
    answer: `
      “lark” loads from home/.agents/skills/lark/SKILL.md
      * active wins home/.agents/skills/lark/SKILL.md
      - shadowed scope-order home/.kimi/plugins/lark/SKILL.md (1 differ)
      ! warning shadowed home/.kimi/plugins/lark/SKILL.md:2:7
      > Remove or rename the other copy, change the declared name of this one, or bring the copies together.
    `,
  },
  {
    title: 'case 13: names that differ by case only',
    layout: {
      ...git,
      ...differing('Plover', 'R/.agents/skills/Plover'),
      ...copies('plover', 'home/.agents/skills/plover'),
    },
    ask: 'PLOVER',
    answer: `
      “Plover” loads from R/.agents/skills/Plover/SKILL.md
      * active wins R/.agents/skills/Plover/SKILL.md
      - shadowed scope-order home/.agents/skills/plover/SKILL.md (1 differ)
      ! information name-not-portable R/.agents/skills/Plover/SKILL.md:2:7
      ! warning shadowed home/.agents/skills/plover/SKILL.md:2:7
      > Remove or rename the other copy, change the declared name of this one, or bring the copies together.
    `,
  },
  {
    title: 'case 14: full case folding',
    layout: {
      ...git,
      'R/.agents/skills/a/SKILL.md': skillText('Straße'),
      'home/.agents/skills/b/SKILL.md': skillText('STRASSE'),
    },
    ask: 'strasse',
    answer: `
      “Straße” loads from R/.agents/skills/a/SKILL.md
      * active wins R/.agents/skills/a/SKILL.md
      - shadowed scope-order home/.agents/skills/b/SKILL.md (1 differ)
      ! warning not-typeable R/.agents/skills/a/SKILL.md:2:7
      ! information name-not-folder R/.agents/skills/a/SKILL.md:2:7
      ! information name-not-portable home/.agents/skills/b/SKILL.md:2:7
      ! information name-not-folder home/.agents/skills/b/SKILL.md:2:7
      ! warning shadowed home/.agents/skills/b/SKILL.md:2:7
      > set-name, rename-folder
      > Remove or rename the other copy, change the declared name of this one, or bring the copies together.
    `,
  },
  {
    title: 'case 15: an empty first brand directory with merging off',
    layout: {
      ...git,
      'home/.kimi/config.toml': 'merge_all_available_skills = false\n',
      'home/.kimi/skills': null,
      ...copies('swift', 'home/.claude/skills/swift'),
    },
    ask: 'swift',
    answer: `
      Nothing loads under “swift”
      - hidden first-brand-only home/.claude/skills/swift/SKILL.md
      ! warning empty-directory-hides home/.claude/skills/swift/SKILL.md:2:7
      > remove-empty-directory, copy-to-canonical, plan remove-empty-root
    `,
  },
  {
    title: 'case 15: the same with merging on',
    layout: { ...git, 'home/.kimi/skills': null, ...copies('swift', 'home/.claude/skills/swift') },
    ask: 'swift',
    answer: `
      “swift” loads from home/.claude/skills/swift/SKILL.md
      * active wins home/.claude/skills/swift/SKILL.md
    `,
  },
  {
    title: 'case 16: a link is no second copy',
    layout: {
      ...git,
      ...copies('finch', 'R/.agents/skills/finch'),
      'R/.claude/skills/finch': { symlink: '../../.agents/skills/finch' },
    },
    ask: { path: 'R/.agents/skills/finch' },
    answer: `
      R/.agents/skills/finch/SKILL.md is the same file as R/.claude/skills/finch/SKILL.md, which loads as “finch”
      * active wins R/.claude/skills/finch/SKILL.md
      - alias same-file R/.agents/skills/finch/SKILL.md
    `,
  },
  {
    title: 'case 17: the whole directory is a link',
    layout: {
      ...git,
      'home/.claude/skills': { symlink: '../dotfiles/skills' },
      ...copies('gannet', 'home/dotfiles/skills/gannet'),
    },
    ask: { path: 'home/dotfiles/skills/gannet/SKILL.md' },
    answer: `
      “gannet” loads from home/dotfiles/skills/gannet/SKILL.md
      * active wins home/dotfiles/skills/gannet/SKILL.md
      # home/.claude/skills is a link, or lies behind one: it leads to home/dotfiles/skills.
    `,
  },
  {
    title: 'case 18: only SKILL.md is a link',
    layout: {
      ...git,
      'R/docs/gull.md': skillText('gull'),
      'R/.agents/skills/gull/SKILL.md': { symlink: '../../../docs/gull.md' },
    },
    ask: { path: 'R/docs/gull.md' },
    answer: `
      “gull” loads from R/.agents/skills/gull/SKILL.md
      * active wins R/.agents/skills/gull/SKILL.md
      # Codex passes over a SKILL.md that is a link.
    `,
  },
  {
    title: 'case 20: a broken link',
    layout: {
      ...git,
      'R/.agents/skills/dodo': { symlink: './gone' },
      ...copies('zebra', 'R/.agents/skills/zebra'),
    },
    ask: 'dodo',
    answer: `
      Nothing loads under “dodo”
      - unreadable broken-link R/.agents/skills/dodo
      ! warning broken-link R/.agents/skills/dodo:1:1
      > remove-link
    `,
  },
  {
    title: 'case 21: loops',
    layout: {
      ...git,
      'R/.agents/skills/loop': { symlink: '.' },
      ...copies('elk', 'R/.agents/skills/elk'),
      'R/.agents/skills/elk/elk': { symlink: '..' },
    },
    ask: 'loop',
    answer: `
      Nothing loads under “loop”
      - not-read link-loop R/.agents/skills/loop/SKILL.md
      ! warning link-loop R/.agents/skills/loop/SKILL.md:1:1
      > remove-link
    `,
  },
  {
    title: 'case 23: a link that was checked out as text',
    layout: {
      ...git,
      'R/.claude/skills/stork': '../../.agents/skills/stork',
      ...copies('stork', 'R/.agents/skills/stork'),
    },
    ask: { path: 'R/.claude/skills/stork' },
    answer: `
      R/.claude/skills/stork does not load: “stork” loads from R/.agents/skills/stork/SKILL.md
      * active wins R/.agents/skills/stork/SKILL.md
      - not-read link-as-text R/.claude/skills/stork (1 differ)
      ! warning link-as-text R/.claude/skills/stork:1:1
      > restore-link
    `,
  },
  {
    title: 'case 26: found upward',
    layout: { ...git, 'R/packages/web': null, ...copies('egret', 'R/.agents/skills/egret') },
    ask: 'egret',
    workDir: 'R/packages/web',
    answer: `
      “egret” loads from R/.agents/skills/egret/SKILL.md
      * active wins R/.agents/skills/egret/SKILL.md
      # The project root R was found upward from R/packages/web, by its .git.
    `,
  },
  {
    title: 'case 27: below the project root',
    layout: { ...git, ...copies('tern', 'R/packages/web/.agents/skills/tern') },
    ask: 'tern',
    workDir: 'R/packages/web',
    answer: `
      Nothing loads under “tern”
      - not-read below-project-root R/packages/web/.agents/skills/tern/SKILL.md
      > Copy the skills to the project root.
      > copy-to-canonical, plan copy
      > add-extra-skill-dir, paste extra_skill_dirs = ["R/packages/web/.agents/skills"]
      # The project root R was found upward from R/packages/web, by its .git.
    `,
  },
  {
    title: 'case 27: the same, started at the root',
    layout: { ...git, ...copies('tern', 'R/packages/web/.agents/skills/tern') },
    ask: 'tern',
    answer: `
      Nothing loads under “tern”
      - not-read below-project-root R/packages/web/.agents/skills/tern/SKILL.md
      > Copy the skills to the project root.
      > copy-to-canonical, plan copy
      > add-extra-skill-dir, paste extra_skill_dirs = ["R/packages/web/.agents/skills"]
    `,
  },
  {
    title: 'case 28: .git is a file',
    layout: { 'R/.git': 'gitdir: elsewhere\n', 'R/sub': null, ...copies('auk', 'R/.agents/skills/auk') },
    ask: 'auk',
    workDir: 'R/sub',
    answer: `
      “auk” loads from R/.agents/skills/auk/SKILL.md
      * active wins R/.agents/skills/auk/SKILL.md
      # The project root R was found upward from R/sub, by its .git.
    `,
  },
  {
    title: 'case 30: home is the repository',
    layout: { 'home/.git': null, 'home/notes': null, ...copies('coot', 'home/.agents/skills/coot') },
    ask: 'coot',
    workDir: 'home/notes',
    answer: `
      “coot” loads from home/.agents/skills/coot/SKILL.md
      * active wins home/.agents/skills/coot/SKILL.md
      # The home directory is the project root as well: its directories count as those of the project.
    `,
  },
  {
    title: 'case 32: no git anywhere',
    layout: { 'P/x': null, ...copies('ruff', 'P/.agents/skills/ruff') },
    ask: 'ruff',
    workDir: 'P/x',
    answer: `
      Nothing loads under “ruff”
      - not-read above-work-dir P/.agents/skills/ruff/SKILL.md
      > Run git init in the directory that is meant to be the root, or start kimi-cli there.
      > copy-to-canonical, plan copy
      > add-extra-skill-dir, paste extra_skill_dirs = ["P/.agents/skills"]
      # There is no .git from P/x upward, so that this directory itself is the project root.
    `,
  },
  {
    title: 'case 37: an unquoted colon',
    layout: {
      ...git,
      'R/.agents/skills/moa/SKILL.md': dir('name: moa', 'description: Use when: editing'),
      ...copies('moa', 'home/.agents/skills/moa'),
    },
    ask: { path: 'R/.agents/skills/moa/SKILL.md' },
    answer: `
      R/.agents/skills/moa/SKILL.md does not load: “moa” loads from home/.agents/skills/moa/SKILL.md
      * active wins home/.agents/skills/moa/SKILL.md
      - invalid unquoted-colon R/.agents/skills/moa/SKILL.md
      ! error unquoted-colon R/.agents/skills/moa/SKILL.md:3:22
      > quote-value
    `,
  },
  {
    title: 'case 38: a byte order mark',
    layout: { ...git, 'R/.agents/skills/kea/SKILL.md': `\ufeff${skillText('parrot')}` },
    ask: { path: 'R/.agents/skills/kea/SKILL.md' },
    answer: `
      “kea” loads from R/.agents/skills/kea/SKILL.md
      * active wins R/.agents/skills/kea/SKILL.md
      ! warning bom R/.agents/skills/kea/SKILL.md:1:1
      > strip-bom
    `,
  },
  {
    title: 'case 39: CRLF',
    layout: { ...git, 'R/.agents/skills/emu/SKILL.md': skillText('emu').replaceAll('\n', '\r\n') },
    ask: 'emu',
    answer: `
      “emu” loads from R/.agents/skills/emu/SKILL.md
      * active wins R/.agents/skills/emu/SKILL.md
    `,
  },
  {
    title: 'case 40: skill.md',
    whereCaseCounts: true,
    layout: { ...git, 'R/.agents/skills/rhea/skill.md': skillText('rhea') },
    ask: { path: 'R/.agents/skills/rhea/SKILL.md' },
    answer: `
      R/.agents/skills/rhea/skill.md does not load: named skill.md: only the exact name SKILL.md is read
      - not-read wrong-case R/.agents/skills/rhea/skill.md
      ! warning wrong-case R/.agents/skills/rhea/skill.md:2:7
      > rename-to-skill-md
    `,
  },
  {
    title: 'case 41: a flat file',
    layout: { ...git, 'R/.agents/skills/review.md': '# Review\n\nText.\n' },
    ask: 'review',
    answer: `
      “review” loads from R/.agents/skills/review.md
      * active wins R/.agents/skills/review.md
      ! information no-frontmatter R/.agents/skills/review.md:1:1
    `,
  },
  {
    title: 'case 42: flat and folder together',
    layout: {
      ...git,
      'R/.agents/skills/newt.md': skillText('newt', 'Flat.'),
      ...copies('newt', 'R/.agents/skills/newt'),
    },
    ask: 'newt',
    answer: `
      “newt” loads from R/.agents/skills/newt/SKILL.md
      * active wins R/.agents/skills/newt/SKILL.md
      - shadowed flat-after-directory R/.agents/skills/newt.md (1 differ)
      ! warning shadowed R/.agents/skills/newt.md:2:7
      > Remove or rename the other copy, change the declared name of this one, or bring the copies together.
    `,
  },
  {
    title: 'case 44: README counts as a skill',
    layout: { ...git, 'R/.agents/skills/README.md': '# Our skills\n\nText.\n' },
    ask: 'README',
    answer: `
      “README” loads from R/.agents/skills/README.md
      * active wins R/.agents/skills/README.md
      ! warning document-as-skill R/.agents/skills/README.md:1:1
      > rename-to-markdown
    `,
  },
  {
    title: 'case 45: name and folder differ',
    layout: { ...git, ...copies('toolkit', 'R/.agents/skills/tool-kit') },
    ask: 'tool-kit',
    answer: `
      Nothing loads under “tool-kit”: the skill in the folder or file of that name is called “toolkit”
      * active wins R/.agents/skills/tool-kit/SKILL.md
      ! information name-not-folder R/.agents/skills/tool-kit/SKILL.md:2:7
      > rename-folder, set-name
    `,
  },
  {
    title: 'case 46: a folder of folders',
    layout: { ...git, ...copies('avocet', 'R/.agents/skills/birds/waders/avocet') },
    ask: 'avocet',
    answer: `
      Nothing loads under “avocet”
      - not-read too-deep R/.agents/skills/birds/waders/avocet/SKILL.md
      ! warning too-deep R/.agents/skills/birds/waders/avocet/SKILL.md:2:7
      > copy-to-root, plan copy
    `,
  },
  {
    title: 'case 47: a skill inside a skill',
    layout: {
      ...git,
      ...copies('host', 'R/.agents/skills/host'),
      ...copies('guest', 'R/.agents/skills/host/guest'),
    },
    ask: 'guest',
    answer: `
      Nothing loads under “guest”
      - not-read inside-skill R/.agents/skills/host/guest/SKILL.md
      ! information inside-skill R/.agents/skills/host/guest/SKILL.md:2:7
      > copy-to-root, plan copy
    `,
  },
  {
    title: 'case 48: no description',
    layout: { ...git, 'R/.agents/skills/maps/SKILL.md': '---\nname: maps\n---\n\nDraws maps.\n' },
    ask: 'maps',
    answer: `
      “maps” loads from R/.agents/skills/maps/SKILL.md
      * active wins R/.agents/skills/maps/SKILL.md
      ! information no-description R/.agents/skills/maps/SKILL.md:1:1
    `,
  },
  {
    title: 'case 49: no frontmatter',
    layout: { ...git, 'R/.agents/skills/nene/SKILL.md': 'Draws maps.\n' },
    ask: 'nene',
    answer: `
      “nene” loads from R/.agents/skills/nene/SKILL.md
      * active wins R/.agents/skills/nene/SKILL.md
      ! information no-frontmatter R/.agents/skills/nene/SKILL.md:1:1
    `,
  },
  {
    title: 'case 50: a number as a name',
    layout: { ...git, 'R/.agents/skills/tick/SKILL.md': dir('name: 1:30', 'description: d') },
    ask: 'tick',
    answer: `
      Nothing loads under “tick”
      - invalid name-not-text R/.agents/skills/tick/SKILL.md
      ! error name-not-text R/.agents/skills/tick/SKILL.md:2:7
      > quote-value
    `,
  },
  {
    title: 'case 50: a truth value as a name',
    layout: { ...git, 'R/.agents/skills/switch/SKILL.md': dir('name: on', 'description: d') },
    ask: 'switch',
    answer: `
      Nothing loads under “switch”
      - invalid name-not-text R/.agents/skills/switch/SKILL.md
      ! error name-not-text R/.agents/skills/switch/SKILL.md:2:7
      > quote-value
    `,
  },
  {
    title: 'case 50: a date as a name',
    layout: { ...git, 'R/.agents/skills/day/SKILL.md': dir('name: 2026-01-02', 'description: d') },
    ask: 'day',
    answer: `
      Nothing loads under “day”
      - invalid name-not-text R/.agents/skills/day/SKILL.md
      ! error name-not-text R/.agents/skills/day/SKILL.md:2:7
      > quote-value
    `,
  },
  {
    title: 'case 50: a number as a description',
    layout: { ...git, 'R/.agents/skills/answer/SKILL.md': dir('name: answer', 'description: 42') },
    ask: 'answer',
    answer: `
      Nothing loads under “answer”
      - invalid description-not-text R/.agents/skills/answer/SKILL.md
      ! error description-not-text R/.agents/skills/answer/SKILL.md:3:14
      > quote-value
    `,
  },
  {
    title: 'case 53: names outside the open format',
    layout: {
      ...git,
      'R/.agents/skills/a/SKILL.md': skillText('My Skill!'),
      'R/.agents/skills/b/SKILL.md': skillText('n'.repeat(70)),
      'R/.agents/skills/c/SKILL.md': skillText('-x'),
      'R/.agents/skills/d/SKILL.md': skillText('a--b'),
    },
    ask: 'My Skill!',
    answer: `
      “My Skill!” loads from R/.agents/skills/a/SKILL.md
      * active wins R/.agents/skills/a/SKILL.md
      ! warning not-typeable R/.agents/skills/a/SKILL.md:2:7
      ! information name-not-folder R/.agents/skills/a/SKILL.md:2:7
      ! information name-not-portable R/.agents/skills/b/SKILL.md:2:7
      ! information name-not-folder R/.agents/skills/b/SKILL.md:2:7
      ! information name-not-portable R/.agents/skills/c/SKILL.md:2:7
      ! information name-not-folder R/.agents/skills/c/SKILL.md:2:7
      ! information name-not-portable R/.agents/skills/d/SKILL.md:2:7
      ! information name-not-folder R/.agents/skills/d/SKILL.md:2:7
      > set-name, rename-folder
    `,
  },
  {
    title: 'case 54: an unknown type',
    layout: {
      ...git,
      'R/.agents/skills/agent/SKILL.md': dir('name: agent', 'description: d', 'type: agent'),
    },
    ask: 'agent',
    answer: `
      Nothing loads under “agent”
      - invalid unknown-type R/.agents/skills/agent/SKILL.md
      ! error unknown-type R/.agents/skills/agent/SKILL.md:4:7
      > set-type-standard, set-type-flow
    `,
  },
  {
    title: 'case 55: not UTF-8',
    layout: {
      ...git,
      'R/.agents/skills/umlaut/SKILL.md': { base64: 'LS0tCm5hbWU6IHVtbGF1dApkZXNjcmlwdGlvbjogZvxyCi0tLQo=' },
    },
    ask: 'umlaut',
    answer: `
      Nothing loads under “umlaut”
      - invalid not-utf8 R/.agents/skills/umlaut/SKILL.md
      ! error not-utf8 R/.agents/skills/umlaut/SKILL.md:3:15
      > convert-to-utf8
      # kimi-cli 1.49 does not start here: not UTF-8: byte 0xfc at offset 31 (R/.agents/skills/umlaut/SKILL.md)
    `,
  },
  {
    title: 'case 55: a directory in place of SKILL.md',
    layout: { ...git, 'R/.agents/skills/odd/SKILL.md/x': 'x' },
    ask: 'odd',
    answer: `
      Nothing loads under “odd”
      - not-read not-a-file R/.agents/skills/odd/SKILL.md
      ! warning not-a-file R/.agents/skills/odd/SKILL.md:1:1
      > Put a file in its place.
    `,
  },
  {
    title: 'case 62: a path that is not there',
    layout: { ...git },
    ask: { path: 'R/.agents/skills/nothing/SKILL.md' },
    answer: `
      R/.agents/skills/nothing/SKILL.md is not loaded as a skill: there is nothing at R/.agents/skills/nothing/SKILL.md
      at does-not-exist
      > Check the path.
    `,
  },
  {
    title: 'case 62: a file of a skill',
    layout: {
      ...git,
      ...copies('host', 'R/.agents/skills/host'),
      'R/.agents/skills/host/references/a.md': 'A',
    },
    ask: { path: 'R/.agents/skills/host/references/a.md' },
    answer: `
      R/.agents/skills/host/references/a.md is a file of a skill, and “host” loads from R/.agents/skills/host/SKILL.md
      * active wins R/.agents/skills/host/SKILL.md
      at part-of-skill
    `,
  },
  {
    title: 'case 62: a folder without SKILL.md',
    layout: { ...git, 'R/.agents/skills/empty/notes.txt': 'x' },
    ask: { path: 'R/.agents/skills/empty' },
    answer: `
      R/.agents/skills/empty is not loaded as a skill: the folder holds no SKILL.md
      at folder-without-skill
    `,
  },
  {
    title: 'case 62: another suffix',
    layout: { ...git, 'R/.agents/skills/note.markdown': 'x' },
    ask: { path: 'R/.agents/skills/note.markdown' },
    answer: `
      R/.agents/skills/note.markdown is not loaded as a skill: its name ends in .markdown: only .md counts
      at not-a-skill-file
    `,
  },
  {
    title: 'case 62: a misspelt directory',
    layout: { ...git, ...copies('typo', 'R/.agent/skills/typo') },
    ask: { path: 'R/.agent/skills/typo/SKILL.md' },
    answer: `
      R/.agent/skills/typo/SKILL.md does not load: misspelt: the directory is .agents, with an s
      - not-read misspelt R/.agent/skills/typo/SKILL.md
      > Rename the directory, or copy the skills.
      > copy-to-canonical, plan copy
      > add-extra-skill-dir, paste extra_skill_dirs = ["R/.agent/skills"]
    `,
  },
  {
    title: 'case 62: another project',
    layout: { ...git, 'Q/.git': null, ...copies('else', 'Q/.agents/skills/else') },
    ask: { path: 'Q/.agents/skills/else' },
    answer: `
      Q/.agents/skills/else is not loaded as a skill: it belongs to Q, which is neither this project nor the home directory
      at outside-roots
      > Copy it to where this product looks, or name its directory in extra_skill_dirs.
      > paste extra_skill_dirs = ["Q/.agents/skills"]
    `,
  },
  {
    title: 'case 62: outside every directory',
    layout: { ...git, ...copies('loose', 'R/stuff/loose') },
    ask: { path: 'R/stuff/loose' },
    answer: `
      R/stuff/loose is not loaded as a skill: it lies in none of the directories that are looked at
      at outside-roots
      > Copy it to where this product looks, or name its directory in extra_skill_dirs.
      > paste extra_skill_dirs = ["R/stuff"]
    `,
  },
  {
    title: 'case 62: a name that is nearly right',
    layout: { ...git, ...copies('deploy', 'R/.agents/skills/deploy') },
    ask: 'depoly',
    answer: `
      Nothing is called “depoly” here
      ? deploy
    `,
  },
];

const caseCounts = !existsSync(process.execPath.toUpperCase());

for (const { title, layout, ask, answer, whereCaseCounts, ...asked } of CASES) {
  if (whereCaseCounts && !caseCounts) continue;
  test(title, () =>
    within(layout, async built => {
      assert.equal(await answered(built, ask, asked), block(answer));
    }),
  );
}

async function answered(built: BuiltLayout, ask: Case['ask'], asked: Asked): Promise<string> {
  const resolution = await resolveIn(built, asked);
  const subject = typeof ask === 'string' ? { name: ask } : { path: built.at(ask.path) };
  const explanation = await explain(nodeFileSystem, resolution, subject);
  const say = (message: Message) => relative(renderMessage(message), built);
  const problems = await checkResolution(nodeFileSystem, resolution);
  const shown = (file: string) => relative(file, built).replaceAll(path.sep, '/');
  return [
    say(explanation.headline),
    ...explanation.candidates.map(({ verdict, code, file, loads, comparison }) => {
      const drift = comparison ? ` (${comparison.differences.length} differ)` : '';
      return `${loads ? '*' : '-'} ${verdict} ${code} ${shown(file)}${drift}`;
    }),
    ...(explanation.place ? [`at ${explanation.place.code}`] : []),
    ...problems.map(({ severity, code, file, range }) => {
      return `! ${severity} ${code} ${shown(file)}:${range.start.line + 1}:${range.start.character + 1}`;
    }),
    ...explanation.changes.map(({ fixes, plan, paste, text }) => {
      const ways = [
        ...fixes,
        ...(plan ? [`plan ${plan.kind}`] : []),
        ...(paste ? [`paste ${say({ template: paste.text, args: [] })}`] : []),
      ];
      return `> ${ways.join(', ') || say(text)}`;
    }),
    ...explanation.similar.map(name => `? ${name}`),
    // The last one is about any skill.
    ...explanation.notes.slice(0, -1).map(note => `# ${say(note)}`),
  ].join('\n');
}
