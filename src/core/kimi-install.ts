import path from 'node:path';
import { type FileSystem, isDirectory, isFault, nodeFileSystem } from './file-system';
import type { Environment } from './kimi-paths';

/** The skills that come packaged with an installed kimi-cli. */
export interface BuiltinSkills {
  /** The directory `kimi_cli/skills`. */
  readonly dir: string;
  /** Version of the package, where the files beside it tell. */
  readonly version?: string;
  /** What led there: a program on PATH, a tool installed by uv or pipx, or the bundle of the product's own extension. */
  readonly how: 'path' | 'uv' | 'pipx' | 'bundle';
}

/** Where to look. */
export interface InstallSearch {
  /** Default: the file system of this machine. */
  readonly files?: FileSystem;
  /** PATH, UV_TOOL_DIR, PIPX_HOME, XDG_DATA_HOME and, on Windows, APPDATA and LOCALAPPDATA are asked for. */
  readonly env: Environment;
  readonly home: string;
  readonly platform?: NodeJS.Platform;
  /** What separates the directories in PATH. */
  readonly pathDelimiter?: string;
}

/** The package itself, and one of the same command that depends on it and is installed beside it. */
const packageNames = ['kimi-cli', 'kimi-code'];
const programNames = ['kimi', 'kimi-cli'];

/**
 * Finds the packaged skills of kimi-cli without running anything (rule 28 and section 4.3 of the specification).
 *
 * Out: the first that is found, or null. Another product has a program of the same name; it is never taken for this one,
 * since nothing counts but a directory `kimi_cli/skills` in the place that belongs to a Python program. Never throws:
 * what cannot be read counts as not there. A one-file bundle leaves nothing on the disk to be found.
 */
export function findBuiltinSkills(search: InstallSearch): BuiltinSkills | null {
  const { files = nodeFileSystem } = search;
  for (const [how, candidates] of [
    ['path', besidePrograms(files, search)],
    ['uv', inPrefixes(files, uvTools(search))],
    ['pipx', inPrefixes(files, pipxTools(search))],
    ['bundle', extensionBundles(search)],
  ] as const) {
    for (const libraries of candidates) {
      const dir = path.join(libraries, 'kimi_cli', 'skills');
      if (!isDirectory(files, dir)) continue;
      const version = versionIn(files, libraries);
      return version === undefined ? { dir, how } : { dir, version, how };
    }
  }
  return null;
}

/** Directories of Python libraries that may belong to a program on PATH. */
function* besidePrograms(files: FileSystem, search: InstallSearch): Generator<string> {
  for (const program of programs(files, search)) {
    const real = files.realPath(program);
    if (isFault(real)) continue;
    const folder = path.dirname(real);
    yield path.join(folder, '_internal');
    if ((search.platform ?? process.platform) === 'win32' || startsPython(files, real)) {
      if (/^(?:bin|scripts)$/i.test(path.basename(folder))) yield* librariesIn(files, path.dirname(folder));
      const interpreter = interpreterOf(files, real);
      if (interpreter !== undefined) yield* librariesIn(files, path.dirname(path.dirname(interpreter)));
    }
  }
}

function* programs(
  files: FileSystem,
  { env, platform = process.platform, pathDelimiter }: InstallSearch,
): Generator<string> {
  const windows = platform === 'win32';
  const variable = windows ? Object.keys(env).find(name => name.toUpperCase() === 'PATH') : 'PATH';
  const folders = (env[variable ?? ''] ?? '').split(pathDelimiter ?? (windows ? ';' : ':'));
  const suffixes = windows ? ['.exe', '.cmd', '.bat'] : [''];
  for (const quoted of folders) {
    const folder = windows ? quoted.replace(/^"(.*)"$/, '$1') : quoted;
    if (!path.isAbsolute(folder)) continue;
    for (const name of programNames) {
      for (const suffix of suffixes) {
        const program = path.join(folder, name + suffix);
        const state = files.state(program);
        if (isFault(state) || state.kind !== 'file') continue;
        if (windows || (state.mode & 0o111) !== 0) yield program;
      }
    }
  }
}

function* inPrefixes(files: FileSystem, prefixes: Iterable<string>): Generator<string> {
  for (const prefix of prefixes) yield* librariesIn(files, prefix);
}

/** The library directories below the prefix of an environment, the newest Python first. */
function* librariesIn(files: FileSystem, prefix: string): Generator<string> {
  yield path.join(prefix, 'Lib', 'site-packages');
  yield path.join(prefix, 'site-packages');
  for (const lib of ['lib', 'lib64', path.join('local', 'lib')]) {
    const folder = path.join(prefix, lib);
    const pythons = entriesOf(files, folder).filter(name => /^python3(?:\.|$)/.test(name));
    for (const python of pythons.sort(compareVersions).reverse()) {
      yield path.join(folder, python, 'site-packages');
      yield path.join(folder, python, 'dist-packages');
    }
  }
}

function* uvTools({ env, home, platform = process.platform }: InstallSearch): Generator<string> {
  const folders = [env.UV_TOOL_DIR, under(env.XDG_DATA_HOME, 'uv', 'tools')];
  if (platform === 'win32')
    folders.push(under(env.APPDATA, 'uv', 'tools'), under(env.APPDATA, 'uv', 'data', 'tools'));
  else folders.push(path.join(home, '.local', 'share', 'uv', 'tools'));
  yield* eachPackage(folders);
}

function* pipxTools({ env, home, platform = process.platform }: InstallSearch): Generator<string> {
  const folders = [under(env.PIPX_HOME, 'venvs'), under(env.XDG_DATA_HOME, 'pipx', 'venvs')];
  if (platform === 'win32')
    folders.push(
      path.join(home, 'pipx', 'venvs'),
      under(env.LOCALAPPDATA, 'pipx', 'venvs'),
      under(env.LOCALAPPDATA, 'pipx', 'pipx', 'venvs'),
    );
  else folders.push(path.join(home, '.local', 'share', 'pipx', 'venvs'));
  if (platform === 'darwin') folders.push(path.join(home, 'Library', 'Application Support', 'pipx', 'venvs'));
  folders.push(path.join(home, '.local', 'pipx', 'venvs'));
  yield* eachPackage(folders);
}

function* eachPackage(folders: readonly (string | undefined)[]): Generator<string> {
  for (const folder of folders) {
    if (folder) for (const name of packageNames) yield path.join(folder, name);
  }
}

/** The product's own extension keeps a bundle of the program in the storage that VS Code gives to it. */
function* extensionBundles({ env, home, platform = process.platform }: InstallSearch): Generator<string> {
  const users = [path.join(home, '.vscode-server', 'data', 'User')];
  if (platform === 'win32')
    users.push(...[under(env.APPDATA, 'Code', 'User')].filter(folder => folder !== undefined));
  else if (platform === 'darwin')
    users.push(path.join(home, 'Library', 'Application Support', 'Code', 'User'));
  else users.push(path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'Code', 'User'));
  for (const user of users)
    yield path.join(user, 'globalStorage', 'moonshot-ai.kimi-code', 'bin', 'kimi', '_internal');
}

function under(folder: string | undefined, ...rest: string[]): string | undefined {
  return folder ? path.join(folder, ...rest) : undefined;
}

/** `kimi_cli-1.49.0.dist-info` lies beside the package. */
function versionIn(files: FileSystem, libraries: string): string | undefined {
  const versions = entriesOf(files, libraries).flatMap(
    name => /^kimi[_-]cli-(\d.*)\.dist-info$/i.exec(name)?.[1] ?? [],
  );
  return versions.sort(compareVersions).at(-1);
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Whether a program is a script for Python, as installers write it. The other product's is for Node, or a binary. */
function startsPython(files: FileSystem, program: string): boolean {
  return /^#!.*python|^#!\/bin\/sh\n'''exec'.*python/.test(headOf(files, program));
}

/** The Python that a script names by its absolute path, for a script that was copied away from it. */
function interpreterOf(files: FileSystem, program: string): string | undefined {
  const named = /^#!\s*(\/\S*python[\d.]*)|^#!\/bin\/sh\n'''exec' "?(\/[^"\n]*?python[\d.]*)"? /.exec(
    headOf(files, program),
  );
  return named?.[1] ?? named?.[2];
}

function headOf(files: FileSystem, program: string): string {
  const reader = files.open(program);
  if (isFault(reader)) return '';
  const head = reader.read(1024);
  reader.close();
  return isFault(head) ? '' : Buffer.from(head).toString('latin1');
}

function entriesOf(files: FileSystem, folder: string): string[] {
  const entries = files.readDirectory(folder);
  return isFault(entries) ? [] : entries.map(({ name }) => name);
}
