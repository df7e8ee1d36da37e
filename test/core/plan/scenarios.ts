/** What the tests of faults and kills do to a layout: one of everything that an operation can be. */
import * as fs from 'node:fs';
import path from 'node:path';
import type { Trash } from '../../../src/core/plan/executor';
import type { Answers, PlanRequest } from '../../../src/core/plan/types';
import type { Layout } from '../../layout';
import { skillText } from '../../layout';
import type { World } from './harness';

export interface Scenario {
  readonly name: string;
  readonly layout: Layout;
  readonly request: (world: World) => PlanRequest;
  readonly answers?: Answers;
  /** Every two directories are on file systems of their own. */
  readonly twoDisks?: boolean;
  readonly trash?: boolean;
  /** The last plan is applied first, and it is the undo that is disturbed. */
  readonly undo?: boolean;
  /** Where each skill is before and after. */
  readonly skills: readonly (readonly [before: string, after: string | null])[];
}

const RAIL: Layout = {
  'R/.kimi/skills/rail/SKILL.md': skillText('rail'),
  'R/.kimi/skills/rail/scripts/run.sh': { text: '#!/bin/sh\n', mode: 0o755 },
  'R/.kimi/skills/rail/empty': null,
  'R/.kimi/skills/rail/latest': { symlink: 'scripts/run.sh' },
  'R/.kimi/skills/stays/SKILL.md': skillText('stays'),
};

const rail = (world: World) => ({ candidates: [`${world.built.root}/R/.kimi/skills//rail/SKILL.md`] });
const moveRail = (world: World): PlanRequest => ({ kind: 'move', what: rail(world), to: 'canonical' });
const RAIL_MOVES = [['R/.kimi/skills/rail', 'R/.agents/skills/rail']] as const;

const FLAT: Layout = {
  'R/.kimi/skills/review.md': { text: '[a](docs/a.md)\n', mode: 0o640 },
  'R/.kimi/skills/docs/a.md': 'a',
};

const OTHER: Layout = {
  'R/.agents/skills/rail/SKILL.md': skillText('rail', 'Another.'),
  'R/.agents/skills/rail/own': 'own',
};

const APPLIED: readonly Scenario[] = [
  {
    name: 'copy',
    layout: RAIL,
    request: world => ({ kind: 'copy', what: rail(world), to: 'canonical' }),
    skills: RAIL_MOVES,
  },
  { name: 'move', layout: RAIL, request: moveRail, skills: RAIL_MOVES },
  {
    name: 'move, leaving a link',
    layout: RAIL,
    request: world => ({ kind: 'move', what: rail(world), to: 'canonical', leaveLink: true }),
    skills: RAIL_MOVES,
  },
  { name: 'move to another disk', layout: RAIL, request: moveRail, twoDisks: true, skills: RAIL_MOVES },
  {
    name: 'move over another one',
    layout: { ...RAIL, ...OTHER },
    request: moveRail,
    answers: { 'conflict:*': 'replace' },
    skills: [...RAIL_MOVES, ['R/.agents/skills/rail', 'R/.agents/.which-skill-backups/20260102-030405/rail']],
  },
  {
    name: 'move over another one that goes into the trash, between disks',
    layout: { ...RAIL, ...OTHER },
    request: moveRail,
    answers: { 'conflict:*': 'replace-trash' },
    trash: true,
    twoDisks: true,
    skills: [...RAIL_MOVES, ['R/.agents/skills/rail', 'trash/rail']],
  },
  {
    name: 'flat file into a folder, with a link adjusted',
    layout: FLAT,
    request: world => ({ kind: 'to-folder', what: { root: world.at('R/.kimi/skills') }, to: 'same' }),
    skills: [['R/.kimi/skills/review.md', 'R/.kimi/skills/review/SKILL.md']],
  },
  {
    name: 'move of a flat file',
    layout: { 'R/.kimi/skills/note.md': skillText('note') },
    request: world => ({ kind: 'move', what: { root: world.at('R/.kimi/skills') }, to: 'canonical' }),
    skills: [['R/.kimi/skills/note.md', 'R/.agents/skills/note.md']],
  },
  {
    name: 'move of a flat file to another disk',
    layout: { 'R/.kimi/skills/note.md': skillText('note') },
    request: world => ({ kind: 'move', what: { root: world.at('R/.kimi/skills') }, to: 'canonical' }),
    twoDisks: true,
    skills: [['R/.kimi/skills/note.md', 'R/.agents/skills/note.md']],
  },
  {
    name: 'move of a link',
    layout: {
      'R/elsewhere/heron/SKILL.md': skillText('heron'),
      'R/.claude/skills/heron': { symlink: '../../elsewhere/heron' },
    },
    request: world => ({ kind: 'move', what: { root: world.at('R/.claude/skills') }, to: { scope: 'user' } }),
    skills: [['R/.claude/skills/heron/SKILL.md', 'home/.agents/skills/heron/SKILL.md']],
  },
  {
    name: 'move of two skills',
    layout: { ...RAIL, 'R/.kimi/skills/note.md': skillText('note') },
    request: world => ({ kind: 'move', what: { root: world.at('R/.kimi/skills') }, to: 'canonical' }),
    skills: [...RAIL_MOVES, ['R/.kimi/skills/note.md', 'R/.agents/skills/note.md']],
  },
  {
    name: 'rename',
    layout: RAIL,
    request: world => ({ kind: 'rename', what: rail(world), name: 'sora' }),
    skills: [['R/.kimi/skills/rail', 'R/.kimi/skills/sora']],
  },
  {
    name: 'rename over another one',
    layout: { ...RAIL, 'R/.kimi/skills/sora/SKILL.md': skillText('sora') },
    request: world => ({ kind: 'rename', what: rail(world), name: 'sora' }),
    answers: { 'conflict:*': 'replace' },
    skills: [
      ['R/.kimi/skills/rail', 'R/.kimi/skills/sora'],
      ['R/.kimi/skills/sora', 'R/.kimi/.which-skill-backups/20260102-030405/sora'],
    ],
  },
  {
    name: 'rename of a declared name only',
    layout: { 'R/.kimi/skills/sora/SKILL.md': skillText('rail') },
    request: world => ({
      kind: 'rename',
      what: { candidates: [`${world.built.root}/R/.kimi/skills//sora/SKILL.md`] },
      name: 'sora',
    }),
    skills: [['R/.kimi/skills/sora/SKILL.md', 'R/.kimi/.which-skill-backups/20260102-030405/sora-SKILL.md']],
  },
  {
    name: 'new skill in a directory that is not there',
    layout: RAIL,
    request: world => ({
      kind: 'create',
      root: world.at('R/.agents/skills'),
      name: 'sora',
      description: 'A small bird.',
    }),
    skills: [['R/.kimi/skills/rail', 'R/.kimi/skills/rail']],
  },
  {
    name: 'delete into a backup',
    layout: RAIL,
    request: world => ({ kind: 'delete', what: rail(world) }),
    answers: { removal: 'backup' },
    skills: [['R/.kimi/skills/rail', 'R/.kimi/.which-skill-backups/20260102-030405/rail']],
  },
  {
    name: 'delete for good',
    layout: RAIL,
    request: world => ({ kind: 'delete', what: rail(world) }),
    answers: { removal: 'permanently' },
    skills: [['R/.kimi/skills/rail', null]],
  },
];

/** Everything, and what takes it back as far as it can be taken back. */
export const SCENARIOS: readonly Scenario[] = [
  ...APPLIED,
  ...APPLIED.filter(({ name, trash }) => name !== 'delete for good' && !trash).map(scenario => ({
    ...scenario,
    name: `undo of: ${scenario.name}`,
    undo: true,
  })),
];

/** A trash that is a folder. */
export function folderTrash(world: World): Trash {
  return async file => {
    fs.mkdirSync(world.at('trash'), { recursive: true });
    fs.renameSync(file, path.join(world.at('trash'), path.basename(file)));
  };
}

/** Whether a call would move something between two directories of a scenario with two disks. */
export function crossesDisks(from: string, to: string): boolean {
  const disk = (file: string) => /\/(\.kimi|\.agents|\.claude)\//.exec(file)?.[1];
  return disk(from) !== disk(to);
}
