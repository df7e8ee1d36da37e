/** Who reads a skill, as words for its row. */
import { type Message, message, namesInRow } from '../../core/message';
import { productOf } from '../../core/products';
import type { Readers } from '../../core/readers';
import type { ProfileId } from '../../core/types';

/** More names than these are counted instead. */
const MOST_NAMES = 3;

/** The names of agents in a row. */
export function agentNames(agents: readonly ProfileId[]): Message {
  return namesInRow(agents.map(id => productOf(id).name));
}

/** Everyone who reads the file, and everyone who does not. */
export function readersInFull(file: string, readers: Readers): Message {
  const by = readers.of(file);
  const others = readers.agents.filter(agent => !by.includes(agent));
  if (others.length === 0) return message('read by {0}', agentNames(by));
  if (by.length === 0) return message('read by none of {0}', agentNames(others));
  return message('read by {0}; not by {1}', agentNames(by), agentNames(others));
}

/**
 * The same in as few words as will do; undefined where all read it, or none, which the row says already.
 */
export function readersInShort(file: string, readers: Readers): Message | undefined {
  const by = readers.of(file);
  const others = readers.agents.filter(agent => !by.includes(agent));
  if (by.length === 0 || others.length === 0) return undefined;
  if (others.length <= Math.min(by.length, MOST_NAMES)) return message('not by {0}', agentNames(others));
  if (by.length <= MOST_NAMES) return message('read by {0}', agentNames(by));
  return message('read by {0} of {1} agents', by.length, readers.agents.length);
}
