/** From resolutions to rows: the whole tree as plain data, without VS Code, so that it can be tested as text. */

import type { Comparison } from '../../core/compare';
import { countsInWords } from '../../core/counts-in-words';
import { clausesInRow } from '../../core/message';
import { stoppersOf } from '../../core/stoppers';
import type { Resolution } from '../../core/types';
import type { AgentViewsByTarget } from '../agents/agent-views';
import type { Differences } from '../products/differences';
import type { Say } from '../say';
import type { TargetState } from '../targets';
import { buildByAgent } from './build-by-agent';
import { buildByName } from './build-by-name';
import { buildByScope } from './build-by-scope';
import { candidatesThatCount, count } from './counts';
import { buildElsewhere } from './elsewhere';
import type { Filtering } from './filter';
import { MessageRows } from './message-rows';
import type { FolderNode, TreeNode } from './nodes';
import { buildNothingFound, isNothingFound } from './nothing-found';

export type Grouping = 'scope' | 'name' | 'agent';

/** All that the tree depends on. */
export interface TreeInput extends Filtering {
  readonly states: readonly TargetState[];
  readonly grouping: Grouping;
  /** Whether VS Code keeps the workspace in Restricted Mode. */
  readonly restricted: boolean;
  /** For the filter `differs`: what another product does, by the key of the target. */
  readonly differences?: ReadonlyMap<string, Differences>;
  /** What somebody's agents make of the folders, by the key of the target, as far as that is known by now. */
  readonly agents?: AgentViewsByTarget;
  /** Renders a message that belongs to no resolution. */
  readonly say: Say;
  /** Gives the function that renders the messages of a resolution. */
  readonly sayFor: (resolution: Resolution) => Say;
  /** How copies differ from their winners, as far as that is known by now. */
  readonly comparisonsOf?: (resolution: Resolution) => ReadonlyMap<string, Comparison>;
}

/** Builds the rows. Those of a skill's own files are left out: they are read when the skill is expanded. */
export function buildNodes(input: TreeInput): readonly TreeNode[] {
  const { states, say, restricted } = input;
  const top: TreeNode[] = [];
  if (restricted) top.push(new MessageRows(null, 'workspace', say).restricted());
  if (states.length === 1) {
    for (const state of states) top.push(...buildTarget(state, null, input));
  } else {
    for (const state of states) top.push(buildFolder(state, input));
  }
  return top;
}

function buildFolder(state: TargetState, input: TreeInput): FolderNode {
  const { label, key } = state.target;
  const description =
    state.kind === 'resolved'
      ? input.sayFor(state.resolution)(countsInWords(count(candidatesThatCount(state.resolution))))
      : '';
  const folder: FolderNode = {
    kind: 'folder',
    id: key,
    parent: null,
    label,
    description,
    icon: { codicon: 'root-folder' },
    spoken: input.say(clausesInRow([label, description].filter(part => part !== ''))),
    expansion: 'expanded',
    children: [],
  };
  folder.children.push(...buildTarget(state, folder, input));
  return folder;
}

function buildTarget(state: TargetState, parent: FolderNode | null, input: TreeInput): readonly TreeNode[] {
  const { target } = state;
  if (state.kind !== 'resolved') {
    const rows = new MessageRows(parent, target.key, input.say);
    return [state.kind === 'failed' ? rows.failed() : rows.elsewhere(target.label)];
  }
  const { resolution } = state;
  const differences = input.filter === 'differs' ? input.differences?.get(target.key) : undefined;
  const view = input.agents?.get(target.key);
  const say = input.sayFor(resolution);
  const rows = new MessageRows(parent, target.key, say);
  const messages: TreeNode[] = [];
  if (target.kind === 'none') messages.push(rows.noFolder());
  for (const [index, stopper] of stoppersOf(resolution).entries()) {
    messages.push(rows.failure(stopper, resolution.profile, index));
  }
  for (const [index, remark] of resolution.configuration.remarks.entries()) {
    messages.push(rows.configuration(remark, resolution.configuration.file, index));
  }
  const context = {
    parent,
    key: target.key,
    resolution,
    comparisons: input.comparisonsOf?.(resolution) ?? new Map(),
    filter: input.filter,
    text: input.text,
    say,
    withProject: target.kind !== 'none',
    ...(differences && { differences }),
    ...(view && view.resolutions.length > 1 && { readers: view.readers }),
  };
  const elsewhere = differences ? buildElsewhere(differences, context) : [];
  if (input.grouping === 'agent' && view && view.resolutions.length > 0)
    return [...messages, ...buildByAgent(context, view, input.sayFor)];
  if (isNothingFound(resolution) && elsewhere.length === 0)
    return [...messages, ...buildNothingFound(context)];
  const found = input.grouping === 'name' ? buildByName(context) : buildByScope(context);
  const body = [...found, ...elsewhere];
  return body.length > 0 ? [...messages, ...body] : [...messages, rows.nothingLeft(input)];
}
