/** A file system without those disks that do not answer: nothing there is waited for, and nothing is done there. */
import { LOADING } from '../fault-message';
import type { FileSystem } from '../file-system';

/** Questions, and whether each follows the last link. What fails comes back as an answer. */
const QUESTIONS: Readonly<Record<string, boolean>> = {
  readDirectory: true,
  openDirectory: true,
  state: true,
  linkState: false,
  readLink: false,
  realPath: true,
  open: true,
  details: false,
};

/** Of functions that change something, which arguments are places: the first, where nothing is said. */
const PLACES: Readonly<Record<string, readonly number[]>> = {
  rename: [0, 1],
  hardLink: [0, 1],
  makeLink: [1],
};

/** Those that take many places, and answer once all have been seen to. */
const OF_MANY = new Set(['syncFiles', 'syncDirectories']);

/**
 * What is asked of a silent disk is a fault, {@link LOADING}; what is to be done there throws an error with that code.
 * @param files reading, or reading and writing
 */
export function withoutSilent<T extends FileSystem>(
  files: T,
  isSilent: (place: string, followLast: boolean) => boolean,
): T {
  const guarded: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(files) as [string, (...all: unknown[]) => unknown][]) {
    guarded[name] = (...all: unknown[]) => {
      const places = OF_MANY.has(name)
        ? (all[0] as readonly string[])
        : (PLACES[name] ?? [0]).map(index => all[index] as string);
      const silent = places.find(place => isSilent(place, QUESTIONS[name] ?? name === 'mayWrite'));
      if (silent === undefined) return call.apply(files, all);
      if (name in QUESTIONS) return { fault: LOADING };
      // Whether it may: what keeps it from being done is something else.
      if (name === 'mayWrite') return true;
      if (OF_MANY.has(name)) return Promise.resolve({ fault: LOADING, path: silent });
      throw Object.assign(new Error(`${silent}: its disk does not answer`), { code: LOADING });
    };
  }
  return guarded as unknown as T;
}
