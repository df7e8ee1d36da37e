/** What ends an operation: a sentence for people, and the code of the system's error where there is one. */
import { LOADING, SILENT } from '../fault-message';
import { type FileSystemFault, isFault } from '../file-system';
import { type Message, message, renderMessage } from '../message';
import { codeOf } from './writable-files';

/** Thrown where a plan cannot go on. Nothing is lost by it: see `settle.ts`. */
export class PlanFailure extends Error {
  constructor(
    readonly code: string,
    readonly text: Message,
    /** The file or folder that it is about. */
    readonly path: string,
  ) {
    super(renderMessage(text));
  }
}

/** Does one thing to a file; what the system says against it becomes a sentence. */
export function attempt<T>(path: string, doing: () => T): T {
  try {
    return doing();
  } catch (error) {
    // What has no code does not come from the system: it is a mistake of ours, and must not look like a full disk.
    const isSystems =
      !(error instanceof PlanFailure) && typeof (error as NodeJS.ErrnoException).code === 'string';
    throw isSystems ? systemFailure(codeOf(error), path) : error;
  }
}

/** An answer of the port that may not be a fault. */
export function must<T>(path: string, answer: T | FileSystemFault): T {
  if (isFault(answer)) throw systemFailure(answer.fault, path);
  return answer as T;
}

/** The sentence for a system error. */
export function systemFailure(code: string, path: string): PlanFailure {
  return new PlanFailure(code, wordsFor(code, path), path);
}

/** What a system error says about a file, for people. */
export function wordsFor(code: string, path: string): Message {
  const file = { path };
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return message('no space left for {0}', file);
    case 'EACCES':
    case 'EPERM':
      return message('no permission to change {0}', file);
    case 'EROFS':
      return message('{0} is on a read-only file system', file);
    case 'ENOENT':
      return message('{0} is not there any more', file);
    case 'EEXIST':
    case 'ENOTEMPTY':
      return message('something else is at {0} meanwhile', file);
    case 'ENOTDIR':
      return message('a part of the path {0} is not a directory', file);
    case LOADING:
    case SILENT:
      return message('the disk of {0} does not answer', file);
    case 'EBUSY':
      return message('{0} is in use by another program', file);
    case 'ENAMETOOLONG':
      return message('the name of {0} is too long for its file system', file);
    default:
      return message('{0}: the system says {1}', file, code);
  }
}
