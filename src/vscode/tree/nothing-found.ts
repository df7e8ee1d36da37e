/** The tree where there is no skill at all: the directories that were looked at, and what was found there. */
import { message } from '../../core/message';
import type { Resolution } from '../../core/types';
import { buildByScope, rootNode, type TargetContext } from './build-by-scope';
import { carriedNodes } from './carried-node';
import { candidatesThatCount } from './counts';
import { MessageRows } from './message-rows';
import type { TreeNode } from './nodes';

/** Whether there is nothing in any directory that the product looks at. */
export function isNothingFound(resolution: Resolution): boolean {
  return candidatesThatCount(resolution).length === 0;
}

/** A row that says so, with each directory below it, and after it what lies where the product does not look. */
export function buildNothingFound(context: TargetContext): readonly TreeNode[] {
  const { parent, key, resolution, say, withProject } = context;
  const found = new MessageRows(parent, key, say).nothingFound(
    message('{0} looks in these directories', resolution.profile),
  );
  for (const root of resolution.roots) {
    if (root.verdict === 'not-read' || (root.scope === 'project' && !withProject)) continue;
    const carried = {
      parent: found,
      key,
      root,
      resolution,
      filter: 'all',
      text: '',
      say,
      labelled: 'name',
    } as const;
    const candidates = root.carries?.length ?? 0;
    const node = rootNode({ root, resolution, parent: found, key, say, candidates });
    node.children.push(...carriedNodes({ ...carried, parent: node }));
    found.children.push(node);
  }
  const unread = buildByScope({ ...context, filter: 'all', text: '' }).filter(node => node.kind === 'unread');
  return [found, ...unread];
}
