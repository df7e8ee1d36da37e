/** Skills against agents, on a repository that all of them read differently. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { nodeFileSystem } from '../../../src/core/file-system';
import { buildMatrix, type Matrix } from '../../../src/core/matrix';
import { PROFILE_IDS, productOf } from '../../../src/core/products';
import { readersOf } from '../../../src/core/readers';
import { resolveAll } from '../../../src/core/resolve-all';
import { skillPath } from '../../../src/core/skill-path';
import type { Resolution } from '../../../src/core/types';
import { type BuiltLayout, buildLayout } from '../../layout';
import { EVERY_AGENT } from './every-agent';

let layout: BuiltLayout;
let resolutions: readonly Resolution[];
let matrix: Matrix;

before(async () => {
  layout = buildLayout(EVERY_AGENT);
  resolutions = await resolveAll({
    profiles: PROFILE_IDS,
    workDir: layout.at('P'),
    home: layout.at('home'),
    environment: {},
    overridesFor: () => ({ builtinDir: null, systemDir: layout.at('etc') }),
  });
  matrix = await buildMatrix(nodeFileSystem, resolutions);
});
after(() => layout.remove());

/** Where agents take a name from, or why they take none, each with the agents that it is true for. */
function row(name: string): Readonly<Record<string, string>> {
  const found = matrix.rows.find(one => one.name === name);
  assert.ok(found, `there is a row ${name}`);
  const groups: Record<string, string> = {};
  for (const { profile, skill, state } of found.cells) {
    const place = skill ? path.relative(layout.root, path.dirname(skillPath(skill))) : '';
    const key = skill ? `${place}${state === 'loads' ? '' : ` (${state})`}` : state;
    groups[key] = groups[key] === undefined ? profile : `${groups[key]} ${profile}`;
  }
  return groups;
}

describe('the matrix', () => {
  test('a name in three places: each agent by its own precedence', () => {
    assert.deepEqual(row('deploy'), {
      'P/.claude/skills': 'kimi-cli',
      'P/.agents/skills': 'kimi-code codex copilot-cli vscode qwen-code amp goose',
      'home/.claude/skills (several)': 'claude-code',
      waiting: 'gemini-cli',
      'P/.agents/skills (ambiguous)': 'opencode cursor',
    });
    const cell = matrix.rows.find(({ name }) => name === 'deploy')?.cells;
    const claude = cell?.find(({ profile }) => profile === 'claude-code');
    assert.deepEqual(
      claude?.skills.map(({ file, called }) => [path.relative(layout.root, file), called ?? true]),
      [
        ['home/.claude/skills/deploy/SKILL.md', true],
        ['P/.claude/skills/deploy/SKILL.md', false],
      ],
    );
  });

  test('a skill that declares another name than its folder has two rows', () => {
    assert.deepEqual(row('lint'), {
      'P/.agents/skills': 'kimi-cli kimi-code codex copilot-cli qwen-code opencode amp goose cursor',
      'passed-over': 'claude-code',
      'other-name': 'vscode',
      waiting: 'gemini-cli',
    });
    assert.deepEqual(row('linting'), {
      'other-name': 'kimi-cli kimi-code codex copilot-cli qwen-code opencode amp goose cursor',
      'passed-over': 'claude-code',
      'P/.agents/skills': 'vscode',
      waiting: 'gemini-cli',
    });
  });

  test('what is in a file loses it in some agents only', () => {
    assert.equal(row('verbose').dropped, 'copilot-cli');
    assert.equal(row('marked').dropped, 'codex');
    assert.equal(row('marked')['P/.agents/skills (unlisted)'], 'vscode');
    assert.equal(row('colon').dropped, 'kimi-cli kimi-code copilot-cli amp goose');
    assert.equal(row('two words').dropped, 'qwen-code amp');
    assert.equal(row('two-words')['P/.agents/skills'], 'copilot-cli');
  });

  test('directories and forms of single agents', () => {
    assert.equal(row('review')['P/.github/skills'], 'copilot-cli vscode');
    assert.equal(row('translate')['P/.qwen/skills'], 'qwen-code');
    assert.equal(row('plan')['P/.opencode/skill'], 'opencode');
    assert.equal(row('forage')['P/.goose/skills'], 'goose');
    assert.equal(row('point')['P/.cursor/skills'], 'cursor');
    assert.equal(row('notes')['P/.kimi/skills'], 'kimi-cli');
    assert.equal(row('stars')['home/.gemini/skills'], 'gemini-cli');
    assert.equal(row('tides')['home/.config/agents/skills'], 'kimi-cli amp goose');
    assert.equal(row('inner')['P/.agents/skills/group'], 'kimi-code codex copilot-cli opencode amp goose');
  });

  test('every cell without a file says why, and the rows that differ are told', () => {
    for (const { name, cells, differs, files } of matrix.rows) {
      assert.equal(cells.length, PROFILE_IDS.length);
      assert.ok(differs, `${name} is read differently by design`);
      for (const { skill, reason, file } of cells) {
        assert.equal(file === null, skill === null);
        if (file === null) assert.notEqual(reason, null, name);
        else assert.ok(files[file] !== undefined);
      }
    }
  });

  test('agents that agree are no difference', async () => {
    const two = resolutions.filter(({ profile }) => profile === 'codex' || profile === 'qwen-code');
    const { rows } = await buildMatrix(nodeFileSystem, two);
    assert.deepEqual(
      rows.filter(({ differs }) => !differs).map(({ name }) => name),
      ['colon', 'deploy', 'lint', 'verbose'],
    );
  });

  test('who reads a file, over links too', () => {
    const { agents, of } = readersOf(nodeFileSystem, resolutions);
    assert.deepEqual(agents, PROFILE_IDS);
    assert.deepEqual(of(layout.at('P/.github/skills/review/SKILL.md')), ['copilot-cli', 'vscode']);
    assert.deepEqual(of(layout.at('P/.claude/skills/deploy/SKILL.md')), ['kimi-cli', 'claude-code']);
    assert.deepEqual(of(layout.at('P/nowhere/SKILL.md')), []);
  });

  test('each product says how its rules are known', () => {
    const known = (evidence: string) => PROFILE_IDS.filter(id => productOf(id).evidence === evidence);
    assert.deepEqual(known('read'), ['amp', 'goose']);
    assert.deepEqual(known('documented'), ['cursor']);
  });
});
