/** Naming the roots of agents: what the rules of several of them have in common. */
import * as path from 'node:path';
import { exists, type FileSystem } from '../file-system';
import { type Message, message, namesInRow } from '../message';
import { ancestors } from '../project-root';
import type { Group, Scope } from '../types';
import type { ProfileContext, RootPlan } from './profile';
import { shorten, whyMissing } from './root-plans';

/** A directory that an agent looks at, if it is there. */
export interface AgentRoot {
  readonly location: string;
  readonly scope: Scope;
  readonly group: Group;
  /** The product's own word for where this is. */
  readonly source: string;
  /** Why it is read. */
  readonly reason: Message;
  /** Why it is not, though it is there: no trust, a setting, only on demand. */
  readonly kept?: {
    readonly verdict: 'untrusted' | 'on-demand' | 'switched-off';
    readonly code: string;
    readonly reason: Message;
  };
}

/** What labels are relative to. */
export interface LabelBase {
  readonly files: FileSystem;
  /** Directories below it are shown as seen from it. */
  readonly projectRoot: string;
  readonly home: string;
}

/** The plan for a directory. */
export function agentRoot({ files, projectRoot, home }: LabelBase, root: AgentRoot): RootPlan {
  const { location, scope, group, source, kept } = root;
  const isInProject = scope === 'project' && location.startsWith(projectRoot + path.sep);
  const label = isInProject ? location.slice(projectRoot.length + 1) : shorten(location, home);
  const plan = { location, label, scope, group, source };
  const missing = whyMissing(files, location);
  if (missing) return { ...plan, verdict: 'missing', ...missing };
  if (kept) return { ...plan, ...kept };
  return { ...plan, verdict: 'active', code: 'found', reason: root.reason };
}

/**
 * The skills that a product brings along: they are packed into it, so there is no directory to scan.
 * @param switchedOffBy the setting that switches them off, where one does
 */
export function builtinRoot(
  { overrides }: Pick<ProfileContext, 'overrides'>,
  product: string,
  names: readonly string[],
  switchedOffBy?: string,
): RootPlan {
  const isLeftOut = overrides.builtinDir === null;
  const reason = isLeftOut
    ? message('left out')
    : switchedOffBy === undefined
      ? message('packed into {0}: {1}', product, namesInRow(names))
      : message('packed into {0}, and switched off by {1}', product, switchedOffBy);
  return {
    location: '',
    label: product,
    scope: 'builtin',
    group: 'builtin',
    verdict: 'missing',
    code: 'compiled-in',
    reason,
    ...(!isLeftOut && switchedOffBy === undefined && { carries: names }),
  };
}

/**
 * The directories from a work directory upwards, nearest first, up to and including the first for which `isLast` holds;
 * up to the top of the file system where it holds for none.
 */
export function upwards(workDir: string, isLast: (directory: string) => boolean): readonly string[] {
  const directories: string[] = [];
  for (const directory of ancestors(workDir)) {
    directories.push(directory);
    if (isLast(directory)) break;
  }
  return directories;
}

/** Whether something of any kind called `.git` is in a directory. */
export function holdsGit(files: FileSystem, directory: string): boolean {
  return exists(files, path.join(directory, '.git'));
}

/**
 * Whether Git itself would take a directory for the top of a work tree: `.git` is a file, as in a worktree, or a
 * repository with at least `HEAD`, `objects` and `refs`.
 */
export function isGitTop(files: FileSystem, directory: string): boolean {
  const git = path.join(directory, '.git');
  const state = files.state(git);
  if ('fault' in state) return false;
  if (state.kind === 'file') return true;
  return ['HEAD', 'objects', 'refs'].every(name => exists(files, path.join(git, name)));
}

/** Why a level above or at the work directory is read, for products that read several. */
export function levelReason(directory: string, workDir: string): Message {
  return directory === workDir
    ? message('in the work directory')
    : message('above the work directory, in {0}', { path: directory });
}
