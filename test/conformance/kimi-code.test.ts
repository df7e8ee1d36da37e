/** Every outcome recorded from kimi-code. Known differences: at most three, none of them a layout. */
import { testRecorded } from './recorded';

testRecorded({
  profile: 'kimi-code',
  fixtures: ['kimi-code.jsonl', 'kimi-code-fuzz.jsonl'],
  knownDifferences: {},
  builtinDir: null,
});
