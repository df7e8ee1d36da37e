/** Every outcome recorded from Qwen Code. */
import assert from 'node:assert/strict';
import type { Candidate } from '../../src/core/types';
import { testRecordedAgent } from './recorded-agents';

testRecordedAgent({
  profile: 'qwen-code',
  fixture: 'qwen.jsonl',
  knownDifferences: {},
  ordered: false,
  fields: ({ description, source }) => ({ description, scope: source }),
  check: ({ expect }, { candidates }) => {
    const blocked = new Map(expect.skills.map(({ file, blocked }) => [file, blocked]));
    for (const candidate of candidates) {
      if (blocked.has(candidate.file)) assert.equal(whyBlocked(candidate), blocked.get(candidate.file));
    }
  },
});

/** In the words of the records. */
function whyBlocked({ verdict, unlisted }: Candidate): string | undefined {
  if (verdict === 'disabled') return 'disabled';
  if (unlisted?.code === 'disabled') return 'hidden';
  return unlisted?.code === 'paths' ? 'inactive' : undefined;
}
