import { message } from '../../message';
import { YamlFault } from './fault';
import { type MappingNode, type Pair, standardTagPrefix, type YamlNode } from './nodes';

const mergeTag = `${standardTagPrefix}merge`;
const valueTag = `${standardTagPrefix}value`;
const stringTag = `${standardTagPrefix}str`;

/** Maps that merge one another may lead this deep; Python's own limit is near. */
const deepestMerge = 900;

/** A few aliases can make any number of keys. Kimi would run out of memory; this stops long before. */
const mostMergedPairs = 2_000_000;

/** Replaces the keys `<<` of maps by the pairs of the maps that they name; one for all maps of a block. */
export class Merger {
  private copied = 0;
  private readonly used = new Set<Pair>();

  /**
   * The pairs brought in come first, so that the map's own keys count, and of several maps in a list the first one. A
   * bare `=` becomes an ordinary key. Throws `YamlFault`.
   */
  merge(node: MappingNode, depth = 0): void {
    if (node.merged) return;
    if (depth > deepestMerge)
      throw new YamlFault('too-deep', message('too many maps merged into one another'), node.start);
    const brought: Pair[] = [];
    for (const pair of node.pairs) {
      if (pair.key.tag === valueTag) pair.key.tag = stringTag;
      if (pair.key.tag !== mergeTag || this.used.has(pair)) continue;
      // A map that merges itself through an alias comes here again, and shall find the other keys only.
      this.used.add(pair);
      this.bring(pair.value, brought, node, depth);
    }
    const own = node.pairs.filter(pair => !this.used.has(pair));
    node.pairs = brought.length > 0 ? brought.concat(own) : own;
    node.merged = true;
  }

  private bring(source: YamlNode, brought: Pair[], target: MappingNode, depth: number): void {
    if (source.kind === 'mapping') {
      this.merge(source, depth + 1);
      this.copy(source.pairs, brought, target);
      return;
    }
    if (source.kind !== 'sequence')
      throw new YamlFault('merge', message('"<<" with something other than a map'), source.start);
    const lists: Pair[][] = [];
    for (const item of source.items) {
      if (item.kind !== 'mapping')
        throw new YamlFault('merge', message('"<<" with something other than a map'), item.start);
      this.merge(item, depth + 1);
      lists.push(item.pairs);
    }
    for (const pairs of lists.reverse()) this.copy(pairs, brought, target);
  }

  private copy(pairs: readonly Pair[], brought: Pair[], target: MappingNode): void {
    this.copied += pairs.length;
    if (this.copied > mostMergedPairs)
      throw new YamlFault('too-large', message('too many merged keys'), target.start);
    for (const pair of pairs) brought.push(pair);
  }
}
