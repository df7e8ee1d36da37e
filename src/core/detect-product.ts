/** Which of the two Kimis a machine uses (rule 22 of kimi-code's specification). Only looks; runs and writes nothing. */
import * as path from 'node:path';
import { exists, type FileSystem, isDirectory, nodeFileSystem } from './file-system';
import { findKimiProgram, type KimiProgram } from './kimi-program';
import { type Message, message } from './message';
import type { ProfileId } from './types';

/** What the decision depends on. */
export interface DetectOptions {
  /** Absolute path of the home directory. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly files?: FileSystem;
  /** Data directories that are given by other means than the environment. */
  readonly dataDirs?: Readonly<Partial<Record<ProfileId, string>>>;
}

export interface DetectedProduct {
  readonly profile: ProfileId;
  /** Why it is this one, without its name. */
  readonly reason: Message;
  /** The decision first, then every sign that was found. */
  readonly why: readonly Message[];
  readonly signs: readonly Sign[];
  /** False where nothing was found at all, or where the signs point to both. */
  readonly certain: boolean;
  /** The program that `kimi` starts in a terminal; null where there is none. */
  readonly program: KimiProgram | null;
  /** Whether kimi-code has moved in beside kimi-cli: the moment at which skills get lost. */
  readonly looksMigrated: boolean;
}

/** Something on the machine that speaks for one of the products. */
export interface Sign {
  readonly of: ProfileId;
  readonly text: Message;
}

/**
 * Decides which product a machine uses. What `kimi` starts in a terminal decides; without it, the newer product where
 * there is any sign of it; without any sign, kimi-cli. Never throws.
 */
export function detectProduct(options: DetectOptions): DetectedProduct {
  const { home, environment, platform = process.platform, files = nodeFileSystem, dataDirs = {} } = options;
  const share = dataDirs['kimi-cli'] || environment.KIMI_SHARE_DIR || path.join(home, '.kimi');
  const codeData = dataDirs['kimi-code'] || environment.KIMI_CODE_HOME || path.join(home, '.kimi-code');
  const program = findKimiProgram({ files, environment, platform, codeData });

  const migrated = path.join(share, '.migrated-to-kimi-code');
  const report = path.join(codeData, 'migration-report.json');
  const skip = path.join(codeData, '.skip-migration-from-kimi-cli');
  const has = { migrated: exists(files, migrated), report: exists(files, report), skip: exists(files, skip) };
  const hasShare = isDirectory(files, share);
  const signs: Sign[] = [];
  const add = (of: ProfileId, text: Message) => signs.push({ of, text });

  if (program?.profile)
    add(
      program.profile,
      message('kimi on the PATH is {0}, which is {1}', { path: program.real }, program.profile),
    );
  if (environment.KIMI_CODE_HOME) add('kimi-code', message('KIMI_CODE_HOME is set'));
  if (isDirectory(files, codeData)) add('kimi-code', message('{0} is there', { path: codeData }));
  if (has.migrated) add('kimi-code', message('kimi-cli was moved to kimi-code: {0}', { path: migrated }));
  if (has.report) add('kimi-code', message('kimi-code took over from kimi-cli: {0}', { path: report }));
  if (has.skip)
    add('kimi-code', message('kimi-code was told not to take over from kimi-cli: {0}', { path: skip }));
  if (hasShare && !has.migrated) add('kimi-cli', message('{0} is there', { path: share }));

  const profile = program?.profile ?? (signs.some(({ of }) => of === 'kimi-code') ? 'kimi-code' : 'kimi-cli');
  const unknown: Message[] =
    program && program.profile === null
      ? [message('kimi on the PATH is {0}, and nothing tells whose that is', { path: program.real })]
      : [];
  const reason = reasonFor(profile, signs, program);
  return {
    profile,
    reason,
    why: [message('{0}: {1}', profile, reason), ...signs.map(({ text }) => text), ...unknown],
    signs,
    certain: Boolean(program?.profile) || (signs.length > 0 && signs.every(({ of }) => of === profile)),
    program,
    looksMigrated: has.migrated || has.report || (has.skip && hasShare),
  };
}

function reasonFor(profile: ProfileId, signs: readonly Sign[], program: KimiProgram | null): Message {
  if (program?.profile) return message('it is what kimi starts in a terminal');
  if (signs.length === 0) return message('there is no sign of another product on this machine');
  return signs.every(({ of }) => of === profile)
    ? message('all that was found on this machine points to it')
    : message('there are signs of both products, and it is the newer one');
}
