/** Telling of journals that cannot be read. */
import { printable } from './text';

type Engine = Pick<typeof import('../core/lazy/plan'), 'nodeWritableFiles' | 'unreadableJournals'>;

/** A line for each of them; empty where all can be read. What was done under them can be neither undone nor recovered. */
export function unreadableText({ nodeWritableFiles, unreadableJournals }: Engine, storage: string): string {
  return unreadableJournals(nodeWritableFiles, storage)
    .map(
      file =>
        `which-skill: the journal ${printable(file)} cannot be read: what it tells of cannot be taken back\n`,
    )
    .join('');
}
