/** Finding and reading kimi-cli's configuration: read, never written, and no more kept of it than the two skill keys (rules 80 to 86). */
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';
import { defaultKimiConfig, type KimiConfig, readKimiConfig } from '../kimi-config';
import { configFileCandidates, shareDir, userHomes } from '../kimi-paths';
import { message } from '../message';
import type { ConfigurationRead, Failure } from '../types';
import type { ProfileContext } from './profile';

/** Bytes. A configuration is a few kilobytes; this only keeps a wrong path from filling the memory. */
const LARGEST_CONFIGURATION = 4 * 1024 * 1024;

export interface ReadResult {
  readonly configuration: ConfigurationRead;
  /** Set where kimi-cli would not start with this configuration; its defaults are used then. */
  readonly failure: Failure | null;
}

/** Reads the configuration that kimi-cli would read here. What the overrides give takes the place of what it says. */
export async function readConfiguration(context: ProfileContext): Promise<ReadResult> {
  const { overrides, files } = context;
  const found = findConfiguration(context);
  const config = found ? await readKimiConfig(found) : defaultKimiConfig;
  const unreadable = found === null && overrides.configFile ? missing(files, overrides.configFile) : null;
  const failure: Failure | null =
    found && config.failure
      ? {
          file: found.path,
          code: `config-${config.failure.code}`,
          reason: config.failure.message,
          ...(config.failure.line !== undefined && { line: config.failure.line }),
        }
      : unreadable;
  return { configuration: summarise(context, found?.path ?? null, config), failure };
}

function summarise(context: ProfileContext, file: string | null, config: KimiConfig): ConfigurationRead {
  const { overrides } = context;
  return {
    file,
    shareDir: shareOf(context),
    mergeBrands: overrides.mergeBrands ?? config.mergeAllAvailableSkills,
    extraSkillDirs: overrides.extraSkillDirs ?? config.extraSkillDirs,
    remarks: config.ineffective.map(({ code, message: text, line }) => {
      return { code, severity: 'warning', text, ...(line !== undefined && { line }) };
    }),
  };
}

function shareOf({ environment, home, workDir, platform, overrides }: ProfileContext): string {
  return overrides.shareDir || shareDir(environment, home, workDir, platform);
}

/** The first of the possible files that is there. */
function findConfiguration(context: ProfileContext): { path: string; bytes: Uint8Array } | null {
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
  for (const candidate of candidates) {
    const bytes = readSmallFile(files, candidate.path);
    if (bytes) return { path: candidate.path, bytes };
  }
  return null;
}

function readSmallFile(files: FileSystem, file: string): Uint8Array | null {
  const state = files.state(file);
  if (isFault(state) || state.kind !== 'file' || state.size > LARGEST_CONFIGURATION) return null;
  const reader = files.open(file);
  if (isFault(reader)) return null;
  const bytes = reader.read(LARGEST_CONFIGURATION);
  reader.close();
  return isFault(bytes) ? null : bytes;
}

function missing(files: FileSystem, file: string): Failure {
  const state = files.state(path.resolve(file));
  const fault = isFault(state) ? state.fault : 'EISDIR';
  return {
    file,
    code: 'config-missing',
    reason: message('the configuration file cannot be read: {0}', fault),
  };
}
