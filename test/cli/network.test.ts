/** No network at all: what is shipped does not know how, and does not reach for it when it runs. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { buildSample } from '../host/sample';
import { CLI } from './command';

/** Files, paths, texts, threads, and VS Code: none of these opens a connection or starts a process. */
const allowed = new Set([
  'vscode',
  'node:worker_threads',
  'node:fs',
  'node:fs/promises',
  'node:path',
  'node:os',
  'node:util',
  'node:buffer',
  'node:crypto',
  'node:url',
  // As the libraries that read YAML ask for them.
  'process',
  'buffer',
]);

/**
 * The one other program that is ever started, to know which disks another machine answers for: `mount`, without arguments,
 * or on Windows `net use`, which lists as much. What asks such disks is a bundle among these, in a process of its own.
 */
const programs = [/["'`]\/sbin\/mount["'`],\[\]\)/, /["'`]net\.exe["'`]\),\[["'`]use["'`]\]\)/];
const dist = path.resolve('dist');
const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.js'));
const guard = path.resolve('test', 'no-network.cjs');

/** Everything that a bundle loads: the names, and what stands there where it is no name. */
function loaded(text: string): string[] {
  return [...text.matchAll(/(?<![\w.$])(?:require|import)\(\s*(?:"([^"]*)"|'([^']*)'|([^)]{0,40}))/g)].map(
    ([, double, single, other]) => double ?? single ?? `an expression: ${other}`,
  );
}

describe('the bundles', () => {
  test('are there', () => assert.ok(scripts.includes('extension.js') && scripts.includes('cli.js')));

  for (const script of scripts) {
    const text = readFileSync(path.join(dist, script), 'utf8');
    test(`${script} loads nothing that could open a connection`, () => {
      const others = loaded(text).filter(
        name => !allowed.has(name) && !/^\.\/(lazy\/)?[a-z-]+\.js$/.test(name),
      );
      if (others.includes('node:child_process')) {
        const asksDisks = script === path.join('lazy', 'disk-process.js');
        for (const program of asksDisks ? [] : programs) assert.match(text, program);
        // An imported function is called as `(0, module.name)(…)`; a regular expression's own `exec` is not.
        const started = text.match(/\.(exec|execFile|spawn|fork|execSync|spawnSync|execFileSync)\)\(/g);
        assert.deepEqual(started, [asksDisks ? '.fork)(' : '.execFile)(']);
        if (asksDisks) assert.match(text, /\bworkerData,__filename\)/);
      }
      assert.deepEqual(
        others.filter(name => name !== 'node:child_process'),
        [],
      );
    });

    test(`${script} uses no global that could`, () => {
      const found = text.match(
        /(?<![\w.$]|async )fetch\s*\(|\b(?:globalThis|global|self|window)\.fetch\b|=\s*fetch\b|\b(WebSocket|EventSource|XMLHttpRequest|sendBeacon|getBuiltinModule|createRequire|mainModule|openExternal|asExternalUri)\b|process\.(binding|dlopen)/g,
      );
      assert.deepEqual(found, null);
    });
  }

  test('the search finds what it looks for', () => {
    assert.deepEqual(loaded('var a=require("node:net");import("x");b.require("y");require(z)'), [
      'node:net',
      'x',
      'an expression: z',
    ]);
  });
});

describe('the pages', () => {
  test('may load nothing, and their script has no way to', () => {
    const script = readFileSync(path.resolve('media', 'pages', 'page.js'), 'utf8');
    assert.doesNotMatch(script, /fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\bimport\b|\.src\s*=/);
    const style = readFileSync(path.resolve('media', 'pages', 'page.css'), 'utf8');
    assert.doesNotMatch(style, /url\(|@import/);
    const policies = scripts.flatMap(name =>
      (readFileSync(path.join(dist, name), 'utf8').match(/default-src[^;]*;/g) ?? []).map(String),
    );
    assert.deepEqual([...new Set(policies)], ["default-src 'none';"]);
  });
});

describe('the command, run where the network cannot be reached for', () => {
  const calls: readonly (readonly string[])[] = [
    ['list'],
    ['list', '--json'],
    ['prompt'],
    ['-a', 'release'],
    ['why', 'estimate'],
    ['compare'],
    ['rescue'],
    ['migrate', '--root', '.claude/skills'],
    ['--help'],
    ['--version'],
  ];
  const sample = buildSample();
  const env = { ...process.env, ...sample.env, NODE_OPTIONS: '' };

  for (const args of calls) {
    test(`which-skill ${args.join(' ')}`, () => {
      const plain = spawnSync(process.execPath, [CLI, ...args], { cwd: sample.orchard, env });
      const guarded = spawnSync(process.execPath, ['--require', guard, CLI, ...args], {
        cwd: sample.orchard,
        env,
        encoding: 'utf8',
      });
      assert.equal(guarded.stderr, plain.stderr.toString());
      assert.equal(guarded.stdout, plain.stdout.toString());
      assert.equal(guarded.status, plain.status);
      assert.notEqual(guarded.stdout + guarded.stderr, '');
    });
  }

  for (const reach of [
    'require("node:http")',
    'fetch("")',
    'process.getBuiltinModule?.("net") ?? fetch',
    'require("node:child_process").spawn("curl")',
    'require("node:child_process").fork("other.js")',
    'new (require("node:worker_threads").Worker)("other.js")',
  ]) {
    test(`the guard notices ${reach}`, () => {
      assert.throws(
        () => execFileSync(process.execPath, ['--require', guard, '-e', reach], { env, stdio: 'pipe' }),
        { status: 99 },
      );
    });
  }
});
