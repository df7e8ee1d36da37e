/** What the kernel of Linux says of its mounts, read without asking any of them. */
import { readFileSync } from 'node:fs';

export interface Mount {
  readonly place: string;
  readonly isFar: boolean;
}

/** Kinds of file systems that ask another machine or a program. `fuseblk` is a disk of this machine. */
const KINDS =
  'nfs\\d?|cifs|smb\\w*|ncpfs|afs|afpfs|9p|ceph|lustre|gpfs|beegfs|glusterfs|autofs|webdav|davfs\\w*|vboxsf|prl_fs|vmhgfs|fuse(?:\\.\\S*)?|macfuse\\w*|osxfuse\\w*';

const FAR = new RegExp(`^(?:${KINDS})$`);

/** A line of `/proc/self/mountinfo` with a far disk outside of what the kernel has for itself. */
const FAR_LINE = new RegExp(`^(?:\\S+ ){4}(?!/ |/(?:proc|sys|dev)/).* - (?:${KINDS}) `, 'm');

/** Whether a kind of file system, as `mount` names it, asks another machine or a program. */
export function isFarKind(kind: string): boolean {
  return FAR.test(kind);
}

/** The text of `/proc/self/mountinfo`: the kernel writes it by itself. Empty where there is none. */
export function mountInfo(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

/** Whether there is any far disk in the text of `/proc/self/mountinfo`: one look, for whoever mostly finds none. */
export function hasFarMount(text: string): boolean {
  return FAR_LINE.test(text);
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
    return [{ place: plain, isFar: isFarKind(kind) && !isPassedOver(plain) }];
  });
}

/**
 * The kernel's own trees hold no skills, and most machines with systemd have an automount in one of them. Where the root
 * of all is far, as in some sandboxes, nothing at all works without it.
 */
function isPassedOver(place: string): boolean {
  return place === '/' || /^\/(?:proc|sys|dev)\//.test(place);
}
