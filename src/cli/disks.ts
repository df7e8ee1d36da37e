/**
 * The disks that the command reads. Those of this machine are asked as always. One of another machine may never answer:
 * it is waited for, but not for ever, and then the answer is given without it.
 */
import * as path from 'node:path';
import { hasFarMount, mountInfo } from '../core/far/far-mounts';
import { SILENT } from '../core/fault-message';
import { type FileSystem, nodeFileSystem } from '../core/file-system';
import type { Reads } from '../core/shared-reads';

/** Seconds for which a far disk is waited for: a question, and something that is to be done there. */
export const PATIENCE = 5;
const WRITE_PATIENCE = 30;

export interface Disks {
  /** The same as some file system of this machine, without far disks that do not answer. */
  files<T extends FileSystem>(files: T): T;
  /** What one resolution reads with; undefined where that is nothing particular. */
  reads(): Reads | undefined;
  /** The disks that did not answer in time, so far. */
  readonly silentDisks: readonly string[];
  /** What still waits for one is left behind. */
  dispose(): void;
}

const NEAR: Disks = { files: files => files, reads: () => undefined, silentDisks: [], dispose() {} };

/**
 * Finds out whether there are far disks. Where there are none, that is one look at a file of the kernel's, and nothing
 * else changes.
 * @param places where reading starts, as they were typed: on Windows only they tell
 */
export async function openDisks(
  places: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Promise<Disks> {
  if (!mayBeFar(places, platform)) return NEAR;
  const { diskProcesses, findFarDisks, PatientMachine } = await import('../core/lazy/far');
  const disks = await findFarDisks(platform);
  if (!disks) return NEAR;
  const limits = { limit: PATIENCE * 1000, writeLimit: WRITE_PATIENCE * 1000 };
  return new PatientMachine(nodeFileSystem, disks, diskProcesses(), limits, SILENT);
}

function mayBeFar(places: readonly string[], platform: NodeJS.Platform): boolean {
  switch (platform) {
    case 'linux':
      return hasFarMount(mountInfo());
    case 'win32': {
      // Asking which letters stand for shares takes a tenth of a second, and mostly all is on the disk of the system.
      const own = (process.env.SystemDrive ?? 'C:').toLowerCase();
      return places.some(place => path.win32.isAbsolute(place) && !place.toLowerCase().startsWith(own));
    }
    default:
      return true;
  }
}
