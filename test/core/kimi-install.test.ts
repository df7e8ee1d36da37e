import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { findBuiltinSkills, type InstallSearch } from '../../src/core/kimi-install';

/** What lies on the disk: a folder (ends in a slash), a program (its first line), or a link (`-> target`). */
type Layout = Readonly<Record<string, string>>;

const python = '#!/nowhere/bin/python3\n';
const node = '#!/usr/bin/env node\n';
const binary = '\x7fELF\0';

function build(t: TestContext, layout: Layout): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'which-skill-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(layout)) {
    const location = path.join(root, name);
    mkdirSync(name.endsWith('/') ? location : path.dirname(location), { recursive: true });
    if (name.endsWith('/')) continue;
    if (content.startsWith('-> ')) symlinkSync(content.slice(3), location);
    else {
      writeFileSync(location, content.replaceAll('$ROOT', root), 'latin1');
      chmodSync(location, 0o755);
    }
  }
  return root;
}

/** Searches below a root; `$ROOT` in the variables stands for it, and so it does in the outcome. */
function search(root: string, variables: Layout = {}, options: Partial<InstallSearch> = {}): string {
  const env = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replaceAll('$ROOT', root)]),
  );
  const found = findBuiltinSkills({ env, home: path.join(root, 'home'), platform: 'linux', ...options });
  if (!found) return 'none';
  const version = found.version === undefined ? '' : ` ${found.version}`;
  return `${found.how} ${path.relative(root, found.dir)}${version}`;
}

const tool = 'home/.local/share/uv/tools/kimi-cli';
const libraries = `${tool}/lib/python3.13/site-packages`;

interface Row {
  readonly about: string;
  readonly layout: Layout;
  readonly env?: Layout;
  readonly platform?: NodeJS.Platform;
  readonly expected: string;
}

const table: Row[] = [
  {
    about: 'nothing anywhere',
    layout: { 'home/': '', 'bin/': '' },
    env: { PATH: '$ROOT/bin:/none::.' },
    expected: 'none',
  },
  {
    about: 'uv, through the link on PATH',
    layout: {
      [`${tool}/bin/kimi`]: python,
      [`${libraries}/kimi_cli/skills/`]: '',
      [`${libraries}/kimi_cli-1.49.0.dist-info/`]: '',
      'home/.local/bin/kimi': '-> ../share/uv/tools/kimi-cli/bin/kimi',
    },
    env: { PATH: '/none:$ROOT/home/.local/bin' },
    expected: `path ${libraries}/kimi_cli/skills 1.49.0`,
  },
  {
    about: 'uv, not on PATH',
    layout: { [`${libraries}/kimi_cli/skills/`]: '' },
    expected: `uv ${libraries}/kimi_cli/skills`,
  },
  {
    about: 'uv, the package of the other name',
    layout: { 'home/.local/share/uv/tools/kimi-code/lib/python3.12/site-packages/kimi_cli/skills/': '' },
    expected: 'uv home/.local/share/uv/tools/kimi-code/lib/python3.12/site-packages/kimi_cli/skills',
  },
  {
    about: 'UV_TOOL_DIR goes first',
    layout: {
      [`${libraries}/kimi_cli/skills/`]: '',
      'tools/kimi-cli/lib/python3.12/site-packages/kimi_cli/skills/': '',
    },
    env: { UV_TOOL_DIR: '$ROOT/tools' },
    expected: 'uv tools/kimi-cli/lib/python3.12/site-packages/kimi_cli/skills',
  },
  {
    about: 'XDG_DATA_HOME',
    layout: { 'data/uv/tools/kimi-cli/lib/python3.12/site-packages/kimi_cli/skills/': '' },
    env: { XDG_DATA_HOME: '$ROOT/data' },
    expected: 'uv data/uv/tools/kimi-cli/lib/python3.12/site-packages/kimi_cli/skills',
  },
  {
    about: 'the newest of several Pythons, counted and not spelled',
    layout: {
      [`${tool}/lib/python3.9/site-packages/kimi_cli/skills/`]: '',
      [`${tool}/lib/python3.13/site-packages/kimi_cli/skills/`]: '',
      [`${tool}/lib/python3.14/site-packages/other/`]: '',
    },
    expected: `uv ${libraries}/kimi_cli/skills`,
  },
  {
    about: 'pipx',
    layout: { 'home/.local/pipx/venvs/kimi-cli/lib/python3.12/site-packages/kimi_cli/skills/': '' },
    expected: 'pipx home/.local/pipx/venvs/kimi-cli/lib/python3.12/site-packages/kimi_cli/skills',
  },
  {
    about: 'PIPX_HOME',
    layout: { 'px/venvs/kimi-cli/lib/python3.12/site-packages/kimi_cli/skills/': '' },
    env: { PIPX_HOME: '$ROOT/px' },
    expected: 'pipx px/venvs/kimi-cli/lib/python3.12/site-packages/kimi_cli/skills',
  },
  {
    about: 'a virtual environment, by the program kimi-cli',
    layout: {
      'venv/bin/kimi-cli': "#!/bin/sh\n'''exec' \"/a path/python\" \"$0\" \"$@\"\n' '''\n",
      'venv/lib/python3.12/site-packages/kimi_cli/skills/': '',
    },
    env: { PATH: '$ROOT/venv/bin' },
    expected: 'path venv/lib/python3.12/site-packages/kimi_cli/skills',
  },
  {
    about: 'a launcher that was copied away from its Python',
    layout: {
      'bin/kimi': '#!$ROOT/venv/bin/python3.12\n',
      'venv/lib/python3.12/site-packages/kimi_cli/skills/': '',
    },
    env: { PATH: '$ROOT/bin' },
    expected: 'path venv/lib/python3.12/site-packages/kimi_cli/skills',
  },
  {
    about: 'the libraries of a distribution',
    layout: { 'usr/bin/kimi': python, 'usr/lib/python3/dist-packages/kimi_cli/skills/': '' },
    env: { PATH: '$ROOT/usr/bin' },
    expected: 'path usr/lib/python3/dist-packages/kimi_cli/skills',
  },
  {
    about: 'a bundle, through a link',
    layout: {
      'opt/kimi/kimi': binary,
      'opt/kimi/_internal/kimi_cli/skills/': '',
      'opt/kimi/_internal/kimi_cli-1.48.0.dist-info/': '',
      'bin/kimi': '-> ../opt/kimi/kimi',
    },
    env: { PATH: '$ROOT/bin' },
    expected: 'path opt/kimi/_internal/kimi_cli/skills 1.48.0',
  },
  {
    about: 'the bundle of the product’s own extension',
    layout: {
      'home/.config/Code/User/globalStorage/moonshot-ai.kimi-code/bin/kimi/_internal/kimi_cli/skills/': '',
    },
    expected:
      'bundle home/.config/Code/User/globalStorage/moonshot-ai.kimi-code/bin/kimi/_internal/kimi_cli/skills',
  },
  {
    about: 'Windows: an environment of Python, by a launcher that is a binary',
    layout: { 'venv/Scripts/kimi.exe': 'MZ', 'venv/Lib/site-packages/kimi_cli/skills/': '' },
    env: { Path: '"$ROOT/venv/Scripts";/none' },
    platform: 'win32',
    expected: 'path venv/Lib/site-packages/kimi_cli/skills',
  },
  {
    about: 'Windows: uv',
    layout: { 'app/uv/tools/kimi-cli/Lib/site-packages/kimi_cli/skills/': '' },
    env: { APPDATA: '$ROOT/app' },
    platform: 'win32',
    expected: 'uv app/uv/tools/kimi-cli/Lib/site-packages/kimi_cli/skills',
  },
  {
    about: 'the other product alone: a binary of the same name',
    layout: { 'home/.kimi-code/bin/kimi': binary, 'home/.kimi-code/skills/a/': '' },
    env: { PATH: '$ROOT/home/.kimi-code/bin' },
    expected: 'none',
  },
  {
    about: 'the other product alone: a program for Node',
    layout: {
      'usr/lib/node_modules/kimi/dist/cli.js': node,
      'usr/bin/kimi': '-> ../lib/node_modules/kimi/dist/cli.js',
      'usr/skills/': '',
    },
    env: { PATH: '$ROOT/usr/bin' },
    expected: 'none',
  },
  {
    about: 'the other product first on PATH, beside libraries that are not its own',
    layout: {
      'usr/bin/kimi': binary,
      'usr/lib/python3.9/site-packages/kimi_cli/skills/': '',
      'venv/bin/kimi': python,
      'venv/lib/python3.12/site-packages/kimi_cli/skills/': '',
    },
    env: { PATH: '$ROOT/usr/bin:$ROOT/venv/bin' },
    expected: 'path venv/lib/python3.12/site-packages/kimi_cli/skills',
  },
  {
    about: 'a folder, a broken link and a loop of that name',
    layout: {
      'a/kimi/': '',
      'b/kimi': '-> nowhere',
      'c/kimi': '-> kimi',
      [`${libraries}/kimi_cli/skills/`]: '',
    },
    env: { PATH: '$ROOT/a:$ROOT/b:$ROOT/c' },
    expected: `uv ${libraries}/kimi_cli/skills`,
  },
  {
    about: 'a package without its skills',
    layout: { [`${libraries}/kimi_cli/`]: '', [`${libraries}/kimi_cli-1.2.dist-info/`]: '' },
    expected: 'none',
  },
  {
    about: 'versions are counted too',
    layout: {
      [`${libraries}/kimi_cli/skills/`]: '',
      [`${libraries}/kimi_cli-1.9.0.dist-info/`]: '',
      [`${libraries}/kimi_cli-1.10.0.dist-info/`]: '',
      [`${libraries}/kimi_client-9.0.dist-info/`]: '',
    },
    expected: `uv ${libraries}/kimi_cli/skills 1.10.0`,
  },
];

for (const { about, layout, env = {}, platform = 'linux', expected } of table)
  test(about, t => assert.equal(search(build(t, layout), env, { platform }), expected));

test('a program that may not be run is no program', t => {
  const root = build(t, {
    'venv/bin/kimi': python,
    'venv/lib/python3.12/site-packages/kimi_cli/skills/': '',
  });
  chmodSync(path.join(root, 'venv/bin/kimi'), 0o644);
  assert.equal(search(root, { PATH: '$ROOT/venv/bin' }), 'none');
});
