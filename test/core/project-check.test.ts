/** What `which-skill check` finds: a layout, and the findings as lines. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { renderMessage } from '../../src/core/message';
import type { Overrides } from '../../src/core/profiles/profile';
import { CHECK_RULES, type CheckRule, checkProject } from '../../src/core/project-check';
import type { ProfileId } from '../../src/core/types';
import type { Layout } from '../layout';
import { ok, resolveIn, within } from './resolved';

interface Case {
  readonly layout: Layout;
  readonly profile?: ProfileId;
  readonly rules?: readonly CheckRule[];
  readonly overrides?: Overrides;
  readonly expect: readonly string[];
  readonly checked?: number;
}

const BRAND = (directory: string) =>
  `${directory} is one tool’s own directory; the one that tools share is .agents/skills`;

const CASES: Readonly<Record<string, Case>> = {
  'a tidy project': {
    layout: { 'R/.agents/skills/rail/SKILL.md': ok('rail'), 'R/.agents/skills/smew/SKILL.md': ok('smew') },
    expect: [],
    checked: 2,
  },
  'what is dropped for its text, with its line': {
    layout: { 'R/.agents/skills/rail/SKILL.md': '---\nname: rail\ndescription: Use when: now\n---\n' },
    expect: ['dropped .agents/skills/rail/SKILL.md:3:22 unquoted ": " in a value'],
  },
  'what is dropped for its name or its place': {
    layout: {
      'R/.agents/skills/rail/skill.md': ok('rail'),
      'R/.agents/skills/more/smew/SKILL.md': ok('smew'),
      'R/.agents/skills/gone': { symlink: '../../nowhere' },
    },
    expect: [
      'dropped .agents/skills/gone link target missing: ../../nowhere',
      'dropped .agents/skills/more/smew/SKILL.md too deep: only folders directly in a root are read',
      'dropped .agents/skills/rail/skill.md named skill.md: only the exact name SKILL.md is read',
    ],
  },
  'an example of a skill inside a skill is no loss': {
    layout: {
      'R/.agents/skills/rail/SKILL.md': ok('rail'),
      'R/.agents/skills/rail/example/SKILL.md': ok('example'),
    },
    expect: [],
  },
  'a skill that another one of the project shadows': {
    layout: {
      'R/.kimi/skills/rail/SKILL.md': ok('rail'),
      'R/.agents/skills/rail/SKILL.md': ok('rail', 'Another.'),
    },
    rules: ['shadowed'],
    expect: ['shadowed .agents/skills/rail/SKILL.md shadowed by .kimi/skills/rail'],
  },
  'two that declare one name': {
    layout: {
      'R/.agents/skills/rail/SKILL.md': ok('rail'),
      'R/.agents/skills/rail-old/SKILL.md': ok('rail', 'Another.'),
    },
    expect: [
      'ambiguous .agents/skills/rail-old/SKILL.md ambiguous with rail: the order in which the file system lists .agents/skills decides',
      'ambiguous .agents/skills/rail/SKILL.md ambiguous with rail-old: the order in which the file system lists .agents/skills decides',
    ],
  },
  'a brand directory, read or not': {
    layout: {
      'R/.kimi/skills/rail/SKILL.md': ok('rail'),
      'R/.github/skills/smew/SKILL.md': ok('smew'),
      'R/packages/shop/.agents/skills/teal/SKILL.md': ok('teal'),
    },
    expect: [
      `brand .github/skills/smew/SKILL.md ${BRAND('.github/skills')}`,
      `brand .kimi/skills/rail/SKILL.md ${BRAND('.kimi/skills')}`,
    ],
    checked: 2,
  },
  'for a product that does not read it, too': {
    layout: { 'R/.kimi/skills/rail/SKILL.md': ok('rail') },
    profile: 'kimi-code',
    expect: [`brand .kimi/skills/rail/SKILL.md ${BRAND('.kimi/skills')}`],
  },
  'with the rule off, what the product does not read is not looked at': {
    layout: { 'R/.kimi/skills/rail/SKILL.md': ok('rail'), 'R/.agents/skills/smew/SKILL.md': ok('smew') },
    profile: 'kimi-code',
    rules: ['dropped', 'shadowed', 'ambiguous'],
    expect: [],
    checked: 1,
  },
  'a link in a brand directory serves a tool that reads only there': {
    layout: {
      'R/.agents/skills/rail/SKILL.md': ok('rail'),
      'R/.claude/skills/rail': { symlink: '../../.agents/skills/rail' },
      'R/.codex/skills': { symlink: '../.agents/skills' },
    },
    expect: [],
  },
  'a README that counts as a skill is none': {
    layout: { 'R/.kimi/skills/README.md': '# Skills\n\nAbout this folder.\n' },
    expect: [],
    checked: 0,
  },
  'skills in a directory that --extra-skill-dir names are the project’s': {
    layout: {
      'R/tools/skills/rail/SKILL.md': ok('rail'),
      'R/.agents/skills/rail/SKILL.md': ok('rail', 'Another.'),
      'outside/smew/SKILL.md': 'not a skill at all',
    },
    overrides: { extraSkillDirs: ['tools/skills', '$ROOT/outside'] },
    expect: ['shadowed tools/skills/rail/SKILL.md shadowed by .agents/skills/rail'],
    checked: 2,
  },
};

describe('checking a project', () => {
  for (const [name, { layout, profile = 'kimi-cli', rules, overrides, expect, checked }] of Object.entries(
    CASES,
  )) {
    test(name, () =>
      within({ 'R/.git': null, ...layout }, async built => {
        const extra = overrides?.extraSkillDirs?.map(place => place.replace('$ROOT', built.root));
        const resolution = await resolveIn(built, {
          profile,
          ...(extra && { overrides: { extraSkillDirs: extra } }),
        });
        const found = checkProject(resolution, new Set(rules ?? CHECK_RULES));
        const short = (file: string) => path.relative(built.at('R'), file);
        assert.deepEqual(
          found.findings
            .map(({ rule, file, line, column, text }) => {
              const at = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
              return `${rule} ${short(file)}${at} ${renderMessage(text, { showPath: short })}`;
            })
            .sort(),
          expect,
        );
        if (checked !== undefined) assert.equal(found.checked, checked);
      }),
    );
  }
});
