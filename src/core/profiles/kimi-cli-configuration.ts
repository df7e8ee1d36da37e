/** Finding and reading kimi-cli's configuration: read, never written, and no more kept of it than the two skill keys (rules 80 to 86). */
import { faultMessage } from '../fault-message';
import { type FileSystemFault, isFault } from '../file-system';
import { defaultKimiConfig, type KimiConfig } from '../kimi-config';
import { configFileCandidates, shareDir, userHomes } from '../kimi-paths';
import { readSmallFile } from '../small-file';
import type { ConfigurationRead, Failure } from '../types';
import type { ProfileContext } from './profile';

export interface ReadResult {
  readonly configuration: ConfigurationRead;
  /** Set where kimi-cli would not start with this configuration; its defaults are used then. */
  readonly failure: Failure | null;
}

/** Reads the configuration that kimi-cli would read here. What the overrides give takes the place of what it says. */
export async function readConfiguration(context: ProfileContext): Promise<ReadResult> {
  const found = findConfiguration(context);
  if (!found) return { configuration: summarise(context, null, defaultKimiConfig), failure: null };
  const { path: file, bytes } = found;
  if (isFault(bytes)) {
    const failure = { file, code: 'config-unreadable', reason: faultMessage(bytes.fault) };
    return { configuration: summarise(context, file, defaultKimiConfig), failure };
  }
  const { readKimiConfig } = await import('../lazy/kimi-config');
  const config = await readKimiConfig({ path: file, bytes });
  return { configuration: summarise(context, file, config), failure: failureOf(file, config) };
}

function failureOf(file: string, { failure }: KimiConfig): Failure | null {
  if (!failure) return null;
  const { code, message: reason, line } = failure;
  return { file, code: `config-${code}`, reason, ...(line !== undefined && { line }) };
}

function summarise(context: ProfileContext, file: string | null, config: KimiConfig): ConfigurationRead {
  const { overrides } = context;
  const line = overrides.extraSkillDirs ? undefined : config.extraSkillDirsLine;
  return {
    file,
    shareDir: shareOf(context),
    mergeBrands: overrides.mergeBrands ?? config.mergeAllAvailableSkills,
    extraSkillDirs: overrides.extraSkillDirs ?? config.extraSkillDirs,
    ...(line !== undefined && { extraSkillDirsLine: line }),
    remarks: config.ineffective.map(({ code, message: text, line }) => {
      return { code, severity: 'warning', text, ...(line !== undefined && { line }) };
    }),
  };
}

function shareOf({ environment, home, workDir, platform, overrides }: ProfileContext): string {
  return overrides.shareDir || shareDir(environment, home, workDir, platform);
}

/** A file that is there, with its content or why that cannot be read. */
interface ConfigurationFile {
  readonly path: string;
  readonly bytes: Uint8Array | FileSystemFault;
}

/** The first of the possible files that is there; a chosen one even where it is not. */
function findConfiguration(context: ProfileContext): ConfigurationFile | null {
  const { files, overrides, environment, home, workDir, platform } = context;
  if (overrides.configFile === null) return null;
  const candidates = configFileCandidates({
    env: overrides.shareDir ? { ...environment, KIMI_SHARE_DIR: overrides.shareDir } : environment,
    home,
    cwd: workDir,
    configFile: overrides.configFile,
    lookupUserHome: userHomes(environment, home, platform),
    platform,
  });
  for (const { path, kind } of candidates) {
    const bytes = readSmallFile(files, path);
    if (kind === 'chosen' || !isFault(bytes) || !ABSENT.has(bytes.fault)) return { path, bytes };
  }
  return null;
}

/** What counts as no such file to kimi-cli. Anything else keeps it from starting, like a file that it may not read. */
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
