/** The plan engine, loaded on first use, over the disks that the command reads. */
import type { Disks } from './disks';

export type Engine = typeof import('../core/lazy/plan');

/** The engine, with files that do without far disks that do not answer. */
export async function planEngine(disks: Disks): Promise<Engine> {
  const engine = await import('../core/lazy/plan');
  return { ...engine, nodeWritableFiles: disks.files(engine.nodeWritableFiles) };
}
