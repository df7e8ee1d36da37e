/** Files and directories of a size that nobody planned for: an answer all the same, in bounds, that says what was not read. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { renderMessage } from '../../src/core/message';
import { resolveIn, within } from '../core/resolved';
import { type BuiltLayout, skillText } from '../layout';

const MB = 1024 * 1024;

/** A skill file of a size: its text, then NULs, which are UTF-8 and take no room on most disks. */
function writeHuge(file: string, name: string, size: number, badByteAt?: number): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, skillText(name));
  ftruncateSync(descriptor, size);
  if (badByteAt !== undefined) writeSync(descriptor, Buffer.of(0xff), 0, 1, badByteAt);
  closeSync(descriptor);
}

const layout = {
  'R/.git': null,
  'R/.agents/skills/huge': null,
  'R/.agents/skills/small/SKILL.md': skillText('small'),
};

/** Counts how often the event loop comes round while something goes on. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let running = true;
  const turn = () => {
    turns++;
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    running = false;
  }
  return turns;
}

/** The most memory, in bytes, that the command takes for a layout. */
function mostMemory(built: BuiltLayout): number {
  const cli = path.resolve('dist', 'cli.js');
  const program = `process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)));
    process.argv.splice(1, 0, ${JSON.stringify(cli)}); require(${JSON.stringify(cli)});`;
  const args = ['-e', program, '--', '--profile', 'kimi-cli', 'small', '--cwd', built.at('R')];
  const env = { ...process.env, HOME: built.at('home'), USERPROFILE: built.at('home') };
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /small.SKILL\.md/);
  return Number(stderr) * 1024;
}

describe('a skill file of', () => {
  for (const [size, remarks] of [
    [MB - 1, []],
    [MB + 1, ['only its first megabyte was looked at']],
    [100 * MB, ['only its first megabyte was looked at']],
    [300 * MB, ['only its first megabyte was looked at']],
  ] as const) {
    it(`${(size / MB).toFixed(0)} MB (${size} bytes) loads, and says what was not looked at`, () =>
      within(layout, async built => {
        writeHuge(built.at('R/.agents/skills/huge/SKILL.md'), 'huge', size);
        const turns = await turnsDuring(async () => {
          const { candidates } = await resolveIn(built);
          assert.deepEqual(
            candidates.map(({ name, verdict, remarks }) => [
              name,
              verdict,
              remarks.map(({ text }) => renderMessage(text)).filter(text => !text.includes('NUL')),
            ]),
            [
              ['huge', 'active', remarks],
              ['small', 'active', []],
            ],
          );
        });
        assert.ok(size < 2 * MB || turns > 2, `${turns} turns of the event loop`);
      }));
  }

  it('100 MB with a byte that is not UTF-8 far behind: invalid, and where', () =>
    within(layout, async built => {
      writeHuge(built.at('R/.agents/skills/huge/SKILL.md'), 'huge', 100 * MB, 90_000_000);
      const { candidates, failure } = await resolveIn(built);
      assert.deepEqual(
        candidates.map(({ name, code, reason }) => [name, code, renderMessage(reason)]),
        [
          ['huge', 'not-utf8', 'not UTF-8: byte 0xff at offset 90000000'],
          ['small', 'wins', 'the only one of this name'],
        ],
      );
      assert.equal(failure?.code, 'not-utf8');
    }));

  it('100 MB takes hardly more memory than one of 1 MB', { skip: process.platform === 'win32' }, () =>
    within(layout, built => {
      const file = built.at('R/.agents/skills/huge/SKILL.md');
      writeHuge(file, 'huge', MB);
      const usual = mostMemory(built);
      writeHuge(file, 'huge', 100 * MB);
      const most = mostMemory(built);
      assert.ok(most < 1.5 * usual, `${most / MB} MB instead of ${usual / MB} MB`);
    }),
  );
});

describe('a root of 100,000 entries', () => {
  it('is gone through without a stop, and its skills are found', () =>
    within(
      {
        ...layout,
        'R/.agents/skills/zebra.md': skillText('zebra'),
        'R/.agents/skills/m/skill.md': skillText('m'),
      },
      async built => {
        for (let number = 0; number < 100_000; number++)
          writeFileSync(built.at(`R/.agents/skills/${number}.txt`), '');
        const turns = await turnsDuring(async () => {
          for (const profile of ['kimi-cli', 'kimi-code'] as const) {
            const { candidates } = await resolveIn(built, { profile });
            const inRoot = candidates.filter(({ root }) => root.endsWith('.agents/skills'));
            assert.deepEqual(
              inRoot.filter(({ verdict }) => verdict === 'active').map(({ name }) => name),
              ['small', 'zebra'],
            );
            assert.ok(inRoot.length < 1000, `${inRoot.length} candidates`);
          }
        });
        assert.ok(turns > 2, `${turns} turns of the event loop`);
      },
    ));
});
