/** What is neither a file, a folder nor a link, as people call it. */
import type { DirectoryEntry } from '../file-system';
import { type MessageArg, term } from '../message';

/** A kind of file as a word in a message. Whatever else there is in a file system is a device. */
export function kindTerm(kind: DirectoryEntry['kind']): MessageArg {
  switch (kind) {
    case 'pipe':
      return term('pipe');
    case 'socket':
      return term('socket');
    default:
      return term('device');
  }
}
