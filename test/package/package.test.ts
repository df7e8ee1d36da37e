/** The packaged extension: what is inside, and that it works where it is installed. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { outFolder, projectRoot, temporaryFolder } from '../host/folders';
import { npm, run } from '../host/processes';
import { buildSample, type Sample } from '../host/sample';
import { type Server, startServer } from '../host/vscode-server';
import { openWorkbench, type Workbench } from '../host/workbench';
import { type ZipEntry, zipEntries } from './zip';

const vsix = path.join(outFolder, 'package', 'which-skill.vsix');
const kilobyte = 1024;

/** Everything that may be inside. What is not needed to run is not shipped. */
const allowed = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/package(\.nls(\.[a-z-]+)?)?\.json$/,
  /^extension\/l10n\/bundle\.l10n\.[a-z-]+\.json$/,
  /^extension\/(readme|changelog)\.md$/,
  /^extension\/LICENSE\.txt$/,
  /^extension\/dist\/(extension|cli)\.js$/,
  /^extension\/dist\/lazy\/[a-z-]+\.js$/,
  /^extension\/media\/(walkthrough\/)?[a-z-]+\.svg$/,
  /^extension\/media\/icon\.png$/,
  /^extension\/media\/pages\/[a-z-]+\.(js|css)$/,
];

const required = [
  'extension/package.json',
  'extension/package.nls.zh-cn.json',
  'extension/l10n/bundle.l10n.zh-cn.json',
  'extension/readme.md',
  'extension/changelog.md',
  'extension/LICENSE.txt',
  'extension/dist/extension.js',
  'extension/dist/cli.js',
  'extension/media/pages/page.js',
  'extension/media/pages/page.css',
];

describe('the packaged extension', () => {
  let entries: ZipEntry[] = [];

  before(async () => {
    mkdirSync(path.dirname(vsix), { recursive: true });
    rmSync(vsix, { force: true });
    const { code, output } = await npm(['run', 'package', '--', '--out', vsix], projectRoot);
    assert.equal(code, 0, output);
    entries = zipEntries(readFileSync(vsix));
  });

  test('holds nothing but what is needed to run', () => {
    const unexpected = entries
      .map(({ name }) => name)
      .filter(name => !allowed.some(pattern => pattern.test(name)));
    assert.deepEqual(unexpected, []);
  });

  test('holds all that is needed', () => {
    const names = entries.map(({ name }) => name);
    assert.deepEqual(
      required.filter(name => !names.includes(name)),
      [],
    );
  });

  test('loads at most 150 KB at activation', () => {
    const bundle = entries.find(({ name }) => name === 'extension/dist/extension.js');
    assert.ok(bundle);
    assert.ok(bundle.size <= 150 * kilobyte, `dist/extension.js has ${bundle.size} bytes`);
  });

  test('is smaller than 1 MB', () => {
    const size = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
    assert.ok(size < 1024 * kilobyte, `${size} bytes`);
  });

  test('has the same bytes when it is made elsewhere, at another time, by somebody else', async () => {
    const folder = copyOfSources();
    const again = path.join(folder, 'again.vsix');
    process.env.TZ = 'Pacific/Auckland';
    const { code, output } = await npm(['run', 'package', '--', '--out', again], folder);
    delete process.env.TZ;
    assert.equal(code, 0, output);
    const [first, second] = [readFileSync(vsix), readFileSync(again)];
    assert.deepEqual(zipEntries(second), zipEntries(first));
    assert.ok(first.equals(second), 'the entries are the same, and the bytes differ');
  });
});

/** What a clone with another umask has: files of other times and modes in another place, and nothing that was built. */
function copyOfSources(): string {
  const folder = temporaryFolder('clone');
  for (const name of readdirSync(projectRoot)) {
    if (/^(\.git|\.cache|node_modules|dist|out)$/.test(name) || name.endsWith('.vsix')) continue;
    cpSync(path.join(projectRoot, name), path.join(folder, name), { recursive: true });
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    chmodSync(file, 0o664);
    utimesSync(file, 1_000_000_000, 1_000_000_000);
  }
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  return folder;
}

describe('the packaged extension, installed', () => {
  let sample: Sample;
  let server: Server;
  let workbench: Workbench;

  before(async () => {
    sample = buildSample();
    server = await startServer({ home: sample.home, env: sample.env, vsix });
    workbench = await openWorkbench(server, { folder: sample.orchard });
  });

  after(async () => {
    await workbench?.close();
    server?.stop();
  });

  test('shows the view', async () => {
    await workbench.showView();
    const top = (await workbench.tree.rows()).filter(({ level }) => level === 1);
    assert.deepEqual(
      top.slice(0, 4).map(({ label }) => label),
      ['Project', 'User', 'Extra', 'Built-in'],
    );
    await workbench.screenshot('package');
  });

  test('has a README whose pictures have one source each, and a manifest without what only builds it', () => {
    const folder = server.installed('which-skill');
    const readme = readFileSync(path.join(folder, 'readme.md'), 'utf8');
    assert.match(readme, /<img /);
    assert.doesNotMatch(readme, /<picture|<source/);
    const { scripts, devDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    assert.deepEqual({ scripts, devDependencies }, { scripts: undefined, devDependencies: undefined });
  });

  test('has found its lazily loaded parts: YAML and TOML were read', async () => {
    await workbench.tree.expandAll(({ level }) => level <= 2);
    const text = await workbench.tree.text();
    assert.match(text, /estimate\b.*line 3/);
    assert.match(text, /team-skills/);
  });

  test('carries the command', async () => {
    const command = path.join(server.installed('which-skill'), 'dist', 'cli.js');
    const env = { ...process.env, ...sample.env };
    const { code, output } = await run(process.execPath, [command, 'release', '--cwd', sample.orchard], {
      env,
    });
    assert.equal(output.trim(), path.join(sample.orchard, '.kimi/skills/release/SKILL.md'));
    assert.equal(code, 0);
  });
});
