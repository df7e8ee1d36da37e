// What `npm start` and `npm test` run. Until the packages are installed nothing but node itself may be used here.
//   node test/host/main.mjs start [folder] [--port N] [--desktop] [--screenshot FILE] [--restricted]
//   node test/host/main.mjs test [part …]
//   node test/host/main.mjs test-desktop
//   node test/host/main.mjs package [--out FILE]
//   node test/host/main.mjs docs
//   node test/host/main.mjs pictures [--theme light|dark] [--language en|zh-cn] [--only SCENE]
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** @param {string} message */
function stop(message) {
  console.error(message);
  process.exit(1);
}

/** The installed version of each package, or nothing where no installation finished. @param {string} file */
function versions(file) {
  if (!existsSync(file)) return undefined;
  const packages = JSON.parse(readFileSync(file, 'utf8')).packages;
  return new Map(
    Object.entries(packages)
      .filter(([name, entry]) => name !== '' && !entry.optional)
      .map(([name, entry]) => [name, entry.version]),
  );
}

/** @param {string[]} args */
function npm(...args) {
  console.log(`npm ${args.join(' ')}`);
  args.push('--loglevel=error');
  const script = process.env.npm_execpath;
  const result = script?.endsWith('.js')
    ? spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', args, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32',
      });
  if (result.error) stop(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) stop(`npm ${args.join(' ')} failed (see above). Nothing else was done.`);
}

function installPackages() {
  const wanted = versions(path.join(root, 'package-lock.json'));
  const installed = versions(path.join(root, 'node_modules', '.package-lock.json'));
  if (!installed) npm('ci');
  else if ([...wanted].some(([name, version]) => installed.get(name) !== version)) npm('install');
}

if (Number(process.versions.node.split('.')[0]) < 20)
  stop(`Node.js 20 or newer is needed; this is ${process.version}.`);
process.chdir(root);
installPackages();

// Everything else is TypeScript. The bundle is named after this process: two runs must not overwrite each other's.
const { build } = await import('esbuild');
const { mkdirSync, rmSync } = await import('node:fs');
mkdirSync('.cache', { recursive: true });
const bundle = path.resolve('.cache', `host-${process.pid}.mjs`);
try {
  await build({
    entryPoints: ['test/host/tasks.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const { runTask } = await import(pathToFileURL(bundle).href);
  rmSync(bundle, { force: true });
  process.exitCode = await runTask(process.argv.slice(2));
} finally {
  rmSync(bundle, { force: true });
}
