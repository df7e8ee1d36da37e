/** What the README tells teams to copy works as it says: the command is `cli.js` with `lazy/` beside it, and nothing else. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { load } from 'js-yaml';
import { type Layout, skillText } from '../layout';
import { environmentOf, inLayout, type Ran } from './command';

const LAYOUT: Layout = {
  'R/.git': null,
  'R/.agents/skills/rail/SKILL.md': skillText('rail'),
  'R/.kimi/skills/smew/SKILL.md': skillText('smew'),
};

const blocks = [...readFileSync('README.md', 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) =>
  load(text!),
);

/** The commands in the snippets, each once. */
function commands(): readonly string[] {
  const found = JSON.stringify(blocks).match(/node tools\/which-skill\/cli\.js [^"]*/g) ?? [];
  return [...new Set(found)];
}

test('the README has a workflow and a hook, both of which are YAML', () => {
  const [workflow, hook] = blocks as [{ jobs: object }, { repos: readonly { hooks: readonly object[] }[] }];
  assert.ok(workflow.jobs);
  assert.deepEqual(Object.keys(hook.repos[0]!.hooks[0]!).sort(), [
    'entry',
    'files',
    'id',
    'language',
    'name',
    'pass_filenames',
  ]);
  assert.equal(commands().length, 1);
});

for (const command of commands()) {
  test(
    `${command}: runs from a copy in the repository`,
    inLayout(LAYOUT, async built => {
      const copy = built.at('R/tools/which-skill');
      cpSync(path.resolve('dist/cli.js'), path.join(copy, 'cli.js'));
      cpSync(path.resolve('dist/lazy'), path.join(copy, 'lazy'), { recursive: true });
      const [, ...args] = command.split(' ');
      const ran = await new Promise<Pick<Ran, 'status' | 'output' | 'errors'>>(resolve => {
        const options = { cwd: built.at('R'), env: environmentOf(built) };
        const child = execFile(process.execPath, args, options, (_, output, errors) =>
          resolve({ status: child.exitCode, output, errors }),
        );
      });
      assert.equal(ran.errors, '');
      assert.match(ran.output, /^\.kimi\/skills\/smew\/SKILL\.md {2}brand {2}/);
      assert.equal(ran.status, 1);
    }),
  );
}
