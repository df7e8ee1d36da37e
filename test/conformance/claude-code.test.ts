/** Every outcome recorded from Claude Code. */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Resolution, Skill } from '../../src/core/types';
import { type RecordedCase, testRecordedAgent } from './recorded-agents';

testRecordedAgent({
  profile: 'claude-code',
  fixture: 'claude.jsonl',
  knownDifferences: {},
  ordered: true,
  fields,
  answer,
  // What comes with the program is part of the budget, and its texts are not known.
  untold: ({ env }) => (String(env).startsWith('SLASH_COMMAND_TOOL_CHAR_BUDGET') ? ['description'] : []),
  check,
});

function fields({ description, source, listed, nameOnly }: Skill) {
  const isWaiting = listed === false;
  return {
    description: nameOnly ? null : description,
    scope: source,
    ...(isWaiting && { modelListed: false }),
  };
}

/** Some cases tell what is listed after files were read: then what waited for that has joined. */
function answer({ seq }: RecordedCase, resolution: Resolution) {
  const hasRead = Array.isArray(seq) && seq.some(([tool]) => tool === 'Read');
  if (!hasRead) return undefined;
  const joined = resolution.skills
    .filter(({ candidate }) => {
      const own = resolution.candidates.find(({ id }) => id === candidate);
      return own?.unlisted?.code === 'paths';
    })
    .map(({ name }) => name);
  return [
    ...resolution.skills.map(skill => ({
      name: skill.name,
      file: skill.file,
      ...fields(joined.includes(skill.name) ? { ...skill, listed: true } : skill),
    })),
    ...resolution.candidates
      .filter(({ verdict }) => verdict === 'on-demand')
      .map(({ name, file, description }) => ({ name, file, description, scope: 'project' })),
  ];
}

/** Which folder a call of a name gave, and which files were passed over. */
function check({ seq, invokedBaseDir, expect }: RecordedCase, resolution: Resolution) {
  const calls = Array.isArray(seq) ? seq.filter(([tool]) => tool === 'Skill') : [];
  const called = calls.map(([, { skill }]) => calledBy(skill, resolution));
  const given = Array.isArray(invokedBaseDir) ? invokedBaseDir : [];
  // The program was shown a directory of its own in place of `/etc`.
  assert.deepEqual(
    called.map(dir => dir?.replace(/^.*(?=\/etc\/claude-code\/)/, '')),
    given,
  );
  for (const { file } of expect.skipped ?? []) {
    const own = resolution.candidates.find(candidate => candidate.file === file);
    assert.notEqual(own?.verdict, 'active', `${file} was passed over`);
  }
}

/** The folder of the skill that answers to a name: its own name or the declared one, else that behind a plugin's. */
function calledBy(asked: string, { skills, candidates }: Resolution): string | undefined {
  const own = skills.find(({ name, alias }) => name === asked || alias === asked);
  const nested = candidates.find(({ name, verdict }) => name === asked && verdict === 'on-demand');
  const ofPlugin = skills.find(({ name, source }) => source === 'plugin' && name.endsWith(`:${asked}`));
  const winner = candidates.find(({ id }) => id === own?.candidate)?.winner;
  return winner ? path.dirname(winner) : (nested ?? ofPlugin)?.dir;
}
