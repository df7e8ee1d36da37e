/** What the READMEs show as output of the command is what it prints in the sample, to the last character. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { readmes } from '../host/docs';
import { buildSample } from '../host/sample';
import { CLI } from './command';

/** A call of the command, and what stands below it. */
interface Example {
  readonly args: readonly string[];
  readonly output: string;
}

/** Blocks without a language hold calls, each after a `$`. */
function examplesIn(file: string): Example[] {
  return [...readFileSync(file, 'utf8').matchAll(/^```\n(\$ which-skill .*?)^```$/gms)].flatMap(([, block]) =>
    block!
      .split(/^\$ which-skill /m)
      .filter(Boolean)
      .map(call => {
        const [args = '', ...lines] = call.trimEnd().split('\n');
        return { args: args.split(' '), output: lines.join('\n') };
      }),
  );
}

// Elsewhere paths look otherwise, and names are found in any case.
describe('the examples of', { skip: process.platform !== 'linux' && 'they are those of Linux' }, () => {
  let home: string;
  let env: NodeJS.ProcessEnv;

  before(() => {
    const sample = buildSample();
    home = sample.home;
    renameSync(sample.orchard, path.join(home, 'orchard'));
    env = { ...process.env, ...sample.env, LC_ALL: undefined, LC_MESSAGES: undefined };
  });

  for (const { file, language } of readmes()) {
    const examples = examplesIn(file);
    test(`${file}: there are some`, () => assert.ok(examples.length >= 4));
    for (const { args, output } of examples)
      test(`${file}: which-skill ${args.join(' ')}`, () => {
        const { stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
          cwd: path.join(home, 'orchard'),
          env: { ...env, LANG: language === 'zh-cn' ? 'zh_CN.UTF-8' : 'C' },
          encoding: 'utf8',
        });
        assert.equal(`${stdout}${stderr}`.replaceAll(home, '/home/kim').trimEnd(), output);
      });
  }
});
