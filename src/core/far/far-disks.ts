/**
 * Which paths lie on a disk that another machine, or a program, answers for. Such a disk can be slow, or fall silent for
 * good, and whoever asks it in the usual way stands still until it answers. Found out without asking any disk.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

/** The far disks of this machine at one moment. */
export interface FarDisks {
  /** Another text where others are mounted. */
  readonly id: string;
  /** The disk that a path lies on by its text, links not followed: null where that is a disk of this machine. */
  diskOf(path: string): string | null;
}

interface Mount {
  readonly place: string;
  readonly isFar: boolean;
}

/** Kinds of file systems that ask another machine or a program. `fuseblk` is a disk of this machine. */
const FAR =
  /^(?:nfs\d?|cifs|smb\w*|ncpfs|afs|afpfs|9p|ceph|lustre|gpfs|beegfs|glusterfs|autofs|webdav|davfs\w*|vboxsf|prl_fs|vmhgfs|fuse(?:\..*)?|macfuse\w*|osxfuse\w*)$/;

/** Milliseconds for which an answer of `mount` is good. */
const KEPT = 30_000;

/**
 * Where the far disks of this machine are mounted; null where it has none. On Windows a disk of another machine is known
 * by its path, `\\machine\share`; one that has a letter is not known.
 */
export async function findFarDisks(platform: NodeJS.Platform): Promise<FarDisks | null> {
  switch (platform) {
    case 'win32':
      return { id: '', diskOf: shareOf };
    case 'linux':
      return diskOfMounts(linuxMounts());
    default:
      return diskOfMounts(await mountsByCommand());
  }
}

/** Finds the mount that a path lies in. Null where none of them is far. */
export function diskOfMounts(mounts: readonly Mount[]): FarDisks | null {
  if (!mounts.some(({ isFar }) => isFar)) return null;
  const far = mounts.filter(({ isFar }) => isFar).map(({ place }) => place);
  // Of two mounts at one place the later one is seen.
  const counting = [...new Map(mounts.map(mount => [mount.place, mount])).values()]
    .filter(({ place, isFar }) => isFar || far.some(other => isIn(place, other)))
    .sort((a, b) => b.place.length - a.place.length);
  return {
    id: counting.map(({ place, isFar }) => `${place}${isFar ? '' : ' near'}`).join('\n'),
    diskOf(asked) {
      const mount = counting.find(({ place }) => isIn(asked, place));
      return mount?.isFar ? mount.place : null;
    },
  };
}

function isIn(asked: string, place: string): boolean {
  return asked === place || asked.startsWith(place.endsWith('/') ? place : `${place}/`);
}

/** The mounts in the text of `/proc/self/mountinfo`, in order. */
export function readMountInfo(text: string): readonly Mount[] {
  return text.split('\n').flatMap(line => {
    const [own = '', rest] = line.split(' - ', 2);
    const place = own.split(' ')[4];
    const kind = rest?.split(' ')[0];
    if (place === undefined || kind === undefined) return [];
    // Blanks and the like are written as `\040`.
    const plain = place.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)));
    return [{ place: plain, isFar: FAR.test(kind) }];
  });
}

/** The mounts in what `mount` prints on macOS and the BSDs: `//kim@nas/share on /Volumes/share (smbfs, nodev)`. */
export function readMountList(text: string): readonly Mount[] {
  return text.split('\n').flatMap(line => {
    const found = /^.+? on (\/.*) \(([^,)]+)/.exec(line);
    return found ? [{ place: found[1]!, isFar: FAR.test(found[2]!) }] : [];
  });
}

/** The kernel writes this by itself: no disk is asked. */
function linuxMounts(): readonly Mount[] {
  try {
    return readMountInfo(readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    return [];
  }
}

let kept: { readonly until: number; readonly mounts: Promise<readonly Mount[]> } | undefined;

function mountsByCommand(): Promise<readonly Mount[]> {
  if (kept && performance.now() < kept.until) return kept.mounts;
  const mounts = new Promise<readonly Mount[]>(resolve => {
    execFile('/sbin/mount', { timeout: 2_000 }, (error, output) =>
      resolve(error ? [] : readMountList(output)),
    );
  });
  kept = { until: performance.now() + KEPT, mounts };
  return mounts;
}

/** The machine and share of a path such as `\\machine\share\folder`. `\\?\` and `\\.\` lead to disks of this machine. */
export function shareOf(asked: string): string | null {
  const { root } = path.win32.parse(asked);
  return /^[\\/]{2}[^\\/?.]/.test(root) ? root.toLowerCase() : null;
}
