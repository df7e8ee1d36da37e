/** What is inside a skill's folder that needs thought before it moves: links, and what is neither file nor folder. */
import * as path from 'node:path';
import { type DirectoryEntry, type FileSystem, isFault } from '../file-system';
import type { Slices } from '../slices';
import { isWithin } from './manifest';
import type { Change } from './types';

/** A symbolic link below a skill's folder. */
export interface InnerLink {
  /** Below the folder, `/` between the parts. */
  readonly path: string;
  readonly target: string;
  /** Absolute path that it leads to, by text. */
  readonly leadsTo: string;
  /** Whether anything is there. */
  readonly broken: boolean;
  /** Whether it leads to a folder that the link itself is in. */
  readonly circle: boolean;
}

export interface FolderContent {
  readonly links: readonly InnerLink[];
  /** The first thing that is neither file, folder nor link. */
  readonly special: { readonly path: string; readonly kind: DirectoryEntry['kind'] } | null;
}

/** Lists the links below a folder. Links are not followed. What cannot be read is left to the copying to find. */
export async function contentOf(files: FileSystem, folder: string, slices: Slices): Promise<FolderContent> {
  const links: InnerLink[] = [];
  let special: FolderContent['special'] = null;
  await look(folder, '');
  return { links, special };

  async function look(directory: string, below: string): Promise<void> {
    if (slices.due) await slices.pause();
    const listed = files.readDirectory(directory);
    if (isFault(listed)) return;
    for (const entry of listed) {
      const file = path.join(directory, entry.name);
      const inside = below === '' ? entry.name : `${below}/${entry.name}`;
      const state = entry.kind === 'unknown' ? files.linkState(file) : entry;
      if (isFault(state) || state.kind === 'file') continue;
      if (state.kind === 'directory') await look(file, inside);
      else if (state.kind === 'link') addLink(file, inside);
      else special ??= { path: file, kind: state.kind };
    }
  }

  function addLink(file: string, inside: string): void {
    const target = files.readLink(file);
    if (isFault(target)) return;
    const real = files.realPath(file);
    links.push({
      path: inside,
      target,
      leadsTo: path.resolve(path.dirname(file), target),
      broken: isFault(real),
      circle: !isFault(real) && isWithin(real, file),
    });
  }
}

/** Whether a link would lead elsewhere in the new place, or leads out of the skill: then somebody should be asked. */
export function isDoubtful(link: InnerLink, from: string): boolean {
  if (link.broken) return false;
  return path.isAbsolute(link.target) || !isWithin(from, link.leadsTo);
}

/**
 * The change that keeps a link leading to the same place once its folder has moved; null where it does so unchanged.
 * A link into the skill itself leads into the moved one.
 */
export function rebased(link: InnerLink, from: string, to: string): Change | null {
  const place = path.join(to, link.path);
  const isInside = isWithin(from, link.leadsTo);
  if (path.isAbsolute(link.target) && !isInside) return null;
  const leadsTo = isInside ? path.join(to, path.relative(from, link.leadsTo)) : link.leadsTo;
  if (path.resolve(path.dirname(place), link.target) === leadsTo) return null;
  const after = path.relative(path.dirname(place), leadsTo) || '.';
  return { path: link.path, kind: 'link', before: link.target, after };
}
