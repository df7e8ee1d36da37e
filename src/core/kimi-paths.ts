import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The variables of the environment that a path may depend on. `process.env` fits. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Gives the home directory of the named user, or undefined where there is no such user. */
export type LookupUserHome = (user: string) => string | undefined;

/** A configuration file that kimi-cli might read. */
export interface ConfigFileCandidate {
  readonly path: string;
  /** `default`: config.toml. `legacy`: config.json, read only where config.toml is missing. `chosen`: `--config-file`. */
  readonly kind: 'default' | 'legacy' | 'chosen';
}

function pathsOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

/**
 * Joins without folding `..` on POSIX: behind a symbolic link `..` means the parent of the link's target, and only the
 * file system knows that one. Windows folds `..` before it follows any link, so there the text may be folded too.
 */
function join(base: string, relative: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return path.win32.resolve(base, relative);
  if (relative.startsWith('/')) return relative;
  const parts = relative.split('/').filter(part => part !== '' && part !== '.');
  if (parts.length === 0) return base;
  return `${base.endsWith('/') ? base : `${base}/`}${parts.join('/')}`;
}

/**
 * The directory where kimi-cli keeps its data and plugins (rules 24 and 25): `KIMI_SHARE_DIR`, else `~/.kimi`.
 *
 * An empty variable counts as unset, a leading `~` is taken literally, and a relative value follows `cwd`. Nothing is
 * created (rule 26 is a side effect that a reader must not copy).
 */
export function shareDir(
  env: Environment,
  home: string,
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const chosen = env.KIMI_SHARE_DIR;
  return chosen ? join(cwd, chosen, platform) : join(home, '.kimi', platform);
}

/** What {@link configFileCandidates} needs to know. */
export interface ConfigFileOptions {
  readonly env: Environment;
  readonly home: string;
  /** The directory that kimi-cli is started in: relative paths follow it. */
  readonly cwd: string;
  /** The argument of `--config-file`, or empty or absent. */
  readonly configFile?: string | undefined;
  readonly lookupUserHome?: LookupUserHome;
  readonly platform?: NodeJS.Platform;
}

/**
 * The configuration files that kimi-cli would look for, best first: the first that exists is the one it reads (rules 82
 * and 83). Empty where a `~user` in the path names nobody: kimi-cli does not start then.
 *
 * Unlike the directory of the plugins, the path of config.toml has its `~` expanded (rule 25), so the two may come from
 * different places. The legacy file is looked for beside the plugins, without that expansion.
 */
export function configFileCandidates(options: ConfigFileOptions): readonly ConfigFileCandidate[] {
  const { env, home, cwd, configFile, platform = process.platform } = options;
  const paths = pathsOf(platform);
  const absolute = (file: string): string | null => {
    const expanded = expandUser(file, home, options.lookupUserHome, platform);
    return expanded === null ? null : join(cwd, expanded, platform);
  };
  if (configFile) {
    const chosen = absolute(configFile);
    return chosen === null ? [] : [{ path: chosen, kind: 'chosen' }];
  }
  const share = env.KIMI_SHARE_DIR || paths.join(home, '.kimi');
  const toml = absolute(`${share}${paths.sep}config.toml`);
  if (toml === null) return [];
  const legacy = join(shareDir(env, home, cwd, platform), 'config.json', platform);
  return [
    { path: toml, kind: 'default' },
    { path: legacy, kind: 'legacy' },
  ];
}

/**
 * Expands a leading `~` or `~user` as Python's `Path.expanduser` does (rules 20 and 21).
 *
 * Out: the path, unchanged where its first part does not start with a tilde; null where the user is unknown (Python
 * raises). As in Python a leading `./` is no part, so `./~/x` is expanded too; on POSIX only `/` separates, so `~\x`
 * names a user.
 */
export function expandUser(
  entry: string,
  home: string,
  lookupUserHome: LookupUserHome = () => undefined,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const windows = platform === 'win32';
  const rooted = windows ? /^(?:[\\/]|[^\\/]:)/.test(entry) : entry.startsWith('/');
  if (rooted) return entry;
  const [first, ...rest] = entry.split(windows ? /[\\/]/ : '/').filter(part => part !== '' && part !== '.');
  if (!first?.startsWith('~')) return entry;
  const base = first === '~' ? home : lookupUserHome(first.slice(1));
  if (base === undefined) return null;
  return join(base, rest.join(pathsOf(platform).sep), platform);
}

/** Where an entry of `extra_skill_dirs` is resolved. */
export interface ExtraSkillDirOptions {
  readonly home: string;
  /** Relative entries start here, and not at the directory that kimi-cli was started in. */
  readonly projectRoot: string;
  readonly platform?: NodeJS.Platform;
  readonly lookupUserHome?: LookupUserHome;
}

/**
 * The absolute path that an entry of `extra_skill_dirs` stands for (rules 20 and 21).
 *
 * Out: null for an entry that kimi-cli drops unseen: an empty one, or one of an unknown user (`~nobody/x`). Whether the
 * directory exists is the caller's question. The path is not normalised: `..` stays in it, since behind a link only the
 * file system can tell where it leads.
 */
export function extraSkillDir(entry: string, options: ExtraSkillDirOptions): string | null {
  const { home, projectRoot, platform = process.platform, lookupUserHome } = options;
  if (entry === '') return null;
  const expanded = expandUser(entry, home, lookupUserHome, platform);
  return expanded === null ? null : join(projectRoot, expanded, platform);
}

/**
 * Looks up home directories on this machine, as Python does for `~user`.
 *
 * On POSIX the accounts of `/etc/passwd` (read when first asked; accounts that only a directory service knows are not
 * found). On Windows, as Python guesses: the user's own name gives the user's home; another name gives the folder of
 * that name beside it, if the own home folder is named like the user.
 */
export function userHomes(
  env: Environment = process.env,
  home = '',
  platform: NodeJS.Platform = process.platform,
  passwdFile = '/etc/passwd',
): LookupUserHome {
  if (platform === 'win32') {
    return user => {
      if (user === env.USERNAME) return home;
      if (env.USERNAME !== path.win32.basename(home)) return undefined;
      return path.win32.join(path.win32.dirname(home), user);
    };
  }
  let homes: Map<string, string> | undefined;
  return user => {
    homes ??= readPasswd(passwdFile);
    return homes.get(user);
  };
}

function readPasswd(file: string): Map<string, string> {
  const homes = new Map<string, string>();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return homes;
  }
  for (const line of text.split('\n')) {
    const [user, , , , , home] = line.split(':');
    if (user && home !== undefined && !homes.has(user)) homes.set(user, home);
  }
  return homes;
}
