/** Telling of journals that cannot be read. */
import { message } from '../core/message';
import type { Translate } from './language';
import { errorLine, inWords } from './text';

type Engine = Pick<typeof import('../core/lazy/plan'), 'nodeWritableFiles' | 'unreadableJournals'>;

/** A line for each of them; empty where all can be read. What was done under them can be neither undone nor recovered. */
export function unreadableText(
  { nodeWritableFiles, unreadableJournals }: Engine,
  storage: string,
  translate: Translate,
): string {
  return unreadableJournals(nodeWritableFiles, storage)
    .map(file => message('the journal {0} cannot be read: what it tells of cannot be taken back', file))
    .map(text => errorLine(inWords(text, translate)))
    .join('');
}
