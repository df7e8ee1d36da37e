/** Repositories as git itself makes them: a worktree and a submodule are projects of their own, a folder inside is not. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { skillText } from '../layout';
import { resolveIn, within } from './resolved';

const hasGit = spawnSync('git', ['--version']).status === 0;

function git(directory: string, ...args: readonly string[]): void {
  const settings = ['user.name=Kim', 'user.email=kim@example.org', 'protocol.file.allow=always'];
  const all = ['-C', directory, ...settings.flatMap(setting => ['-c', setting]), ...args];
  const { status, stderr } = spawnSync('git', all, {
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });
  assert.equal(status, 0, stderr);
}

describe('what git makes', { skip: !hasGit }, () => {
  for (const profile of ['kimi-cli', 'kimi-code'] as const) {
    it(`${profile}: a folder inside, a worktree, a submodule`, () =>
      within(
        {
          'R/.agents/skills/heron/SKILL.md': skillText('heron', 'In the repository.'),
          'R/packages/web/src/index.ts': '',
          'library/.agents/skills/heron/SKILL.md': skillText('heron', 'In the library.'),
          'library/src/index.ts': '',
          'home/.agents/skills/heron/SKILL.md': skillText('heron', 'The own one.'),
        },
        async built => {
          for (const place of ['library', 'R']) {
            git(built.at(place), 'init', '--quiet');
            git(built.at(place), 'add', '.');
            git(built.at(place), 'commit', '--quiet', '--message', 'All of it');
          }
          git(built.at('R'), 'submodule', '--quiet', 'add', built.at('library'), 'vendor/library');
          git(built.at('R'), 'worktree', 'add', '--quiet', built.at('tree'), '--detach');
          assert.match(readFileSync(built.at('tree/.git'), 'utf8'), /^gitdir: .*worktrees/);
          assert.match(readFileSync(built.at('R/vendor/library/.git'), 'utf8'), /^gitdir: .*modules/);
          for (const [workDir, root, description] of [
            ['R/packages/web/src', 'R', 'In the repository.'],
            ['R/vendor', 'R', 'In the repository.'],
            ['R/vendor/library/src', 'R/vendor/library', 'In the library.'],
            ['tree/packages/web', 'tree', 'In the repository.'],
          ] as const) {
            const { projectRoot, projectRootFrom, skills, candidates } = await resolveIn(built, {
              workDir,
              profile,
            });
            assert.equal(projectRoot, built.at(root));
            assert.equal(projectRootFrom, 'git');
            assert.deepEqual(
              skills.filter(({ name }) => name === 'heron').map(skill => [skill.description, skill.dir]),
              [[description, built.at(`${root}/.agents/skills/heron`)]],
            );
            const others = candidates.filter(({ verdict }) => verdict === 'shadowed');
            assert.deepEqual(
              others.map(({ dir }) => dir),
              [built.at('home/.agents/skills/heron')],
            );
          }
        },
      ));
  }
});
