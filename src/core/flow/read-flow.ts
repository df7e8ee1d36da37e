import { type Message, message } from '../message';
import { readD2 } from './d2';
import { type FlowLanguage, findFlowBlock } from './fences';
import { type FlowEdge, FlowFault, FlowGraph, type FlowNode, validateFlow } from './graph';
import { readMermaid } from './mermaid';

/** A flow that holds. */
export interface Flow {
  readonly ok: true;
  readonly language: FlowLanguage;
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  /** Id of the node labelled BEGIN. */
  readonly begin: string;
  /** Id of the node labelled END. */
  readonly end: string;
}

/** Why a skill of type flow is kept as a standard one. */
export interface NoFlow {
  readonly ok: false;
  /** Stable short word: `no-diagram`, `no-begin`, `end-not-reached`, `unlabelled-edge`, `bad-id`, … */
  readonly code: string;
  readonly message: Message;
  /** Line in the text, counted from 0. */
  readonly line?: number;
}

/**
 * Reads the flow of a skill file as kimi-cli does (rules 70 to 74). Only the first closed mermaid or d2 block is tried.
 *
 * In: the whole text of the file, line ends as LF. Out: the flow, or why there is none. Never throws; takes time in
 * proportion to the text.
 */
export function readFlow(text: string): Flow | NoFlow {
  const { block, unclosed } = findFlowBlock(text);
  if (block === null) return unclosed === null ? noDiagram() : unclosedBlock(unclosed);
  const graph = new FlowGraph();
  try {
    if (block.language === 'd2') readD2(block.lines, graph);
    else readMermaid(block.lines, graph);
    const { nodes, edges } = graph;
    return { ok: true, language: block.language, nodes, edges, ...validateFlow(nodes, edges) };
  } catch (fault) {
    if (!(fault instanceof FlowFault)) throw fault;
    return { ok: false, code: fault.code, message: fault.text, line: fault.line ?? block.line };
  }
}

function noDiagram(): NoFlow {
  return { ok: false, code: 'no-diagram', message: message('it has no mermaid or d2 block') };
}

function unclosedBlock(line: number): NoFlow {
  const text = message(
    'the code block that starts on line {0} is never closed, and no mermaid or d2 block is closed before it',
    line + 1,
  );
  return { ok: false, code: 'unclosed-fence', message: text, line };
}
