/** Whether a disk tells upper from lower case. It is asked, not guessed from the system. */
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';

/** Asks at the nearest directory that exists and has letters in its name. Where there is none, case counts. */
export function ignoresCase(files: FileSystem, directory: string): boolean {
  for (let place = directory; path.dirname(place) !== place; place = path.dirname(place)) {
    const state = files.state(place);
    if (isFault(state)) continue;
    const name = path.basename(place);
    const swapped = [...name].map(swapCase).join('');
    if (swapped === name) continue;
    const other = files.state(path.join(path.dirname(place), swapped));
    return !isFault(other) && other.inode === state.inode;
  }
  return false;
}

function swapCase(letter: string): string {
  const upper = letter.toUpperCase();
  return letter === upper ? letter.toLowerCase() : upper.length === letter.length ? upper : letter;
}
