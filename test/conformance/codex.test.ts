/** Every outcome recorded from Codex. */
import { testRecordedAgent } from './recorded-agents';

testRecordedAgent({
  profile: 'codex',
  fixture: 'codex.jsonl',
  ordered: true,
  knownDifferences: {},
  fields: ({ description, source, enabled }) => ({ description, scope: source, enabled }),
  leftOut: ({ id }) =>
    ['cx-dup-system', 'cx-sys-user'].includes(id)
      ? 'about the skills that Codex writes itself, which are not in the layout'
      : undefined,
});
