import type { YamlFault } from './fault';

/**
 * What the scanner sees in a block. `mapping-start`, `sequence-start` and `block-end` stand for changes of
 * indentation; a `key` is written for every key, those without a `?` included; `failure` ends the list where the
 * scanner could not go on.
 */
export type TokenKind =
  | 'directive'
  | 'document-start'
  | 'document-end'
  | 'stream-end'
  | 'failure'
  | 'mapping-start'
  | 'sequence-start'
  | 'block-end'
  | 'key'
  | 'value'
  | 'entry'
  | 'flow-mapping-start'
  | 'flow-mapping-end'
  | 'flow-sequence-start'
  | 'flow-sequence-end'
  | 'flow-comma'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar';

/** How a scalar is written. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'block';

/** One token; `start` and `end` are offsets in the block, the same for a token that is only implied. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Scalars: their value. Anchors and aliases: the name. Tags: what follows the handle. Else empty. */
  readonly text: string;
  /** Scalars only. */
  readonly style?: ScalarStyle | undefined;
  /** Tags: `!`, `!!`, `!name!`, or `undefined` for a whole tag. */
  readonly handle?: string | undefined;
  readonly directive?: Directive | undefined;
  readonly fault?: YamlFault | undefined;
}

/** A `%` line. Directives that are neither of these two mean nothing. */
export type Directive =
  | { readonly name: 'YAML'; readonly major: string }
  | { readonly name: 'TAG'; readonly handle: string; readonly prefix: string }
  | { readonly name: 'other' };
