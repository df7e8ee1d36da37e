/**
 * Answers of the file system, kept while several products are resolved: each file is read once for all of them. They see
 * the disk as it was at one moment, so a new one is made for each question that is asked about the disk.
 */
import { child } from './child-path';
import {
  type DirectoryEntry,
  type FileReader,
  type FileState,
  type FileSystem,
  type FileSystemFault,
  isFault,
} from './file-system';
import type { PlainDisk } from './plain-disk';
import { type QuickReads, quickReads, type ReadText, readText, type TextRead } from './read-text';

/** The file system to ask, and a way to read whole texts. */
export interface Reads {
  readonly files: FileSystem;
  readonly readText: ReadText;
  readonly quick: QuickReads | null;
}

/** Reads from a file system each time anew. */
export function plainReads(files: FileSystem): Reads {
  return {
    files,
    readText: (path, size, slices) => readText(files, path, size, slices),
    quick: quickReads(files),
  };
}

/** Reads everything once and remembers it. */
export function sharedReads(files: FileSystem): Reads {
  const remembering = new RememberingFiles(files);
  const texts = new Map<string, TextRead | Promise<TextRead>>();
  return {
    files: remembering,
    readText: (path, size, slices) => {
      const known = texts.get(path);
      if (known) return known;
      const read = readText(files, path, size, slices);
      texts.set(path, read);
      // A cancelled read is no answer.
      if (read instanceof Promise) read.catch(() => texts.delete(path));
      return read;
    },
    quick: remembered(quickReads(files)),
  };
}

function remembered(quick: QuickReads | null): QuickReads | null {
  if (!quick) return null;
  const texts = new Map<string, string | null>();
  const disks = new Map<string, PlainDisk>();
  const skillFiles = new Map<string, string>();
  return {
    skillFileOf: folder => remember(skillFiles, folder, () => quick.skillFileOf(folder)),
    smallText: (path, isPlain) =>
      remember(texts, path, () => quick.smallText(path, isPlain) ?? null) ?? undefined,
    diskBelow: root => remember(disks, root, () => quick.diskBelow(root)),
  };
}

/** One text for the path of an entry, whoever asks: it is looked up again and again. */
function locatedIn(directory: string, { name, kind }: DirectoryEntry): DirectoryEntry {
  return { name, kind, location: child(directory, name) };
}

class RememberingFiles implements FileSystem {
  private readonly directories = new Map<string, readonly DirectoryEntry[] | FileSystemFault>();
  private readonly states = new Map<string, FileState | FileSystemFault>();
  private readonly linkStates = new Map<string, FileState | FileSystemFault>();
  private readonly links = new Map<string, string | FileSystemFault>();
  private readonly realPaths = new Map<string, string | FileSystemFault>();

  constructor(private readonly files: FileSystem) {}

  readDirectory(path: string): readonly DirectoryEntry[] | FileSystemFault {
    return remember(this.directories, path, () => {
      const entries = this.files.readDirectory(path);
      return isFault(entries) ? entries : entries.map(entry => locatedIn(path, entry));
    });
  }

  state(path: string): FileState | FileSystemFault {
    return remember(this.states, path, () => this.files.state(path));
  }

  linkState(path: string): FileState | FileSystemFault {
    return remember(this.linkStates, path, () => this.files.linkState(path));
  }

  readLink(path: string): string | FileSystemFault {
    return remember(this.links, path, () => this.files.readLink(path));
  }

  realPath(path: string): string | FileSystemFault {
    return remember(this.realPaths, path, () => this.files.realPath(path));
  }

  open(path: string): FileReader | FileSystemFault {
    return this.files.open(path);
  }
}

function remember<T>(known: Map<string, T>, path: string, ask: () => T): T {
  const before = known.get(path);
  if (before !== undefined) return before;
  const answer = ask();
  known.set(path, answer);
  return answer;
}
