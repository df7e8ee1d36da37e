/** Copying a tree: first the list of what the copy consists of, then writing it, then checking what was written. */
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { type FileKind, isFault } from '../file-system';
import { message } from '../message';
import { compareCodePoints } from '../python-text';
import { SKILL_FILE } from '../scan/skill-file-names';
import type { Slices } from '../slices';
import { attempt, must, PlanFailure, systemFailure } from './failure';
import { kindTerm } from './kind-term';
import type { Change, Shape } from './types';
import type { FileDetails, SyncFault, WritableFiles } from './writable-files';

const CHUNK = 256 * 1024;

/** More links than this behind one another are taken for a circle. */
const MOST_LINKS = 40;

/** One entry of the copy. Folders come before what is in them. */
export interface ManifestEntry {
  /** Below the copy; empty for the copy itself. */
  readonly path: string;
  readonly kind: 'directory' | 'file' | 'link';
  /** Where content, permissions and times come from. */
  readonly source: string;
  readonly details: FileDetails;
  /** In place of the source's content. */
  readonly text?: string;
  /** Of a link. */
  readonly target?: string;
  /** Of a link: what Windows wants to know. */
  readonly leadsTo?: 'file' | 'directory';
}

/**
 * Lists what a copy of `from` consists of, with its changes made.
 * @throws PlanFailure where something cannot be read, or is neither file, folder nor link
 */
export async function manifestOf(
  files: WritableFiles,
  from: string,
  shape: Shape,
  changes: readonly Change[],
  slices: Slices,
): Promise<readonly ManifestEntry[]> {
  const changed = new Map(changes.map(change => [change.path, change]));
  const entries: ManifestEntry[] = [];
  if (shape === 'file-to-folder') {
    const details = must(from, files.details(from));
    // Who may read the file may list its folder.
    const mode = 0o700 | (details.mode & 0o066) | ((details.mode & 0o044) >> 2);
    entries.push({ path: '', kind: 'directory', source: from, details: { ...details, mode } });
    await add(from, SKILL_FILE, '');
  } else if (shape === 'folder-to-file') {
    await add(path.join(from, SKILL_FILE), '', SKILL_FILE);
  } else {
    await add(from, '', '');
  }
  return entries;

  /** `place` is the path in the copy, `below` the one in the source, by which changes are found. */
  async function add(source: string, place: string, below: string, links = 0): Promise<void> {
    if (slices.due) await slices.pause();
    const details = must(source, files.details(source));
    const change = changed.get(below);
    if (change?.kind === 'relink') {
      entries.push({ path: place, kind: 'link', source, details, target: change.after });
    } else if (details.kind === 'link') {
      await addLink(source, place, details, change, links);
    } else if (details.kind === 'file') {
      const text = change?.kind === 'text' ? { text: change.after } : {};
      entries.push({ path: place, kind: 'file', source, details, ...text });
    } else if (details.kind === 'directory') {
      entries.push({ path: place, kind: 'directory', source, details });
      const listed = must(source, files.readDirectory(source));
      for (const name of listed.map(entry => entry.name).sort(compareCodePoints)) {
        await add(path.join(source, name), inside(place, name), inside(below, name), links);
      }
    } else {
      throw notCopyable(source, details.kind);
    }
  }

  async function addLink(
    source: string,
    place: string,
    details: FileDetails,
    change: Change | undefined,
    links: number,
  ): Promise<void> {
    // What a followed link leads to has links of its own: they are followed too, since nobody was asked about them.
    if (change?.kind === 'dereference' || links > 0) {
      const real = must(source, files.realPath(source));
      if (links >= MOST_LINKS || isWithin(real, source)) throw circle(source);
      await add(real, place, '\0', links + 1);
      return;
    }
    const target = change?.kind === 'link' ? change.after : must(source, files.readLink(source));
    const behind = files.state(source);
    const leadsTo = !isFault(behind) && behind.kind === 'directory' ? 'directory' : 'file';
    entries.push({ path: place, kind: 'link', source, details, target, leadsTo });
  }
}

/** Whether a folder holds a path, or is it, by text. Both are absolute and without `.` and `..`. */
export function isWithin(folder: string, file: string): boolean {
  return (
    file.startsWith(folder) &&
    (file.length === folder.length || file[folder.length] === path.sep || folder.endsWith(path.sep))
  );
}

function inside(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function circle(source: string): PlanFailure {
  return new PlanFailure(
    'circle',
    message('the link {0} leads to a folder above it', { path: source }),
    source,
  );
}

function notCopyable(source: string, kind: FileKind): PlanFailure {
  const text = message('{0} is neither a file nor a folder but a {1}', { path: source }, kindTerm(kind));
  return new PlanFailure('special-file', text, source);
}

/**
 * Writes the copy. Nothing may be at its place. Out: the hash of what was read, by the path in the copy.
 * @throws PlanFailure
 */
export async function writeManifest(
  files: WritableFiles,
  entries: readonly ManifestEntry[],
  destination: string,
  options: { readonly sync: boolean },
  slices: Slices,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (const entry of entries) {
    if (slices.due) await slices.pause();
    const place = path.join(destination, entry.path);
    if (entry.kind === 'directory') attempt(place, () => files.makeDirectory(place));
    else if (entry.kind === 'link') {
      const type = entry.leadsTo ?? 'file';
      attempt(place, () => files.makeLink(entry.target!, place, type));
    } else hashes.set(entry.path, await writeFile(files, entry, place, slices));
  }
  const placesOf = (kind: ManifestEntry['kind']) =>
    entries.filter(entry => entry.kind === kind).map(entry => path.join(destination, entry.path));
  const syncFiles = async () => requireSynced(await files.syncFiles(placesOf('file')));
  // Windows syncs only what may be written; elsewhere the permissions go to the disk together with the content.
  const isWindows = process.platform === 'win32';
  if (options.sync && isWindows) await syncFiles();
  // From the inside out: what is made in a folder changes its time, and it may not be writable in the end.
  for (const entry of [...entries].reverse()) {
    if (slices.due) await slices.pause();
    const place = path.join(destination, entry.path);
    const { mode, accessed, modified } = entry.details;
    if (entry.kind !== 'link') attempt(place, () => files.setMode(place, mode));
    attempt(place, () => files.setTimes(place, accessed, modified));
  }
  if (options.sync) {
    const directories = files.syncDirectories(placesOf('directory'));
    if (!isWindows) await syncFiles();
    requireSynced(await directories);
  }
  return hashes;
}

function requireSynced(fault: SyncFault | null): void {
  if (fault) throw systemFailure(fault.fault, fault.path);
}

async function writeFile(
  files: WritableFiles,
  entry: ManifestEntry,
  place: string,
  slices: Slices,
): Promise<string> {
  const hash = createHash('sha256');
  const writer = attempt(place, () => files.createFile(place, 0o600));
  let closed = false;
  try {
    if (entry.text !== undefined) {
      const bytes = Buffer.from(entry.text, 'utf8');
      hash.update(bytes);
      attempt(place, () => writer.write(bytes));
    } else {
      await readChunks(files, entry.source, entry.details.size, slices, bytes => {
        hash.update(bytes);
        attempt(place, () => writer.write(bytes));
      });
    }
    closed = true;
    attempt(place, () => writer.close());
  } finally {
    if (!closed) quietly(() => writer.close());
  }
  return hash.digest('hex');
}

/** @param size as the file system gave it: what a file has beyond that is read too */
async function readChunks(
  files: WritableFiles,
  source: string,
  size: number,
  slices: Slices,
  use: (bytes: Uint8Array) => void,
): Promise<void> {
  const reader = must(source, files.open(source));
  try {
    for (let left = size; ; ) {
      // One byte more than there should be: a shorter answer shows that this was all of it.
      const wanted = Math.min(Math.max(left, 0) + 1, CHUNK);
      const bytes = must(source, reader.read(wanted));
      if (bytes.length > 0) use(bytes);
      if (bytes.length < wanted) return;
      left -= bytes.length;
      if (slices.due) await slices.pause();
    }
  } finally {
    reader.close();
  }
}

/**
 * Reads the copy back and compares it with what was meant: names, kinds, bytes, link targets and permissions.
 * @throws PlanFailure at the first difference
 */
export async function verifyManifest(
  files: WritableFiles,
  entries: readonly ManifestEntry[],
  hashes: ReadonlyMap<string, string>,
  destination: string,
  slices: Slices,
): Promise<void> {
  const children = new Map<string, number>();
  for (const entry of entries) {
    if (entry.path !== '') {
      const folder = entry.path.slice(0, Math.max(entry.path.lastIndexOf('/'), 0));
      children.set(folder, (children.get(folder) ?? 0) + 1);
    }
  }
  for (const entry of entries) {
    if (slices.due) await slices.pause();
    const place = path.join(destination, entry.path);
    const details = must(place, files.details(place));
    if (details.kind !== entry.kind) throw different(place);
    if (entry.kind === 'link') {
      if (must(place, files.readLink(place)) !== entry.target) throw different(place);
      continue;
    }
    // A file system without permissions may give more of them, but the owner's own must be there.
    if ((entry.details.mode & ~details.mode & 0o700) !== 0) throw different(place);
    if (entry.kind === 'directory') {
      const listed = must(place, files.readDirectory(place));
      if (listed.length !== (children.get(entry.path) ?? 0)) throw different(place);
    } else {
      const hash = createHash('sha256');
      await readChunks(files, place, details.size, slices, bytes => hash.update(bytes));
      if (hash.digest('hex') !== hashes.get(entry.path)) throw different(place);
    }
  }
}

function different(place: string): PlanFailure {
  const text = message('the copy {0} is not like its source', { path: place });
  return new PlanFailure('copy-differs', text, place);
}

/**
 * Deletes a tree that is known to be ours. Links are removed, never followed.
 * @throws PlanFailure
 */
export async function deleteTree(files: WritableFiles, location: string, slices: Slices): Promise<void> {
  if (slices.due) await slices.pause();
  const details = must(location, files.details(location));
  if (details.kind !== 'directory') {
    attempt(location, () => files.removeFile(location));
    return;
  }
  if ((details.mode & 0o700) !== 0o700) attempt(location, () => files.setMode(location, 0o700));
  for (const { name } of must(location, files.readDirectory(location))) {
    await deleteTree(files, path.join(location, name), slices);
  }
  attempt(location, () => files.removeDirectory(location));
}

function quietly(doing: () => void): void {
  try {
    doing();
  } catch {
    // What went wrong before is what counts.
  }
}
