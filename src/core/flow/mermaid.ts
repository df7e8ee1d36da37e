import { pyStrip, skipPythonSpace } from '../python-text';
import type { SourceLine } from './fences';
import type { FlowGraph } from './graph';

/** A node as a line mentions it. */
interface Mention {
  readonly id: string;
  readonly label: string | null;
  /** Where the text after it starts. */
  readonly end: number;
}

const nodeId = /[A-Za-z0-9_][A-Za-z0-9_-]*/y;
const header = /^(?:flowchart|graph)(?![\p{L}\p{N}_])/iu;
const directive = /^(?:end$|(?:classdef|class|style|linkstyle|click|subgraph|direction) )/i;
const classSuffix = /:::[A-Za-z0-9_-]+/g;

const closers = new Map([
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
]);

/**
 * Reads the part of Mermaid that kimi-cli knows (rule 73) into the graph.
 *
 * It goes line by line and passes over what it does not understand. A line holds one edge at most, from the node at its
 * start to the one after its last arrow: of `A --> B --> C` only `A --> C` is left. Throws a FlowFault for a node that
 * the graph refuses.
 */
export function readMermaid(lines: readonly SourceLine[], graph: FlowGraph): void {
  for (const { text, line } of lines) {
    const statement = statementOf(text);
    const from = statement === null ? null : readMention(statement, 0);
    if (statement === null || from === null) continue;
    graph.addNode(from.id, from.label, line);
    const way = readWay(statement, from.end);
    if (way === null) continue;
    graph.addNode(way.to.id, way.to.label, line);
    graph.addEdge({ from: from.id, to: way.to.id, label: way.label, line });
  }
}

/** What is left of a line to be read; null where it is the header, or about looks. `%%` cuts even inside a label. */
function statementOf(line: string): string | null {
  const text = pyStrip(line.split('%%', 1)[0] ?? '');
  if (text === '' || header.test(text) || directive.test(text)) return null;
  return text.replace(classSuffix, '');
}

function readMention(text: string, at: number): Mention | null {
  nodeId.lastIndex = at;
  const id = nodeId.exec(text)?.[0];
  if (id === undefined) return null;
  const end = at + id.length;
  const closer = closers.get(text[end] ?? '');
  if (closer === undefined) return { id, label: null, end };
  const label = readLabel(text, end + 1, closer);
  return label === null ? null : { id, label: label.text, end: label.end };
}

/** A label up to and with its closing bracket; null where it is empty or not closed. */
function readLabel(text: string, at: number, closer: string): { text: string; end: number } | null {
  if (closer === ')' && text[at] === '[') {
    const inner = readLabel(text, at + 1, ']');
    return inner && closeAfter(inner.text, text, inner.end, ')');
  }
  if (text[at] === '"') return readQuoted(text, at + 1, closer);
  const end = text.indexOf(closer, at);
  const label = end === -1 ? '' : pyStrip(text.slice(at, end));
  return label === '' ? null : { text: label, end: end + 1 };
}

function readQuoted(text: string, at: number, closer: string): { text: string; end: number } | null {
  let label = '';
  for (let index = at; index < text.length; index++) {
    const char = text[index];
    if (char === '"') return closeAfter(label, text, index + 1, closer);
    if (char === '\\' && index + 1 < text.length) index++;
    label += text[index];
  }
  return null;
}

function closeAfter(
  label: string,
  text: string,
  at: number,
  closer: string,
): { text: string; end: number } | null {
  const end = skipPythonSpace(text, at, text.length);
  return text[end] === closer ? { text: label, end: end + 1 } : null;
}

/** Where the line leads and what is written on the way; null where it is no edge. `start` is the end of its first node. */
function readWay(statement: string, start: number): { to: Mention; label: string | null } | null {
  const { text, label } = takeEdgeLabel(statement);
  // An arrow before `start` does not count, but any one after it makes the last arrow of the line the one.
  let arrow = text.lastIndexOf('>');
  if (arrow < start) {
    const open = text.indexOf('---', start);
    if (open === -1) return null;
    arrow = open + 2;
  }
  const to = readMention(text, skipPythonSpace(text, arrow + 1, text.length));
  return to && { to, label };
}

/** Takes the label off an edge: the first text between two bars, wherever it stands, or else the text inside an arrow. */
function takeEdgeLabel(statement: string): { text: string; label: string | null } {
  let text = statement;
  const bar = text.indexOf('|');
  const secondBar = bar === -1 ? -1 : text.indexOf('|', bar + 1);
  if (secondBar !== -1) {
    const label = pyStrip(text.slice(bar + 1, secondBar));
    text = text.slice(0, bar) + text.slice(secondBar + 1);
    if (label !== '') return { text, label };
  }
  const inside = findTextInArrow(text);
  if (inside === null) return { text, label: null };
  const label = pyStrip(text.slice(inside.from, inside.to));
  return {
    text: `${text.slice(0, inside.start)}-->${text.slice(inside.end)}`,
    label: label === '' ? null : label,
  };
}

/**
 * Finds the first `-- text -->`: two hyphens, a text without `>` that does not start with a hyphen, and an arrow.
 * `start..end` is the whole, `from..to` the text. Each stretch between two `>` is looked at once.
 */
function findTextInArrow(text: string): { start: number; end: number; from: number; to: number } | null {
  let stretch = 0;
  for (let tip = text.indexOf('>'); tip !== -1; tip = text.indexOf('>', stretch)) {
    const to = tip - 2;
    if (to > stretch && text.startsWith('--', to)) {
      for (
        let start = text.indexOf('--', stretch);
        start !== -1 && start + 2 < to;
        start = text.indexOf('--', start + 1)
      ) {
        const first = skipPythonSpace(text, start + 2, to);
        // A text that would start with a hyphen may start with the blank before it instead.
        const from = text[first] === '-' ? first - 1 : first;
        if (from >= start + 2 && from < to) return { start, end: tip + 1, from, to };
      }
    }
    stretch = tip + 1;
  }
  return null;
}
