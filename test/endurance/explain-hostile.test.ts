/** More than 2,000 skill files of random bytes, random YAML and random links: explained all the same, and never without a reason. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { checkResolution } from '../../src/core/checks/check-resolution';
import type { Problem } from '../../src/core/checks/problem';
import { explain } from '../../src/core/explain/explain';
import { anchorOf } from '../../src/core/explain/explanations';
import { outlineOf } from '../../src/core/explain/outline';
import { renderOutlineMarkdown } from '../../src/core/explain/render-markdown';
import { renderOutlineText } from '../../src/core/explain/render-text';
import { nodeFileSystem } from '../../src/core/file-system';
import { fixesFor } from '../../src/core/fixes/fixes-for';
import { guessEncoding } from '../../src/core/fixes/guess-encoding';
import { renderMessage } from '../../src/core/message';
import { resolve } from '../../src/core/resolve';
import type { Resolution } from '../../src/core/types';

const BATCHES = 20;
const IN_BATCH = 140;

/** A generator of numbers from 0 up to a limit, the same every time (mulberry32). */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

type Pick = (limit: number) => number;

const PIECES = [
  '---',
  '---\n',
  '\n',
  '\r\n',
  '\r',
  '  ',
  '\t',
  'name',
  'description',
  'type',
  ': ',
  ':',
  ' #',
  '# ',
  '"',
  "'",
  '|',
  '>',
  '- ',
  '? ',
  '[',
  ']',
  '{',
  '}',
  ',',
  '&a ',
  '*a',
  '!t ',
  '!!int ',
  '%',
  '@',
  '`',
  '\\',
  '\\q',
  'flow',
  'standard',
  'on',
  'no',
  '42',
  '1:30',
  '2026-01-02',
  '<<',
  '=',
  '\u0007',
  '\ufeff',
  '\u0085',
  '\u2028',
  'é',
  '😀',
  '\ud83d',
  'x',
  'Use when',
  '```mermaid\n',
  '```\n',
  '```d2\n',
  'A[BEGIN] --> B[END]\n',
  'a -> b\n',
  '{{ x }}',
  'SKILL.md',
  '../..',
  'a'.repeat(300),
  ' '.repeat(90),
];

function randomText(pick: Pick): string {
  let text = pick(4) === 0 ? '' : '---\n';
  for (let count = pick(30); count > 0; count--) {
    if (pick(3) === 0) text += `\n${['name', 'description', 'type', 'metadata', 'Name'][pick(5)]}: `;
    text += PIECES[pick(PIECES.length)];
  }
  return pick(4) === 0 ? text : `${text}\n---\n\nBody.\n`;
}

function randomBytes(pick: Pick): Buffer {
  return Buffer.from(Array.from({ length: pick(400) }, () => pick(256)));
}

const NAMES = ['a', 'b', 'A', 'ab', 'README.md', 'x.md', 'X.MD', 'SKILL.md', '.h', 'ä.md', 'deep', 'l'];

/** A random link may lead out of the tree: nothing is ever written through one. */
const NEW_ONLY = { flag: 'wx' } as const;

/** Fills a root with random entries. Faults of the system, such as for a name that is taken, leave one out. */
function fill(root: string, pick: Pick, count: number): void {
  for (let index = 0; index < count; index++) {
    const name = `${NAMES[pick(NAMES.length)]}`;
    const entry = path.join(root, pick(3) === 0 ? name : `${index}${name}`);
    try {
      const content = pick(3) === 0 ? randomBytes(pick) : randomText(pick);
      if (pick(6) === 0) {
        symlinkSync(['.', '..', name, 'gone', '../..', `${index - 1}a`, '../../..'][pick(7)] ?? '.', entry);
      } else if (pick(3) > 0 && !/\.md$/i.test(name)) {
        const folder = pick(5) === 0 ? path.join(entry, 'deep') : entry;
        mkdirSync(entry);
        if (folder !== entry) mkdirSync(folder);
        const file = path.join(folder, pick(8) === 0 ? 'skill.md' : 'SKILL.md');
        if (pick(12) === 0) symlinkSync(['SKILL.md', '../x.md', 'gone'][pick(3)] ?? '', file);
        else writeFileSync(file, content, NEW_ONLY);
      } else writeFileSync(entry, content, NEW_ONLY);
    } catch (error) {
      assert.ok((error as NodeJS.ErrnoException).code, String(error));
    }
  }
}

for (let batch = 0; batch < BATCHES; batch++) {
  test(`random skill files, batch ${batch + 1}`, async () => {
    const top = mkdtempSync(path.join(tmpdir(), 'which-skill-hostile-'));
    try {
      const pick = numbers(batch + 1);
      const roots = ['R/.kimi/skills', 'R/.agents/skills', 'home/.claude/skills', 'home/.agents/skills'];
      for (const root of roots) {
        mkdirSync(path.join(top, root), { recursive: true });
        fill(path.join(top, root), pick, IN_BATCH / roots.length);
      }
      mkdirSync(path.join(top, 'R/.git'));
      const resolution = await resolve({
        profile: 'kimi-cli',
        workDir: path.join(top, 'R'),
        home: path.join(top, 'home'),
        environment: {},
        overrides: { builtinDir: null },
      });
      await judge(resolution, pick);
    } finally {
      rmSync(top, { recursive: true, force: true });
    }
  });
}

async function judge(resolution: Resolution, pick: Pick): Promise<void> {
  const problems = await checkResolution(nodeFileSystem, resolution);
  for (const candidate of resolution.candidates) {
    assert.notEqual(renderMessage(candidate.reason), '');
    const own = problems.filter(problem => problem.candidate === candidate.id);
    if (candidate.verdict === 'invalid') {
      assert.ok(
        own.some(({ severity }) => severity === 'error'),
        `${candidate.file}: ${candidate.code}`,
      );
    }
    if (candidate.verdict === 'active') {
      assert.ok(
        own.every(({ severity }) => severity !== 'error'),
        `${candidate.file}: ${own.map(({ code }) => code)}`,
      );
    }
  }
  for (const problem of problems) checkProblem(problem);
  for (let count = 0; count < 12; count++) {
    const problem = problems[pick(problems.length)];
    if (problem)
      for (const fix of await fixesFor(nodeFileSystem, resolution, problem)) renderMessage(fix.title);
    const candidate = resolution.candidates[pick(resolution.candidates.length)];
    if (!candidate) continue;
    for (const subject of [
      { candidate: candidate.id },
      { name: candidate.name },
      { path: path.join(candidate.file, 'x') },
    ]) {
      const explanation = await explain(nodeFileSystem, resolution, subject);
      assert.ok(explanation.candidates.length > 0 || explanation.place);
      for (const { reason } of explanation.candidates) assert.notEqual(renderMessage(reason), '');
      const outline = outlineOf(explanation);
      assert.doesNotMatch(renderOutlineText(outline), /^\s*(undefined|\[object)/m);
      renderOutlineMarkdown(outline);
    }
  }
}

function checkProblem({ code, message, range, anchor }: Problem): void {
  assert.notEqual(renderMessage(message), '');
  assert.equal(anchorOf(code), anchor, code);
  const { start, end } = range;
  assert.ok(start.line < end.line || (start.line === end.line && start.character <= end.character), code);
  assert.ok(start.line >= 0 && start.character >= 0);
}

test('an encoding is guessed for any bytes', () => {
  const pick = numbers(7);
  for (let count = 0; count < 300; count++) assert.ok(guessEncoding(randomBytes(pick)));
});
