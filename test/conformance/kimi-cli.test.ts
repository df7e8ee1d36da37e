/** Every outcome recorded from kimi-cli 1.49. Known differences: at most three of the first file, none of them a layout. */
import { testRecorded } from './recorded';

testRecorded({
  profile: 'kimi-cli',
  fixtures: ['kimi-cli.jsonl', 'kimi-cli-fuzz.jsonl'],
  knownDifferences: {},
  builtinDir: 'builtin',
});
