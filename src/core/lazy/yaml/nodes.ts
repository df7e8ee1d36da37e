/** The tags of YAML's own types, as `!!` shortens them. */
export const standardTagPrefix = 'tag:yaml.org,2002:';

/** What all nodes have: a tag, and where they stand in the block. */
interface NodeBase {
  /** The whole tag. A bare `=` used as a key has its tag changed to that of a string, as PyYAML does. */
  tag: string;
  readonly start: number;
  end: number;
}

/** A text, typed by its tag. */
export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar';
  readonly text: string;
}

/** A list. An alias can put a node into itself. */
export interface SequenceNode extends NodeBase {
  readonly kind: 'sequence';
  readonly items: YamlNode[];
}

/** A map, with all keys as they are written; merging changes `pairs`. */
export interface MappingNode extends NodeBase {
  readonly kind: 'mapping';
  pairs: Pair[];
  /** Whether the keys `<<` have been replaced by what they bring in. */
  merged: boolean;
}

export type YamlNode = ScalarNode | SequenceNode | MappingNode;

/** A key and its value, and where they stand: for an alias, where the alias stands. */
export interface Pair {
  readonly key: YamlNode;
  readonly value: YamlNode;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}
