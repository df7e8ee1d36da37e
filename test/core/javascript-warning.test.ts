/** Frontmatter that OpenCode would run is told of in every product's answer, wherever the file lies; and nothing runs it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkResolution } from '../../src/core/checks/check-resolution';
import { nodeFileSystem } from '../../src/core/file-system';
import { EVALUATES_JAVASCRIPT, isJavaScript } from '../../src/core/javascript-warning';
import { buildMatrix } from '../../src/core/matrix';
import { renderMessage } from '../../src/core/message';
import { PROFILE_IDS } from '../../src/core/products';
import { ok, relative, repository, resolveIn, within } from './resolved';

const MARK = 'whichSkillRanThis';

const PROGRAM = `---js\n{ name: (globalThis.${MARK} = "x"), description: "d" }\n---\nBody.\n`;

/** Directories of which each product reads some and passes over others. */
const PLACES = ['.agents', '.claude', '.codex', '.gemini', '.github', '.kimi', '.opencode', '.qwen'];

const LAYOUT = repository(
  Object.fromEntries(
    PLACES.flatMap(place => [
      [`R/${place}/skills/program/SKILL.md`, PROGRAM],
      [`R/${place}/skills/plain/SKILL.md`, ok('plain')],
    ]),
  ),
);

for (const profile of PROFILE_IDS) {
  test(`${profile}: each such file that it comes to is a problem and has the warning, and others have none`, () =>
    within(LAYOUT, async built => {
      const resolution = await resolveIn(built, { profile });
      const { candidates } = resolution;
      const told = candidates.filter(isJavaScript).map(({ file }) => relative(file, built));
      const seen = candidates.map(({ file }) => relative(file, built)).filter(file => /program/.test(file));
      assert.deepEqual(told, seen);
      assert.ok(seen.includes('R/.agents/skills/program/SKILL.md'));
      assert.ok(seen.includes('R/.opencode/skills/program/SKILL.md'));
      for (const candidate of candidates.filter(isJavaScript)) {
        const said = [candidate.reason, ...candidate.remarks.map(({ text }) => text)].map(text =>
          renderMessage(text),
        );
        assert.match(said.join('\n'), /OpenCode runs (this|its) frontmatter as JavaScript/);
      }
      const problems = (await checkResolution(nodeFileSystem, resolution)).filter(
        ({ code }) => code === EVALUATES_JAVASCRIPT,
      );
      assert.deepEqual(problems.map(({ file }) => relative(file, built)).sort(), [...seen].sort());
      assert.equal(MARK in globalThis, false);
    }));
}

test('the matrix names each such file once', () =>
  within(LAYOUT, async built => {
    const resolutions = [];
    for (const profile of PROFILE_IDS) resolutions.push(await resolveIn(built, { profile }));
    const { warnings } = await buildMatrix(nodeFileSystem, resolutions);
    assert.deepEqual(
      warnings.map(({ file }) => relative(file, built)),
      PLACES.map(place => `R/${place}/skills/program/SKILL.md`),
    );
  }));
