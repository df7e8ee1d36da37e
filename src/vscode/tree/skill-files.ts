/** The files of a skill, read one folder at a time when its row is expanded. */
import * as path from 'node:path';
import { faultMessage } from '../../core/fault-message';
import { type DirectoryEntry, type FileSystem, isFault, nodeFileSystem } from '../../core/file-system';
import { clausesInRow, message } from '../../core/message';
import type { Say } from '../say';
import { oneLine } from '../text';
import type { CandidateNode, FileNode, MoreNode, TreeNode } from './nodes';

/** Rows shown of one folder; the rest is one more row. */
const MOST_ROWS = 200;

/** The rows below a skill or a folder in it: folders first, then files, by name. */
export function readSkillFiles(
  parent: CandidateNode | FileNode,
  say: Say,
  files: FileSystem = nodeFileSystem,
): readonly TreeNode[] {
  const folder = parent.kind === 'candidate' ? parent.candidate.dir : parent.file;
  const entries = files.readDirectory(folder);
  if (isFault(entries)) return [faultNode(parent, say(faultMessage(entries.fault)))];
  const trail = trailOf(parent, folder, files);
  const nodes = entries.map(entry => fileNode(entry, folder, parent, trail, say, files)).sort(byKindThenName);
  if (nodes.length <= MOST_ROWS) return nodes;
  const rest = nodes.length - MOST_ROWS;
  return [...nodes.slice(0, MOST_ROWS), moreNode(parent, folder, say(message('… {0} more', rest)))];
}

function trailOf(parent: CandidateNode | FileNode, folder: string, files: FileSystem): readonly string[] {
  if (parent.kind === 'file') return parent.trail;
  const real = files.realPath(folder);
  return [isFault(real) ? folder : real];
}

function fileNode(
  entry: DirectoryEntry,
  folder: string,
  parent: CandidateNode | FileNode,
  trail: readonly string[],
  say: Say,
  files: FileSystem,
): FileNode {
  const file = path.join(folder, entry.name);
  const link = entry.kind === 'link' ? files.readLink(file) : undefined;
  const target = typeof link === 'string' ? oneLine(link) : undefined;
  const state = entry.kind === 'directory' ? undefined : files.state(file);
  const isFolder = state === undefined || (!isFault(state) && state.kind === 'directory');
  const real = isFolder ? files.realPath(file) : undefined;
  const loops =
    target !== undefined && typeof real === 'string' && trail.some(above => isAtOrAbove(real, above));
  const broken = state !== undefined && isFault(state);
  const label = oneLine(entry.name);
  const description = [
    ...(target === undefined ? [] : [say(message('link to {0}', target))]),
    ...(loops ? [say(message('leads back to a folder above it'))] : []),
    ...(broken ? [say(faultMessage(state.fault))] : []),
  ].join(' · ');
  return {
    kind: 'file',
    // Below its parent's id: the same file can be shown twice, below a link and below its target.
    id: `${parent.id}/${entry.name}`,
    parent,
    file,
    isFolder,
    trail: typeof real === 'string' ? [...trail, real] : trail,
    label,
    description,
    icon: { codicon: loops || broken ? 'warning' : isFolder ? 'folder' : 'file' },
    spoken: description === '' ? label : say(clausesInRow([label, description])),
    expansion: isFolder && !loops ? 'collapsed' : 'none',
  };
}

function isAtOrAbove(directory: string, other: string): boolean {
  return (
    other === directory || other.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep)
  );
}

function byKindThenName(a: FileNode, b: FileNode): number {
  return (
    Number(b.isFolder) - Number(a.isFolder) || a.label.localeCompare(b.label, undefined, { numeric: true })
  );
}

function moreNode(parent: CandidateNode | FileNode, folder: string, label: string): MoreNode {
  return {
    kind: 'more',
    id: `${parent.id}|more`,
    parent,
    file: folder,
    label,
    description: '',
    icon: { codicon: 'ellipsis' },
    spoken: label,
    expansion: 'none',
  };
}

function faultNode(parent: CandidateNode | FileNode, label: string): MoreNode {
  return {
    ...moreNode(parent, '', label),
    icon: { codicon: 'warning', color: 'problemsWarningIcon.foreground' },
  };
}
