/**
 * Where half-done things lie: a folder beside the root, on the root's own file system, so that what is finished there
 * can be renamed into the root. No product reads it: what is in it lies one level too deep.
 */
import * as path from 'node:path';
import { isFault } from '../file-system';
import { must, systemFailure } from './failure';
import { codeOf, type WritableFiles } from './writable-files';

/** Beginning of the folder's name. */
export const WORKPLACE_PREFIX = '.which-skill-';

/** The places where the workplace for an entry of a root can be: beside the root, else in it. */
export function workplaceCandidates(entry: string, id: string): readonly string[] {
  const root = path.dirname(entry);
  const name = WORKPLACE_PREFIX + id;
  return [...new Set([path.join(path.dirname(root), name), path.join(root, name)])];
}

/**
 * Makes the workplace for an entry of a root, unless it is there.
 * @throws PlanFailure
 */
export function makeWorkplace(files: WritableFiles, entry: string, id: string): string {
  const device = rootDevice(files, path.dirname(entry));
  let refused = '';
  for (const candidate of workplaceCandidates(entry, id)) {
    const there = files.details(candidate);
    if (!isFault(there) && there.kind === 'directory' && there.device === device) return candidate;
    const parent = files.state(path.dirname(candidate));
    if (isFault(parent) || rootDevice(files, path.dirname(candidate)) !== device) continue;
    try {
      files.makeDirectory(candidate);
      return candidate;
    } catch (error) {
      refused = codeOf(error);
      if (refused !== 'EACCES' && refused !== 'EPERM' && refused !== 'EROFS') break;
    }
  }
  throw systemFailure(refused || 'EXDEV', path.dirname(entry));
}

/** The file system that a directory is on, its links followed. */
function rootDevice(files: WritableFiles, directory: string): number {
  const real = must(directory, files.realPath(directory));
  return must(directory, files.details(real)).device;
}

/** Removes the workplaces of an entry where they are empty. Out: those that are not, or of which nobody knows. */
export function leaveWorkplaces(files: WritableFiles, entry: string, id: string): readonly string[] {
  return workplaceCandidates(entry, id).filter(candidate => {
    try {
      files.removeDirectory(candidate);
    } catch {
      // Whether it was there at all shows now.
    }
    const details = files.details(candidate);
    return !isFault(details) || (details.fault !== 'ENOENT' && details.fault !== 'ENOTDIR');
  });
}
