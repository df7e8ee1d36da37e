/** What a file system's error code means to a person. */
import { type Message, message } from './message';

/** In place of a system's code: the disk was asked, and has not answered yet. */
export const LOADING = 'ELOADING';

/** The same, where nobody will ask again: the disk was waited for, and has not answered. */
export const SILENT = 'ESILENT';

/** Whether a code stands in place of an answer that has not come. */
export function isUnanswered(fault: string): boolean {
  return fault === LOADING || fault === SILENT;
}

/** Says why something cannot be read, from a code such as `EACCES`. A rare code stands for itself. */
export function faultMessage(fault: string): Message {
  switch (fault) {
    case 'EACCES':
    case 'EPERM':
      return message('no permission to read it');
    case 'ELOOP':
      return message('its links lead in a circle');
    case 'ENAMETOOLONG':
      return message('its path is too long');
    case 'ENOENT':
      return message('no such file or directory');
    case 'EISDIR':
      return message('it is a directory');
    case 'ENXIO':
      return message('it is not a regular file');
    case 'EFBIG':
      return message('it is too large');
    case 'EIO':
      return message('the disk reports an error');
    case LOADING:
      return message('still loading: its disk has not answered yet');
    case SILENT:
      return message('its disk does not answer');
    default:
      return message('cannot be read: {0}', fault);
  }
}
