import { type Message, message } from '../message';
import { pyStrip } from '../python-text';

/** A step of a flow. */
export interface FlowNode {
  readonly id: string;
  /** What the step says; the id where the diagram gives no label. */
  readonly label: string;
  /** Where its label is, or where it is first named. Counted from 0. */
  readonly line: number;
}

/** A way from one step to another. */
export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  /** What the model has to choose for this way; null where nothing is written on it. */
  readonly label: string | null;
  readonly line: number;
}

/** Why a flow does not hold. Thrown inside this folder only: `readFlow` catches it. */
export class FlowFault extends Error {
  constructor(
    /** Stable short word for the kind of fault. */
    readonly code: string,
    readonly text: Message,
    /** Counted from 0. */
    readonly line?: number,
  ) {
    super(code);
  }
}

/** The steps and ways of a diagram while it is being read. */
export class FlowGraph {
  private readonly nodesById = new Map<string, FlowNode & { readonly explicit: boolean }>();
  readonly edges: FlowEdge[] = [];

  /** The nodes in the order in which the diagram first names them. */
  get nodes(): readonly FlowNode[] {
    return [...this.nodesById.values()].map(({ id, label, line }) => ({ id, label, line }));
  }

  /**
   * Adds a node, or what a further mention says about it: a written label replaces the id that stands for none.
   * Throws a FlowFault for an empty label, or for a second label that differs.
   */
  addNode(id: string, label: string | null, line: number): void {
    if (label === '') throw new FlowFault('empty-label', message('node {0} has an empty label', id), line);
    const known = this.nodesById.get(id);
    const node = { id, label: label ?? id, line, explicit: label !== null };
    if (!known) this.nodesById.set(id, node);
    else if (known.label === node.label || !node.explicit) return;
    else if (!known.explicit) this.nodesById.set(id, node);
    else {
      const text = message(
        'node {0} has two labels: “{1}” and “{2}”',
        id,
        shorten(known.label),
        shorten(node.label),
      );
      throw new FlowFault('two-labels', text, line);
    }
  }

  addEdge(edge: FlowEdge): void {
    this.edges.push(edge);
  }
}

/**
 * Checks a graph (rule 72): one BEGIN, one END that is reached from it, and a choice of distinct labels wherever a
 * reachable node has several ways out. What is not reached is not checked.
 *
 * Out: the ids of the two. Throws a FlowFault that names the node or edge at fault.
 */
export function validateFlow(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
): { readonly begin: string; readonly end: string } {
  const begin = onlyNode(nodes, 'BEGIN');
  const end = onlyNode(nodes, 'END');
  const outgoing = new Map<string, FlowEdge[]>();
  for (const edge of edges) {
    const known = outgoing.get(edge.from);
    if (known) known.push(edge);
    else outgoing.set(edge.from, [edge]);
  }
  const reached = new Set([begin.id]);
  for (const id of reached) for (const { to } of outgoing.get(id) ?? []) reached.add(to);
  for (const { id } of nodes) if (reached.has(id)) checkChoice(id, outgoing.get(id) ?? []);
  if (!reached.has(end.id))
    throw new FlowFault(
      'end-not-reached',
      message(
        'no way leads from the node labelled BEGIN ({0}) to the one labelled END ({1})',
        begin.id,
        end.id,
      ),
      end.line,
    );
  return { begin: begin.id, end: end.id };
}

function onlyNode(nodes: readonly FlowNode[], label: 'BEGIN' | 'END'): FlowNode {
  const found = nodes.filter(node => pyStrip(node.label).toLowerCase() === label.toLowerCase());
  const [first, second] = found;
  const code = label.toLowerCase();
  if (!first) throw new FlowFault(`no-${code}`, message('no node is labelled {0}', label));
  if (second) {
    const text = message(
      '{0} nodes are labelled {1}, {2} and {3} among them',
      found.length,
      label,
      first.id,
      second.id,
    );
    throw new FlowFault(`several-${code}`, text, second.line);
  }
  return first;
}

function checkChoice(id: string, edges: readonly FlowEdge[]): void {
  if (edges.length < 2) return;
  const labels = new Set<string>();
  for (const { to, label, line } of edges) {
    if (label === null || pyStrip(label) === '')
      throw new FlowFault(
        'unlabelled-edge',
        message('the edge from {0} to {1} has no label, and {0} has {2} ways out', id, to, edges.length),
        line,
      );
    if (labels.has(label))
      throw new FlowFault(
        'same-label',
        message('two edges from {0} have the label “{1}”', id, shorten(label)),
        line,
      );
    labels.add(label);
  }
}

/** A text of the diagram, short enough for a message. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
