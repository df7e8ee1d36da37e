/** Explanations for agents: what waits, is switched off, or is listed beside others; what was read; how the rules are known. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { explain } from '../../src/core/explain/explain';
import type { Explanation, Subject } from '../../src/core/explain/explanation';
import { anchorOf, explanationsFor } from '../../src/core/explain/explanations';
import { outlineOf } from '../../src/core/explain/outline';
import { renderOutlineText } from '../../src/core/explain/render-text';
import { nodeFileSystem } from '../../src/core/file-system';
import { renderMessage } from '../../src/core/message';
import { PROFILE_IDS } from '../../src/core/products';
import type { ProfileId } from '../../src/core/types';
import type { BuiltLayout, Layout } from '../layout';
import { type Asked, ok, relative, repository, resolveIn, within } from './resolved';

async function explained(
  built: BuiltLayout,
  profile: ProfileId,
  subject: Subject,
  asked: Asked = {},
): Promise<Explanation> {
  const overrides = { systemDir: built.at('etc'), ...asked.overrides };
  const resolution = await resolveIn(built, { ...asked, profile, overrides });
  return explain(nodeFileSystem, resolution, subject);
}

function textOf(explanation: Explanation, built: BuiltLayout): string {
  return relative(renderOutlineText(outlineOf(explanation)), built);
}

interface Row extends Asked {
  readonly layout: Layout;
  readonly subject?: Subject;
  readonly loads: boolean;
  /** Each stands in the explanation as text. */
  readonly says: readonly string[];
}

function row(
  profile: ProfileId,
  title: string,
  { layout, subject = { name: 'x' }, loads, says, ...asked }: Row,
) {
  test(`${profile}: ${title}`, () =>
    within(repository(layout), async built => {
      const explanation = await explained(built, profile, subject, asked);
      const text = textOf(explanation, built);
      for (const part of says) assert.ok(text.includes(part), `“${part}” in\n${text}`);
      assert.equal(explanation.loads, loads, text);
    }));
}

const X: Layout = { 'R/.agents/skills/x/SKILL.md': ok('x') };
const settings = (value: unknown) => JSON.stringify(value);
const TRUSTING = { security: { folderTrust: { enabled: false } } };

row('gemini-cli', 'a folder that is not trusted, and how it comes to be', {
  layout: X,
  loads: false,
  says: [
    'Nothing loads under “x”',
    'waits for trust: R/.agents/skills/x/SKILL.md',
    'asks whether you trust it',
    'What would change it',
    '~/.gemini/trustedFolders.json keeps that',
  ],
});

row('gemini-cli', 'a folder that is marked as one not to trust: where that stands', {
  layout: { ...X, 'home/.gemini/trustedFolders.json': '{ "$ROOT/R": "DO_NOT_TRUST" }' },
  loads: false,
  says: ['Now R is DO_NOT_TRUST, in home/.gemini/trustedFolders.json'],
});

row('gemini-cli', 'a skill that a setting switches off: the setting and its file', {
  layout: { ...X, 'home/.gemini/settings.json': settings({ ...TRUSTING, skills: { disabled: ['x'] } }) },
  loads: false,
  says: [
    '“x” in R/.agents/skills/x/SKILL.md is not in use: switched off by skills.disabled in the settings',
    'Take back the setting that is named',
    'Now skills.disabled is ["x"], in home/.gemini/settings.json',
    'What was read',
    'security.folderTrust.enabled = false (home/.gemini/settings.json)',
  ],
});

row('claude-code', 'a copy that is listed too, but not called', {
  layout: { 'R/.claude/skills/x/SKILL.md': ok('x'), 'home/.claude/skills/x/SKILL.md': ok('x', 'Mine.') },
  subject: { name: 'x' },
  loads: true,
  says: [
    '“x” loads from home/.claude/skills/x/SKILL.md',
    'also listed: R/.claude/skills/x/SKILL.md',
    'lists all skills of one name',
  ],
});

row('codex', 'several of one name, all of them listed', {
  layout: { ...X, 'home/.agents/skills/x/SKILL.md': ok('x', 'Mine.') },
  loads: true,
  says: [
    '“x” loads from home/.agents/skills/x/SKILL.md, and one other of that name is listed beside it',
    'does not compare names',
  ],
});

row('opencode', 'copies of which any may win', {
  layout: { ...X, 'home/.agents/skills/x/SKILL.md': ok('x', 'Mine.') },
  loads: true,
  says: ['or from another place', 'reads all copies at once'],
});

row('codex', 'what was read: variables', {
  layout: X,
  environment: { CODEX_HOME: '/elsewhere' },
  loads: true,
  says: ['What was read', 'CODEX_HOME = /elsewhere'],
});

row('goose', 'rules that were read and not run are told as such', {
  layout: X,
  loads: true,
  says: ['Goose: its rules were read from its source and not run, 2026'],
});

row('cursor', 'rules that are only documented are told as such', {
  layout: X,
  loads: true,
  says: ['Cursor: only its directories are known, from its documentation, 2026'],
});

test('a copy that is listed but not called is told of as such when it is asked about', () =>
  within(
    repository({
      'R/.claude/skills/x/SKILL.md': ok('x'),
      'home/.claude/skills/x/SKILL.md': ok('x', 'Mine.'),
    }),
    async built => {
      const subject = { path: built.at('R/.claude/skills/x/SKILL.md') };
      const { headline, loads } = await explained(built, 'claude-code', subject);
      assert.equal(
        relative(renderMessage(headline), built),
        'R/.claude/skills/x/SKILL.md is listed as “x” too, but calling that gives home/.claude/skills/x/SKILL.md',
      );
      assert.equal(loads, false);
    },
  ));

/** Codes that nobody looks up: reasons for not being in a listing, remarks on a configuration, and what a verdict explains. */
const WITHOUT: ReadonlySet<string> = new Set([
  'cut',
  'directories-only',
  'extensions-left-out',
  'malformed-settings',
  'not-implicit',
  'paths',
  'permission',
  'plugins-left-out',
  'rule-by-version',
  'setting',
  'skill-override',
  'skills-config',
  'sub-skill',
  'trust-unknown',
  'type',
  'urls-not-read',
  'variable',
]);

test('each code of a profile is explained, or stands among those that need no explanation', () => {
  const anchors = new Set(PROFILE_IDS.flatMap(id => explanationsFor(id).map(({ anchor }) => anchor)));
  const missing = new Map<string, string>();
  for (const folder of ['profiles', 'scan']) {
    const directory = path.resolve('src', 'core', folder);
    for (const file of readdirSync(directory)) {
      const source = readFileSync(path.join(directory, file), 'utf8');
      for (const [, code = ''] of source.matchAll(/\bcode: '([a-z0-9-]+)'/g))
        if (!anchors.has(anchorOf(code)) && !WITHOUT.has(code)) missing.set(code, file);
    }
  }
  assert.deepEqual([...missing], []);
});
