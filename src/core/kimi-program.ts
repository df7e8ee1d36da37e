/** Which of the two products the program `kimi` is that a terminal would start. Nothing is run. */
import * as path from 'node:path';
import { type FileSystem, isFault } from './file-system';
import { findProgram, type ProgramSearch } from './find-program';
import type { ProfileId } from './types';

export interface KimiProgram {
  /** Where it lies on the PATH. */
  readonly file: string;
  /** Where its links lead. */
  readonly real: string;
  /** Null where nothing tells whose it is. */
  readonly profile: ProfileId | null;
}

/** What the search depends on. */
export interface KimiProgramSearch extends ProgramSearch {
  /** kimi-code's data directory, where its installer puts the program. */
  readonly codeData: string;
}

/** Bytes at the start of a program that tell what runs it. */
const HEAD = 1024;

/** The first `kimi` on the PATH that can be run, or null where there is none. Never throws. */
export function findKimiProgram(search: KimiProgramSearch): KimiProgram | null {
  const { files } = search;
  const file = findProgram(search, 'kimi');
  if (file === null) return null;
  const realPath = files.realPath(file);
  const real = isFault(realPath) ? file : realPath;
  return { file, real, profile: ownerOf(real, search) };
}

/**
 * A script for Python is kimi-cli, wherever it lies: a Python package called kimi-code installs it as well. kimi-code is
 * a script for Node, or a binary in its own data directory.
 */
function ownerOf(real: string, { files, codeData }: KimiProgramSearch): ProfileId | null {
  const head = headOf(files, real);
  if (/^#!.*python|^#!\/bin\/sh\n'''exec' .*python/.test(head)) return 'kimi-cli';
  if (!isFault(files.state(path.join(path.dirname(real), '_internal', 'kimi_cli')))) return 'kimi-cli';
  const data = files.realPath(codeData);
  if (!isFault(data) && real.startsWith(data + path.sep)) return 'kimi-code';
  const parts = real.split(path.sep);
  if (parts.includes('kimi-cli') || parts.includes('kimi_cli')) return 'kimi-cli';
  if (parts.includes('@moonshot-ai') || /^#!.*\bnode\b|@moonshot-ai/.test(head)) return 'kimi-code';
  return null;
}

function headOf(files: FileSystem, file: string): string {
  const reader = files.open(file);
  if (isFault(reader)) return '';
  const bytes = reader.read(HEAD);
  reader.close();
  return isFault(bytes) ? '' : Buffer.from(bytes).toString('latin1');
}
