/** The tree by agent: each of somebody's agents, and below it what it loads and what it drops. */
import { countsInWords } from '../../core/counts-in-words';
import { evidenceOf } from '../../core/evidence';
import { isWinner } from '../../core/is-winner';
import { clausesInRow, message } from '../../core/message';
import { productOf, productTitle } from '../../core/products';
import type { Candidate, Resolution } from '../../core/types';
import type { AgentView } from '../agents/agent-views';
import type { Say } from '../say';
import type { TargetContext } from './build-by-scope';
import { candidateNode } from './candidate-node';
import { Lookup } from './candidate-state';
import { candidatesThatCount, count } from './counts';
import { filterOf, isEverything } from './filter';
import type { AgentNode } from './nodes';

/** Builds a row for each agent. */
export function buildByAgent(
  context: TargetContext,
  { resolutions }: AgentView,
  sayFor: (resolution: Resolution) => Say,
): readonly AgentNode[] {
  return resolutions.flatMap(resolution => {
    const node = agentNode(resolution, context, sayFor(resolution));
    return node.children.length > 0 || isEverything(context) ? [node] : [];
  });
}

function agentNode(resolution: Resolution, context: TargetContext, say: Say): AgentNode {
  const { key, parent, filter, text, comparisons, readers } = context;
  const product = productOf(resolution.profile);
  const label = productTitle(product);
  const isOwn = resolution.profile === context.resolution.profile;
  const counts = countsInWords(count(candidatesThatCount(resolution)));
  const known = evidenceOf(resolution.profile);
  const failure = resolution.failure && message('does not start here: {0}', resolution.failure.reason);
  const description = [
    counts,
    ...(failure ? [failure] : []),
    ...(product.evidence === 'recorded' ? [] : [known]),
  ]
    .map(say)
    .join(' · ');
  const node: AgentNode = {
    kind: 'agent',
    id: `${key}|agent|${resolution.profile}`,
    parent,
    profile: resolution.profile,
    label,
    description,
    icon: failure ? { codicon: 'warning', color: 'problemsWarningIcon.foreground' } : { codicon: 'hubot' },
    text: [counts, ...(failure ? [failure] : []), known].map(say).join('\n\n'),
    spoken: say(clausesInRow([label, description])),
    expansion: text === '' ? 'collapsed' : 'expanded',
    children: [],
  };
  const roots = new Map(resolution.roots.map(root => [root.id, root]));
  const lookup = new Lookup(resolution, isOwn ? comparisons : undefined);
  const passes = filterOf({ filter: filter === 'differs' ? 'all' : filter, text }, resolution);
  for (const candidate of [...candidatesThatCount(resolution)].filter(passes).sort(winnersFirst)) {
    const root = roots.get(candidate.root);
    if (!root) continue;
    node.children.push(
      candidateNode({
        parent: node,
        id: `${node.id}|${candidate.id}`,
        candidate,
        root,
        resolution,
        lookup,
        say,
        labelled: 'name',
        ...(readers && { readers }),
      }),
    );
  }
  return node.children.length > 0 ? node : { ...node, expansion: 'none' };
}

/** What loads comes first, each part by name. */
function winnersFirst(a: Candidate, b: Candidate): number {
  const order = Number(isWinner(b)) - Number(isWinner(a));
  return order || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
