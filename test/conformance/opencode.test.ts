/** Every outcome recorded from OpenCode. None has two skills of one name: which one wins then differs from run to run. */
import { testRecordedAgent } from './recorded-agents';

testRecordedAgent({
  profile: 'opencode',
  fixture: 'opencode.jsonl',
  knownDifferences: {
    'lang-js': 'OpenCode runs the frontmatter as JavaScript to get at the name; nothing is ever run here',
  },
  ordered: false,
  // A description that is not there is recorded as none; an empty one as empty.
  fields: ({ description, source, listed }) => ({
    description: description === '' && !listed ? undefined : description,
    scope: source,
  }),
});
