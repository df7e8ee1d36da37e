import { message } from '../message';
import { pyStrip } from '../python-text';
import type { SourceLine } from './fences';
import { FlowFault, type FlowGraph, shorten } from './graph';

/** A statement at the top level. Its text holds line feeds where a quoted label does. */
type Statement = SourceLine;

const nodeId = /^[A-Za-z0-9_][A-Za-z0-9_./-]*$/;

/** Words of D2 that make a path such as `a.shape` a property of `a`, and not a node. */
const propertyWords: ReadonlySet<string> = new Set([
  'animated',
  'border-radius',
  'constraint',
  'direction',
  'fill',
  'font-color',
  'font-family',
  'font-size',
  'grid-columns',
  'grid-gap',
  'grid-rows',
  'height',
  'icon',
  'label',
  'link',
  'multiple',
  'near',
  'opacity',
  'padding',
  'shadow',
  'shape',
  'sketch',
  'stroke',
  'style',
  'tooltip',
  'width',
]);

/**
 * Reads the part of D2 that kimi-cli knows (rule 74) into the graph.
 *
 * Unlike with Mermaid nothing is passed over: throws a FlowFault for the first statement that cannot be read.
 */
export function readD2(lines: readonly SourceLine[], graph: FlowGraph): void {
  for (const statement of statements(quoteMarkdownBlocks(lines))) {
    const hops = splitUnquoted(statement.text, '->');
    if (hops.length > 1) readEdges(hops, statement.line, graph);
    else readNode(statement, graph);
  }
}

/** Turns `id: |md`, the lines up to a `|` of its own, into a quoted label over several lines. */
function quoteMarkdownBlocks(lines: readonly SourceLine[]): SourceLine[] {
  const quoted: SourceLine[] = [];
  for (let index = 0; index < lines.length; index++) {
    const opener = lines[index]!;
    const colon = findUnquoted(opener.text, ':');
    if (colon === -1 || !opensMarkdownBlock(opener.text.slice(colon + 1))) {
      quoted.push(opener);
      continue;
    }
    const end = blockEnd(lines, index + 1);
    if (end === -1)
      throw new FlowFault(
        'unclosed-block',
        message('the |md block is not closed by a line with a | alone'),
        opener.line,
      );
    const content = dedent(lines.slice(index + 1, end)).map(line => ({
      ...line,
      text: line.text.replace(/[\\"]/g, '\\$&'),
    }));
    const label = [{ text: '', line: opener.line }, ...content];
    // The first line of the content follows the opening quote: the label starts with no line feed.
    if (content.length > 0) label.shift();
    label[0] = { text: `${pyStrip(opener.text.slice(0, colon))}: "${label[0]?.text}`, line: opener.line };
    const last = label.length - 1;
    label[last] = { ...label[last]!, text: `${label[last]?.text}"` };
    quoted.push(...label);
    index = end;
  }
  return quoted;
}

function blockEnd(lines: readonly SourceLine[], from: number): number {
  for (let at = from; at < lines.length; at++) if (pyStrip(lines[at]!.text) === '|') return at;
  return -1;
}

function opensMarkdownBlock(text: string): boolean {
  const comment = findUnquoted(text, '#');
  return pyStrip(comment === -1 ? text : text.slice(0, comment)) === '|md';
}

function dedent(lines: readonly SourceLine[]): SourceLine[] {
  let indent = Number.POSITIVE_INFINITY;
  for (const { text } of lines) {
    if (pyStrip(text) !== '') indent = Math.min(indent, text.search(/[^ \t]/));
  }
  return lines.map(({ text, line }) => ({ text: text.slice(indent), line }));
}

/** Cuts the text into statements at line feeds and braces, leaving out comments and what is in braces. */
function* statements(lines: readonly SourceLine[]): Generator<Statement> {
  const text = lines.map(line => line.text).join('\n');
  const lineAt = (row: number): number => lines[row]?.line ?? 0;
  let buffer = '';
  let depth = 0;
  let quote = '';
  let quoteRow = 0;
  let braceRow = 0;
  let escaped = false;
  /** The rest of a line after a block that was opened on it does not count. */
  let dropping = false;
  let row = 0;
  let startRow = 0;
  const take = (): Statement | null => {
    const statement = pyStrip(buffer);
    return statement === '' ? null : { text: statement, line: lineAt(startRow) };
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    const outside = depth === 0 && !dropping;
    if (char === '\\' && text[at + 1] === '\n') {
      at++;
      row++;
      continue;
    }
    if (char === '\n') {
      row++;
      if (quote !== '' && outside) {
        buffer += char;
        continue;
      }
      const statement = outside ? take() : null;
      if (statement) yield statement;
      buffer = '';
      dropping = false;
      startRow = row;
      continue;
    }
    if (quote === '') {
      if (char === '#') {
        const end = text.indexOf('\n', at);
        at = (end === -1 ? text.length : end) - 1;
        continue;
      }
      if (char === '{') {
        if (depth === 0) {
          const statement = take();
          if (statement) yield statement;
          buffer = '';
          dropping = true;
          braceRow = row;
        }
        depth++;
        continue;
      }
      if (char === '}') {
        if (depth === 0)
          throw new FlowFault('unmatched-brace', message('there is a } that closes nothing'), lineAt(row));
        depth--;
        continue;
      }
    }
    if (!escaped && (char === '"' || char === "'") && (quote === '' || quote === char)) {
      quote = quote === '' ? char : '';
      quoteRow = row;
    }
    escaped = !escaped && char === '\\' && quote !== '';
    if (depth === 0 && !dropping) buffer += char;
  }
  if (depth > 0) throw new FlowFault('unclosed-brace', message('a { is not closed'), lineAt(braceRow));
  if (quote !== '')
    throw new FlowFault('unclosed-quote', message('a quote ({0}) is not closed', quote), lineAt(quoteRow));
  const statement = take();
  if (statement) yield statement;
}

/** A chain `a -> b -> c: label`. The label is that of its last hop; one on a node before it is dropped. */
function readEdges(hops: readonly string[], line: number, graph: FlowGraph): void {
  const last = hops.at(-1) ?? '';
  const colon = findUnquoted(last, ':');
  const written = colon === -1 ? null : last.slice(colon + 1);
  const ids = hops.map(hop => readId(beforeColon(hop), line));
  if (ids.some(isPropertyPath)) return;
  const label = written === null ? null : readLabel(written, line);
  for (const [index, to] of ids.entries()) {
    const from = ids[index - 1];
    if (from !== undefined) graph.addEdge({ from, to, label: index === ids.length - 1 ? label : null, line });
  }
  for (const id of ids) graph.addNode(id, null, line);
}

/** A node alone, or with a label. A label that is blank, as before a block in braces, makes the statement void. */
function readNode({ text, line }: Statement, graph: FlowGraph): void {
  const colon = findUnquoted(text, ':');
  const name = pyStrip(beforeColon(text));
  if (colon !== -1 && isPropertyPath(name)) return;
  const id = readId(name, line);
  const written = colon === -1 ? null : pyStrip(text.slice(colon + 1));
  if (written !== '') graph.addNode(id, written === null ? null : readLabel(written, line), line);
}

function readId(text: string, line: number): string {
  const id = pyStrip(text);
  if (nodeId.test(id)) return id;
  if (id === '') throw new FlowFault('no-id', message('a node has no id'), line);
  throw new FlowFault(
    'bad-id',
    message(
      '“{0}” is not a node id that kimi-cli reads: letters, digits and _ . / - only, without quotes',
      shorten(id),
    ),
    line,
  );
}

function readLabel(text: string, line: number): string {
  const label = pyStrip(text);
  const quote = label[0];
  if (quote === undefined) throw new FlowFault('empty-label', message('an edge has an empty label'), line);
  if (quote !== '"' && quote !== "'") return label;
  let content = '';
  for (let at = 1; at < label.length; at++) {
    const char = label[at]!;
    if (char === quote) {
      if (pyStrip(label.slice(at + 1)) === '') return content;
      throw new FlowFault(
        'after-label',
        message('there is text after the quoted label “{0}”', shorten(content)),
        line,
      );
    }
    if (char === '\\') at++;
    content += label[at] ?? '';
  }
  throw new FlowFault('unclosed-quote', message('a quote ({0}) is not closed', quote), line);
}

function isPropertyPath(id: string): boolean {
  if (!id.includes('.')) return false;
  const parts = id.split('.').filter(part => part !== '');
  return (
    parts.slice(1).some(part => propertyWords.has(part) || part.startsWith('style')) ||
    propertyWords.has(parts.at(-1) ?? '')
  );
}

function beforeColon(text: string): string {
  const colon = findUnquoted(text, ':');
  return colon === -1 ? text : text.slice(0, colon);
}

function splitUnquoted(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let end = findUnquoted(text, separator); end !== -1; end = findUnquoted(text, separator, start)) {
    parts.push(text.slice(start, end));
    start = end + separator.length;
  }
  parts.push(text.slice(start));
  return parts;
}

/** Where `wanted` first stands outside quotes, at or after `from`, which is outside them; -1 where it does not. */
function findUnquoted(text: string, wanted: string, from = 0): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (quote === '' && text.startsWith(wanted, at)) return at;
    if (quote !== '' && char === '\\') at++;
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (char === quote) quote = '';
  }
  return -1;
}
