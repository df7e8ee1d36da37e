import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { cacheFolder, exclusively, temporaryFolder } from './folders';
import { npm, type OwnedProcess, run, start, tail } from './processes';

/**
 * code-server carries VS Code: its server, its workbench and its extension host. Its version 4.139.1 is VS Code 1.139.1.
 * `CODE_SERVER_VERSION` chooses another: 4.99.4 is an old one that npm alone can install, as 4.96.4 is not.
 */
const serverVersion = process.env.CODE_SERVER_VERSION || '4.139.1';

interface Installation {
  readonly node: string;
  readonly main: string;
}

/**
 * Installs the VS Code server into the cache, once: about 20 s, and 800 MB on disk.
 * Throws an error whose message is fit for the user.
 * @param progress is told that it has to be fetched
 */
export function installServer(progress: (message: string) => void = () => {}): Promise<Installation> {
  const folder = path.join(cacheFolder, `vscode-server-${serverVersion}`);
  // Written last, so that an installation that was interrupted is done again.
  const stamp = path.join(folder, 'complete.json');
  const installed = (): Installation | undefined => {
    if (!existsSync(stamp)) return undefined;
    const { node } = JSON.parse(readFileSync(stamp, 'utf8'));
    const installation = {
      node: node ?? process.execPath,
      main: path.join(inner(folder), 'out', 'server-main.js'),
    };
    return existsSync(installation.node) && existsSync(installation.main) ? installation : undefined;
  };
  const already = installed();
  if (already) return Promise.resolve(already);

  return exclusively(path.basename(folder), async () => {
    const meanwhile = installed();
    if (meanwhile) return meanwhile;
    progress(
      `Fetching VS Code ${serverVersion.replace(/^4/, '1')} into ${folder} (once; about 800 MB on disk)`,
    );
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
    await install([`code-server@${serverVersion}`], folder);
    await install(['--omit=dev'], inner(folder));
    const node = await installNode(folder);
    writeFileSync(stamp, `${JSON.stringify({ node })}\n`);
    return installed()!;
  });
}

/** Where VS Code proper is. */
function inner(folder: string): string {
  return path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
}

/** Installs the node that the server asks for, from the package that carries its binary. Null: this very node will do. */
async function installNode(folder: string): Promise<string | null> {
  const manifest = path.join(folder, 'node_modules', 'code-server', 'package.json');
  const major: string = JSON.parse(readFileSync(manifest, 'utf8')).engines.node;
  if (process.versions.node.startsWith(`${major}.`)) return null;
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  await install([`${name}@${major}`], folder);
  return path.join(folder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
}

async function install(what: readonly string[], folder: string): Promise<void> {
  const args = ['install', '--loglevel=error', '--ignore-scripts', '--no-audit', '--no-fund', ...what];
  const { code, output } = await npm(args, folder);
  if (code === 0) return;
  const hint = /ENOSPC/.test(output)
    ? 'The disk is full: about 1 GB is needed.'
    : /ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN|network/i.test(output)
      ? 'npm could not reach what it has to download.'
      : 'npm could not install it.';
  throw new Error(
    `VS Code could not be set up in ${folder}. ${hint}\nnpm ${args.join(' ')}\n${tail(output)}`,
  );
}

/** What is the same for every run: no sign-in, no welcome, no updates, nothing that moves by itself. */
export const calmSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'chat.disableAIFeatures': true,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'github.gitAuthentication': false,
  'npm.fetchOnlinePackageInfo': false,
  'json.schemaDownload.enable': false,
  'editor.accessibilitySupport': 'off',
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

export interface ServerOptions {
  /** The home directory of the extension host. Default: an empty temporary one. */
  readonly home?: string;
  /** Added to the environment of the extension host; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** User settings, over the calm ones that every run has. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True: folders open in Restricted Mode until they are trusted. Default: every folder is trusted. */
  readonly restricted?: boolean;
  /** 0, the default, takes any that is free. */
  readonly port?: number;
  /** The directory of an extension, installed as it stands: a window that is reloaded runs what was built last. */
  readonly extension?: string;
  /** A packaged extension to install. */
  readonly vsix?: string;
  /**
   * True: the address may name a module of tests to run in the extension host. Such a window is not quite what a
   * user has: notifications stay in their center.
   */
  readonly tests?: boolean;
}

/** What the workbench shows: a folder, a `.code-workspace` file, or nothing. */
export interface Opened {
  readonly folder?: string;
  readonly workspace?: string;
  /** For a server with `tests`: a module that exports `run()`, to be run in the extension host. */
  readonly tests?: { readonly extension: string; readonly module: string };
}

export interface Server {
  readonly port: number;
  /** The user's settings.json. */
  readonly settingsFile: string;
  /** The directory of an installed extension, by its name without the publisher. Throws when there is none. */
  installed(name: string): string;
  /** The address of a workbench. */
  address(opened: Opened): string;
  /** What the server printed so far. */
  output(): string;
  /** Settles when the server has ended by itself. */
  readonly ended: Promise<void>;
  /** Ends the server with all its processes and removes its data. */
  stop(): void;
}

/** Directories of one server, made when it is prepared, and removed when this process ends. */
interface Prepared {
  readonly installation: Installation;
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Holds all that follows, and is removed with it. */
  readonly data: string;
  readonly userData: string;
  readonly extensions: string;
}

async function prepare(options: ServerOptions, progress?: (message: string) => void): Promise<Prepared> {
  const installation = await installServer(progress);
  const data = temporaryFolder('vscode');
  const userData = path.join(data, 'user');
  mkdirSync(path.join(userData, 'User'), { recursive: true });
  writeFileSync(
    path.join(userData, 'User', 'settings.json'),
    `${JSON.stringify({ ...calmSettings, ...options.settings }, undefined, 2)}\n`,
  );
  const extensions = path.join(data, 'extensions');
  mkdirSync(extensions);
  if (options.extension) installFromSources(options.extension, extensions);
  const home = options.home ?? path.join(data, 'home');
  mkdirSync(home, { recursive: true });
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_TEST_CONTEXT$|NODE_OPTIONS$|VSCODE_)/.test(name),
  );
  return {
    installation,
    data,
    userData,
    extensions,
    env: {
      ...Object.fromEntries(inherited),
      HOME: home,
      USERPROFILE: home,
      // What it leaves behind goes with its data.
      XDG_RUNTIME_DIR: data,
      TMPDIR: data,
      ...options.env,
    },
    flags: [
      ...['--user-data-dir', userData],
      ...['--server-data-dir', path.join(data, 'server')],
      ...['--extensions-dir', extensions],
      '--accept-server-license-terms',
      '--disable-telemetry',
    ],
  };
}

/**
 * Installs an extension as it stands: at its first start in an empty directory VS Code takes every extension that it
 * finds there for installed. All of it is copied: VS Code may write into the package.json, and code behind a link belongs
 * to no extension for it, so that it would find no translations.
 */
function installFromSources(extension: string, extensions: string): void {
  const { publisher, name, version } = JSON.parse(readFileSync(path.join(extension, 'package.json'), 'utf8'));
  const installed = path.join(extensions, `${publisher}.${name}-${version}`);
  mkdirSync(installed);
  for (const entry of readdirSync(extension, { withFileTypes: true })) {
    if (/^(\.|node_modules$|src$|test$|out$)/.test(entry.name)) continue;
    const from = path.join(extension, entry.name);
    const to = path.join(installed, entry.name);
    if (entry.isDirectory()) cpSync(from, to, { recursive: true });
    else if (entry.isFile()) copyFileSync(from, to);
  }
}

/**
 * Starts a VS Code server and waits until it listens (about 3 s).
 * Throws an error whose message is fit for the user.
 */
export async function startServer(
  options: ServerOptions = {},
  progress?: (message: string) => void,
): Promise<Server> {
  const prepared = await prepare(options, progress);
  const { installation, flags, env, data, userData, extensions } = prepared;
  if (options.vsix) await installExtension(prepared, options.vsix);
  const server = start(
    installation.node,
    [
      installation.main,
      ...flags,
      ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
      '--without-connection-token',
      ...(options.tests ? ['--enable-smoke-test-driver'] : []),
      ...(options.restricted ? [] : ['--disable-workspace-trust']),
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const port = await listeningPort(server, text => {
    output += text;
    return output;
  });
  return {
    port,
    settingsFile: path.join(userData, 'User', 'settings.json'),
    installed: name => {
      const folder = readdirSync(extensions).find(entry => entry.includes(`.${name}-`));
      if (!folder) throw new Error(`${name} is not installed in ${extensions}.`);
      return path.join(extensions, folder);
    },
    address: opened => addressOf(port, opened),
    output: () => output,
    ended: new Promise(resolve => server.child.once('close', () => resolve())),
    stop: () => {
      server.kill();
      rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

function listeningPort(server: OwnedProcess, collect: (text: string) => string): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string) => {
      clearTimeout(timer);
      server.kill();
      reject(new Error(`VS Code did not start: ${reason}.`));
    };
    const timer = setTimeout(() => fail(`it did not listen within 60 s\n${tail(output)}`), 60_000);
    const onText = (text: string) => {
      output = collect(text);
      if (/EADDRINUSE/.test(output)) fail('the port is in use. Choose another one, or none');
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    server.child.stdout?.setEncoding('utf8').on('data', onText);
    server.child.stderr?.setEncoding('utf8').on('data', onText);
    server.child.once('error', error => fail(error.message));
    server.child.once('close', code => fail(`it ended with code ${code}\n${tail(output)}`));
  });
}

async function installExtension({ installation, flags, env }: Prepared, vsix: string): Promise<void> {
  const { code, output } = await run(
    installation.node,
    [installation.main, ...flags, '--install-extension', vsix],
    { env },
  );
  if (code !== 0 || !/was successfully installed/.test(output))
    throw new Error(`${vsix} could not be installed:\n${tail(output)}`);
}

function addressOf(port: number, { folder, workspace, tests }: Opened): string {
  const remote = (file: string) => `vscode-remote://127.0.0.1:${port}${urlPath(file)}`;
  const query = new URLSearchParams();
  if (workspace) query.set('workspace', urlPath(workspace));
  else if (folder) query.set('folder', urlPath(folder));
  else query.set('ew', 'true');
  if (tests) {
    const payload = [
      ['skipWelcome', 'true'],
      ['extensionDevelopmentPath', remote(tests.extension)],
      ['extensionTestsPath', remote(tests.module)],
    ];
    query.set('payload', JSON.stringify(payload));
  }
  return `http://127.0.0.1:${port}/?${query}`;
}

/** A path as it stands in an address: always with a slash at the front. */
function urlPath(file: string): string {
  const slashes = file.replaceAll('\\', '/');
  return slashes.startsWith('/') ? slashes : `/${slashes}`;
}
