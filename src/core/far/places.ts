/** Where paths lead, found out without asking a far disk: links are followed up to where one leads to such a disk. */
import * as path from 'node:path';
import { type FileKind, type FileSystem, isFault } from '../file-system';
import type { FarDisks } from './far-disks';

/** More links than this in one path are taken for a loop, as the kernel does. */
const MOST_LINKS = 40;

/** What is known of paths at one moment. */
export class Places {
  private readonly directories = new Map<string, string>();
  private readonly links = new Map<string, boolean>();

  constructor(
    private readonly near: FileSystem,
    private readonly disks: FarDisks,
  ) {}

  /** The far disk that a path leads to, through links too; null where it stays on this machine. */
  diskBehind(place: string, followLast: boolean): string | null {
    const end = this.lead(place, followLast, 0);
    return typeof end === 'string' ? null : end.disk;
  }

  /** What was seen at a path, so that it need not be asked for again. */
  note(place: string, kind: FileKind | 'unknown'): void {
    if (kind !== 'unknown') this.links.set(place, kind === 'link');
  }

  /** The path without links in it, as far as this machine tells; or the far disk. */
  private lead(place: string, followLast: boolean, links: number): string | { readonly disk: string } {
    const disk = this.disks.diskOf(place);
    if (disk !== null) return { disk };
    const parent = path.dirname(place);
    if (parent === place) return place;
    const above = this.directory(parent, links);
    if (typeof above !== 'string') return above;
    const real = above === parent ? place : path.join(above, path.basename(place));
    const realDisk = real === place ? null : this.disks.diskOf(real);
    if (realDisk !== null) return { disk: realDisk };
    if (!followLast || links >= MOST_LINKS || !this.isLink(real)) return real;
    const target = this.near.readLink(real);
    return isFault(target) ? real : this.lead(path.resolve(above, target), true, links + 1);
  }

  private directory(place: string, links: number): string | { readonly disk: string } {
    const known = this.directories.get(place);
    if (known !== undefined) return known;
    const end = this.lead(place, true, links);
    if (typeof end === 'string') this.directories.set(place, end);
    return end;
  }

  private isLink(place: string): boolean {
    const known = this.links.get(place);
    if (known !== undefined) return known;
    const state = this.near.linkState(place);
    const isLink = !isFault(state) && state.kind === 'link';
    this.links.set(place, isLink);
    return isLink;
  }
}
