/** Every outcome recorded from Gemini CLI. */
import { testRecordedAgent } from './recorded-agents';

testRecordedAgent({
  profile: 'gemini-cli',
  fixture: 'gemini.jsonl',
  knownDifferences: {},
  // Recorded by name: the order in which the model is told of them was not asked.
  ordered: false,
  fields: ({ description, source, enabled }) => ({
    description,
    scope: source,
    disabled: enabled === false ? true : undefined,
  }),
});
