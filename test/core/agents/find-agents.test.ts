/** Which agents a machine has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAgents } from '../../../src/core/find-agents';
import { renderMessage } from '../../../src/core/message';
import { buildLayout, type Layout } from '../../layout';

function found(layout: Layout, variables: Readonly<Record<string, string>> = {}) {
  const built = buildLayout(layout);
  try {
    const environment = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, value.replaceAll('$ROOT', built.root)]),
    );
    const agents = findAgents({ home: built.at('home'), environment, platform: 'linux' });
    return Object.fromEntries(
      agents.map(({ profile, signs }) => [
        profile,
        signs.map(sign => renderMessage(sign).replaceAll(built.root, '$ROOT')),
      ]),
    );
  } finally {
    built.remove();
  }
}

test('nothing on an empty machine', () => assert.deepEqual(found({}), {}));

test('by their programs, where these can be run', () => {
  const layout: Layout = {
    'bin/claude': { text: '#!/bin/sh\n', mode: 0o755 },
    'bin/codex': { text: '#!/bin/sh\n', mode: 0o644 },
    'more/gemini': { text: '#!/bin/sh\n', mode: 0o755 },
  };
  assert.deepEqual(found(layout, { PATH: '$ROOT/bin:$ROOT/more' }), {
    'claude-code': ['its program is $ROOT/bin/claude'],
    'gemini-cli': ['its program is $ROOT/more/gemini'],
  });
});

test('by what they keep in the home directory, but not by skills that people put there', () => {
  const layout: Layout = {
    'home/.claude/skills/deploy/SKILL.md': 'x',
    'home/.codex/sessions': null,
    'home/.copilot/skills': null,
    'home/.qwen/settings.json': '{}',
  };
  assert.deepEqual(found(layout), {
    codex: ['$ROOT/home/.codex is there'],
    'qwen-code': ['$ROOT/home/.qwen is there'],
  });
});

test('by a variable that names such a directory, and the two Kimis by their own signs', () => {
  const layout: Layout = { 'home/.kimi/config.toml': '', 'home/.kimi-code/config.toml': '' };
  assert.deepEqual(found(layout, { CODEX_HOME: '$ROOT/elsewhere' }), {
    'kimi-cli': ['$ROOT/home/.kimi is there'],
    'kimi-code': ['$ROOT/home/.kimi-code is there'],
    codex: ['CODEX_HOME is set'],
  });
});
