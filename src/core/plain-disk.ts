/** Promises that the usual disks of a machine keep, which save questions where there are many skills. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { native } from './file-system';

/**
 * Numbers of the kinds of file systems that Linux has for its own disks and its memory: ext2 to ext4, XFS, Btrfs, F2FS,
 * tmpfs. They give all that there is of a file at once, up to its end, and count in a directory's links either one for
 * each directory in it beside its own two, or none at all.
 */
const PLAIN = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994]);

/** How many times it has to be of use before it is found out: that costs as much as some of what it saves. */
const WORTH_KNOWING = 16;

/** The disk below one root. */
export class PlainDisk {
  private asked = 0;
  private known: boolean | undefined = process.platform === 'linux' ? undefined : false;
  private readonly empty = new Map<string, boolean>();

  constructor(private readonly root: string) {}

  /**
   * Whether everything below the root that no link leads to lies on a disk of a usual kind, so that a short answer is the
   * end of a file. False where that is not known, or not worth to be found out yet.
   */
  get isPlain(): boolean {
    if (this.known === undefined && ++this.asked > WORTH_KNOWING) this.known = isPlainBelow(this.root);
    return this.known ?? false;
  }

  /** Whether a directory below the root, that no link leads to, certainly holds none. */
  holdsNoDirectory(directory: string): boolean {
    if (!this.isPlain) return false;
    const known = this.empty.get(directory) ?? hasOwnLinksOnly(directory);
    this.empty.set(directory, known);
    return known;
  }
}

function hasOwnLinksOnly(directory: string): boolean {
  try {
    return fs.lstatSync(native(directory)).nlink === 2;
  } catch {
    return false;
  }
}

function isPlainBelow(root: string): boolean {
  try {
    if (!PLAIN.has(fs.statfsSync(native(root)).type)) return false;
    const real = fs.realpathSync.native(native(root));
    const below = escaped(real.endsWith(path.sep) ? real : real + path.sep);
    const mounts = fs.readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    return !mounts.some(line => line.split(' ', 5)[4]?.startsWith(below));
  } catch {
    return false;
  }
}

/** A path as the kernel writes it there: blanks and backslashes by their numbers. */
function escaped(place: string): string {
  return place.replace(
    /[ \t\n\\]/g,
    character => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}
