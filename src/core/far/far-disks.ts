/**
 * Which paths lie on a disk that another machine, or a program, answers for. Such a disk can be slow, or fall silent for
 * good, and whoever asks it in the usual way stands still until it answers. Found out without asking any disk.
 */
import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { isFarKind, type Mount, mountInfo, readMountInfo } from './far-mounts';

/** The far disks of this machine at one moment. */
export interface FarDisks {
  /** Another text where others are mounted. */
  readonly id: string;
  /** The disk that a path lies on by its text, links not followed: null where that is a disk of this machine. */
  diskOf(path: string): string | null;
}

/** Milliseconds for which an answer of `mount` or `net use` is good. */
const KEPT = 30_000;

/** Where the far disks of this machine are mounted; null where it has none. */
export async function findFarDisks(platform: NodeJS.Platform): Promise<FarDisks | null> {
  switch (platform) {
    case 'win32':
      return disksOfWindows(
        readNetUse(await saidBy(path.win32.join(systemRoot(), 'System32', 'net.exe'), ['use'])),
      );
    case 'linux':
      return diskOfMounts(readMountInfo(mountInfo()));
    default:
      return diskOfMounts(readMountList(await saidBy('/sbin/mount', [])));
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

/** The mounts in what `mount` prints on macOS and the BSDs: `//kim@nas/share on /Volumes/share (smbfs, nodev)`. */
export function readMountList(text: string): readonly Mount[] {
  return text.split('\n').flatMap(line => {
    const found = /^.+? on (\/.*) \(([^,)]+)/.exec(line);
    return found ? [{ place: found[1]!, isFar: isFarKind(found[2]!) }] : [];
  });
}

let kept: { readonly until: number; readonly text: Promise<string> } | undefined;

/** What a program of the system prints, asked now and then; nothing where it fails, or takes long. */
function saidBy(program: string, args: readonly string[]): Promise<string> {
  if (kept && performance.now() < kept.until) return kept.text;
  const text = new Promise<string>(resolve => {
    const options = { timeout: 2_000, windowsHide: true };
    execFile(program, args, options, (error, output) => resolve(error ? '' : output));
  });
  kept = { until: performance.now() + KEPT, text };
  return text;
}

function systemRoot(): string {
  return process.env.SystemRoot ?? 'C:\\Windows';
}

/**
 * The letters of disks that other machines have, in what `net use` prints: `OK  Z:  \\nas\team  Microsoft Windows
 * Network`. The words are in the language of the system, and a long name of a share takes the next line.
 */
export function readNetUse(text: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const found of text.matchAll(/^.*?\b([a-z]):[ \t]+(\\\\\S.*?)(?:[ \t]{2,}.*)?$/gim))
    letters.set(found[1]!.toUpperCase(), found[2]!.trim());
  return letters;
}

/**
 * The far disks of a machine with Windows: shares, and letters that stand for one.
 * @param letters the share of each letter that has one, without a colon, in upper case
 */
export function disksOfWindows(letters: ReadonlyMap<string, string>): FarDisks {
  return {
    id: [...letters].map(([letter, share]) => `${letter}: ${share}`).join('\n'),
    diskOf(asked) {
      const letter = /^(?:[\\/]{2}[?.][\\/])?([a-z]):/i.exec(asked)?.[1];
      const share = letter === undefined ? undefined : letters.get(letter.toUpperCase());
      return share === undefined ? shareOf(asked) : (shareOf(share) ?? share);
    },
  };
}

/**
 * The machine and share of a path such as `\\machine\share\folder`, also as `\\?\UNC\machine\share`. All else with `\\?\`
 * or `\\.\` leads to disks of this machine.
 */
export function shareOf(asked: string): string | null {
  const plain = asked.replace(/^[\\/]{2}[?.][\\/]unc[\\/]/i, '\\\\');
  const found = /^[\\/]{2}([^\\/?.][^\\/]*)[\\/]([^\\/]+)/.exec(plain);
  return found ? `\\\\${found[1]}\\${found[2]}\\`.toLowerCase() : null;
}
