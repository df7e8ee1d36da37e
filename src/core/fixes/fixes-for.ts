/** All fixes of a problem, and one fix for all files of a root. */
import { checkCandidate, textContextOf } from '../checks/check-resolution';
import type { Problem } from '../checks/problem';
import { firstNotUtf8, readBytes, toText } from '../checks/read-bytes';
import { readSource } from '../checks/skill-source';
import type { FileSystem } from '../file-system';
import { Slices } from '../slices';
import type { Resolution } from '../types';
import { lineEdits, smallestEdit, toTextEdits } from './edits';
import { fileFixesFor } from './file-fixes';
import type { FileOperation, Fix, TextEdit } from './fix';
import type { FixId } from './fix-id';
import { fixAllInText, textFixesFor } from './text-fixes';

/**
 * The fixes of one problem: those of its text that were seen to help, and those of its file that are possible.
 * @param unsaved what an editor has in place of what is on disk
 */
export async function fixesFor(
  files: FileSystem,
  resolution: Resolution,
  problem: Problem,
  unsaved?: string,
): Promise<readonly Fix[]> {
  const candidate = resolution.candidates.find(({ id }) => id === problem.candidate);
  const root = resolution.roots.find(({ id }) => id === candidate?.root);
  const ofFile = fileFixesFor({ files, resolution, problem, candidate, root });
  const text = candidate && (unsaved ?? readText(files, candidate.file));
  if (!candidate || text === undefined) return ofFile;
  const source = await readSource(text, textContextOf(resolution, candidate));
  const ofText = (await textFixesFor(source, problem)).map(({ fix }) => fix);
  const inOrder = [...ofText, ...ofFile].sort(
    (a, b) => problem.fixes.indexOf(a.id) - problem.fixes.indexOf(b.id),
  );
  return inOrder.map((fix, index) => ({ ...fix, isPreferred: index === 0 }));
}

/** What becomes of one file when a root is fixed. */
export interface FixedFile {
  readonly file: string;
  readonly fixed: number;
  readonly edits: readonly TextEdit[];
  /** The whole text after the edits, with the line ends that it had; null where an operation does it. */
  readonly text: string | null;
  readonly operations: readonly FileOperation[];
}

/**
 * Does one fix, or every one that is fit for it, to all skill files of a root that are on disk. Out: only the files that
 * change. Encodings are never converted in this way: each is a guess that wants a look.
 * @throws only the reason of the signal, when it is aborted
 */
export async function fixAllInRoot(
  files: FileSystem,
  resolution: Resolution,
  root: string,
  id?: FixId,
  signal?: AbortSignal,
): Promise<readonly FixedFile[]> {
  const slices = new Slices(signal);
  const fixedFiles: FixedFile[] = [];
  for (const candidate of resolution.candidates.filter(other => other.root === root)) {
    if (slices.due) await slices.pause();
    const text = readText(files, candidate.file);
    const operations = await fileOperations(files, resolution, candidate.id, id);
    if (operations.length > 0) {
      fixedFiles.push({ file: candidate.file, fixed: operations.length, edits: [], text: null, operations });
    } else if (text !== undefined && candidate.verdict !== 'not-read' && candidate.verdict !== 'alias') {
      const { text: after, fixed } = await fixAllInText(text, textContextOf(resolution, candidate), id);
      if (fixed > 0)
        fixedFiles.push({
          file: candidate.file,
          fixed,
          edits: editBetween(text, after),
          text: after,
          operations,
        });
    }
  }
  return fixedFiles;
}

async function fileOperations(
  files: FileSystem,
  resolution: Resolution,
  candidateId: string,
  id: FixId | undefined,
): Promise<readonly FileOperation[]> {
  const candidate = resolution.candidates.find(other => other.id === candidateId);
  const root = resolution.roots.find(other => other.id === candidate?.root);
  if (!candidate) return [];
  for (const problem of await checkCandidate(files, resolution, candidate)) {
    const fixes = fileFixesFor({ files, resolution, problem, candidate, root });
    // Without a fix named, nothing is renamed or removed.
    const fix = fixes.find(other => other.isForMany && other.id === (id ?? 'strip-bom'));
    if (fix && fix.operations.length > 0) return fix.operations;
  }
  return [];
}

/** An edit for each line that changed, or one for all where lines were added or removed; by an editor's positions. */
export function editBetween(before: string, after: string): readonly TextEdit[] {
  const [old, now] = [before.replace(/\r\n?/g, '\n'), after.replace(/\r\n?/g, '\n')];
  if (old === now) return [];
  const sameLines = old.split('\n').length === now.split('\n').length;
  return toTextEdits(old, sameLines ? lineEdits(old, now) : [smallestEdit(0, old, now)]);
}

/** Undefined also where the file is not UTF-8: its bytes would not survive being written as text. */
function readText(files: FileSystem, file: string): string | undefined {
  const bytes = readBytes(files, file);
  return bytes && firstNotUtf8(bytes) < 0 ? toText(bytes) : undefined;
}
