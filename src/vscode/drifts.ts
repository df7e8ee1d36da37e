import * as vscode from 'vscode';
import type { Comparison } from '../core/compare';
import { type Message, message } from '../core/message';
import type { Candidate, Resolution } from '../core/types';

type Comparisons = ReadonlyMap<string, Comparison>;

/** How far copies have drifted from their winners, as far as that was looked at: after a resolution, in the background. */
export class Drifts implements vscode.Disposable {
  private readonly known = new WeakMap<Resolution, Comparisons>();
  /** What was found last, by product and work directory: said until the next comparison, so that no row flickers. */
  private readonly last = new Map<string, Comparisons>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when there is more to say than the rows do. */
  readonly onDidChange = this.changed.event;

  /** Comparisons with the winner, by the id of the candidate. */
  of(resolution: Resolution): Comparisons {
    return this.known.get(resolution) ?? this.last.get(keyOf(resolution)) ?? NONE;
  }

  /** Keeps what was found. */
  set(resolution: Resolution, comparisons: Comparisons): void {
    this.known.set(resolution, comparisons);
    this.last.set(keyOf(resolution), comparisons);
  }

  /** Has the rows say what was found. */
  announce(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }
}

const NONE: Comparisons = new Map();

function keyOf({ profile, workDir }: Resolution): string {
  return `${profile}|${workDir}`;
}

/** How a copy differs from its winner, in a few words; undefined where that is not known or says nothing. */
export function driftOf({ id }: Candidate, comparisons: Comparisons): Message | undefined {
  const comparison = comparisons.get(id);
  return comparison && driftOfComparison(comparison);
}

/** The same for one comparison. */
export function driftOfComparison({ differences, complete }: Comparison): Message | undefined {
  if (differences.length === 0) return complete ? message('identical') : undefined;
  return differences.length === 1
    ? message('differs in 1 file')
    : message('differs in {0} files', differences.length);
}
