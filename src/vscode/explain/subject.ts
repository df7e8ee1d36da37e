/** What a page of explanation is about, in terms that outlast a resolution. */

import { candidatesOf } from '../../core/candidates';
import type { Subject } from '../../core/explain/explanation';
import type { Resolution } from '../../core/types';
import { candidateOf } from '../candidate-of';
import { pathBelow } from '../show-path';
import type { TargetState } from '../targets';

/** A name, or an absolute path: also that of a row. */
export type Asked = Exclude<Subject, { readonly candidate: string }>;

/** A key that tells subjects apart: one page each. */
export function keyOf(asked: Asked): string {
  return 'name' in asked ? `name ${asked.name}` : `path ${asked.path}`;
}

/** A resolution that can answer, with the folder that it is of. */
export interface Answering {
  readonly key: string;
  readonly label: string;
  readonly resolution: Resolution;
}

/** Those that can answer at all. */
export function answering(states: readonly TargetState[]): readonly Answering[] {
  return states.flatMap(state =>
    state.kind === 'resolved'
      ? [{ key: state.target.key, label: state.target.label, resolution: state.resolution }]
      : [],
  );
}

/** The one of several folders that a question is about, as far as that can be told without asking. */
export function bestFor(asked: Asked, states: readonly TargetState[]): Answering | undefined {
  const all = answering(states);
  if ('name' in asked) return all.find(one => candidatesOf(one.resolution, asked.name).length > 0) ?? all[0];
  const found = candidateOf(asked.path, states);
  if (found) return all.find(({ resolution }) => resolution === found.resolution);
  return (
    all.find(({ resolution }) => pathBelow(resolution.workDir, asked.path) !== undefined) ??
    all.find(({ resolution }) => pathBelow(resolution.projectRoot, asked.path) !== undefined) ??
    all[0]
  );
}
