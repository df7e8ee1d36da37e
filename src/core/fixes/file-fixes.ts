/** Fixes that rename, write or remove a file, or that a plan carries out. What they do is only described here. */
import * as path from 'node:path';
import type { Problem } from '../checks/problem';
import { readBytes } from '../checks/read-bytes';
import { type FileSystem, isFault } from '../file-system';
import { type Message, message } from '../message';
import { productOf } from '../products';
import type { Candidate, Resolution, Root } from '../types';
import { extraSkillDirsLine } from './extra-skill-dirs';
import type { FileOperation, Fix, RenameStep } from './fix';
import type { FixId } from './fix-id';
import { decode, type Encoding, guessEncoding } from './guess-encoding';
import { portableName } from './yaml-text';

/** What a fix of a file is worked out from. */
export interface FileFixContext {
  readonly files: FileSystem;
  readonly resolution: Resolution;
  readonly problem: Problem;
  /** The candidate that the problem is about, and its root. */
  readonly candidate: Candidate | undefined;
  readonly root: Root | undefined;
}

type Parts = Partial<Pick<Fix, 'operations' | 'plan' | 'paste' | 'preview' | 'isForMany'>> & {
  readonly title: Message;
};

/** Undefined where it does not apply, such as for a name that is taken. */
type FileFix = (context: FileFixContext) => Parts | undefined;

/** Lines of a conversion that are shown before. */
const PREVIEW_LINES = 12;

const TABLE: Partial<Record<FixId, FileFix>> = {
  'strip-bom': ({ files, problem: { file } }) => {
    const bytes = readWhole(files, file);
    if (!bytes || !(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)) return undefined;
    return write(message('Remove the byte order mark'), file, bytes.slice(3));
  },
  'convert-to-utf8': ({ files, problem: { file } }) => {
    const bytes = readWhole(files, file);
    return bytes && convertToUtf8(file, bytes);
  },
  'rename-to-skill-md': ({ files, problem: { file } }) =>
    rename(files, message('Rename it to {0}', 'SKILL.md'), file, path.join(path.dirname(file), 'SKILL.md')),
  'rename-to-markdown': ({ files, problem: { file } }) => {
    const target = file.replace(/\.md$/i, '.markdown');
    return rename(files, message('Rename it to {0}', path.basename(target)), file, target, false);
  },
  'rename-folder': ({ files, candidate }) => {
    if (candidate?.form !== 'directory') return undefined;
    const name = portableName(candidate.name);
    if (name === '' || name === path.basename(candidate.dir)) return undefined;
    const target = path.join(path.dirname(candidate.dir), name);
    return rename(files, message('Rename the folder to {0}', name), candidate.dir, target, false);
  },
  'remove-link': ({ files, problem: { file } }) => {
    const link = linkAt(files, file);
    if (link === undefined) return undefined;
    const title = message('Remove the link {0}, and nothing else', path.basename(link));
    return { title, operations: [{ kind: 'remove-link', path: link }], isForMany: true };
  },
  'restore-link': ({ files, problem: { file } }) => {
    const bytes = readBytes(files, file);
    const target = bytes && bytes.length < 512 ? Buffer.from(bytes).toString('utf8').trim() : '';
    // As git writes it: one relative path, and nothing else.
    if (
      !/^\.{1,2}[\\/][^\n\0]*$/.test(target) ||
      isFault(files.state(path.resolve(path.dirname(file), target)))
    )
      return undefined;
    const title = message('Make it a link to {0}', target);
    return { title, operations: [{ kind: 'make-link', path: file, target }] };
  },
  'remove-empty-directory': ({ resolution, root }) => {
    const hider = resolution.roots.find(({ id }) => id === root?.decidedBy);
    if (!hider) return undefined;
    const title = message('Remove the empty directory {0}', hider.label);
    return { title, plan: { kind: 'remove-empty-root', root: hider.id } };
  },
  'copy-to-canonical': ({ candidate }) =>
    candidate && {
      title: message('Copy it to the directory that tools share'),
      plan: { kind: 'copy', what: { candidates: [candidate.id] }, to: 'canonical' },
    },
  'copy-to-root': ({ candidate, root }) =>
    candidate &&
    root && {
      title: message('Copy it directly into {0}', root.label),
      plan: { kind: 'copy', what: { candidates: [candidate.id] }, to: { root: root.id } },
    },
  'add-extra-skill-dir': ({ resolution, candidate, root }) => {
    // Only the two Kimis can be told of further directories.
    if (!candidate || !root || !productOf(resolution.profile).isKimi) return undefined;
    const directory = candidate.form === 'directory' ? path.dirname(candidate.dir) : candidate.dir;
    return {
      title: message('Copy the line that makes {0} an extra directory', { path: directory }),
      paste: extraSkillDirsLine(resolution, directory),
    };
  },
};

/** The fixes of a problem that are not edits of its text, in the order of `problem.fixes`. Reads the file where needed. */
export function fileFixesFor(context: FileFixContext): readonly Fix[] {
  const fixes: Fix[] = [];
  for (const id of context.problem.fixes) {
    const parts = TABLE[id]?.(context);
    if (!parts) continue;
    fixes.push({
      id,
      file: context.problem.file,
      edits: [],
      operations: [],
      plan: null,
      paste: null,
      preview: null,
      isForMany: false,
      isPreferred: fixes.length === 0,
      ...parts,
    });
  }
  return fixes;
}

/**
 * The conversion of a file to UTF-8, with a preview.
 * @param encoding where a person chose one; otherwise it is guessed
 */
export function convertToUtf8(
  file: string,
  bytes: Uint8Array,
  encoding: Encoding = guessEncoding(bytes),
): Parts {
  const text = decode(bytes, encoding);
  const title =
    encoding === 'utf-8'
      ? message('Convert to UTF-8: taken for UTF-8 with stray bytes of windows-1252')
      : message('Convert to UTF-8: taken for {0}', encoding);
  return {
    ...write(title, file, Buffer.from(text.toWellFormed(), 'utf8')),
    isForMany: false,
    preview: { encoding, lines: text.split(/\r\n|\r|\n/, PREVIEW_LINES) },
  };
}

/** A file that is longer than what is read here would be cut short. */
function readWhole(files: FileSystem, file: string): Uint8Array | undefined {
  const state = files.state(file);
  const bytes = readBytes(files, file);
  return !isFault(state) && bytes?.length === state.size ? bytes : undefined;
}

function write(title: Message, file: string, bytes: Uint8Array): Parts {
  return { title, operations: [{ kind: 'write', file, bytes }], isForMany: true };
}

/** Two steps where only the case changes. Undefined where something else has the new name. */
function rename(
  files: FileSystem,
  title: Message,
  from: string,
  to: string,
  isForMany = true,
): Parts | undefined {
  const onlyCase = from.toLowerCase() === to.toLowerCase();
  const [source, target] = [files.linkState(from), files.linkState(to)];
  if (isFault(source)) return undefined;
  const isTaken = !isFault(target) && !(onlyCase && target.inode === source.inode);
  if (isTaken) return undefined;
  const between = `${to}.renaming`;
  const steps: readonly RenameStep[] = onlyCase
    ? [
        { from, to: between },
        { from: between, to },
      ]
    : [{ from, to }];
  const operations: readonly FileOperation[] = [{ kind: 'rename', steps }];
  return { title, operations, isForMany };
}

/** The link that a problem is about: the file, or the folder that it would be in. */
function linkAt(files: FileSystem, file: string): string | undefined {
  return [file, path.dirname(file)].find(place => {
    const state = files.linkState(place);
    return !isFault(state) && state.kind === 'link';
  });
}
