/** What the tree answers for: each folder of the workspace, or the user alone where none is open. */
import type { Resolution } from '../core/types';

/** One place to resolve. */
export interface Target {
  /** The folder's URI; `none` where no folder is open. The rows' ids are built on it. */
  readonly key: string;
  /** The folder's name. */
  readonly label: string;
  /**
   * - `folder`: on this machine's file system
   * - `elsewhere`: a folder of a virtual file system, which the product could not see
   * - `none`: no folder is open
   */
  readonly kind: 'folder' | 'elsewhere' | 'none';
}

/** What is known of a target. */
export type TargetState =
  | { readonly target: Target; readonly kind: 'resolved'; readonly resolution: Resolution }
  | { readonly target: Target; readonly kind: 'elsewhere' }
  | { readonly target: Target; readonly kind: 'failed' };

/** A target whose skills are known. */
export type ResolvedTarget = Extract<TargetState, { kind: 'resolved' }>;

/** The resolutions among the states. */
export function resolutionsOf(states: readonly TargetState[]): readonly Resolution[] {
  return states.flatMap(state => (state.kind === 'resolved' ? [state.resolution] : []));
}
