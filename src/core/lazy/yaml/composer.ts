import { type Message, message } from '../../message';
import { quoted, YamlFault } from './fault';
import { type MappingNode, type Pair, type SequenceNode, standardTagPrefix, type YamlNode } from './nodes';
import { deepestNesting } from './scanner';
import { plainTag } from './schema';
import type { Token, TokenKind } from './tokens';

/** Where a node stands: the places differ in which collections may follow without brackets. */
type Place = 'block' | 'block-pair' | 'flow';

/** Builds the one document that the tokens of a block make up; `undefined` if there is none. Throws `YamlFault`. */
export function compose(tokens: readonly Token[], text: string): YamlNode | undefined {
  return new Composer(tokens, text).document();
}

class Composer {
  private next = 0;
  private depth = 0;
  /** Where the last token ends that has any characters. */
  private lastEnd = 0;
  private lastTaken: Token | undefined;
  private readonly anchors = new Map<string, YamlNode>();
  private readonly tagPrefixes = new Map([
    ['!', '!'],
    ['!!', standardTagPrefix],
  ]);

  constructor(
    private readonly tokens: readonly Token[],
    private readonly block: string,
  ) {}

  document(): YamlNode | undefined {
    const root = this.root();
    while (this.at('document-end')) this.take();
    if (this.at('stream-end')) return root;
    const { kind, start } = this.peek();
    if (kind === 'document-start' || this.lastTaken?.kind === 'document-end') {
      throw new YamlFault('second-document', message('a second document'), start);
    }
    throw this.unexpected(message('the end of the block'));
  }

  private root(): YamlNode | undefined {
    if (this.at('stream-end')) return undefined;
    if (!this.at('directive', 'document-start')) return this.node('block');
    this.directives();
    if (!this.at('document-start')) {
      throw new YamlFault(
        'bad-directive',
        message('a line that starts with "%" is a directive'),
        this.lastTaken!.start,
      );
    }
    const start = this.take().end;
    if (this.at('directive', 'document-start', 'document-end', 'stream-end')) return this.nothing(start);
    return this.node('block');
  }

  private directives(): void {
    const seen = new Set<string>();
    while (this.at('directive')) {
      const { directive, start } = this.take();
      if (!directive || directive.name === 'other') continue;
      const isYaml = directive.name === 'YAML';
      const subject = isYaml ? '%YAML' : directive.handle;
      if (seen.has(subject))
        throw new YamlFault('bad-directive', message('a second directive for {0}', subject), start);
      seen.add(subject);
      if (!isYaml) this.tagPrefixes.set(directive.handle, directive.prefix);
      else if (Number(directive.major) !== 1) {
        throw new YamlFault(
          'bad-directive',
          message('a directive for a version of YAML other than 1'),
          start,
        );
      }
    }
  }

  // Tokens

  /** The next token. Where the scanner failed, its failure is thrown. */
  private peek(): Token {
    const token = this.tokens[this.next]!;
    if (token.fault) throw token.fault;
    return token;
  }

  private at(...kinds: TokenKind[]): boolean {
    return kinds.includes(this.peek().kind);
  }

  private take(): Token {
    const token = this.peek();
    this.next++;
    this.lastTaken = token;
    if (token.end > token.start) this.lastEnd = token.end;
    return token;
  }

  /** What is wrong with the next token, where `expected` should stand. */
  private unexpected(expected: Message): YamlFault {
    const { kind, start, text: found } = this.peek();
    if (kind === 'mapping-start' || kind === 'sequence-start') {
      return new YamlFault('indentation', message('a line whose indentation fits no line above it'), start);
    }
    if (kind === 'value') return new YamlFault('empty-key', message('a ":" without a key before it'), start);
    if (kind === 'key')
      return new YamlFault('indentation', message('a "key: " line among the items of a list'), start);
    if (kind === 'entry')
      return new YamlFault('misplaced-dash', message('a "- " where no list item can stand'), start);
    const end = this.lastTaken && describeEnd(this.lastTaken);
    const column = start - (this.block.lastIndexOf('\n', start - 1) + 1);
    if (column === 0 || (!end && this.block.slice(start - column, start).trim() === '')) {
      const text = message('text that neither has a "key: " nor is indented under one');
      return new YamlFault('key-without-colon', text, start);
    }
    if (!end) return new YamlFault('syntax', message('expected {0}', expected), start);
    return new YamlFault(
      'text-after-value',
      message('{0} after {1}', kind === 'scalar' ? quoted(found) : message('text'), end),
      start,
    );
  }

  // Nodes

  private node(place: Place): YamlNode {
    const start = this.peek().start;
    if (this.at('alias')) return this.alias();

    let anchor: Token | undefined;
    let tagToken: Token | undefined;
    if (this.at('anchor')) anchor = this.take();
    if (this.at('tag')) tagToken = this.take();
    if (!anchor && this.at('anchor')) anchor = this.take();
    const tag = tagToken && this.wholeTag(tagToken);
    if (anchor && this.anchors.has(anchor.text)) {
      throw new YamlFault(
        'duplicate-anchor',
        message('the anchor "{0}" for a second time', `&${anchor.text}`),
        anchor.start,
      );
    }
    return this.content(place, start, tag === '!' ? undefined : tag, tag === '!', anchor);
  }

  private alias(): YamlNode {
    const { text, start } = this.take();
    const node = this.anchors.get(text);
    if (!node)
      throw new YamlFault('alias', message('"*" starts an alias, and nothing is called "{0}"', text), start);
    return node;
  }

  private wholeTag({ handle, text, start }: Token): string {
    if (handle === undefined) return text;
    const prefix = this.tagPrefixes.get(handle);
    if (prefix === undefined)
      throw new YamlFault('unknown-tag', message('the unknown tag {0}', `"${handle}${text}"`), start);
    return prefix + text;
  }

  /** The node behind its tag and anchor. `isUntyped` says that it has the tag `!`, which makes any text a plain one. */
  private content(
    place: Place,
    start: number,
    tag: string | undefined,
    isUntyped: boolean,
    anchor: Token | undefined,
  ): YamlNode {
    const { kind, text, style } = this.peek();
    const hasProperties = tag !== undefined || isUntyped || anchor !== undefined;
    switch (kind) {
      case 'scalar': {
        const { end } = this.take();
        const isPlain = style === 'plain' || isUntyped;
        const scalarTag = tag ?? (isPlain ? plainTag(text) : `${standardTagPrefix}str`);
        return this.remember(anchor, { kind: 'scalar', tag: scalarTag, text, start, end });
      }
      case 'flow-sequence-start':
        return this.sequence(start, tag, anchor, this.flowSequence);
      case 'flow-mapping-start':
        return this.mapping(start, tag, anchor, this.flowMapping);
      case 'sequence-start':
        if (place === 'flow') break;
        return this.sequence(start, tag, anchor, this.blockSequence);
      case 'mapping-start':
        if (place === 'flow') break;
        return this.mapping(start, tag, anchor, this.blockMapping);
      case 'entry':
        if (place !== 'block-pair') break;
        return this.sequence(start, tag, anchor, this.unindentedSequence);
      default:
    }
    if (!hasProperties) throw this.unexpected(message('a value'));
    const end = this.lastEnd;
    return this.remember(anchor, {
      kind: 'scalar',
      tag: tag ?? `${standardTagPrefix}null`,
      text: '',
      start,
      end,
    });
  }

  private remember<T extends YamlNode>(anchor: Token | undefined, node: T): T {
    if (anchor) this.anchors.set(anchor.text, node);
    return node;
  }

  /** The null that a missing value is. */
  private nothing(at: number): YamlNode {
    return { kind: 'scalar', tag: `${standardTagPrefix}null`, text: '', start: at, end: at };
  }

  private sequence(
    start: number,
    tag = `${standardTagPrefix}seq`,
    anchor: Token | undefined,
    fill: (items: YamlNode[]) => void,
  ): SequenceNode {
    const node: SequenceNode = { kind: 'sequence', tag, items: [], start, end: start };
    this.remember(anchor, node);
    this.descend(() => fill.call(this, node.items));
    node.end = this.lastEnd;
    return node;
  }

  private mapping(
    start: number,
    tag = `${standardTagPrefix}map`,
    anchor: Token | undefined,
    fill: (pairs: Pair[]) => void,
  ): MappingNode {
    const node: MappingNode = { kind: 'mapping', tag, pairs: [], merged: false, start, end: start };
    this.remember(anchor, node);
    this.descend(() => fill.call(this, node.pairs));
    node.end = this.lastEnd;
    return node;
  }

  private descend(fill: () => void): void {
    this.depth++;
    if (this.depth > deepestNesting) {
      throw new YamlFault(
        'too-deep',
        message('too many lists and maps inside one another'),
        this.peek().start,
      );
    }
    fill();
    this.depth--;
  }

  // Block collections

  private blockSequence(items: YamlNode[]): void {
    this.take();
    while (this.at('entry')) items.push(this.blockItem(this.take(), 'entry', 'block-end'));
    if (!this.at('block-end')) throw this.unexpected(message('a "- " list item'));
    this.take();
  }

  /** A list whose dashes stand at the column of the key that it belongs to. */
  private unindentedSequence(items: YamlNode[]): void {
    while (this.at('entry')) items.push(this.blockItem(this.take(), 'entry', 'key', 'value', 'block-end'));
  }

  private blockItem(dash: Token, ...followers: TokenKind[]): YamlNode {
    return this.at(...followers) ? this.nothing(dash.end) : this.node('block');
  }

  private blockMapping(pairs: Pair[]): void {
    this.take();
    while (this.at('key')) pairs.push(this.pair('block-pair', 'key', 'value', 'block-end'));
    if (!this.at('block-end')) throw this.unexpected(message('a key'));
    this.take();
  }

  /** A key and its value; either may be missing if one of the `followers` stands in its place. */
  private pair(place: Place, ...followers: TokenKind[]): Pair {
    const keyMark = this.take();
    const keyStart = this.at(...followers) ? keyMark.end : this.peek().start;
    const key = this.at(...followers) ? this.nothing(keyStart) : this.node(place);
    const keyEnd = Math.max(keyStart, this.lastEnd);
    return this.withValue(key, keyStart, keyEnd, place, followers);
  }

  private withValue(
    key: YamlNode,
    keyStart: number,
    keyEnd: number,
    place: Place,
    followers: TokenKind[],
  ): Pair {
    if (!this.at('value')) {
      return { key, keyStart, keyEnd, value: this.nothing(keyEnd), valueStart: keyEnd, valueEnd: keyEnd };
    }
    const colon = this.take();
    if (this.at(...followers)) {
      return {
        key,
        keyStart,
        keyEnd,
        value: this.nothing(colon.end),
        valueStart: colon.end,
        valueEnd: colon.end,
      };
    }
    const valueStart = this.peek().start;
    const value = this.node(place);
    return { key, keyStart, keyEnd, value, valueStart, valueEnd: this.lastEnd };
  }

  // Flow collections

  private flowSequence(items: YamlNode[]): void {
    const open = this.take();
    for (let isFirst = true; !this.at('flow-sequence-end'); isFirst = false) {
      if (!isFirst) {
        this.flowComma(open, ']');
        if (this.at('flow-sequence-end')) break;
      }
      items.push(this.at('key') ? this.flowPairAsMapping() : this.flowNode(open));
    }
    this.take();
  }

  /** `[key: value]`, which is a list of a map. */
  private flowPairAsMapping(): MappingNode {
    return this.mapping(this.peek().start, undefined, undefined, pairs => {
      pairs.push(this.flowPair('flow-sequence-end'));
    });
  }

  private flowMapping(pairs: Pair[]): void {
    const open = this.take();
    for (let isFirst = true; !this.at('flow-mapping-end'); isFirst = false) {
      if (!isFirst) {
        this.flowComma(open, '}');
        if (this.at('flow-mapping-end')) break;
      }
      pairs.push(this.at('key') ? this.flowPair('flow-mapping-end') : this.keyWithoutValue(open));
    }
    this.take();
  }

  private flowPair(end: TokenKind): Pair {
    const keyMark = this.take();
    const hasKey = !this.at('value', 'flow-comma', end);
    const keyStart = hasKey ? this.peek().start : keyMark.end;
    const key = hasKey ? this.node('flow') : this.nothing(keyStart);
    return this.withValue(key, keyStart, Math.max(keyStart, this.lastEnd), 'flow', ['flow-comma', end]);
  }

  private keyWithoutValue(open: Token): Pair {
    const keyStart = this.peek().start;
    const key = this.flowNode(open);
    const keyEnd = this.lastEnd;
    return { key, keyStart, keyEnd, value: this.nothing(keyEnd), valueStart: keyEnd, valueEnd: keyEnd };
  }

  private flowNode(open: Token): YamlNode {
    if (endsBrackets(this.peek().kind)) throw unclosed(open);
    return this.node('flow');
  }

  private flowComma(open: Token, closer: string): void {
    if (this.at('flow-comma')) {
      this.take();
      return;
    }
    const { kind, start } = this.peek();
    if (endsBrackets(kind)) throw unclosed(open);
    const what = closer === ']' ? message('a list in brackets') : message('a map in braces');
    if (kind === 'value') {
      const isOnNextLine = this.block.slice(this.lastTaken!.start, start).includes('\n');
      if (isOnNextLine)
        throw unclosed(open, message('a {0} that is not closed before the next key', openerOf(open)));
      throw new YamlFault('unquoted-colon', message('unquoted ":" in {0}', what), start);
    }
    throw new YamlFault('flow', message('expected "," or "{0}" in {1}', closer, what), start);
  }
}

function endsBrackets(kind: TokenKind): boolean {
  return (
    kind === 'stream-end' || kind === 'document-start' || kind === 'document-end' || kind === 'directive'
  );
}

function unclosed(open: Token, text = message('a {0} that nothing closes', openerOf(open))): YamlFault {
  return new YamlFault('unclosed-bracket', text, open.start);
}

function openerOf(open: Token): string {
  return open.kind === 'flow-sequence-start' ? '"["' : '"{"';
}

/** Names the end of a value behind which nothing can follow; `undefined` for other tokens. */
function describeEnd(token: Token): Message | undefined {
  if (token.kind === 'alias') return message('an alias');
  if (token.kind === 'flow-sequence-end') return message('a closing {0}', '"]"');
  if (token.kind === 'flow-mapping-end') return message('a closing {0}', '"}"');
  return token.style === 'single' || token.style === 'double' ? message('a closing quote') : undefined;
}
