/** Random trees that nobody would make on purpose: an answer comes back for each, whole, and nothing is touched. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { compareWithWinners } from '../../src/core/compare';
import { nodeFileSystem } from '../../src/core/file-system';
import { type Message, renderMessage } from '../../src/core/message';
import { kimiCli } from '../../src/core/profiles/kimi-cli';
import { compareCodePoints } from '../../src/core/python-text';
import { type ResolveOptions, resolve } from '../../src/core/resolve';
import type { Resolution } from '../../src/core/types';
import { within } from '../core/resolved';
import { skillText } from '../layout';

const BATCHES = 15;
const LAYOUTS_IN_A_BATCH = 100;

/** A folder for all the trees, with a pipe and a socket in it that trees get by hard links. */
let folder: string;
let pipe: string;
let socket: string;

before(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'which-skill-')));
  pipe = path.join(folder, 'pipe');
  socket = path.join(folder, 'socket');
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [pipe]);
  const server = createServer();
  await new Promise<void>(resolve => server.listen(socket, resolve));
  // Closing the server removes its name, so another one is made first.
  fs.linkSync(socket, `${socket}.kept`);
  await new Promise(resolve => server.close(resolve));
  socket = `${socket}.kept`;
});

// Names that are not UTF-8 are beyond `fs.rmSync`.
after(() => {
  if (process.platform === 'win32') fs.rmSync(folder, { recursive: true, force: true });
  else execFileSync('rm', ['-rf', folder]);
});

/** A source of chance that gives the same every time. */
class Chance {
  constructor(private state: number) {}

  /** From 0 up to but not including `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  bytes(most: number): Buffer {
    return Buffer.from(Array.from({ length: this.below(most) }, () => this.below(256)));
  }
}

const NAMES: readonly (string | Buffer)[] = [
  ...[
    'a',
    'b',
    'deploy',
    'Deploy',
    'DEPLOY',
    'straße',
    'STRASSE',
    'SKILL.md',
    'skill.md',
    'Skill.MD',
    'README.md',
  ],
  ...[
    '.md',
    '.hidden.md',
    ' sp .md',
    'a.md',
    'A.MD',
    'deploy.md',
    'two\nlines.md',
    'two\nlines',
    'bell\u0007',
  ],
  ...['🐦', '🐦.md', 'e\u0301.md', '\u00e9.md', '\ufffd.md', '#', 'a#b', '%2F.md', '$&.md', '{0}.md', '{0}'],
  ...[
    '__proto__',
    '__proto__.md',
    'constructor',
    'toString.md',
    '-x',
    '--',
    'node_modules',
    '.git',
    'x'.repeat(255),
  ],
  ...[' ', '\\', 'c:\\x.md', '~', '...', 'skills', 'file:', 'ſkill.md', '\u202egnp.md', '\ud83d'],
  Buffer.of(0xff),
  Buffer.of(0x61, 0xff, 0x2e, 0x6d, 0x64),
  Buffer.of(0xed, 0xa0, 0x80, 0x2e, 0x6d, 0x64),
  Buffer.of(0xe2, 0x82),
  Buffer.of(0xf4, 0x90, 0x80, 0x80, 0x2e, 0x6d, 0x64),
];

const PLACES = [
  ...['P/.kimi/skills', 'P/.claude/skills', 'P/.codex/skills', 'P/.agents/skills', 'P/.cursor/skills'],
  ...['P/sub/.agents/skills', 'home/.kimi/skills', 'home/.claude/skills', 'home/.config/agents/skills'],
  ...['home/.agents/skills', 'home/.kimi/plugins', 'home/.gemini/skills', 'more', 'builtin'],
];

const SCRAPS = [
  ...[
    'name: deploy',
    'name: a',
    'name: Deploy',
    'description: x',
    'type: flow',
    'type: standard',
    'name',
    ': ',
    '- ',
  ],
  ...[
    '? ',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '|',
    '>',
    '&a ',
    '*a',
    '!!binary aGk=',
    '!!set',
    '<<: *a',
    '# c',
    '\t',
    '@',
  ],
  ...[
    '`',
    '%YAML 1.1',
    '...',
    '---',
    '2024-13-01',
    '1:30',
    '=',
    '\u0000',
    '\ufeff',
    '\u2028',
    '\u0085',
    '\r',
    '\x0c',
  ],
  ...[
    '```mermaid',
    '```',
    'BEGIN --> END',
    '~~~d2',
    'BEGIN -> END',
    'é',
    '🐦',
    '{0}',
    '~',
    'null',
    ': foo',
    '[]: x',
  ],
];

function content(chance: Chance): string | Buffer {
  switch (chance.below(9)) {
    case 0:
      return chance.bytes(200);
    case 1:
      return '';
    case 2:
      return `---\n${scraps(chance, '\n')}\n---\n${scraps(chance, ' ')}`;
    case 3:
      return `---\n${scraps(chance, ' ')}\n---`;
    case 4:
      return scraps(chance, '\n');
    case 5:
      return `---\nname: ${chance.pick(['[', '{a: ', '&x [', '- '])}${'['.repeat(chance.below(400))}\n---\n`;
    case 6:
      return Buffer.concat([Buffer.from('---\nname: a\n'), chance.bytes(60), Buffer.from('\n---\nBody.\n')]);
    default:
      return skillText(chance.pick(['deploy', 'a', 'b', 'STRASSE', 'straße', '{0}', 'constructor']));
  }
}

function scraps(chance: Chance, between: string): string {
  return Array.from({ length: chance.below(8) }, () => chance.pick(SCRAPS)).join(between);
}

/**
 * Makes something in a folder. What this file system refuses is left out. Everything is made anew and only in folders
 * made here: nothing is ever written through a link, which could lead out of the tree.
 */
function make(chance: Chance, root: string, parent: Buffer, depth: number): void {
  assert.ok(fs.lstatSync(parent).isDirectory(), 'a link is not written through');
  const place = below(parent, chance.pick(NAMES));
  attempt(() => {
    switch (chance.below(10)) {
      case 0:
        fs.symlinkSync(target(chance, root), place);
        break;
      case 1:
        fs.linkSync(chance.pick([pipe, socket]), place);
        break;
      case 2:
      case 3:
      case 4:
        fs.writeFileSync(place, content(chance), { flag: 'wx' });
        break;
      default:
        fs.mkdirSync(place);
        makeSkillFile(chance, root, below(place, 'SKILL.md'));
        if (depth < 5)
          for (let more = chance.below(3); more > 0; more--) make(chance, root, place, depth + 1);
    }
  });
}

function makeSkillFile(chance: Chance, root: string, place: Buffer): void {
  const kind = chance.below(8);
  if (kind < 6) fs.writeFileSync(place, content(chance), { flag: 'wx' });
  else if (kind === 6) fs.symlinkSync(target(chance, root), place);
  else fs.linkSync(pipe, place);
}

function below(parent: Buffer, name: string | Buffer): Buffer {
  return Buffer.concat([parent, Buffer.from('/'), Buffer.from(name)]);
}

/** Whether the file system let it be done. */
function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    assert.match(String((error as NodeJS.ErrnoException).code), /^E[A-Z]+$/);
    return false;
  }
}

function target(chance: Chance, root: string): string {
  const places = [...PLACES, 'home', 'P', '', 'nowhere'].map(place => path.join(root, place));
  const near = [
    '.',
    '..',
    '../..',
    '../../..',
    'a',
    'deploy',
    'SKILL.md',
    '../a',
    '../deploy/SKILL.md',
    '/dev/null',
  ];
  return chance.pick([...places, ...near, '/dev/zero', 'x'.repeat(5000)]);
}

function build(chance: Chance, root: string): void {
  fs.mkdirSync(path.join(root, 'home'), { recursive: true });
  fs.mkdirSync(path.join(root, 'P/sub'), { recursive: true });
  if (chance.below(2) > 0) fs.writeFileSync(path.join(root, 'P/.git'), '');
  for (let count = 1 + chance.below(4); count > 0; count--) {
    const place = path.join(root, chance.pick(PLACES));
    fs.mkdirSync(path.dirname(place), { recursive: true });
    const kind = chance.below(12);
    const isNewFolder = attempt(() => {
      if (kind === 0) fs.symlinkSync(target(chance, root), place);
      else if (kind === 1) fs.linkSync(chance.pick([pipe, socket]), place);
      else fs.mkdirSync(place);
    });
    if (!isNewFolder || kind < 2) continue;
    for (let entries = chance.below(7); entries > 0; entries--) make(chance, root, Buffer.from(place), 0);
  }
  if (chance.below(3) === 0) {
    fs.mkdirSync(path.join(root, 'home/.kimi'), { recursive: true });
    const config = path.join(root, 'home/.kimi/config.toml');
    if (chance.below(8) === 0) fs.linkSync(pipe, config);
    else
      fs.writeFileSync(
        config,
        chance.below(2) ? content(chance) : 'extra_skill_dirs = ["../more", "~", ""]\n',
      );
  }
}

function question(chance: Chance, root: string): ResolveOptions {
  const directories = [
    '',
    '~',
    '~root',
    '~nobody/x',
    '.',
    '..',
    '../more',
    '\0',
    'x'.repeat(5000),
    'sub',
    `${root}/more/`,
  ];
  const some = (): string[] => Array.from({ length: chance.below(4) }, () => chance.pick(directories));
  return {
    profile: 'kimi-cli',
    workDir: path.join(root, chance.pick(['P', 'P/sub', 'home', 'P/.agents/skills'])),
    home: path.join(root, chance.pick(['home', 'home', 'home', 'P'])),
    environment: chance.below(6) === 0 ? { KIMI_SHARE_DIR: chance.pick(directories) } : {},
    overrides: {
      ...(chance.below(3) === 0 && { mergeBrands: false }),
      ...(chance.below(3) === 0 && { extraSkillDirs: some() }),
      ...(chance.below(4) === 0 && { skillsDirs: some() }),
      builtinDir: chance.pick([null, path.join(root, 'builtin')]),
    },
  };
}

/** Every entry below a folder with its kind, size and times, links not followed. */
function listing(folder: Buffer): string[] {
  return fs.readdirSync(folder, { encoding: 'buffer' }).flatMap(name => {
    const place = below(folder, name);
    const { mode, size, mtimeMs, ctimeMs, ino } = fs.lstatSync(place);
    const line = [place.toString('latin1'), mode, size, mtimeMs, ctimeMs, ino].join(' ');
    return [line, ...((mode & fs.constants.S_IFMT) === fs.constants.S_IFDIR ? listing(place) : [])];
  });
}

/** What holds for every resolution, whatever is on disk. */
function assertSound({ roots, candidates, skills, failure, configuration }: Resolution): void {
  const said = (text: Message) => {
    for (const [, index] of text.template.matchAll(/\{(\d+)\}/g))
      assert.ok(Number(index) < text.args.length, `${text.template} lacks an argument`);
    assert.notEqual(renderMessage(text).trim(), '');
    for (const arg of text.args) if (typeof arg === 'object' && 'template' in arg) said(arg);
  };
  const rootIds = new Set(roots.map(({ id }) => id));
  assert.equal(rootIds.size, roots.length, 'ids of roots are unique');
  const ranks = roots.flatMap(({ rank }) => (rank === null ? [] : [rank]));
  assert.deepEqual(
    ranks,
    ranks.map((_, index) => index + 1),
  );
  for (const root of roots) {
    said(root.reason);
    assert.notEqual(root.label, '');
    assert.equal(root.rank !== null, root.verdict === 'active');
    if (root.decidedBy !== undefined) assert.ok(rootIds.has(root.decidedBy));
  }

  const byId = new Map(candidates.map(candidate => [candidate.id, candidate]));
  assert.equal(byId.size, candidates.length, 'ids of candidates are unique');
  for (const candidate of candidates) {
    said(candidate.reason);
    for (const { text } of candidate.remarks) said(text);
    assert.ok(rootIds.has(candidate.root));
    assert.equal(candidate.winner === null, candidate.winnerId === null);
    if (candidate.winnerId === null) continue;
    const winner = byId.get(candidate.winnerId);
    assert.equal(winner?.file, candidate.winner);
    assert.equal(winner?.winnerId, winner?.id);
    assert.ok(winner?.verdict === 'active' || winner?.verdict === 'ambiguous');
  }

  const { fold } = kimiCli.product;
  const names = skills.map(({ name }) => name);
  assert.equal(new Set(names.map(fold)).size, names.length, 'one skill a name');
  assert.deepEqual(names, [...names].sort(compareCodePoints));
  assert.deepEqual(
    new Set(skills.map(({ candidate }) => candidate)),
    new Set(candidates.filter(({ id, winnerId }) => id === winnerId).map(({ id }) => id)),
  );
  if (failure) {
    said(failure.reason);
    assert.notEqual(failure.file, '');
  }
  for (const { text } of configuration.remarks) said(text);
}

for (let batch = 0; batch < BATCHES; batch++) {
  test(`random trees, batch ${batch}`, async () => {
    if (process.platform === 'win32') return;
    for (let index = 0; index < LAYOUTS_IN_A_BATCH; index++) {
      const seed = batch * LAYOUTS_IN_A_BATCH + index;
      const chance = new Chance(seed);
      const root = path.join(folder, String(seed));
      build(chance, root);
      const asked = question(chance, root);
      const tree = listing(Buffer.from(root));
      try {
        const resolution = await resolve(asked);
        assertSound(resolution);
        kimiCli.listing(resolution.skills);
        JSON.stringify(resolution);
        await compareWithWinners(nodeFileSystem, resolution);
        if (seed % 8 === 0) assert.deepEqual(await resolve(asked), resolution);
        assert.deepEqual(listing(Buffer.from(root)), tree, 'the tree is untouched');
      } catch (error) {
        throw new Error(`tree ${seed}: ${error instanceof Error ? error.stack : error}`, { cause: error });
      }
    }
  });
}

/** A project with so many skills that reading them takes several slices of time. */
const many = Object.fromEntries(
  Array.from({ length: 1500 }, (_, index) => [`P/.agents/skills/s${index}.md`, skillText(`s${index}`)]),
);

test('a signal that is aborted before: nothing is read', () =>
  within({ P: null }, async ({ root }) => {
    const reason = new Error('not wanted any more');
    const files = new Proxy(nodeFileSystem, {
      get: () => assert.fail('the file system was asked'),
    });
    const signal = AbortSignal.abort(reason);
    const options = {
      profile: 'kimi-cli',
      workDir: `${root}/P`,
      home: `${root}/home`,
      environment: {},
    } as const;
    await assert.rejects(resolve({ ...options, files, signal }), error => error === reason);
  }));

test('a signal that is aborted in between: the work ends with its reason', () =>
  within(many, async ({ root }) => {
    const controller = new AbortController();
    const reason = new Error('not wanted any more');
    let opened = 0;
    const files = {
      ...nodeFileSystem,
      open(file: string) {
        if (opened++ === 0) setImmediate(() => controller.abort(reason));
        return nodeFileSystem.open(file);
      },
    };
    const options = {
      profile: 'kimi-cli',
      workDir: `${root}/P`,
      home: `${root}/home`,
      environment: {},
    } as const;
    await assert.rejects(
      resolve({ ...options, files, overrides: { builtinDir: null }, signal: controller.signal }),
      error => error === reason,
    );
    assert.ok(opened < 1500, `${opened} files were opened`);
  }));

test('the event loop runs while many files are read', () =>
  within(many, async ({ root }) => {
    let turns = 0;
    let running = true;
    const turn = () => {
      turns++;
      if (running) setImmediate(turn);
    };
    setImmediate(turn);
    try {
      const { skills } = await resolve({
        profile: 'kimi-cli',
        workDir: `${root}/P`,
        home: `${root}/home`,
        environment: {},
        overrides: { builtinDir: null },
      });
      assert.equal(skills.length, 1500);
    } finally {
      running = false;
    }
    assert.ok(turns > 2, `${turns} turns of the event loop`);
  }));
