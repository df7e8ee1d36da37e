/** Every outcome recorded from VS Code. */
import assert from 'node:assert/strict';
import type { Resolution, Skill } from '../../src/core/types';
import { type RecordedSkill, testRecordedAgent } from './recorded-agents';

const SCOPES: Readonly<Record<string, string>> = { project: 'workspace', user: 'user', extra: 'plugin' };

const NO_QUESTION: Readonly<Record<string, string>> = {
  'vscode-diagnostics': 'about what the editor itself marks in a file',
  'vscode-plugins': 'two of its plugins are named in a setting that is not in the layout',
  'vscode-untrusted': 'that the folder is not trusted is in no file',
};

testRecordedAgent({
  profile: 'vscode',
  fixture: 'vscode.jsonl',
  ordered: true,
  knownDifferences: {},
  fields: () => ({}),
  leftOut: ({ id }) => NO_QUESTION[id],
  check: ({ expect, id }, resolution) => {
    for (const [index, recorded] of expect.skills.entries()) {
      const skill = resolution.skills[index];
      assert.ok(skill);
      const ours = described(skill, resolution);
      for (const [field, value] of Object.entries(ours))
        if (field in recorded && !(field === 'slash' && id === 'vscode-disabled'))
          assert.equal(value, recorded[field], `${field} of ${recorded.name}`);
    }
  },
});

/** What was recorded of a skill beside its name and file, from ours. */
function described(skill: Skill, { candidates }: Resolution): Partial<RecordedSkill> {
  const candidate = candidates.find(({ id }) => id === skill.candidate);
  assert.ok(candidate);
  const slash = candidate.remarks.find(({ code }) => code === 'slash-name')?.text.args[0];
  return {
    description: candidate.descriptionFrom === 'none' ? null : skill.description,
    scope: SCOPES[skill.scope],
    source: skill.source,
    modelListed: skill.listed,
    disableModelInvocation: candidate.unlisted?.code === 'disabled',
    userInvocable: !candidate.remarks.some(({ code }) => code === 'not-invocable'),
    slash: slash ?? skill.name,
  };
}
